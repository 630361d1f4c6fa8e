//! The Adapted Transformer, TENER: relative sinusoids that tell left from right, and scores that are
//! not scaled (Yan et al. 2019). As the paper prints it, and as its released program computes it.

use ndarray::{Array2, Array3, Axis, s};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Projections};
use crate::methods::loops::{
    check_layer, check_scores, each_head, inverse_root, look_up, product, products, project,
    seeded, softmax, split_heads, sum, weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS, OFFSETS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Explained, Facts, Knows, MethodError, MethodTrace,
    ParameterCount, Sentence, Term,
};

/// Whose formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptedForm {
    /// Eq. 17 to 19: q·k + q·R_{i-j} + u·k + v·R_{i-j}; R interleaves sine and cosine,
    /// 10000^(-2c/d).
    Paper,
    /// The released program: R_{j-i} in the terms of q and v, a further term k_j·R_{i-j}; R has all
    /// sines before all cosines, 10000^(-c/(d/2 - 1)). d must be even and at least 4.
    Program,
}

/// Where keys come from.
#[derive(Clone, Debug, PartialEq)]
pub enum AdaptedKey {
    /// The head's own slice of the input (Eq. 16): no W_K. D must be h·d.
    Slice,
    /// W_K of the projections, as the program can.
    Projected,
}

/// Direction- and distance-aware attention (Yan et al. 2019, section 3.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Adapted<T> {
    /// W_Q, W_K, W_V, W_O; W_K is not used where keys are slices.
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

/// A sentence through [`Adapted`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct AdaptedTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
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
    /// un-scaled. Keys are slices where D = h·d, else projected.
    pub fn seeded(projections: Projections<T>, seed: u64) -> Self {
        let (h, width, d) = projections.query.dim();
        let bias = |stream| seeded(seed, stream, (h, d), 1.0);
        Adapted {
            content_bias: bias(4),
            position_bias: bias(5),
            form: AdaptedForm::Paper,
            key: if width == h * d { AdaptedKey::Slice } else { AdaptedKey::Projected },
            scaled: false,
            projections,
        }
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
            let rule = "the released program needs an even number of at least 4";
            return Err(MethodError::Size { what: "the size of a head", found: d, rule });
        }
        Ok(())
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the program's form is not defined.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<AdaptedTrace<T>, MethodError> {
        let (h, _, d) = self.projections.query.dim();
        let input = sentence.embeddings;
        check_layer(&self.projections, input, &sentence.mask)?;
        self.check()?;
        let tokens = input.nrows();
        let last = i64::try_from(tokens).unwrap_or(i64::MAX) - 1;
        let positions: Vec<i64> = (-last..=last).collect();
        let sinusoids = relative_sinusoids::<T>(&positions, d, self.form);
        let query = project(input, &self.projections.query);
        let key = match self.key {
            AdaptedKey::Slice => split_heads(input, h),
            AdaptedKey::Projected => project(input, &self.projections.key),
        };
        let value = project(input, &self.projections.value);

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
        let weights = softmax(&scores, &sentence.mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(AdaptedTrace {
            common,
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
            title: "Adapted Transformer (TENER)",
            paper: "Yan et al. 2019: TENER: Adapting Transformer Encoder for Named Entity Recognition",
            equation: match self.form {
                AdaptedForm::Paper => "Eq. 16 to 19",
                AdaptedForm::Program => "the released program, after Eq. 16 to 19",
            },
            formula: match self.form {
                AdaptedForm::Paper => "q_i · k_j + q_i · R_{i-j} + u · k_j + v · R_{i-j}",
                AdaptedForm::Program => {
                    "q_i · k_j + q_i · R_{j-i} + u · k_j + v · R_{j-i} + k_j · R_{i-j}"
                }
            },
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
                ParameterCount { own, without, formula: "2·h·d - D·h·d (no W_K)" }
            }
        }
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

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
        let mut terms = vec![
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
            Term::new("k", "Keys", PROJECTIONS, HEAD_TOKENS, &self.key),
            Term::new("val", "Values H W_V", PROJECTIONS, HEAD_TOKENS, &self.value),
            pairs("term_qk", "q_i · k_j", &self.query_key),
            pairs("term_qR", either("q_i · R_{i-j}", "q_i · R_{j-i}"), &self.query_position),
            pairs("term_uk", "u · k_j", &self.bias_key),
            pairs("term_vR", either("v · R_{i-j}", "v · R_{j-i}"), &self.bias_position),
        ];
        if let Some(key_position) = &self.key_position {
            let source = "the released program of Yan et al. 2019";
            terms.push(Term::new("term_kR", "k_j · R_{i-j}", source, HEAD_PAIRS, key_position));
        }
        let names = ["scores", "attn", "O", "concat", "out"];
        terms.extend(self.common.terms(names, "Yan et al. 2019, Eq. 18 and 19"));
        terms
    }
}
