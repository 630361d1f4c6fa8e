//! What a user chooses in the Compare room, as the one text of it that a link carries. Heads, tokens and
//! features count from 1 there, as people do.

use std::collections::BTreeMap;

use form_urlencoded::{Serializer, parse};
use nearfar::Method;
use nearfar::methods::MethodKind;
use nearfar::settings::{
    Choice, FILES, MAX_LAYERS, MAX_PARAMETER, ModelChoice, Settings, method_from_text, method_text,
    parse_number,
};
use nearfar::text::MAX_TOKENS;

use crate::entry::{MOST_CLIP, MOST_FEATURES, MOST_HEADS};
use crate::protocol::{Numbers, Probe, Setup, Shown};

/// The models of the page whose words and projections go through every method.
pub const MODELS: [&str; 4] = ["sst2-da", "sst2-vanilla", "agnews-da", "agnews-vanilla"];

/// The trained models of the page, with the method of each: those of film reviews, by one recipe, the Lab's
/// two first and the others in the order of [`MethodKind::ALL`], then those of news. A link that names no
/// pair shows the first two.
pub const TRAINED: [(&str, MethodKind); 15] = [
    ("sst2-da", MethodKind::DistanceAware),
    ("sst2-vanilla", MethodKind::Vanilla),
    ("sst2-no-positions", MethodKind::NoPositions),
    ("sst2-rpr", MethodKind::Shaw),
    ("sst2-xl", MethodKind::TransformerXl),
    ("sst2-tener", MethodKind::Adapted),
    ("sst2-tener-program", MethodKind::AdaptedProgram),
    ("sst2-disan", MethodKind::Disan),
    ("sst2-alibi", MethodKind::Alibi),
    ("sst2-t5", MethodKind::T5),
    ("sst2-rope", MethodKind::Rope),
    ("sst2-kerple", MethodKind::Kerple),
    ("sst2-kerple-power", MethodKind::KerplePower),
    ("agnews-da", MethodKind::DistanceAware),
    ("agnews-vanilla", MethodKind::Vanilla),
];

/// Before the name of a file of this project where its model, as it was trained, is one of those that are compared.
const FILE: &str = "file:";

/// The choice of a link that leaves to the Lab what the link does not say.
const LAB: &str = "lab";

/// The name, among trained models, of the one in a file of this project.
pub fn trained_in(file: &str) -> String {
    format!("{FILE}{file}")
}

/// The file of a trained model that is none of the page's, by [`trained_in`]'s name.
pub fn file_of_trained(name: &str) -> Option<&str> {
    name.strip_prefix(FILE)
}

/// The name of a model of the page, by the address of its file.
pub fn model_at(address: &str) -> Option<&str> {
    let name = address.strip_prefix("checkpoints/")?.strip_suffix(".safetensors")?;
    trained_as(name).map(|_| name)
}

/// The method of a trained model of the page.
pub fn trained_as(model: &str) -> Option<MethodKind> {
    TRAINED.iter().find(|(name, _)| *name == model).map(|(_, kind)| *kind)
}

/// The methods of which the page has no trained model.
pub fn without_model() -> impl Iterator<Item = MethodKind> {
    let kinds = MethodKind::ALL.iter().map(|(kind, _)| *kind);
    kinds.filter(|kind| TRAINED.iter().all(|(_, trained)| trained != kind))
}

/// The tree of the sentence that the page opens with, as the bundled examples have it.
pub const OPENING: &str = "r_2.PRON.nsubj.I_0.VERB.root.liked_4.DET.det.the_2.NOUN.obj.show_6.PRON.nmod-poss.my_7.NOUN.nsubj.friends_4.VERB.acl-relcl.told_7.PRON.iobj.me_7.ADP.obl.about";

/// The longest text of an earlier segment or an inserted word, in bytes.
pub const LONGEST_TEXT: usize = 1_000;

/// The longest earlier segment that is typed, in UTF-16 units, as the browser counts: of at most 3 bytes each.
pub const LONGEST_MEMORY: usize = 250;

