//! Relative position representations: a learned vector for each clipped offset, added to keys and
//! to values (Shaw et al. 2018). Twice: as the paper's sums, and as products and look-ups.

use ndarray::{Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::TermRule;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{
    attention_backward, backward_between, looked_up_backward, product_of_heads, products_backward,
    scaled,
};
use crate::methods::loops::{
    by_label, check_layer, check_scores, each_head, inverse_root, look_up, looked_up_products,
    product, products, queries_keys_values, refuse_projected, seeded, softmax, sum,
    weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, PAIRS, TABLE};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Sentence, Term, cells_of,
};
use crate::model::Each;
use crate::model::own::{Learned, Numbers, Own, OwnNumber, OwnTensor, Sizes};

/// On keys and values.
pub const DEFINITION: Definition = Definition {
    name: "rpr",
    short: "Shaw RPR",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

/// What a model learns of it. k, where nobody says another, is that of the paper's section 4.1.
pub(crate) struct KeysAndValues;

impl Learned for KeysAndValues {
    const OWN: Own = Own {
        alias: Some("shaw"),
        number: Some(OwnNumber {
            letter: "k",
            what: "k of relative positions",
            usual: 16,
            most: 4_096,
            must: "it must be from 1 to 4\u{202f}096",
        }),
        added_to_values: Some("tab_V"),
        ..Own::NOTHING
    };
    type Method<T: Real> = Shaw<T>;

    fn each(_: &str) -> Each {
        Each::Offset
    }

    fn term_rule(_: usize, _: usize) -> TermRule {
        TermRule::ByOffset { buckets: Vec::new() }
    }

    fn tensors(sizes: Sizes, clip: usize) -> Vec<OwnTensor> {
        let table = |name| OwnTensor::vectors(name, &[2 * clip + 1, sizes.dimensions]);
        ["tab_K", "tab_V"].map(table).into()
    }

    fn of_numbers<T: Real>(mut numbers: Numbers<T>) -> Result<Shaw<T>, AttentionError> {
        let (key_table, value_table) = (numbers.next()?, numbers.next()?);
        Ok(Shaw { projections: numbers.projections, key_table, value_table })
    }
}

pub(crate) fn keys_and_values<T: Real>(options: &Options) -> Shaw<T> {
    Shaw::seeded(options.projections(), options.clip, options.seed)
}

/// Eq. 3 and 4 of Shaw et al. 2018: z_i = Σ_j α_ij (x_j W_V + a^V_ij),
/// e_ij = x_i W_Q · (x_j W_K + a^K_ij) / √d, a_ij = table[clip(j - i, -k, k) + k].
#[derive(Clone, Debug, PartialEq)]
pub struct Shaw<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// a^K by index, `[2k+1, d]`, shared by all heads.
    pub key_table: Array2<T>,
    /// a^V by index, `[2k+1, d]`, shared by all heads.
    pub value_table: Array2<T>,
}

/// A sentence through [`Shaw`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct ShawTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// clip(j - i, -k, k) + k, `[N, N]`.
    pub index: Array2<usize>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// q_i · k_j, unscaled, `[h, N, N]`.
    pub content: Array3<T>,
    /// q_i · a^K_ij, unscaled, `[h, N, N]`.
    pub position: Array3<T>,
    key_table: Array2<T>,
    value_table: Array2<T>,
}

/// clip(j - i, -k, k) + k, `[N, N]`: a row of a table of 2k+1 rows (Shaw et al. 2018, section 3.2).
pub fn relative_indices(tokens: usize, clip: usize) -> Array2<usize> {
    Array2::from_shape_fn((tokens, tokens), |(i, j)| {
        if j >= i { clip + (j - i).min(clip) } else { clip - (i - j).min(clip) }
    })
}

