//! Everything that a link restores, as one value: what undo steps through, what is stored for the
//! next visit, and what scripts read and write. `fields` names each part once, for all of them.

mod error;
mod fields;
pub mod history;
mod layers;
mod presets;
mod shown;
mod text_form;
mod texts;
pub mod url;
mod value;

pub use error::{Kind, SettingError};
pub use fields::{FIELDS, Field};
pub use history::History;
pub(crate) use layers::kept_name;
pub use layers::{FILES, MAX_LAYERS, Moved};
pub use presets::Preset;
pub use shown::FIGURE_8;
pub use text_form::{
    Choice, MappingKind, TextError, adjustment_forms, mapping_forms, mapping_from_text,
    mapping_text, method_file_name, method_from_text, method_text, model_method_forms,
    model_method_from_text, model_method_text,
};
pub use value::{Value, parse_number, quoted};

use crate::attention::trace::TRAINED_SHAPE;
use crate::attention::{HeadParameters, Mapping};
use crate::lab::{Contribution, Panel};
use crate::method::Method;
use crate::panels::{self, Named};
use crate::picture::palette::Theme;

/// The most heads that the Lab shows.
pub const MAX_HEADS: usize = 16;
/// d, the dimensions of a head (Wu et al. 2021, section 4.1).
pub const HEAD_DIMENSIONS: usize = 16;
/// The largest |w| and |v| that are accepted; beyond, the sigmoid is a step.
pub const MAX_PARAMETER: f64 = 1_000.0;
/// The longest text of the choices of the Train or the Inspect room, in bytes.
pub const MAX_ROOM_TEXT: usize = 12_000;
/// The longest text of the Compare room, in bytes: it holds a tree.
pub const MAX_COMPARE_TEXT: usize = 20_000;
/// The longest lesson that a link holds, in bytes, and the most steps of one.
pub const MAX_LESSON: usize = 20_000;
/// See [`MAX_LESSON`].
pub const MAX_STEPS: usize = 40;
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
    /// Lessons, a program of its own.
    Learn,
}

impl Room {
    /// Every room, in the order of the page.
    pub const EVERY: &[Room] = &{
        let mut every = [Room::Lab; <Room as Choice>::ALL.len()];
        let mut place = 0;
        while place < every.len() {
            every[place] = <Room as Choice>::ALL[place].0;
            place += 1;
        }
        every
    };
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
    /// The checkpoint of this project that the user opened. A link cannot carry it.
    Opened,
    /// A model from anybody's file that is open. A link carries its name alone, see [`Settings::files`].
    File1,
    /// Another.
    File2,
    /// Another.
    File3,
    /// Another.
    File4,
}

impl ModelChoice {
    /// The file under `checkpoints/` of a bundled model.
    pub fn file_name(self) -> Option<&'static str> {
        match self {
            ModelChoice::Sst2Da => Some("sst2-da.safetensors"),
            ModelChoice::Sst2Vanilla => Some("sst2-vanilla.safetensors"),
            ModelChoice::AgNewsDa => Some("agnews-da.safetensors"),
            ModelChoice::AgNewsVanilla => Some("agnews-vanilla.safetensors"),
            ModelChoice::Untrained
            | ModelChoice::Opened
            | ModelChoice::File1
            | ModelChoice::File2
            | ModelChoice::File3
            | ModelChoice::File4 => None,
        }
    }

    /// The heads of a bundled model: as many as the Lab shows.
    pub fn own_heads(self) -> Option<usize> {
        self.file_name().map(|_| MAX_HEADS)
    }

    /// Whether it is one of the page's own models of film reviews.
    pub fn reads_reviews(self) -> bool {
        matches!(self, ModelChoice::Sst2Da | ModelChoice::Sst2Vanilla)
    }

    /// Whether it is a model from anybody's file, which another program runs.
    pub fn is_file(self) -> bool {
        matches!(
            self,
            ModelChoice::File1 | ModelChoice::File2 | ModelChoice::File3 | ModelChoice::File4
        )
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
    /// Large, dark on light, high in contrast: for the wall of a lecture room.
    Projector,
}

