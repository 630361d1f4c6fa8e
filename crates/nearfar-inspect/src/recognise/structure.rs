//! Whether the tensors fit wholly: none missing, none unexplained, every layer as the others, sizes
//! as config.json has them. What does not fit vetoes.

use std::collections::{BTreeSet, HashSet};

use nearfar::Method;
use nearfar::picture::count_of;
use nearfar::settings::method_from_text;

use super::complete::{Beside, assumption, count, obstacle};
use super::draft::{Draft, TensorStatus};
use super::generic::CROSS;
use super::sizes::Widths;
use crate::checkpoint::Checkpoint;
use crate::report::{
    Family, Finding, How, Layer, Obstacle, Orientation, Question, Report, Role, Status,
};

/// Tensors that a reason names.
const NAMED: usize = 3;

/// Looks at everything, and adds obstacles and assumptions.
pub(super) fn look(
    report: &mut Report,
    draft: &Draft,
    checkpoint: &Checkpoint,
    widths: &Widths,
    beside: &Beside,
) {
    if let Some(file) = checkpoint.wanted.first() {
        let more = checkpoint.wanted.len() - 1;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let why =
            format!("a part of the model is in `{file}`{more}: open it together with this file");
        report.obstacles.insert(0, obstacle(why, None));
    }
    if let Some(why) = of_family(report.family) {
        let place = usize::from(!checkpoint.wanted.is_empty());
        // Nothing that is assigned gives it heads.
        let asks = (report.family != Family::Disan).then_some(Question::Roles);
        report.obstacles.insert(place, obstacle(why, asks));
        return;
    }
    // Of a model whose rules are not known nothing more is to be said.
    if beside.said(|said| said.is_foreign.then_some(())).is_some() {
        return;
    }
    let mut found = Vec::new();
    found.extend(undecided(report, beside));
    found.extend(expected_parts(report, beside));
    found.extend(missing(report));
    found.extend(unexplained(report, draft, checkpoint));
    found.extend(around(report));
    found.extend(numbers(draft, report));
    found.extend(uneven(report));
    let run =
        report.layers.iter().enumerate().filter(|(place, _)| report.order.value.contains(place));
    for (_, layer) in run {
        found.extend(layer_obstacle(report, layer));
        found.extend(per_head(report, layer, checkpoint));
    }
    found.extend(sizes(report, checkpoint, widths, beside));
    found.extend(general(report, beside));
    if report.family == Family::Other {
        found.extend(asked(report, beside));
    }
    if report.part(Role::WordEmbedding).is_none() && report.family != Family::Nearfar {
        let why = "the file has no table of words, so that no text can be given to its layers; \
                   assign the role by hand if it has one under another name";
        found.push(obstacle(why, Some(Question::Roles)));
    }
    if report.order.value.is_empty() && report.order.how != How::Unknown {
        found.push(obstacle("no layer is run; set the layers by hand", Some(Question::Layers)));
    }
    let mut seen = BTreeSet::new();
    found.retain(|obstacle| seen.insert(obstacle.why.clone()));
    report.obstacles.extend(found);
    let company = company(report, draft);
    report.assumptions.extend(company);
    doubts(report, draft);
}

/// Families that are not run, whatever they hold.
fn of_family(family: Family) -> Option<&'static str> {
    match family {
        Family::Unknown => {
            Some("no attention was found by the names of the tensors; assign their roles by hand")
        }
        Family::Vit => Some("a vision transformer runs on an image, which is not done here"),
        Family::Keras => Some("a file of Keras does not say in which order its layers are run"),
        Family::Disan => Some(
            "DiSAN (Shen et al. 2018) weighs features and has no heads, which are what is run here and shown in the \
             Lab: the Compare room shows it, and `nearfar card`, `evaluate` and `attend` read it",
        ),
        _ => None,
    }
}

