//! Reference values of the ways to know positions that came after the papers' baselines (files l to n),
//! and the checks that hold `nearfar::methods` and its gradients to them.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, ArrayD, Axis, Dimension, IxDyn};
use nearfar::Real;
use nearfar::attention::{Mask, Projections};
use nearfar::methods::alibi::{Alibi, formula_slopes, slopes};
use nearfar::methods::rope::Rope;
use nearfar::methods::rotation::{PairLayout, Rotation, Scaling};
use nearfar::methods::t5::{Buckets, T5};
use nearfar::methods::{Explained, Gradients, Sentence};

use super::method_gradients::{check, each_loss, named};
use super::methods::{Count, PaperCase, PaperFile, each};

/// Whether a case gives Q, K and V rather than a layer: then the input is the identity, so that the
/// projections are these.
fn is_projected(case: &PaperCase) -> bool {
    case.has("inputs.Q")
}

pub(super) fn layer_of<T: Real>(case: &PaperCase) -> (Projections<T>, Array2<T>) {
    if is_projected(case) {
        let query = case.input3::<T>("Q");
        let (h, tokens, d) = query.dim();
        let (key, value) = (case.input3("K"), case.input3("V"));
        return (
            Projections { query, key, value, output: Array2::eye(h * d) },
            Array2::eye(tokens),
        );
    }
    let projections = Projections {
        query: case.input3("W_Q"),
        key: case.input3("W_K"),
        value: case.input3("W_V"),
        output: case.input2("W_O"),
    };
    (projections, case.input2("X"))
}

/// Compares every stored value with the term of its name. What is between tokens that may not look at
/// each other is stored as 0 and means nothing.
pub(super) fn compare<T: Real>(case: &PaperCase, trace: &dyn Explained<T>) {
    // Which pairs may look at each other is what the weights say: none of these files' is as small as 0.
    let weights = trace.common().weights.index_axis(Axis(0), 0);
    let allowed = weights.mapv(|weight| usize::from(weight > T::zero()));
    case.compare_sizes("intermediates.allowed", &allowed);
    let is_allowed = |at: &IxDyn| {
        let at = at.as_array_view();
        allowed[[at[at.len() - 2], at[at.len() - 1]]] == 1
    };
    for term in trace.terms() {
        for section in ["inputs", "intermediates", "outputs"] {
            let path = format!("{section}.{}", term.name);
            if !case.tensors.contains_key(&path) {
                continue;
            }
            if let Some(numbers) = term.numbers() {
                let mut numbers = numbers.to_owned();
                if term.is_between_tokens() {
                    numbers.indexed_iter_mut().for_each(|(at, cell)| {
                        *cell = if is_allowed(&at) { *cell } else { T::zero() };
                    });
                }
                // One number of a head is stored as `[h]`, and drawn as a vector of one.
                let stored = &case.tensors[&path].shape;
                if numbers.shape().split_last() == Some((&1, stored.as_slice())) {
                    numbers = numbers.index_axis_move(Axis(stored.len()), 0);
                }
                case.compare(&path, &numbers);
            } else if let Some(integers) = term.integer_values() {
                let mut integers = integers.to_owned();
                if term.is_between_tokens() {
                    integers.indexed_iter_mut().for_each(|(at, cell)| {
                        *cell = if is_allowed(&at) { *cell } else { 0 };
                    });
                }
                case.compare_indices(&path, &integers);
            }
        }
    }
}

fn vector<T: Real>(numbers: &[f64]) -> Array1<T> {
    numbers.iter().map(|&x| T::from_f64(x)).collect()
}

/// Gradients under the file's names: where it gives Q, K and V, those of the projections are theirs.
pub(super) fn under_file_names<T: Real>(
    case: &PaperCase,
    gradients: &Gradients<T>,
) -> BTreeMap<String, ArrayD<T>> {
    let mut gradients = named(gradients);
    if is_projected(case) {
        let names = [
            ("W_Q", "Q"),
            ("W_K", "K"),
            ("W_V", "V"),
            ("W_f", "gate_logit"),
            ("W_Kr", "K_r"),
            ("W_Qr", "Q_r"),
        ];
        for (own, stored) in names {
            if let Some(mut gradient) = gradients.remove(own) {
                if own == "W_f" {
                    gradient.swap_axes(0, 1);
                }
                gradients.insert(stored.to_owned(), gradient);
            }
        }
    }
    gradients
}

fn alibi_of<T: Real>(case: &PaperCase) -> (Alibi<T>, Array2<T>) {
    let (projections, x) = layer_of::<T>(case);
    let mut method = Alibi::new(projections, case.flag("causal"));
    match case.text("slopes") {
        "released" => assert_eq!(method.slopes, slopes(case.size("h")), "{}", case.name),
        "formula" => method.slopes = formula_slopes(case.size("h")),
        other => panic!("unknown slopes {other}"),
    }
    (method, x)
}

