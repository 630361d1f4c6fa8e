//! What a model is made of, without its numbers: the names, shapes and starts of its tensors.

use super::own::{OwnMethod, Sizes};
use crate::method::ModelMethod;

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
    /// One sequence of words, a class for each of them: no pooling, the classifier reads every word.
    Tokens,
}

impl Structure {
    /// How many texts an example has, at least and at most; `None` for any number.
    pub fn texts(self) -> (usize, Option<usize>) {
        match self {
            Structure::Single | Structure::Tokens => (1, Some(1)),
            Structure::Pair => (2, Some(2)),
            Structure::Hierarchical => (1, None),
        }
    }
}

/// What a model is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Architecture {
    /// How words attend.
    pub method: ModelMethod,
    /// h, the heads.
    pub heads: usize,
    /// d, the dimensions of a head.
    pub dimensions: usize,
    /// D, the width of embeddings and of the residual stream.
    pub width: usize,
    /// The width of the feed-forward layer.
    pub feed_forward: usize,
    /// How the vectors of a sequence become one; not read where [every word](Structure::Tokens) has a class.
    pub pooling: Pooling,
    /// Which texts an example has.
    pub structure: Structure,
    /// The names of the classes, in the order of the logits.
    pub classes: Vec<String>,
}

/// How the values of a tensor start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// Uniform within ±√(6 / (rows + columns)) (Glorot and Bengio 2010).
    Glorot,
    /// The same divided by √n.
    GlorotOver(usize),
    /// 0.
    Zero,
    /// 1.
    One,
    /// w or v of the heads: normal with mean 0 and deviation 1, or what the user asks for.
    Head,
    /// Uniform between two numbers.
    Uniform([f32; 2]),
}

/// What a tensor does: whether its start is kept beside what was learned, and how fast it learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A weight or a bias of an ordinary layer.
    Weight,
    /// Vectors of positions, which are multiplied with others: as fast as weights.
    PositionVector,
    /// Numbers that meet the scores themselves, as w and v do: they have a rate of their own.
    PositionScore,
}

impl Role {
    /// Whether it tells the method where tokens are.
    pub fn is_position(self) -> bool {
        self != Role::Weight
    }
}

/// A tensor of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorSpec {
    /// Its name in checkpoints.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// How it starts.
    pub start: Start,
    /// What it does.
    pub role: Role,
    /// The lowest and the highest value that it may have, where there are any.
    pub range: Option<[f32; 2]>,
    /// Which stream of seeded numbers it starts from: what all methods have starts alike in all.
    pub stream: u64,
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
    /// A size that the method is not defined for.
    #[error("{what} is {found}; {rule}")]
    Method {
        /// Which size.
        what: &'static str,
        /// What it is.
        found: usize,
        /// What it must be, as a sentence.
        rule: &'static str,
    },
    /// A method that does not go with the texts.
    #[error("{method} {rule}")]
    Texts {
        /// The method's name.
        method: &'static str,
        /// Why not, and what to do.
        rule: &'static str,
    },
}

/// The first stream of what a method has of its own, and how many an encoder has of them.
const OWN_STREAM: u64 = 1 << 16;

/// The tensors of a model as they are listed, each with its stream of seeded numbers.
#[derive(Default)]
struct Specs {
    specs: Vec<TensorSpec>,
    stream: u64,
}

impl Specs {
    /// What every method has: the next stream.
    fn add(&mut self, name: String, shape: &[usize], start: Start) {
        let role = if start == Start::Head { Role::PositionScore } else { Role::Weight };
        self.add_at(self.stream, name, shape, start, role);
        self.skip(1);
    }

    fn add_at(&mut self, stream: u64, name: String, shape: &[usize], start: Start, role: Role) {
        let shape = shape.to_vec();
        self.specs.push(TensorSpec { name, shape, start, role, range: None, stream });
    }

    /// Leaves out what this method has not, so that what follows starts as in others.
    fn skip(&mut self, count: u64) {
        self.stream += count;
    }

    fn add_own(&mut self, encoder: &str, method: OwnMethod, sizes: Sizes, first: u64) {
        let own = method.own(sizes);
        let specs = own.iter().zip(first..).map(|(own, stream)| own.spec(encoder, stream));
        self.specs.extend(specs);
    }
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
        let pooling = self.pooling_size().unwrap_or(1);
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
        let method = match self.method {
            ModelMethod::Lab(_) | ModelMethod::Lines(_) => None,
            ModelMethod::Own(method) => Some(method),
        };
        let rule = method.and_then(|method| method.misfit(self.sizes()));
        if let Some((what, found, rule)) = rule {
            return Err(ArchitectureError::Method { what, found, rule });
        }
        let texts = method.and_then(|method| {
            let rule = method.texts_misfit(self.structure, &self.classes)?;
            Some((method.kind().name(), rule))
        });
        if let Some((method, rule)) = texts {
            return Err(ArchitectureError::Texts { method, rule });
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

    /// The length of the pooling's query; `None` for the mean, and where every word has a class.
    pub fn pooling_size(&self) -> Option<usize> {
        match (self.structure, self.pooling) {
            (Structure::Tokens, _) | (_, Pooling::Mean) => None,
            (_, Pooling::Attention { size }) => Some(size),
        }
    }

    /// The width of what the classifier sees.
    pub fn features(&self) -> usize {
        match self.structure {
            Structure::Pair => 4 * self.width,
            Structure::Single | Structure::Hierarchical | Structure::Tokens => self.width,
        }
    }

    /// The prefixes of the encoders' tensors: `words`, and `sentences` for hierarchical models.
    pub fn encoders(&self) -> &'static [&'static str] {
        match self.structure {
            Structure::Hierarchical => &["words", "sentences"],
            Structure::Single | Structure::Pair | Structure::Tokens => &["words"],
        }
    }

