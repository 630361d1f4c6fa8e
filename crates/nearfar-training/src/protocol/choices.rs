//! What a run can be told, as one table: links, the controls of a page, the message to the worker
//! and the sentence on what differs between two runs all read it.

use nearfar::checkpoint::trained::{SHARED_VECTORS, read_architecture};
use nearfar::checkpoint::{CheckpointError, SafeTensors};
use nearfar::model::{Architecture, Pooling, Role, Structure, TensorSpec};
use nearfar::settings::{Choice, model_method_from_text, model_method_text, parse_number};
use nearfar::text::DIMENSION;
use nearfar::text::dependency::WordLabel;
use nearfar::{Method, ModelMethod};
use nearfar_texts::train as texts;
use nearfar_texts::words::labels::Labelled;

use crate::data::Generated;
use crate::options::Options;
use crate::parameters::HeadStart;

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Made up from the seed.
    Generated(Generated),
    /// Pairs of sentences that come with the page.
    BuiltIn,
    /// A file of the user's own.
    Own,
}

impl Choice for Task {
    const ALL: &'static [(Self, &'static str)] = &[
        (Task::Generated(Generated::Near), Generated::Near.name()),
        (Task::Generated(Generated::Far), Generated::Far.name()),
        (Task::Generated(Generated::Both), Generated::Both.name()),
        (Task::Generated(Generated::Neither), Generated::Neither.name()),
        (Task::BuiltIn, "snli"),
        (Task::Own, "own"),
    ];
}

impl Labelled for Task {
    fn label(self) -> &'static str {
        self.texts()[0]
    }
}

impl Task {
    /// Its name in the menu, and a sentence on it.
    fn texts(self) -> [&'static str; 2] {
        match self {
            Task::Generated(Generated::Near) => [texts::task_near(), texts::task_near_about()],
            Task::Generated(Generated::Far) => [texts::task_far(), texts::task_far_about()],
            Task::Generated(Generated::Both) => [texts::task_both(), texts::task_both_about()],
            Task::Generated(Generated::Neither) => {
                [texts::task_neither(), texts::task_neither_about()]
            }
            Task::BuiltIn => [texts::task_snli(), texts::task_snli_about()],
            Task::Own => [texts::task_own(), texts::task_own_about()],
        }
    }

    /// In a sentence.
    pub fn description(self) -> &'static str {
        self.texts()[1]
    }

    /// Two sentences of a generated task, close to the shortest that show its rule.
    pub fn examples(self) -> &'static [&'static str] {
        match self {
            Task::Generated(Generated::Near) => &[
                "the film not dull here today the story turns charming",
                "a story not great by the river the film turns dull",
            ],
            Task::Generated(Generated::Far) => &[
                "lovely film by the river with a dull story the awful music today overall",
                "boring music from the city with a great voice a superb actor overall",
            ],
            Task::Generated(Generated::Both) => &[
                "lovely film by the river with a dull story the awful music today overall",
                "a story not great by the river the film turns dull",
            ],
            Task::Generated(Generated::Neither) => &[
                "a great film with awful music by a lovely actor",
                "the dull house by a boring river a charming bridge",
            ],
            Task::BuiltIn | Task::Own => &[],
        }
    }

    /// Whether texts in a language are read, to which word vectors help.
    pub fn has_real_words(self) -> bool {
        matches!(self, Task::BuiltIn | Task::Own)
    }
}

/// What the vectors of words are before they are trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStart {
    /// Made of their spelling.
    Spelling,
    /// The page's, which have their own width.
    Shared,
}

impl Choice for WordStart {
    const ALL: &'static [(Self, &'static str)] =
        &[(WordStart::Spelling, "spelling"), (WordStart::Shared, "shared")];
}

