//! What the worker found, as its answers come: what is compared, the methods with their weights, how far they are
//! apart. What of it stays when another comparison begins, and when pictures change, is decided here.

use std::sync::Arc;

use nearfar::picture::scale::Scale;

use crate::choices::Choices;
use crate::divergence::Divergences;
use crate::grid::reads_tree;
use crate::pair::Side;
use crate::protocol::{Begun, MethodView, Shown, Why};

/// Beyond so many tokens, pictures are drawn as they come.
const LONG: usize = 64;

/// What of the pictures stays when a comparison begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// Everything: the sentence is the same.
    All,
    /// The weights, until others come: those of a short sentence are soon redrawn.
    Weights,
    /// Nothing: pictures of another length would not fit.
    Nothing,
}

impl Stays {
    /// After `known`, where the other one is whole.
    fn after(known: &Begun, begun: &Begun) -> Stays {
        let tokens = begun.tokens.len();
        let is_other = known.tokens != begun.tokens || known.memory != begun.memory;
        let fits = known.places == begun.places && known.tokens.len() == tokens;
        match (is_other, fits) {
            (_, false) => Stays::Nothing,
            (true, true) if tokens > LONG => Stays::Nothing,
            (true, true) => Stays::Weights,
            (false, true) => Stays::All,
        }
    }
}

/// What is there of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What is compared.
    pub begun: Arc<Begun>,
    /// The methods that are there, in their places.
    pub methods: Arc<Vec<MethodView>>,
    /// How far any two are apart.
    pub divergences: Arc<Divergences>,
    /// Counts comparisons that are whole.
    pub compared: usize,
    /// The weights that are drawn, in their places, each `[N, M + N]`.
    weights: Vec<Arc<Vec<f32>>>,
    /// Those that are drawn once the last ones are there.
    waiting: Vec<(usize, Vec<f32>)>,
}

impl Found {
    /// Another comparison begins.
    pub fn begin(&mut self, begun: Begun) -> Stays {
        let stays = Stays::after(&self.begun, &begun);
        if stays == Stays::Nothing {
            self.clear();
        }
        // What came of a comparison that did not end is not drawn over what comes now.
        self.waiting.clear();
        self.begun = Arc::new(begun);
        stays
    }

    /// Nothing is compared.
    pub fn clear(&mut self) {
        (self.begun, self.methods, self.divergences) = Default::default();
        self.weights.clear();
        self.waiting.clear();
    }

    /// A method is there, with its weights.
    pub fn take(&mut self, view: MethodView, weights: Vec<f32>) {
        let place = view.place;
        let methods = Arc::make_mut(&mut self.methods);
        match methods.get_mut(place) {
            Some(known) => *known = view,
            None => methods.push(view),
        }
        self.take_weights(place, weights);
    }

    /// Other weights of a method are there. Of a short sentence those that take the place of others are drawn all at once;
    /// where none are that could be drawn, they come as they are there.
    pub fn take_weights(&mut self, place: usize, weights: Vec<f32>) {
        let takes_place = self.weights(place).len() == weights.len();
        if takes_place && self.begun.tokens.len() <= LONG {
            self.waiting.push((place, weights));
        } else {
            self.draw((place, weights));
        }
        if place + 1 == self.begun.places {
            self.draw_waiting();
        }
    }

    fn draw(&mut self, (place, weights): (usize, Vec<f32>)) {
        if self.weights.len() <= place {
            self.weights.resize_with(place + 1, Arc::default);
        }
        self.weights[place] = Arc::new(weights);
    }

    fn draw_waiting(&mut self) {
        for weights in std::mem::take(&mut self.waiting) {
            self.draw(weights);
        }
    }

    /// The comparison is whole: the divergences of any two, `[E, E, N]` for E places.
    pub fn compare(&mut self, rows: Vec<f32>) {
        // The last place may have none.
        self.draw_waiting();
        let Begun { places, tokens, .. } = &*self.begun;
        self.divergences = Arc::new(Divergences::new(*places, tokens.len(), rows));
        self.compared += 1;
    }

    /// The method of a place.
    pub fn method(&self, place: usize) -> Option<&MethodView> {
        self.methods.get(place)
    }

    /// The weights of a place that are drawn, `[N, M + N]`; empty while they are not there.
    pub fn weights(&self, place: usize) -> Arc<Vec<f32>> {
        self.weights.get(place).cloned().unwrap_or_default()
    }

    /// The same with M; `None` while the method is not there.
    pub fn side(&self, place: usize) -> Option<Side> {
        Some((self.weights(place), self.method(place)?.memory))
    }

    /// The place of A (0) or B (1): that of the method that was chosen, or where it is not in this grid the first or
    /// the second.
    pub fn place(&self, choices: &Choices, which: usize) -> Option<usize> {
        let wanted = choices.pair.get(which)?;
        let found = self.methods.iter().position(|method| method.name == *wanted);
        // Before all are there, what is missing may still come.
        found.or((which < self.begun.places && self.is_full()).then_some(which))
    }

    fn is_full(&self) -> bool {
        self.methods.len() == self.begun.places
    }

    /// Which heads are shown: as is chosen, but the last one where no method has the chosen one.
    pub fn shown(&self, chosen: Shown) -> Shown {
        let most = self.methods.iter().map(|method| method.heads).max().unwrap_or(0);
        let is_coming = |method: &MethodView| method.problem == Some(Why::Coming);
        // What is still on its way may have it.
        let may_come = !self.is_full() || self.methods.iter().any(is_coming);
        match chosen {
            Shown::Head(head) if most > 0 && !may_come => Shown::Head(head.min(most - 1)),
            _ => chosen,
        }
    }

    /// The range of a method's pictures, from 0 to a bound of the largest weight, as in the Lab: with `own_range` of
    /// the method alone, or of A and B together (`pair`) if it is one of them; else of all methods.
    pub fn scale_of(&self, place: usize, pair: [Option<usize>; 2], own_range: bool) -> Scale {
        let places: Vec<usize> = match own_range {
            true if pair.contains(&Some(place)) => pair.into_iter().flatten().collect(),
            true => vec![place],
            false => (0..self.methods.len()).collect(),
        };
        let scales = places.into_iter().map(|place| Scale::weights_of(&self.weights(place)));
        scales.reduce(Scale::union).unwrap_or(Scale::Sequential { min: 0.0, max: 1.0 })
    }

    /// The places of the methods that read the tree, or of those that do not, each with its method's name.
    pub fn places(&self, of_tree: bool) -> Vec<(usize, String)> {
        let methods = self.methods.iter().filter(|method| reads_tree(method) == of_tree);
        methods.map(|method| (method.place, method.name.clone())).collect()
    }

    /// How many methods read the tree; where `drawn`, of those that could be computed.
    pub fn count_of_tree(&self, drawn: bool) -> usize {
        let methods = self.methods.iter().filter(|method| reads_tree(method));
        methods.filter(|method| !drawn || method.problem.is_none()).count()
    }

    /// How long all methods took together, in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.methods.iter().map(|method| method.milliseconds).sum()
    }
}