/// A family of which names and shapes leave too much open, without its configuration.
fn undecided(report: &Report, beside: &Beside) -> Option<Obstacle> {
    (report.family.needs_config() && beside.kind().is_none()).then(|| {
        let why = format!(
            "the names are those of {}; how many heads it has, which of them share keys and how it \
             tells positions no tensor shows: drop the model's config.json, which names its \
             `model_type`, with it",
            report.family
        );
        obstacle(why, None)
    })
}

/// Parts that the configuration says are there or not: a bias that is missing is not 0.
fn expected_parts(report: &Report, beside: &Beside) -> Vec<Obstacle> {
    let Some(said) = &beside.said else { return Vec::new() };
    let mut found = Vec::new();
    let run =
        || report.layers.iter().enumerate().filter(|(place, _)| report.order.value.contains(place));
    for &(role, is) in &said.has {
        let first_of_modernbert = |place: usize| {
            let role = matches!(role, Role::AttentionNormGain | Role::AttentionNormBias);
            report.family == Family::ModernBert && place == 0 && role
        };
        let other = match role.in_layer() {
            true => run()
                .filter(|(place, _)| !first_of_modernbert(*place))
                .find(|(_, layer)| layer.part(role).is_some() != is)
                .map(|(_, layer)| format!("the layer `{}`", layer.name)),
            false => (report.part(role).is_some() != is).then(|| "the file".to_owned()),
        };
        if let Some(other) = other {
            let (should, does) = if is { ("", "has not") } else { ("no ", "has one") };
            let why = format!("by config.json it has {should}{}, but {other} {does}", role.said());
            found.push(obstacle(why, Some(Question::Roles)));
        }
    }
    let mechanisms = &report.mechanisms;
    let beyond = mechanisms.rotaries.iter().find(|rotary| rotary.dimensions > report.head_size);
    if let Some(rotary) = beyond.filter(|_| report.head_size > 0) {
        let why = format!(
            "config.json turns {} numbers of each head, which has {}",
            rotary.dimensions, report.head_size
        );
        found.push(obstacle(why, None));
    }
    if let Some(keys) = mechanisms.key_heads
        && report.layers.iter().any(|layer| !layer.heads.is_multiple_of(keys))
    {
        let why = format!("{} heads cannot share {keys} keys evenly", report.heads.value);
        found.push(obstacle(why, Some(Question::Heads)));
    }
    found
}

/// "`a`, `b` and 3 more".
fn listed<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let all = names.clone().count();
    let first: Vec<String> = names.take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = if all > NAMED { format!(" and {} more", all - NAMED) } else { String::new() };
    format!("{}{more}", first.join(", "))
}

fn of(report: &Report, status: Status) -> impl Iterator<Item = &Finding> + Clone {
    report.findings.iter().filter(move |finding| finding.status == status)
}

fn missing(report: &Report) -> Option<Obstacle> {
    // torch.nn.TransformerEncoderLayer(bias=False) has none at all.
    let has_bias = report.layers.iter().flat_map(|layer| &layer.parts).any(|p| p.role.is_bias());
    let bare = report.family == Family::TorchEncoder && !has_bias;
    let lacks = of(report, Status::Missing)
        .filter(|finding| !(bare && finding.role.is_some_and(Role::is_bias)));
    let names = lacks.map(|finding| finding.tensor.as_str());
    let count = names.clone().count();
    (count > 0).then(|| {
        let word = if count == 1 { "tensor is" } else { "tensors are" };
        let why = format!("{count} {word} missing that {} has: {}", report.family, listed(names));
        obstacle(why, Some(Question::Roles))
    })
}