/// What a run can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// What is learned.
    pub task: Task,
    /// How words attend.
    pub method: ModelMethod,
    /// What is learned of every word where the file is a treebank.
    pub label: WordLabel,
    /// h.
    pub heads: usize,
    /// d.
    pub dimensions: usize,
    /// D.
    pub width: usize,
    /// The width of the feed-forward layer.
    pub feed_forward: usize,
    /// The length of the pooling's query; 0 pools by the mean.
    pub pooling: usize,
    /// Whether words start from the shared vectors; the width is then theirs.
    pub shared_vectors: bool,
    /// Whether w and v start at 0 or at random.
    pub head_start: HeadStart,
    /// Seeds the examples, the start and the order.
    pub seed: u32,
    /// The learning rate of all but w and v.
    pub learning_rate: f64,
    /// That of w and v.
    pub head_learning_rate: f64,
    /// The share that is dropped out.
    pub dropout: f64,
    /// Examples in a step.
    pub batch: usize,
    /// Training examples of a generated task.
    pub examples: usize,
    /// The fewest words of its sentences.
    pub shortest: usize,
    /// The most.
    pub longest: usize,
}

/// Held-out examples of a generated task.
pub const HELD_OUT: usize = 200;

impl Default for Choices {
    fn default() -> Self {
        Choices::of(Task::Generated(Generated::Near))
    }
}

impl Choices {
    /// What a task is best begun with: sizes and rates at which it is learned within a minute in a
    /// page, from w = 0.
    pub fn of(task: Task) -> Choices {
        let words = match task {
            Task::Generated(task) => task.usual_words(),
            Task::BuiltIn | Task::Own => 1..=40,
        };
        let small = !task.has_real_words();
        Choices {
            task,
            method: Method::DISTANCE_AWARE.into(),
            label: WordLabel::default(),
            heads: 8,
            dimensions: 8,
            width: if small { 32 } else { DIMENSION },
            feed_forward: if small { 32 } else { 64 },
            pooling: if small { 0 } else { 32 },
            shared_vectors: !small,
            head_start: HeadStart::Zero,
            seed: 1,
            learning_rate: if small { 0.005 } else { 0.002 },
            head_learning_rate: 0.03,
            dropout: if small { 0.0 } else { 0.2 },
            batch: 32,
            examples: 2_000,
            shortest: *words.start(),
            longest: *words.end(),
        }
    }

    /// What another task is best begun with, with what was chosen of the attention.
    #[must_use]
    pub fn for_task(&self, task: Task) -> Choices {
        let Choices { method, heads, head_start, seed, .. } = *self;
        Choices { method, heads, head_start, seed, ..Choices::of(task) }
    }

    /// What words start from.
    pub fn word_start(&self) -> WordStart {
        if self.shared_vectors { WordStart::Shared } else { WordStart::Spelling }
    }

    /// Words start from the shared vectors, at their width, or from their spelling, at the width of a small model.
    pub fn start_words_from(&mut self, start: WordStart) {
        self.shared_vectors = start == WordStart::Shared;
        self.width = if self.shared_vectors { DIMENSION } else { Choices::default().width };
    }

    /// Learns half as fast.
    pub fn halve_rates(&mut self) {
        self.learning_rate /= 2.0;
        self.head_learning_rate /= 2.0;
    }

    /// How many heads are shown: DiSAN has a forward and a backward direction in their place.
    pub fn shown_heads(&self) -> usize {
        match self.method {
            ModelMethod::Own(method) if method.definition().is_encoder => 2,
            _ => self.heads,
        }
    }

    /// The model of these choices for data of a structure and classes.
    pub fn architecture(&self, structure: Structure, classes: Vec<String>) -> Architecture {
        Architecture {
            method: self.method,
            heads: self.heads,
            dimensions: self.dimensions,
            width: self.width,
            feed_forward: self.feed_forward,
            pooling: match self.pooling {
                0 => Pooling::Mean,
                size => Pooling::Attention { size },
            },
            structure,
            classes,
        }
    }

