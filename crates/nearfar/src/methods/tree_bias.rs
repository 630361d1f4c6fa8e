//! Structured attentional bias: a learned vector for the tree distance or the tree traversal between
//! two tokens, added to the key; alone, or together with that of the relative position (thesis on
//! structured attentional bias).

use ndarray::{Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Projections};
use crate::methods::gradient::{
    attention_backward, backward_between, looked_up_backward, products_backward, scaled,
};
use crate::methods::loops::{
    check_scores, inverse_root, looked_up_products, products, queries_keys_values, seeded, softmax,
    sum, weighted_values,
};
use crate::methods::shaw::{offset_names, relative_indices};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, PAIRS, TABLE};
use crate::methods::tree::{
    TreePath, distance_vocabulary, traversal_table_rows, traversal_vocabulary,
};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Sentence, Term, cells_of,
};
use crate::model::Each;
use crate::model::own::{Learned, Numbers, Own, OwnNumber, OwnRows, OwnTensor, Sizes};

/// What a bias is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BiasLabel {
    /// b_ij: the relative position, clipped at k = `longest`, as in Shaw et al. 2018.
    RelativePosition,
    /// t_ij: the tree distance, one label for all beyond `longest` edges.
    TreeDistance,
    /// t_ij: the tree traversal, one label for all beyond `longest` characters.
    TreeTraversal,
}

/// One table of bias vectors, shared by all heads.
#[derive(Clone, Debug, PartialEq)]
pub struct BiasTable<T> {
    /// What is looked up.
    pub label: BiasLabel,
    /// k, the longest distance or the longest traversal that has a row of its own; at least 1.
    pub longest: usize,
    /// The vectors, `[rows, d]`; see [`BiasLabel::rows`].
    pub table: Array2<T>,
}

impl BiasLabel {
    /// The rows of a table: 2k+1, m+2, or [`traversal_table_rows`].
    pub fn rows(self, longest: usize) -> usize {
        match self {
            BiasLabel::RelativePosition => 2 * longest + 1,
            BiasLabel::TreeDistance => longest + 2,
            BiasLabel::TreeTraversal => traversal_table_rows(longest),
        }
    }

    /// The names of the rows.
    pub fn names(self, longest: usize) -> Vec<String> {
        match self {
            BiasLabel::RelativePosition => offset_names(2 * longest + 1),
            BiasLabel::TreeDistance => distance_vocabulary(longest),
            BiasLabel::TreeTraversal => traversal_vocabulary(longest),
        }
    }

    /// The name of its products, and of the gradient of its table.
    fn name(self) -> &'static str {
        match self {
            BiasLabel::RelativePosition => "relpos",
            BiasLabel::TreeDistance => "tree",
            BiasLabel::TreeTraversal => "traversal",
        }
    }

    /// The row of every pair, `[N, N]`, given the ways of the tree between tokens.
    fn ids(
        self,
        longest: usize,
        tokens: usize,
        ways: Option<&Array2<TreePath>>,
    ) -> Option<Array2<usize>> {
        match self {
            BiasLabel::RelativePosition => Some(relative_indices(tokens, longest)),
            BiasLabel::TreeDistance => Some(ways?.mapv(|way| way.distance_label(longest))),
            BiasLabel::TreeTraversal => Some(ways?.mapv(|way| way.traversal_label(longest))),
        }
    }
}

/// e_ij = q_i · (k_j + b_ij + t_ij) / √d, with any of the two; no bias on the values.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeBias<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// The tables whose vectors are added to the keys, at least one.
    pub biases: Vec<BiasTable<T>>,
}