/// Tensors without a role: within the layers and around them nothing may be left over.
fn unexplained(report: &Report, draft: &Draft, checkpoint: &Checkpoint) -> Vec<Obstacle> {
    let own = matches!(report.family, Family::Other | Family::DistanceAware | Family::TorchEncoder);
    let layers: Vec<&str> = report.layers.iter().map(|layer| layer.name.as_str()).collect();
    let in_layer =
        |name: &str| layers.iter().any(|layer| !layer.is_empty() && name.starts_with(layer));
    // The user said that it has no role, or it is another model's in the same file.
    let fates = checkpoint.tensors.iter().zip(&draft.fate);
    let left: HashSet<&str> = fates
        .filter(|(_, fate)| matches!(fate, TensorStatus::Left(_)))
        .map(|(tensor, _)| tensor.name.as_str())
        .collect();
    let explained = |finding: &&Finding| {
        let name = finding.tensor.as_str();
        let other = |front: &&String| !front.is_empty() && name.starts_with(front.as_str());
        left.contains(name) || draft.others.iter().find(other).is_some()
    };
    let extra = of(report, Status::Extra).filter(|finding| !explained(finding));
    let is_cross = |name: &str| {
        let name = name.to_lowercase();
        CROSS.iter().any(|word| name.contains(word))
    };
    // Beside this project's own tensors others may lie (docs/checkpoints.md), but not within its layer.
    let front = if report.family == Family::Nearfar { "words." } else { &report.prefix };
    let inside = extra.clone().filter(|finding| own || finding.tensor.starts_with(front));
    let names = inside.map(|finding| finding.tensor.as_str());
    let mut found = Vec::new();
    if let Some(name) = names.clone().find(|name| is_cross(name)) {
        let why = format!(
            "its layers attend to another sequence, too (`{name}`): a decoder is not run here"
        );
        found.push(obstacle(why, None));
    }
    let within = names.clone().filter(|name| in_layer(name) && !is_cross(name));
    let beside = names.filter(|name| !in_layer(name) && !is_cross(name));
    for (names, place) in
        [(within.collect::<Vec<_>>(), "within the layers"), (beside.collect(), "beside the layers")]
    {
        if !names.is_empty() {
            let (word, it) =
                if names.len() == 1 { ("a tensor", "it does") } else { ("tensors", "they do") };
            let why = format!(
                "{word} {place} that nothing explains: {}; say by hand what {it}, or that they \
                 have no role",
                listed(names.iter().copied())
            );
            found.push(obstacle(why, Some(Question::Roles)));
        }
    }
    found
}

/// Norms around the layers, as within them.
fn around(report: &Report) -> Vec<Obstacle> {
    let own = matches!(report.family, Family::Other | Family::DistanceAware);
    let mut found = Vec::new();
    for (gain, bias) in [
        (Role::EmbeddingNormGain, Role::EmbeddingNormBias),
        (Role::FinalNormGain, Role::FinalNormBias),
        (Role::EmbeddingProjectionWeight, Role::EmbeddingProjectionBias),
    ] {
        let own = own || gain == Role::EmbeddingProjectionWeight && report.family != Family::Opt;
        let name = match (report.part(gain), report.part(bias)) {
            (Some(part), None) if own => &part.tensor,
            (None, Some(part)) => &part.tensor,
            _ => continue,
        };
        let lacks = if report.part(gain).is_some() { bias } else { gain };
        let why = format!("`{name}` is in the file without the {}", lacks.said());
        found.push(obstacle(why, Some(Question::Roles)));
    }
    found
}

/// Whether layers are numbered without a gap.
fn numbers(draft: &Draft, report: &Report) -> Option<Obstacle> {
    if matches!(report.family, Family::Nearfar) || draft.table.family == Family::Other {
        return None;
    }
    let keys: Vec<u64> = draft.layers.keys().filter_map(|key| key.first().copied()).collect();
    let distinct: BTreeSet<u64> = keys.iter().copied().collect();
    let expected = (0..distinct.len() as u64).collect();
    (distinct != expected && keys.len() > 1).then(|| {
        let gap = (0..).find(|number| !distinct.contains(number)).unwrap_or(0);
        let why = format!("layer {gap} is not in the file, but later ones are");
        obstacle(why, None)
    })
}

