//! KERPLE: a penalty that grows with the distance, ever more slowly or as a power of it, with two learned
//! numbers for each head (Chi et al. 2022).

use ndarray::{Array1, Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::TermRule;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{attention_backward, backward_between, products_backward, scaled};
use crate::methods::loops::{
    check_scores, each_head, inverse_root, products, queries_keys_values, seeded, softmax, sum,
    weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Reference, Sentence, Term, cells_of,
};
use crate::model::Start;
use crate::model::own::{Learned, Numbers, Own, OwnTensor, Sizes};

/// The logarithmic form.
pub const LOGARITHMIC: Definition = Definition {
    name: "kerple",
    short: "KERPLE",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "o_kerple", with: &[("form", "log")] }),
};

/// The power form.
pub const POWER: Definition = Definition {
    name: "kerple-power",
    short: "KERPLE, power",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "o_kerple", with: &[("form", "power")] }),
};

/// The least strength or growth of the penalty, as in the authors' program: both must stay above 0.
const LEAST_PENALTY: f32 = 0.01;

/// What a model learns of the logarithmic form.
pub(crate) struct LogarithmicForm;

impl Learned for LogarithmicForm {
    const OWN: Own = Own::NOTHING;
    type Method<T: Real> = Kerple<T>;

    fn term_rule(_: usize, _: usize) -> TermRule {
        TermRule::ByOffset { buckets: Vec::new() }
    }

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        vec![penalty(sizes, "r1", 2.0, f32::MAX), penalty(sizes, "r2", 1.0, f32::MAX)]
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Kerple<T>, AttentionError> {
        form_of(Form::Logarithmic, numbers)
    }
}

/// The same of the power form.
pub(crate) struct PowerForm;

impl Learned for PowerForm {
    const OWN: Own = Own::NOTHING;
    type Method<T: Real> = Kerple<T>;

    fn term_rule(size: usize, tokens: usize) -> TermRule {
        LogarithmicForm::term_rule(size, tokens)
    }

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        vec![penalty(sizes, "a", 1.0, f32::MAX), penalty(sizes, "p", 2.0, 2.0)]
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Kerple<T>, AttentionError> {
        form_of(Form::Power, numbers)
    }
}

/// A number of each head: it starts at `most` or below, and stays at `highest` or below.
fn penalty(sizes: Sizes, name: &'static str, most: f32, highest: f32) -> OwnTensor {
    let start = Start::Uniform([LEAST_PENALTY, most]);
    let range = Some([LEAST_PENALTY, highest]);
    OwnTensor { range, ..OwnTensor::scores(name, &[sizes.heads], start) }
}

fn form_of<T: Real>(form: Form, mut numbers: Numbers<T>) -> Result<Kerple<T>, AttentionError> {
    let (strength, growth) = (numbers.next_vector()?, numbers.next_vector()?);
    Ok(Kerple { projections: numbers.projections, form, strength, growth })
}

pub(crate) fn logarithmic<T: Real>(options: &Options) -> Kerple<T> {
    Kerple::seeded(options.projections(), Form::Logarithmic, options.seed)
}

pub(crate) fn power<T: Real>(options: &Options) -> Kerple<T> {
    Kerple::seeded(options.projections(), Form::Power, options.seed)
}

/// How the penalty grows with the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// r1·ln(1 + r2·|i - j|).
    Logarithmic,
    /// a·|i - j|^p, p at most 2.
    Power,
}

/// softmax(q_i · k_j / √d - penalty of |i - j|) V (Chi et al. 2022), under the sentence's mask. The paper
/// has it causal; |i - j| serves both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Kerple<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// How the penalty grows.
    pub form: Form,
    /// r1 or a of every head, `[h]`, above 0.
    pub strength: Array1<T>,
    /// r2 or p of every head, `[h]`, above 0; p is at most 2.
    pub growth: Array1<T>,
}

/// A sentence through [`Kerple`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct KerpleTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// q_i · k_j / √d, `[h, N, N]`.
    pub content: Array3<T>,
    /// The penalty with a minus, `[h, N, N]`.
    pub bias: Array3<T>,
    form: Form,
    strength: Array1<T>,
    growth: Array1<T>,
}

impl Form {
    /// The letters of both numbers, as among the gradients and the reference values.
    fn names(self) -> [&'static str; 2] {
        match self {
            Form::Logarithmic => ["r1", "r2"],
            Form::Power => ["a", "p"],
        }
    }