/// l_alibi: slopes of any number of heads, and the layer.
pub fn alibi<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("outputs.slope") {
            let h = case.size("h");
            case.compare("outputs.slope", &vector::<T>(&slopes(h)));
            return case.compare("outputs.slope_formula", &vector::<T>(&formula_slopes(h)));
        }
        let (method, x) = alibi_of::<T>(case);
        compare(case, &method.trace(&Sentence::new(x.view())).expect("a trace"));
    })
}

/// l_alibi.
pub fn alibi_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x) = alibi_of::<T>(case);
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            let gradients = method.backward(&sentence, &trace, d.view()).expect("gradients");
            under_file_names(case, &gradients)
        })
    })
}

fn buckets_of(case: &PaperCase, bidirectional: bool) -> Buckets {
    let (count, farthest) = (case.size("num_buckets"), case.size("max_distance"));
    Buckets { count, farthest, bidirectional }
}

fn t5_of<T: Real>(case: &PaperCase) -> (T5<T>, Array2<T>) {
    let (projections, x) = layer_of::<T>(case);
    let buckets = buckets_of(case, !case.flag("causal"));
    let (bias_table, scaled) = (case.input2("bias_table"), case.flag("scaled"));
    (T5 { projections, bias_table, buckets, scaled }, x)
}

/// m_t5: the bucket of every relative position, those on the edge of two buckets among them, and the
/// layer.
pub fn t5<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("outputs.bucket") {
            let buckets = buckets_of(case, case.flag("bidirectional"));
            let bucket = |&relative: &f64| {
                let distance = relative.abs() as usize;
                let (i, j) = if relative > 0.0 { (0, distance) } else { (distance, 0) };
                buckets.bucket(i, j) as i64
            };
            let found: Array1<i64> =
                case.tensor("inputs.relative").data().iter().map(bucket).collect();
            return case.compare_indices("outputs.bucket", &found.into_dyn());
        }
        let (method, x) = t5_of::<T>(case);
        compare(case, &method.trace(&Sentence::new(x.view())).expect("a trace"));
    })
}

/// m_t5.
pub fn t5_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x) = t5_of::<T>(case);
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            let gradients = method.backward(&sentence, &trace, d.view()).expect("gradients");
            under_file_names(case, &gradients)
        })
    })
}

fn rotation_of(case: &PaperCase, layout: PairLayout) -> Rotation {
    let number = |name: &str| case.number(name);
    let scaling = match case.text("scaling") {
        "none" => Scaling::None,
        "pi" => Scaling::Interpolation { factor: number("factor") },
        "ntk" => Scaling::Ntk { factor: number("factor") },
        "dynamic_ntk" => {
            Scaling::DynamicNtk { factor: number("factor"), longest: number("max_position") }
        }
        "yarn" => Scaling::Yarn {
            factor: number("factor"),
            longest: number("original_max_position"),
            beta_fast: number("beta_fast"),
            beta_slow: number("beta_slow"),
            truncate: case.flag("truncate"),
            mscale: case
                .has_parameter("mscale")
                .then(|| [number("mscale"), number("mscale_all_dim")]),
        },
        "llama3" => Scaling::Llama3 {
            factor: number("factor"),
            longest: number("original_max_position"),
            low_turns: number("low_freq_factor"),
            high_turns: number("high_freq_factor"),
        },
        "xpos" => Scaling::Xpos { gamma: number("gamma"), base: number("scale_base") },
        other => panic!("unknown scaling {other}"),
    };
    Rotation { dimensions: case.size("rotary_dim"), base: number("base"), layout, scaling }
}

fn rope_of<T: Real>(case: &PaperCase) -> (Rope<T>, Array2<T>, Mask) {
    let (projections, x) = layer_of::<T>(case);
    let layout = match case.text("layout") {
        "interleaved" => PairLayout::Interleaved,
        "half" => PairLayout::Half,
        other => panic!("unknown layout {other}"),
    };
    let (rotation, first_position) = (rotation_of(case, layout), case.number("first_position"));
    let mask = if case.flag("causal") { Mask::causal() } else { Mask::none() };
    (Rope { projections, rotation, first_position }, x, mask)
}

/// n_rope: angles with every scaling, and the layer in both layouts, whole or in part.
pub fn rope<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        if case.has("outputs.inv_freq") {
            // Frequencies are the same in both layouts.
            let rotation = rotation_of(case, PairLayout::Half);
            let tokens = if case.has_parameter("seq_len") { case.size("seq_len") } else { 1 };
            case.compare("outputs.inv_freq", &vector::<T>(&rotation.frequencies(tokens)));
            let factor = vector::<T>(&[rotation.attention_factor()]);
            return case.compare("outputs.attention_factor", &factor);
        }
        let (method, x, mask) = rope_of::<T>(case);
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        compare(case, &method.trace(&sentence).expect("a trace"));
        let factor = vector::<T>(&[method.rotation.attention_factor()]);
        case.compare("intermediates.attention_factor", &factor);
    })
}

/// n_rope.
pub fn rope_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x, mask) = rope_of::<T>(case);
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            let gradients = method.backward(&sentence, &trace, d.view()).expect("gradients");
            under_file_names(case, &gradients)
        })
    })
}