/// Whether all layers that run have the same parts.
fn uneven(report: &Report) -> Option<Obstacle> {
    let roles = |layer: &Layer| -> BTreeSet<Role> {
        layer
            .parts
            .iter()
            .map(|part| part.role)
            .filter(|role| !matches!(role, Role::Buffer))
            .collect()
    };
    let mut run = report.order.value.iter().filter_map(|&place| report.layers.get(place));
    let first = run.next()?;
    let expected = roles(first);
    let relative = |role: &&Role| matches!(role, Role::RelativeKey | Role::RelativeValue);
    // ModernBERT's first layer reads the embeddings' norm.
    let first_norm = |role: &&Role| {
        report.family == Family::ModernBert
            && matches!(role, Role::AttentionNormGain | Role::AttentionNormBias)
    };
    let varies = |role: &&Role| relative(role) || first_norm(role);
    run.find_map(|layer| {
        let found = roles(layer);
        let apart = expected.symmetric_difference(&found).find(|role| !varies(role))?;
        let (with, without) = if found.contains(apart) { (layer, first) } else { (first, layer) };
        Some(obstacle(
            format!(
                "the layers differ: `{}` has {}, `{}` has not",
                with.name,
                apart.said(),
                without.name
            ),
            Some(Question::Roles),
        ))
    })
}

/// Why a layer cannot be run.
fn layer_obstacle(report: &Report, layer: &Layer) -> Vec<Obstacle> {
    let name = &layer.name;
    let has = |role| layer.part(role).is_some();
    let mut found = Vec::new();
    let mut add = |why: String| found.push(obstacle(why, Some(Question::Roles)));
    // TENER's keys are slices of the words, or of what makes them as wide as the heads.
    let slices = report.method_beside().is_some_and(|method| method.definition().slices_keys)
        && layer.heads * report.head_size == report.width;
    for role in [Role::QueryWeight, Role::KeyWeight, Role::ValueWeight] {
        if !(has(role) || role == Role::KeyWeight && slices) {
            add(format!("the layer `{name}` has no {}", role.said()));
        }
    }
    let narrow = layer.heads * report.head_size != report.width;
    if !has(Role::OutputWeight) && narrow && report.head_size > 0 {
        add(format!("the layer `{name}` has no output projection"));
    }
    if has(Role::HiddenWeight) != has(Role::FeedForwardWeight) {
        add(format!("the layer `{name}` has half a feed-forward layer"));
    }
    for (weight, bias) in Role::PAIRS {
        if has(bias) && !has(weight) {
            add(format!("the layer `{name}` has {}, but not {}", bias.said(), weight.said()));
        }
    }
    for (gain, bias) in [
        (Role::AttentionNormGain, Role::AttentionNormBias),
        (Role::FeedForwardNormGain, Role::FeedForwardNormBias),
    ] {
        // A layer norm without a bias and a root-mean-square norm look the same.
        let open = report.family != Family::TorchEncoder && !report.family.needs_config();
        if has(gain) && !has(bias) && open {
            let tensor = layer.part(gain).map_or("", |part| part.tensor.as_str());
            add(format!(
                "the norm `{tensor}` has no bias: whether it is a layer norm or a \
                 root-mean-square norm is not known"
            ));
        }
    }
    let distance = |part: &crate::report::Part| part.tensor.contains("distance_embedding");
    if layer.part(Role::RelativeKey).is_some_and(distance) {
        add("BERT's relative positions (distance_embedding) are not run".to_owned());
    }
    found
}

