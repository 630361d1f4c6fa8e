//! Attentions of no known family, by the words that people use for their parts: `wq`, `to_q`,
//! `query_dense`. What lies beside an attention belongs to its layer.

use std::collections::{BTreeMap, HashMap};

use super::draft::{
    Draft, DraftLayer, Fused, Placed, TensorStatus, heads_of_model, sorted_by_name,
};
use super::families::OTHER;
use super::names::Name;
use crate::limits;
use crate::report::pattern::number;
use crate::report::{Family, Role};
use crate::tensor::Tensor;

const QUERY: &[&str] = &[
    "q",
    "query",
    "wq",
    "w_q",
    "w_qs",
    "q_proj",
    "proj_q",
    "q_lin",
    "lin_q",
    "q_linear",
    "linear_q",
    "to_q",
    "fc_q",
    "query_proj",
    "query_dense",
    "query_linear",
    "linear_query",
    "query_layer",
    "attn_q",
    "q_dense",
];
const OUTPUT: &[&str] = &[
    "o",
    "out",
    "output",
    "wo",
    "w_o",
    "o_proj",
    "proj_o",
    "out_proj",
    "proj_out",
    "to_out",
    "proj",
    "out_lin",
    "out_linear",
    "linear_out",
    "o_linear",
    "linear_o",
    "fc_o",
    "fc_out",
    "fc",
    "dense",
    "output_dense",
    "attention_output",
    "output_linear",
    "attn_output",
    "c_proj",
];
const FUSED: &[&str] = &[
    "qkv",
    "wqkv",
    "w_qkv",
    "qkv_proj",
    "to_qkv",
    "query_key_value",
    "c_attn",
    "attn_qkv",
    "in_proj",
    "in_proj_weight",
    "in_proj_bias",
];
const HIDDEN: &[&str] = &[
    "linear1",
    "linear_1",
    "fc1",
    "fc_1",
    "lin1",
    "w_1",
    "w1",
    "dense1",
    "dense_1",
    "ff.0",
    "ffn.0",
    "mlp.0",
    "feed_forward.0",
    "feedforward.0",
    "intermediate.dense",
    "intermediate_dense",
    "feedforward_intermediate_dense",
    "c_fc",
    "ffn_up",
    "up_proj",
    "ff1",
    "ffn1",
];
const SECOND: &[&str] = &[
    "linear2",
    "linear_2",
    "fc2",
    "fc_2",
    "lin2",
    "w_2",
    "w2",
    "dense2",
    "dense_2",
    "ff.2",
    "ff.3",
    "ffn.2",
    "ffn.3",
    "mlp.2",
    "mlp.3",
    "feed_forward.2",
    "feed_forward.3",
    "feedforward.2",
    "feedforward.3",
    "feedforward_output_dense",
    "ffn_down",
    "down_proj",
    "ff2",
    "ffn2",
    "output.dense",
];
/// In the names of attentions that read another sequence.
pub(super) const CROSS: &[&str] =
    &["cross", "multihead_attn", "encoder_attn", "encdec", "src_attn"];

/// The words of `list` with their first q made a k or a v: `wq`, `query_dense` to `wk`, `key_dense`.
fn is_like(list: &[&str], word: &str, long: &str, short: &str) -> bool {
    list.iter().any(|known| {
        let other = if known.contains("query") {
            known.replacen("query", long, 1)
        } else {
            known.replacen('q', short, 1)
        };
        other == word
    })
}

/// What a word at the end of a stem says of a projection.
fn projection(word: &str) -> Option<(Role, Role)> {
    if QUERY.contains(&word) {
        Some((Role::QueryWeight, Role::QueryBias))
    } else if is_like(QUERY, word, "key", "k") {
        Some((Role::KeyWeight, Role::KeyBias))
    } else if is_like(QUERY, word, "value", "v") {
        Some((Role::ValueWeight, Role::ValueBias))
    } else if OUTPUT.contains(&word) {
        Some((Role::OutputWeight, Role::OutputBias))
    } else {
        None
    }
}