/// The offset that each row of a table of 2k+1 rows stands for: `≤-3`, `-2`, …, `≥3`.
pub fn offset_names(rows: usize) -> Vec<String> {
    let clip = i64::try_from(rows / 2).unwrap_or(i64::MAX);
    let name = |offset: i64| match offset {
        0 => "0".to_owned(),
        _ if offset == -clip => format!("≤{offset}"),
        _ if offset == clip => format!("≥{offset}"),
        _ => offset.to_string(),
    };
    (-clip..=clip).map(name).collect()
}

impl<T: Real> Shaw<T> {
    /// Seeded tables over given projections. Rows are standard normal, so that q · a spreads about as
    /// far as q · k of untrained projections: a choice of ours.
    pub fn seeded(projections: Projections<T>, clip: usize, seed: u64) -> Self {
        let table = |stream| seeded(seed, stream, (2 * clip + 1, projections.dimensions()), 1.0);
        let (key_table, value_table) = (table(0), table(1));
        Shaw { projections, key_table, value_table }
    }

    /// k, the largest offset that has a row of its own.
    pub fn clip(&self) -> usize {
        self.key_table.nrows() / 2
    }

    fn check(&self) -> Result<(), MethodError> {
        let (rows, d) = (self.key_table.nrows() / 2 * 2 + 1, self.projections.dimensions());
        shape("the table of a^K", self.key_table.shape(), &[rows, d])?;
        shape("the table of a^V", self.value_table.shape(), &[rows, d])?;
        finite("the table of a^K", self.key_table.iter())?;
        Ok(finite("the table of a^V", self.value_table.iter())?)
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<ShawTrace<T>, MethodError> {
        let [query, key, value] = queries_keys_values(&self.projections, sentence)?;
        self.check()?;
        self.core_forward([query, key, value], &sentence.mask)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<ShawTrace<T>, MethodError> {
        let index = relative_indices(query.dim().1, self.clip());
        let content = products(&query, &key);
        let position = looked_up_products(&query, &self.key_table, &index);
        let scale = inverse_root(self.projections.dimensions());
        let scores = sum(&content, &position).mapv(|score: T| score * scale);
        check_scores(&scores)?;
        let weights = softmax(&scores, mask);
        // Σ_j α_ij a^V_ij: first the weight of each index, then one product with the table.
        let of_index = by_label(&weights, &index, self.value_table.nrows());
        let positions =
            each_head(of_index.dim().0, (index.nrows(), self.value_table.ncols()), |head| {
                product(of_index.index_axis(Axis(0), head), self.value_table.view())
            });
        let heads = sum(&weighted_values(&weights, &value), &positions);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(ShawTrace {
            common,
            index,
            query,
            key,
            value,
            content,
            position,
            key_table: self.key_table.clone(),
            value_table: self.value_table.clone(),
        })
    }

    /// The specification: Eq. 3 and 4 as they are printed, a vector a_ij for every pair, one sum after
    /// the other. Gives e, α and z, each `[h, N, ..]`; a test holds [`Shaw::trace`] to it.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; queries, keys and values are refused.
    pub fn naive(&self, sentence: &Sentence<T>) -> Result<[Array3<T>; 3], MethodError> {
        refuse_projected(sentence)?;
        check_layer(&self.projections, sentence.embeddings, &sentence.mask)?;
        self.check()?;
        let x = sentence.embeddings;
        let (h, width, d) = self.projections.query.dim();
        let (tokens, clip) = (x.nrows(), self.clip());
        let row = |i: usize, j: usize| (j + clip).saturating_sub(i).min(2 * clip);
        let projected = |weights: &Array3<T>, head: usize, token: usize, c: usize| {
            (0..width).fold(T::zero(), |sum, m| sum + x[[token, m]] * weights[[head, m, c]])
        };
        let [mut e, mut alpha] = [(); 2].map(|()| Array3::zeros((h, tokens, tokens)));
        let mut z = Array3::zeros((h, tokens, d));
        for head in 0..h {
            for i in 0..tokens {
                for j in 0..tokens {
                    let terms = (0..d).map(|c| {
                        let key = projected(&self.projections.key, head, j, c);
                        projected(&self.projections.query, head, i, c)
                            * (key + self.key_table[[row(i, j), c]])
                    });
                    let total = terms.fold(T::zero(), |sum, term| sum + term);
                    e[[head, i, j]] = total / T::from_f64(d as f64).sqrt();
                }
                let allowed = |j: &usize| sentence.mask.allows(i, *j);
                let total = (0..tokens).filter(allowed).map(|j| e[[head, i, j]].exp());
                let total = total.fold(T::zero(), |sum, x| sum + x);
                for j in (0..tokens).filter(allowed) {
                    alpha[[head, i, j]] = e[[head, i, j]].exp() / total;
                    for c in 0..d {
                        let value = projected(&self.projections.value, head, j, c);
                        let term = value + self.value_table[[row(i, j), c]];
                        z[[head, i, c]] = z[[head, i, c]] + alpha[[head, i, j]] * term;
                    }
                }
            }
        }
        Ok([e, alpha, z])
    }
}

impl<T: Real> AttentionMethod<T> for Shaw<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "Relative position representations".into(),
            paper: "Shaw et al. 2018: Self-Attention with Relative Position Representations",
            equation: "Eq. 3 and 4".into(),
            formula: "q_i · (k_j + a^K_ij) / √d".into(),
            direction: Knows::Yes,
            exact_distance: Knows::Partly("up to k tokens"),
            beyond_k: Knows::No,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.key_table.len() + self.value_table.len(), "2·(2k+1)·d")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Shaw<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, dL/da^K (`tab_K`) and dL/da^V (`tab_V`) from
        /// dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        ShawTrace
    }

    /// The backward pass through [`Shaw::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &ShawTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let weights = &trace.common.weights;
        let (h, tokens, _) = weights.dim();
        // z_i has Σ_j α_ij a^V_ij beside Σ_j α_ij v_j.
        let of_index = by_label(weights, &trace.index, self.value_table.nrows());
        gradients.add("tab_V", product_of_heads(&of_index, d_heads));
        let d_weights = each_head(h, (tokens, tokens), |head| {
            let by_index = product(d_heads.index_axis(Axis(0), head), self.value_table.t());
            look_up(&by_index, &trace.index)
        });
        let (d_scores, d_value) =
            attention_backward(weights, &trace.value, d_heads, Some(&d_weights));
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, d_key] = products_backward(&trace.query, &trace.key, &d_products);
        let (table, rows) = (&self.key_table, &trace.index);
        let d_table = looked_up_backward(&trace.query, table, rows, &d_products, &mut d_query);
        gradients.add("tab_K", d_table);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for Shaw<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![("tab_K", cells_of(&mut self.key_table)), ("tab_V", cells_of(&mut self.value_table))]
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Shaw, ShawTrace);

