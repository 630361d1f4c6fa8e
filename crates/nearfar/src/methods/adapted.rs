//! The Adapted Transformer, TENER: relative sinusoids that tell left from right, and scores that are
//! not scaled (Yan et al. 2019). As the paper prints it, and as its released program computes it.

use ndarray::{Array2, Array3, ArrayView2, Axis, s};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{
    attention_backward, check_upstream, head_sums, looked_up_backward, output_backward,
    products_backward, project_backward, scaled,
};
use crate::methods::loops::{
    check_layer, check_scores, each_head, inverse_root, look_up, plus_head_vector, product,
    products, project, queries_keys_values, seeded, side_by_side, softmax, split_heads, sum,
    weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS, OFFSETS, TOKENS};
use crate::methods::transformer_xl::both_biases;
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    MethodError, MethodTrace, Needs, Options, ParameterCount, Sentence, Term, cells_of,
};
use crate::model::own::{Learned, Misfit, Numbers, OF_HEAD, Own, OwnTensor, Sizes};

/// Whose formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdaptedForm {
    /// Eq. 17 to 19: q·k + q·R_{i-j} + u·k + v·R_{i-j}; R interleaves sine and cosine,
    /// 10000^(-2c/d).
    Paper,
    /// The released program: R_{j-i} in the terms of q and v, a further term k_j·R_{i-j}; R has all
    /// sines before all cosines, 10000^(-c/(d/2 - 1)). d must be even and at least 4.
    Program,
}

/// Where keys come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptedKey {
    /// The head's own slice of H (Eq. 16; the released program too): no W_K. H must be h·d wide.
    Slice,
    /// W_K of the projections: a form that neither the paper nor its program has.
    Projected,
}

/// Direction- and distance-aware attention (Yan et al. 2019, section 3.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Adapted<T> {
    /// W_in, `[D, h·d]`: what makes H, of the width that slices need, of word vectors of another width, as
    /// the released program does (`in_fc`, here without bias). `None`: the input is H.
    pub input: Option<Array2<T>>,
    /// W_Q, W_K, W_V over H, W_O; W_K is not used where keys are slices. The released program has no W_O.
    pub projections: Projections<T>,
    /// u, `[h, d]`.
    pub content_bias: Array2<T>,
    /// v, `[h, d]`.
    pub position_bias: Array2<T>,
    /// The paper's formula or the program's.
    pub form: AdaptedForm,
    /// Where keys come from.
    pub key: AdaptedKey,
    /// Whether scores are divided by √d; the paper argues that they should not be (section 3.2.2).
    pub scaled: bool,
}