/// A stem without a last number (`to_out.0`), its last word in lower case, and what comes before.
fn last_word<'a>(stem: &'a [&'a str]) -> Option<(String, &'a [&'a str])> {
    let (last, before) = stem.split_last()?;
    if number(last).is_some() {
        let (last, before) = before.split_last()?;
        return (last.to_lowercase() == "to_out").then(|| (last.to_lowercase(), before));
    }
    Some((last.trim_start_matches('_').to_lowercase(), before))
}

/// An attention: the tensors with one parent.
#[derive(Default)]
struct Group {
    first: usize,
    placed: Vec<Placed>,
    /// Segments of the parent.
    depth: usize,
    fused: bool,
}

impl Group {
    fn has(&self, role: Role) -> bool {
        self.placed.iter().any(|placed| placed.role == role)
    }

    fn attends(&self) -> bool {
        self.fused
            || [Role::QueryWeight, Role::KeyWeight, Role::ValueWeight].map(|r| self.has(r))
                == [true; 3]
    }
}

/// Attentions by the words for their parts; nothing where there are none.
pub(super) fn by_words(names: &[Name], tensors: &[Tensor]) -> Option<Draft> {
    let mut groups: HashMap<&str, Group> = HashMap::new();
    for (i, (name, tensor)) in names.iter().zip(tensors).enumerate() {
        let (stem, bias) = name.stem();
        let Some((word, before)) = last_word(stem) else { continue };
        let lower = name.raw.to_lowercase();
        if CROSS.iter().any(|cross| lower.contains(cross)) {
            continue;
        }
        let axes = tensor.shape.iter().filter(|&&n| n != 1).count();
        let bias = bias || word == "in_proj_bias";
        let fused = FUSED.contains(&word.as_str());
        let Some((weight, bias_role)) = (match fused {
            true => Some((Role::QueryWeight, Role::QueryBias)),
            false => projection(&word),
        }) else {
            continue;
        };
        // `attention.v` may be a vector of one number per head, or a matrix.
        if !bias && axes < 2 {
            continue;
        }
        let group = groups.entry(name.front(before.len())).or_insert_with(|| Group {
            first: i,
            depth: before.len(),
            ..Group::default()
        });
        let role = if bias { bias_role } else { weight };
        if !group.has(role) {
            group.fused |= fused && !bias;
            group.placed.push(Placed::new(i, role, fused.then_some(Fused::Thirds)));
        }
    }
    let mut groups: Vec<(&str, Group)> = groups.into_iter().filter(|(_, g)| g.attends()).collect();
    if groups.is_empty() {
        return None;
    }
    groups.sort_by_key(|(_, group)| group.first);
    let mut draft = Draft { family: Family::Other, table: &OTHER, ..Draft::empty(names.len()) };
    let keras = groups.iter().all(|(_, group)| {
        let query = group.placed.iter().find(|placed| placed.role == Role::QueryWeight);
        let name = query.and_then(|query| names.get(query.tensor));
        let tensor = query.and_then(|query| tensors.get(query.tensor));
        name.is_some_and(|name| name.kernel) && tensor.is_some_and(|t| t.shape.len() == 3)
    });
    if keras {
        draft.family = Family::Keras;
    }
    draft.why = groups.first().map_or_else(String::new, |(name, _)| {
        format!("`{name}` has tensors named as query, key and value are")
    });
    layers_of(&mut draft, names, groups);
    beside(&mut draft, names, tensors);
    heads_of_model(&mut draft, names);
    Some(draft)
}

/// Groups to layers, in the order of their numbers.
fn layers_of(draft: &mut Draft, names: &[Name], groups: Vec<(&str, Group)>) {
    let mut roots: BTreeMap<String, usize> = BTreeMap::new();
    let root_of = |group: &Group| -> (String, Option<u64>) {
        let Some(name) = names.get(group.first) else { return (String::new(), None) };
        let skip = name.segments.len().saturating_sub(group.depth);
        match name.to_last_number(skip) {
            Some((segments, number)) => (name.front(segments).to_owned(), Some(number)),
            None => (name.front(group.depth.saturating_sub(1)).to_owned(), None),
        }
    };
    for (_, group) in &groups {
        *roots.entry(root_of(group).0).or_default() += 1;
    }
    for (place, (parent, group)) in groups.into_iter().enumerate() {
        let (root, number) = root_of(&group);
        // Two attentions side by side share no layer.
        let alone = roots.get(&root) == Some(&1);
        let name = if alone { root } else { parent.to_owned() };
        let first = number.filter(|_| alone).unwrap_or(0);
        if draft.layers.len() >= limits::LAYERS {
            draft.notes.push(format!("only the first {} layers are read", limits::LAYERS));
            break;
        }
        for placed in &group.placed {
            draft.set(placed.tensor, TensorStatus::Placed);
        }
        draft.layers.insert(vec![first, place as u64], DraftLayer { name, placed: group.placed });
    }
}

/// Feed-forward layers and norms whose names begin as a layer's.
fn beside(draft: &mut Draft, names: &[Name], tensors: &[Tensor]) {
    let mut found: Vec<(Vec<u64>, Placed)> = Vec::new();
    let sorted = sorted_by_name(names);
    for (key, layer) in &draft.layers {
        // Without a name of its own a layer would take in the whole file.
        if layer.name.is_empty() && draft.layers.len() > 1 {
            continue;
        }
        let mut taken: Vec<Role> = layer.placed.iter().map(|placed| placed.role).collect();
        let open = draft.open_in(names, &sorted, &layer.name);
        let norms: Vec<&str> = {
            let stems = open.iter().filter_map(|&i| names.get(i));
            let mut stems: Vec<&str> = stems
                .filter(|name| is_norm(&stem_text(name, &layer.name)))
                .map(|name| name.front(name.stem().0.len()))
                .collect();
            stems.dedup();
            // Two are told apart by their place; of more, the names must say which is which.
            stems.truncate(3);
            stems
        };
        for i in open {
            let (Some(name), Some(tensor)) = (names.get(i), tensors.get(i)) else { continue };
            let (stem, bias) = name.stem();
            let text = stem_text(name, &layer.name);
            let role = if is_norm(&text) {
                let place = norms.iter().position(|norm| *norm == name.front(stem.len()));
                norm_role(&text, place.unwrap_or(norms.len()), norms.len())
            } else if text.contains("att") && ends(&text, OUTPUT) {
                // BERT and its kin keep the output beside the attention, not within it.
                Some((Role::OutputWeight, Role::OutputBias))
            } else if ends(&text, HIDDEN) {
                Some((Role::HiddenWeight, Role::HiddenBias))
            } else if ends(&text, SECOND) {
                Some((Role::FeedForwardWeight, Role::FeedForwardBias))
            } else {
                None
            };
            let Some((weight, bias_role)) = role else { continue };
            let role = if bias { bias_role } else { weight };
            let vector = bias || is_norm(&text);
            let axes = tensor.shape.iter().filter(|&&n| n != 1).count();
            if (vector && axes > 1) || (!vector && axes != 2) || taken.contains(&role) {
                continue;
            }
            taken.push(role);
            found.push((key.clone(), Placed::new(i, role, None)));
        }
    }
    for (key, placed) in found {
        draft.set(placed.tensor, TensorStatus::Placed);
        if let Some(layer) = draft.layers.get_mut(&key) {
            layer.placed.push(placed);
        }
    }
}

/// A stem behind the layer's name, in lower case, its segments joined by points.
fn stem_text(name: &Name, layer: &str) -> String {
    let (stem, _) = name.stem();
    let text = name.front(stem.len()).strip_prefix(layer).unwrap_or_default();
    text.trim_end_matches(['.', '/']).trim_start_matches('_').replace('/', ".").to_lowercase()
}

fn ends(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        text.strip_suffix(word)
            .is_some_and(|before| before.is_empty() || before.ends_with(['.', '_']))
    })
}