    /// Whether the method has numbers that learn at [`Choices::head_learning_rate`]: w and v, or its own.
    pub fn has_scores(&self) -> bool {
        let is_score = |spec: &TensorSpec| spec.role == Role::PositionScore;
        match self.method {
            ModelMethod::Own(_) => {
                self.architecture(Structure::Single, Vec::new()).tensors().iter().any(is_score)
            }
            method => method.knows_distance(),
        }
    }

    /// How the run is trained: without an end that a user would meet.
    pub fn options(&self) -> Options {
        Options {
            seed: self.seed.into(),
            epochs: 100_000,
            batch: self.batch,
            learning_rate: self.learning_rate,
            head_learning_rate: self.head_learning_rate,
            dropout: self.dropout,
            head_start: self.head_start,
            longest: if self.task.has_real_words() {
                self.longest
            } else {
                Options::default().longest.max(self.longest)
            },
            ..Options::default()
        }
    }

    /// The choices with which a run can start from a checkpoint: those that it was trained with, where
    /// it says so, else these; the model is that of the file in any case.
    ///
    /// # Errors
    /// Where the bytes are no checkpoint.
    pub fn for_checkpoint(&self, bytes: &[u8]) -> Result<Choices, CheckpointError> {
        let file = SafeTensors::read(bytes)?;
        let metadata = file.metadata();
        let made_of = read_architecture(metadata)?;
        let own = metadata.get("choices").map(|text| Choices::from_text(text));
        let own = own.filter(|(_, problems)| problems.is_empty()).map(|(choices, _)| choices);
        let mut choices = own.unwrap_or_else(|| self.clone());
        choices.method = made_of.method;
        choices.heads = made_of.heads;
        choices.dimensions = made_of.dimensions;
        choices.width = made_of.width;
        choices.feed_forward = made_of.feed_forward;
        choices.pooling = match made_of.pooling {
            Pooling::Mean => 0,
            Pooling::Attention { size } => size,
        };
        choices.shared_vectors =
            metadata.get("vectors").is_some_and(|vectors| vectors == SHARED_VECTORS);
        choices.settle();
        Ok(choices)
    }

    /// What belongs together is brought together: shared vectors have their own width, a range of
    /// words a beginning before its end.
    pub fn settle(&mut self) {
        if self.shared_vectors {
            self.width = DIMENSION;
        }
        // Only a file can be a treebank.
        if self.task != Task::Own && self.method.needs_syntax() {
            self.method = Method::DISTANCE_AWARE.into();
        }
        if let Task::Generated(task) = self.task {
            self.shortest = self.shortest.max(*task.possible_words().start());
        } else {
            self.shortest = 1;
        }
        self.longest = self.longest.max(self.shortest);
    }

    /// What differs from the start of the task, as `name=value` joined by `;`; the task always.
    pub fn to_text(&self) -> String {
        let usual = Choices::of(self.task);
        let mut text = format!("task={}", self.task.name());
        for field in FIELDS {
            let value = (field.get)(self);
            if value != (field.get)(&usual) {
                text.push_str(&format!(";{}={value}", field.name));
            }
        }
        text
    }

    /// From a text; a part that is not understood is left as the task has it, and named.
    pub fn from_text(text: &str) -> (Choices, Vec<String>) {
        let (choices, problems, _) = Choices::read(text);
        (choices, problems)
    }

    /// The same, of a text that somebody may have written: what did not go together is named as well.
    pub fn from_link(text: &str) -> (Choices, Vec<String>) {
        let (choices, mut problems, corrections) = Choices::read(text);
        problems.extend(corrections);
        (choices, problems)
    }

