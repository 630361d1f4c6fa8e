//! The rules that tensors do not show: order, activation, norms, mask, scale, mapping and
//! adjustment. By hand before config.json, that before habit; habit is listed as assumed.

use nearfar::picture::count_of;
use nearfar::settings::{method_from_text, method_text};

use super::complete::{Beside, assumption, count, obstacle};
use super::draft::Draft;
use super::families::{published, published_runs};
use super::options;
use super::sizes::Widths;
use crate::limits;
use crate::report::{
    Activation, Assumption, Family, How, Known, NormPlacement, Obstacle, Question, Report, Role,
    Scale, method_beside,
};

const BY_HAND: &str = "chosen by hand";
const IN_CONFIG: &str = "config.json says so";

/// Which stored layer is run when.
pub(super) fn order(
    draft: &Draft,
    stored: usize,
    widths: &Widths,
    beside: &Beside,
    obstacles: &mut Vec<Obstacle>,
) -> Known<Vec<usize>> {
    let said = beside.said(|said| said.layers);
    let chosen = beside.assignment.runs.map(|runs| runs.min(limits::LAYERS));
    match draft.family {
        Family::Nearfar => {
            Known::new((0..stored.min(1)).collect(), How::Shape, "one layer over words")
        }
        Family::Albert if stored > 0 => albert(draft, widths, beside, obstacles),
        _ => {
            if let Some(runs) = chosen.filter(|_| stored > 0) {
                let order = (0..runs).map(|run| run % stored).collect();
                return Known::new(order, How::Chosen, BY_HAND);
            }
            let foreign = beside.said(|said| said.is_foreign.then_some(())).is_some();
            if let Some(layers) = said.filter(|&layers| layers != stored && !foreign) {
                let layers = count_of(layers, "layer", "layers");
                let why = format!("config.json says {layers}, but the file has {stored}");
                obstacles.push(obstacle(why, None));
            }
            let layers = count_of(stored, "layer is", "layers are");
            Known::new((0..stored).collect(), How::Shape, format!("{layers} stored"))
        }
    }
}

/// Groups of layers, each run again and again: run i is of group ⌊i / (runs / groups)⌋.
fn albert(
    draft: &Draft,
    widths: &Widths,
    beside: &Beside,
    obstacles: &mut Vec<Obstacle>,
) -> Known<Vec<usize>> {
    let mut groups: Vec<(u64, Vec<usize>)> = Vec::new();
    for (place, key) in draft.layers.keys().enumerate() {
        let group = key.first().copied().unwrap_or(0);
        match groups.last_mut() {
            Some((last, places)) if *last == group => places.push(place),
            _ => groups.push((group, vec![place])),
        }
    }
    for (said, found, what) in [
        (beside.said(|said| said.groups), groups.len(), "groups of layers"),
        (
            beside.said(|said| said.inner_groups),
            groups.first().map_or(0, |(_, places)| places.len()),
            "layers in a group",
        ),
    ] {
        if let Some(said) = said.filter(|&said| said != found) {
            let why = format!("config.json says {said} {what}, but the file has {found}");
            obstacles.push(obstacle(why, None));
        }
    }
    let chosen = beside.assignment.runs.map(|runs| runs.min(limits::LAYERS));
    let (runs, how, why) = match (chosen, beside.said(|said| said.layers)) {
        (Some(runs), _) => (runs, How::Chosen, BY_HAND.to_owned()),
        (None, Some(runs)) => (runs, How::Config, format!("config.json says {runs} runs")),
        (None, None) if published(draft.family, widths).is_some() => {
            let why = "assumed: ALBERT's published models run 12 times (24: large, xlarge)";
            (published_runs(widths.width), How::Assumed, why.to_owned())
        }
        (None, None) => {
            let why = "nothing says how often the layers are run; drop the model's config.json \
                       with it, or set the layers by hand";
            obstacles.push(obstacle(why, Some(Question::Layers)));
            (0, How::Unknown, why.to_owned())
        }
    };
    let share = runs as f64 / groups.len().max(1) as f64;
    let group_of = |run: usize| groups.get((run as f64 / share) as usize);
    let order = (0..runs).filter_map(group_of).flat_map(|(_, places)| places).copied();
    Known::new(order.take(limits::LAYERS).collect(), how, why)
}