fn is_norm(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or(text);
    text.contains("norm") || last.starts_with("ln") || last.ends_with("_ln")
}

/// Which of a layer's norms: by its word, else by its place.
fn norm_role(text: &str, place: usize, of: usize) -> Option<(Role, Role)> {
    let attention = (Role::AttentionNormGain, Role::AttentionNormBias);
    let feed_forward = (Role::FeedForwardNormGain, Role::FeedForwardNormBias);
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["ff", "mlp", "feed", "final", "output_layer", "post"]) || text.ends_with('2') {
        Some(feed_forward)
    } else if says(&["att", "sa_", "before", "input"]) || text.ends_with('1') {
        Some(attention)
    } else {
        match (place, of) {
            (0, _) => Some(attention),
            (1, 2) => Some(feed_forward),
            _ => None,
        }
    }
}

/// The segments, not numbers, that all names with a role begin with.
pub(super) fn common_front(draft: &Draft, names: &[Name]) -> String {
    let layers = draft.layers.values().flat_map(|layer| &layer.placed);
    let mut used = layers.chain(&draft.outside).filter_map(|placed| names.get(placed.tensor));
    let Some(first) = used.next() else { return String::new() };
    let mut count = first.segments.len().saturating_sub(1);
    if let Some(place) = first.segments.iter().position(|s| number(s).is_some()) {
        count = count.min(place);
    }
    for name in used {
        let same = first.segments.iter().zip(&name.segments).take_while(|(a, b)| a == b).count();
        count = count.min(same);
    }
    first.front(count).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_projections() {
        for (word, role) in [
            ("wq", Role::QueryWeight),
            ("wk", Role::KeyWeight),
            ("to_v", Role::ValueWeight),
            ("key_dense", Role::KeyWeight),
            ("v", Role::ValueWeight),
            ("out_proj", Role::OutputWeight),
        ] {
            assert_eq!(projection(word).map(|(weight, _)| weight), Some(role), "{word}");
        }
        assert_eq!(projection("wz"), None);
    }

    #[test]
    fn norms_by_word_or_place() {
        let gain = |text, place, of| norm_role(text, place, of).map(|(gain, _)| gain);
        assert_eq!(gain("norm2", 0, 2), Some(Role::FeedForwardNormGain));
        assert_eq!(gain("attn_norm", 1, 2), Some(Role::AttentionNormGain));
        assert_eq!(gain("layernorm_a", 1, 2), Some(Role::FeedForwardNormGain));
        assert_eq!(gain("layernorm_c", 2, 3), None);
    }
}
