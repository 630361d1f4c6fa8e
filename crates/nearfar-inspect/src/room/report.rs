//! What the open file was recognised as, in words: its title, facts with how each is known, what became of its
//! tensors, and why it is not run. The reasons themselves are the report’s ([`crate::report`]).

use nearfar::Method;
use nearfar_texts::inspect as texts;
use nearfar_texts::words::of_method;

use super::grouped;
use crate::report::{Family, Finding, How, Known, NormPlacement, Report, Status};

/// What stands for a figure that nobody knows.
pub const NONE: &str = "–";
/// Findings that are listed of a kind before the rest is only counted.
const LISTED: usize = 200;
/// Reasons against a forward pass that are listed.
const REASONS: usize = 12;

/// A fact, as an entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// What it is of.
    pub name: &'static str,
    /// The fact.
    pub value: String,
    /// How it is known, where that is worth saying.
    pub how: Option<&'static str>,
    /// Whether the user chose it.
    pub is_chosen: bool,
    /// The reason, where it has one.
    pub why: Option<String>,
}

impl Fact {
    /// One of which nothing more is to be said.
    pub fn new(name: &'static str, value: impl Into<String>) -> Fact {
        Fact { name, value: value.into(), ..Fact::default() }
    }

    fn known<T>(name: &'static str, value: impl Into<String>, known: &Known<T>) -> Fact {
        let how = match known.how {
            How::Stored | How::Config | How::Shape => None,
            How::Assumed => Some(texts::how_assumed()),
            How::Unknown => Some(texts::how_unknown()),
            How::Chosen => Some(texts::how_chosen()),
        };
        let (is_chosen, why) = (known.how == How::Chosen, Some(known.why.clone()));
        Fact { name, value: value.into(), how, is_chosen, why }
    }
}

/// Tensors of which the same became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// What became of them, and how many they are.
    pub title: String,
    /// What that means.
    pub means: &'static str,
    /// Whether the file has them, so that they can be looked at.
    pub are_there: bool,
    /// The first of them.
    pub listed: Vec<Finding>,
    /// How many are left out, in words.
    pub more: Option<String>,
}

/// Which details the user opened or folded since the file was opened, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folds(Vec<(&'static str, bool)>);

impl Folds {
    /// Whether details are open: as the user left them, else as they are at `first`.
    pub fn is_open(&self, name: &str, first: bool) -> bool {
        self.0.iter().find(|(known, _)| *known == name).map_or(first, |(_, is_open)| *is_open)
    }

    /// The user opened or folded them.
    pub fn leave(&mut self, name: &'static str, is_open: bool) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, is_open));
    }
}

/// Why a model is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reasons; the last one counts those that are left out.
    pub reasons: Vec<String>,
    /// What can be seen all the same, and what would mend it.
    pub still_seen: String,
}

impl Family {
    /// As people call it.
    fn label(self) -> &'static str {
        self.name().unwrap_or_else(|| match self {
            Family::DistanceAware => texts::family_distance_aware(),
            Family::TorchEncoder => texts::family_torch_encoder(),
            Family::Bloom => texts::family_bloom(),
            Family::T5 => texts::family_t5(),
            Family::Bart => texts::family_bart(),
            Family::ClipText => texts::family_clip_text(),
            Family::Vit => texts::family_vit(),
            Family::Keras => texts::family_keras(),
            Family::Other => texts::family_other(),
            _ => texts::family_unknown(),
        })
    }
}

impl Status {
    /// Every status, what is wrong first.
    const SAID: [Status; 4] =
        [Status::Missing, Status::Reshaped, Status::Extra, Status::Recognised];

    /// What is said over so many tensors, and what it means.
    fn said(self, count: String) -> (String, &'static str) {
        match self {
            Status::Missing => (texts::findings_missing(count), texts::findings_missing_means()),
            Status::Reshaped => (texts::findings_reshaped(count), texts::findings_reshaped_means()),
            Status::Extra => (texts::findings_extra(count), texts::findings_extra_means()),
            Status::Recognised => {
                (texts::findings_recognised(count), texts::findings_recognised_means())
            }
        }
    }
}

impl Report {
    /// What the file holds, as people call it: a family, or the method of a file of this project.
    pub fn title(&self) -> String {
        let method = match (self.family, self.method_beside(), self.own_method()) {
            (Family::Disan, ..) => self.family.label(),
            (Family::Nearfar, Some(method), _) => method.kind().definition().short,
            (Family::Nearfar, None, Ok(Method::DistanceAware { .. })) => "DA-Transformer",
            (Family::Nearfar, ..) if self.method.value.is_some() => texts::family_nearfar_vanilla(),
            (Family::Nearfar, ..) => texts::family_nearfar_unknown(),
            (family, ..) => return family.label().to_owned(),
        };
        texts::family_nearfar(method)
    }

