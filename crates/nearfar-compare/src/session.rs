//! The worker's state: word vectors, trained models, and a comparison that is computed one method at a
//! time, so that a newer sentence waits for no more than one.

use std::collections::BTreeSet;

use ndarray::Array3;
use nearfar::attention::Mask;
use nearfar::checkpoint::Trained;
use nearfar::methods::{AttentionMethod, Explained, MethodKind, Options, Sentence};
use nearfar::text::dependency::DependencyTree;
use nearfar::text::embedding::{Embedded, Origin};
use nearfar::text::token::tokenize;
use nearfar::text::{VectorPart, WordVectors};

use crate::choices::{file_of_trained, trained_as};
use crate::divergence::Rows;
use crate::entry::{Entry, Shared, answer, options, shown_weights, trained_method};
use crate::prepared::{Held, Prepared};
use crate::probe::{Outcome, changed, outcome};
use crate::protocol::{
    Answer, AnswerView, Ask, Begun, FactsView, MOST_MEMORY, MOST_TOKENS, MethodView, Noticed,
    Numbers, Probe, Setup, Shown, TermsView, Why,
};
use crate::terms::packed;

/// Takes answers: the request's number, the answer, its bytes.
pub type Emit<'a> = &'a mut dyn FnMut(u32, Answer, Vec<Vec<u8>>);

/// A comparison, as far as it has come.
struct Comparison {
    id: u32,
    setup: Setup,
    options: Options,
    entries: Vec<Entry>,
    sentence: Prepared,
    /// Whether a token sees only itself and the tokens before it, by choice or as the model has it.
    causal: bool,
    /// The weights of every place that was computed, `[h, N, M + N]`.
    weights: Vec<Option<Array3<f32>>>,
    /// What was said of each.
    views: Vec<MethodView>,
    /// What the comparison before computed, where all was the same but models that have come since.
    known: Vec<(MethodView, Array3<f32>)>,
}

impl Comparison {
    fn push(&mut self, view: MethodView, weights: Option<Array3<f32>>) {
        self.views.push(view);
        self.weights.push(weights);
    }

    /// What another comparison of the same setup need not compute again.
    fn into_known(self) -> Vec<(MethodView, Array3<f32>)> {
        let all = self
            .views
            .into_iter()
            .zip(self.weights)
            .chain(self.known.into_iter().map(|(view, weights)| (view, Some(weights))));
        all.filter_map(|(view, weights)| Some((view, weights?))).collect()
    }
}

/// The changed sentence, and the place that is next.
struct Probing {
    id: u32,
    probe: Probe,
    sentence: Prepared,
    next: usize,
}

/// The worker's state.
#[derive(Default)]
pub struct Session {
    vectors: WordVectors,
    models: Vec<(String, Trained)>,
    layer: Option<Held>,
    comparison: Option<Comparison>,
    probing: Option<Probing>,
    /// What has run once: a program's first run of a thing is slower, and is not told for its time.
    warm: BTreeSet<String>,
    /// The two places whose intermediates were asked for last, the last first, with them: A and B.
    explained: Vec<(usize, Box<dyn Explained<f32>>)>,
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

impl Session {
    /// Nothing loaded, nothing compared.
    pub fn new() -> Session {
        Session::default()
    }

    /// Whether [`Session::advance`] has something to do.
    pub fn has_work(&self) -> bool {
        self.next_place().is_some() || self.probing.is_some()
    }

    fn next_place(&self) -> Option<usize> {
        let comparison = self.comparison.as_ref()?;
        (comparison.weights.len() < comparison.entries.len()).then_some(comparison.weights.len())
    }