impl ThemeChoice {
    /// Light or dark, on a system that is one of both.
    pub fn theme(self, system_is_dark: bool) -> Theme {
        match self {
            ThemeChoice::Dark => Theme::Dark,
            ThemeChoice::System if system_is_dark => Theme::Dark,
            ThemeChoice::System | ThemeChoice::Light | ThemeChoice::Projector => Theme::Light,
        }
    }

    /// The name by which style sheets find what is shown (`data-theme`): on paper a dark page is light.
    pub fn name_of(self, shown: Theme) -> &'static str {
        match (self, shown) {
            (_, Theme::Dark) => "dark",
            (ThemeChoice::Projector, Theme::Light) => "projector",
            (_, Theme::Light) => "light",
        }
    }
}

/// The language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The first of the browser's that the page has.
    #[default]
    Browser,
    /// English.
    English,
    /// Chinese, simplified.
    Chinese,
    /// Korean.
    Korean,
    /// German.
    German,
}

/// What the horizontal axis of the curves counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CurveAxis {
    /// x, the weighted distance.
    Weighted,
    /// Tokens: x = w · R.
    #[default]
    Tokens,
}

/// One curve of the Curves room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// f.
    pub mapping: Mapping,
    /// v; 0 where the mapping has none.
    pub v: f64,
}

/// The most texts that a model answers to at once, the sentence among them.
pub const MAX_TEXTS: usize = 32;

/// Everything that a link restores.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The room that is open.
    pub room: Room,
    /// What the user typed.
    pub sentence: String,
    /// The other texts that a model reads which answers to several, one per line.
    pub others: String,
    /// The place of the sentence among them, from 0.
    pub place: usize,
    /// The model of panel A.
    pub model: ModelChoice,
    /// The model of panel B.
    pub model_b: ModelChoice,
    /// The names of the files behind the [models that are opened](FILES), empty for none: what a link or a
    /// reload can say of them.
    pub files: [String; FILES.len()],
    /// The layer that panel A shows, from 0.
    pub layer: usize,
    /// That of panel B, from 0; `None` for the same one.
    pub layer_b: Option<usize>,
    /// How many heads, 1 to [`MAX_HEADS`]; a trained model has its own number.
    pub heads: usize,
    /// Seed of the untrained projections.
    pub seed: u32,
    /// w of every head of the shown layer that could be shown.
    pub w: [f64; MAX_HEADS],
    /// v of every head that could be shown.
    pub v: [f64; MAX_HEADS],
    /// Whose w and v are not those of the model of panel A: what it learned, or for untrained
    /// projections half near, half far. Links hold these alone.
    pub altered: Altered,
    /// β of every head of the shown layer: how much of what a model from a file adds to its scores by itself
    /// counts in panel A; 1 is the model as it was trained.
    pub beta: [f64; MAX_HEADS],
    /// How that goes with distance, of every head, where it is known: the reach of a term by offsets, in places, the
    /// base of a rotation, as its power of ten, or what u is multiplied by; [`TRAINED_SHAPE`] as trained.
    pub shape: [f64; MAX_HEADS],
    /// What is added to the number of one bucket of T5, or to what v is multiplied by, of every head; 0 as trained.
    pub shift: [f64; MAX_HEADS],
    /// The j - i whose bucket that is, of every head.
    pub offset: i32,
    /// The same as `altered` of the other layers of that model, by layer and head, each head once.
    pub elsewhere: Vec<Moved>,
    /// Method A.
    pub a: Method,
    /// Method B.
    pub b: Method,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// Whether the coefficients of A act; else every w of A counts as 0.
    pub distance: bool,
    /// Whether the keys of a row of A compete, as under every softmax.
    pub competition: bool,
    /// The head that the large pictures show, from 0.
    pub head: usize,
    /// The head of B that is shown beside it, from 0; `None` for the same one.
    pub head_b: Option<usize>,
    /// What of A - B is shown.
    pub difference: Contribution,
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
    /// The language of the page, once it is loaded again.
    pub language: Language,
    /// The lesson that is taken, in any room: the name of one that comes with the page, or a lesson's file;
    /// empty for none.
    pub lesson: String,
    /// Its step, from 0.
    pub step: usize,
    /// The panels that the link hides.
    pub hide: Named,
    /// The panels that the link shows alone; none for all.
    pub only: Named,
    /// Whether the page stands in another one, without head and foot.
    pub embed: bool,
    /// The curves of the Curves room.
    pub curves: Vec<Curve>,
    /// What their horizontal axis counts.
    pub curve_axis: CurveAxis,
    /// f of the curve that is edited in the Curves room; its w and v are those of the shown head.
    pub curve: Mapping,
    /// Whether slopes are drawn instead of values.
    pub slopes: bool,
    /// N of the coefficient matrices of the Curves room.
    pub matrix_tokens: usize,
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
            others: String::new(),
            place: 0,
            model: ModelChoice::Sst2Da,
            model_b: ModelChoice::Sst2Da,
            files: Default::default(),
            layer: 0,
            layer_b: None,
            heads: MAX_HEADS,
            seed: 7,
            w: [0.0; MAX_HEADS],
            v: [1.0; MAX_HEADS],
            altered: Altered::default(),
            beta: [1.0; MAX_HEADS],
            shape: [TRAINED_SHAPE; MAX_HEADS],
            shift: [0.0; MAX_HEADS],
            offset: DEFAULT_OFFSET,
            elsewhere: Vec::new(),
            a: Method::DISTANCE_AWARE,
            b: Method::Vanilla { positions: false },
            causal: false,
            distance: true,
            competition: true,
            head: DEFAULT_HEAD,
            head_b: None,
            difference: Contribution::default(),
            chosen: Vec::new(),
            cursor: None,
            selected: Vec::new(),
            view: View::default(),
            range: ColourRange::default(),
            colours: Colours::default(),
            theme: ThemeChoice::default(),
            language: Language::default(),
            lesson: String::new(),
            step: 0,
            hide: Named::new(),
            only: Named::new(),
            embed: false,
            curves: [-2.0, -1.0, 0.0, 1.0, 2.0]
                .map(|v| Curve { mapping: Mapping::LearnableSigmoid, v })
                .to_vec(),
            curve_axis: CurveAxis::default(),
            curve: Mapping::LearnableSigmoid,
            slopes: false,
            matrix_tokens: 20,
            train: String::new(),
            inspect: String::new(),
            compare: String::new(),
        };
        settings.adopt(None);
        settings
    }
}

