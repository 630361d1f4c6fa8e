//! What a user chooses by hand, as the controls show it, and what the browser keeps of it.

use nearfar::Method;
use nearfar::settings::{method_from_text, quoted};
use nearfar_texts::inspect as texts;

use super::report::NONE;
use crate::protocol::Opened;
use crate::report::pattern::fits_any;
use crate::report::{
    Activation, Assigned, Assignment, How, Known, NormPlacement, Orientation, Question, Report,
    Role,
};

/// Names of recent files that are kept.
const MOST_NAMES: usize = 8;
/// Letters of a name that are kept.
const LONGEST_NAME: usize = 200;
/// Architectures whose choices are kept.
const MOST_ASSIGNED: usize = 50;

/// A text of the page.
type Label = fn() -> &'static str;

/// Roles that can be given by hand.
const ROLES: &[(Role, Label)] = &[
    (Role::WordEmbedding, texts::role_word_embedding),
    (Role::PositionEmbedding, texts::role_position_embedding),
    (Role::TypeEmbedding, texts::role_type_embedding),
    (Role::EmbeddingProjectionWeight, texts::role_embedding_projection_weight),
    (Role::EmbeddingProjectionBias, texts::role_embedding_projection_bias),
    (Role::EmbeddingNormGain, texts::role_embedding_norm_gain),
    (Role::EmbeddingNormBias, texts::role_embedding_norm_bias),
    (Role::QueryWeight, texts::role_query_weight),
    (Role::QueryBias, texts::role_query_bias),
    (Role::KeyWeight, texts::role_key_weight),
    (Role::KeyBias, texts::role_key_bias),
    (Role::ValueWeight, texts::role_value_weight),
    (Role::ValueBias, texts::role_value_bias),
    (Role::OutputWeight, texts::role_output_weight),
    (Role::OutputBias, texts::role_output_bias),
    (Role::DistanceW, texts::role_distance_w),
    (Role::DistanceV, texts::role_distance_v),
    (Role::StartW, texts::role_start_w),
    (Role::StartV, texts::role_start_v),
    (Role::RelativeKey, texts::role_relative_key),
    (Role::RelativeValue, texts::role_relative_value),
    (Role::AttentionNormGain, texts::role_attention_norm_gain),
    (Role::AttentionNormBias, texts::role_attention_norm_bias),
    (Role::HiddenWeight, texts::role_hidden_weight),
    (Role::HiddenBias, texts::role_hidden_bias),
    (Role::FeedForwardWeight, texts::role_feed_forward_weight),
    (Role::FeedForwardBias, texts::role_feed_forward_bias),
    (Role::FeedForwardNormGain, texts::role_feed_forward_norm_gain),
    (Role::FeedForwardNormBias, texts::role_feed_forward_norm_bias),
    (Role::FinalNormGain, texts::role_final_norm_gain),
    (Role::FinalNormBias, texts::role_final_norm_bias),
    (Role::Head, texts::role_head),
];

const LIES: &[(Orientation, Label)] =
    &[(Orientation::OutIn, || "[out, in]"), (Orientation::InOut, || "[in, out]")];
const CAUSAL: &[(bool, Label)] =
    &[(false, texts::fact_sees_all), (true, texts::by_hand_sees_causal)];
const NORMS: &[(NormPlacement, Label)] =
    &[(NormPlacement::Post, texts::by_hand_post), (NormPlacement::Pre, texts::by_hand_pre)];
const ACTIVATIONS: &[(Activation, Label)] = &[
    (Activation::Relu, || "ReLU"),
    (Activation::Gelu, || "GELU"),
    (Activation::GeluTanh, texts::by_hand_activation_gelu_tanh),
    (Activation::Swish, texts::by_hand_activation_swish),
];

/// Heads, dimensions and layers go so far.
const COUNT: (f64, f64) = (1.0, 4096.0);

/// A control for something of the whole model.
#[derive(Clone, Debug)]
pub enum Control {
    /// A number.
    Number {
        /// The number that is shown.
        value: Option<f64>,
        /// The least and the greatest that is taken.
        range: (f64, f64),
        /// Whether only whole numbers are.
        is_whole: bool,
        /// Chooses another.
        set: fn(&mut Assignment, f64),
    },
    /// A menu.
    Choice {
        /// Its entries.
        options: Vec<String>,
        /// The place of the one that is chosen; `None` where what was found counts.
        chosen: Option<usize>,
        /// What was found: "as found: after the sum, assumed".
        found: String,
        /// Chooses another.
        set: fn(&mut Assignment, Option<usize>),
    },
}

fn at<T: Copy>(all: &[(T, Label)], place: Option<usize>) -> Option<T> {
    all.get(place?).map(|(value, _)| *value)
}