    /// Answers a request at once, or begins what [`Session::advance`] goes on with.
    pub fn answer(&mut self, id: u32, ask: Ask, bytes: &[Vec<u8>], emit: Emit) {
        match ask {
            Ask::Vectors => {
                for bytes in bytes {
                    match VectorPart::parse(bytes) {
                        Ok(part) => self.vectors.insert_part(part),
                        Err(error) => {
                            return emit(id, Answer::Failed(Why::refused(error)), Vec::new());
                        }
                    }
                }
                emit(id, Answer::Idle, Vec::new());
            }
            Ask::Model { name } => {
                let bytes = bytes.first().map(Vec::as_slice).unwrap_or_default();
                match Trained::read(bytes) {
                    Ok(trained) => {
                        if self.trained(&name).is_some() {
                            // What was computed was of the other one.
                            self.models.retain(|(known, _)| *known != name);
                            let is_of_it =
                                |of: &mut Comparison| of.setup.numbers.models().contains(&name);
                            self.comparison.take_if(is_of_it);
                        }
                        self.models.push((name, trained));
                        emit(id, Answer::Idle, Vec::new());
                    }
                    Err(error) => emit(id, Answer::Failed(Why::refused(error)), Vec::new()),
                }
            }
            Ask::Layer(layer) => match Held::read(*layer, bytes) {
                Ok(held) => {
                    self.layer = Some(held);
                    emit(id, Answer::Idle, Vec::new());
                }
                Err(problem) => emit(id, Answer::Failed(problem), Vec::new()),
            },
            Ask::Compare(setup) => match self.begin(id, *setup) {
                Ok(begun) => emit(id, Answer::Begun(begun), Vec::new()),
                Err(problem) => emit(id, Answer::Failed(problem), Vec::new()),
            },
            Ask::Show(shown) => self.show(id, shown, emit),
            Ask::Terms { place, head, feature } => match self.terms(place, head, feature) {
                Ok((view, bytes)) => emit(id, Answer::Terms(Box::new(view)), bytes),
                Err(problem) => emit(id, Answer::Failed(problem), Vec::new()),
            },
            Ask::Probe(probe) => {
                let Some(comparison) = &self.comparison else {
                    return emit(id, Answer::Failed(Why::NothingToChange), Vec::new());
                };
                if comparison.sentence.projected.is_some() {
                    return emit(id, Answer::Failed(Why::ReadOnce), Vec::new());
                }
                match changed(&comparison.sentence.tree, &probe) {
                    Ok(tree) => {
                        let sentence = Prepared::new(tree, &comparison.sentence.memory);
                        self.probing = Some(Probing { id, probe, sentence, next: 0 });
                    }
                    Err(problem) => emit(id, Answer::Failed(problem), Vec::new()),
                }
            }
        }
    }

    /// Where the projections of a setup come from; those of a model that is not here yet are seeded ones,
    /// of which nothing is computed.
    fn shared(&self, setup: &Setup) -> Result<Shared, Why> {
        match &setup.numbers {
            Numbers::Seeded | Numbers::Each(_) => Ok(Shared::seeded(setup)),
            Numbers::Of(name) => {
                let trained = self.trained(name).map(Shared::of_model);
                Ok(trained.unwrap_or_else(|| Shared::seeded(setup)))
            }
            Numbers::Layer(key) => Ok(self.held(key)?.shared()),
        }
    }

    fn held(&self, key: &str) -> Result<&Held, Why> {
        let held = self.layer.as_ref().filter(|held| held.layer.key == key);
        held.ok_or(Why::NoLayer)
    }

    fn begin(&mut self, id: u32, setup: Setup) -> Result<Begun, Why> {
        let shared = self.shared(&setup)?;
        let options = options(&setup, &shared)?;
        let learned = !shared.learned.is_empty();
        let own = shared.own().into_iter().map(|own| [own.w, own.v]).collect();
        let tree = DependencyTree::from_compact(&setup.tree).map_err(Why::refused)?;
        let tree = if tree.words().len() > MOST_TOKENS {
            // A part of a tree is none.
            let forms: Vec<&str> =
                tree.words().iter().take(MOST_TOKENS).map(|word| word.form.as_str()).collect();
            DependencyTree::unparsed(&forms)
        } else {
            tree
        };
        let memory: Vec<String> =
            tokenize(&setup.memory).into_iter().map(|token| token.word).collect();
        let memory = memory[memory.len().saturating_sub(MOST_MEMORY)..].to_vec();
        let mut sentence = Prepared::new(tree, &memory);
        let mut causal = setup.causal;
        if let Numbers::Layer(key) = &setup.numbers {
            let held = self.held(key)?;
            causal |= held.layer.causal;
            sentence = sentence.read_by(held);
        }
        let entries = Entry::all(&setup);
        let missing = |name: &&String| !self.models.iter().any(|(known, _)| known == *name);
        let mut models: Vec<String> =
            setup.numbers.models().iter().filter(missing).cloned().collect();
        let mut coming = Vec::new();
        if matches!(setup.numbers, Numbers::Each(_)) {
            std::mem::swap(&mut models, &mut coming);
        }
        let (parts, unknown, tokens) = if sentence.projected.is_some() {
            let tokens = sentence.words.clone();
            (Vec::new(), vec![false; tokens.len()], tokens)
        } else {
            let words = sentence.words.iter().chain(&sentence.memory);
            let parts = self.vectors.parts_needed(words.map(String::as_str));
            // A file may know few words: what is told is of the page's models.
            let of_page = entries.iter().find(|entry| file_of_trained(entry.name()).is_none());
            let trained = of_page.and_then(|entry| self.reader(&setup.numbers, entry));
            let origins = self.embed(&sentence.words, trained).origin;
            let unknown = origins.iter().map(|origin| *origin == Origin::Unknown).collect();
            let forms = sentence.tree.words().iter().map(|word| word.form.clone());
            (parts, unknown, forms.collect())
        };
        let begun = Begun {
            tokens,
            unknown,
            memory: sentence.memory.clone(),
            places: entries.len(),
            parts: parts.into_iter().map(|part| part.file_name()).collect(),
            models,
            coming,
            words: sentence.has_tree,
            own,
            learned,
        };
        self.explained.clear();
        self.probing = None;
        let known = self
            .comparison
            .take()
            .filter(|before| Setup { shown: setup.shown, ..before.setup.clone() } == setup);
        self.comparison = Some(Comparison {
            id,
            setup,
            options,
            sentence,
            causal,
            weights: Vec::new(),
            views: Vec::new(),
            known: known.map(Comparison::into_known).unwrap_or_default(),
            // Nothing is shown of words whose vectors are on their way.
            entries: if begun.is_whole() { entries } else { Vec::new() },
        });
        Ok(begun)
    }

