//! The parts of the settings that a model with several layers, or from a file, needs: which layer is
//! shown, w and v of the other layers, β, the names of files.

use super::{Altered, MAX_HEADS, MAX_PARAMETER, ModelChoice, SettingError, Settings, Value};
use crate::attention::trace::TRAINED_SHAPE;
use crate::attention::{HeadParameters, TermParameters};
use crate::lab::Panel;
use crate::opened::{MOST_LAYERS, MovedHead};

/// The models that come from files that the user opened; [`Settings::files`] has their names in this order.
pub const FILES: [ModelChoice; 5] = [
    ModelChoice::Opened,
    ModelChoice::File1,
    ModelChoice::File2,
    ModelChoice::File3,
    ModelChoice::File4,
];
/// The most layers that the settings can name.
pub const MAX_LAYERS: usize = MOST_LAYERS;
/// The longest name of a file that is kept, in characters.
const LONGEST_NAME: usize = 80;

/// A head of a layer that is not shown, whose w or v is not the model's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Which layer, from 0.
    pub layer: usize,
    /// Which head, from 0.
    pub head: usize,
    /// w; `None` for the model's own.
    pub w: Option<f64>,
    /// v, as w.
    pub v: Option<f64>,
}

impl Settings {
    /// The layer that a panel shows, from 0.
    pub fn layer_of(&self, panel: Panel) -> usize {
        match panel {
            Panel::A => self.layer,
            Panel::B => self.layer_b.unwrap_or(self.layer),
        }
    }

    /// Shows a layer after or before the one of A that is shown, of so many.
    pub fn step_layer(&mut self, by: isize, depth: usize) {
        self.show_layer(self.layer.saturating_add_signed(by).min(depth.max(1) - 1));
    }

    /// Shows another layer in panel A: the sliders are then those of its heads. What was moved in the layer
    /// before stays moved. w and v that are the model's own are there after [`adopt`](Settings::adopt).
    pub fn show_layer(&mut self, layer: usize) {
        if layer == self.layer {
            return;
        }
        for head in 0..MAX_HEADS {
            let of = |heads: &[usize], values: &[f64; MAX_HEADS]| {
                heads.binary_search(&head).ok().and_then(|_| values.get(head).copied())
            };
            let (w, v) = (of(&self.altered.w, &self.w), of(&self.altered.v, &self.v));
            if w.is_some() || v.is_some() {
                self.elsewhere.push(Moved { layer: self.layer, head, w, v });
            }
        }
        self.altered = Altered::default();
        self.restore_terms();
        self.layer = layer;
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            self.elsewhere.drain(..).partition(|moved| moved.layer == layer);
        self.elsewhere = elsewhere;
        self.elsewhere.sort_by_key(|moved| (moved.layer, moved.head));
        here.into_iter().for_each(|moved| self.put(moved));
    }

    /// Takes over w and v of a head in whichever layer it is.
    fn put(&mut self, moved: Moved) {
        let Moved { layer, head, w, v } = moved;
        if layer == self.layer {
            if let Some(w) = w {
                self.set_w(head, w);
            }
            if let Some(v) = v {
                self.set_v(head, v);
            }
            return;
        }
        self.elsewhere.retain(|known| (known.layer, known.head) != (layer, head));
        self.elsewhere.push(moved);
        self.elsewhere.sort_by_key(|moved| (moved.layer, moved.head));
    }

    /// Takes w, v and β of all heads of all layers back to the model's own.
    pub fn restore(&mut self) {
        self.altered = Altered::default();
        self.restore_terms();
        self.elsewhere.clear();
    }

    /// Whether w, v and β of every head of every layer are the model's own.
    pub fn is_own(&self) -> bool {
        self.altered.is_none() && self.elsewhere.is_empty() && self.has_whole_position_terms()
    }

    /// Whether w or v of a head of the shown layer is not the model's own.
    pub fn is_moved(&self, head: usize) -> bool {
        self.altered.w.contains(&head) || self.altered.v.contains(&head)
    }