/// Tree distance alone.
pub const DISTANCE: Definition = Definition {
    name: "tree-distance",
    short: "Tree distance",
    needs: Needs { tree: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// Tree traversal alone.
pub const TRAVERSAL: Definition = Definition {
    name: "tree-traversal",
    short: "Tree traversal",
    needs: Needs { tree: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// Tree distance and relative position.
pub const DISTANCE_RELATIVE: Definition = Definition {
    name: "tree-distance-rpr",
    short: "Tree distance + RPR",
    needs: Needs { tree: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// Tree traversal and relative position.
pub const TRAVERSAL_RELATIVE: Definition = Definition {
    name: "tree-traversal-rpr",
    short: "Traversal + RPR",
    needs: Needs { tree: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// What a model learns of tree distances. m, where nobody says another, is a choice of ours: the paper names none. No
/// sentence is longer than the most.
pub(crate) struct ByDistance;

impl Learned for ByDistance {
    const OWN: Own = Own {
        number: Some(OwnNumber {
            letter: "m",
            what: "m of tree distances",
            usual: 8,
            most: crate::text::MAX_TOKENS,
            must: "it must be from 1 to 512",
        }),
        ..Own::NOTHING
    };
    type Method<T: Real> = TreeBias<T>;

    fn each(_: &str) -> Each {
        // The rooms have no names for its rows.
        Each::Whole
    }

    fn rows(longest: usize) -> Option<OwnRows> {
        let names = BiasLabel::TreeDistance.names(longest);
        Some(OwnRows { tensor: "tree", of: "tree distance", column: "edges", names })
    }

    fn tensors(sizes: Sizes, longest: usize) -> Vec<OwnTensor> {
        let rows = BiasLabel::TreeDistance.rows(longest);
        vec![OwnTensor::vectors("tree", &[rows, sizes.dimensions])]
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<TreeBias<T>, AttentionError> {
        biased_by(BiasLabel::TreeDistance, numbers)
    }
}

/// The same of tree traversals. m, where nobody says another, is a choice of ours; the table grows with its square.
pub(crate) struct ByTraversal;

impl Learned for ByTraversal {
    const OWN: Own = Own {
        number: Some(OwnNumber {
            letter: "m",
            what: "m of tree traversals",
            usual: 6,
            most: 64,
            must: "it must be from 1 to 64",
        }),
        ..Own::NOTHING
    };
    type Method<T: Real> = TreeBias<T>;

    fn each(name: &str) -> Each {
        ByDistance::each(name)
    }

    fn rows(longest: usize) -> Option<OwnRows> {
        let names = BiasLabel::TreeTraversal.names(longest);
        Some(OwnRows { tensor: "traversal", of: "way in the tree", column: "way", names })
    }

    fn tensors(sizes: Sizes, longest: usize) -> Vec<OwnTensor> {
        let rows = BiasLabel::TreeTraversal.rows(longest);
        vec![OwnTensor::vectors("traversal", &[rows, sizes.dimensions])]
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<TreeBias<T>, AttentionError> {
        biased_by(BiasLabel::TreeTraversal, numbers)
    }
}

fn biased_by<T: Real>(
    label: BiasLabel,
    mut numbers: Numbers<T>,
) -> Result<TreeBias<T>, AttentionError> {
    let bias = BiasTable { label, longest: numbers.number, table: numbers.next()? };
    Ok(TreeBias { projections: numbers.projections, biases: vec![bias] })
}

fn relative_label(options: &Options) -> (BiasLabel, usize) {
    (BiasLabel::RelativePosition, options.clip)
}

fn distance_label(options: &Options) -> (BiasLabel, usize) {
    (BiasLabel::TreeDistance, options.longest_distance)
}

fn traversal_label(options: &Options) -> (BiasLabel, usize) {
    (BiasLabel::TreeTraversal, options.longest_traversal)
}

fn with_labels<T: Real>(options: &Options, labels: &[(BiasLabel, usize)]) -> TreeBias<T> {
    TreeBias::seeded(options.projections(), labels, options.seed)
}

pub(crate) fn distance<T: Real>(options: &Options) -> TreeBias<T> {
    with_labels(options, &[distance_label(options)])
}

pub(crate) fn traversal<T: Real>(options: &Options) -> TreeBias<T> {
    with_labels(options, &[traversal_label(options)])
}

pub(crate) fn distance_relative<T: Real>(options: &Options) -> TreeBias<T> {
    with_labels(options, &[relative_label(options), distance_label(options)])
}

pub(crate) fn traversal_relative<T: Real>(options: &Options) -> TreeBias<T> {
    with_labels(options, &[relative_label(options), traversal_label(options)])
}

/// What one table did.
#[derive(Clone, Debug, PartialEq)]
pub struct BiasTrace<T> {
    /// The table.
    pub bias: BiasTable<T>,
    /// The row of every pair, `[N, N]`.
    pub ids: Array2<usize>,
    /// q_i · table[ids[i, j]], unscaled, `[h, N, N]`.
    pub products: Array3<T>,
}

/// A sentence through [`TreeBias`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct TreeBiasTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// q_i · k_j, unscaled, `[h, N, N]`.
    pub content: Array3<T>,
    /// q_i · (b_ij + t_ij), unscaled, `[h, N, N]`.
    pub position: Array3<T>,
    /// One entry for each table.
    pub biases: Vec<BiasTrace<T>>,
}

impl<T: Real> TreeBias<T> {
    /// Seeded tables over given projections. Rows are standard normal: a choice of ours.
    pub fn seeded(projections: Projections<T>, labels: &[(BiasLabel, usize)], seed: u64) -> Self {
        let d = projections.dimensions();
        let table = |&(label, longest): &(BiasLabel, usize)| {
            // The stream of a^K, so that relative positions have the vectors that Shaw's keys have.
            let stream = match label {
                BiasLabel::RelativePosition => 0,
                BiasLabel::TreeDistance => 6,
                BiasLabel::TreeTraversal => 7,
            };
            let table = seeded(seed, stream, (label.rows(longest), d), 1.0);
            BiasTable { label, longest, table }
        };
        TreeBias { biases: labels.iter().map(table).collect(), projections }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Missing`] without a tree where a table needs one.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<TreeBiasTrace<T>, MethodError> {
        let projected = queries_keys_values(&self.projections, sentence)?;
        self.core_forward(projected, sentence)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`TreeBias::trace`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        sentence: &Sentence<T>,
    ) -> Result<TreeBiasTrace<T>, MethodError> {
        let (h, tokens, d) = query.dim();
        let ways = match sentence.tree {
            Some(tree) => {
                shape("the tree over the sentence", &[tree.tokens()], &[tokens])?;
                Some(tree.token_ways())
            }
            None => None,
        };
        let content = products(&query, &key);
        let mut position = Array3::zeros((h, tokens, tokens));
        let mut biases = Vec::with_capacity(self.biases.len());
        for bias in &self.biases {
            shape("a table of biases", bias.table.shape(), &[bias.label.rows(bias.longest), d])?;
            finite("a table of biases", bias.table.iter())?;
            let ids = bias
                .label
                .ids(bias.longest, tokens, ways.as_ref())
                .ok_or(MethodError::Missing { method: "a tree bias", what: "a dependency tree" })?;
            let products = looked_up_products(&query, &bias.table, &ids);
            position = sum(&position, &products);
            biases.push(BiasTrace { bias: bias.clone(), ids, products });
        }
        let scale = inverse_root(d);
        let scores = sum(&content, &position).mapv(|score: T| score * scale);
        check_scores(&scores)?;
        let weights = softmax(&scores, &sentence.mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(TreeBiasTrace { common, query, key, value, content, position, biases })
    }

    fn has(&self, label: BiasLabel) -> bool {
        self.biases.iter().any(|bias| bias.label == label)
    }
}

impl<T: Real> AttentionMethod<T> for TreeBias<T> {
    fn facts(&self) -> Facts {
        let relative = self.has(BiasLabel::RelativePosition);
        let (distance, traversal) =
            (self.has(BiasLabel::TreeDistance), self.has(BiasLabel::TreeTraversal));
        Facts {
            title: match (distance, traversal, relative) {
                (true, false, false) => "Tree distance",
                (true, false, true) => "Tree distance + relative position",
                (false, true, false) => "Tree traversal",
                (false, true, true) => "Tree traversal + relative position",
                (false, false, _) => "Relative position, keys only",
                (true, true, _) => "Tree distance + tree traversal",
            }
            .into(),
            paper: "Thesis chapter: Enriching the Encoder by Targeting Self-Attention",
            equation: match (distance || traversal, relative) {
                (true, true) => "section Structured Attentional Bias, third equation",
                (true, false) => "section Structured Attentional Bias, third equation without b",
                (false, _) => "section Structured Attentional Bias, second equation",
            }
            .into(),
            formula: match (distance || traversal, relative) {
                (true, true) => "q_i · (k_j + b_ij + t_ij) / √d",
                (true, false) => "q_i · (k_j + t_ij) / √d",
                (false, _) => "q_i · (k_j + b_ij) / √d",
            }
            .into(),
            direction: match (relative, traversal) {
                (true, _) => Knows::Yes,
                (false, true) => Knows::Partly("which side a sibling stands on"),
                (false, false) => Knows::No,
            },
            exact_distance: if relative { Knows::Partly("up to k tokens") } else { Knows::No },
            beyond_k: Knows::No,
            syntax: match (distance, traversal) {
                (_, true) => Knows::Partly("the way through the tree, up to its largest length"),
                (true, false) => Knows::Partly("the distance in the tree, up to the largest"),
                (false, false) => Knows::No,
            },
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let own = self.biases.iter().map(|bias| bias.table.len()).sum();
        let relative = self.has(BiasLabel::RelativePosition);
        let formula = match (self.has(BiasLabel::TreeTraversal), relative) {
            (true, false) => "((m+1)(m+2)/2 + m + 2)·d",
            (true, true) => "((m+1)(m+2)/2 + m + 2)·d + (2k+1)·d",
            (false, true) if self.has(BiasLabel::TreeDistance) => "(m+2)·d + (2k+1)·d",
            (false, true) => "(2k+1)·d",
            (false, false) => "(m+2)·d",
        };
        ParameterCount::own(own, formula)
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> TreeBias<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/dtable (`relpos`, `tree`, `traversal`)
        /// from dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        TreeBiasTrace
    }

    /// The backward pass through [`TreeBias::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &TreeBiasTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, d_key] = products_backward(&trace.query, &trace.key, &d_products);
        for one in &trace.biases {
            let table = &one.bias.table;
            let d_table =
                looked_up_backward(&trace.query, table, &one.ids, &d_products, &mut d_query);
            gradients.add(one.bias.label.name(), d_table);
        }
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for TreeBias<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let tables = self.biases.iter_mut();
        tables.map(|bias| (bias.label.name(), cells_of(&mut bias.table))).collect()
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(TreeBias, TreeBiasTrace, |sentence| sentence);

impl<T: Real> Explained<T> for TreeBiasTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SECOND: &str = "Thesis on structured bias, second equation";
        const THIRD: &str = "Thesis on structured bias, third equation";
        let mut terms = vec![
            Term::new("q", "Queries x W_Q", SECOND, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", SECOND, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", SECOND, HEAD_TOKENS, &self.value),
            Term::new("content", "Content q_i · k_j", SECOND, HEAD_PAIRS, &self.content),
        ];
        for BiasTrace { bias, ids, products } in &self.biases {
            let (names, titles, source) = match bias.label {
                BiasLabel::RelativePosition => (
                    ["ids_relpos", "tab_relpos", "relpos"],
                    [
                        "Row of b: clip(j - i, -k, k) + k",
                        "b by relative position",
                        "Relative position q_i · b_ij",
                    ],
                    SECOND,
                ),
                BiasLabel::TreeDistance => (
                    ["ids_tree", "tab_tree", "tree"],
                    [
                        "Tree distance, clipped at the largest",
                        "t by tree distance",
                        "Tree distance q_i · t_ij",
                    ],
                    THIRD,
                ),
                BiasLabel::TreeTraversal => (
                    ["ids_traversal", "tab_traversal", "traversal"],
                    [
                        "Row of t: tree traversal",
                        "t by tree traversal",
                        "Tree traversal q_i · t_ij",
                    ],
                    THIRD,
                ),
            };
            let rows = bias.label.names(bias.longest);
            terms.push(
                Term::indices(names[0], titles[0], source, PAIRS, ids).with_rows(rows.clone()),
            );
            terms.push(Term::new(names[1], titles[1], source, TABLE, &bias.table).with_rows(rows));
            terms.push(Term::new(names[2], titles[2], source, HEAD_PAIRS, products));
        }
        let title = "Position q_i · (b_ij + t_ij)";
        terms.push(Term::new("position", title, THIRD, HEAD_PAIRS, &self.position));
        terms.extend(self.common.terms(["e", "attn", "z", "concat", "out"], THIRD));
        terms
    }
}
