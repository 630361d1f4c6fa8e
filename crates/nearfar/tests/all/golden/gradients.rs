//! The stored gradients against `HeadRescale::backward`. All that stands around it (products, projections,
//! losses) is plain loops here, written apart from the library's.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, Array3, ArrayD, ArrayView2, Axis, s};
use nearfar::attention::{HeadRescale, HeadShape, Mapping, Trace};
use nearfar::{Method, Real};

use super::cases::{Case, File, Loss, Tolerance, adjustment_named, head_output};

/// Gradients by the name of the input.
type Gradients<T> = BTreeMap<&'static str, ArrayD<T>>;

/// a_da_head, a_da_extreme and c_adjust: one head from Q, K, V, under every loss and method that is
/// stored. Returns the number of gradients.
pub fn head_gradients<T: Real>(file: &File) -> usize {
    let mut checked = 0;
    for case in &file.cases {
        if case.inputs.contains_key("key_allowed") {
            // These store no gradients (the padded queries attend too, which a padded batch has no
            // use for), but weights, which `HeadRescale` must find where they lie.
            assert!(case.losses.is_empty(), "{}", case.name);
            check_padded_weights::<T>(case, file);
        }
        let own = case.losses.iter().map(|(loss, stored)| {
            (Method::DISTANCE_AWARE, format!("{} {loss}", case.name), loss.as_str(), stored)
        });
        let adjusted = case.methods.iter().filter_map(|(name, adjusted)| {
            let (mapping, adjustment) = (Mapping::LearnableSigmoid, adjustment_named(name));
            let method = Method::DistanceAware { mapping, adjustment };
            Some((method, format!("{} {name}", case.name), "sumsq", adjusted.sumsq.as_ref()?))
        });
        for (method, what, loss, stored) in own.chain(adjusted) {
            let trace = case.head_trace::<T>(file, method);
            let output = head_output(&trace).index_axis_move(Axis(0), 0);
            let (d_output, mut found) = loss_backward(case, file, &what, loss, stored, &output);
            found.extend(heads_backward(&trace, &d_output.insert_axis(Axis(0))));
            checked += check(case, &what, stored, &found);
        }
    }
    assert_eq!(checked, file.gradients, "every gradient of the file is checked");
    checked
}

/// a_da_multihead and e_vanilla: a whole layer, from its input to `concat`·W_O. Returns the number
/// of gradients.
pub fn layer_gradients<T: Real>(file: &File) -> usize {
    let mut checked = 0;
    for case in &file.cases {
        for (loss, stored) in &case.losses {
            let what = format!("{} {loss}", case.name);
            let (projections, trace) = case.layer::<T>(file);
            let outputs = trace.outputs(projections.output.view()).expect("an output");
            let (d_out, mut found) =
                loss_backward(case, file, &what, loss, stored, &outputs.projected);

            // out = concat · W_O
            let d_output_projection = product(outputs.concatenated.t(), d_out.view());
            found.insert("W_O", d_output_projection.into_dyn());
            let d_concat = product(d_out.view(), projections.output.t());
            let d = trace.dimensions();
            let d_heads = Array3::from_shape_fn(outputs.heads.dim(), |(head, token, column)| {
                d_concat[[token, head * d + column]]
            });
            let mut heads = heads_backward(&trace, &d_heads);

            // Q = X · W_Q and so on, for every head; X is the sum of what comes back through all.
            let mut d_input = Array2::zeros(trace.input().dim());
            for (projected, name, weights) in [
                ("Q", "W_Q", &projections.query),
                ("K", "W_K", &projections.key),
                ("V", "W_V", &projections.value),
            ] {
                let d_projected = heads.remove(projected).expect("one of Q, K, V");
                let mut d_weights = Array3::zeros(weights.dim());
                for (head, mut d_weights) in d_weights.outer_iter_mut().enumerate() {
                    let d_projected = d_projected.slice(s![head, .., ..]);
                    d_weights.assign(&product(trace.input().t(), d_projected));
                    let weights = weights.index_axis(Axis(0), head);
                    let back = product(d_projected, weights.t());
                    d_input.zip_mut_with(&back, |sum: &mut T, &d| *sum = *sum + d);
                }
                found.insert(name, d_weights.into_dyn());
            }
            if trace.method().knows_distance() {
                found.extend(heads);
                found.insert("H", d_input.into_dyn());
            } else {
                let none = |name: &str| heads[name].iter().all(|d| *d == T::zero());
                assert!(none("w") && none("v"), "{what}: w and v have no effect");
                let scale = T::from_f64(case.number("embed_scale"));
                found.insert("E", d_input.mapv(|d| d * scale).into_dyn());
            }
            checked += check(case, &what, stored, &found);
        }
    }
    assert_eq!(checked, file.gradients, "every gradient of the file is checked");
    checked
}