    /// The choices, what was not understood, and what did not go together.
    fn read(text: &str) -> (Choices, Vec<String>, Vec<String>) {
        let (mut pairs, mut problems) = (Vec::<(&str, &str)>::new(), Vec::new());
        for part in text.split(';').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                None => problems.push(texts::link_no_pair(shortened(part))),
                Some((name, value)) if pairs.iter().any(|(known, _)| *known == name) => {
                    problems.push(texts::link_twice(shortened(name), shortened(value)));
                }
                Some(pair) => pairs.push(pair),
            }
        }
        let task = pairs.iter().find(|(name, _)| *name == "task").map(|(_, value)| *value);
        let found = task.and_then(|task| Task::from_name(task).ok());
        if let Some(task) = task.filter(|_| found.is_none()) {
            problems.push(format!("there is no task “{}”", shortened(task)));
        }
        let (mut choices, mut asked) =
            (found.map_or_else(Choices::default, Choices::of), Vec::new());
        for (name, value) in pairs.into_iter().filter(|(name, _)| *name != "task") {
            match FIELDS.iter().find(|field| field.name == name) {
                Some(field) => match (field.set)(&mut choices, value) {
                    Ok(()) => asked.push((field, (field.get)(&choices))),
                    Err(problem) => problems.push(format!("{}: {problem}", field.label)),
                },
                None => problems.push(format!("there is no choice “{}”", shortened(name))),
            }
        }
        choices.settle();
        let corrections = asked.into_iter().filter_map(|(field, asked)| {
            let now = (field.get)(&choices);
            (now != asked).then(|| texts::link_settled(field.label, asked, now))
        });
        let corrections = corrections.collect();
        (choices, problems, corrections)
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(30).collect()
}

/// Where the room has the control of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A menu of its own.
    Menu,
    /// A number that is always seen.
    First,
    /// A number that is folded away.
    More,
    /// The same, of a generated task alone.
    Generated,
}

/// One choice.
pub struct Field {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it is, in a few words.
    pub hint: &'static str,
    /// Where its control is.
    pub place: Place,
    /// As text.
    pub get: fn(&Choices) -> String,
    /// From text.
    pub set: fn(&mut Choices, &str) -> Result<(), String>,
}

impl Field {
    /// Its name over its control, with a capital letter.
    pub fn title(&self) -> String {
        let mut title = self.label.to_owned();
        if let Some(first) = title.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        title
    }
}

fn whole(
    text: &str,
    slot: &mut usize,
    range: std::ops::RangeInclusive<usize>,
) -> Result<(), String> {
    let found = parse_number(text).map_err(|why| why.to_string())?;
    let (low, high) = range.into_inner();
    if found.fract() != 0.0 || !(low as f64..=high as f64).contains(&found) {
        return Err(format!("{found} is no whole number from {low} to {high}"));
    }
    *slot = found as usize;
    Ok(())
}

fn number(text: &str, slot: &mut f64, high: f64) -> Result<(), String> {
    let found = parse_number(text).map_err(|why| why.to_string())?;
    if !(0.0..=high).contains(&found) {
        return Err(format!("{found} is not between 0 and {high}"));
    }
    *slot = found;
    Ok(())
}