/// w and v: one number to a head each, and v where the mapping needs it.
fn per_head(report: &Report, layer: &Layer, checkpoint: &Checkpoint) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for role in [Role::DistanceW, Role::DistanceV] {
        let Some(part) = layer.part(role) else { continue };
        let length = checkpoint.find(&part.tensor).map_or(0, |tensor| count(tensor.len()));
        if length != layer.heads && report.head_size > 0 {
            let why = format!(
                "`{}` has {}, but its layer has {}",
                part.tensor,
                count_of(length, "number", "numbers"),
                count_of(layer.heads, "head", "heads")
            );
            found.push(obstacle(why, Some(Question::Heads)));
        }
    }
    let has = |role| layer.part(role).is_some();
    let method = report.method.value.as_deref().and_then(|text| method_from_text(text).ok());
    let needs_v = method.is_some_and(Method::has_v);
    if has(Role::DistanceV) && !has(Role::DistanceW) {
        let why = format!("the layer `{}` has v, but not w", layer.name);
        found.push(obstacle(why, Some(Question::Roles)));
    }
    if has(Role::DistanceW) && !has(Role::DistanceV) && needs_v {
        let why = format!("the layer `{}` has w, but not v, which its mapping needs", layer.name);
        found.push(obstacle(why, Some(Question::Roles)));
    }
    found
}

/// Sizes that config.json gives, beside those of the tensors.
fn sizes(
    report: &Report,
    checkpoint: &Checkpoint,
    widths: &Widths,
    beside: &Beside,
) -> Vec<Obstacle> {
    let mut found = Vec::new();
    let types = report.part(Role::TypeEmbedding).and_then(|part| checkpoint.find(&part.tensor));
    let types = types.map_or(0, |tensor| tensor.shape.first().copied().unwrap_or(0));
    let embedding = widths.embedding;
    if embedding != widths.width
        && embedding > 0
        && report.part(Role::EmbeddingProjectionWeight).is_none()
        && report.family != Family::Nearfar
    {
        let why = format!(
            "its embeddings have {embedding} numbers, its layers {}, and no map between the two \
             was found",
            widths.width
        );
        found.push(obstacle(why, Some(Question::Roles)));
    }
    let Some(said) = &beside.said else { return found };
    if said.is_foreign {
        return found;
    }
    let kind_types = said.kind.map(|kind| kind.types);
    for (said, has, what) in [
        (said.width, Some(widths.width), "the width of its layers"),
        (said.embedding, Some(embedding), "the width of its embeddings"),
        (said.feed_forward, Some(widths.feed_forward), "the width within its feed-forward layer"),
        (said.words, Some(widths.words), "its words"),
        (said.positions, widths.positions.or(Some(0)), "its positions"),
        // Where config.json is silent a table of any length is the class's; none at all is not.
        (said.types.or(kind_types.filter(|_| types == 0)), Some(types), "its token types"),
    ] {
        if let (Some(said), Some(has)) = (said, has)
            && said != has
        {
            let why = format!("config.json gives {what} as {said}, but the file has {has}");
            found.push(obstacle(why, None));
        }
    }
    found
}

/// GGUF names its architecture, as `model_type` does.
fn general(report: &Report, beside: &Beside) -> Option<Obstacle> {
    let named = beside.entry("general.architecture")?;
    let fits = match report.family {
        Family::Bert | Family::Roberta => named == "bert",
        Family::Gpt2 => named == "gpt2",
        // Its keys are read.
        Family::Llama | Family::Gemma2 => beside.kind().is_some(),
        _ => false,
    };
    let own = matches!(report.family, Family::DistanceAware | Family::Nearfar);
    (!fits && !own).then(|| {
        let why = format!("the file says `general.architecture` = `{named}`: not known here yet");
        obstacle(why, None)
    })
}

