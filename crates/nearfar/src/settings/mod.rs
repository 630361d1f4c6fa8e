//! Everything that a link restores, as one value: what undo steps through, what is stored for the
//! next visit, and what scripts read and write. `fields` names each part once, for all of them.

mod fields;
pub mod history;
mod presets;
mod text_form;
pub mod url;
mod value;

pub use fields::{FIELDS, Field};
pub use history::History;
pub use presets::Preset;
pub use text_form::{Choice, method_from_text, method_text};
pub use value::{Value, parse_number};

use crate::attention::{HeadParameters, Mapping};
use crate::method::Method;

/// The most heads that the Lab shows.
pub const MAX_HEADS: usize = 16;
/// d, the dimensions of a head (Wu et al. 2021, section 4.1).
pub const HEAD_DIMENSIONS: usize = 16;
/// The largest |w| and |v| that are accepted; beyond, the sigmoid is a step.
pub const MAX_PARAMETER: f64 = 1_000.0;
/// The longest text of the choices of the Train or the Inspect room, in bytes.
pub const MAX_ROOM_TEXT: usize = 4_000;
/// The longest text of the Compare room, in bytes: it holds a tree.
pub const MAX_COMPARE_TEXT: usize = 20_000;
/// The longest sentence that is kept, in bytes of UTF-8.
pub const MAX_SENTENCE: usize = 100_000;
/// The most heads that are shown side by side, as in Fig. 8.
pub const SIDE_BY_SIDE: usize = 4;
/// The most curves that the Curves room draws at once.
pub const MAX_CURVES: usize = 12;
/// The largest coefficient matrix of the Curves room, in tokens.
pub const MAX_MATRIX_TOKENS: usize = 512;

/// A room of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Room {
    /// Sentence, heads, attention.
    #[default]
    Lab,
    /// The mapping functions.
    Curves,
    /// Every method side by side, a program of its own.
    Compare,
    /// Training, a program of its own.
    Train,
    /// Strangers' checkpoints, a program of its own.
    Inspect,
}

/// Where the numbers of a panel's model come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModelChoice {
    /// DA-Transformer, trained on SST-2.
    #[default]
    Sst2Da,
    /// Vanilla Transformer, trained alike on SST-2.
    Sst2Vanilla,
    /// DA-Transformer, trained on AG News.
    AgNewsDa,
    /// Vanilla Transformer, trained alike on AG News.
    AgNewsVanilla,
    /// Seeded random projections, no classifier.
    Untrained,
    /// The checkpoint that the user opened. A link cannot carry it.
    Opened,
}

impl ModelChoice {
    /// The file under `checkpoints/` of a bundled model.
    pub fn file_name(self) -> Option<&'static str> {
        match self {
            ModelChoice::Sst2Da => Some("sst2-da.safetensors"),
            ModelChoice::Sst2Vanilla => Some("sst2-vanilla.safetensors"),
            ModelChoice::AgNewsDa => Some("agnews-da.safetensors"),
            ModelChoice::AgNewsVanilla => Some("agnews-vanilla.safetensors"),
            ModelChoice::Untrained | ModelChoice::Opened => None,
        }
    }

    /// What a person would compare with this model: the vanilla one that was trained alike.
    pub fn counterpart(self) -> ModelChoice {
        match self {
            ModelChoice::Sst2Da | ModelChoice::Sst2Vanilla => ModelChoice::Sst2Vanilla,
            ModelChoice::AgNewsDa | ModelChoice::AgNewsVanilla => ModelChoice::AgNewsVanilla,
            other => other,
        }
    }
}

/// How attention is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// A matrix of coloured cells.
    #[default]
    Heatmap,
    /// Lines from token to token.
    Lines,
    /// The matrices of several heads side by side.
    Heads,
}

/// What the colours of two matrices are measured against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColourRange {
    /// One range for A and B, so that equal colours are equal weights.
    #[default]
    Common,
    /// Each from 0 to its own largest weight.
    Own,
}

/// The colour map of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colours {
    /// Blue to yellow.
    #[default]
    Cividis,
    /// Purple to green to yellow.
    Viridis,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What the horizontal axis of the curves counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CurveAxis {
    /// x, the weighted distance.
    #[default]
    Weighted,
    /// Tokens: x = w · R.
    Tokens,
}

/// One curve of the Curves room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// f.
    pub mapping: Mapping,
    /// v, read by the learnable sigmoid alone.
    pub v: f64,
}

/// A coefficient matrix of the Curves room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatrixChoice {
    /// w and v of the head.
    pub head: HeadParameters,
    /// N.
    pub tokens: usize,
}