/// Every choice but the task, in the order of the controls.
pub const FIELDS: &[Field] = &[
    Field {
        name: "method",
        label: "method",
        hint: "how words attend",
        place: Place::Menu,
        get: |c| match c.method {
            ModelMethod::Lab(Method::DISTANCE_AWARE) => "da".to_owned(),
            method => model_method_text(method),
        },
        set: |c, text| {
            let method = model_method_from_text(text).map_err(|error| error.to_string())?;
            if c.task != Task::Own && method.needs_syntax() {
                let why = "reads what a parser gives of every sentence, which this task does not \
                           have: open a treebank (.conllu) as your own file";
                return Err(format!("{text} {why}"));
            }
            c.method = method;
            Ok(())
        },
    },
    Field {
        name: "label",
        label: "label of a treebank",
        hint: "upos or deprel",
        place: Place::Menu,
        get: |c| c.label.name().to_owned(),
        set: |c, text| {
            c.label = WordLabel::from_name(text).map_err(|error| error.to_string())?;
            Ok(())
        },
    },
    Field {
        name: "heads",
        label: "heads",
        hint: "1 to 16",
        place: Place::First,
        get: |c| c.heads.to_string(),
        set: |c, text| whole(text, &mut c.heads, 1..=16),
    },
    Field {
        name: "seed",
        label: "seed",
        hint: "examples, start and order follow from it",
        place: Place::First,
        get: |c| c.seed.to_string(),
        set: |c, text| {
            let mut seed = 0;
            whole(text, &mut seed, 0..=u32::MAX as usize)?;
            c.seed = seed as u32;
            Ok(())
        },
    },
    Field {
        name: "rate",
        label: "learning rate",
        hint: "of everything but w and v",
        place: Place::First,
        get: |c| c.learning_rate.to_string(),
        set: |c, text| number(text, &mut c.learning_rate, 1.0),
    },
    Field {
        name: "head-rate",
        label: "learning rate of w and v",
        hint: "0 leaves them where they start",
        place: Place::First,
        get: |c| c.head_learning_rate.to_string(),
        set: |c, text| number(text, &mut c.head_learning_rate, 1.0),
    },
    Field {
        name: "start",
        label: "start of w and v",
        hint: "zero or normal",
        place: Place::Menu,
        get: |c| c.head_start.name().to_owned(),
        set: |c, text| {
            c.head_start = HeadStart::from_name(text)
                .map_err(|_| format!("“{}” is not zero or normal", shortened(text)))?;
            Ok(())
        },
    },
    Field {
        name: "d",
        label: "dimensions of a head",
        hint: "1 to 64",
        place: Place::More,
        get: |c| c.dimensions.to_string(),
        set: |c, text| whole(text, &mut c.dimensions, 1..=64),
    },
    Field {
        name: "vectors",
        label: "word vectors",
        hint: "shared or spelling",
        place: Place::Menu,
        get: |c| c.word_start().name().to_owned(),
        set: |c, text| {
            let start = WordStart::from_name(text)
                .map_err(|_| format!("“{}” is not shared or spelling", shortened(text)))?;
            c.shared_vectors = start == WordStart::Shared;
            Ok(())
        },
    },
    Field {
        name: "width",
        label: "width",
        hint: "4 to 256; 100 with shared vectors",
        place: Place::More,
        get: |c| c.width.to_string(),
        set: |c, text| whole(text, &mut c.width, 4..=256),
    },
    Field {
        name: "feed-forward",
        label: "feed-forward width",
        hint: "1 to 1\u{202f}024",
        place: Place::More,
        get: |c| c.feed_forward.to_string(),
        set: |c, text| whole(text, &mut c.feed_forward, 1..=1_024),
    },
    Field {
        name: "pooling",
        label: "pooling",
        hint: "size of the attention pooling; 0 is the mean",
        place: Place::More,
        get: |c| c.pooling.to_string(),
        set: |c, text| whole(text, &mut c.pooling, 0..=256),
    },
    Field {
        name: "batch",
        label: "batch",
        hint: "examples in a step, 1 to 256",
        place: Place::More,
        get: |c| c.batch.to_string(),
        set: |c, text| whole(text, &mut c.batch, 1..=256),
    },
    Field {
        name: "dropout",
        label: "dropout",
        hint: "0 to 0.9",
        place: Place::More,
        get: |c| c.dropout.to_string(),
        set: |c, text| number(text, &mut c.dropout, 0.9),
    },
    Field {
        name: "examples",
        label: "training examples",
        hint: "of a generated task, 50 to 20\u{202f}000",
        place: Place::Generated,
        get: |c| c.examples.to_string(),
        set: |c, text| whole(text, &mut c.examples, 50..=20_000),
    },
    Field {
        name: "shortest",
        label: "fewest words",
        hint: "of a made-up sentence",
        place: Place::Generated,
        get: |c| c.shortest.to_string(),
        set: |c, text| whole(text, &mut c.shortest, 1..=100),
    },
    Field {
        name: "longest",
        label: "most words",
        hint: "of a sentence; longer texts are cut",
        place: Place::More,
        get: |c| c.longest.to_string(),
        set: |c, text| whole(text, &mut c.longest, 1..=100),
    },
];