/// Of names that no family has nothing is taken for granted: rotary positions, ALiBi and their kin
/// leave no trace in a file.
fn asked(report: &Report, beside: &Beside) -> Option<Obstacle> {
    let said = |of: bool, known: How| of || matches!(known, How::Config | How::Stored);
    let by_hand = beside.assignment;
    let any = |role| report.layers.iter().any(|layer| layer.part(role).is_some());
    let has_norms = any(Role::AttentionNormGain) || any(Role::FeedForwardNormGain);
    let open: Vec<(&str, Question)> = [
        (said(by_hand.causal.is_some(), report.causal.how), "what a token sees", Question::Causal),
        (
            !has_norms || said(by_hand.norms.is_some(), report.norms.how),
            "norms first or last",
            Question::Norms,
        ),
        (
            !any(Role::HiddenWeight) || said(by_hand.activation.is_some(), report.activation.how),
            "the activation",
            Question::Activation,
        ),
    ]
    .into_iter()
    .filter(|(is_known, ..)| !is_known)
    .map(|(_, what, question)| (what, question))
    .collect();
    let (_, question) = *open.first()?;
    let what: Vec<&str> = open.iter().map(|(what, _)| *what).collect();
    Some(obstacle(
        format!(
            "no known family has these names, so its rules are not known (RoPE and ALiBi leave no \
             trace in a file); if its attention is plain, say by hand: {}",
            what.join(", ")
        ),
        Some(question),
    ))
}

/// What the file holds beside the model that is run: another one of the same names, whose attention
/// may be the one that was meant, and tensors that may act on it from without (a learned prompt).
fn company(report: &Report, draft: &Draft) -> Vec<crate::report::Assumption> {
    if matches!(report.family, Family::Nearfar) || draft.table.family == Family::Other {
        return Vec::new();
    }
    let query = report.layers.first().and_then(|layer| layer.part(Role::QueryWeight));
    let query = query.and_then(|part| part.tensor.strip_prefix(report.prefix.as_str()));
    let names = || report.findings.iter().map(|finding| finding.tensor.as_str());
    let is_model = |front: &&String| {
        query.is_some_and(|query| {
            names().any(|name| name.strip_prefix(front.as_str()) == Some(query))
        })
    };
    let others: Vec<&String> = draft.others.iter().filter(is_model).collect();
    let mut all = Vec::new();
    if !others.is_empty() {
        let value = format!("the one whose names begin with `{}`", report.prefix);
        let fronts = listed(others.iter().map(|front| front.as_str()));
        let why = format!("the file has the same names again, beginning with {fronts}");
        all.push(assumption("which of its models", value, why, Question::Roles));
    }
    let of_others = |name: &str| others.iter().any(|front| name.starts_with(front.as_str()));
    let beside = of(report, Status::Extra).map(|finding| finding.tensor.as_str());
    let beside = beside.filter(|name| !name.starts_with(&report.prefix) && !of_others(name));
    if !report.prefix.is_empty() && beside.clone().next().is_some() {
        let value = format!("not run: {}", listed(beside));
        let why = format!("their names do not begin with `{}` as the model’s do", report.prefix);
        all.push(assumption("other tensors of the file", value, why, Question::Roles));
    }
    all
}

