//! The report: what names and shapes gave, and what only a configuration, a habit or the user can
//! say. Each with how it is known; what nothing says is asked for, and what is assumed is listed.

use super::config::Config;
use super::draft::{Draft, TensorStatus};
use super::families::{published, published_runs};
use super::heads;
use super::options::{self, Declared, Kind};
use super::rules;
use super::sizes::{Sized, Widths};
use super::structure;
use crate::checkpoint::Checkpoint;
use crate::report::{
    Assignment, Assumption, Family, Finding, How, Known, Layer, Obstacle, Question, Report, Role,
    Status, method_beside,
};

/// What is known beside names and shapes.
pub(super) struct Beside<'a> {
    pub metadata: &'a [(String, String)],
    pub assignment: &'a Assignment,
    /// What config.json says of the family; `None` where there is no config.json.
    pub said: Option<Declared>,
}

impl Beside<'_> {
    /// A whole number of the metadata, under any of the keys, alone or behind a point.
    pub fn number(&self, keys: &[&str]) -> Option<(usize, &str)> {
        let (key, value) = self.under(keys)?;
        Some((value.trim().parse().ok()?, key))
    }

    /// An entry of the metadata, under any of the keys, alone or behind a point.
    pub fn under(&self, keys: &[&str]) -> Option<(&str, &str)> {
        let fits = |key: &str| {
            keys.iter().any(|known| {
                key.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            })
        };
        let (key, value) = self.metadata.iter().find(|(key, _)| fits(key))?;
        Some((key, value))
    }

    /// An entry of the metadata by its whole key.
    pub fn entry(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// What config.json says, if it says it.
    pub fn said<T>(&self, of: impl FnOnce(&Declared) -> Option<T>) -> Option<T> {
        self.said.as_ref().and_then(of)
    }

    /// The `model_type` of config.json, where its rules are known.
    pub fn kind(&self) -> Option<&'static Kind> {
        self.said(|said| said.kind)
    }
}

pub(super) fn count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

pub(super) fn obstacle(why: impl Into<String>, question: Option<Question>) -> Obstacle {
    Obstacle { why: why.into(), question }
}

pub(super) fn assumption(
    what: &str,
    value: impl Into<String>,
    why: impl Into<String>,
    question: Question,
) -> Assumption {
    Assumption { what: what.to_owned(), value: value.into(), why: why.into(), question }
}

