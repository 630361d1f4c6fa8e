//! The report: what names and shapes gave, and what only a configuration, a habit or the user
//! can say: heads, order, norms, activation. Each with how it is known.

use super::config::{Config, activation};
use super::draft::{Draft, Fate};
use super::families::published_heads;
use super::generic::CROSS;
use super::report::{
    Activation, Assignment, Family, Finding, How, Known, Layer, NormPlacement, Report, Role, Status,
};
use super::sizes::{Sized, Widths};
use crate::checkpoint::Checkpoint;
use crate::limits;

/// What is known beside names and shapes.
pub(super) struct Beside<'a> {
    pub metadata: &'a [(String, String)],
    pub config: Option<&'a Config>,
    pub assignment: &'a Assignment,
}

impl Beside<'_> {
    /// A whole number of the metadata, under any of the keys, alone or behind a point.
    fn number(&self, keys: &[&str]) -> Option<(usize, &str)> {
        let fits = |key: &str| {
            keys.iter().any(|known| {
                key.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            })
        };
        let (key, value) = self.metadata.iter().find(|(key, _)| fits(key))?;
        Some((value.trim().parse().ok()?, key))
    }

    fn entry(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

fn count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// Everything put together.
pub(super) fn report(
    checkpoint: &Checkpoint,
    mut draft: Draft,
    sized: Sized,
    beside: &Beside,
    fingerprint: String,
) -> Report {
    let Sized { widths, outside, layers, mut findings, notes, broken } = sized;
    draft.notes.extend(notes);
    roberta(&mut draft, checkpoint, &widths, beside);
    let family = draft.family;
    let (heads, head_size) = heads(&mut draft, checkpoint, &widths, beside);
    let layers: Vec<Layer> = layers
        .into_iter()
        .map(|layer| Layer {
            name: layer.name,
            heads: count(layer.all_heads).checked_div(head_size).unwrap_or(0),
            parts: layer.parts,
        })
        .collect();
    let order = order(&mut draft, layers.len(), beside);
    let (activation, unknown_activation) = activation_of(&draft, beside);
    let norms = norms_of(&draft, beside);
    let epsilon = epsilon_of(&draft, beside);
    let causal = match (beside.assignment.causal, beside.config.and_then(|config| config.causal)) {
        (Some(causal), _) => Known::new(causal, How::Chosen, "chosen by hand"),
        (None, Some(true)) => Known::new(true, How::Config, "config.json says that it decodes"),
        _ => {
            let who =
                if draft.table.causal { "GPT-2 is causal" } else { "encoders are not causal" };
            Known::new(draft.table.causal, How::Assumed, format!("assumed: {who}"))
        }
    };
    let distance_aware = layers.iter().any(|layer| layer.part(Role::DistanceW).is_some());
    let method = method_of(&mut draft, beside, distance_aware);
    order_findings(checkpoint, &draft, &mut findings);
    let first_position = match family {
        Family::Roberta => {
            let padding = beside.config.and_then(|config| config.padding).unwrap_or(1);
            count(padding.saturating_add(1))
        }
        _ => 0,
    };
    let positions = widths.positions.map(|rows| count(rows).saturating_sub(first_position));
    if widths.positions.is_none() && matches!(family, Family::TorchEncoder | Family::Other) {
        draft.notes.push(
            "the file has no table of positions: where the model adds computed ones (sinusoidal), \
             its states differ from those shown here"
                .to_owned(),
        );
    }
    let mut report = Report {
        family,
        why: draft.why,
        prefix: draft.prefix,
        fingerprint,
        outside,
        layers,
        order,
        heads,
        head_size,
        width: count(widths.width),
        feed_forward: count(widths.feed_forward),
        words: count(widths.words),
        positions,
        first_position,
        activation,
        norms,
        epsilon,
        causal,
        method,
        findings,
        notes: draft.notes,
        cannot_run: None,
    };
    report.cannot_run = broken.or(unknown_activation).or_else(|| obstacle(&report, beside));
    if report.cannot_run.is_none() {
        remarks(&mut report);
    }
    report
}

/// BERT's names serve RoBERTa, too.
fn roberta(draft: &mut Draft, checkpoint: &Checkpoint, widths: &Widths, beside: &Beside) {
    if draft.family != Family::Bert {
        return;
    }
    let named = |text: &str| {
        let lower = text.to_lowercase();
        lower.contains("roberta") || lower.contains("camembert")
    };
    let kind = beside.config.and_then(|config| config.model_type.as_deref());
    let types = draft.outside.iter().find(|placed| placed.role == Role::TypeEmbedding);
    let types = types.and_then(|placed| checkpoint.tensors.get(placed.tensor));
    let types = types.and_then(|tensor| tensor.shape.first().copied());
    let why = if let Some(kind) = kind {
        named(kind).then(|| format!("config.json calls it {kind}"))
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

/// h and d of the first layer.
fn heads(
    draft: &mut Draft,
    checkpoint: &Checkpoint,
    widths: &Widths,
    beside: &Beside,
) -> (Known<usize>, usize) {
    let all = count(widths.all_heads);
    let unknown = || (Known::new(0, How::Assumed, "no query was found"), 0);
    if all == 0 {
        return unknown();
    }
    let mut candidates: Vec<Known<usize>> = Vec::new();
    let mut add = |heads, how, why: String| candidates.push(Known::new(heads, how, why));
    if let Some(heads) = beside.assignment.heads {
        add(heads, How::Chosen, "chosen by hand".to_owned());
    }
    let first = draft.layers.values().next();
    let find = |role| {
        let placed = first?.placed.iter().find(|placed| placed.role == role)?;
        checkpoint.tensors.get(placed.tensor)
    };
    if let Some(w) = find(Role::DistanceW) {
        add(count(w.len()), How::Shape, format!("`{}` has one number for each head", w.name));
    }
    if let Some(heads) = widths.heads {
        add(count(heads), How::Shape, "the kernel of the query is [in, heads, size]".to_owned());
    }
    if let Some(table) = find(Role::RelativeKey).or_else(|| find(Role::RelativeValue)) {
        let size = table.shape.last().map_or(0, |&size| count(size));
        let heads = all.checked_div(size).unwrap_or(0);
        add(heads, How::Shape, format!("`{}` has rows of a head's {size} numbers", table.name));
    }
    let keys = [
        "heads",
        "num_heads",
        "n_head",
        "n_heads",
        "nhead",
        "num_attention_heads",
        "attention.head_count",
    ];
    if let Some((heads, key)) = beside.number(&keys) {
        add(heads, How::Stored, format!("the file says `{key}` = {heads}"));
    }
    if let Some(heads) = beside.config.and_then(|config| config.heads) {
        add(heads, How::Config, "config.json says so".to_owned());
    }
    // What was published counts by the residual's width: a pruned layer is narrower.
    if let Some((heads, who)) = published_heads(draft.family, widths.width) {
        let size = count(widths.width) / heads;
        let why = format!(
            "assumed: a hidden size of {} as in {who} has {heads} heads of {size}",
            widths.width
        );
        add(heads, How::Assumed, why);
    }
    if all.is_multiple_of(64) {
        let why = format!("assumed: heads of 64 numbers are usual, and {all} = {} · 64", all / 64);
        add(all / 64, How::Assumed, why);
    }
    for heads in [8, 4, 2, 1] {
        if all.is_multiple_of(heads) {
            let why = format!("assumed: nothing says how many, and {all} can be parted in {heads}");
            add(heads, How::Assumed, why);
            break;
        }
    }
    let width = beside.config.and_then(|config| config.width).unwrap_or(widths.width);
    for known in candidates {
        let heads = known.value;
        // Of a layer that lost heads, those left are as wide as before.
        let whole = count(width).checked_div(heads).filter(|size| size * heads == count(width));
        let pruned = all < count(width) && matches!(known.how, How::Config | How::Assumed);
        let size = match whole.filter(|&size| pruned && size > 0 && all.is_multiple_of(size)) {
            Some(size) => size,
            None if heads > 0 && all.is_multiple_of(heads) => all / heads,
            None => {
                let why = &known.why;
                draft.notes.push(format!(
                    "{heads} heads ({why}) do not divide a query of {all} numbers; passed over"
                ));
                continue;
            }
        };
        if heads > limits::HEADS {
            continue;
        }
        let of_first = all / size;
        let why = match of_first == heads {
            true => known.why,
            false => format!("{}; the first layer has {of_first} of them left", known.why),
        };
        return (Known::new(of_first, known.how, why), size);
    }
    unknown()
}

/// Which stored layer is run when.
fn order(draft: &mut Draft, stored: usize, beside: &Beside) -> Known<Vec<usize>> {
    let said = beside.config.and_then(|config| config.layers);
    let chosen = beside.assignment.runs.map(|runs| runs.min(limits::LAYERS));
    match draft.family {
        Family::Nearfar => {
            Known::new((0..stored.min(1)).collect(), How::Shape, "one layer over words")
        }
        Family::Albert if stored > 0 => {
            let (runs, how, why) = match (chosen, said) {
                (Some(runs), _) => (runs, How::Chosen, "chosen by hand".to_owned()),
                (None, Some(runs)) => (runs, How::Config, format!("config.json says {runs} runs")),
                (None, None) => {
                    let why = "assumed: ALBERT's published models run 12 times (24: large, xlarge)";
                    (12, How::Assumed, why.to_owned())
                }
            };
            let mut groups: Vec<Vec<usize>> = Vec::new();
            let mut last = None;
            for (place, key) in draft.layers.keys().enumerate() {
                let group = key.first().copied();
                if group != last || groups.is_empty() {
                    groups.push(Vec::new());
                    last = group;
                }
                if let Some(group) = groups.last_mut() {
                    group.push(place);
                }
            }
            let group_of = |run: usize| groups.get(run * groups.len() / runs.max(1));
            let order = (0..runs).filter_map(group_of).flatten().copied();
            Known::new(order.take(limits::LAYERS).collect(), how, why)
        }
        _ => {
            if let Some(runs) = chosen.filter(|_| stored > 0) {
                let order = (0..runs).map(|run| run % stored).collect();
                return Known::new(order, How::Chosen, "chosen by hand");
            }
            if let Some(layers) = said.filter(|&layers| layers != stored) {
                draft.notes.push(format!(
                    "config.json says {layers} layers, but the file has {stored}; those are run"
                ));
            }
            Known::new((0..stored).collect(), How::Shape, format!("{stored} layers are stored"))
        }
    }
}

fn activation_of(draft: &Draft, beside: &Beside) -> (Known<Activation>, Option<String>) {
    let assumed = || {
        let why = format!("assumed: {}", draft.table.source);
        Known::new(draft.table.activation, How::Assumed, why)
    };
    if let Some(chosen) = beside.assignment.activation {
        return (Known::new(chosen, How::Chosen, "chosen by hand"), None);
    }
    if draft.family == Family::Nearfar {
        return (Known::new(Activation::Relu, How::Stored, draft.table.source), None);
    }
    if let Some(config) = beside.config {
        if let Some(said) = config.activation {
            return (Known::new(said, How::Config, "config.json says so"), None);
        }
        if let Some(name) = &config.unknown_activation {
            let why = format!(
                "config.json names the activation `{name}`, which is not computed here; choose \
                 another by hand to run the model all the same"
            );
            return (assumed(), Some(why));
        }
    }
    for (key, value) in beside.metadata {
        let last = key.rsplit('.').next().unwrap_or(key);
        if matches!(last, "hidden_act" | "activation_function" | "activation")
            && let Some(said) = activation(value)
        {
            return (Known::new(said, How::Stored, format!("the file says `{key}`")), None);
        }
    }
    (assumed(), None)
}

fn norms_of(draft: &Draft, beside: &Beside) -> Known<NormPlacement> {
    if let Some(chosen) = beside.assignment.norms {
        return Known::new(chosen, How::Chosen, "chosen by hand");
    }
    if let Some(said) = beside.config.and_then(|config| config.norms) {
        return Known::new(said, How::Config, "config.json says so");
    }
    let last = draft.outside.iter().any(|placed| placed.role == Role::FinalNormGain);
    if draft.table.family == Family::Other && last {
        let why = "assumed: a norm after the last layer is what models with norms before each \
                   map have";
        return Known::new(NormPlacement::Pre, How::Assumed, why);
    }
    let how = if draft.family == Family::Nearfar { How::Stored } else { How::Assumed };
    Known::new(draft.table.norms, how, format!("by {}", draft.table.source))
}

fn epsilon_of(draft: &Draft, beside: &Beside) -> Known<f64> {
    let usable = |epsilon: &f64| (0.0..1.0).contains(epsilon);
    if let Some(chosen) = beside.assignment.epsilon.filter(usable) {
        return Known::new(chosen, How::Chosen, "chosen by hand");
    }
    for (key, value) in beside.metadata {
        let last = key.rsplit('.').next().unwrap_or(key);
        if matches!(last, "layer_norm_eps" | "layer_norm_epsilon")
            && let Some(epsilon) = value.trim().parse().ok().filter(usable)
        {
            return Known::new(epsilon, How::Stored, format!("the file says `{key}`"));
        }
    }
    if let Some(said) = beside.config.and_then(|config| config.epsilon) {
        return Known::new(said, How::Config, "config.json says so");
    }
    match draft.family {
        Family::Roberta => {
            let why = "assumed: the default of RoBERTa's published configurations";
            Known::new(1e-5, How::Assumed, why)
        }
        Family::Keras => Known::new(1e-3, How::Assumed, "assumed: the default of Keras"),
        Family::Nearfar => Known::new(draft.table.epsilon, How::Stored, draft.table.source),
        _ => {
            let why = format!("assumed: {}", draft.table.source);
            Known::new(draft.table.epsilon, How::Assumed, why)
        }
    }
}

fn method_of(draft: &mut Draft, beside: &Beside, distance_aware: bool) -> Known<String> {
    if let Some(text) = beside.entry("method").filter(|_| draft.family == Family::Nearfar) {
        match nearfar::settings::method_from_text(text) {
            Ok(_) => return Known::new(text, How::Stored, "the file says so").owned(),
            Err(why) => draft.notes.push(format!("the entry `method` is passed over: {why}")),
        }
    }
    match distance_aware {
        true => {
            let why = "assumed: a head with w and v attends as Wu et al. 2021 define it";
            Known::new("da", How::Assumed, why).owned()
        }
        false => Known::new("vanilla:no-positions", How::Assumed, "no head has w and v").owned(),
    }
}

impl Known<&str> {
    fn owned(self) -> Known<String> {
        Known { value: self.value.to_owned(), how: self.how, why: self.why }
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
        let why = match fate {
            Fate::Left(why) => (*why).to_owned(),
            _ if draft.family == Family::Unknown => "no attention was found in the file".to_owned(),
            _ => format!("no role of {} has this name and shape {:?}", draft.family, tensor.shape),
        };
        let (tensor, status) = (tensor.name.clone(), Status::Extra);
        findings.push(Finding { tensor, status, role: None, why });
    }
    for (name, role) in &draft.missing {
        let effect = match role.is_bias() {
            true => "without it 0 is taken",
            false => "without it no forward pass is run",
        };
        let why = format!("{} has it, the file has not; {effect}", draft.family);
        let (tensor, status) = (name.clone(), Status::Missing);
        findings.push(Finding { tensor, status, role: Some(*role), why });
    }
}

/// Why the model cannot be run.
fn obstacle(report: &Report, beside: &Beside) -> Option<String> {
    match report.family {
        Family::Unknown => {
            return Some(
                "no attention was found by the names of the tensors; assign their roles by hand"
                    .to_owned(),
            );
        }
        Family::Vit => {
            return Some(
                "a vision transformer runs on an image, which is not done here; its heads and \
                 tensors are shown"
                    .to_owned(),
            );
        }
        Family::Keras => {
            return Some(
                "a file of Keras does not say in which order its layers are run; its attentions \
                 are shown"
                    .to_owned(),
            );
        }
        _ => {}
    }
    let crosses = |finding: &&Finding| {
        let name = finding.tensor.to_lowercase();
        finding.status == Status::Extra
            && finding.tensor.starts_with(&report.prefix)
            && CROSS.iter().any(|word| name.contains(word))
    };
    if let Some(finding) = report.findings.iter().find(crosses) {
        return Some(format!(
            "its layers attend to another sequence, too (`{}`): a decoder is not run here",
            finding.tensor
        ));
    }
    let missing = |finding: &&Finding| {
        finding.status == Status::Missing && finding.role.is_some_and(|role| !role.is_bias())
    };
    if let Some(finding) = report.findings.iter().find(missing) {
        return Some(format!("the tensor `{}` is missing", finding.tensor));
    }
    if report.head_size == 0 || report.order.value.is_empty() {
        return Some("the number of heads or layers is not known; set it by hand".to_owned());
    }
    for &place in &report.order.value {
        if let Some(why) = report.layers.get(place).and_then(|layer| layer_obstacle(report, layer))
        {
            return Some(why);
        }
    }
    if let Some(kind) = beside.config.and_then(|config| config.relative_positions.as_ref()) {
        return Some(format!("positions of the kind `{kind}` (config.json) are not run"));
    }
    if report.part(Role::WordEmbedding).is_none() && report.family != Family::Nearfar {
        return Some(
            "the file has no table of words, so that no text can be given to its layers; assign \
             the role by hand if it has one under another name"
                .to_owned(),
        );
    }
    None
}

/// Why a layer cannot be run.
fn layer_obstacle(report: &Report, layer: &Layer) -> Option<String> {
    let name = &layer.name;
    for (role, word) in
        [(Role::QueryWeight, "query"), (Role::KeyWeight, "key"), (Role::ValueWeight, "value")]
    {
        if layer.part(role).is_none() {
            return Some(format!("the layer `{name}` has no {word}"));
        }
    }
    let narrow = layer.heads * report.head_size != report.width;
    if layer.part(Role::OutputWeight).is_none() && narrow {
        return Some(format!("the layer `{name}` has no output projection"));
    }
    if layer.part(Role::HiddenWeight).is_some() != layer.part(Role::FeedForwardWeight).is_some() {
        return Some(format!("the layer `{name}` has half a feed-forward layer"));
    }
    let bert = |part: &super::report::Part| part.tensor.contains("distance_embedding");
    if layer.part(Role::RelativeKey).is_some_and(bert) {
        return Some("BERT's relative positions (distance_embedding) are not run".to_owned());
    }
    None
}

/// What a forward pass does without.
fn remarks(report: &mut Report) {
    let lacks = |role| report.layers.iter().filter(|layer| layer.part(role).is_none()).count();
    let mut notes = Vec::new();
    for (role, what) in [
        (Role::OutputWeight, "output projection: heads are joined and added as they are"),
        (Role::HiddenWeight, "feed-forward layer"),
        (Role::AttentionNormGain, "norm for the attention: the sum goes on as it is"),
    ] {
        let count = lacks(role);
        if count > 0 {
            notes.push(format!("{count} of {} layers have no {what}", report.layers.len()));
        }
    }
    let bare = |layer: &Layer| {
        layer.part(Role::HiddenWeight).is_some() && layer.part(Role::FeedForwardNormGain).is_none()
    };
    let count = report.layers.iter().filter(|layer| bare(layer)).count();
    if count > 0 {
        notes.push(format!(
            "{count} of {} layers have no norm for the feed-forward layer: the sum goes on as it is",
            report.layers.len()
        ));
    }
    report.notes.extend(notes);
}