/// A part of the room; one is shown at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Every method in small pictures, A against B beside them.
    #[default]
    Methods,
    /// What each method knows and costs.
    Knows,
    /// A and B, each in its own terms.
    Terms,
    /// The sentence changed.
    Notices,
    /// How far any two methods are apart.
    Apart,
    /// The dependency tree of the sentence.
    Tree,
}

impl Part {
    /// Every part in order, and its name in a link.
    pub const ALL: [(Part, &'static str); 6] = [
        (Part::Methods, "methods"),
        (Part::Knows, "knows"),
        (Part::Terms, "terms"),
        (Part::Notices, "notices"),
        (Part::Apart, "apart"),
        (Part::Tree, "tree"),
    ];

    /// Its name in a link.
    pub fn name(self) -> &'static str {
        let found = Part::ALL.iter().find(|(part, _)| *part == self);
        found.map_or("methods", |(_, name)| name)
    }

    /// The part that a key on its tab goes to: the next one or the one before, round, the first or the last.
    pub fn after_key(self, key: &str) -> Option<Part> {
        let last = Part::ALL.len() - 1;
        let now = Part::ALL.iter().position(|(part, _)| *part == self).unwrap_or(0);
        let to = match key {
            "ArrowRight" if now == last => 0,
            "ArrowRight" => now + 1,
            "ArrowLeft" => now.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return None,
        };
        Part::ALL.get(to).map(|(part, _)| *part)
    }
}

/// Whose numbers go through the methods.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Seeded projections.
    #[default]
    Seeded,
    /// Every model of the page, each by its own method.
    Each,
    /// Words and projections of one model of the page, by name.
    Bundled(String),
    /// A layer of a model from a file, by the file's name.
    File(String),
}

impl Source {
    /// Whether it is one model.
    pub fn is_one(&self) -> bool {
        matches!(self, Source::Bundled(_) | Source::File(_))
    }

    /// Its value in a menu of models; empty where it is not one.
    pub fn menu_value(&self) -> String {
        match self {
            Source::Bundled(name) => name.clone(),
            Source::File(name) => trained_in(name),
            Source::Seeded | Source::Each => String::new(),
        }
    }

    /// The model of a [`Source::menu_value`].
    pub fn of_menu(value: &str) -> Source {
        match file_of_trained(value) {
            Some(name) => Source::File(name.to_owned()),
            None => Source::Bundled(value.to_owned()),
        }
    }

    /// The names of A and B where nobody chose them. A model from a file has its positions in its queries and
    /// keys, and no sinusoids to add.
    fn first_pair(&self) -> [&'static str; 2] {
        match self {
            Source::Each => ["sst2-da", "sst2-vanilla"],
            Source::Seeded | Source::Bundled(_) => ["da", "vanilla"],
            Source::File(_) => ["da", "no-positions"],
        }
    }
}

/// A choice of a link that is left as in the default.
#[derive(Clone, Debug, PartialEq)]
pub struct Misread {
    /// Its name in the link.
    pub name: String,
    /// Why.
    pub problem: Problem,
}

/// What is wrong with a choice of a link. What is said of it is the page's.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// No choice has the name.
    NoChoice,
    /// No part of the room.
    NoPart(String),
    /// No model of the page.
    NoModel(String),
    /// No method, and no model of the page.
    NoMethod(String),
    /// A method, where trained models are compared.
    NotModel(String),
    /// A trained model, where methods are compared.
    NotMethod(String),
    /// A layer, where no model from a file is compared: the others have one.
    NoLayers,
    /// A method that is no DA-Transformer.
    NotDistanceAware(String),
    /// More than [`LONGEST_TEXT`] bytes: so many.
    TooLong(usize),
    /// No whole number from 1 to `most`.
    NotWhole {
        /// What stands there.
        text: String,
        /// The largest one.
        most: usize,
    },
    /// Neither yes nor no.
    NotFlag(String),
    /// Neither own nor common.
    NotRange(String),
    /// Not two numbers.
    NotCell,
    /// A cell beyond the sentence, which has so many tokens.
    BeyondSentence {
        /// The query and the key, from 0.
        cell: (usize, usize),
        /// N.
        tokens: usize,
    },
    /// No head with its number.
    NotOfHead(String),
    /// A number beyond [`MAX_PARAMETER`].
    Beyond(f64),
    /// No change of the sentence.
    NotProbe,
    /// In the words of the library, which reads methods and numbers.
    Refused(String),
}