    /// What the strength is multiplied by, and its derivative by the growth.
    fn grown(self, growth: f64, distance: usize) -> [f64; 2] {
        let distance = distance as f64;
        match self {
            Form::Logarithmic => {
                [(growth * distance).ln_1p(), distance / (1.0 + growth * distance)]
            }
            // 0^p is 0 for every p.
            Form::Power if distance == 0.0 => [0.0; 2],
            Form::Power => [distance.powf(growth), distance.powf(growth) * distance.ln()],
        }
    }
}

impl<T: Real> Kerple<T> {
    /// Seeded numbers over given projections, log-normal about 1 (the strength of a power about 1/4, where
    /// p is between 0 and 2): a choice of ours.
    pub fn seeded(projections: Projections<T>, form: Form, seed: u64) -> Self {
        let normal: Array2<T> = seeded(seed, 15, (2, projections.heads()), 0.5);
        let [strength, growth] = [0, 1].map(|row| normal.row(row).to_owned());
        let half = T::from_f64(0.5);
        let (strength, growth) = match form {
            Form::Logarithmic => (strength.mapv(T::exp), growth.mapv(T::exp)),
            Form::Power => (
                strength.mapv(|x| half * half * x.exp()),
                growth.mapv(|x| T::one() + (x * half).tanh()),
            ),
        };
        Kerple { projections, form, strength, growth }
    }

    fn check(&self) -> Result<(), MethodError> {
        let h = self.projections.heads();
        let largest = match self.form {
            Form::Logarithmic => f64::INFINITY,
            Form::Power => 2.0,
        };
        let both = [
            ("the strength of a penalty", &self.strength, f64::INFINITY, "it must be above 0"),
            (
                "the growth of a penalty",
                &self.growth,
                largest,
                "it must be above 0, and p at most 2",
            ),
        ];
        for (what, numbers, largest, rule) in both {
            shape(what, numbers.shape(), &[h])?;
            finite(what, numbers.iter())?;
            let wrong = |x: &f64| !(*x > 0.0 && *x <= largest);
            if let Some(found) = numbers.iter().map(|x| x.as_f64()).find(wrong) {
                return Err(MethodError::Number { what, found, rule });
            }
        }
        Ok(())
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Number`] where a head's number is not above 0, or p above 2.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<KerpleTrace<T>, MethodError> {
        self.check()?;
        self.core_forward(queries_keys_values(&self.projections, sentence)?, &sentence.mask)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<KerpleTrace<T>, MethodError> {
        let (h, tokens, d) = query.dim();
        let scale = inverse_root(d);
        let content = products(&query, &key).mapv(|score: T| score * scale);
        let bias = each_head(h, (tokens, tokens), |head| {
            let (strength, growth) = (self.strength[head].as_f64(), self.growth[head].as_f64());
            let of_distance = |distance| {
                let [grown, _] = self.form.grown(growth, distance);
                // + 0: no -0, which a page would show with a minus sign.
                T::from_f64(-strength * grown + 0.0)
            };
            let biases: Vec<T> = (0..tokens).map(of_distance).collect();
            Array2::from_shape_fn((tokens, tokens), |(i, j)| biases[i.abs_diff(j)])
        });
        let scores = sum(&content, &bias);
        check_scores(&scores)?;
        let weights = softmax(&scores, mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        let (form, strength, growth) = (self.form, self.strength.clone(), self.growth.clone());
        Ok(KerpleTrace { common, query, key, value, content, bias, form, strength, growth })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/dr1, dL/dr2 or dL/da, dL/dp from dL/dout
        /// `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        KerpleTrace
    }

