//! Reference values in float64 (`da-golden/1`) and the checks that hold a `Trace<T>` to them.
//! One function per file, generic over the number type; each returns how many cases it ran. The
//! whole model is checked in `block`, the stored gradients in `gradients`.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, Array3, Axis, Dimension};
use nearfar::attention::distance::{relative_distances, weighted_distance};
use nearfar::attention::position::sinusoidal_positions;
use nearfar::attention::requirements::requirements;
use nearfar::attention::{
    Adjustment, HeadParameters, MAPPINGS, Mapping, MappingRow, Mask, Projections, Step, Trace,
};
use nearfar::{Method, Real};
use serde::Deserialize;

pub use super::block::block;
pub use super::gradients::{head_gradients, layer_gradients};

/// One file.
#[derive(Deserialize)]
pub struct File {
    #[serde(default)]
    shared_inputs: BTreeMap<String, BTreeMap<String, Tensor>>,
    grid: Option<Tensor>,
    pub(super) cases: Vec<Case>,
    /// How many tensors stand under the name `grad`, wherever in the file. Counted without the
    /// schema, so that a gradient that the schema overlooks is missed by the count of those checked.
    #[serde(skip)]
    pub(super) gradients: usize,
}

#[derive(Deserialize)]
pub(super) struct Case {
    pub(super) name: String,
    #[serde(default)]
    pub(super) params: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    pub(super) inputs: BTreeMap<String, Tensor>,
    inputs_ref: Option<String>,
    #[serde(default)]
    pub(super) intermediates: BTreeMap<String, Tensor>,
    #[serde(default)]
    outputs: BTreeMap<String, Tensor>,
    #[serde(default)]
    pub(super) methods: BTreeMap<String, Adjusted>,
    #[serde(default)]
    pub(super) losses: BTreeMap<String, Loss>,
    /// Token ids of every sequence of a batch, and what the model makes of each.
    #[serde(default)]
    pub(super) sequences: Vec<Vec<usize>>,
    #[serde(default)]
    pub(super) forward: Vec<BTreeMap<String, Tensor>>,
    pub(super) batch_loss: Option<f64>,
    #[serde(rename = "O_row_index", default)]
    output_rows: Vec<usize>,
    head_slice: Option<HeadSlice>,
    requirements: Option<BTreeMap<String, serde_json::Value>>,
    requirements_any_kb: Option<serde_json::Value>,
    f0: Option<f64>,
    limit_minus_inf: Option<serde_json::Value>,
    limit_plus_inf: Option<serde_json::Value>,
    upper_bound: Option<f64>,
    f_at_0: Option<f64>,
    slope_at_0: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    dynamic_range_ratio: Option<f64>,
    pub(super) tol: Option<CaseTolerance>,
}

/// A loss of a case's output, and its derivatives by the case's inputs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Loss {
    pub(super) value: f64,
    pub(super) logits: Option<Tensor>,
    pub(super) grad: BTreeMap<String, Tensor>,
}

#[derive(Deserialize)]
pub(super) struct CaseTolerance {
    f64_rel: f64,
    f64_abs: f64,
}

#[derive(Deserialize)]
pub(super) struct Adjusted {
    pre_softmax: Option<Tensor>,
    weights: Tensor,
    row_sums: Tensor,
    #[serde(rename = "O")]
    output: Tensor,
    pub(super) sumsq: Option<Loss>,
}

#[derive(Deserialize)]
struct HeadSlice {
    head: usize,
    raw: Tensor,
    attn: Tensor,
    #[serde(rename = "O")]
    output: Tensor,
}

#[derive(Deserialize)]
pub(super) struct Tensor {
    pub(super) shape: Vec<usize>,
    data: Option<Vec<f64>>,
    summary: Option<Summary>,
}

#[derive(Deserialize)]
struct Summary {
    sum: f64,
    sum_abs: f64,
    sum_sq: f64,
    min: f64,
    max: f64,
    wsum: f64,
    sample_index: Vec<usize>,
    sample_value: Vec<f64>,
}

/// The tensors of a layer that come of its softmax.
pub(super) const AFTER_SOFTMAX: &[&str] = &["attn", "O", "concat", "out"];

/// How far a value may be off, relative to the largest of its tensor, and absolutely.
#[derive(Clone, Copy)]
pub struct Tolerance {
    relative: f64,
    absolute: f64,
}

