//! What `trace` gives a script: the object of `public/nearfar.d.ts` by its names, as plain values.

use ndarray::{Array3, ArrayView, Axis, Dimension};

use crate::attention::{HeadParameters, Step, Trace};
use crate::lab::{Lab, Panel};
use crate::text::Origin;

/// The steps by their names.
const STEPS: [(&str, Step); 8] = [
    ("distance", Step::Distance),
    ("weightedDistance", Step::WeightedDistance),
    ("coefficient", Step::Coefficient),
    ("score", Step::Score),
    ("clipped", Step::Clipped),
    ("logit", Step::Logit),
    ("normalised", Step::Normalised),
    ("weight", Step::Weight),
];

/// A value that a script gets.
pub enum Answer<'a> {
    /// A number.
    Number(f64),
    /// A list of texts.
    Texts(Vec<String>),
    /// A shape, and as many numbers, row-major.
    Tensor(Vec<usize>, Vec<f32>),
    /// A list of objects, each made when it is taken: all matrices of 16 heads of 512 tokens are above 100 MiB.
    List(Box<dyn Iterator<Item = Named<'a>> + 'a>),
}

/// The properties of an object, in order.
pub type Named<'a> = Vec<(&'static str, Answer<'a>)>;

/// All numbers behind the pictures of a panel; `None` where it shows none.
pub fn traced(lab: &Lab, panel: Panel) -> Option<Named<'_>> {
    let trace = lab.trace_of(panel)?;
    let projections = lab.projections(panel);
    let outputs = projections.and_then(|projections| trace.outputs(projections.output.view()).ok());
    let (of_heads, output) = outputs.map(|outputs| (outputs.heads, outputs.projected)).unzip();
    let tokens = lab.tokens().iter().map(|token| token.text.clone());
    let origins = lab.origins().iter().map(|origin| name_of(origin).to_owned());
    let mut all = vec![
        ("tokens", Answer::Texts(tokens.collect())),
        ("cut", Answer::Number(lab.cut_of(panel).unwrap_or(0) as f64)),
        ("origins", Answer::Texts(origins.collect())),
        ("input", tensor(trace.input())),
    ];
    if let Some(answer) = lab.answer(panel) {
        let probabilities = answer.probabilities.clone();
        all.push(("probabilities", Answer::Tensor(vec![probabilities.len()], probabilities)));
    }
    if let Some(projections) = projections {
        all.extend([
            ("Wq", side_by_side(&projections.query)),
            ("Wk", side_by_side(&projections.key)),
            ("Wv", side_by_side(&projections.value)),
            ("Wo", tensor(projections.output.view())),
        ]);
    }
    let heads = trace.heads().iter().enumerate();
    let heads = heads.map(move |(head, own)| of_head(trace, head, *own, of_heads.as_ref()));
    all.push(("heads", Answer::List(Box::new(heads))));
    if let Some(output) = output {
        all.push(("output", tensor(output.view())));
    }
    Some(all)
}

/// One head with its own w and v; `outputs` are A·V of every head, `[h, N, d]`.
fn of_head<'a>(
    trace: &Trace<f32>,
    head: usize,
    own: HeadParameters,
    outputs: Option<&Array3<f32>>,
) -> Named<'a> {
    let slice = |array: &Array3<f32>| tensor(array.index_axis(Axis(0), head));
    let mut all = vec![
        ("w", Answer::Number(own.w)),
        ("v", Answer::Number(own.v)),
        ("query", slice(trace.query())),
        ("key", slice(trace.key())),
        ("value", slice(trace.value())),
    ];
    let taken = trace.method().steps();
    let steps = STEPS.into_iter().filter(|(_, step)| taken.contains(step));
    all.extend(steps.map(|(name, step)| (name, tensor(trace.matrix(head, step).view()))));
    all.extend(outputs.map(|outputs| ("output", slice(outputs))));
    all
}

/// Where the vector of a token comes from.
fn name_of(origin: &Origin) -> &'static str {
    match origin {
        Origin::Known => "known",
        Origin::Learned => "learned",
        Origin::Borrowed { .. } => "borrowed",
        Origin::Unknown => "unknown",
        Origin::NotLoaded => "waiting",
    }
}

fn tensor<'a>(array: ArrayView<f32, impl Dimension>) -> Answer<'a> {
    Answer::Tensor(array.shape().to_vec(), array.iter().copied().collect())
}

/// Weights `[h, D, d]` as `[D, h·d]`: the heads side by side.
fn side_by_side<'a>(weights: &Array3<f32>) -> Answer<'a> {
    let (heads, width, d) = weights.dim();
    let rows = weights.axis_iter(Axis(1)).flat_map(|row| row.into_iter().copied());
    Answer::Tensor(vec![width, heads * d], rows.collect())
}