    /// The backward pass through [`Kerple::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &KerpleTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let (h, tokens, _) = d_scores.dim();
        let [mut d_strength, mut d_growth] = [0; 2].map(|_| Array1::<T>::zeros(h));
        for (head, d_scores) in d_scores.outer_iter().enumerate() {
            // Pairs of one distance have the same penalty: their gradients add up.
            let mut of_distance = vec![T::zero(); tokens];
            for ((i, j), &d) in d_scores.indexed_iter() {
                let sum = &mut of_distance[i.abs_diff(j)];
                *sum = *sum + d;
            }
            let growth = self.growth[head].as_f64();
            for (distance, &d) in of_distance.iter().enumerate() {
                let [grown, slope] = self.form.grown(growth, distance).map(T::from_f64);
                d_strength[head] = d_strength[head] - d * grown;
                d_growth[head] = d_growth[head] - d * self.strength[head] * slope;
            }
        }
        let [of_strength, of_growth] = self.form.names();
        gradients.add(of_strength, d_strength);
        gradients.add(of_growth, d_growth);
        let d_content = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [d_query, d_key] = products_backward(&trace.query, &trace.key, &d_content);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> AttentionMethod<T> for Kerple<T> {
    fn facts(&self) -> Facts {
        let (title, equation, formula, beyond_k) = match self.form {
            Form::Logarithmic => (
                "KERPLE, logarithmic",
                "the logarithmic variant, with |i - j| for encoders",
                "q_i · k_j / √d - r_1 · ln(1 + r_2 |i - j|)",
                Knows::Partly("there is no k; the penalty grows ever more slowly"),
            ),
            Form::Power => (
                "KERPLE, power",
                "the power variant, with |i - j| for encoders",
                "q_i · k_j / √d - a |i - j|^p",
                Knows::Yes,
            ),
        };
        Facts {
            title: title.into(),
            paper: "Chi et al. 2022: KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation",
            equation: equation.into(),
            formula: formula.into(),
            direction: Knows::No,
            exact_distance: Knows::Yes,
            beyond_k,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.strength.len() + self.growth.len(), "2·h")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for Kerple<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let names = self.form.names();
        names.into_iter().zip([cells_of(&mut self.strength), cells_of(&mut self.growth)]).collect()
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Kerple, KerpleTrace);

impl<T: Real> Explained<T> for KerpleTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const PAPER: &str = "Chi et al. 2022";
        let [strength, growth] = self.form.names();
        let (of_strength, of_growth, of_bias) = match self.form {
            Form::Logarithmic => (
                "r_1: how much the penalty is",
                "r_2: how soon it grows",
                "Bias -r_1 · ln(1 + r_2 |i - j|)",
            ),
            Form::Power => ("a: how much the penalty is", "p: how it grows", "Bias -a |i - j|^p"),
        };
        let of_heads = |name, title, numbers: &Array1<T>| {
            let vectors = numbers.clone().insert_axis(Axis(1));
            Term::owned(name, title, PAPER, HEAD_VECTORS, vectors)
        };
        let mut terms = vec![
            of_heads(strength, of_strength, &self.strength),
            of_heads(growth, of_growth, &self.growth),
            Term::new("q", "Queries x W_Q", PAPER, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", PAPER, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", PAPER, HEAD_TOKENS, &self.value),
            Term::new("content", "Content q_i · k_j / √d", PAPER, HEAD_PAIRS, &self.content),
            Term::new("bias", of_bias, PAPER, HEAD_PAIRS, &self.bias),
        ];
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kerple(form: Form, strength: [f64; 2], growth: [f64; 2]) -> Kerple<f64> {
        let projections = Projections::untrained(1, 2, 6, 4);
        let [strength, growth] = [strength, growth].map(|numbers| Array1::from(numbers.to_vec()));
        Kerple { projections, form, strength, growth }
    }

    fn embeddings() -> Array2<f64> {
        Array2::from_shape_fn((4, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5)
    }

    #[test]
    fn penalties_by_hand() {
        let x = embeddings();
        let bias = |form, strength, growth| {
            kerple(form, strength, growth).trace(&Sentence::new(x.view())).unwrap().bias
        };
        // 2·ln(1 + 3·2) = 3.8918; at the query itself nothing is taken off.
        let logarithmic = bias(Form::Logarithmic, [2.0, 1.0], [3.0, 0.5]);
        assert!((logarithmic[[0, 0, 2]] + 3.891_820_298).abs() < 1e-9);
        assert!((logarithmic[[1, 3, 1]] + 2_f64.ln()).abs() < 1e-12);
        assert!(logarithmic[[0, 1, 1]] == 0.0 && logarithmic[[0, 1, 1]].is_sign_positive());
        // A power of 1 is ALiBi's, with a for a slope.
        let power = bias(Form::Power, [0.25, 0.5], [1.0, 2.0]);
        assert_eq!([power[[0, 0, 3]], power[[1, 3, 1]], power[[1, 2, 2]]], [-0.75, -2.0, 0.0]);
    }

    #[test]
    fn numbers_that_are_no_penalty_are_refused() {
        let x = embeddings();
        let refused = |form, strength, growth| {
            let error = kerple(form, strength, growth).trace(&Sentence::new(x.view())).unwrap_err();
            error.to_string()
        };
        for form in [Form::Logarithmic, Form::Power] {
            assert!(refused(form, [1.0, 0.0], [1.0, 1.0]).starts_with("the strength of a penalty"));
            assert!(refused(form, [1.0, 1.0], [-1.0, 1.0]).starts_with("the growth of a penalty"));
            assert!(refused(form, [1.0, f64::NAN], [1.0, 1.0]).contains("strength"));
        }
        assert!(refused(Form::Power, [1.0, 1.0], [1.0, 2.5]).contains("p at most 2"));
        assert!(
            kerple(Form::Logarithmic, [1.0; 2], [9.0; 2]).trace(&Sentence::new(x.view())).is_ok()
        );
    }
}