impl Tolerance {
    /// The limits of the golden files' README: 1e-11 for `f64`, 1e-5 for `f32`.
    pub fn of<T: Real>() -> Self {
        if T::epsilon().as_f64() < 1e-10 {
            Tolerance { relative: 1e-11, absolute: 1e-12 }
        } else {
            Tolerance { relative: 1e-5, absolute: 1e-12 }
        }
    }

    /// The limits for gradients: 1e-9 for `f64`, 1e-4 for `f32`. The absolute one is for those that
    /// are 0 but for rounding.
    pub fn of_gradients<T: Real>() -> Self {
        let relative = if T::epsilon().as_f64() < 1e-10 { 1e-9 } else { 1e-4 };
        Tolerance { relative, absolute: 1e-12 }
    }

    /// For what comes of a softmax of logits as large as `largest`: a logit of that size is rounded by
    /// half an epsilon of it, however well it is computed, and a weight moves by as much. Which
    /// matters for `f32` and logits in the hundreds.
    pub(super) fn after_softmax<T: Real>(self, largest: f64) -> Self {
        let rounding = T::epsilon().as_f64() / 2.0 * largest;
        Tolerance { relative: self.relative.max(rounding), ..self }
    }

    pub(super) fn or_wider(self, tol: &Option<CaseTolerance>) -> Self {
        match tol {
            None => self,
            Some(tol) => Tolerance {
                relative: self.relative.max(tol.f64_rel),
                absolute: self.relative.max(tol.f64_abs),
            },
        }
    }

    pub(super) fn check(self, what: &str, found: f64, expected: f64, largest: f64) {
        let error = (found - expected).abs();
        assert!(
            error <= self.relative * largest || error <= self.absolute,
            "{what}: {found:e} is not {expected:e} (error {:e} of the largest)",
            error / largest
        );
    }
}

impl Tensor {
    pub(super) fn data(&self) -> &[f64] {
        self.data.as_deref().expect("an input has its data in full")
    }

    fn array1(&self) -> Array1<f64> {
        Array1::from(self.data().to_vec())
    }

    pub(super) fn array2<T: Real>(&self) -> Array2<T> {
        let shape = (self.shape[0], self.shape[1]);
        Array2::from_shape_vec(shape, self.data().iter().map(|&x| T::from_f64(x)).collect())
            .expect("a matrix")
    }

    pub(super) fn array3<T: Real>(&self) -> Array3<T> {
        let shape = (self.shape[0], self.shape[1], self.shape[2]);
        Array3::from_shape_vec(shape, self.data().iter().map(|&x| T::from_f64(x)).collect())
            .expect("a cube")
    }

    /// The largest absolute value; 0 where only a summary is stored.
    pub(super) fn largest(&self) -> f64 {
        let data = self.data.iter().flatten();
        data.fold(0.0, |largest, x| largest.max(x.abs()))
    }

    pub(super) fn check<T: Real, D: Dimension>(
        &self,
        what: &str,
        found: &ndarray::ArrayRef<T, D>,
        tolerance: Tolerance,
    ) {
        let found_shape = found.shape().to_vec();
        // One head is stored with or without its leading axis of 1.
        let squeeze =
            |shape: &[usize]| shape.iter().copied().filter(|&n| n != 1).collect::<Vec<_>>();
        assert_eq!(squeeze(&found_shape), squeeze(&self.shape), "{what}: shape");
        let found: Vec<f64> = found.iter().map(|x| x.as_f64()).collect();
        assert!(found.iter().all(|x| x.is_finite()), "{what}: every value is finite");
        match (&self.data, &self.summary) {
            (Some(data), _) => {
                let largest = self.largest();
                for (index, (&found, &expected)) in found.iter().zip(data).enumerate() {
                    tolerance.check(&format!("{what}[{index}]"), found, expected, largest);
                }
            }
            (None, Some(summary)) => summary.check(what, &found, tolerance),
            (None, None) => panic!("{what}: neither data nor summary"),
        }
    }
}

