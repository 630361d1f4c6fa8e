//! DeBERTa: content looks at content, content at position and position at content, each through
//! projections of its own (He et al. 2021).

use ndarray::{Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::parameters::{UNTRAINED_GAIN, finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{
    attention_backward, backward_between, content_backward, products_backward, project_backward,
    scaled,
};
use crate::methods::loops::{
    allowed_pairs, attended, by_label, content, each_head, look_up, products, project, projected,
    seeded, sum,
};
use crate::methods::trace::{HEAD_PAIRS, OFFSETS, PAIRS, projected_terms};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    MethodError, MethodTrace, Needs, Options, ParameterCount, Projected, Reference, Sentence, Term,
    cells_of,
};

const PAPER: &str = "He et al. 2021, Eq. 3 and 4";

/// The first version, both terms.
pub const DEFINITION: Definition = Definition {
    name: "deberta",
    short: "DeBERTa",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "q_deberta", with: &[] }),
};

pub(crate) fn disentangled<T: Real>(options: &Options) -> Deberta<T> {
    Deberta::seeded(options.projections(), options.width, options.clip, options.seed)
}

/// What an offset i - j is to the table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distances {
    /// Itself, as far as the table goes (the first version).
    Exact,
    /// Itself as far as half the span, then in steps that grow as its logarithm, up to a farthest (the
    /// second version; He et al. 2023).
    Logarithmic {
        /// The number of positions up to which steps grow: the farthest offset is one less.
        farthest: usize,
    },
}

impl Distances {
    /// The bucket of an offset, for a table that spans `span` to either side. A logarithm that is whole to
    /// 1e-9 counts as whole.
    pub fn bucket(self, offset: i64, span: usize) -> i64 {
        let (exact, far) = (span as f64 / 2.0, offset.unsigned_abs() as f64);
        match self {
            Distances::Logarithmic { farthest } if far > exact => {
                let all = ((farthest as f64 - 1.0) / exact).ln();
                let steps = (exact - 1.0) * (far / exact).ln() / all;
                let whole = steps.round();
                let steps = if (steps - whole).abs() < 1e-9 { whole } else { steps.ceil() };
                offset.signum() * (exact + steps) as i64
            }
            _ => offset,
        }
    }

    /// The row of an offset, δ: 0 to 2·span - 1.
    pub fn row(self, offset: i64, span: usize) -> usize {
        let last = (2 * span).saturating_sub(1);
        let row = self.bucket(offset, span).saturating_add(span as i64).max(0);
        usize::try_from(row).map_or(last, |row| row.min(last))
    }
}

/// softmax((q_i · k_j + q_i · k^r_δ(i-j) + k_j · q^r_δ(i-j)) / √(3d)) V, k^r = P W_Kr, q^r = P W_Qr; each of the two
/// may be left out, and the divisor with it. Under the sentence's mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Deberta<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// P, a vector for each bucket, `[2·span, m]`.
    pub positions: Array2<T>,
    /// W_Kr, `[h, m, d]`, of content to position.
    pub position_key: Source<T>,
    /// W_Qr, `[h, m, d]`, of position to content.
    pub position_query: Source<T>,
    /// What an offset is to the table.
    pub distances: Distances,
    /// Whether position to content looks up δ(j - i), as the paper's Eq. 4 has it, rather than δ(i - j), as
    /// both released programs do.
    pub as_printed: bool,
}

/// How positions are projected.
#[derive(Clone, Debug, PartialEq)]
pub enum Source<T> {
    /// Not at all: the term is left out.
    None,
    /// By weights of its own, `[h, m, d]`.
    Own(Array3<T>),
    /// By those of the words, W_K or W_Q.
    Shared,
}

impl<T: Real> Source<T> {
    fn weights<'a>(&'a self, shared: &'a Array3<T>) -> Option<&'a Array3<T>> {
        match self {
            Source::None => None,
            Source::Own(weights) => Some(weights),
            Source::Shared => Some(shared),
        }
    }
}

/// What positions are projected by, where the term is not left out; how that came about; the name of weights of
/// its own and of shared ones.
type SourceOf<'a, T> = (Option<&'a Array3<T>>, &'a Source<T>, [&'static str; 2]);

