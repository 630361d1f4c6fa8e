//! The stored gradients of every other method of the papers (files e to j) against the hand-written
//! ways back of `nearfar::methods`. The loss is the sum of the squared outputs.

use std::collections::BTreeMap;

use ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, Dimension, s};
use nearfar::Real;
use nearfar::methods::{Gradients, Sentence};
use serde_json::Value;

use super::cases::{Tensor, Tolerance};
use super::methods::{
    Count, PaperCase, PaperFile, adapted_of, disan_of, key_mask, shaw_of, specialised_of,
    transformer_xl_of, tree_bias_of, tree_of, vanilla_of,
};

/// Checks the value of every loss of a case and each of its gradients; `backward` gives them from
/// dL/doutput. Returns how many gradients there were.
pub(super) fn check<T: Real, D: Dimension>(
    case: &PaperCase,
    output: &Array<T, D>,
    backward: impl Fn(&Array<T, D>) -> BTreeMap<String, ArrayD<T>>,
) -> usize {
    let mut checked = 0;
    for (name, loss) in &case.losses {
        assert_eq!(name, "sumsq", "{}: a known loss", case.name);
        let expected = loss["value"].as_f64().expect("a number");
        let value: f64 = output.iter().map(|x| x.as_f64() * x.as_f64()).sum();
        let what = format!("{} value", case.name);
        Tolerance::of::<T>().check(&what, value, expected, expected);
        let two = T::from_f64(2.0);
        let found = backward(&output.mapv(|x| two * x));
        let stored: BTreeMap<String, Value> =
            serde_json::from_value(loss["grad"].clone()).expect("gradients");
        assert!(!stored.is_empty(), "{}", case.name);
        let stored: BTreeMap<String, Tensor> = stored
            .into_iter()
            .map(|(name, value)| (name, serde_json::from_value(value).expect("a tensor")))
            .collect();
        let largest_of =
            |tensor: &Tensor| tensor.data().iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let largest = stored.values().map(largest_of).fold(0.0, f64::max);
        for (name, tensor) in &stored {
            let what = format!("{} dL/d{name}", case.name);
            let found = found.get(name).unwrap_or_else(|| panic!("{what} is not computed"));
            checked += 1;
            if largest_of(tensor) > 1e-12 * largest {
                tensor.check(&what, found, Tolerance::of_gradients::<T>());
                continue;
            }
            // Mathematically 0 (a bias under a softmax shifts nothing): what is stored is rounding
            // noise, and so is what is found, in the type's own measure.
            assert_eq!(found.shape(), tensor.shape, "{what}");
            let noise = found.iter().fold(0.0_f64, |a, x| a.max(x.as_f64().abs()));
            assert!(noise <= 64.0 * T::epsilon().as_f64() * largest, "{what}: {noise:e} is not 0");
        }
    }
    checked
}

pub(super) fn named<T: Real>(gradients: &Gradients<T>) -> BTreeMap<String, ArrayD<T>> {
    gradients.iter().map(|(name, gradient)| (name.to_owned(), gradient.clone())).collect()
}

/// Runs a check on every case that stores a loss. Counts those, and the gradients.
pub(super) fn each_loss(file: &PaperFile, check: impl Fn(&PaperCase) -> usize) -> Count {
    let with_loss = file.cases.iter().filter(|case| !case.losses.is_empty());
    with_loss.fold(Count::default(), |count, case| Count {
        cases: count.cases + 1,
        tensors: count.tensors + check(case),
    })
}

/// e_vanilla.
pub fn vanilla_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let method = vanilla_of::<T>(case);
        let embeddings = case.input2::<T>("E");
        let trace = method.trace(&Sentence::new(embeddings.view())).expect("a trace");
        check(case, &trace.common.output, |d| {
            named(&method.backward(&trace, d.view()).expect("gradients"))
        })
    })
}

/// f_shaw.
pub fn shaw_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x) = (shaw_of::<T>(case), case.input2::<T>("X"));
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            named(&method.backward(&sentence, &trace, d.view()).expect("gradients"))
        })
    })
}

/// `[D, h·d]`, head 0 first, of `[h, D, d]`: how G and H store projections.
fn columns<T: Real>(weights: &ArrayD<T>) -> ArrayD<T> {
    let weights: Array3<T> = weights.clone().into_dimensionality().expect("a cube");
    let heads: Vec<_> = weights.outer_iter().collect();
    ndarray::concatenate(Axis(1), &heads).expect("heads of one shape").into_dyn()
}

fn in_columns<T: Real>(mut gradients: BTreeMap<String, ArrayD<T>>) -> BTreeMap<String, ArrayD<T>> {
    for name in ["W_Q", "W_K", "W_V", "W_R"] {
        if let Some(gradient) = gradients.get_mut(name) {
            *gradient = columns(gradient);
        }
    }
    gradients
}

/// g_transformer_xl.
pub fn transformer_xl_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, h, memory) =
            (transformer_xl_of::<T>(case), case.input2::<T>("H"), case.input2::<T>("mem"));
        let sentence = Sentence { memory: Some(memory.view()), ..Sentence::new(h.view()) };
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            in_columns(named(&method.backward(&sentence, &trace, d.view()).expect("gradients")))
        })
    })
}

/// h_tener.
pub fn tener_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, h) = (adapted_of::<T>(case), case.input2::<T>("H"));
        let sentence = Sentence { mask: key_mask(case), ..Sentence::new(h.view()) };
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            in_columns(named(&method.backward(&sentence, &trace, d.view()).expect("gradients")))
        })
    })
}

/// i_disan.
pub fn disan_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x) = (disan_of::<T>(case), case.input2::<T>("X"));
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).expect("a trace");
        check::<T, _>(case, &trace.sentence, |d: &Array1<T>| {
            named(&method.backward(&sentence, &trace, d.view()).expect("gradients"))
        })
    })
}

/// j_tree: biased attention, and the specialised head, whose loss is of its own output alone.
pub fn tree_gradients<T: Real>(file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let x = case.input2::<T>("X");
        if case.has("inputs.label_table") {
            let (method, labels) = specialised_of::<T>(case);
            let sentence = Sentence { parts_of_speech: Some(&labels), ..Sentence::new(x.view()) };
            let trace = method.trace(&sentence).expect("a trace");
            let d_model = trace.common.output.dim();
            let own = trace.common.heads.index_axis(Axis(0), 0).to_owned();
            return check(case, &own, |d| {
                // W_O is the identity: the specialised head's output is the first columns.
                let mut d_output = Array2::zeros(d_model);
                d_output.slice_mut(s![.., ..d.ncols()]).assign(d);
                let gradients = method.backward(&sentence, &trace, d_output.view());
                let gradients = named(&gradients.expect("gradients"));
                let mut own = BTreeMap::new();
                for (name, stored) in [
                    ("X", "X"),
                    ("label_table", "label_table"),
                    ("label_W_Q", "W_Q"),
                    ("label_W_K", "W_K"),
                ] {
                    own.insert(stored.to_owned(), gradients[name].clone());
                }
                let of_head = gradients["W_V"].index_axis(Axis(0), 0).to_owned();
                own.insert("W_V".to_owned(), of_head);
                own
            });
        }
        let (method, tree) = (tree_bias_of::<T>(case), tree_of(file, case));
        let sentence = Sentence { tree: Some(&tree), ..Sentence::new(x.view()) };
        let trace = method.trace(&sentence).expect("a trace");
        check(case, &trace.common.output, |d| {
            named(&method.backward(&sentence, &trace, d.view()).expect("gradients"))
        })
    })
}