fn pick<T: Copy + PartialEq>(
    all: &[(T, Label)],
    chosen: Option<T>,
    known: &Known<T>,
    set: fn(&mut Assignment, Option<usize>),
) -> Control {
    let place = |value: T| all.iter().position(|(known, _)| *known == value);
    let label = place(known.value).and_then(|place| all.get(place)).map_or(NONE, |(_, of)| of());
    Control::Choice {
        options: all.iter().map(|(_, label)| label().to_owned()).collect(),
        chosen: chosen.and_then(place),
        found: match known.how {
            How::Assumed => texts::as_found_assumed(label),
            // What was found before it was chosen is not kept.
            How::Chosen => texts::as_found_chosen().to_owned(),
            _ => texts::as_found(label),
        },
        set,
    }
}

/// What a role is called; `None` is no role.
pub fn role_label(role: Option<Role>) -> &'static str {
    let known = role.and_then(|role| ROLES.iter().find(|(known, _)| *known == role));
    known.map_or_else(texts::roles_role_none, |(_, label)| label())
}

/// The roles of a menu, the last of which is none.
pub fn role_labels() -> Vec<String> {
    let roles = ROLES.iter().map(|(role, _)| Some(*role));
    roles.chain([None]).map(|role| role_label(role).to_owned()).collect()
}

/// The role at a place of that menu.
pub fn role_at(place: Option<usize>) -> Option<Role> {
    at(ROLES, place)
}

/// How the numbers of a matrix may lie, as a menu.
pub fn lies_labels() -> Vec<String> {
    LIES.iter().map(|(_, label)| label().to_owned()).collect()
}

/// How they lie at a place of that menu.
pub fn lies_at(place: Option<usize>) -> Option<Orientation> {
    at(LIES, place)
}

/// The numbers that the controls show; `None` where nobody knows one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers {
    /// h.
    pub heads: Option<usize>,
    /// d.
    pub head_size: Option<usize>,
    /// How often the stored layers are run.
    pub runs: Option<usize>,
    /// What scores are multiplied by; 1/√d where nothing says otherwise.
    pub scale: Option<f64>,
    /// ε of the norms.
    pub epsilon: Option<f64>,
    /// The row of the position table that the first token has.
    pub first_position: Option<usize>,
}

impl Assignment {
    /// The numbers as they are shown: those chosen, else those found.
    pub fn numbers(&self, report: &Report) -> Numbers {
        let known = |value: usize| (value > 0).then_some(value);
        let usual = known(report.head_size).map(|size| 1.0 / (size as f64).sqrt());
        let asks_first = report.asks(Question::FirstPosition);
        Numbers {
            heads: self.heads.or(known(report.heads.value)),
            head_size: self.head_size.or(known(report.head_size)),
            runs: self.runs.or(known(report.depth())),
            scale: self.scale.or(report.scale.value.factor).or(usual),
            epsilon: self.epsilon.or(Some(report.epsilon.value)),
            first_position: self.first_position.or((!asks_first).then_some(report.first_position)),
        }
    }

    /// The controls for the whole model, each with its name: what is chosen, else what was found.
    pub fn controls(&self, report: &Report) -> Vec<(&'static str, Control)> {
        type Set = fn(&mut Assignment, f64);
        let Numbers { heads, head_size, runs, scale, epsilon, first_position } =
            self.numbers(report);
        let number =
            |value, range, set: Set| Control::Number { value, range, is_whole: false, set };
        let whole = |value: Option<usize>, range, set: Set| {
            let value = value.map(|value| value as f64);
            Control::Number { value, range, is_whole: true, set }
        };
        vec![
            (texts::fact_heads(), whole(heads, COUNT, |all, n| all.heads = Some(n as usize))),
            (
                texts::fact_head_size(),
                whole(head_size, COUNT, |all, n| all.head_size = Some(n as usize)),
            ),
            (texts::by_hand_runs(), whole(runs, COUNT, |all, n| all.runs = Some(n as usize))),
            (
                texts::by_hand_sees(),
                pick(CAUSAL, self.causal, &report.causal, |all, place| {
                    all.causal = at(CAUSAL, place)
                }),
            ),
            (
                texts::fact_norms(),
                pick(NORMS, self.norms, &report.norms, |all, place| all.norms = at(NORMS, place)),
            ),
            (
                texts::by_hand_activation(),
                pick(ACTIVATIONS, self.activation, &report.activation, |all, place| {
                    all.activation = at(ACTIVATIONS, place);
                }),
            ),
            (texts::by_hand_scale(), number(scale, (-1e6, 1e6), |all, x| all.scale = Some(x))),
            (
                texts::by_hand_epsilon(),
                number(epsilon, (0.0, 0.999), |all, x| all.epsilon = Some(x)),
            ),
            (
                texts::by_hand_first_position(),
                whole(first_position, (0.0, 4096.0), |all, n| {
                    all.first_position = Some(n as usize)
                }),
            ),
        ]
    }