    /// What counts of a head's own position term in panel A.
    pub fn term_of(&self, head: usize) -> TermParameters {
        let at = |of: &[f64; MAX_HEADS], trained: f64| of.get(head).copied().unwrap_or(trained);
        let (beta, shape, shift) =
            (at(&self.beta, 1.0), at(&self.shape, TRAINED_SHAPE), at(&self.shift, 0.0));
        // To choose a bucket moves nothing yet.
        let offset = if shift == 0.0 { 0 } else { self.offset };
        TermParameters { beta, shape, shift, offset }
    }

    /// Lets the position term of every head count as it was trained.
    fn restore_terms(&mut self) {
        self.beta = [1.0; MAX_HEADS];
        (self.shape, self.shift) = ([TRAINED_SHAPE; MAX_HEADS], [0.0; MAX_HEADS]);
    }

    /// Whether what the model adds to its scores by itself counts as it was trained in every head.
    pub fn has_whole_position_terms(&self) -> bool {
        (0..MAX_HEADS).all(|head| self.term_of(head).is_trained())
    }

    /// No layer beyond the last of the models of A and of B.
    pub fn fit_layers(&mut self, depth: usize, depth_b: usize) {
        let last = depth.max(1) - 1;
        if self.layer > last {
            self.show_layer(last);
        }
        self.elsewhere.retain(|moved| moved.layer <= last);
        self.layer_b = self.layer_b.map(|layer| layer.min(depth_b.max(1) - 1));
        self.settle();
    }

    /// w and v of the heads of a layer of the model of panel A, `[h]`; `own` are those that it has of itself.
    pub fn heads_of_layer(&self, layer: usize, own: &[HeadParameters]) -> Vec<HeadParameters> {
        let mut heads = own.to_vec();
        for (head, slot) in heads.iter_mut().enumerate().take(MAX_HEADS) {
            let (w, v) = match layer == self.layer {
                true => (self.w.get(head).copied(), self.v.get(head).copied()),
                false => {
                    let is_it = |moved: &&Moved| (moved.layer, moved.head) == (layer, head);
                    self.elsewhere
                        .iter()
                        .find(is_it)
                        .map_or((None, None), |moved| (moved.w, moved.v))
                }
            };
            *slot = HeadParameters { w: w.unwrap_or(slot.w), v: v.unwrap_or(slot.v) };
        }
        heads
    }

    /// The heads of the layers before one whose w or v was moved, with both. `own` gives those that the
    /// heads of a layer have of themselves.
    pub fn moved_before(
        &self,
        layer: usize,
        own: impl Fn(usize) -> Vec<HeadParameters>,
    ) -> Vec<MovedHead> {
        let of_shown = self.altered.w.iter().chain(&self.altered.v);
        let mut places: Vec<_> = of_shown.map(|&head| (self.layer, head)).collect();
        places.extend(self.elsewhere.iter().map(|moved| (moved.layer, moved.head)));
        places.retain(|&(moved, _)| moved < layer);
        places.sort_unstable();
        places.dedup();
        let moved = places.into_iter().filter_map(|(layer, head)| {
            let parameters = self.heads_of_layer(layer, &own(layer)).get(head).copied()?;
            Some(MovedHead { layer, head, parameters })
        });
        moved.collect()
    }

    /// Whether A and B, of one model, attend differently in a layer before the one that is shown.
    pub fn differs_before(&self) -> bool {
        let flat = |_| vec![HeadParameters { w: 0.0, v: 0.0 }; MAX_HEADS];
        let laid = [self.a, self.b].map(|method| method.knows_distance().then_some(method));
        let has_moved = !self.moved_before(self.layer, flat).is_empty();
        has_moved && (laid[0] != laid[1] || laid[0].is_some() && !self.distance)
    }