    fn trained(&self, name: &str) -> Option<&Trained> {
        self.models.iter().find(|(known, _)| known == name).map(|(_, trained)| trained)
    }

    /// The model whose words are read; `None` for those of the page.
    fn reader(&self, numbers: &Numbers, entry: &Entry) -> Option<&Trained> {
        match (entry, numbers) {
            (Entry::Trained(name), _) | (Entry::Seeded(_), Numbers::Of(name)) => self.trained(name),
            (Entry::Seeded(_), _) => None,
        }
    }

    fn embed(&self, words: &[String], trained: Option<&Trained>) -> Embedded {
        let words = words.iter().map(String::as_str);
        match trained {
            Some(trained) => trained.embed(words, &self.vectors),
            None => self.vectors.embed(words),
        }
    }

    /// The method in whose terms it is shown; `None` where its model is not loaded and none of the page's.
    fn kind(&self, entry: &Entry) -> Option<MethodKind> {
        match entry {
            Entry::Seeded(kind) => Some(*kind),
            Entry::Trained(name) => self
                .trained(name)
                .map(|trained| trained.model.architecture.method.kind())
                .or_else(|| trained_as(name)),
        }
    }

    fn method(&self, entry: &Entry, options: &Options) -> Result<Method, Why> {
        match entry {
            Entry::Seeded(kind) => Ok(kind.seeded::<f32>(options)),
            Entry::Trained(name) => {
                let trained = self.trained(name);
                let comes = trained_as(name).is_some() || file_of_trained(name).is_some();
                let missing = || match comes {
                    true => Why::Coming,
                    false => Why::NoModel { name: name.clone() },
                };
                trained.ok_or_else(missing).and_then(trained_method)
            }
        }
    }

    fn run(
        &self,
        comparison: &Comparison,
        entry: &Entry,
        sentence: &Prepared,
        method: &dyn AttentionMethod<f32>,
    ) -> Result<Box<dyn Explained<f32>>, Why> {
        if sentence.count() == 0 {
            return Err(Why::Empty);
        }
        let mask = Mask { causal: comparison.causal, keys: None };
        let syntax = sentence.has_tree.then_some(&sentence.syntax);
        if let Some(projected) = &sentence.projected {
            let input = Sentence { mask, ..Sentence::of_projected(projected) };
            return method.run(&input.with_syntax(syntax)).map_err(Why::refused);
        }
        let trained = self.reader(&comparison.setup.numbers, entry);
        let embedded = self.embed(&sentence.words, trained).matrix;
        let looks_back = self.kind(entry).is_some_and(|kind| kind.definition().needs.memory);
        let memory = (looks_back && !sentence.memory.is_empty())
            .then(|| self.embed(&sentence.memory, trained).matrix);
        let memory = memory.as_ref().map(|memory| memory.view());
        let input = Sentence { mask, memory, ..Sentence::new(embedded.view()) };
        method.run(&input.with_syntax(syntax)).map_err(Why::refused)
    }