    /// Layers and heads, where there are any.
    pub fn first_facts(&self) -> Vec<Fact> {
        if self.depth() == 0 {
            return Vec::new();
        }
        // An encoder and its decoder are two stacks, not one.
        let layers = match self.stacks().as_slice() {
            stacks @ [_, _, ..] => {
                let counts: Vec<String> = stacks.iter().map(|(_, n)| n.to_string()).collect();
                counts.join(" + ")
            }
            _ => self.depth().to_string(),
        };
        let heads = match self.heads.value {
            0 => NONE.to_owned(),
            heads => heads.to_string(),
        };
        let size = (self.head_size > 0)
            .then(|| Fact::new(texts::fact_head_size(), self.head_size.to_string()));
        let known = [
            Fact::known(texts::fact_layers(), layers, &self.order),
            Fact::known(texts::fact_heads(), heads, &self.heads),
        ];
        known.into_iter().chain(size).collect()
    }

    /// What else is known of the model, where it has layers.
    pub fn more_facts(&self) -> Vec<Fact> {
        if self.depth() == 0 {
            return Vec::new();
        }
        let norms = match self.norms.value {
            NormPlacement::Post => texts::fact_norms_post(),
            NormPlacement::Pre => texts::fact_norms_pre(),
        };
        let sees = match self.causal.value {
            true => texts::fact_sees_causal(),
            false => texts::fact_sees_all(),
        };
        let words = (self.words > 0).then(|| Fact::new(texts::fact_words(), grouped(self.words)));
        let facts = [
            self.method_fact(),
            Some(Fact::new(texts::fact_width(), grouped(self.width))),
            words,
            Some(Fact::known(texts::fact_norms(), norms, &self.norms)),
            Some(Fact::known(texts::fact_sees(), sees, &self.causal)),
        ];
        facts.into_iter().flatten().collect()
    }

    /// Mapping and adjustment. A vanilla file of this project has w and v that nothing reads.
    fn method_fact(&self) -> Option<Fact> {
        let method = self.own_method().ok().filter(|method| method.knows_distance());
        let is_read = self.distance_aware() && (method.is_some() || self.method.value.is_none());
        let value = method.map_or_else(|| NONE.to_owned(), of_method);
        is_read.then(|| Fact::known(texts::fact_method(), value, &self.method))
    }

    fn of_status(&self, status: Status) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.status == status)
    }

    /// How many tensors became what, in a line, and whether anything is missing or has another shape.
    pub fn findings_line(&self) -> (String, bool) {
        let [missing, reshaped, extra, recognised] =
            Status::SAID.map(|status| self.of_status(status).count());
        let [all, lacks, more, other] = [recognised, missing, extra, reshaped].map(grouped);
        (texts::findings(all, lacks, more, other), missing + reshaped > 0)
    }

    /// What became of the tensors, what is wrong first.
    pub fn findings_said(&self) -> Vec<Findings> {
        let of = |status: Status| {
            let count = self.of_status(status).count();
            let (title, means) = status.said(grouped(count));
            let more = count.saturating_sub(LISTED);
            Findings {
                title,
                means,
                are_there: status != Status::Missing,
                listed: self.of_status(status).take(LISTED).cloned().collect(),
                more: (more > 0).then(|| texts::findings_more(grouped(more))),
            }
        };
        let all = Status::SAID.into_iter().map(of);
        all.filter(|findings| !findings.listed.is_empty()).collect()
    }

    /// Why the model is not run; `None` where it can be. `shape_of` gives a tensor's shape by its name.
    pub fn refusal(&self, shape_of: impl Fn(&str) -> Option<Vec<u64>>) -> Option<Refusal> {
        if self.obstacles.is_empty() {
            return None;
        }
        let reasons = self.obstacles.iter().take(REASONS).map(|obstacle| obstacle.why.clone());
        let more = self.obstacles.len().saturating_sub(REASONS);
        let more = (more > 0).then(|| texts::refused_more(more));
        let mut still_seen = texts::refused_still_seen(self.still_seen(shape_of));
        if self.asks_anything() {
            still_seen = format!("{still_seen} {}", texts::refused_mends());
        }
        Some(Refusal { reasons: reasons.chain(more).collect(), still_seen })
    }
}