    /// The sizes that a method's own numbers depend on.
    pub fn sizes(&self) -> Sizes {
        Sizes { heads: self.heads, dimensions: self.dimensions, width: self.width }
    }

    /// Every tensor of the model, in the order of the data's way. Matrices are `[inputs, outputs]`
    /// and multiply rows from the right; head i has the columns i·d to (i + 1)·d of query, key and
    /// value, and these rows of output. The embeddings are not among them.
    pub fn tensors(&self) -> Vec<TensorSpec> {
        let mut list = Specs::default();
        for (place, encoder) in self.encoders().iter().enumerate() {
            let first_own = OWN_STREAM + place as u64 * OWN_STREAM;
            match self.method {
                ModelMethod::Own(method) if method.definition().is_encoder => {
                    list.add_own(encoder, method, self.sizes(), first_own);
                }
                method => self.add_layer(&mut list, encoder, method, first_own),
            }
        }
        let (features, classes) = (self.features(), self.classes.len());
        list.add("classifier.weight".to_owned(), &[features, classes], Start::Glorot);
        list.add("classifier.bias".to_owned(), &[classes], Start::Zero);
        list.specs
    }

    /// An ordinary layer with attention, norms, feed-forward and pooling.
    fn add_layer(&self, list: &mut Specs, encoder: &str, method: ModelMethod, first_own: u64) {
        let (width, all_heads) = (self.width, self.heads * self.dimensions);
        let own = match method {
            ModelMethod::Lab(_) | ModelMethod::Lines(_) => None,
            ModelMethod::Own(method) => Some(method),
        };
        let slices_keys = own.is_some_and(|own| own.definition().slices_keys);
        let input = if slices_keys { all_heads } else { width };
        if slices_keys && width != all_heads {
            let shape = [width, all_heads];
            let name = format!("{encoder}.attention.input");
            list.add_at(first_own, name, &shape, Start::Glorot, Role::Weight);
        }
        let query = match own.map_or(1, |own| own.query_divisor(self.sizes())) {
            1 => Start::Glorot,
            divisor => Start::GlorotOver(divisor),
        };
        let mut add = |name: &str, shape: &[usize], start| {
            list.add(format!("{encoder}.{name}"), shape, start);
        };
        add("attention.query", &[input, all_heads], query);
        if slices_keys {
            list.skip(1);
        } else {
            add("attention.key", &[input, all_heads], Start::Glorot);
        }
        let mut add = |name: &str, shape: &[usize], start| {
            list.add(format!("{encoder}.{name}"), shape, start);
        };
        add("attention.value", &[input, all_heads], Start::Glorot);
        add("attention.output", &[all_heads, width], Start::Glorot);
        match (method, own) {
            (ModelMethod::Lines(_), _) => {
                add("attention.w", &[self.heads], Start::Head);
                list.skip(1);
                // f(x) = x + 1: at w = 0 that is 1 for all distances.
                for (stream, name) in (first_own..).zip(["k", "b"]) {
                    let name = format!("{encoder}.attention.{name}");
                    list.add_at(stream, name, &[self.heads], Start::One, Role::PositionScore);
                }
            }
            (_, None) => {
                add("attention.w", &[self.heads], Start::Head);
                add("attention.v", &[self.heads], Start::Head);
            }
            (_, Some(own)) => {
                list.skip(2);
                list.add_own(encoder, own, self.sizes(), first_own + 1);
            }
        }
        let mut add = |name: &str, shape: &[usize], start| {
            list.add(format!("{encoder}.{name}"), shape, start);
        };
        add("attention_norm.gain", &[width], Start::One);
        add("attention_norm.bias", &[width], Start::Zero);
        add("feed_forward.hidden.weight", &[width, self.feed_forward], Start::Glorot);
        add("feed_forward.hidden.bias", &[self.feed_forward], Start::Zero);
        add("feed_forward.output.weight", &[self.feed_forward, width], Start::Glorot);
        add("feed_forward.output.bias", &[width], Start::Zero);
        add("feed_forward_norm.gain", &[width], Start::One);
        add("feed_forward_norm.bias", &[width], Start::Zero);
        if let Some(size) = self.pooling_size() {
            add("pooling.weight", &[width, size], Start::Glorot);
            add("pooling.bias", &[size], Start::Zero);
            add("pooling.query", &[size], Start::Glorot);
        }
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