impl<T: Real> Explained<T> for ShawTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const CLIP: &str = "Shaw et al. 2018, section 3.2";
        const SPLIT: &str = "Shaw et al. 2018, Eq. 5";
        const EQUATION_4: &str = "Shaw et al. 2018, Eq. 4";
        let names = offset_names(self.key_table.nrows());
        let table = |name, title, table| {
            Term::new(name, title, CLIP, TABLE, table).with_rows(names.clone())
        };
        let mut terms = vec![
            Term::indices(
                "index",
                "Row of the table: clip(j - i, -k, k) + k",
                CLIP,
                PAIRS,
                &self.index,
            ),
            table("tab_K", "a^K by row", &self.key_table),
            table("tab_V", "a^V by row", &self.value_table),
            Term::new("q", "Queries x W_Q", EQUATION_4, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", EQUATION_4, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", "Shaw et al. 2018, Eq. 3", HEAD_TOKENS, &self.value),
            Term::new("content", "Content q_i · k_j", SPLIT, HEAD_PAIRS, &self.content),
            Term::new("position", "Position q_i · a^K_ij", SPLIT, HEAD_PAIRS, &self.position),
        ];
        terms.extend(self.common.terms(["e", "alpha", "z", "concat", "out"], EQUATION_4));
        terms
    }
}