/// A method as it is called; where both are called the same, as links write it.
fn method_words(method: ModelMethod, other: ModelMethod) -> String {
    match method.kind() == other.kind() {
        true => model_method_text(method),
        false => method.kind().definition().short.to_owned(),
    }
}

/// What differs between two runs, in words: "method Sinusoids instead of DA, seed 2 instead of 1".
/// Empty where nothing does.
pub fn differences(a: &Choices, b: &Choices) -> String {
    let mut parts = Vec::new();
    if a.task != b.task {
        parts.push(format!("task “{}” instead of “{}”", b.task.label(), a.task.label()));
    }
    for field in FIELDS {
        // Of a made-up task and another, one has no use for it.
        if field.place == Place::Generated && a.task.has_real_words() != b.task.has_real_words() {
            continue;
        }
        let (mut one, mut other) = ((field.get)(a), (field.get)(b));
        if one != other {
            if field.name == "method" {
                one = method_words(a.method, b.method);
                other = method_words(b.method, a.method);
            }
            parts.push(format!("{} {other} instead of {one}", field.label));
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_a_choice_begins_with_a_capital_letter() {
        for field in FIELDS {
            let title = field.title();
            assert_eq!(title.to_lowercase(), field.label.to_lowercase());
            assert!(!title.starts_with(|first: char| first.is_ascii_lowercase()), "{title}");
        }
    }
    use crate::data::rules;

    #[test]
    fn the_text_form_goes_there_and_back() {
        for &(task, name) in Task::ALL {
            let (read, problems) = Choices::from_text(&format!("task={name}"));
            assert_eq!((read, problems), (Choices::of(task), vec![]));
        }
        let mut choices = Choices::of(Task::Generated(Generated::Far));
        for (name, value) in [
            ("method", "vanilla"),
            ("label", "deprel"),
            ("heads", "3"),
            ("seed", "4294967295"),
            ("rate", "0.25"),
            ("start", "normal"),
            ("pooling", "7"),
            ("longest", "30"),
        ] {
            let field = FIELDS.iter().find(|field| field.name == name).unwrap();
            (field.set)(&mut choices, value).unwrap();
            assert_eq!((field.get)(&choices), value);
        }
        let text = choices.to_text();
        assert!(text.starts_with("task=far;method=vanilla;label=deprel;heads=3;"), "{text}");
        assert_eq!(Choices::from_text(&text), (choices, vec![]));
        let shaw = nearfar::model::OwnMethod::new(nearfar::methods::MethodKind::Shaw).unwrap();
        let (choices, problems) = Choices::from_text("task=near;method=rpr(4)");
        assert_eq!((choices.method, problems), (shaw.with_number(4).into(), vec![]));
        assert_eq!(choices.to_text(), "task=near;method=rpr(4)");
    }

    #[test]
    fn bad_parts_are_named_and_the_others_kept() {
        let (choices, problems) =
            Choices::from_text("task=far;heads=99;seed=2;colour=red;rate=x;nonsense");
        assert_eq!((choices.task, choices.heads, choices.seed), (Task::ALL[1].0, 8, 2));
        assert_eq!(
            problems,
            [
                "“nonsense” is not NAME=VALUE",
                "heads: 99 is no whole number from 1 to 16",
                "there is no choice “colour”",
                "learning rate: “x” is not a number"
            ]
        );
        let (choices, problems) = Choices::from_text("task=near;seed=2;task=far;seed=2");
        assert_eq!((choices.task, choices.seed), (Task::ALL[0].0, 2));
        let twice = |name, value| format!("{name} is given more than once: “{value}” is not taken");
        assert_eq!(problems, [twice("task", "far"), twice("seed", "2")]);
        assert_eq!(Choices::from_text("garbage").1, ["“garbage” is not NAME=VALUE"]);
        assert_eq!(Choices::from_text("").1, [""; 0]);
        // Of all tasks only a file can have trees.
        let (choices, problems) = Choices::from_text("task=near;method=tree-distance");
        assert_eq!(choices.method, Choices::default().method);
        assert!(problems[0].contains("open a treebank (.conllu)"), "{problems:?}");
        let (mut choices, problems) =
            Choices::from_text("task=own;method=tree-distance(8);label=deprel");
        assert_eq!((choices.label, problems), (WordLabel::Relation, vec![]));
        assert_eq!(choices.to_text(), "task=own;method=tree-distance(8);label=deprel");
        choices.task = Task::BuiltIn;
        choices.settle();
        assert_eq!(choices.method, Choices::default().method);
        let (choices, problems) = Choices::from_text("task=nearby");
        assert_eq!((choices, problems.len()), (Choices::default(), 1));
    }

    #[test]
    fn what_differs_is_said() {
        let a = Choices::default();
        let mut b = a.clone();
        assert_eq!(differences(&a, &b), "");
        let made_up = Choices { examples: 60, shortest: 12, ..Choices::of(Task::ALL[0].0) };
        let differ = differences(&made_up, &made_up.for_task(Task::Own));
        assert!(differ.starts_with("task “") && !differ.contains("examples"), "{differ}");
        assert!(!differ.contains("fewest"), "{differ}");
        b.method = Method::VANILLA.into();
        b.seed = 2;
        assert_eq!(differences(&a, &b), "method Sinusoids instead of DA, seed 2 instead of 1");
        b.seed = a.seed;
        b.method = Choices::from_text("task=near;method=da:linear(1,0):early-multiply").0.method;
        assert!(differences(&a, &b).starts_with("method da:linear"), "{}", differences(&a, &b));
    }

    #[test]
    fn methods_with_numbers_of_their_own_have_a_rate_for_them() {
        let has =
            |method: &str| Choices::from_text(&format!("task=near;method={method}")).0.has_scores();
        assert!(has("da") && has("t5") && has("kerple"));
        assert!(!has("vanilla") && !has("alibi") && !has("rope"));
    }

    #[test]
    fn choices_settle() {
        let (choices, _) = Choices::from_text("task=far;shortest=40;longest=3;vectors=shared");
        assert_eq!((choices.shortest, choices.longest, choices.width), (40, 40, DIMENSION));
        // A link that says otherwise is told.
        let (same, said) = Choices::from_link("task=far;shortest=40;longest=3;vectors=shared;x");
        let settled = "most words: 3 does not go with the other settings and becomes 40";
        assert_eq!((same, said.len(), said[1].as_str()), (choices.clone(), 2, settled));
        assert_eq!(Choices::from_link(&choices.to_text()), (choices, vec![]));
        for &(task, _) in Task::ALL {
            let mut choices = Choices::of(task);
            choices.settle();
            assert_eq!(choices, Choices::of(task));
            let classes = vec!["a".to_owned(), "b".to_owned()];
            choices.architecture(Structure::Single, classes).check().unwrap();
            choices.options().check().unwrap();
        }
    }

    /// One of each class, negative or positive as the rule says.
    #[test]
    fn the_examples_follow_the_rule() {
        for &(task, _) in Task::ALL {
            let Task::Generated(generated) = task else { continue };
            let answers: Vec<_> =
                task.examples().iter().map(|text| generated.answer(text)).collect();
            assert_eq!(answers, [Some(rules::POSITIVE), Some(rules::NEGATIVE)], "{task:?}");
            // As the sentence on the task has it: one good word and one bad one.
            let count = |text: &str, words: &[&str]| {
                text.split(' ').filter(|word| words.contains(word)).count()
            };
            if generated == Generated::Near {
                for text in task.examples() {
                    assert_eq!((count(text, &rules::GOOD), count(text, &rules::BAD)), (1, 1));
                }
            }
        }
    }
}