/// Everything put together.
pub(super) fn report(
    checkpoint: &Checkpoint,
    mut draft: Draft,
    sized: Sized,
    config: Option<&Config>,
    assignment: &Assignment,
    fingerprint: String,
) -> Report {
    let Sized { widths, outside, layers, mut findings, notes, knows_orientation, turned, broken } =
        sized;
    draft.knows_orientation = knows_orientation;
    draft.notes.extend(notes);
    let types = draft.outside.iter().find(|placed| placed.role == Role::TypeEmbedding);
    let types = types.and_then(|placed| checkpoint.tensors.get(placed.tensor));
    let types = types.and_then(|tensor| tensor.shape.first().copied());
    roberta(&mut draft, &widths, types, config, assignment);
    let family = draft.family;
    let mut obstacles: Vec<Obstacle> = Vec::new();
    let said = match config {
        // This project's files say everything themselves.
        Some(_) if family == Family::Nearfar => {
            draft.notes.push("config.json is passed over: the file says all itself".to_owned());
            None
        }
        config => config.map(|config| Declared::of(config, family)),
    };
    let beside = Beside { metadata: &checkpoint.metadata, assignment, said };
    let vetoes = beside.said.iter().flat_map(|said| &said.vetoes);
    obstacles.extend(vetoes.map(|why| obstacle(why, None)));
    let widths_by_layer: Vec<u64> = layers.iter().map(|layer| layer.all_heads).collect();
    let (heads, head_size) =
        heads::heads(&draft, checkpoint, &widths, &widths_by_layer, &beside, &mut obstacles);
    let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    let by_layer = heads::by_layer(&names, &widths_by_layer, &heads, head_size, &beside);
    let layers: Vec<Layer> = layers
        .into_iter()
        .zip(by_layer)
        .map(|(layer, heads)| Layer { name: layer.name, heads, parts: layer.parts })
        .collect();
    let order = rules::order(&draft, layers.len(), &widths, &beside, &mut obstacles);
    let distance_aware = layers.iter().any(|layer| layer.part(Role::DistanceW).is_some());
    let method = rules::method(&draft, &beside, distance_aware, &mut obstacles);
    if family == Family::Nearfar && beside.entry("structure") == Some("tokens") {
        let why = "it gives every word a class, and may read a tree over them, which is not done here: \
                   `nearfar evaluate` measures it, `nearfar attend --conllu` shows a sentence";
        obstacles.push(obstacle(why, None));
    }
    let (first_position, padding) =
        rules::first_position(&draft, &widths, types, &beside, &mut obstacles);
    let mechanisms = beside.said(|said| Some(said.with_mechanisms())).unwrap_or_default();
    let mut report = Report {
        family,
        why: std::mem::take(&mut draft.why),
        prefix: std::mem::take(&mut draft.prefix),
        fingerprint,
        outside,
        layers,
        order,
        heads,
        head_size,
        width: count(widths.width),
        feed_forward: count(widths.feed_forward),
        words: count(widths.words),
        positions: widths.positions.map(|rows| count(rows).saturating_sub(first_position.value)),
        first_position: first_position.value,
        padding,
        activation: rules::activation(&draft, &beside),
        norms: rules::norms(&draft, &beside),
        epsilon: rules::epsilon(&draft, &beside),
        causal: rules::causal(&draft, &beside),
        scale: rules::scale(&draft, &beside),
        mechanisms,
        method,
        findings: Vec::new(),
        notes: std::mem::take(&mut draft.notes),
        assumptions: std::mem::take(&mut draft.assumed),
        is_foreign: beside.said(|said| said.is_foreign.then_some(())).is_some(),
        obstacles,
        departures: Vec::new(),
    };
    if family == Family::Nearfar
        && let Some(method) = beside.entry("method").and_then(method_beside)
    {
        let has = |role| match role {
            Role::DistanceW | Role::DistanceV => false,
            Role::KeyWeight => !method.definition().slices_keys,
            _ => true,
        };
        draft.missing.retain(|(_, role)| has(*role));
    }
    order_findings(checkpoint, &draft, &mut findings);
    report.findings = findings;
    let is_foreign = report.is_foreign;
    if let Some(why) = broken.filter(|_| !is_foreign) {
        report.obstacles.push(obstacle(why, Some(Question::Roles)));
    }
    if let Some(name) = turned.first().filter(|_| !is_foreign) {
        let more = turned.len() - 1;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let why = format!(
            "`{name}`{more} lies the other way round than the other matrices: a transpose was \
             forgotten, or say by hand which way it lies"
        );
        report.obstacles.push(obstacle(why, Some(Question::Roles)));
    }
    structure::look(&mut report, &draft, checkpoint, &widths, &beside);
    rules::assumptions(&mut report, &draft, &first_position, &beside);
    if config.is_some_and(Config::is_stored) {
        by_the_file(&mut report);
    }
    report.departures = departures(&report, &widths);
    report
}

/// Where a model is not as published models of its sizes, a sentence each; what is said of it is followed.
fn departures(report: &Report, widths: &Widths) -> Vec<String> {
    let Some((heads, who)) = published(report.family, widths) else { return Vec::new() };
    let (size, runs) = (report.width / heads, published_runs(widths.width));
    let (own, depth) = (&report.heads, report.depth());
    let heads = (report.head_size > 0 && report.head_size != size).then(|| {
        format!(
            "{} heads of {} ({}), where {who}, of the same sizes, has {heads} of {size}",
            own.value, report.head_size, own.why
        )
    });
    let is_other = report.family == Family::Albert && depth > 0 && depth != runs;
    let runs = is_other.then(|| {
        let why = &report.order.why;
        format!("layers are run {depth} times ({why}), where {who}, of the same sizes, runs {runs}")
    });
    heads.into_iter().chain(runs).collect()
}

