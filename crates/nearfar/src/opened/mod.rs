//! Models that were opened from anybody's file: what the Lab knows of them, what it asks the worker that
//! reads them for, and what comes back. Reading files and running models is that worker's (`nearfar-inspect`).
//!
//! 1. [`OpenedModel`]: layers, heads, how it attends, what had to be assumed.
//! 2. [`Wanted`]: one layer on one sentence, with what is laid over the heads of the layers before it.
//! 3. [`LayerAnswer`]: the layer's tokens and [inputs](crate::attention::LayerInputs), for a trace.
//! 4. [`Asked`]: which layers are on their way, which come next.
//! 5. [`lend`]: how the worker that reads files is asked for these, and what it answers.
//! 6. [`message`]: all of them as plain lists, between programs.

mod asked;
pub mod lend;
pub mod message;

pub use asked::{Asked, When};

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::attention::{HeadParameters, LayerInputs};
use crate::lab::Panel;
use crate::method::Method;
use crate::settings::{FILES, ModelChoice, Settings};
use crate::text::Token;

/// The most tokens of a sentence that an opened model is run on: it has many layers.
pub const MOST_TOKENS: usize = 128;
/// The most layers of a model that is shown.
pub const MOST_LAYERS: usize = 256;

/// The page's own models of methods beside the Lab's, trained alike on SST-2: the address of each, which is its
/// name among models from files, and the short name of its method. They are run as anybody's file is.
pub const OF_PAGE: [(&str, &str); 9] = [
    ("checkpoints/sst2-rpr.safetensors", "Shaw RPR"),
    ("checkpoints/sst2-xl.safetensors", "XL"),
    ("checkpoints/sst2-tener.safetensors", "TENER"),
    ("checkpoints/sst2-tener-program.safetensors", "TENER, released"),
    ("checkpoints/sst2-alibi.safetensors", "ALiBi"),
    ("checkpoints/sst2-t5.safetensors", "T5 bias"),
    ("checkpoints/sst2-rope.safetensors", "RoPE"),
    ("checkpoints/sst2-kerple.safetensors", "KERPLE"),
    ("checkpoints/sst2-kerple-power.safetensors", "KERPLE, power"),
];

/// The short name of the method of a model of the page, by the model's address.
pub fn method_of_page(address: &str) -> Option<&'static str> {
    OF_PAGE.iter().find(|(known, _)| *known == address).map(|(_, method)| *method)
}

/// The address of the model of the page behind a place among the models from files, where one is: it is named in the
/// settings as files are.
pub fn of_page_behind(settings: &Settings, choice: ModelChoice) -> Option<&'static str> {
    let name = settings.file_of(choice);
    OF_PAGE.iter().map(|(address, _)| *address).find(|address| *address == name)
}

/// What is known of an opened model.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedModel {
    /// The file's name.
    pub name: String,
    /// h of every layer, in the order in which they are run.
    pub heads: Vec<usize>,
    /// w and v that the heads of every layer were trained with; an empty list for a layer without.
    pub own: Vec<Vec<HeadParameters>>,
    /// How heads with w and v of their own attend; vanilla where none has.
    pub method: Method,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// What no file says and the pictures rest on, a sentence each.
    pub assumptions: Vec<String>,
    /// Where it is not as published models of its sizes, a sentence each; it is followed.
    pub departures: Vec<String>,
    /// What it reads: "pieces of its tokenizer", or "token IDs".
    pub reads: String,
    /// The method of this project by which it attends, where that is neither distance-aware nor vanilla; else empty.
    pub attends: String,
    /// Whether it is attention weights alone, on a text of their own: without queries and keys, scores are
    /// the weights' logarithms.
    pub weights_only: bool,
}

impl OpenedModel {
    /// A model with so many heads in its layers that is as it is: vanilla, of tokens that all see each other, with
    /// nothing assumed.
    pub fn plain(name: impl Into<String>, heads: Vec<usize>) -> OpenedModel {
        OpenedModel {
            name: name.into(),
            own: vec![Vec::new(); heads.len()],
            heads,
            method: Method::Vanilla { positions: false },
            causal: false,
            assumptions: Vec::new(),
            departures: Vec::new(),
            reads: String::new(),
            attends: String::new(),
            weights_only: false,
        }
    }

    /// How many layers there are.
    pub fn depth(&self) -> usize {
        self.heads.len()
    }

    /// w and v that the heads of a layer have of themselves, `[h]`. A head that was trained without is
    /// flat: w = 0, which leaves its weights as they are.
    pub fn own_heads(&self, layer: usize) -> Vec<HeadParameters> {
        let heads = self.heads.get(layer).copied().unwrap_or(0);
        match self.own.get(layer) {
            Some(own) if own.len() == heads => own.clone(),
            _ => vec![HeadParameters { w: 0.0, v: 1.0 }; heads],
        }
    }

    /// What w and v are laid over this model with at first.
    pub fn first_method(&self) -> Method {
        self.method.laid_first(!self.weights_only)
    }
}

/// w and v that are laid over a head of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedHead {
    /// Which layer, from 0.
    pub layer: usize,
    /// Which head, from 0.
    pub head: usize,
    /// w and v.
    pub parameters: HeadParameters,
}