/// The choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Which part of the room is shown.
    pub part: Part,
    /// The sentence with its tree, in the form for a link; empty where the sentence has no tree yet.
    pub tree: String,
    /// Whose queries and keys.
    pub source: Source,
    /// The layer of a model from a file, from 0.
    pub layer: usize,
    /// The names of what is compared as A and B.
    pub pair: [String; 2],
    /// Which heads are shown.
    pub shown: Shown,
    /// Whether each picture has colours of its own range, and not one for all.
    pub own_range: bool,
    /// h.
    pub heads: usize,
    /// k.
    pub clip: usize,
    /// Mapping and adjustment of the DA-Transformer.
    pub method: Method,
    /// w of its heads, from 0, that do not have their own.
    pub w: BTreeMap<usize, f64>,
    /// v of its heads, as w.
    pub v: BTreeMap<usize, f64>,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// An earlier segment.
    pub memory: String,
    /// The cell that the cursor is locked to: query and key.
    pub cursor: Option<(usize, usize)>,
    /// A feature of DiSAN; `None` for the mean.
    pub feature: Option<usize>,
    /// The change of the sentence that is looked at; none, where the user wants none.
    pub probe: Option<Probe>,
}

impl Default for Choices {
    fn default() -> Self {
        Choices {
            part: Part::default(),
            tree: String::new(),
            source: Source::default(),
            layer: 0,
            pair: ["da", "vanilla"].map(str::to_owned),
            shown: Shown::Head(0),
            own_range: false,
            heads: 8,
            clip: 4,
            method: Method::DISTANCE_AWARE,
            w: BTreeMap::new(),
            v: BTreeMap::new(),
            causal: false,
            memory: String::new(),
            cursor: None,
            feature: None,
            probe: Some(Probe::Reverse),
        }
    }
}

impl Choices {
    /// What the user has in hand in the Lab: the model of its panel A, layer, head, w and v, mapping and
    /// adjustment.
    pub fn of_lab(lab: &Settings) -> Choices {
        let source = match lab.model {
            ModelChoice::Untrained => Source::Seeded,
            file if FILES.contains(&file) => Source::File(lab.file_of(file).to_owned()),
            bundled => Source::Bundled(bundled.name().to_owned()),
        };
        let method = match (&source, lab.a) {
            (Source::File(_), method) => method.laid_first(true),
            (_, method @ Method::DistanceAware { .. }) => method,
            (_, Method::Vanilla { .. }) => Method::DISTANCE_AWARE,
        };
        let moved = |numbers: &[f64]| match lab.is_own() {
            true => BTreeMap::new(),
            false => numbers.iter().copied().enumerate().take(lab.heads).collect(),
        };
        Choices {
            pair: source.first_pair().map(str::to_owned),
            heads: if source == Source::Seeded { lab.heads } else { Choices::default().heads },
            source,
            layer: lab.layer,
            shown: Shown::Head(lab.head),
            method,
            w: moved(&lab.w),
            v: moved(&lab.v),
            causal: lab.causal,
            ..Choices::default()
        }
    }

    /// What the room begins with where nobody chose in it: what is in hand in the Lab. A model of the page or of
    /// a `file` of this project that is as it was trained is A beside those of the page.
    pub fn opening(lab: &Settings, files: &[String]) -> Choices {
        let mut choices = Choices::of_lab(lab);
        if lab.is_own() && choices.trained(files).is_some() {
            choices.choose_source(Source::Each, None, files);
        }
        choices
    }

    /// A trained model as A, by its name, beside the others.
    pub fn of_trained(name: String) -> Choices {
        Choices { source: Source::Each, pair: beside(name), ..Choices::default() }
    }