/// Everything that a link restores.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The room that is open.
    pub room: Room,
    /// What the user typed.
    pub sentence: String,
    /// The model of panel A.
    pub model: ModelChoice,
    /// The model of panel B.
    pub model_b: ModelChoice,
    /// How many heads, 1 to [`MAX_HEADS`]; a trained model has its own number.
    pub heads: usize,
    /// Seed of the untrained projections.
    pub seed: u32,
    /// Whether w and v are as the model of panel A has them: as it learned them, or for untrained
    /// projections half near, half far. Links then leave them out.
    pub learned: bool,
    /// w of every head that could be shown.
    pub w: [f64; MAX_HEADS],
    /// v of every head that could be shown.
    pub v: [f64; MAX_HEADS],
    /// Method A.
    pub a: Method,
    /// Method B.
    pub b: Method,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// The head that the large pictures show, from 0.
    pub head: usize,
    /// Further heads that the sliders move, from 0, ascending; the shown head always moves.
    pub chosen: Vec<usize>,
    /// The cell that the cursor is locked to: query and key, from 0.
    pub cursor: Option<(usize, usize)>,
    /// Tokens that are summed, from 0, ascending.
    pub selected: Vec<usize>,
    /// Heatmap or lines.
    pub view: View,
    /// What colours are measured against.
    pub range: ColourRange,
    /// The colour map of weights.
    pub colours: Colours,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The curves of the Curves room.
    pub curves: Vec<Curve>,
    /// What their horizontal axis counts.
    pub curve_axis: CurveAxis,
    /// The w that turns x into tokens.
    pub curve_w: f64,
    /// Whether slopes are drawn instead of values.
    pub slopes: bool,
    /// The fifth coefficient matrix of the Curves room.
    pub matrix: MatrixChoice,
    /// The choices of the Train room, in its own words.
    pub train: String,
    /// What the Inspect room shows, in its own words.
    pub inspect: String,
    /// What the Compare room shows, with the tree of the sentence, in its own words.
    pub compare: String,
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Settings {
            room: Room::default(),
            sentence: DEFAULT_SENTENCE.to_owned(),
            model: ModelChoice::Sst2Da,
            model_b: ModelChoice::Sst2Vanilla,
            heads: MAX_HEADS,
            seed: 7,
            learned: true,
            w: [0.0; MAX_HEADS],
            v: [1.0; MAX_HEADS],
            a: Method::DISTANCE_AWARE,
            b: Method::VANILLA,
            causal: false,
            head: DEFAULT_HEAD,
            chosen: Vec::new(),
            cursor: None,
            selected: Vec::new(),
            view: View::default(),
            range: ColourRange::default(),
            colours: Colours::default(),
            theme: ThemeChoice::default(),
            curves: [-2.0, -1.0, 0.0, 1.0, 2.0]
                .map(|v| Curve { mapping: Mapping::LearnableSigmoid, v })
                .to_vec(),
            curve_axis: CurveAxis::default(),
            curve_w: -1.0,
            slopes: false,
            matrix: MatrixChoice { head: HeadParameters { w: -0.5, v: 2.0 }, tokens: 20 },
            train: String::new(),
            inspect: String::new(),
            compare: String::new(),
        };
        Preset::HalfNearHalfFar.apply(&mut settings);
        settings
    }
}

/// The head of the first visit: near, with some weight left for its neighbours.
const DEFAULT_HEAD: usize = 3;

/// The sentence of the first visit. Its words are all among the most frequent, so that the first
/// picture waits for one file only.
pub const DEFAULT_SENTENCE: &str = "The old man said that the food was not good, but the people at the next table did not think so.";

impl Settings {
    /// w and v of the heads that are shown, `[heads]`.
    pub fn head_parameters(&self) -> Vec<HeadParameters> {
        let pairs = self.w.iter().zip(&self.v).take(self.heads);
        pairs.map(|(&w, &v)| HeadParameters { w, v }).collect()
    }

    /// Takes over what the model of panel A says: its number of heads and, where `learned`, its w
    /// and v. `own` are those of a trained model, `None` for untrained projections.
    pub fn adopt(&mut self, own: Option<&[HeadParameters]>) {
        match own {
            Some(own) => {
                self.heads = own.len().clamp(1, MAX_HEADS);
                if self.learned {
                    for ((w, v), own) in self.w.iter_mut().zip(&mut self.v).zip(own) {
                        (*w, *v) = (own.w, own.v);
                    }
                }
            }
            None if self.learned => Preset::HalfNearHalfFar.apply(self),
            None => {}
        }
        self.settle();
    }

    /// The heads that the sliders move, from 0, ascending: the shown one and the chosen ones.
    pub fn moved_heads(&self) -> Vec<usize> {
        (0..self.heads).filter(|head| *head == self.head || self.chosen.contains(head)).collect()
    }

    /// The heads whose large pictures are shown, from 0.
    pub fn heads_on_screen(&self) -> Vec<usize> {
        match self.view {
            View::Heads => self.moved_heads().into_iter().take(SIDE_BY_SIDE).collect(),
            View::Heatmap | View::Lines => vec![self.head],
        }
    }

    /// Brings what depends on each other into agreement: no shown or chosen head beyond the last.
    pub fn settle(&mut self) {
        self.heads = self.heads.clamp(1, MAX_HEADS);
        self.head = self.head.min(self.heads - 1);
        let heads = self.heads;
        self.chosen.retain(|&head| head < heads);
    }
}
