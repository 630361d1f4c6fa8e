//! Every method beside the Lab's two through the trainer's operation against the stored gradients of an
//! independent program (files f to o, and j): projections by the graph, what stands between them by the library.
//! Sentences are padded with rows that nothing may see. `NEARFAR_GOLDEN` names another directory of the
//! same schema. DiSAN's cases have as many features as dimensions, where a model has half; central
//! differences (`run.rs`) hold it.

use std::path::PathBuf;
use std::sync::Arc;

use burn::tensor::{Device, Gradients, Tensor, TensorData};
use nearfar::methods::tree::Tree;
use nearfar::methods::{Labels, MethodKind, Syntax};
use nearfar::model::OwnMethod;
use nearfar::model::own::Sizes;
use nearfar::text::dependency::WordLabel;
use nearfar_training::own::{Attend, attend};
use serde_json::Value;

/// Rows behind the sentence.
const PADDING: usize = 2;

/// A stored tensor: its shape and its numbers.
fn tensor(value: &Value) -> (Vec<usize>, Vec<f32>) {
    let numbers = |name: &str| value[name].as_array().expect(name).clone();
    let shape = numbers("shape").iter().map(|n| n.as_u64().unwrap() as usize).collect();
    (shape, numbers("data").iter().map(|x| x.as_f64().unwrap() as f32).collect())
}

/// As checkpoints have it: heads side by side in columns where the file stacks them, `[h, m, d]`.
fn matrix(value: &Value) -> (usize, Vec<f32>) {
    match tensor(value) {
        (shape, data) if shape.len() == 3 => {
            let (h, m, d) = (shape[0], shape[1], shape[2]);
            let cell = |place: usize| {
                let (row, column) = (place / (h * d), place % (h * d));
                data[(column / d * m + row) * d + column % d]
            };
            (h * d, (0..h * m * d).map(cell).collect())
        }
        (shape, data) => (*shape.last().unwrap(), data),
    }
}

/// The method of a case; `None` where a model has no such form.
fn method_of(file: &str, case: &Value) -> Option<OwnMethod> {
    let params = &case["params"];
    let is = |name: &str, expected: Value| params[name].is_null() || params[name] == expected;
    let fits = is("causal", false.into())
        && is("scaled", false.into())
        && is("scaling", "none".into())
        && is("layout", "interleaved".into())
        && is("rotary_dim", params["d"].clone())
        && is("base", 10_000.0.into())
        && is("slopes", "released".into())
        && is("num_buckets", 32.into())
        && (file == "j_tree" || is("max_distance", 128.into()))
        && is("mem_len", 0.into())
        && is("valid", params["N"].clone());
    if !fits || case["inputs"]["W_Q"].is_null() || case["losses"]["sumsq"].is_null() {
        return None;
    }
    let number = |name: &str| params[name].as_u64().map(|number| number as usize);
    let (kind, number) = match (file, params["variant"].as_str(), params["form"].as_str()) {
        ("f_shaw", ..) => (MethodKind::Shaw, number("k")),
        ("g_transformer_xl", ..) => (MethodKind::TransformerXl, None),
        ("h_tener", Some("paper"), _) => (MethodKind::Adapted, None),
        ("h_tener", ..) => (MethodKind::AdaptedProgram, None),
        ("l_alibi", ..) => (MethodKind::Alibi, None),
        ("m_t5", ..) => (MethodKind::T5, None),
        ("n_rope", ..) => (MethodKind::Rope, None),
        ("j_tree", ..) => match params["biases"].as_array()?.as_slice() {
            [only] if only == "tree" => (MethodKind::TreeDistance, number("max_distance")),
            [only] if only == "traversal" => (MethodKind::TreeTraversal, number("max_traversal")),
            _ => return None,
        },
        // By what its `Definition` says.
        _ => {
            let says = |(key, value): &(&str, &str)| params[*key] == *value;
            let is_of = |&(kind, _): &(MethodKind, &str)| {
                let reference = kind.definition().reference;
                reference.is_some_and(|of| of.file == file && of.with.iter().all(says))
            };
            (MethodKind::ALL.into_iter().find(is_of)?.0, None)
        }
    };
    let method = OwnMethod::new(kind)?;
    assert_eq!(method.number().is_some(), number.is_some(), "{file}");
    Some(method.with_number(number.unwrap_or_default()))
}