impl Summary {
    fn check(&self, what: &str, found: &[f64], tolerance: Tolerance) {
        let largest = self.min.abs().max(self.max.abs());
        let minimum = found.iter().copied().fold(f64::INFINITY, f64::min);
        let maximum = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |k: usize| ((k * 7919) % 1009) as f64 / 504.0 - 1.0;
        let wsum: f64 = found.iter().enumerate().map(|(k, x)| x * weight(k)).sum();
        tolerance.check(&format!("{what}: minimum"), minimum, self.min, largest);
        tolerance.check(&format!("{what}: maximum"), maximum, self.max, largest);
        tolerance.check(&format!("{what}: sum"), found.iter().sum(), self.sum, self.sum_abs);
        tolerance.check(
            &format!("{what}: sum of |x|"),
            found.iter().map(|x| x.abs()).sum(),
            self.sum_abs,
            self.sum_abs,
        );
        tolerance.check(
            &format!("{what}: sum of x²"),
            found.iter().map(|x| x * x).sum(),
            self.sum_sq,
            self.sum_sq,
        );
        tolerance.check(&format!("{what}: weighted sum"), wsum, self.wsum, self.sum_abs);
        for (&index, &expected) in self.sample_index.iter().zip(&self.sample_value) {
            tolerance.check(&format!("{what}[{index}]"), found[index], expected, largest);
        }
    }
}

impl Case {
    pub(super) fn number(&self, name: &str) -> f64 {
        self.params
            .get(name)
            .and_then(serde_json::Value::as_f64)
            .unwrap_or_else(|| panic!("{}: no {name}", self.name))
    }

    pub(super) fn head(&self) -> HeadParameters {
        HeadParameters { w: self.number("w"), v: self.number("v") }
    }

    pub(super) fn input<'a>(&'a self, file: &'a File, name: &str) -> &'a Tensor {
        let shared =
            self.inputs_ref.as_ref().and_then(|key| file.shared_inputs.get(key)?.get(name));
        self.inputs.get(name).or(shared).unwrap_or_else(|| panic!("{}: no input {name}", self.name))
    }

    /// One head from Q, K, V.
    pub(super) fn head_trace<T: Real>(&self, file: &File, method: Method) -> Trace<T> {
        let array = |name| self.input(file, name).array2::<T>().insert_axis(Axis(0));
        let keys = self
            .inputs
            .get("key_allowed")
            .map(|keys| keys.data().iter().map(|&x| x != 0.0).collect());
        let mask = Mask { causal: false, keys };
        let nothing = Array2::zeros((array("Q").dim().1, 0));
        Trace::from_projected(
            array("Q"),
            array("K"),
            array("V"),
            &[self.head()],
            method,
            mask,
            nothing,
        )
        .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// A layer of several heads: distance-aware over H, or vanilla over scaled E and positions.
    pub(super) fn layer<T: Real>(&self, file: &File) -> (Projections<T>, Trace<T>) {
        let input = |name| self.input(file, name);
        let projections = Projections {
            query: input("W_Q").array3::<T>(),
            key: input("W_K").array3(),
            value: input("W_V").array3(),
            output: input("W_O").array2(),
        };
        let (method, hidden, heads) = if self.params.contains_key("embed_scale") {
            let scale = T::from_f64(self.number("embed_scale"));
            // w and v that a vanilla layer must ignore.
            let heads = vec![HeadParameters { w: 0.7, v: -0.3 }; projections.heads()];
            (Method::VANILLA, input("E").array2::<T>().mapv(|e| e * scale), heads)
        } else {
            let heads = input("w").data().iter().zip(input("v").data());
            let heads = heads.map(|(&w, &v)| HeadParameters { w, v }).collect();
            (Method::DISTANCE_AWARE, input("H").array2(), heads)
        };
        let trace = Trace::new(&projections, &heads, method, Mask::none(), hidden.view())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        (projections, trace)
    }

    fn check_all<T: Real>(&self, found: &BTreeMap<&str, Array3<T>>, tolerance: Tolerance) {
        for (name, expected) in self.intermediates.iter().chain(&self.outputs) {
            let what = format!("{} {name}", self.name);
            let tolerance = match self.intermediates.get("raw") {
                Some(raw) if AFTER_SOFTMAX.contains(&name.as_str()) => {
                    tolerance.after_softmax::<T>(raw.largest())
                }
                _ => tolerance,
            };
            match found.get(name.as_str()) {
                Some(found) => expected.check(&what, found, tolerance),
                None => assert!(CHECKED_APART.contains(&name.as_str()), "{what} is not checked"),
            }
        }
    }
}

/// What `extreme` compares by itself, each in the way that its size asks for.
const CHECKED_APART: [&str; 4] = ["Rhat_by_distance", "log_Rhat_by_distance", "argmax", "O_rows"];

/// Every matrix of one head, under the names of the files, `[1, N, N]`.
pub(super) fn matrices<T: Real>(trace: &Trace<T>) -> BTreeMap<&'static str, Array3<T>> {
    let steps = [
        ("R", Step::Distance),
        ("Rw", Step::WeightedDistance),
        ("Rhat", Step::Coefficient),
        ("raw", Step::Score),
        ("relu", Step::Clipped),
        ("scores", Step::Logit),
        ("attn", Step::Weight),
    ];
    let stack = |step| {
        let heads: Vec<_> = (0..trace.head_count()).map(|head| trace.matrix(head, step)).collect();
        let views: Vec<_> = heads.iter().map(|head| head.view()).collect();
        ndarray::stack(Axis(0), &views).expect("heads of one shape")
    };
    steps.into_iter().map(|(name, step)| (name, stack(step))).collect()
}