    /// Computes one thing more: a method of the comparison, or of the changed sentence. `now` is a clock
    /// in milliseconds.
    pub fn advance(&mut self, now: &dyn Fn() -> f64, emit: Emit) {
        if let Some(place) = self.next_place() {
            self.compute(place, now, emit);
            if self.next_place().is_none() {
                self.finish(emit);
            }
        } else if let Some(mut probing) = self.probing.take() {
            if self.probe(&mut probing, emit) {
                self.probing = Some(probing);
            } else {
                emit(probing.id, Answer::Idle, Vec::new());
            }
        }
    }

    fn compute(&mut self, place: usize, now: &dyn Fn() -> f64, emit: Emit) {
        let Some(comparison) = &mut self.comparison else { return };
        let Some(entry) = comparison.entries.get(place).cloned() else { return };
        let known = comparison.known.iter().position(|(view, _)| view.name == entry.name());
        let (view, weights) = match known {
            Some(at) => {
                let (view, weights) = comparison.known.swap_remove(at);
                (MethodView { place, ..view }, Some(weights))
            }
            None => {
                let found = self.computed(place, &entry, now);
                self.warm.insert(entry.name().to_owned());
                found
            }
        };
        let Some(comparison) = &mut self.comparison else { return };
        let shown = comparison.setup.shown;
        let bytes = weights.iter().map(|weights| bytes_of(&shown_weights(weights.view(), shown)));
        emit(comparison.id, Answer::Method(Box::new(view.clone())), bytes.collect());
        comparison.push(view, weights);
    }

    /// A place, and its weights where there are some.
    fn computed(
        &self,
        place: usize,
        entry: &Entry,
        now: &dyn Fn() -> f64,
    ) -> (MethodView, Option<Array3<f32>>) {
        let mut view = MethodView {
            place,
            name: entry.name().to_owned(),
            title: entry.title().to_owned(),
            kind: self.kind(entry).map_or_else(String::new, |kind| kind.name().to_owned()),
            trained: matches!(entry, Entry::Trained(_)),
            heads: 0,
            memory: 0,
            milliseconds: 0.0,
            facts: FactsView::default(),
            answer: None,
            problem: None,
        };
        let Some(comparison) = &self.comparison else { return (view, None) };
        let method = match self.method(entry, &comparison.options) {
            Ok(method) => method,
            Err(problem) => {
                // Until its file is there, what is known of its method without numbers is said.
                let kind = self.kind(entry).map(|kind| kind.seeded::<f32>(&comparison.options));
                if let Some(method) = kind {
                    view.facts = FactsView::new(&method.facts(), &method.parameter_count());
                }
                view.problem = Some(problem);
                return (view, None);
            }
        };
        if !self.warm.contains(entry.name()) {
            let _ = self.run(comparison, entry, &comparison.sentence, method.as_ref());
        }
        let begun = now();
        let run = self.run(comparison, entry, &comparison.sentence, method.as_ref());
        view.milliseconds = now() - begun;
        view.facts = FactsView::new(&method.facts(), &method.parameter_count());
        if let Entry::Trained(name) = entry {
            // The page has a name for its models.
            view.facts.title = name.clone();
        }
        match run {
            Ok(explained) => {
                let weights = explained.common().weights.clone();
                view.heads = weights.dim().0;
                view.memory = weights.dim().2.saturating_sub(comparison.sentence.count());
                if let Entry::Trained(name) = entry {
                    view.answer = self.answer_of(comparison, name);
                }
                (view, Some(weights))
            }
            Err(problem) => {
                view.problem = Some(problem);
                (view, None)
            }
        }
    }

    /// What a trained model answers to the sentence, under the same mask as its weights.
    fn answer_of(&self, comparison: &Comparison, name: &str) -> Option<AnswerView> {
        let trained = self.trained(name)?;
        let embedded = self.embed(&comparison.sentence.words, Some(trained)).matrix;
        let mask = Mask { causal: comparison.causal, keys: None };
        answer(trained, embedded.view(), &mask)
    }

    fn shown(&self, place: usize) -> Option<Vec<f32>> {
        let comparison = self.comparison.as_ref()?;
        let weights = comparison.weights.get(place)?.as_ref()?;
        Some(shown_weights(weights.view(), comparison.setup.shown))
    }

