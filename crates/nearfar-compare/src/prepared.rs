//! A sentence as methods need it: words with their tree and labels, or what a layer of a model made of it.

use std::sync::Arc;

use ndarray::Array3;
use nearfar::attention::{HeadParameters, LayerInputs, TermRule};
use nearfar::methods::{Projected, Syntax};
use nearfar::text::dependency::DependencyTree;
use nearfar_kit::f32s;

use crate::entry::Shared;
use crate::protocol::{Layer, Why};

/// A sentence as methods need it.
pub struct Prepared {
    pub tree: DependencyTree,
    pub syntax: Syntax,
    pub words: Vec<String>,
    pub memory: Vec<String>,
    /// What a model made of it, in place of words.
    pub projected: Option<Arc<Projected<f32>>>,
    /// Whether the tree is over its tokens.
    pub has_tree: bool,
}

impl Prepared {
    pub fn new(tree: DependencyTree, memory: &[String]) -> Prepared {
        let words = tree.tokens().into_iter().map(|token| token.word).collect();
        Prepared {
            syntax: tree.syntax(),
            words,
            memory: memory.to_vec(),
            projected: None,
            has_tree: true,
            tree,
        }
    }

    /// The same sentence as a model read it: its own tokens, over which there is a tree where they are the
    /// words. An earlier segment would have to go through the model too.
    pub fn read_by(mut self, held: &Held) -> Prepared {
        let forms = self.tree.words().iter().map(|word| &word.form);
        self.has_tree = forms.eq(&held.layer.labels);
        self.words = held.layer.labels.clone();
        self.memory = Vec::new();
        self.projected = Some(Arc::clone(&held.projected));
        self
    }

    pub fn count(&self) -> usize {
        self.words.len()
    }
}

/// A layer that was handed over.
pub struct Held {
    pub layer: Layer,
    pub projected: Arc<Projected<f32>>,
}

impl Held {
    /// From Q, K and V, `[h, N, d]` each.
    pub fn read(layer: Layer, bytes: &[Vec<u8>]) -> Result<Held, Why> {
        let sizes = (layer.heads, layer.labels.len(), layer.size);
        let array = |place: usize| {
            let bytes = bytes.get(place).map(Vec::as_slice).unwrap_or_default();
            let is_whole = bytes.len().is_multiple_of(size_of::<f32>());
            let array = Array3::from_shape_vec(sizes, f32s(bytes)).ok().filter(|_| is_whole);
            array.ok_or(Why::LayerMisfit)
        };
        let (query, key, value) = (array(0)?, array(1)?, array(2)?);
        let Layer { scale, causal, .. } = layer;
        // The model's own bias is its own way of telling positions, see `Projected`.
        let rule = TermRule::Whole;
        let inputs = LayerInputs { query, key, value, scale, bias: None, rule, causal };
        let projected = Projected::new(inputs).map_err(Why::refused)?;
        Ok(Held { layer, projected: Arc::new(projected) })
    }

    pub fn shared(&self) -> Shared {
        let own = self.layer.own.iter().map(|&[w, v]| HeadParameters { w, v }).collect();
        Shared::of_layer(self.layer.heads, self.layer.size, own)
    }
}