pub(super) fn head_output<T: Real>(trace: &Trace<T>) -> Array3<T> {
    let width = trace.head_count() * trace.dimensions();
    trace.outputs(Array2::eye(width).view()).expect("an output").heads
}

/// a_da_head: one head, Eq. 5 and 6, with and without a padding mask.
pub fn head<T: Real>(file: &File) -> usize {
    for case in &file.cases {
        let tolerance = Tolerance::of::<T>().or_wider(&case.tol);
        let trace = case.head_trace::<T>(file, Method::DISTANCE_AWARE);
        let mut found = matrices(&trace);
        found.insert("O", head_output(&trace));
        assert!(
            case.outputs.contains_key("O") && case.intermediates.contains_key("attn"),
            "{}",
            case.name
        );
        case.check_all(&found, tolerance);
        let distances = relative_distances::<T>(trace.tokens());
        case.intermediates["R"].check(&format!("{} R", case.name), &distances, tolerance);
    }
    file.cases.len()
}

/// a_da_multihead: Eq. 1 to 6 with output projection.
pub fn multihead<T: Real>(file: &File) -> usize {
    for case in &file.cases {
        let tolerance = Tolerance::of::<T>().or_wider(&case.tol);
        let (projections, trace) = case.layer::<T>(file);
        let outputs = trace.outputs(projections.output.view()).expect("an output");
        let mut found = matrices(&trace);
        found.insert("Q", trace.query().clone());
        found.insert("K", trace.key().clone());
        found.insert("V", trace.value().clone());
        found.insert("O", outputs.heads.clone());
        found.insert("concat", outputs.concatenated.clone().insert_axis(Axis(0)));
        found.insert("out", outputs.projected.clone().insert_axis(Axis(0)));
        found.insert(
            "Rhat_row0",
            matrices(&trace)["Rhat"].slice(ndarray::s![.., 0..1, ..]).to_owned(),
        );
        case.check_all(&found, tolerance);
        if let Some(slice) = &case.head_slice {
            let name = format!("{} head {}", case.name, slice.head);
            slice.raw.check(
                &format!("{name} raw"),
                &trace.matrix(slice.head, Step::Score),
                tolerance,
            );
            slice.attn.check(
                &format!("{name} attn"),
                &trace.matrix(slice.head, Step::Weight),
                tolerance,
            );
            slice.output.check(
                &format!("{name} O"),
                &outputs.heads.index_axis(Axis(0), slice.head).to_owned(),
                tolerance,
            );
        }
    }
    file.cases.len()
}