/// What is said to be config.json's is the file's own.
fn by_the_file(report: &mut Report) {
    fn own<T>(known: &mut Known<T>) {
        if known.how == How::Config {
            known.how = How::Stored;
            known.why = known.why.replace("config.json says so", "the file says so");
        }
    }
    own(&mut report.heads);
    own(&mut report.order);
    own(&mut report.activation);
    own(&mut report.norms);
    own(&mut report.epsilon);
    own(&mut report.causal);
    own(&mut report.scale);
    for obstacle in &mut report.obstacles {
        obstacle.why = obstacle.why.replace("config.json", "the file’s metadata");
    }
}

/// BERT's names serve RoBERTa, too. What says neither is asked for (`rules::first_position`).
fn roberta(
    draft: &mut Draft,
    widths: &Widths,
    types: Option<u64>,
    config: Option<&Config>,
    assignment: &Assignment,
) {
    if draft.family != Family::Bert {
        return;
    }
    let named = |text: &str| {
        let lower = text.to_lowercase();
        ["roberta", "camembert", "data2vec_text"].iter().any(|name| lower.contains(name))
    };
    let said = config.and_then(Config::model_type);
    let why = if let Some(kind) = said {
        let is = options::kind(config).is_some_and(|kind| kind.family == Family::Roberta);
        is.then(|| format!("config.json calls it {kind}"))
    } else if let Some(first) = assignment.first_position {
        (first > 0).then(|| format!("by hand the first token has row {first} of its positions"))
    } else if named(&draft.prefix) {
        Some(format!("names begin with `{}`", draft.prefix))
    } else if widths.positions == Some(514) && types.is_none_or(|types| types == 1) {
        Some("514 positions and one token type, as RoBERTa has".to_owned())
    } else {
        None
    };
    if let Some(why) = why {
        draft.family = Family::Roberta;
        draft.why = format!("BERT's names, but {why}; positions begin behind the padding's");
    }
}

/// Findings in the file's order, with what has no role and what is missing.
fn order_findings(checkpoint: &Checkpoint, draft: &Draft, findings: &mut Vec<Finding>) {
    let mut known: std::collections::HashMap<String, Finding> =
        findings.drain(..).map(|finding| (finding.tensor.clone(), finding)).collect();
    for (tensor, fate) in checkpoint.tensors.iter().zip(&draft.fate) {
        if let Some(finding) = known.remove(&tensor.name) {
            findings.push(finding);
            continue;
        }
        if draft.family == Family::Disan {
            let (tensor, status) = (tensor.name.clone(), Status::Recognised);
            let why = "of a DiSAN of this project, by its name".to_owned();
            findings.push(Finding { tensor, status, role: None, why });
            continue;
        }
        let why = match fate {
            TensorStatus::Left(why) => (*why).to_owned(),
            _ if draft.family == Family::Unknown => "no attention was found in the file".to_owned(),
            _ => format!("no role of {} has this name and shape {:?}", draft.family, tensor.shape),
        };
        let (tensor, status) = (tensor.name.clone(), Status::Extra);
        findings.push(Finding { tensor, status, role: None, why });
    }
    for (name, role) in &draft.missing {
        let why =
            format!("{} has it, the file has not; without it no forward pass is run", draft.family);
        let (tensor, status) = (name.clone(), Status::Missing);
        findings.push(Finding { tensor, status, role: Some(*role), why });
    }
}

impl<T> Known<T> {
    /// Whether nothing but habit says it.
    pub(super) fn is_assumed(&self) -> bool {
        self.how == How::Assumed
    }
}