    /// Whether a file of this project is one that they name already.
    pub fn names(&self, file: &str) -> bool {
        self.source == Source::File(file.to_owned()) || self.pair.contains(&trained_in(file))
    }

    /// The cursor is locked to no cell beyond a sentence of so many tokens; and why. A model from a file has its own tokens,
    /// which are not known yet.
    pub fn keep_cursor_within(&mut self, tokens: usize) -> Option<Misread> {
        let cell = self.cursor.filter(|&(query, key)| query.max(key) >= tokens)?;
        if matches!(self.source, Source::File(_)) {
            return None;
        }
        self.cursor = None;
        let problem = Problem::BeyondSentence { cell, tokens };
        Some(Misread { name: "cursor".to_owned(), problem })
    }

    /// Another layer of a model from a file, from 1. What was moved was of the heads of the one before.
    pub fn choose_layer(&mut self, layer: usize) {
        self.layer = layer.saturating_sub(1);
        self.w.clear();
        self.v.clear();
    }

    /// The name, among trained models, of the one whose words and projections are shown; `files` are those of
    /// this project.
    fn trained(&self, files: &[String]) -> Option<String> {
        match &self.source {
            Source::Bundled(name) => Some(name.clone()),
            Source::File(file) if files.contains(file) => Some(trained_in(file)),
            Source::File(address) => model_at(address).map(str::to_owned),
            Source::Seeded | Source::Each => None,
        }
    }

    /// What differs from the default, and whose numbers.
    pub fn to_text(&self) -> String {
        self.text_beside(&Choices::default(), false)
    }

    /// The same where the Lab is at hand, of which the room begins as `opening`: what is as in the Lab goes on
    /// following it, and the text has what was chosen in this room alone. Model, layer, w and v go together: who
    /// chose one of them here has all of them here.
    pub fn to_text_of_lab(&self, opening: &Choices) -> String {
        let follows = (&self.source, self.layer) == (&opening.source, opening.layer)
            && (&self.w, &self.v) == (&opening.w, &opening.v);
        match follows {
            true => self.text_beside(opening, true),
            false => self.to_text(),
        }
    }

    /// Whether a text leaves to the Lab what it does not say.
    pub fn follows_lab(text: &str) -> bool {
        text.is_empty() || parse(text.as_bytes()).any(|(name, value)| name == LAB && value == "yes")
    }

    /// From a text where the Lab is at hand; `files` are those of this project. As [`Choices::from_text`], but A and B that
    /// were chosen here stay where the Lab has come to the other kind since, as it does once w or v is moved or put back:
    /// models beside models, methods over the numbers of the model that is in hand.
    pub fn from_text_of_lab(
        text: &str,
        lab: &Settings,
        files: &[String],
    ) -> (Choices, Vec<Misread>) {
        if !Choices::follows_lab(text) {
            return Choices::from_text(text);
        }
        let opening = Choices::opening(lab, files);
        let is_trained = opening.trained(files).is_some();
        let (mut choices, mut problems) = opening.clone().with_text(text);
        let of_pair = problems.iter().find_map(|misread| match misread.problem {
            // Another model in the Lab is another matter: it is compared.
            Problem::NotMethod(_) if is_trained => {
                let mut models = opening.clone();
                models.choose_source(Source::Each, None, files);
                Some(models)
            }
            Problem::NotModel(_) => Some(Choices::of_lab(lab)),
            _ => None,
        });
        if let Some(of_pair) = of_pair {
            (choices, problems) = of_pair.with_text(text);
        }
        // Where one is a model and the other a method, only one of them can stay: that is no fault of the text.
        let is_of_other_kind =
            |problem: &Problem| matches!(problem, Problem::NotModel(_) | Problem::NotMethod(_));
        problems.retain(|misread| !is_of_other_kind(&misread.problem));
        (choices, problems)
    }