/// a_da_extreme: |w| = 8, |v| = 20, N up to 512, each case with its own tolerance.
pub fn extreme<T: Real>(file: &File) -> usize {
    for case in &file.cases {
        let tolerance = Tolerance::of::<T>().or_wider(&case.tol);
        let coefficient_tolerance = Tolerance {
            relative: if T::epsilon().as_f64() < 1e-10 { 1e-12 } else { 1e-6 },
            absolute: 0.0,
        };
        let trace = case.head_trace::<T>(file, Method::DISTANCE_AWARE);
        let mut found = matrices(&trace);
        let output = head_output(&trace);
        found.insert("O", output.clone());
        case.check_all(&found, tolerance);

        let HeadParameters { w, v } = case.head();
        if let Some(expected) = case.intermediates.get("Rhat_by_distance") {
            for (distance, &expected) in expected.data().iter().enumerate() {
                let found = trace.coefficients_of(0)[distance].as_f64();
                // f32 ends at 1.2e-38; what is smaller may be 0.
                if expected > T::min_positive_value().as_f64() {
                    coefficient_tolerance.check(
                        &format!("{} f({distance})", case.name),
                        found,
                        expected,
                        expected,
                    );
                } else {
                    assert!(
                        (0.0..1e-37).contains(&found),
                        "{} f({distance}) = {found:e}",
                        case.name
                    );
                }
            }
            for (distance, &expected) in
                case.intermediates["log_Rhat_by_distance"].data().iter().enumerate()
            {
                let x = weighted_distance(w, distance);
                let found = Mapping::LearnableSigmoid.log_value(x, v).expect("positive everywhere");
                Tolerance { relative: 1e-11, absolute: 1e-12 }.check(
                    &case.name,
                    found,
                    expected,
                    expected.abs(),
                );
            }
        }
        if w > 0.0 {
            for (row, &expected) in case.intermediates["argmax"].data().iter().enumerate() {
                let logits = trace.matrix(0, Step::Logit);
                let logits = logits.row(row);
                let largest = (0..logits.len())
                    .max_by(|&a, &b| logits[a].partial_cmp(&logits[b]).expect("no NaN"));
                assert_eq!(largest, Some(expected as usize), "{} row {row}", case.name);
            }
        }
        let rows = output.index_axis(Axis(0), 0).select(Axis(0), &case.output_rows);
        case.outputs["O_rows"].check(&format!("{} O_rows", case.name), &rows, tolerance);
    }
    file.cases.len()
}

/// b_mapping: every function of the table, their derivatives, limits and requirements. Coefficients are
/// computed in `f64` whatever the trace's type is; `T` is what they are stored as.
pub fn mapping<T: Real>(file: &File) -> usize {
    let tolerance = Tolerance::of::<T>();
    let grid = file.grid.as_ref().expect("a grid").array1();
    let mut seen = std::collections::BTreeSet::new();
    for case in &file.cases {
        let name = case.params["function"].as_str().expect("a name").replace('_', "-");
        let row = MappingRow::from_name(&name).unwrap_or_else(|| panic!("unknown function {name}"));
        let numbers: Vec<f64> = row.numbers.iter().map(|own| case.number(own.symbol)).collect();
        let mapping = row.with_numbers(&numbers).expect("as many numbers as the table says");
        seen.insert(row.name);
        let hard = case.inputs.contains_key("x");
        let (x, v) = if hard {
            (case.inputs["x"].array1(), case.inputs["v"].array1())
        } else {
            let v = case.params.get("v").and_then(serde_json::Value::as_f64).unwrap_or(0.0);
            (grid.clone(), Array1::from_elem(grid.len(), v))
        };
        let both = |f: &dyn Fn(f64, f64) -> f64| {
            Array1::from_iter(x.iter().zip(&v).map(|(&x, &v)| T::from_f64(f(x, v))))
        };
        for (name, expected) in &case.outputs {
            let what = format!("{} {name}", case.name);
            match name.as_str() {
                // The hard points under- and overflow; their logarithm is compared.
                "f" if hard => {}
                "f" => expected.check(&what, &both(&|x, v| mapping.value(x, v)), tolerance),
                "df_dx" => {
                    expected.check(&what, &both(&|x, v| mapping.derivative_x(x, v)), tolerance)
                }
                "df_dv" => {
                    expected.check(&what, &both(&|x, v| mapping.derivative_v(x, v)), tolerance)
                }
                "log_f" => {
                    let found = both(&|x, v| mapping.log_value(x, v).expect("positive everywhere"));
                    expected.check(&what, &found, tolerance);
                }
                other => panic!("{}: {other} is not checked", case.name),
            }
        }
        let v = v[0];
        if let Some(f0) = case.f0 {
            tolerance.check(&format!("{} f(0)", case.name), mapping.value(0.0, v), f0, 1.0);
        }
        check_limit(&case.name, mapping.value(-1e300, v), case.limit_minus_inf.as_ref());
        check_limit(&case.name, mapping.value(1e300, v), case.limit_plus_inf.as_ref());
        if let Some(expected) = &case.requirements {
            let found = requirements(mapping, v);
            for (index, key) in [
                "r1_f0_is_1",
                "r2_zero_at_minus_inf",
                "r3_bounded_at_plus_inf",
                "r4_tunable",
                "r5_monotone",
            ]
            .into_iter()
            .enumerate()
            {
                assert_eq!(Some(found[index].met), expected[key].as_bool(), "{} {key}", case.name);
            }
        }
        // What holds for the linear function in general is what holds for some k and b above.
        assert!(case.requirements_any_kb.is_none() || matches!(mapping, Mapping::Linear { .. }));
    }
    for row in &MAPPINGS {
        assert!(seen.contains(row.name), "b_mapping.json has no values of {}", row.name);
    }
    file.cases.len()
}