/// The paper's form.
pub const DEFINITION: Definition = Definition {
    name: "tener",
    short: "TENER",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

/// The released program's form.
pub const PROGRAM: Definition = Definition {
    name: "tener-program",
    short: "TENER, released",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

const OWN: Own = Own { slices_keys: true, divides_scores: false, ..Own::NOTHING };

/// What a model learns of the paper's form.
pub(crate) struct PaperForm;

impl Learned for PaperForm {
    const OWN: Own = Own { alias: Some("adapted"), ..OWN };
    type Method<T: Real> = Adapted<T>;

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        both_biases(sizes).into()
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Adapted<T>, AttentionError> {
        form_of(AdaptedForm::Paper, numbers)
    }
}

/// The same of the released program's.
pub(crate) struct ProgramForm;

impl Learned for ProgramForm {
    const OWN: Own = OWN;
    type Method<T: Real> = Adapted<T>;

    fn misfit(Sizes { dimensions, .. }: Sizes) -> Option<Misfit> {
        let rule = "the released code of TENER needs an even number of at least 4";
        (dimensions < 4 || dimensions % 2 == 1).then_some((OF_HEAD, dimensions, rule))
    }

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        both_biases(sizes).into()
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Adapted<T>, AttentionError> {
        form_of(AdaptedForm::Program, numbers)
    }
}

fn form_of<T: Real>(
    form: AdaptedForm,
    mut numbers: Numbers<T>,
) -> Result<Adapted<T>, AttentionError> {
    let (content_bias, position_bias) = (numbers.next()?, numbers.next()?);
    Ok(Adapted {
        input: numbers.input,
        projections: numbers.projections,
        content_bias,
        position_bias,
        form,
        key: AdaptedKey::Slice,
        scaled: OWN.divides_scores,
    })
}

pub(crate) fn paper<T: Real>(options: &Options) -> Adapted<T> {
    Adapted::seeded(options.projections(), options.seed)
}

pub(crate) fn program<T: Real>(options: &Options) -> Adapted<T> {
    Adapted { form: AdaptedForm::Program, ..paper(options) }
}

/// A sentence through [`Adapted`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct AdaptedTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// H, what queries, keys and values are made of, `[N, h·d]` where keys are slices.
    pub hidden: Array2<T>,
    /// The relative positions, -(N-1) to N-1, `[2N-1]`.
    pub positions: Vec<i64>,
    /// R of each, `[2N-1, d]`.
    pub sinusoids: Array2<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// q_i · k_j, `[h, N, N]`.
    pub query_key: Array3<T>,
    /// q_i · R, `[h, N, N]`.
    pub query_position: Array3<T>,
    /// u · k_j, `[h, N, N]`.
    pub bias_key: Array3<T>,
    /// v · R, `[h, N, N]`.
    pub bias_position: Array3<T>,
    /// k_j · R_{i-j}, `[h, N, N]`; the program's alone.
    pub key_position: Option<Array3<T>>,
    content_bias: Array2<T>,
    position_bias: Array2<T>,
    is_fitted: bool,
}

/// R of relative positions, `[P, d]`, in the order and with the frequencies of a form.
pub fn relative_sinusoids<T: Real>(
    positions: &[i64],
    dimensions: usize,
    form: AdaptedForm,
) -> Array2<T> {
    let half = dimensions.div_ceil(2);
    Array2::from_shape_fn((positions.len(), dimensions), |(row, column)| {
        let (frequency, is_sine, steps) = match form {
            AdaptedForm::Paper => (column / 2, column % 2 == 0, dimensions as f64 / 2.0),
            AdaptedForm::Program => (column % half, column < half, half as f64 - 1.0),
        };
        let angle = positions[row] as f64 / 10_000_f64.powf(frequency as f64 / steps);
        T::from_f64(if is_sine { angle.sin() } else { angle.cos() })
    })
}

/// The row of R_{i-j} in a table from -(N-1) on, `[N, N]`.
pub(crate) fn rows_of_difference(tokens: usize) -> Array2<usize> {
    Array2::from_shape_fn((tokens, tokens), |(i, j)| i + tokens - 1 - j)
}

impl<T: Real> Adapted<T> {
    /// Seeded u and v, standard normal (a choice of ours), over given projections: the paper's form,
    /// un-scaled. Where D is not h·d, W_in is W_K of all heads side by side, so that the slices are the
    /// keys of the other methods, and W_Q and W_V are seeded anew over H, with the deviation that keeps
    /// queries and values as large as theirs.
    pub fn seeded(projections: Projections<T>, seed: u64) -> Self {
        let (h, width, d) = projections.query.dim();
        let bias = |stream| seeded(seed, stream, (h, d), 1.0);
        let (input, projections) = if width == h * d {
            (None, projections)
        } else {
            let fitted = side_by_side(&projections.key);
            let deviation = 1.0 / ((h * d) as f64).sqrt();
            let over_hidden = |first: u64| {
                each_head(h, (h * d, d), |head| {
                    seeded(seed, first + head as u64, (h * d, d), deviation)
                })
            };
            let (query, value) = (over_hidden(1_000), over_hidden(2_000));
            let (key, output) = (Array3::zeros(query.dim()), projections.output);
            (Some(fitted), Projections { query, key, value, output })
        };
        Adapted {
            input,
            content_bias: bias(4),
            position_bias: bias(5),
            form: AdaptedForm::Paper,
            key: AdaptedKey::Slice,
            scaled: false,
            projections,
        }
    }

    /// H of word vectors `[N, D]`.
    fn hidden(&self, embeddings: ArrayView2<T>) -> Result<Array2<T>, AttentionError> {
        let Some(weights) = &self.input else { return Ok(embeddings.to_owned()) };
        shape("W_in", weights.shape(), &[embeddings.ncols(), self.projections.width()])?;
        finite("W_in", weights.iter())?;
        finite("the input", embeddings.iter())?;
        Ok(product(embeddings, weights.view()))
    }

    /// H with the queries, keys and values of it. Of queries, keys and values that a model made, H is the
    /// keys side by side: its slices are what the model itself has for keys.
    fn projected(
        &self,
        sentence: &Sentence<T>,
    ) -> Result<(Array2<T>, [Array3<T>; 3]), AttentionError> {
        if sentence.projected.is_some() {
            let all = queries_keys_values(&self.projections, sentence)?;
            return Ok((side_by_side(&all[1]), all));
        }
        let hidden = self.hidden(sentence.embeddings)?;
        let input = hidden.view();
        check_layer(&self.projections, input, &sentence.mask)?;
        let query = project(input, &self.projections.query);
        let key = match self.key {
            AdaptedKey::Slice => split_heads(input, self.projections.heads()),
            AdaptedKey::Projected => project(input, &self.projections.key),
        };
        let value = project(input, &self.projections.value);
        Ok((hidden, [query, key, value]))
    }

    fn check(&self) -> Result<(), MethodError> {
        let (h, width, d) = self.projections.query.dim();
        shape("u", self.content_bias.shape(), &[h, d])?;
        shape("v", self.position_bias.shape(), &[h, d])?;
        finite("u", self.content_bias.iter())?;
        finite("v", self.position_bias.iter())?;
        if self.key == AdaptedKey::Slice && width != h * d {
            let (found, expected) = (vec![width], vec![h * d]);
            return Err(AttentionError::Shape { what: "the input's width", found, expected }.into());
        }
        if self.form == AdaptedForm::Program && (d < 4 || d % 2 == 1) {
            let rule = "the released code needs an even number of at least 4";
            return Err(MethodError::Size { what: "the size of a head", found: d, rule });
        }
        Ok(())
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the program's form is not defined.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<AdaptedTrace<T>, MethodError> {
        let (hidden, projected) = self.projected(sentence)?;
        self.check()?;
        let trace = self.core_forward(projected, &sentence.mask)?;
        let is_fitted = self.input.is_some() && sentence.projected.is_none();
        Ok(AdaptedTrace { hidden, is_fitted, ..trace })
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads. The trace has no
    /// hidden input yet.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<AdaptedTrace<T>, MethodError> {
        let (h, tokens, d) = query.dim();
        let last = i64::try_from(tokens).unwrap_or(i64::MAX) - 1;
        let positions: Vec<i64> = (-last..=last).collect();
        let sinusoids = relative_sinusoids::<T>(&positions, d, self.form);
        let of_difference = rows_of_difference(tokens);
        let rows = match self.form {
            AdaptedForm::Paper => of_difference.clone(),
            AdaptedForm::Program => of_difference.t().to_owned(),
        };
        let query_key = products(&query, &key);
        let positions_of = |vectors: &Array3<T>, rows: &Array2<usize>| {
            each_head(h, (tokens, tokens), |head| {
                look_up(&product(vectors.index_axis(Axis(0), head), sinusoids.t()), rows)
            })
        };
        let query_position = positions_of(&query, &rows);
        let of_bias = |bias: &Array2<T>, head: usize, keys: ndarray::ArrayView2<T>| {
            product(bias.slice(s![head..head + 1, ..]), keys.t())
        };
        let bias_key = each_head(h, (tokens, tokens), |head| {
            let row = of_bias(&self.content_bias, head, key.index_axis(Axis(0), head));
            Array2::from_shape_fn((tokens, tokens), |(_, j)| row[[0, j]])
        });
        let bias_position = each_head(h, (tokens, tokens), |head| {
            let row = of_bias(&self.position_bias, head, sinusoids.view());
            rows.mapv(|offset| row[[0, offset]])
        });
        // k_j · R_{i-j}: row j of the products, by the column i.
        let key_position = (self.form == AdaptedForm::Program).then(|| {
            let by_key = positions_of(&key, &of_difference.t().to_owned());
            by_key.permuted_axes([0, 2, 1]).as_standard_layout().into_owned()
        });

        let mut scores = sum(&sum(&query_key, &query_position), &sum(&bias_key, &bias_position));
        if let Some(key_position) = &key_position {
            scores = sum(&scores, key_position);
        }
        if self.scaled {
            let scale = inverse_root(d);
            scores.mapv_inplace(|score: T| score * scale);
        }
        check_scores(&scores)?;
        let weights = softmax(&scores, mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(AdaptedTrace {
            common,
            hidden: Array2::zeros((tokens, 0)),
            is_fitted: false,
            positions,
            sinusoids,
            query,
            key,
            value,
            query_key,
            query_position,
            bias_key,
            bias_position,
            key_position,
            content_bias: self.content_bias.clone(),
            position_bias: self.position_bias.clone(),
        })
    }
}

impl<T: Real> AttentionMethod<T> for Adapted<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: match self.form {
                AdaptedForm::Paper => "Adapted Transformer (TENER)",
                AdaptedForm::Program => "Adapted Transformer (TENER), released program",
            }
            .into(),
            paper: "Yan et al. 2019: TENER: Adapting Transformer Encoder for Named Entity Recognition",
            equation: match self.form {
                AdaptedForm::Paper => "Eq. 16 to 19",
                AdaptedForm::Program => {
                    "the released code, after Eq. 16 to 19; it has no W_O, which only `out` here has"
                }
            }.into(),
            formula: match self.form {
                AdaptedForm::Paper => "q_i · k_j + q_i · R_{i-j} + u · k_j + v · R_{i-j}",
                AdaptedForm::Program => {
                    "q_i · k_j + q_i · R_{j-i} + u · k_j + v · R_{j-i} + k_j · R_{i-j}"
                }
            }.into(),
            direction: Knows::Yes,
            exact_distance: Knows::Partly("through sinusoids of the size of a head"),
            beyond_k: Knows::Partly("there is no k; far positions look more and more alike"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let own = self.content_bias.len() + self.position_bias.len();
        match self.key {
            AdaptedKey::Projected => ParameterCount::own(own, "2·h·d"),
            AdaptedKey::Slice => {
                let without = self.projections.key.len();
                ParameterCount { own, without, formula: "2·h·d - (h·d)² (no W_K)".into() }
            }
        }
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Adapted<T> {
    /// dL/dH (`H`; by the word vectors where W_in makes H of them, and then dL/dW_in), dL/dW_Q, dL/dW_K
    /// (where keys are projected), dL/dW_V, dL/dW_O, dL/du and dL/dv from dL/dout `[N, m]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &AdaptedTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let [d_query, d_key, d_value] = self.core_backward(trace, &d_heads, &mut gradients);

        let input = trace.hidden.view();
        let mut d_input = match self.key {
            AdaptedKey::Slice => side_by_side(&d_key),
            AdaptedKey::Projected => Array2::zeros(input.dim()),
        };
        let mut through = |name, weights, d_projected| {
            let d = project_backward(input, weights, d_projected, &mut d_input);
            gradients.add(name, d);
        };
        through("W_Q", &self.projections.query, &d_query);
        if self.key == AdaptedKey::Projected {
            through("W_K", &self.projections.key, &d_key);
        }
        through("W_V", &self.projections.value, &d_value);
        if let Some(weights) = &self.input {
            gradients.add("W_in", product(sentence.embeddings.t(), d_input.view()));
            d_input = product(d_input.view(), weights.t());
        }
        gradients.add("H", d_input);
        Ok(gradients)
    }

    /// The backward pass through [`Adapted::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &AdaptedTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let d = self.projections.dimensions();
        let scale = if self.scaled { inverse_root(d) } else { T::one() };
        let d_scores = scaled(&d_scores, scale);

        // (q_i + u) · k_j
        let biased = plus_head_vector(&trace.query, &self.content_bias);
        let [d_content, mut d_key] = products_backward(&biased, &trace.key, &d_scores);
        gradients.add("u", head_sums(&d_content));
        // (q_i + v) · R
        let of_difference = rows_of_difference(trace.query.dim().1);
        let rows = match self.form {
            AdaptedForm::Paper => of_difference.clone(),
            AdaptedForm::Program => of_difference.t().to_owned(),
        };
        let mut d_position = Array3::zeros(trace.query.dim());
        // The sinusoids are fixed: their gradient is not asked for.
        looked_up_backward(&trace.query, &trace.sinusoids, &rows, &d_scores, &mut d_position);
        gradients.add("v", head_sums(&d_position));
        let d_query = sum(&d_content, &d_position);
        if self.form == AdaptedForm::Program {
            // k_j · R_{i-j}: rows are keys.
            let by_key = d_scores.view().permuted_axes([0, 2, 1]).as_standard_layout().into_owned();
            let ids = of_difference.t().to_owned();
            looked_up_backward(&trace.key, &trace.sinusoids, &ids, &by_key, &mut d_key);
        }
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for Adapted<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let mut own =
            vec![("u", cells_of(&mut self.content_bias)), ("v", cells_of(&mut self.position_bias))];
        own.extend(self.input.as_mut().map(|input| ("W_in", cells_of(input))));
        own
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Adapted, AdaptedTrace);

impl<T: Real> Explained<T> for AdaptedTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const POSITIONS: &str = "Yan et al. 2019, Eq. 17";
        const SCORES: &str = "Yan et al. 2019, Eq. 18";
        const PROJECTIONS: &str = "Yan et al. 2019, Eq. 16";
        let names: Vec<String> = self.positions.iter().map(i64::to_string).collect();
        let program = self.key_position.is_some();
        let either = |paper, released| if program { released } else { paper };
        let pairs = |name, title, values| Term::new(name, title, SCORES, HEAD_PAIRS, values);
        let mut terms = Vec::new();
        if self.is_fitted {
            let source = "the released code of Yan et al. 2019 (in_fc)";
            let title = "H: word vectors W_in, as wide as all heads";
            terms.push(Term::new("H", title, source, TOKENS, &self.hidden));
        }
        terms.extend([
            Term::integers(
                "pos",
                "Relative positions",
                POSITIONS,
                &[TermAxis::Offset],
                &self.positions,
            )
            .with_rows(names.clone()),
            Term::new("R_table", "Sinusoids R of each", POSITIONS, OFFSETS, &self.sinusoids)
                .with_rows(names),
            Term::new(
                "u",
                "u: every query's content bias",
                SCORES,
                HEAD_VECTORS,
                &self.content_bias,
            ),
            Term::new(
                "v",
                "v: every query's position bias",
                SCORES,
                HEAD_VECTORS,
                &self.position_bias,
            ),
            Term::new("q", "Queries H W_Q", PROJECTIONS, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys: the head's slice of H", PROJECTIONS, HEAD_TOKENS, &self.key),
            Term::new("val", "Values H W_V", PROJECTIONS, HEAD_TOKENS, &self.value),
            pairs("term_qk", "q_i · k_j", &self.query_key),
            pairs("term_qR", either("q_i · R_{i-j}", "q_i · R_{j-i}"), &self.query_position),
            pairs("term_uk", "u · k_j", &self.bias_key),
            pairs("term_vR", either("v · R_{i-j}", "v · R_{j-i}"), &self.bias_position),
        ]);
        if let Some(key_position) = &self.key_position {
            let source = "the released code of Yan et al. 2019";
            terms.push(Term::new("term_kR", "k_j · R_{i-j}", source, HEAD_PAIRS, key_position));
        }
        let names = ["scores", "attn", "O", "concat", "out"];
        terms.extend(self.common.terms(names, "Yan et al. 2019, Eq. 18 and 19"));
        terms
    }
}