/// Holds every gradient that was found to the stored one, and returns how many.
fn check<T: Real>(case: &Case, what: &str, stored: &Loss, found: &Gradients<T>) -> usize {
    let tolerance = Tolerance::of_gradients::<T>().or_wider(&case.tol);
    assert!(stored.grad.keys().eq(found.keys()), "{what}: gradients of the same inputs");
    for (name, found) in found {
        stored.grad[*name].check(&format!("{what} dL/d{name}"), found, tolerance);
    }
    found.len()
}

/// dL/dout `[N, m]` of a loss, whose value and logits are checked, and dL/dC where the loss has a C.
fn loss_backward<T: Real>(
    case: &Case,
    file: &File,
    what: &str,
    loss: &str,
    stored: &Loss,
    out: &Array2<T>,
) -> (Array2<T>, Gradients<T>) {
    let tolerance = Tolerance::of::<T>().or_wider(&case.tol);
    let check_value = |value: f64| {
        tolerance.check(&format!("{what} value"), value, stored.value, stored.value);
    };
    let two = T::from_f64(2.0);
    if loss == "sumsq" {
        // In f64: 8,192 squares added one by one in f32 would be this sum's error, not the library's.
        check_value(out.iter().map(|x| x.as_f64() * x.as_f64()).sum());
        return (out.mapv(|x| two * x), Gradients::new());
    }
    assert_eq!(loss, "ce", "{what}: a known loss");
    // logits = mean over rows of out · C; the loss is -log softmax(logits)[target].
    let classifier = case.input(file, "C").array2::<T>();
    let target = case.number("target") as usize;
    let (tokens, width) = out.dim();
    let share = T::one() / T::from_f64(tokens as f64);
    let mean = Array2::from_shape_fn((1, width), |(_, column)| {
        out.column(column).iter().fold(T::zero(), |sum, &x| sum + x * share)
    });
    let logits = product(mean.view(), classifier.view());
    let expected = stored.logits.as_ref().expect("the logits of a cross entropy");
    expected.check(&format!("{what} logits"), &logits, tolerance);
    let largest = logits.iter().fold(T::neg_infinity(), |largest, &x| largest.max(x));
    let sum = logits.iter().fold(T::zero(), |sum, &x| sum + (x - largest).exp());
    check_value((largest + sum.ln() - logits[[0, target]]).as_f64());
    let mut d_logits = logits.mapv(|x| (x - largest).exp() / sum);
    d_logits[[0, target]] = d_logits[[0, target]] - T::one();
    let d_mean = product(d_logits.view(), classifier.t());
    let d_out = Array2::from_shape_fn(out.dim(), |(_, column)| d_mean[[0, column]] * share);
    let d_classifier = product(mean.t(), d_logits.view());
    (d_out, Gradients::from([("C", d_classifier.into_dyn())]))
}