    /// Gives the tensors that fit a pattern a role, or none, in place of what they were given before.
    pub fn give(&mut self, pattern: String, role: Option<Role>, orientation: Option<Orientation>) {
        self.take_back(&pattern);
        self.roles.push(Assigned { pattern, role, orientation, share: None });
    }

    /// Takes back what the tensors that fit a pattern were given.
    pub fn take_back(&mut self, pattern: &str) {
        self.roles.retain(|given| given.pattern != pattern);
    }
}

impl Report {
    /// Whether a question stands between the model and a forward pass.
    fn asks(&self, question: Question) -> bool {
        self.obstacles.iter().any(|obstacle| obstacle.question == Some(question))
    }

    /// Whether anything that can be chosen stands between the model and a forward pass.
    pub fn asks_anything(&self) -> bool {
        self.obstacles.iter().any(|obstacle| obstacle.question.is_some())
    }

    /// Mapping and adjustment of heads with w and v, as the controls begin: the file's, else the paper's.
    pub fn first_trained(&self) -> Method {
        let known = self.method.value.as_deref().and_then(|text| method_from_text(text).ok());
        known.filter(|known| known.knows_distance()).unwrap_or(Method::DISTANCE_AWARE)
    }

    /// Whether the file says how they were trained, in a sentence.
    pub fn trained_text(&self) -> &'static str {
        match self.method.value {
            Some(_) => texts::trained_known(),
            None => texts::trained_unknown(),
        }
    }
}

impl Opened {
    /// That a pattern fits none of its tensors, in a sentence; `None` where it fits any.
    pub fn none_fits(&self, pattern: &str) -> Option<String> {
        let names = self.tensors.iter().map(|tensor| tensor.name.as_str());
        (!fits_any(pattern, names)).then(|| texts::roles_name_none(quoted(pattern)))
    }
}

/// A tensor's name as a pattern: its first number as `*`, which is that of a layer.
pub fn pattern_of(name: &str) -> String {
    let is_number =
        |part: &&mut &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts: Vec<&str> = name.split('.').collect();
    if let Some(number) = parts.iter_mut().find(is_number) {
        *number = "*";
    }
    parts.join(".")
}

/// Puts a name in front of the recent ones, of which the oldest goes.
pub fn remember(names: &mut Vec<String>, name: &str) {
    names.retain(|known| known != name);
    names.insert(0, name.chars().take(LONGEST_NAME).collect());
    names.truncate(MOST_NAMES);
}

/// Keeps what was chosen for an architecture, by its fingerprint, the last one first; nothing chosen forgets it.
pub fn keep(all: &mut Vec<(String, Assignment)>, fingerprint: &str, assignment: &Assignment) {
    all.retain(|(known, _)| known != fingerprint);
    if *assignment != Assignment::default() {
        all.insert(0, (fingerprint.to_owned(), assignment.clone()));
    }
    all.truncate(MOST_ASSIGNED);
}

/// Changes what is chosen for an architecture, among what was `chosen` on this visit, the last one first, and what the
/// browser has `kept`, of that one alone: another tab may have kept others since. What is chosen then.
pub fn change(
    chosen: &mut Vec<(String, Assignment)>,
    kept: &mut Vec<(String, Assignment)>,
    fingerprint: &str,
    change: impl FnOnce(&mut Assignment),
) -> Assignment {
    let mut assignment = chosen_for(&with_kept(chosen, kept.clone()), fingerprint);
    change(&mut assignment);
    keep(kept, fingerprint, &assignment);
    // That nothing is chosen any more is remembered, too: the browser may keep nothing.
    chosen.retain(|(known, _)| known != fingerprint);
    chosen.insert(0, (fingerprint.to_owned(), assignment.clone()));
    assignment
}

/// What was chosen on this visit, the last one first, goes before what the browser has kept: it may keep nothing.
pub fn with_kept(
    chosen: &[(String, Assignment)],
    mut kept: Vec<(String, Assignment)>,
) -> Vec<(String, Assignment)> {
    for (fingerprint, assignment) in chosen.iter().rev() {
        keep(&mut kept, fingerprint, assignment);
    }
    kept
}

/// What was chosen for one of them.
pub fn chosen_for(all: &[(String, Assignment)], fingerprint: &str) -> Assignment {
    let mut all = all.iter();
    all.find(|(known, _)| known == fingerprint).map(|(_, of)| of.clone()).unwrap_or_default()
}