    /// The name of the file behind a model; empty where there is none.
    pub fn file_of(&self, choice: ModelChoice) -> &str {
        let place = FILES.iter().position(|&known| known == choice);
        place.and_then(|place| self.files.get(place)).map_or("", String::as_str)
    }

    /// Names the file behind a model.
    pub fn name_file(&mut self, choice: ModelChoice, name: &str) {
        let place = FILES.iter().position(|&known| known == choice);
        if let Some(slot) = place.and_then(|place| self.files.get_mut(place)) {
            *slot = kept_name(name);
        }
    }

    /// Forgets the names of files that no panel shows.
    pub(super) fn forget_files(&mut self) {
        let shown = [self.model, self.model_b];
        for (slot, choice) in self.files.iter_mut().zip(FILES) {
            if !shown.contains(&choice) {
                slot.clear();
            }
        }
    }

    /// The names of the files that A or B shows, for a link; empty texts for the others, and none at the end.
    pub(super) fn shown_files(&self) -> Vec<String> {
        let shown = |choice: ModelChoice| [self.model, self.model_b].contains(&choice);
        let mut names: Vec<String> = FILES
            .iter()
            .map(
                |&choice| {
                    if shown(choice) { self.file_of(choice).to_owned() } else { String::new() }
                },
            )
            .collect();
        while names.last().is_some_and(String::is_empty) {
            names.pop();
        }
        names
    }

    pub(super) fn set_files(&mut self, value: &Value) -> Result<(), SettingError> {
        let names = value.texts()?;
        if names.len() > FILES.len() {
            return Err(SettingError::TooManyFiles(names.len()));
        }
        for (slot, name) in self.files.iter_mut().zip(names) {
            if !name.is_empty() {
                *slot = kept_name(&name);
            }
        }
        Ok(())
    }

    /// `2.7:-1:0.5`: layer, head, w, v; nothing for the model's own.
    pub(super) fn elsewhere_texts(&self) -> Vec<String> {
        let number = |number: Option<f64>| number.map_or_else(String::new, |x| x.to_string());
        let text = |moved: &Moved| {
            let (w, v) = (number(moved.w), number(moved.v));
            format!("{}.{}:{w}:{v}", moved.layer + 1, moved.head + 1)
        };
        self.elsewhere.iter().map(text).collect()
    }

    pub(super) fn set_elsewhere(&mut self, value: &Value) -> Result<(), SettingError> {
        let texts = value.texts()?;
        if texts.len() > MAX_LAYERS * MAX_HEADS {
            return Err(SettingError::TooManyHeads(texts.len()));
        }
        let moved = texts.iter().map(|text| moved(text)).collect::<Result<Vec<_>, _>>()?;
        self.elsewhere.clear();
        moved.into_iter().for_each(|moved| self.put(moved));
        Ok(())
    }
}

fn moved(text: &str) -> Result<Moved, SettingError> {
    let wrong = || SettingError::Form { found: text.to_owned(), form: "LAYER.HEAD:W:V" };
    let mut parts = text.split(':');
    let (Some(place), Some(w), Some(v), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong());
    };
    let (layer, head) = place.split_once('.').ok_or_else(wrong)?;
    let whole = |text: &str, most| Value::Text(text.to_owned()).whole(1, most);
    let number = |text: &str| match text {
        "" => Ok(None),
        text => Value::Text(text.to_owned()).number(-MAX_PARAMETER, MAX_PARAMETER).map(Some),
    };
    let (layer, head) = (whole(layer, MAX_LAYERS)? - 1, whole(head, MAX_HEADS)? - 1);
    Ok(Moved { layer, head, w: number(w)?, v: number(v)? })
}

/// A name as it is kept: a semicolon parts names in a link, and a long one says no more.
pub(crate) fn kept_name(name: &str) -> String {
    let kept = |c: char| if c == ';' || c.is_control() { ' ' } else { c };
    let name: String = name.chars().map(kept).take(LONGEST_NAME).collect();
    name.trim().to_owned()
}