/// Between the maps of the feed-forward layer.
pub(super) fn activation(draft: &Draft, beside: &Beside) -> Known<Activation> {
    if let Some(chosen) = beside.assignment.activation {
        return Known::new(chosen, How::Chosen, BY_HAND);
    }
    if draft.family == Family::Nearfar {
        return Known::new(Activation::Relu, How::Stored, draft.table.source);
    }
    if let Some(said) = beside.said(|said| said.activation) {
        return Known::new(said, How::Config, IN_CONFIG);
    }
    if let Some((key, value)) = beside.under(&["hidden_act", "activation_function", "activation"])
        && let Some(said) = options::activation(value)
    {
        return Known::new(said, How::Stored, format!("the file says `{key}`"));
    }
    match beside.kind() {
        Some(kind) => Known::new(kind.activation, How::Config, left_out(kind.model_type)),
        None => assumed(draft.table.activation, draft),
    }
}

fn left_out(kind: &str) -> String {
    format!("config.json leaves it as the class of {kind} has it")
}

fn assumed<T>(value: T, draft: &Draft) -> Known<T> {
    Known::new(value, How::Assumed, format!("assumed: {}", draft.table.source))
}

/// Where norms stand.
pub(super) fn norms(draft: &Draft, beside: &Beside) -> Known<NormPlacement> {
    if let Some(chosen) = beside.assignment.norms {
        return Known::new(chosen, How::Chosen, BY_HAND);
    }
    if let Some(said) = beside.said(|said| said.norms) {
        return Known::new(said, How::Config, IN_CONFIG);
    }
    if let Some(kind) = beside.kind() {
        let why = format!("{} is defined so", kind.family);
        return Known::new(draft.table.norms, How::Config, why);
    }
    if draft.family == Family::Nearfar {
        return Known::new(draft.table.norms, How::Stored, draft.table.source);
    }
    let last = draft.outside.iter().any(|placed| placed.role == Role::FinalNormGain);
    let own = matches!(draft.table.family, Family::Other | Family::TorchEncoder);
    // torch.nn.Transformer has a last norm either way, and a decoder beside its encoder.
    let has_decoder = draft.others.iter().any(|front| front.to_lowercase().contains("decoder"));
    if own && last && !has_decoder {
        let why = "assumed: a norm after the last layer is what models with norms before each \
                   map have";
        return Known::new(NormPlacement::Pre, How::Assumed, why);
    }
    assumed(draft.table.norms, draft)
}

/// ε of the norms.
pub(super) fn epsilon(draft: &Draft, beside: &Beside) -> Known<f64> {
    let usable = |epsilon: &f64| (0.0..1.0).contains(epsilon);
    if let Some(chosen) = beside.assignment.epsilon.filter(usable) {
        return Known::new(chosen, How::Chosen, BY_HAND);
    }
    if let Some((key, value)) = beside.under(&["layer_norm_eps", "layer_norm_epsilon"])
        && let Some(epsilon) = value.trim().parse().ok().filter(usable)
    {
        return Known::new(epsilon, How::Stored, format!("the file says `{key}`"));
    }
    if let Some(said) = beside.said(|said| said.epsilon) {
        return Known::new(said, How::Config, IN_CONFIG);
    }
    if let Some(kind) = beside.kind() {
        return Known::new(kind.epsilon, How::Config, left_out(kind.model_type));
    }
    match draft.family {
        Family::Roberta => {
            let why = "assumed: the default of RoBERTa's published configurations";
            Known::new(1e-5, How::Assumed, why)
        }
        Family::Keras => Known::new(1e-3, How::Assumed, "assumed: the default of Keras"),
        Family::Nearfar => Known::new(draft.table.epsilon, How::Stored, draft.table.source),
        _ => assumed(draft.table.epsilon, draft),
    }
}