struct Leaf {
    name: &'static str,
    tensor: Tensor<2>,
}

fn check(case: &Value, leaf: &Leaf, gradients: &mut Gradients) {
    let what = format!("{} dL/d{}", case["name"], leaf.name);
    let found = leaf.tensor.grad_remove(gradients).expect(&what).into_data();
    let found = found.try_into_vec::<f32>().unwrap();
    let all = &case["losses"]["sumsq"]["grad"];
    let (_, expected) = matrix(&all[leaf.name]);
    assert_eq!(found.len(), expected.len(), "{what}");
    // Rounding is that of the largest gradients of the case, through which all the others go.
    let of = |value: &Value| tensor(value).1.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let largest = of(&all[leaf.name]);
    let most = all.as_object().unwrap().values().map(of).fold(0.0_f32, f32::max);
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let error = (found - expected).abs();
        let limit = 1e-4 * largest + 1e-5 * most;
        assert!(error <= limit, "{what}[{index}]: {found} is not {expected}");
    }
}

/// A tree, with labels that nobody reads.
fn syntax_of(tree: Tree) -> Syntax {
    let labels = |label: WordLabel| Labels { ids: vec![0; tree.tokens()], names: label.names() };
    Syntax {
        parts_of_speech: labels(WordLabel::PartOfSpeech),
        relations: labels(WordLabel::Relation),
        tree,
    }
}

/// The tree over the sentence of a case, where its file has trees: `biased_attention_thesis_tree` is of the case
/// `thesis_sentence`, `biased_attention_random6_tree` of `random_tree_6`.
fn tree_of(cases: &[Value], case: &Value) -> Option<Tree> {
    let rest = case["name"].as_str()?.strip_prefix("biased_attention_")?;
    let name = match rest.split('_').next()? {
        "thesis" => "thesis_sentence".to_owned(),
        random => format!("random_tree_{}", random.strip_prefix("random")?),
    };
    let of = cases.iter().find(|case| case["name"] == name.as_str()).expect(&name);
    let parents = of["inputs"]["parent"].as_array().unwrap();
    let parents: Vec<Option<usize>> =
        parents.iter().map(|parent| usize::try_from(parent.as_i64().unwrap()).ok()).collect();
    Some(Tree::new(&parents).unwrap())
}

