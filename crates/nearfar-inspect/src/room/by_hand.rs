//! What a user chooses by hand, as the controls show it, and what the browser keeps of it.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::settings::method_from_text;

use crate::recognise::{Assigned, Assignment, Orientation, Question, Report, Role};

/// Names of recent files that are kept.
const MOST_NAMES: usize = 8;
/// Letters of a name that are kept.
const LONGEST_NAME: usize = 200;
/// Architectures whose choices are kept.
const MOST_ASSIGNED: usize = 50;

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
    pub fn first_coefficients(&self) -> (Mapping, Adjustment) {
        let known = self.method.value.as_deref().and_then(|text| method_from_text(text).ok());
        match known {
            Some(Method::DistanceAware { mapping, adjustment }) => (mapping, adjustment),
            _ => (Mapping::LearnableSigmoid, Adjustment::EarlyMultiply),
        }
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