/// dL/dQ, dL/dK, dL/dV `[h, N, d]` and dL/dw, dL/dv `[h]` from dL/dO `[h, N, d]`, O = A·V.
fn heads_backward<T: Real>(trace: &Trace<T>, d_output: &Array3<T>) -> Gradients<T> {
    let (h, tokens, d) = d_output.dim();
    let shape = HeadShape { tokens, stride: tokens };
    let square = |cells: Vec<T>| {
        Array2::from_shape_vec((tokens, tokens), cells).expect("a matrix between tokens")
    };
    let [mut query, mut key, mut value] = [(); 3].map(|()| Array3::zeros((h, tokens, d)));
    let [mut w, mut v] = [(); 2].map(|()| Array1::zeros(h));
    for head in 0..h {
        let parameters = trace.heads()[head];
        let (method, w_of_head, v_of_head) = (trace.method(), parameters.w, parameters.v);
        let scores: Vec<T> = trace.scores().index_axis(Axis(0), head).iter().copied().collect();
        let mut weights = vec![T::zero(); tokens * tokens];
        let rescale = HeadRescale::new(method, w_of_head, v_of_head, tokens);
        rescale.weights(shape, &scores, &mut weights);
        let d_output = d_output.index_axis(Axis(0), head);
        let d_weights = product(d_output, trace.value().index_axis(Axis(0), head).t());
        let d_weights: Vec<T> = d_weights.iter().copied().collect();
        let mut d_scores = vec![T::zero(); tokens * tokens];
        let mut d_coefficients = vec![0.0; tokens];
        rescale.backward(shape, &scores, &weights, &d_weights, &mut d_scores, &mut d_coefficients);
        let gradient = rescale.gradient(&d_coefficients);
        // scores = Q Kᵀ / √d
        let scale = T::from_f64(1.0 / (d as f64).sqrt());
        let d_products = square(d_scores).mapv(|d| d * scale);
        let set = |tensor: &mut Array3<T>, matrix: Array2<T>| {
            tensor.index_axis_mut(Axis(0), head).assign(&matrix);
        };
        set(&mut query, product(d_products.view(), trace.key().index_axis(Axis(0), head)));
        set(&mut key, product(d_products.t(), trace.query().index_axis(Axis(0), head)));
        set(&mut value, product(square(weights).t(), d_output));
        w[head] = T::from_f64(gradient.w);
        v[head] = T::from_f64(gradient.v);
    }
    Gradients::from([
        ("Q", query.into_dyn()),
        ("K", key.into_dyn()),
        ("V", value.into_dyn()),
        ("w", w.into_dyn()),
        ("v", v.into_dyn()),
    ])
}

/// A padded case: the weights between its valid tokens, from scores in rows as long as the padding.
fn check_padded_weights<T: Real>(case: &Case, file: &File) {
    let trace = case.head_trace::<T>(file, Method::DISTANCE_AWARE);
    let (tokens, stride) = (case.number("valid") as usize, trace.tokens());
    let head = case.head();
    let scores: Vec<T> = trace.scores().iter().copied().collect();
    let mut weights = vec![T::zero(); scores.len()];
    let shape = HeadShape { tokens, stride };
    let rescale = HeadRescale::new(Method::DISTANCE_AWARE, head.w, head.v, stride);
    rescale.weights(shape, &scores, &mut weights);
    // Rows of padded queries are stored, and are nothing to a padded batch: theirs are not compared.
    let stored = case.intermediates["attn"].array2::<f64>();
    for ((i, j), &expected) in stored.slice(s![..tokens, ..]).indexed_iter() {
        let found = weights[i * stride + j].as_f64();
        Tolerance::of::<T>().check(&format!("{} attn[{i}, {j}]", case.name), found, expected, 1.0);
    }
}

/// a · b.
fn product<T: Real>(a: ArrayView2<T>, b: ArrayView2<T>) -> Array2<T> {
    assert_eq!(a.ncols(), b.nrows(), "a product of {:?} and {:?}", a.dim(), b.dim());
    Array2::from_shape_fn((a.nrows(), b.ncols()), |(i, j)| {
        a.row(i).iter().zip(b.column(j)).fold(T::zero(), |sum, (&a, &b)| sum + a * b)
    })
}