    /// What differs from `default`; whose numbers, but where they are left to the Lab.
    fn text_beside(&self, default: &Choices, follows: bool) -> String {
        let mut text = Serializer::new(String::new());
        let mut put = |name: &str, differs: bool, value: String| {
            if differs {
                text.append_pair(name, &value);
            }
        };
        put("part", self.part != default.part, self.part.name().to_owned());
        put("tree", self.tree != default.tree, self.tree.clone());
        match &self.source {
            _ if follows => put(LAB, true, "yes".to_owned()),
            Source::Seeded => put("seeded", true, "yes".to_owned()),
            Source::Each => put("trained", true, "yes".to_owned()),
            Source::Bundled(name) => put("of", true, name.clone()),
            Source::File(name) => {
                put("file", true, name.clone());
                put("layer", self.layer > 0, (self.layer + 1).to_string());
            }
        }
        put("a", self.pair[0] != default.pair[0], self.pair[0].clone());
        put("b", self.pair[1] != default.pair[1], self.pair[1].clone());
        let shown = match self.shown {
            Shown::Mean => "mean".to_owned(),
            Shown::Head(head) => (head + 1).to_string(),
        };
        put("head", self.shown != default.shown, shown);
        put("range", self.own_range, "own".to_owned());
        put("heads", self.heads != default.heads, self.heads.to_string());
        put("k", self.clip != default.clip, self.clip.to_string());
        put("method", self.method != default.method, method_text(self.method));
        put("w", self.w != default.w, moved_text(&self.w));
        put("v", self.v != default.v, moved_text(&self.v));
        let causal = if self.causal { "yes" } else { "no" };
        put("causal", self.causal != default.causal, causal.to_owned());
        put("memory", !self.memory.is_empty(), self.memory.clone());
        if let Some((i, j)) = self.cursor {
            put("cursor", true, format!("{},{}", i + 1, j + 1));
        }
        if let Some(feature) = self.feature {
            put("feature", true, (feature + 1).to_string());
        }
        match &self.probe {
            Some(Probe::Reverse) => {}
            None => put("probe", true, "none".to_owned()),
            Some(Probe::Insert { at, word }) => {
                put("probe", true, format!("insert,{},{word}", at + 1));
            }
            Some(Probe::Repeat { token }) => put("probe", true, format!("repeat,{}", token + 1)),
        }
        text.finish()
    }

    /// From a text. What is not understood is as in the default, and named.
    pub fn from_text(text: &str) -> (Choices, Vec<Misread>) {
        Choices::default().with_text(text)
    }

    fn with_text(mut self, text: &str) -> (Choices, Vec<Misread>) {
        let default = self.clone();
        let (mut taken, mut problems) = (Vec::new(), Vec::new());
        for (name, value) in parse(text.as_bytes()) {
            match self.set(&name, &value) {
                Ok(()) => taken.push(name.into_owned()),
                Err(problem) => problems.push(Misread { name: name.into_owned(), problem }),
            }
        }
        // What fits whose numbers go through the methods is known once all is read.
        let is_taken = |wanted: &str| taken.iter().any(|name| name == wanted);
        let mut leave = |name: &str, problem| {
            problems.push(Misread { name: name.to_owned(), problem });
        };
        if is_taken("layer") && !matches!(self.source, Source::File(_)) {
            self.layer = default.layer;
            leave("layer", Problem::NoLayers);
        }
        for (place, name) in ["a", "b"].into_iter().enumerate().filter(|(_, name)| is_taken(name)) {
            if let Some(problem) = self.take_pair_of_kind(place, &default) {
                leave(name, problem);
            }
        }
        (self, problems)
    }