/// Whether a token sees only itself and those before it.
pub(super) fn causal(draft: &Draft, beside: &Beside) -> Known<bool> {
    if let Some(chosen) = beside.assignment.causal {
        return Known::new(chosen, How::Chosen, BY_HAND);
    }
    if let Some(said) = beside.said(|said| said.causal) {
        return Known::new(said, How::Config, IN_CONFIG);
    }
    if let Some((key, value)) = beside.under(&["attention.causal"])
        && let Ok(said) = value.trim().parse()
    {
        return Known::new(said, How::Stored, format!("the file says `{key}`"));
    }
    if let Some(kind) = beside.kind() {
        let why = format!("{} is defined so", kind.family);
        return Known::new(draft.table.causal, How::Config, why);
    }
    let (is, family) = (draft.table.causal, draft.family);
    if family == Family::Nearfar {
        return Known::new(is, How::Stored, draft.table.source);
    }
    // Another `model_type`, Gemma's class and a decoder of ModernBERT may have the same names and another mask.
    let is_foreign = beside.said(|said| said.is_foreign.then_some(())).is_some();
    let may_differ = is_foreign || matches!(family, Family::Gemma2 | Family::ModernBert);
    if family.needs_config() && !may_differ {
        return Known::new(is, How::Shape, format!("{family} is defined so"));
    }
    let why = match is {
        true => format!("assumed: {family} is causal"),
        false => "assumed: encoders are not causal".to_owned(),
    };
    Known::new(is, How::Assumed, why)
}

/// What scores are multiplied by.
pub(super) fn scale(draft: &Draft, beside: &Beside) -> Known<Scale> {
    let usual = Scale::default();
    if let Some(factor) = beside.assignment.scale.filter(|factor| factor.is_finite()) {
        let scale = Scale { factor: Some(factor), by_layer: false };
        return Known::new(scale, How::Chosen, BY_HAND);
    }
    if let Some(factor) = beside.said(|said| said.scale) {
        return Known::new(Scale { factor: Some(factor), ..usual }, How::Config, IN_CONFIG);
    }
    let by_root = beside.said(|said| said.scaled_by_root);
    let by_layer = beside.said(|said| said.scaled_by_layer);
    if by_root.is_some() || by_layer.is_some() {
        let factor = (by_root == Some(false)).then_some(1.0);
        let scale = Scale { factor, by_layer: by_layer == Some(true) };
        return Known::new(scale, How::Config, IN_CONFIG);
    }
    match (beside.kind(), draft.family) {
        (Some(kind), _) => Known::new(usual, How::Config, format!("{} is defined so", kind.family)),
        (None, Family::Nearfar) => {
            let method = beside.entry("method").and_then(method_beside);
            let factor = method.filter(|method| !method.definition().divides_scores).map(|_| 1.0);
            Known::new(Scale { factor, ..usual }, How::Stored, draft.table.source)
        }
        _ => Known::new(
            usual,
            How::Assumed,
            "assumed: scores are divided by √d (Vaswani et al. 2017)",
        ),
    }
}