/// What a panel wants of an opened model. Two panels that want the same ask once.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Which model.
    pub model: ModelChoice,
    /// Which layer, from 0.
    pub layer: usize,
    /// The text.
    pub sentence: String,
    /// Mapping and adjustment of what is laid over the layers before; vanilla where nothing is.
    pub method: Method,
    /// What is laid over them.
    pub moved: Vec<MovedHead>,
}

impl Wanted {
    /// Whether another layer would do until this one is there: the same one, on an earlier sentence or with
    /// other w and v before it.
    pub fn is_of_layer(&self, other: &Wanted) -> bool {
        self.model == other.model && self.layer == other.layer
    }
}

/// How a model that is opened is shown at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Showing {
    /// In which panel; A where nothing is said, or where the settings wait for it.
    pub panel: Option<Panel>,
    /// Which layer, from 0.
    pub layer: Option<usize>,
    /// Which head, from 0.
    pub head: Option<usize>,
    /// In no panel: another room shows it.
    pub elsewhere: bool,
}

impl Showing {
    /// In no panel.
    pub const ELSEWHERE: Showing =
        Showing { panel: None, layer: None, head: None, elsewhere: true };

    /// In which panel a model is shown; in no other one where the settings show it already (`is_shown`), unless that was
    /// asked for.
    pub fn in_panel(&self, is_shown: bool) -> Option<Panel> {
        let panel = self.panel.or((!is_shown).then_some(Panel::A));
        panel.filter(|_| !self.elsewhere)
    }
}

/// Files that are opened while others are still read: of those for one panel, what was asked for last is what is
/// shown, however long each takes.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    begun: u32,
    /// The last one that A and B showed.
    shown: [u32; 2],
}

impl Openings {
    /// One is begun: its number.
    pub fn begin(&mut self) -> u32 {
        self.begun += 1;
        self.begun
    }

    /// How the model of an opening is shown now that it is there: in no panel where a later one is.
    pub fn come(&mut self, opening: u32, showing: Showing) -> Showing {
        let shown = match showing.panel.unwrap_or(Panel::A) {
            Panel::A => &mut self.shown[0],
            Panel::B => &mut self.shown[1],
        };
        let is_late = opening < *shown;
        if !is_late && !showing.elsewhere {
            *shown = opening;
        }
        Showing { elsewhere: showing.elsewhere || is_late, ..showing }
    }
}

/// What tells a file from another of its name: its size, and a hash of what it begins and ends with.
pub type Stamp = (u64, u64);

/// The stamp of a file of so many bytes, which begins and ends with these.
pub fn stamp(size: f64, begins: &[u8], ends: &[u8]) -> Stamp {
    let mut hasher = DefaultHasher::new();
    begins.hash(&mut hasher);
    ends.hash(&mut hasher);
    (size.to_bits(), hasher.finish())
}

/// Keeps a file among the last ones, in the place of one of its name: as many as there are places for models.
pub fn keep_last<F>(files: &mut Vec<F>, file: F, name: impl Fn(&F) -> String) {
    files.retain(|known| name(known) != name(&file));
    files.push(file);
    let over = files.len().saturating_sub(FILES.len());
    files.drain(..over);
}

/// The models `M` that are open, each in its place.
#[derive(Clone, Debug)]
pub struct Shelf<M>(Vec<(ModelChoice, M, Option<Stamp>)>);

impl<M> Default for Shelf<M> {
    fn default() -> Self {
        Shelf(Vec::new())
    }
}

impl<M> Shelf<M> {
    fn place(&self, choice: ModelChoice) -> Option<&(ModelChoice, M, Option<Stamp>)> {
        self.0.iter().find(|(known, ..)| *known == choice)
    }

    /// The model of a place.
    pub fn model(&self, choice: ModelChoice) -> Option<&M> {
        self.place(choice).map(|(_, model, _)| model)
    }

    fn stamp(&self, choice: ModelChoice) -> Option<Stamp> {
        self.place(choice).and_then(|(.., stamp)| *stamp)
    }

    /// Whether what came belongs to the model of a place: the same file, or where none of a model came, companions that
    /// `joined` it.
    pub fn is_same(
        &self,
        choice: ModelChoice,
        stamp: Option<Stamp>,
        joined: Option<ModelChoice>,
    ) -> bool {
        if stamp.is_some() { self.stamp(choice) == stamp } else { joined == Some(choice) }
    }

    /// Puts a model in a place; without a stamp that of the file before stays.
    pub fn put(&mut self, choice: ModelChoice, model: M, stamp: Option<Stamp>) {
        let stamp = stamp.or(self.stamp(choice));
        self.0.retain(|(known, ..)| *known != choice);
        self.0.push((choice, model, stamp));
    }
}

/// What is said of models from files while they are opened and run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// What is being done, or waited for.
    pub busy: Option<String>,
    /// What could not be done; what was shown stays.
    pub problem: Option<String>,
}

/// One layer of an opened model on a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerAnswer {
    /// The model's own tokens, `[N]`, as its vocabulary spells them.
    pub labels: Vec<String>,
    /// How many tokens were left out, since there were more than can be run.
    pub cut: usize,
    /// Queries, keys, values.
    pub inputs: LayerInputs<f32>,
}

impl LayerAnswer {
    /// The tokens as the Lab shows them. No byte of the typed text belongs to them: a model's pieces need
    /// not be found in it.
    pub fn tokens(&self) -> Vec<Token> {
        let token =
            |label: &String| Token { text: label.clone(), word: label.clone(), range: 0..0 };
        self.labels.iter().map(token).collect()
    }
}
