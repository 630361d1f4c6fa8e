//! What a method is given: the word vectors of a sentence, or the queries, keys and values that a model
//! made of it; and the tree and labels that some methods need. Nothing is parsed or looked up here.

use std::sync::Arc;

use ndarray::{Array3, ArrayView2};

use crate::Real;
use crate::attention::parameters::{finite_array, shape};
use crate::attention::{AttentionError, LayerInputs, Mask};
use crate::methods::tree::Tree;

/// One sentence of N tokens.
#[derive(Clone, Debug)]
pub struct Sentence<'a, T> {
    /// The word vectors, `[N, D]`, without positions.
    pub embeddings: ArrayView2<'a, T>,
    /// Which key a query may look at; between the N tokens.
    pub mask: Mask,
    /// The dependency tree over the N tokens and ROOT.
    pub tree: Option<&'a Tree>,
    /// One label for every token: the parts of speech.
    pub parts_of_speech: Option<&'a Labels>,
    /// One label for every token: its relation to its head.
    pub relations: Option<&'a Labels>,
    /// Word vectors of an earlier segment, `[M, D]`: only Transformer-XL looks at them.
    pub memory: Option<ArrayView2<'a, T>>,
    /// Queries, keys and values in place of word vectors, which are `[N, 0]` then: every method takes these
    /// as they are, and its own W_Q, W_K and W_V count for their [sizes](crate::attention::Projections::sizes)
    /// alone.
    pub projected: Option<&'a Projected<T>>,
}

/// What a layer of any model made of a sentence of N tokens, h heads of d dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Projected<T> {
    /// Q, `[h, N, d]`, so scaled that q·k / √d is the model's own score.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
}

impl<T: Real> Projected<T> {
    /// Queries, keys and values of a layer. What the model adds to its scores, its own way of telling
    /// positions, is left behind: a method puts its own in that place.
    ///
    /// # Errors
    /// As [`LayerInputs::check`].
    pub fn new(inputs: LayerInputs<T>) -> Result<Self, AttentionError> {
        inputs.check()?;
        let LayerInputs { mut query, key, value, scale, .. } = inputs;
        let usual = LayerInputs::<T>::usual_scale(query.dim().2);
        // At the usual scale the numbers stay as they are, to the bit.
        if scale != usual {
            query.mapv_inplace(|q| q * T::from_f64(scale / usual));
        }
        let standard = |array: Array3<T>| array.as_standard_layout().into_owned();
        Ok(Projected { query: standard(query), key: standard(key), value: standard(value) })
    }

    /// N.
    pub fn tokens(&self) -> usize {
        self.query.dim().1
    }

    /// Q, K and V, where they are of h heads of d dimensions.
    ///
    /// # Errors
    /// Where they are not, there is no token, or a number is not finite.
    pub(crate) fn of_sizes(&self, h: usize, d: usize) -> Result<[Array3<T>; 3], AttentionError> {
        let tokens = self.tokens();
        if tokens == 0 {
            return Err(AttentionError::Empty { what: "the sentence" });
        }
        let all = [("the query", &self.query), ("the key", &self.key), ("the value", &self.value)];
        for (what, array) in all {
            shape(what, array.shape(), &[h, tokens, d])?;
            finite_array(what, array)?;
        }
        Ok(all.map(|(_, array)| array.clone()))
    }
}

impl<'a, T> Sentence<'a, T> {
    /// Word vectors `[N, D]` alone: no mask, no tree, no labels, no memory.
    pub fn new(embeddings: ArrayView2<'a, T>) -> Self {
        Sentence {
            embeddings,
            mask: Mask::none(),
            tree: None,
            parts_of_speech: None,
            relations: None,
            memory: None,
            projected: None,
        }
    }

    /// With what a parser gives of it, where it is given.
    pub fn with_syntax(self, syntax: Option<&'a Syntax>) -> Self {
        Sentence {
            tree: syntax.map(|syntax| &syntax.tree),
            parts_of_speech: syntax.map(|syntax| &syntax.parts_of_speech),
            relations: syntax.map(|syntax| &syntax.relations),
            ..self
        }
    }
}

impl<'a, T: Real> Sentence<'a, T> {
    /// Queries, keys and values in place of word vectors.
    pub fn of_projected(projected: &'a Projected<T>) -> Self {
        let nothing = ArrayView2::from_shape((projected.tokens(), 0), &[]);
        let nothing = nothing.unwrap_or_else(|_| unreachable!("no columns, no cells"));
        Sentence { projected: Some(projected), ..Sentence::new(nothing) }
    }
}

/// One label of a vocabulary for every token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Labels {
    /// The index of each token's label in `names`, `[N]`.
    pub ids: Vec<usize>,
    /// The vocabulary, which many sentences share.
    pub names: Arc<[String]>,
}

/// What a parser gives of a sentence of N tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Syntax {
    /// The dependency tree over the tokens and ROOT.
    pub tree: Tree,
    /// The part of speech of every token.
    pub parts_of_speech: Labels,
    /// The relation of every token to its head.
    pub relations: Labels,
}