fn check_limit(name: &str, found: f64, expected: Option<&serde_json::Value>) {
    match expected {
        None => {}
        Some(serde_json::Value::Number(limit)) => {
            let limit = limit.as_f64().expect("a number");
            assert!(
                (found - limit).abs() <= 1e-11 * limit.abs().max(1.0),
                "{name}: {found} is not {limit}"
            );
        }
        Some(text) if text == "+inf" => assert!(found > 1e290, "{name}: {found}"),
        Some(text) if text == "-inf" => assert!(found < -1e290, "{name}: {found}"),
        Some(other) => panic!("{name}: unknown limit {other}"),
    }
}

/// The adjusting method of a name of c_adjust.
pub(super) fn adjustment_named(name: &str) -> Adjustment {
    match name {
        "early_multiply" => Adjustment::EarlyMultiply,
        "early_add" => Adjustment::EarlyAdd,
        "late_multiply" => Adjustment::LateMultiply,
        "late_add" => Adjustment::LateAdd,
        "early_multiply_no_relu" => Adjustment::EarlyMultiplyWithoutRelu,
        "early_add_relu" => Adjustment::EarlyAddWithRelu,
        other => panic!("unknown method {other}"),
    }
}

/// c_adjust: the four adjusting methods of section 4.4, and two that are not in the paper.
pub fn adjust<T: Real>(file: &File) -> usize {
    for case in &file.cases {
        let tolerance = Tolerance::of::<T>().or_wider(&case.tol);
        for (name, expected) in &case.methods {
            let adjustment = adjustment_named(name);
            let what = format!("{} {name}", case.name);
            let method = Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment };
            let trace = case.head_trace::<T>(file, method);
            let found = matrices(&trace);
            case.intermediates["Rhat"].check(&what, &found["Rhat"], tolerance);
            case.intermediates["raw"].check(&what, &found["raw"], tolerance);
            if let Some(logits) = &expected.pre_softmax {
                logits.check(&format!("{what} pre_softmax"), &found["scores"], tolerance);
            }
            assert_eq!(expected.pre_softmax.is_some(), adjustment.is_early(), "{what}");
            expected.weights.check(&format!("{what} weights"), &found["attn"], tolerance);
            expected.row_sums.check(
                &format!("{what} row sums"),
                &trace.weights().sum_axis(Axis(2)),
                tolerance,
            );
            expected.output.check(&format!("{what} O"), &head_output(&trace), tolerance);
        }
    }
    file.cases.len()
}

/// d_figures: the curves of Fig. 1 and the matrices of Fig. 2.
pub fn figures<T: Real>(file: &File) -> usize {
    let tolerance = Tolerance::of::<T>();
    let f = Mapping::LearnableSigmoid;
    for case in &file.cases {
        let what = &case.name;
        let close = |what: &str, found: f64, expected: Option<f64>| {
            if let Some(expected) = expected {
                tolerance.check(what, found, expected, expected.abs());
            }
        };
        let v = case.number("v");
        if let Some(expected) = case.outputs.get("f") {
            let found = case.inputs["x"].array1().mapv(|x| T::from_f64(f.value(x, v)));
            expected.check(what, &found, tolerance);
            close(what, f.value(1e6, v), case.upper_bound);
            close(what, f.value(0.0, v), case.f_at_0);
            close(what, f.derivative_x(0.0, v), case.slope_at_0);
        } else {
            let (tokens, w) = (case.number("N") as usize, case.number("w"));
            let mut row = vec![T::zero(); tokens];
            f.coefficients_into(w, v, &mut row);
            let matrix = Array2::from_shape_fn((tokens, tokens), |(i, j)| row[i.abs_diff(j)]);
            case.outputs["Rhat"].check(what, &matrix, tolerance);
            case.outputs["first_row"].check(what, &Array1::from(row.clone()), tolerance);
            let smallest = matrix.iter().fold(f64::INFINITY, |a, x| a.min(x.as_f64()));
            let largest = matrix.iter().fold(0.0_f64, |a, x| a.max(x.as_f64()));
            close(what, smallest, case.min);
            close(what, largest, case.max);
            close(what, largest / smallest, case.dynamic_range_ratio);
        }
    }
    file.cases.len()
}