/// The head of the first visit, with the w and v that it learned: of all heads of the bundled models the
/// one that looks nearer and farther most as w is dragged. `docs/opening.md` has the measurement.
const DEFAULT_HEAD: usize = 5;
/// The word before.
const DEFAULT_OFFSET: i32 = -1;

/// The sentence of the first visit, chosen with its head.
pub const DEFAULT_SENTENCE: &str = "I liked the show my friends told me about";

/// Heads whose w or v is not the model's own, from 0, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Altered {
    /// Those with another w.
    pub w: Vec<usize>,
    /// Those with another v.
    pub v: Vec<usize>,
}

impl Altered {
    /// Whether all heads are as the model has them.
    pub fn is_none(&self) -> bool {
        self.w.is_empty() && self.v.is_empty()
    }

    fn mark(heads: &mut Vec<usize>, head: usize) {
        if let Err(place) = heads.binary_search(&head) {
            heads.insert(place, head);
        }
    }
}

impl Settings {
    /// w and v of the heads that are shown, `[heads]`.
    pub fn head_parameters(&self) -> impl Iterator<Item = HeadParameters> {
        let pairs = self.w.iter().zip(&self.v).take(self.heads);
        pairs.map(|(&w, &v)| HeadParameters { w, v })
    }

    /// The curve that is edited in the Curves room: the shown head's v under the function that is chosen there.
    pub fn own_curve(&self) -> Curve {
        let v = self.v.get(self.head).filter(|_| self.curve.has_v());
        Curve { mapping: self.curve, v: v.copied().unwrap_or_default() }
    }

    /// Opens a room by its tab. But for Learn's that leaves a lesson, which goes on there: all but the frame is as it was
    /// before, in this room.
    pub fn go_to(&mut self, room: Room, before_lesson: impl FnOnce() -> Settings) {
        if room != Room::Learn && !self.lesson.is_empty() {
            let Settings { theme, language, embed, .. } = *self;
            *self = Settings { theme, language, embed, ..before_lesson().for_later() };
        }
        self.room = room;
    }