/// Mapping and adjustment of heads with w and v: by hand, metadata or config.json; else the question.
pub(super) fn method(
    draft: &Draft,
    beside: &Beside,
    distance_aware: bool,
    obstacles: &mut Vec<Obstacle>,
) -> Known<Option<String>> {
    let joined = |method: Option<String>, mapping: Option<String>, adjustment: Option<String>| {
        method.or_else(|| match (mapping, adjustment) {
            (Some(mapping), Some(adjustment)) => Some(format!("da:{mapping}:{adjustment}")),
            _ => None,
        })
    };
    let entry = |key: &str| beside.entry(key).map(str::to_owned);
    let stored = joined(entry("method"), entry("mapping"), entry("adjustment"));
    let config = beside
        .said(|said| joined(said.method.clone(), said.mapping.clone(), said.adjustment.clone()));
    let own = draft.family == Family::Nearfar;
    let found = match (&beside.assignment.method, stored, config) {
        (Some(text), ..) => Some((text.clone(), How::Chosen, BY_HAND)),
        (None, Some(text), _) => Some((text, How::Stored, "the file says so")),
        (None, None, Some(text)) => Some((text, How::Config, IN_CONFIG)),
        _ => None,
    };
    let question = Some(Question::Method);
    let unknown = |why: &str| Known::new(None, How::Unknown, why);
    match found {
        Some((text, how, why)) if own && method_beside(&text).is_some() => {
            Known::new(Some(text), how, why)
        }
        Some((text, how, why)) if distance_aware || own => match method_from_text(&text) {
            Ok(method) => Known::new(Some(method_text(method)), how, why),
            Err(error) => {
                let why = format!("mapping and adjustment ({why}): {error}");
                obstacles.push(obstacle(why.clone(), question));
                unknown(&why)
            }
        },
        Some((text, how, why)) if text.starts_with("da") && how != How::Chosen => {
            let why =
                format!("{why} that its heads are distance-aware (`{text}`), but no w was found");
            obstacles.push(obstacle(why, Some(Question::Roles)));
            Known::new(Some("vanilla:no-positions".to_owned()), How::Shape, "no head has w and v")
        }
        None if distance_aware || own => {
            let why = "its heads have w and v, and nothing says by which mapping and adjustment \
                       they were trained; set them by hand, or store `method` with the model";
            obstacles.push(obstacle(why, question));
            unknown(why)
        }
        _ => Known::new(Some("vanilla:no-positions".to_owned()), How::Shape, "no head has w and v"),
    }
}

/// The row of the position table that the first token has, and the token that is not counted.
pub(super) fn first_position(
    draft: &Draft,
    widths: &Widths,
    types: Option<u64>,
    beside: &Beside,
    obstacles: &mut Vec<Obstacle>,
) -> (Known<usize>, Option<u32>) {
    let padding = |first: usize| u32::try_from(first.checked_sub(1)?).ok();
    let is_roberta = draft.family == Family::Roberta;
    if let Some(first) = beside.assignment.first_position {
        let padding = padding(first).filter(|_| is_roberta);
        return (Known::new(first, How::Chosen, BY_HAND), padding);
    }
    if let Some(first) = beside.said(|said| said.first_position) {
        let padding = beside.said(|said| said.padding).and_then(|token| u32::try_from(token).ok());
        let why = format!("{} is defined so", draft.family);
        return (Known::new(count(first), How::Config, why), padding);
    }
    match (is_roberta, beside.said(|said| said.padding), beside.kind()) {
        (true, Some(token), _) => {
            let first = count(token.saturating_add(1));
            (Known::new(first, How::Config, "one behind `pad_token_id`"), padding(first))
        }
        (true, None, Some(kind)) => {
            (Known::new(2, How::Config, left_out(kind.model_type)), Some(1))
        }
        (true, None, None) => {
            let why = "assumed: positions begin behind the padding's, as RoBERTa's do";
            (Known::new(2, How::Assumed, why), Some(1))
        }
        (false, _, Some(kind)) => {
            (Known::new(0, How::Config, format!("{} is defined so", kind.family)), None)
        }
        (false, ..) if may_be_roberta(draft, widths, types, beside) => {
            let rows = widths.positions.unwrap_or(0);
            let why = format!(
                "BERT and RoBERTa have these names, and nothing says which row of its {rows} positions the \
                 first token has; drop the model's config.json with it, or say it by hand (BERT 0, RoBERTa 2)"
            );
            obstacles.push(obstacle(why.clone(), Some(Question::FirstPosition)));
            (Known::new(0, How::Unknown, why), None)
        }
        (false, ..) => {
            (Known::new(0, How::Assumed, "assumed: positions begin with the first row"), None)
        }
    }
}