/// e_vanilla: sinusoidal positions and vanilla multi-head attention.
pub fn vanilla<T: Real>(file: &File) -> usize {
    let tolerance = Tolerance::of::<T>();
    for case in &file.cases {
        if let Some(expected) = case.outputs.get("PE") {
            let positions = match case.inputs.get("positions") {
                Some(positions) => positions.array1(),
                None => Array1::from_iter((0..case.number("N") as usize).map(|p| p as f64)),
            };
            let found =
                sinusoidal_positions::<T>(positions.view(), case.number("d_model") as usize);
            expected.check(&case.name, &found, tolerance);
            continue;
        }
        let (projections, trace) = case.layer::<T>(file);
        let outputs = trace.outputs(projections.output.view()).expect("an output");
        let positions = Array1::from_iter((0..trace.tokens()).map(|p| p as f64));
        let mut found = matrices(&trace);
        found.insert(
            "PE",
            sinusoidal_positions(positions.view(), projections.width()).insert_axis(Axis(0)),
        );
        found.insert("X", trace.input().to_owned().insert_axis(Axis(0)));
        found.insert("Q", trace.query().clone());
        found.insert("K", trace.key().clone());
        found.insert("V", trace.value().clone());
        found.insert("O", outputs.heads);
        found.insert("concat", outputs.concatenated.insert_axis(Axis(0)));
        found.insert("out", outputs.projected.insert_axis(Axis(0)));
        case.check_all(&found, tolerance);
    }
    file.cases.len()
}

/// A file's text as cases.
pub fn parse(text: &str) -> File {
    let value: serde_json::Value = serde_json::from_str(text).expect("a golden file is JSON");
    let gradients = gradients_in(&value);
    let file = serde_json::from_value(value);
    File {
        gradients,
        ..file.unwrap_or_else(|error| panic!("a golden file of the schema: {error}"))
    }
}

/// How many tensors stand under the name `grad`.
fn gradients_in(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Array(values) => values.iter().map(gradients_in).sum(),
        serde_json::Value::Object(fields) => {
            let count = |(name, value): (&String, &serde_json::Value)| match value.as_object() {
                Some(gradients) if name == "grad" => gradients.len(),
                _ => gradients_in(value),
            };
            fields.iter().map(count).sum()
        }
        _ => 0,
    }
}

/// Hands every file, the names of its tests, and its check to `$make`.
macro_rules! every_file {
    ($make:ident) => {
        $make! {
            "a_da_head.json": golden_a_head_f64, golden_a_head_f32 = head;
            "a_da_multihead.json": golden_a_multihead_f64, golden_a_multihead_f32 = multihead;
            "a_da_extreme.json": golden_a_extreme_f64, golden_a_extreme_f32 = extreme;
            "b_mapping.json": golden_b_mapping_f64, golden_b_mapping_f32 = mapping;
            "c_adjust.json": golden_c_adjust_f64, golden_c_adjust_f32 = adjust;
            "d_figures.json": golden_d_figures_f64, golden_d_figures_f32 = figures;
            "e_vanilla.json": golden_e_vanilla_f64, golden_e_vanilla_f32 = vanilla;
            "k_block.json": golden_k_block_f64, golden_k_block_f32 = block;
            "a_da_head.json": gradients_a_head_f64, gradients_a_head_f32 = head_gradients;
            "a_da_extreme.json": gradients_a_extreme_f64, gradients_a_extreme_f32 = head_gradients;
            "c_adjust.json": gradients_c_adjust_f64, gradients_c_adjust_f32 = head_gradients;
            "a_da_multihead.json": gradients_a_multihead_f64, gradients_a_multihead_f32 = layer_gradients;
            "e_vanilla.json": gradients_e_vanilla_f64, gradients_e_vanilla_f32 = layer_gradients;
        }
    };
}
pub(crate) use every_file;