/// One of the two terms of positions.
#[derive(Clone, Debug)]
struct PositionTerm<T> {
    /// Projected positions, `[h, 2·span, d]`.
    vectors: Array3<T>,
    /// The row of every pair, `[N, N]`.
    ids: Array2<usize>,
    /// The scaled products, `[h, N, N]`.
    products: Array3<T>,
}

/// A sentence through [`Deberta`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct DebertaTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// δ(i - j), `[N, N]`.
    pub index: Array2<usize>,
    /// q_i · k_j, scaled, `[h, N, N]`.
    pub content: Array3<T>,
    /// The terms of positions, scaled, `[h, N, N]`.
    pub bias: Array3<T>,
    to_position: Option<PositionTerm<T>>,
    to_content: Option<PositionTerm<T>>,
    positions: Array2<T>,
}

impl<T: Real> Deberta<T> {
    /// Seeded positions, standard normal, `span` to either side and of `width` dimensions, and projections
    /// of them, over given projections: a choice of ours.
    pub fn seeded(projections: Projections<T>, width: usize, span: usize, seed: u64) -> Self {
        let (h, d) = (projections.heads(), projections.dimensions());
        // As of label vectors: entries of deviation 1 are about twice those of word vectors.
        let deviation = UNTRAINED_GAIN / 2.0 / (width.max(1) as f64).sqrt();
        let own = |first: u64| {
            Source::Own(each_head(h, (width, d), |head| {
                seeded(seed, first + head as u64, (width, d), deviation)
            }))
        };
        Deberta {
            positions: seeded(seed, 29, (2 * span, width), 1.0),
            position_key: own(1000),
            position_query: own(2000),
            distances: Distances::Exact,
            as_printed: false,
            projections,
        }
    }

    fn span(&self) -> usize {
        self.positions.nrows() / 2
    }

    /// Both terms of positions: content to position, position to content.
    fn sources(&self) -> [SourceOf<'_, T>; 2] {
        let (key, query) = (&self.position_key, &self.position_query);
        [
            (key.weights(&self.projections.key), key, ["W_Kr", "W_K"]),
            (query.weights(&self.projections.query), query, ["W_Qr", "W_Q"]),
        ]
    }

    /// 1 / √(d · (1 + terms)).
    fn scale(&self) -> T {
        let terms = self.sources().iter().filter(|(weights, ..)| weights.is_some()).count();
        T::from_f64(1.0 / ((self.projections.dimensions() * (1 + terms)) as f64).sqrt())
    }

