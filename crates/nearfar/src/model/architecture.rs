//! What a model is made of, without its numbers: the names, shapes and starts of its tensors.

use crate::method::Method;

/// How the vectors of a sequence become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pooling {
    /// Their mean.
    Mean,
    /// Their mean weighted by softmax(tanh(x W_p + b_p) · q_p), the additive attention that the
    /// paper's models end on. `size` is the length of q_p.
    Attention {
        /// The length of q_p.
        size: usize,
    },
}

/// Which texts an example has, and how they become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Structure {
    /// One sequence of words.
    Single,
    /// Two sequences p and h, both encoded alike and classified by [p; h; |p - h|; p ∘ h].
    Pair,
    /// Any number of sentences: words to sentence vectors, sentence vectors to a document vector
    /// (Wu et al. 2021, section 4.1).
    Hierarchical,
}

impl Structure {
    /// Why a model of this structure says nothing of one sentence, in a sentence; `None` where it does.
    pub fn why_no_answer_to_one(self) -> Option<&'static str> {
        match self {
            Structure::Single => None,
            Structure::Pair => Some("This model reads two sentences; it has no answer to one."),
            Structure::Hierarchical => Some(
                "This model reads the sentences of a document, one by one; it has no answer to one alone.",
            ),
        }
    }
}

/// What a model is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Architecture {
    /// How words attend.
    pub method: Method,
    /// h, the heads.
    pub heads: usize,
    /// d, the dimensions of a head.
    pub dimensions: usize,
    /// D, the width of embeddings and of the residual stream.
    pub width: usize,
    /// The width of the feed-forward layer.
    pub feed_forward: usize,
    /// How the vectors of a sequence become one.
    pub pooling: Pooling,
    /// Which texts an example has.
    pub structure: Structure,
    /// The names of the classes, in the order of the logits.
    pub classes: Vec<String>,
}

/// How the values of a tensor start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Uniform within ±√(6 / (rows + columns)) (Glorot and Bengio 2010).
    Glorot,
    /// 0.
    Zero,
    /// 1.
    One,
    /// w or v of the heads: normal with mean 0 and deviation 1, or what the user asks for.
    Head,
}

/// A tensor of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// Its name in checkpoints.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// How it starts.
    pub start: Start,
}

impl TensorSpec {
    /// The number of its values.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why an architecture is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchitectureError {
    /// A size is 0 or larger than anything that could be computed.
    #[error("{what} is {found}, expected 1 to {highest}")]
    Size {
        /// Which size.
        what: &'static str,
        /// What it is.
        found: usize,
        /// The largest that is accepted.
        highest: usize,
    },
}

/// The largest head count, width or number of classes: far beyond what a page can train.
pub const LARGEST_SIZE: usize = 65_536;
/// The most numbers that one tensor may have, which every machine can count.
pub const LARGEST_TENSOR: usize = 1 << 28;

impl Architecture {
    /// That every size is possible.
    ///
    /// # Errors
    /// Where a size is 0 or beyond [`LARGEST_SIZE`].
    pub fn check(&self) -> Result<(), ArchitectureError> {
        let pooling = match self.pooling {
            Pooling::Mean => 1,
            Pooling::Attention { size } => size,
        };
        for (what, found) in [
            ("the number of heads", self.heads),
            ("the dimensions of a head", self.dimensions),
            ("the width of the embeddings", self.width),
            ("the width of the feed-forward layer", self.feed_forward),
            ("the size of the pooling", pooling),
            ("the number of classes", self.classes.len()),
        ] {
            if found == 0 || found > LARGEST_SIZE {
                return Err(ArchitectureError::Size { what, found, highest: LARGEST_SIZE });
            }
        }
        // Sizes are counted with care: 65,536 times itself is no number of a 32-bit machine.
        let features = if self.structure == Structure::Pair { 4 } else { 1 };
        for (what, sizes) in [
            ("the size of a projection", [self.width, self.heads, self.dimensions]),
            ("the size of the feed-forward layer", [self.width, self.feed_forward, 1]),
            ("the size of the pooling's projection", [self.width, pooling, 1]),
            ("the size of the classifier", [self.width, self.classes.len(), features]),
        ] {
            let product = sizes.iter().try_fold(1_usize, |product, &n| product.checked_mul(n));
            if product.is_none_or(|product| product > LARGEST_TENSOR) {
                let found = product.unwrap_or(usize::MAX);
                return Err(ArchitectureError::Size { what, found, highest: LARGEST_TENSOR });
            }
        }
        Ok(())
    }