fn run(file: &str, case: &Value, tree: Option<Tree>) -> bool {
    let Some(method) = method_of(file, case) else { return false };
    let (params, inputs) = (&case["params"], &case["inputs"]);
    let size = |name: &str| params[name].as_u64().expect(name) as usize;
    let (h, d, width, n) = (size("h"), size("d"), size("d_model"), size("N"));
    let device = Device::flex().autodiff();
    let of = |columns: usize, values: Vec<f32>| {
        let rows = values.len() / columns.max(1);
        Tensor::<2>::from_data(TensorData::new(values, [rows, columns]), &device)
    };
    let leaf = |name: &'static str| {
        let (columns, values) = matrix(&inputs[name]);
        Leaf { name, tensor: of(columns, values).require_grad() }
    };
    let letter = if inputs["X"].is_null() { "H" } else { "X" };
    let (x, query, value) = (leaf(letter), leaf("W_Q"), leaf("W_V"));
    let key = (!inputs["W_K"].is_null()).then(|| leaf("W_K"));
    let output = (!inputs["W_O"].is_null()).then(|| leaf("W_O"));
    let sizes = Sizes { heads: h, dimensions: d, width };
    // Tables of labels are stored under another name than their gradients.
    let own = method.own(sizes);
    let own: Vec<Leaf> = own
        .iter()
        .map(|own| {
            let stored = format!("tab_{}", own.name);
            let stored = if inputs[&stored].is_null() { own.name } else { stored.as_str() };
            let (columns, values) = matrix(&inputs[stored]);
            Leaf { name: own.name, tensor: of(columns, values).require_grad() }
        })
        .collect();

    let beyond = of(width, vec![0.5; PADDING * width]);
    let rows = Tensor::cat(vec![x.tensor.clone(), beyond], 0);
    let keys = match &key {
        Some(key) => rows.clone().matmul(key.tensor.clone()),
        None => rows.clone(),
    };
    let projected =
        [rows.clone().matmul(query.tensor.clone()), keys, rows.matmul(value.tensor.clone())];
    let projected = Tensor::cat(projected.to_vec(), 1);
    let projected = projected.reshape([1, n + PADDING, 3 * h, d]).swap_dims(1, 2);
    let flat = own.iter().map(|leaf| {
        let [rows, columns] = leaf.tensor.dims();
        leaf.tensor.clone().reshape([1, rows * columns])
    });
    let flat: Vec<Tensor<2>> = flat.collect();
    let numbers = if flat.is_empty() { of(1, vec![0.0]) } else { Tensor::cat(flat, 1) };
    let lengths: Arc<[usize]> = Arc::from([n]);
    let how = Attend::new(method, sizes, lengths);
    let how = match tree {
        Some(tree) => how.with_syntax(Arc::from([syntax_of(tree)])),
        None => how,
    };
    let heads = attend(projected, numbers, how);
    let concatenated = heads.swap_dims(1, 2).reshape([n + PADDING, h * d]);
    let out = match &output {
        Some(output) => concatenated.matmul(output.tensor.clone()),
        None => concatenated,
    };
    let loss = (out.clone() * out).sum();
    let mut gradients = loss.backward();
    let value_of = loss.into_data().try_into_vec::<f32>().unwrap()[0];
    let expected = case["losses"]["sumsq"]["value"].as_f64().unwrap();
    assert!((f64::from(value_of) - expected).abs() <= 1e-4 * expected, "{}", case["name"]);
    let all = [x, query, value].into_iter().chain(key).chain(output).chain(own);
    let known: Vec<Leaf> = all.collect();
    for leaf in known.iter().filter(|leaf| !case["losses"]["sumsq"]["grad"][leaf.name].is_null()) {
        check(case, leaf, &mut gradients);
    }
    let stored = case["losses"]["sumsq"]["grad"].as_object().unwrap();
    for name in stored.keys() {
        assert!(known.iter().any(|leaf| leaf.name == name), "{}: {name}", case["name"]);
    }
    true
}