    fn check(&self, is_projected: bool) -> Result<(), MethodError> {
        let (rows, width) = self.positions.dim();
        let rule = "it must be even, and 2 at least";
        if rows < 2 || rows % 2 == 1 {
            let what = "the number of rows of positions";
            return Err(MethodError::Size { what, found: rows, rule });
        }
        if let Distances::Logarithmic { farthest } = self.distances
            && (rows < 8 || farthest as f64 - 1.0 <= self.span() as f64 / 2.0)
        {
            return Err(MethodError::Size {
                what: "the farthest position",
                found: farthest,
                rule: "it must be beyond half the span of the table, which is 4 at least",
            });
        }
        finite("the positions", self.positions.iter())?;
        let (h, d) = (self.projections.heads(), self.projections.dimensions());
        for (weights, source, [name, _]) in self.sources() {
            let Some(weights) = weights else { continue };
            if *source == Source::Shared && is_projected {
                let (method, what) = ("a position that is projected as words are", "W_Q and W_K");
                return Err(MethodError::Projected { method, what });
            }
            shape(name, weights.shape(), &[h, width, d])?;
            finite(name, weights.iter())?;
        }
        Ok(())
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the table has no two sides.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<DebertaTrace<T>, MethodError> {
        self.check(sentence.projected.is_some())?;
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<DebertaTrace<T>, MethodError> {
        let tokens = projected.tokens();
        let (scale, span) = (self.scale(), self.span());
        let rows = |sign: i64| {
            Array2::from_shape_fn((tokens, tokens), |(i, j)| {
                self.distances.row(sign * (i as i64 - j as i64), span)
            })
        };
        let index = rows(1);
        let content = content(&projected, scale);
        let mut bias = Array3::zeros(content.dim());
        let [(key, ..), (query, ..)] = self.sources();
        let mut term = |weights: &Array3<T>, words: &Array3<T>, ids: Array2<usize>, by_query| {
            let vectors = project(self.positions.view(), weights);
            let by_row = products(words, &vectors);
            let products = each_head(by_row.dim().0, ids.dim(), |head| {
                let by_row = by_row.index_axis(Axis(0), head).mapv(|x| x * scale);
                // Keys have rows of their own in position to content: there a column is looked up.
                if by_query {
                    look_up(&by_row, &ids)
                } else {
                    look_up(&by_row, &turned(&ids)).reversed_axes()
                }
            });
            bias = sum(&bias, &products);
            PositionTerm { vectors, ids, products }
        };
        let to_position = key.map(|w| term(w, &projected.query, index.clone(), true));
        let to_content = query
            .map(|w| term(w, &projected.key, rows(if self.as_printed { -1 } else { 1 }), false));
        let scores = sum(&content, &bias);
        let allowed = allowed_pairs(tokens, mask, |_, _| true);
        let common = attended(scores, &allowed, &projected.value, &self.projections.output)?;
        let positions = self.positions.clone();
        Ok(DebertaTrace {
            common,
            projected,
            index,
            content,
            bias,
            to_position,
            to_content,
            positions,
        })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, dL/dP (`P`) and, where positions have weights of
        /// their own, `W_Kr` and `W_Qr`, from dL/dout `[N, m]`, given the sentence and its trace. Shared
        /// weights have both parts in W_K and W_Q.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        DebertaTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &DebertaTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (weights, projected) = (&trace.common.weights, &trace.projected);
        let (d_scores, d_value) = attention_backward(weights, &projected.value, d_heads, None);
        let scale = self.scale();
        let [mut d_query, mut d_key] = content_backward(projected, &d_scores, scale);
        let mut d_positions = Array2::zeros(self.positions.dim());
        let d_scores = scaled(&d_scores, scale);
        let [of_key, of_query] = self.sources();
        let both = [
            (of_key, &trace.to_position, &projected.query, &mut d_query, true),
            (of_query, &trace.to_content, &projected.key, &mut d_key, false),
        ];
        for ((weights, source, names), term, words, d_words, by_query) in both {
            let (Some(weights), Some(term)) = (weights, term) else { continue };
            let rows = self.positions.nrows();
            let d_by_row = if by_query {
                by_label(&d_scores, &term.ids, rows)
            } else {
                let d = d_scores.view().permuted_axes([0, 2, 1]).as_standard_layout().into_owned();
                by_label(&d, &turned(&term.ids), rows)
            };
            let [back, d_vectors] = products_backward(words, &term.vectors, &d_by_row);
            *d_words = sum(d_words, &back);
            let view = self.positions.view();
            let d_weights = project_backward(view, weights, &d_vectors, &mut d_positions);
            let [own, shared] = names;
            gradients.add(if *source == Source::Shared { shared } else { own }, d_weights);
        }
        gradients.add("P", d_positions);
        [d_query, d_key, d_value]
    }
}

fn turned(ids: &Array2<usize>) -> Array2<usize> {
    ids.t().as_standard_layout().into_owned()
}

impl<T: Real> AttentionMethod<T> for Deberta<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "DeBERTa".into(),
            paper: "He et al. 2021: DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
            equation: "Eq. 3 and 4; q^r as in the released code".into(),
            formula: "(q_i · k_j + q_i · k^r_ij + k_j · q^r_ij) / √(3d)".into(),
            direction: Knows::Yes,
            exact_distance: match self.distances {
                Distances::Exact => Knows::Partly("up to k"),
                Distances::Logarithmic { .. } => {
                    Knows::Partly("of near tokens; farther ones share rows")
                }
            },
            beyond_k: Knows::No,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let own = |source: &Source<T>| match source {
            Source::Own(weights) => weights.len(),
            Source::None | Source::Shared => 0,
        };
        let weights = own(&self.position_key) + own(&self.position_query);
        ParameterCount::own(self.positions.len() + weights, "2·k·D + 2·h·D·d")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for Deberta<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let mut own = vec![("P", cells_of(&mut self.positions))];
        for (name, source) in [("W_Kr", &mut self.position_key), ("W_Qr", &mut self.position_query)]
        {
            if let Source::Own(weights) = source {
                own.push((name, cells_of(weights)));
            }
        }
        own
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for DebertaTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const TABLES: &[TermAxis] = &[TermAxis::Head, TermAxis::Offset, TermAxis::Dimension];
        let of_pairs = |name, title, values| Term::new(name, title, PAPER, HEAD_PAIRS, values);
        let span = self.positions.nrows() as i64 / 2;
        let names = || (-span..span).map(|offset| offset.to_string()).collect();
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.push(
            Term::new("P", "P: a vector for each position", PAPER, OFFSETS, &self.positions)
                .with_rows(names()),
        );
        terms.push(Term::indices("index", "Row δ(i - j)", PAPER, PAIRS, &self.index));
        terms.push(of_pairs("content", "Content q_i · k_j, scaled", &self.content));
        if let Some(term) = &self.to_position {
            let vectors = Term::new("k_r", "k^r: P W_Kr", PAPER, TABLES, &term.vectors);
            terms.push(vectors.with_rows(names()));
            let title = "Content to position q_i · k^r_ij, scaled";
            terms.push(of_pairs("c2p", title, &term.products));
        }
        if let Some(term) = &self.to_content {
            let vectors = Term::new("q_r", "q^r: P W_Qr", PAPER, TABLES, &term.vectors);
            terms.push(vectors.with_rows(names()));
            let title = "Row of q^r of each pair";
            terms.push(Term::indices("index_p2c", title, PAPER, PAIRS, &term.ids));
            let title = "Position to content k_j · q^r_ij, scaled";
            terms.push(of_pairs("p2c", title, &term.products));
        }
        terms.push(of_pairs("bias", "Both terms of positions", &self.bias));
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeded_one() -> Deberta<f64> {
        Deberta::seeded(Projections::untrained(1, 2, 6, 4), 6, 3, 5)
    }

    fn embeddings() -> Array2<f64> {
        Array2::from_shape_fn((5, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5)
    }

    #[test]
    fn rows_by_hand() {
        // δ of a span of 3: offsets from 2 on share row 5, from -3 on row 0.
        let row = |offset| Distances::Exact.row(offset, 3);
        assert_eq!([-9, -3, -2, 0, 2, 3, 9].map(row), [0, 0, 1, 3, 5, 5, 5]);
        // A span of 4: exact to 2, then 2 + ⌈ln(r/2) / ln(7.5)⌉ up to 15.
        let far = Distances::Logarithmic { farthest: 16 };
        assert_eq!([1, 2, 3, 15, -3].map(|offset| far.bucket(offset, 4)), [1, 2, 3, 3, -3]);
    }

    #[test]
    fn a_term_that_is_left_out_leaves_the_divisor() {
        let x = embeddings();
        let run = |method: &Deberta<f64>| method.trace(&Sentence::new(x.view())).unwrap();
        let both = run(&seeded_one());
        let one = run(&Deberta { position_query: Source::None, ..seeded_one() });
        let (of_both, of_one) = (both.content[[0, 1, 2]], one.content[[0, 1, 2]]);
        assert!((of_both * 3_f64.sqrt() - of_one * 2_f64.sqrt()).abs() < 1e-12);
        assert!(one.term("p2c").is_none() && both.term("p2c").is_some());
        // Content to position, worked out for one pair: i - j = 1 is row 4.
        let (q, k_r) = (&one.projected.query, &one.to_position.as_ref().unwrap().vectors);
        let dot: f64 = (0..4).map(|c| q[[1, 3, c]] * k_r[[1, 4, c]]).sum();
        assert!((one.bias[[1, 3, 2]] - dot / 8_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn tables_without_two_sides_are_refused() {
        let x = embeddings();
        let refused =
            |method: Deberta<f64>| method.trace(&Sentence::new(x.view())).unwrap_err().to_string();
        let odd = Deberta { positions: Array2::zeros((5, 6)), ..seeded_one() };
        assert!(refused(odd).contains("it must be even"));
        let near = Distances::Logarithmic { farthest: 2 };
        assert!(refused(Deberta { distances: near, ..seeded_one() }).contains("beyond half"));
        let wrong = Source::Own(Array3::zeros((2, 5, 4)));
        assert!(refused(Deberta { position_key: wrong, ..seeded_one() }).contains("W_Kr"));
    }
}