    /// A method among models, or a model among methods, as A (0) or B (1) is that of the default; and why.
    fn take_pair_of_kind(&mut self, place: usize, default: &Choices) -> Option<Problem> {
        let (chosen, first) = (self.pair.get_mut(place)?, default.pair.get(place)?);
        let is_model = file_of_trained(chosen).is_some() || trained_as(chosen).is_some();
        let wants_model = self.source == Source::Each;
        if is_model == wants_model {
            return None;
        }
        let found = std::mem::replace(chosen, first.clone());
        Some(if wants_model { Problem::NotModel(found) } else { Problem::NotMethod(found) })
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let short = |value: &str| match value.len() {
            0..=LONGEST_TEXT => Ok(value.to_owned()),
            bytes => Err(Problem::TooLong(bytes)),
        };
        match name {
            "part" => {
                let found = Part::ALL.iter().find(|(_, name)| *name == value);
                self.part = found.ok_or_else(|| Problem::NoPart(value.to_owned()))?.0;
            }
            // Whether it is a tree is found when it is read.
            "tree" => self.tree = value.to_owned(),
            // What it leaves to the Lab is there already.
            LAB => {
                flag(value)?;
            }
            "seeded" => self.source = if flag(value)? { Source::Seeded } else { Source::Each },
            "trained" => self.source = if flag(value)? { Source::Each } else { Source::Seeded },
            "of" if MODELS.contains(&value) => self.source = Source::Bundled(value.to_owned()),
            "of" => return Err(Problem::NoModel(value.to_owned())),
            "file" => self.source = Source::File(short(value)?),
            "layer" => self.layer = whole(value, MAX_LAYERS)? - 1,
            "w" => self.w = moved(value)?,
            "v" => self.v = moved(value)?,
            "a" => self.pair[0] = known(value)?,
            "b" => self.pair[1] = known(value)?,
            "head" if value == "mean" => self.shown = Shown::Mean,
            "head" => self.shown = Shown::Head(whole(value, MOST_HEADS)? - 1),
            "range" => {
                self.own_range = match value {
                    "own" => true,
                    "common" => false,
                    other => return Err(Problem::NotRange(other.to_owned())),
                }
            }
            "heads" => self.heads = whole(value, MOST_HEADS)?,
            "k" => self.clip = whole(value, MOST_CLIP)?,
            "method" => match method_from_text(value)
                .map_err(|error| Problem::Refused(error.to_string()))?
            {
                method @ Method::DistanceAware { .. } => self.method = method,
                Method::Vanilla { .. } => {
                    return Err(Problem::NotDistanceAware(value.to_owned()));
                }
            },
            "causal" => self.causal = flag(value)?,
            "memory" => self.memory = short(value)?,
            "cursor" => {
                let (i, j) = value.split_once(',').ok_or(Problem::NotCell)?;
                self.cursor = Some((whole(i, MAX_TOKENS)? - 1, whole(j, MAX_TOKENS)? - 1));
            }
            "feature" => self.feature = Some(whole(value, MOST_FEATURES)? - 1),
            "probe" => self.probe = probe(value)?,
            _ => return Err(Problem::NoChoice),
        }
        Ok(())
    }

    /// What is computed for these choices. `tree` is the sentence with its tree, `seed` the page's, `layer`
    /// the key of what a model from a file made of the sentence, `files` those of this project. `None` while the
    /// layer is not there.
    pub fn setup(
        &self,
        tree: String,
        seed: u32,
        layer: Option<String>,
        files: &[String],
    ) -> Option<Setup> {
        let numbers = match &self.source {
            Source::Seeded => Numbers::Seeded,
            Source::Each => {
                let own = files.iter().map(|file| trained_in(file));
                Numbers::Each(own.chain(TRAINED.map(|(name, _)| name.to_owned())).collect())
            }
            Source::Bundled(name) => Numbers::Of(name.clone()),
            Source::File(_) => Numbers::Layer(layer?),
        };
        Some(Setup {
            tree,
            numbers,
            seed,
            heads: self.heads,
            clip: self.clip,
            method: method_text(self.method),
            w: self.w.clone(),
            v: self.v.clone(),
            causal: self.causal,
            memory: self.memory.clone(),
            shown: self.shown,
        })
    }