    /// The room that the navigation marks: a lesson is Learn's, in whatever room its step is.
    pub fn marked_room(&self) -> Room {
        if self.lesson.is_empty() { self.room } else { Room::Learn }
    }

    /// The w of the shown head.
    pub fn head_w(&self) -> f64 {
        self.w.get(self.head).copied().unwrap_or_default()
    }

    /// Gives a head another w than the model's own.
    pub fn set_w(&mut self, head: usize, w: f64) {
        if let Some(slot) = self.w.get_mut(head) {
            *slot = w;
            Altered::mark(&mut self.altered.w, head);
        }
    }

    /// Gives a head another v than the model's own.
    pub fn set_v(&mut self, head: usize, v: f64) {
        if let Some(slot) = self.v.get_mut(head) {
            *slot = v;
            Altered::mark(&mut self.altered.v, head);
        }
    }

    /// Lets another part of a head's own position term count.
    pub fn set_beta(&mut self, head: usize, beta: f64) {
        if let Some(slot) = self.beta.get_mut(head) {
            *slot = beta;
        }
    }

    /// Gives a head's own position term another shape.
    pub fn set_shape(&mut self, head: usize, shape: f64) {
        if let Some(slot) = self.shape.get_mut(head) {
            *slot = if shape < 0.0 { TRAINED_SHAPE } else { shape };
        }
    }

    /// Adds to a number of a head's own position term.
    pub fn set_shift(&mut self, head: usize, shift: f64) {
        if let Some(slot) = self.shift.get_mut(head) {
            *slot = shift;
        }
    }

    /// Takes over what the model of panel A says: its number of heads, and w and v of those that are
    /// not [altered](Settings::altered). `own` are those of a trained model, `None` for untrained
    /// projections, and for a file that is not open: without w until it is.
    pub fn adopt(&mut self, own: Option<&[HeadParameters]>) {
        let heads = self.heads;
        let own = match own {
            Some(own) => {
                self.heads = own.len().clamp(1, MAX_HEADS);
                // What stands behind the model's heads is of no head, and of no model before it.
                let none = HeadParameters { w: 0.0, v: 1.0 };
                own.iter().copied().chain(std::iter::repeat(none)).take(MAX_HEADS).collect()
            }
            None if self.model.is_file() => vec![HeadParameters { w: 0.0, v: 1.0 }; MAX_HEADS],
            None => (0..MAX_HEADS)
                .map(|head| HeadParameters { w: presets::half_near_half_far(head, heads), v: 1.0 })
                .collect(),
        };
        for (head, own) in own.iter().enumerate().take(MAX_HEADS) {
            if !self.altered.w.contains(&head) {
                self.w[head] = own.w;
            }
            if !self.altered.v.contains(&head) {
                self.v[head] = own.v;
            }
        }
        self.settle();
    }

    /// The heads that the sliders move, from 0, ascending: the shown one and the chosen ones.
    pub fn moved_heads(&self) -> Vec<usize> {
        (0..self.heads).filter(|head| *head == self.head || self.chosen.contains(head)).collect()
    }

    /// Shows a head; or adds it to, or takes it from, those that the sliders move. One is always shown.
    pub fn choose_head(&mut self, head: usize, adds: bool) {
        if !adds {
            self.head = head;
            self.chosen.clear();
        } else if head == self.head {
            // Another chosen head takes its place.
            if let Some(other) = self.chosen.iter().copied().find(|&other| other != head) {
                self.head = other;
                self.chosen.retain(|&chosen| chosen != head && chosen != other);
            }
        } else if self.chosen.contains(&head) {
            self.chosen.retain(|&chosen| chosen != head);
        } else {
            self.chosen.push(head);
            self.chosen.sort_unstable();
        }
    }

    /// Lets the sliders move every head; or where they do, the shown one alone.
    pub fn choose_all_heads(&mut self) {
        self.chosen = match self.moved_heads().len() == self.heads {
            true => Vec::new(),
            false => (0..self.heads).collect(),
        };
    }

    /// Shows the head so many after this one, or before it; behind the last comes the first. No other one is moved.
    pub fn step_head(&mut self, by: isize) {
        self.head = (self.head + self.heads).saturating_add_signed(by) % self.heads.max(1);
        self.chosen.clear();
    }