    /// The width of what the classifier sees.
    pub fn features(&self) -> usize {
        match self.structure {
            Structure::Pair => 4 * self.width,
            Structure::Single | Structure::Hierarchical => self.width,
        }
    }

    /// The prefixes of the encoders' tensors: `words`, and `sentences` for hierarchical models.
    pub fn encoders(&self) -> &'static [&'static str] {
        match self.structure {
            Structure::Hierarchical => &["words", "sentences"],
            Structure::Single | Structure::Pair => &["words"],
        }
    }

    /// Every tensor of the model, in the order of the data's way. Matrices are `[inputs, outputs]`
    /// and multiply rows from the right; head i has the columns i·d to (i + 1)·d of query, key and
    /// value, and these rows of output. The embeddings are not among them.
    pub fn tensors(&self) -> Vec<TensorSpec> {
        let (width, all_heads) = (self.width, self.heads * self.dimensions);
        let mut tensors = Vec::new();
        let mut add = |name: String, shape: &[usize], start| {
            tensors.push(TensorSpec { name, shape: shape.to_vec(), start });
        };
        for encoder in self.encoders() {
            let mut add = |name: &str, shape: &[usize], start| {
                add(format!("{encoder}.{name}"), shape, start);
            };
            add("attention.query", &[width, all_heads], Start::Glorot);
            add("attention.key", &[width, all_heads], Start::Glorot);
            add("attention.value", &[width, all_heads], Start::Glorot);
            add("attention.output", &[all_heads, width], Start::Glorot);
            add("attention.w", &[self.heads], Start::Head);
            add("attention.v", &[self.heads], Start::Head);
            add("attention_norm.gain", &[width], Start::One);
            add("attention_norm.bias", &[width], Start::Zero);
            add("feed_forward.hidden.weight", &[width, self.feed_forward], Start::Glorot);
            add("feed_forward.hidden.bias", &[self.feed_forward], Start::Zero);
            add("feed_forward.output.weight", &[self.feed_forward, width], Start::Glorot);
            add("feed_forward.output.bias", &[width], Start::Zero);
            add("feed_forward_norm.gain", &[width], Start::One);
            add("feed_forward_norm.bias", &[width], Start::Zero);
            if let Pooling::Attention { size } = self.pooling {
                add("pooling.weight", &[width, size], Start::Glorot);
                add("pooling.bias", &[size], Start::Zero);
                add("pooling.query", &[size], Start::Glorot);
            }
        }
        add("classifier.weight".to_owned(), &[self.features(), self.classes.len()], Start::Glorot);
        add("classifier.bias".to_owned(), &[self.classes.len()], Start::Zero);
        tensors
    }

    /// How many numbers training can move, without embeddings: those of [`Architecture::tensors`] but w
    /// where the method has none and v where the mapping has none. They are in every checkpoint, and
    /// stay there what they were.
    pub fn numbers_to_learn(&self) -> usize {
        let is_read = |spec: &TensorSpec| match spec.start {
            Start::Head if spec.name.ends_with(".v") => self.learns_v(),
            Start::Head => self.method.knows_distance(),
            _ => true,
        };
        self.tensors().iter().filter(|spec| is_read(spec)).map(TensorSpec::len).sum()
    }

    /// Whether v has an effect on this model.
    pub fn learns_v(&self) -> bool {
        self.method.has_v()
    }
}