/// Whether BERT's names may be RoBERTa's, whose positions begin at another row: unless they begin with BERT's own
/// name or its kin's, or the tables have the rows that BERT's have and RoBERTa's have not.
fn may_be_roberta(draft: &Draft, widths: &Widths, types: Option<u64>, beside: &Beside) -> bool {
    // GGUF's converters leave out the rows before the first.
    let is_converted = beside.entry("general.architecture").is_some();
    let is_foreign = beside.said(|said| said.is_foreign.then_some(())).is_some();
    if draft.table.family != Family::Bert || is_converted || is_foreign {
        return false;
    }
    let is_named = draft.prefix.split(['.', '/']).any(|part| ["bert", "electra"].contains(&part));
    let is_of_bert = |rows: u64| rows >= 512 && rows.is_power_of_two() && types == Some(2);
    widths.positions.is_some_and(|rows| !is_named && !is_of_bert(rows))
}

/// Lists what is assumed, the weightiest first.
pub(super) fn assumptions(
    report: &mut Report,
    draft: &Draft,
    first_position: &Known<usize>,
    beside: &Beside,
) {
    if matches!(report.family, Family::Nearfar | Family::Unknown) {
        report.assumptions.clear();
        return;
    }
    let mut all: Vec<Assumption> = Vec::new();
    let any = |role| report.layers.iter().any(|layer| layer.part(role).is_some());
    if beside.kind().is_none() && draft.table.family != Family::Other {
        let what = match report.family {
            Family::TorchEncoder => {
                "what stands around its layers is as the tensors show".to_owned()
            }
            family => format!("attention is as {family} defines it"),
        };
        let why = format!("no config.json says what model it is; {}", report.why);
        all.push(assumption("family", what, why, Question::Roles));
    }
    let mut add = |is: bool, what: &str, value: String, why: &str, question| {
        if is {
            all.push(assumption(what, value, why, question));
        }
    };
    let heads = format!("{} of {}", report.heads.value, report.head_size);
    add(report.heads.is_assumed(), "heads", heads, &report.heads.why, Question::Heads);
    let depth = report.order.value.len().to_string();
    add(report.order.is_assumed(), "layers run", depth, &report.order.why, Question::Layers);
    let sees = if report.causal.value { "itself and those before" } else { "all tokens" };
    add(
        report.causal.is_assumed(),
        "a token sees",
        sees.to_owned(),
        &report.causal.why,
        Question::Causal,
    );
    let has_norms = any(Role::AttentionNormGain) || any(Role::FeedForwardNormGain);
    let norms = &report.norms;
    add(
        has_norms && norms.is_assumed(),
        "norms",
        norms.value.to_string(),
        &norms.why,
        Question::Norms,
    );
    let activation = &report.activation;
    let is = any(Role::HiddenWeight) && activation.is_assumed();
    add(is, "activation", activation.value.to_string(), &activation.why, Question::Activation);
    let scale = &report.scale;
    add(
        scale.is_assumed(),
        "scores are multiplied by",
        scale.value.to_string(),
        &scale.why,
        Question::Scale,
    );
    let epsilon = &report.epsilon;
    let is = has_norms && epsilon.is_assumed();
    add(is, "ε of the norms", format!("{:e}", epsilon.value), &epsilon.why, Question::Epsilon);
    let is = report.part(Role::PositionEmbedding).is_some() && first_position.is_assumed();
    let first = format!("row {}", first_position.value);
    add(is, "the first token’s position", first, &first_position.why, Question::FirstPosition);
    all.append(&mut report.assumptions);
    report.assumptions = all;
}