/// What the answer rests on beside the rules: roles by names of one's own, parts that are not there.
fn doubts(report: &mut Report, draft: &Draft) {
    let mut all = Vec::new();
    let own = matches!(report.family, Family::Other | Family::DistanceAware | Family::TorchEncoder);
    if draft.table.family == Family::Other {
        let why = "no known family has these names; the list of tensors says which has which role";
        all.push(assumption("what each tensor is for", "by its name", why, Question::Roles));
    }
    if own && report.part(Role::PositionEmbedding).is_none() {
        let why = "the file has no table of positions; where the model adds computed ones \
                   (sinusoidal), its states differ";
        all.push(assumption("positions", "none are added", why, Question::Roles));
    }
    if own {
        let why = "some models multiply them by √D, which leaves no trace in a file";
        all.push(assumption("embeddings", added(report), why, Question::Roles));
    }
    if report.part(Role::TypeEmbedding).is_none()
        && matches!(report.family, Family::Bert | Family::Roberta | Family::Albert)
    {
        let why = format!("{} has a table of token types, the file has not", report.family);
        all.push(assumption("token types", "none are added", why, Question::Roles));
    }
    for (role, what, value) in [
        (Role::OutputWeight, "output projection", "none: heads are joined and added as they are"),
        (Role::HiddenWeight, "feed-forward layer", "none"),
        (Role::AttentionNormGain, "norm of the attention", "none: the sum goes on as it is"),
        (
            Role::FeedForwardNormGain,
            "norm of the feed-forward layer",
            "none: the sum goes on as it is",
        ),
    ] {
        let lacks = report.layers.iter().all(|layer| layer.part(role).is_none());
        let needed = role != Role::FeedForwardNormGain
            || report.layers.iter().any(|layer| layer.part(Role::HiddenWeight).is_some());
        // Where a configuration says which parts there are, none is missed.
        let own = matches!(report.family, Family::Nearfar) || report.family.needs_config();
        if lacks && needed && !own {
            all.push(assumption(what, value, "the file has none", Question::Roles));
        }
    }
    if report.layers.iter().any(|layer| {
        layer.part(Role::RelativeKey).or_else(|| layer.part(Role::RelativeValue)).is_some()
    }) {
        let why = "tables of an odd number of rows are taken for those of Shaw et al. 2018";
        all.push(assumption("relative positions", "by clipped distance", why, Question::Roles));
    }
    orientation(report, draft, &mut all);
    if own {
        let heads = report.outside.iter().filter(|part| part.role == Role::Head);
        let names = heads.map(|part| part.tensor.as_str());
        if names.clone().next().is_some() {
            let value = format!("not run: {}", listed(names));
            let why = "by its name it stands on top of the layers";
            all.push(assumption("a part of the answer", value, why, Question::Roles));
        }
    }
    report.assumptions.append(&mut all);
}

/// What is added to make the input of the layers: a table that a model has and its file calls otherwise
/// is missed here.
fn added(report: &Report) -> String {
    let tables = [
        (Role::WordEmbedding, "words"),
        (Role::PositionEmbedding, "positions"),
        (Role::TypeEmbedding, "token types"),
    ];
    let there = tables.iter().filter(|(role, _)| report.part(*role).is_some());
    let there: Vec<&str> = there.map(|(_, word)| *word).collect();
    let mut value = format!("{}, as they are stored", there.join(" + "));
    for (role, then) in [
        (Role::EmbeddingNormGain, ", then their norm"),
        (Role::EmbeddingProjectionWeight, ", then a map to the layers’ width"),
    ] {
        if report.part(role).is_some() {
            value.push_str(then);
        }
    }
    value
}

/// Which way matrices lie, where that is not as the family keeps them.
fn orientation(report: &Report, draft: &Draft, all: &mut Vec<crate::report::Assumption>) {
    let maps = || {
        report.layers.iter().flat_map(|layer| &layer.parts).filter(|part| {
            matches!(
                part.role,
                Role::QueryWeight
                    | Role::KeyWeight
                    | Role::ValueWeight
                    | Role::OutputWeight
                    | Role::HiddenWeight
                    | Role::FeedForwardWeight
            )
        })
    };
    let two = |part: &&crate::report::Part| {
        matches!(part.orientation, Orientation::OutIn | Orientation::InOut)
    };
    let Some(most) = maps().find(two).map(|part| part.orientation) else { return };
    let way = |orientation| match orientation {
        Orientation::InOut => "[in, out]",
        _ => "[out, in]",
    };
    let kernel = maps().any(|part| part.tensor.contains("kernel"));
    if draft.table.family != Family::Other
        && report.family != Family::Nearfar
        && most != draft.table.orientation
        && !kernel
    {
        let value = format!("matrices lie as {}", way(most));
        let why = format!("those of {} lie the other way round", report.family);
        all.push(assumption("orientation", value, why, Question::Roles));
    }
    if draft.table.family == Family::Other && !draft.knows_orientation {
        let value = format!("square matrices lie as {}", way(most));
        let why = "no matrix of the file shows by its shape which way they lie";
        all.push(assumption("orientation", value, why, Question::Roles));
    }
}