    fn finish(&self, emit: Emit) {
        let Some(comparison) = &self.comparison else { return };
        let tokens = comparison.sentence.count();
        let memory = comparison.sentence.memory.len();
        let places = comparison.weights.len();
        let rows: Vec<Option<Rows>> =
            (0..places).map(|place| Some(Rows::new(tokens, &self.shown(place)?, memory))).collect();
        let mut divergences = vec![f32::NAN; places * places * tokens];
        for (a, of_a) in rows.iter().enumerate() {
            for (b, of_b) in rows.iter().enumerate().skip(a) {
                let Some((of_a, of_b)) = of_a.as_ref().zip(of_b.as_ref()) else { continue };
                let found = of_a.divergences(of_b);
                for (a, b) in [(a, b), (b, a)] {
                    let start = (a * places + b) * tokens;
                    divergences[start..start + tokens].copy_from_slice(&found);
                }
            }
        }
        emit(comparison.id, Answer::Compared, vec![bytes_of(&divergences)]);
    }

    fn show(&mut self, id: u32, shown: Shown, emit: Emit) {
        let Some(comparison) = &mut self.comparison else {
            return emit(id, Answer::Idle, Vec::new());
        };
        comparison.setup.shown = shown;
        comparison.id = id;
        for place in 0..comparison.weights.len() {
            if let Some(weights) = self.shown(place) {
                emit(id, Answer::Weights { place }, vec![bytes_of(&weights)]);
            }
        }
        // What is still being computed ends with the divergences.
        if self.next_place().is_none() {
            self.finish(emit);
        }
    }

    fn terms(
        &mut self,
        place: usize,
        head: usize,
        feature: Option<usize>,
    ) -> Result<(TermsView, Vec<Vec<u8>>), Why> {
        let comparison = self.comparison.as_ref().ok_or(Why::NothingToExplain)?;
        let entry = comparison.entries.get(place).ok_or(Why::NothingToExplain)?;
        if self.explained.iter().all(|(known, _)| *known != place) {
            let method = self.method(entry, &comparison.options)?;
            let run = self.run(comparison, entry, &comparison.sentence, method.as_ref())?;
            self.explained.truncate(1);
            self.explained.insert(0, (place, run));
        }
        let mut known = self.explained.iter();
        let (_, explained) =
            known.find(|(known, _)| *known == place).ok_or(Why::NothingToExplain)?;
        let name = entry.name().to_owned();
        let causal = comparison.causal;
        let method = self.kind(entry).map(|kind| kind.name().to_owned()).unwrap_or_default();
        let asked =
            TermsView { place, name, method, head, feature, causal, ..TermsView::default() };
        let (view, values) = packed(explained.as_ref(), asked);
        Ok((view, values.iter().map(|values| bytes_of(values)).collect()))
    }

    /// Whether there is more to do.
    fn probe(&self, probing: &mut Probing, emit: Emit) -> bool {
        let Some(comparison) = &self.comparison else { return false };
        let place = probing.next;
        let Some(entry) = comparison.entries.get(place) else { return false };
        probing.next += 1;
        let tokens = comparison.sentence.count();
        let nothing = Noticed { place, amount: None, tokens: 0 };
        let run = self
            .method(entry, &comparison.options)
            .and_then(|method| self.run(comparison, entry, &probing.sentence, method.as_ref()));
        let before = comparison.weights.get(place).and_then(Option::as_ref);
        let (noticed, bytes) = match (run, before) {
            (Ok(explained), Some(before)) => {
                let after = &explained.common().weights;
                let memory = after.dim().2.saturating_sub(probing.sentence.count());
                // Each head on its own: what a new word takes differs from head to head.
                let heads = match comparison.setup.shown {
                    Shown::Mean => (0..before.dim().0).map(Shown::Head).collect(),
                    head => vec![head],
                };
                let each = heads.into_iter().map(|head| {
                    let of = |weights: &Array3<f32>| shown_weights(weights.view(), head);
                    outcome(&probing.probe, tokens, memory, &of(before), &of(after))
                });
                let found = Outcome::mean(each.collect());
                let noticed = Noticed { place, amount: found.amount, tokens: found.tokens };
                (noticed, vec![bytes_of(&found.weights)])
            }
            _ => (nothing, Vec::new()),
        };
        emit(probing.id, Answer::Noticed(noticed), bytes);
        probing.next < comparison.entries.len()
    }
}

/// A method with its parameters.
type Method = Box<dyn AttentionMethod<f32>>;

impl Begun {
    /// Whether all words have their vectors, and the model that is read with is here: else nothing is
    /// computed, and the page asks again once it has handed over what is missing.
    pub fn is_whole(&self) -> bool {
        self.parts.is_empty() && self.models.is_empty()
    }
}