    /// Types another sentence, cut at [`MAX_SENTENCE`] bytes on the boundary of a letter; whether all of it is there. The
    /// cursor and the selection belong to the words that were there.
    pub fn type_sentence(&mut self, text: &str) -> bool {
        let end = text.floor_char_boundary(MAX_SENTENCE);
        self.sentence = text.get(..end).unwrap_or_default().to_owned();
        self.cursor = None;
        self.selected.clear();
        end == text.len()
    }

    /// Selects a token, or takes it from those that are selected.
    pub fn toggle_token(&mut self, token: usize) {
        match self.selected.iter().position(|&selected| selected == token) {
            Some(place) => drop(self.selected.remove(place)),
            None => {
                self.selected.push(token);
                self.selected.sort_unstable();
            }
        }
    }

    /// The heads of a panel whose large pictures are shown, from 0.
    pub fn heads_on_screen(&self, panel: Panel) -> impl Iterator<Item = usize> {
        let (is_several, shown) = (self.view == View::Heads, self.head);
        let is_moved = move |head: &usize| *head == shown || self.chosen.contains(head);
        let several = (0..self.heads).filter(is_moved).take(SIDE_BY_SIDE);
        let several = is_several.then_some(several).into_iter().flatten();
        let one = (!is_several).then_some(shown);
        several.chain(one).chain(self.head_b.filter(|_| panel == Panel::B))
    }

    /// What is kept for a later visit: all but what the link alone says of the page.
    #[must_use]
    pub fn for_later(&self) -> Settings {
        let theme = match self.theme {
            ThemeChoice::Projector => ThemeChoice::System,
            other => other,
        };
        let (hide, only) = (Named::new(), Named::new());
        // A lesson keeps its own progress.
        let lesson = String::new();
        Settings { hide, only, embed: false, theme, lesson, step: 0, ..self.clone() }
    }

    /// The plain start from here: theme, language and room stay.
    #[must_use]
    pub fn plain_start(&self) -> Settings {
        // The room stays: undo brings back what was in it, and is seen to.
        let Settings { theme, language, embed, room, .. } = *self;
        // What is trained in its own room is trained on.
        let train = if room == Room::Train { String::new() } else { self.train.clone() };
        Settings { theme, language, embed, room, train, ..Settings::default() }
    }

    /// The first step of a lesson from here: theme, language and frame stay.
    #[must_use]
    pub fn in_lesson(&self, lesson: &str) -> Settings {
        let Settings { theme, language, embed, .. } = *self;
        Settings { theme, language, embed, lesson: lesson.to_owned(), ..Settings::default() }
    }

    /// Whether these are the plain start, with w and v of a model that has come.
    pub fn is_plain_start(&self) -> bool {
        let mut start = self.plain_start();
        if self.is_own() {
            (start.w, start.v) = (self.w, self.v);
        }
        *self == start
    }

    /// Locks the cursor to a cell; again to the same cell releases it.
    pub fn toggle_cursor(&mut self, cell: (usize, usize)) {
        self.cursor = if self.cursor == Some(cell) { None } else { Some(cell) };
    }

    /// Of the open room, the panels that are hidden and those that are shown alone, separated by spaces.
    pub fn hidden(&self) -> [String; 2] {
        [&self.hide, &self.only].map(|names| panels::of_room(names, self.room).join(" "))
    }

    /// Hides nothing any more.
    pub fn show_all(&mut self) {
        self.hide.clear();
        self.only.clear();
    }

    /// Whether the page shows less of the open room than there is.
    pub fn hides_some(&self) -> bool {
        // A lesson shows what its step needs, and says so.
        if !self.lesson.is_empty() {
            return false;
        }
        self.hidden().iter().any(|names| !names.is_empty())
    }

    /// Brings what depends on each other into agreement: no shown or chosen head beyond
    /// the last, no name of a file that no panel shows.
    pub fn settle(&mut self) {
        self.heads = self.heads.clamp(1, MAX_HEADS);
        self.head = self.head.min(self.heads - 1);
        let heads = self.heads;
        self.chosen.retain(|&head| head < heads);
        self.head_b = self.head_b.filter(|&head| head != self.head);
        self.layer_b = self.layer_b.filter(|&layer| layer != self.layer);
        self.forget_files();
    }
}
