//! What a method is given: the word vectors of a sentence, and the tree and labels that some
//! methods need. Nothing is parsed or looked up here.

use ndarray::ArrayView2;

use crate::attention::Mask;
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
        }
    }
}

/// One label of a vocabulary for every token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The index of each token's label in `names`, `[N]`.
    pub ids: Vec<usize>,
    /// The vocabulary.
    pub names: Vec<String>,
}