/// The specialised head of a case alone, whose loss is of its own output: its table is put into the rows of a whole
/// vocabulary, and rows of labels that do not occur have no gradient.
fn run_specialised(case: &Value, guide: WordLabel) {
    let (params, inputs) = (&case["params"], &case["inputs"]);
    let size = |name: &str| params[name].as_u64().expect(name) as usize;
    let (n, d, d_label, width) = (size("N"), size("d"), size("d_label"), size("d_model"));
    let strings =
        |name: &str| -> Vec<String> { serde_json::from_value(params[name].clone()).unwrap() };
    let (labels, vocabulary) = (strings("labels"), strings("label_vocab"));
    // `attr` is no relation of Universal Dependencies: it has the row of one that the case has not.
    let row = |name: &String| {
        let name = if name == "attr" { "xcomp" } else { name.as_str() };
        guide.names().iter().position(|known| known == name).expect(name)
    };
    let (_, stored) = tensor(&inputs["label_table"]);
    let mut table = vec![0.25_f32; guide.names().len() * d_label];
    for (name, values) in vocabulary.iter().zip(stored.chunks_exact(d_label)) {
        table[row(name) * d_label..][..d_label].copy_from_slice(values);
    }
    let kind = match guide {
        WordLabel::PartOfSpeech => MethodKind::SpecialisedPartOfSpeech,
        WordLabel::Relation => MethodKind::SpecialisedRelation,
    };
    let method = OwnMethod::new(kind).unwrap().with_number(d_label);
    let mut syntax = syntax_of(Tree::of_tokens(&vec![0; n]).unwrap());
    let ids = labels.iter().map(row).collect();
    match guide {
        WordLabel::PartOfSpeech => syntax.parts_of_speech.ids = ids,
        WordLabel::Relation => syntax.relations.ids = ids,
    }
    let device = Device::flex().autodiff();
    let of = |columns: usize, values: Vec<f32>| {
        let data = TensorData::new(values.clone(), [values.len() / columns, columns]);
        Tensor::<2>::from_data(data, &device)
    };
    let leaf = |name: &'static str| {
        let (columns, values) = matrix(&inputs[name]);
        Leaf { name, tensor: of(columns, values).require_grad() }
    };
    let [x, query, key, value] = ["X", "W_Q", "W_K", "W_V"].map(leaf);
    let table = of(d_label, table).require_grad();
    let rows = Tensor::cat(vec![x.tensor.clone(), of(width, vec![0.5; PADDING * width])], 0);
    let nobody_reads = of(2 * d, vec![0.37; (n + PADDING) * 2 * d]);
    let projected = Tensor::cat(vec![nobody_reads, rows.matmul(value.tensor.clone())], 1);
    let projected = projected.reshape([1, n + PADDING, 3, d]).swap_dims(1, 2);
    let flat = [&table, &query.tensor, &key.tensor].map(|tensor| {
        let [rows, columns] = tensor.dims();
        tensor.clone().reshape([1, rows * columns])
    });
    let sizes = Sizes { heads: 1, dimensions: d, width };
    let how = Attend::new(method, sizes, Arc::from([n])).with_syntax(Arc::from([syntax]));
    let out = attend(projected, Tensor::cat(flat.to_vec(), 1), how);
    let mut gradients = (out.clone() * out).sum().backward();
    let found =
        table.grad_remove(&mut gradients).unwrap().into_data().try_into_vec::<f32>().unwrap();
    let of_vocabulary: Vec<usize> = vocabulary.iter().map(row).collect();
    let is_known = |place: usize| of_vocabulary.contains(&(place / d_label));
    assert!(found.iter().enumerate().all(|(place, d)| is_known(place) || *d == 0.0));
    let known = of_vocabulary.iter().flat_map(|row| &found[row * d_label..][..d_label]).copied();
    let (_, expected) = matrix(&case["losses"]["sumsq"]["grad"]["label_table"]);
    let most = expected.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    for (found, expected) in known.zip(&expected) {
        assert!(
            (found - expected).abs() <= 1e-4 * most,
            "{}: {found} is not {expected}",
            case["name"]
        );
    }
    for leaf in [x, query, key, value] {
        check(case, &leaf, &mut gradients);
    }
}

#[test]
fn gradients_through_the_operation_are_the_stored_ones() {
    let directory = std::env::var_os("NEARFAR_GOLDEN").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../nearfar/golden"),
        PathBuf::from,
    );
    let named = MethodKind::ALL.into_iter().filter(|(kind, _)| kind.own().is_some());
    let named: std::collections::BTreeSet<_> =
        named.filter_map(|(kind, _)| Some((kind.definition().reference?.file, 2))).collect();
    for (file, fewest) in [
        ("f_shaw", 3),
        ("g_transformer_xl", 3),
        ("h_tener", 3),
        ("l_alibi", 1),
        ("m_t5", 1),
        ("n_rope", 2),
        ("j_tree", 4),
    ]
    .into_iter()
    .chain(named)
    {
        let path = directory.join(format!("{file}.json"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let cases: Value = serde_json::from_str(&text).unwrap();
        let cases = cases["cases"].as_array().unwrap();
        let checked = cases.iter().filter(|case| run(file, case, tree_of(cases, case))).count();
        assert!(checked >= fewest, "{file}: {checked} cases");
        let guides = [WordLabel::PartOfSpeech, WordLabel::Relation];
        let named = |case: &&Value, name: &str| case["name"] == name;
        for (name, guide) in
            ["specialised_head_pos", "specialised_head_dep"].into_iter().zip(guides)
        {
            if file == "j_tree" {
                run_specialised(cases.iter().find(|case| named(case, name)).expect(name), guide);
            }
        }
    }
}