    /// Other numbers through the methods. What was moved was of the heads of the ones before. Over a model from a
    /// file distance is laid as it is laid in every room, by `first` ([`Method::laid_first`]). Among trained models
    /// the one that was shown is A, where it is the page's or in one of the `files` of this project.
    pub fn choose_source(&mut self, source: Source, first: Option<Method>, files: &[String]) {
        if self.source == source {
            return;
        }
        let shown = self.trained(files);
        if first.is_some() || matches!(self.source, Source::File(_)) {
            self.method = first.unwrap_or(Method::DISTANCE_AWARE);
        }
        // Models and methods have other names: what was chosen stays where the other source has it.
        let (before, after) = (self.source.first_pair(), source.first_pair());
        let is_first = self.pair == before;
        let again = self.pair.each_ref().map(|name| match (&self.source, &source) {
            (Source::Each, _) => trained_as(name).map(|kind| kind.name().to_owned()),
            (_, Source::Each) => trained_by(name).map(str::to_owned),
            _ => Some(name.clone()),
        });
        self.pair = match again {
            [Some(a), Some(b)] if a != b && !is_first => [a, b],
            _ => after.map(str::to_owned),
        };
        if let Some(shown) = shown.filter(|_| source == Source::Each) {
            match is_first || self.pair[1] == shown {
                true => self.pair = beside(shown),
                false => self.pair[0] = shown,
            }
        }
        self.source = source;
        self.layer = 0;
        self.w.clear();
        self.v.clear();
    }
}

/// The page's model of film reviews that was trained with a method, by the method's name.
fn trained_by(method: &str) -> Option<&'static str> {
    let found =
        TRAINED.iter().find(|(name, kind)| name.starts_with("sst2-") && kind.name() == method);
    found.map(|(name, _)| *name)
}

/// A trained model as A, and what it is compared with at first: one of the page without distance, or with it.
fn beside(name: String) -> [String; 2] {
    let [with, without] = match name.starts_with("agnews") {
        true => ["agnews-da", "agnews-vanilla"],
        false => Source::Each.first_pair(),
    };
    let other = if name == without { with } else { without };
    [name, other.to_owned()]
}

/// `1:-0.5,7:2`: heads from 1, with their numbers.
fn moved_text(moved: &BTreeMap<usize, f64>) -> String {
    let pairs = moved.iter().map(|(head, number)| format!("{}:{number}", head + 1));
    pairs.collect::<Vec<_>>().join(",")
}

fn moved(text: &str) -> Result<BTreeMap<usize, f64>, Problem> {
    let pair = |text: &str| {
        let pair = text.split_once(':');
        let (head, number) = pair.ok_or_else(|| Problem::NotOfHead(text.to_owned()))?;
        let number = parse_number(number).map_err(|why| Problem::Refused(why.to_string()))?;
        if !(-MAX_PARAMETER..=MAX_PARAMETER).contains(&number) {
            return Err(Problem::Beyond(number));
        }
        Ok((whole(head, MOST_HEADS)? - 1, number))
    };
    text.split(',').map(pair).collect()
}

fn flag(text: &str) -> Result<bool, Problem> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(Problem::NotFlag(other.to_owned())),
    }
}

/// The name of a method or a model.
fn known(name: &str) -> Result<String, Problem> {
    let is_file = file_of_trained(name).is_some_and(|file| file.len() <= LONGEST_TEXT);
    let is_known = is_file || MethodKind::from_name(name).is_some() || trained_as(name).is_some();
    if is_known { Ok(name.to_owned()) } else { Err(Problem::NoMethod(name.to_owned())) }
}

/// A whole number from 1 to `most`.
fn whole(text: &str, most: usize) -> Result<usize, Problem> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| Problem::NotWhole { text: text.to_owned(), most })
}

fn probe(text: &str) -> Result<Option<Probe>, Problem> {
    let mut parts = text.splitn(3, ',');
    let (kind, at, word) = (parts.next(), parts.next(), parts.next());
    match (kind, at, word) {
        (Some("none"), None, None) => Ok(None),
        (Some("reverse"), None, None) => Ok(Some(Probe::Reverse)),
        (Some("insert"), Some(at), Some(word)) if word.len() <= LONGEST_TEXT => {
            let at = whole(at, MAX_TOKENS + 1)? - 1;
            Ok(Some(Probe::Insert { at, word: word.to_owned() }))
        }
        (Some("repeat"), Some(at), None) => {
            Ok(Some(Probe::Repeat { token: whole(at, MAX_TOKENS)? - 1 }))
        }
        _ => Err(Problem::NotProbe),
    }
}
