//! The methods beside the Lab's two as a model learns them: what each has of its own, by the names that
//! checkpoints give it, and the method of [`crate::methods`] made from these numbers. What is so of one method
//! stands in its own file there, as a [`Learned`].

use ndarray::{Array1, Array2, Array3, ArrayD};

use super::architecture::{Role, Start, Structure, TensorSpec};
use super::cells::Each;
use crate::Real;
use crate::attention::parameters::shape;
use crate::attention::{AttentionError, Projections, TermRule};
use crate::methods::{AttentionMethod, Learns, MethodKind};
use crate::text::dependency::WordLabel;

/// A method beside the Lab's two, as a model learns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnMethod {
    kind: MethodKind,
    /// That of [`Own::number`]; 0 where it has none.
    number: usize,
}

/// What a model learns of a method, beside the projections of an ordinary layer: one type for each line of the table of
/// methods that models are trained with, in the method's own file.
pub(crate) trait Learned {
    /// What is so of it whatever its sizes are.
    const OWN: Own;
    /// The method.
    type Method<T: Real>: Learns<T> + 'static;

    /// What a cell of a tensor is of, by the tensor's name.
    fn each(_name: &str) -> Each {
        Each::Head
    }

    /// The rows of a tensor that have names of their own, by the method's number.
    fn rows(_number: usize) -> Option<OwnRows> {
        None
    }

    /// Where what it adds to the products of queries and keys, of heads of `size` dimensions on so many tokens, comes
    /// from; of one with u and v these say it, and of keys as well, or of a tree, nothing does.
    fn term_rule(_size: usize, _tokens: usize) -> TermRule {
        TermRule::Whole
    }

    /// Which size it is not defined for.
    fn misfit(_sizes: Sizes) -> Option<Misfit> {
        None
    }

    /// Its tensors for these sizes and its number, in the order of [`Learns::own`].
    fn tensors(_sizes: Sizes, _number: usize) -> Vec<OwnTensor> {
        Vec::new()
    }

    /// The method of a model's numbers.
    ///
    /// # Errors
    /// Where a tensor has another length than its shape.
    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Self::Method<T>, AttentionError>;
}

/// What is so of a method in a model whatever its sizes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// Another name that papers give it.
    pub alias: Option<&'static str>,
    /// The number that its name may carry in brackets.
    pub number: Option<OwnNumber>,
    /// Which label of every word it reads.
    pub guide: Option<WordLabel>,
    /// Whether it is an encoder of its own, from embeddings to the vector of the sentence, without
    /// projections, residuals, norms, feed-forward layer and pooling.
    pub is_encoder: bool,
    /// Whether keys are slices of the input (Yan et al. 2019, Eq. 16), which then must be h·d wide: W_in
    /// makes it so where D is another, and there is no W_K.
    pub slices_keys: bool,
    /// Whether scores are divided by √d, which T5 and TENER leave out.
    pub divides_scores: bool,
    /// Whether W_Q starts as much smaller as scores are larger without √d (Raffel et al. 2020, the released program).
    pub starts_queries_smaller: bool,
    /// The tensor whose rows are added to values by offset.
    pub added_to_values: Option<&'static str>,
}

impl Own {
    /// That of a method that has nothing of this, and divides scores by √d.
    pub(crate) const NOTHING: Own = Own {
        alias: None,
        number: None,
        guide: None,
        is_encoder: false,
        slices_keys: false,
        divides_scores: true,
        starts_queries_smaller: false,
        added_to_values: None,
    };
}

/// A number of a method: `rpr(16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnNumber {
    /// Its letter.
    pub letter: &'static str,
    /// What it is.
    pub what: &'static str,
    /// What it is where nobody says another.
    pub usual: usize,
    /// The most that it can be; the least is 1.
    pub most: usize,
    /// The same in words.
    pub must: &'static str,
}

/// Rows of a tensor that have names of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRows {
    /// The tensor.
    pub tensor: &'static str,
    /// What a row is of.
    pub of: &'static str,
    /// The same over a column.
    pub column: &'static str,
    /// The names.
    pub names: Vec<String>,
}

/// A size that a method is not defined for: what it is, its value, and what it must be.
pub type Misfit = (&'static str, usize, &'static str);

/// The first of these for d.
pub(crate) const OF_HEAD: &str = "the number of dimensions of a head";

/// What [`OwnMethod::with_numbers`] makes. A program that only runs methods carries no backward pass.
pub trait Making<T: Real> {
    /// The method behind its trait.
    type Method: ?Sized;

    /// A method as that.
    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method>;
}

/// A method that runs.
pub struct ToRun;

impl<T: Real> Making<T> for ToRun {
    type Method = dyn AttentionMethod<T>;

    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method> {
        Box::new(method)
    }
}

/// A method that runs and has a backward pass.
pub struct ToLearn;

impl<T: Real> Making<T> for ToLearn {
    type Method = dyn Learns<T>;

    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method> {
        Box::new(method)
    }
}

/// The sizes that own numbers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// h.
    pub heads: usize,
    /// d.
    pub dimensions: usize,
    /// D.
    pub width: usize,
}

impl Sizes {
    /// h·d.
    pub fn all_heads(self) -> usize {
        self.heads * self.dimensions
    }
}

/// A tensor that one method alone has.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnTensor {
    /// Its name, that of [`Learns::own`].
    pub name: &'static str,
    /// Its shape in a checkpoint.
    pub shape: Vec<usize>,
    /// How it starts.
    pub start: Start,
    /// What it does.
    pub role: Role,
    /// Whether heads are side by side in its columns, as in projections: `[D, h·d]` for `[h, D, d]`.
    pub is_in_columns: bool,
    /// Where its values must stay.
    pub range: Option<[f32; 2]>,
}

impl OwnTensor {
    /// One that may have any value.
    pub(crate) fn new(name: &'static str, shape: &[usize], start: Start, role: Role) -> Self {
        let shape = shape.to_vec();
        OwnTensor { name, shape, start, role, is_in_columns: false, range: None }
    }

    /// Vectors of positions.
    pub(crate) fn vectors(name: &'static str, shape: &[usize]) -> Self {
        OwnTensor::new(name, shape, Start::Glorot, Role::PositionVector)
    }

    /// Numbers that meet scores.
    pub(crate) fn scores(name: &'static str, shape: &[usize], start: Start) -> Self {
        OwnTensor::new(name, shape, start, Role::PositionScore)
    }

    /// Writes its gradient, as [`Learns::gradients`] has it, in the layout of checkpoints.
    pub fn write_gradient<T: Real>(&self, gradient: &ArrayD<T>, out: &mut [T]) {
        match (self.is_in_columns, gradient.shape()) {
            (true, &[_, _, d]) => {
                let all = self.shape.last().copied().unwrap_or(1);
                for (at, &value) in gradient.indexed_iter() {
                    if let Some(cell) = out.get_mut(at[1] * all + at[0] * d + at[2]) {
                        *cell = value;
                    }
                }
            }
            _ => out.iter_mut().zip(gradient).for_each(|(out, &value)| *out = value),
        }
    }

    /// As a tensor of an encoder, the `place`-th of the method's own.
    pub(super) fn spec(&self, encoder: &str, stream: u64) -> TensorSpec {
        let name = own_name(encoder, self);
        let (shape, start, role, range) = (self.shape.clone(), self.start, self.role, self.range);
        TensorSpec { name, shape, start, role, range, stream }
    }
}

/// The name of an own tensor in checkpoints: `words.attention.position.u`, `words.disan.fw_W_h`.
pub fn own_name(encoder: &str, own: &OwnTensor) -> String {
    let part = if own.role == Role::Weight { "disan" } else { "attention.position" };
    format!("{encoder}.{part}.{}", own.name)
}

/// The numbers of a model, from which a method is made: its own tensors one after the other.
pub(crate) struct Numbers<'a, T> {
    /// W_Q, W_K, W_V and W_O.
    pub projections: Projections<T>,
    /// W_in, where there is one.
    pub input: Option<Array2<T>>,
    /// h, d and D.
    pub sizes: Sizes,
    /// That of [`Own::number`].
    pub number: usize,
    own: std::vec::IntoIter<OwnTensor>,
    find: &'a mut dyn FnMut(&OwnTensor) -> Vec<T>,
}

impl<T: Real> Numbers<'_, T> {
    /// The next tensor; a vector is one row.
    pub fn next(&mut self) -> Result<Array2<T>, AttentionError> {
        let Some(own) = self.own.next() else { return Ok(Array2::zeros((0, 0))) };
        let values = (self.find)(&own);
        matrix_of(&own, values)
    }

    /// The next tensor, which is a vector.
    pub fn next_vector(&mut self) -> Result<Array1<T>, AttentionError> {
        Ok(Array1::from(self.next()?.into_raw_vec_and_offset().0))
    }

    /// That no model learns the method.
    pub fn of_no_model(&self) -> AttentionError {
        AttentionError::Shape {
            what: "a method that no model learns",
            found: vec![self.own.len()],
            expected: Vec::new(),
        }
    }
}

impl OwnMethod {
    /// A method with its usual number; `None` for one that no model learns beside the Lab's two.
    pub fn new(kind: MethodKind) -> Option<OwnMethod> {
        let own = kind.own()?;
        Some(OwnMethod { kind, number: own.number.map_or(0, |number| number.usual) })
    }

    /// Every one, with its usual number.
    pub fn all() -> impl Iterator<Item = OwnMethod> {
        MethodKind::ALL.into_iter().filter_map(|(kind, _)| OwnMethod::new(kind))
    }

    /// Its row among all methods.
    pub fn kind(self) -> MethodKind {
        self.kind
    }

    /// What a model learns of it.
    pub fn definition(self) -> &'static Own {
        self.kind.own().unwrap_or(const { &Own::NOTHING })
    }

    /// The number that its name may carry, and what it is here.
    pub fn number(self) -> Option<(OwnNumber, usize)> {
        Some((self.definition().number?, self.number))
    }

    /// The same method with another number; without one, the method as it is.
    pub fn with_number(self, number: usize) -> OwnMethod {
        match self.definition().number {
            Some(_) => OwnMethod { number, ..self },
            None => self,
        }
    }

    /// Whether it reads what a parser gives of a sentence: then it is for treebanks alone.
    pub fn needs_syntax(self) -> bool {
        self.kind.definition().needs.syntax()
    }

    /// Which size the method is not defined for, if any.
    pub(super) fn misfit(self, sizes: Sizes) -> Option<Misfit> {
        let of_number = self.number().filter(|(of, number)| !(1..=of.most).contains(number));
        let of_number = of_number.map(|(of, number)| (of.what, number, of.must));
        of_number.or_else(|| self.kind.misfit(sizes))
    }

    /// Why it does not go with such texts and classes, and what to do, as the end of a sentence; `None` where it does.
    pub(super) fn texts_misfit(
        self,
        structure: Structure,
        classes: &[String],
    ) -> Option<&'static str> {
        let is_answer =
            |label: WordLabel| classes.iter().any(|class| label.names().contains(class));
        let own = self.definition();
        match structure {
            Structure::Tokens if own.is_encoder => Some(
                "gives a text one vector and its words none to classify: choose another method",
            ),
            Structure::Single | Structure::Pair | Structure::Hierarchical
                if self.needs_syntax() =>
            {
                Some(
                    "reads what a parser gives of every sentence, which these texts do not have: train it on a \
                     treebank (CoNLL-U), where every word has a class",
                )
            }
            Structure::Tokens if own.guide.is_some_and(is_answer) => Some(
                "reads the label of every word that the model is to answer, and would learn to copy it: let it learn \
                 the other label (special-pos relations, special-relation parts of speech)",
            ),
            _ => None,
        }
    }

    /// What W_Q's start is divided by, squared.
    pub(super) fn query_divisor(self, sizes: Sizes) -> usize {
        if self.definition().starts_queries_smaller { sizes.dimensions } else { 1 }
    }

    /// What it has of its own beside projections, in the order of [`Learns::own`].
    pub fn own(self, sizes: Sizes) -> Vec<OwnTensor> {
        self.kind.tensors(sizes, self.number)
    }

    /// What a cell of one of these is of, by its name.
    pub fn each(self, name: &str) -> Each {
        self.kind.each(name)
    }

    /// The rows of one of these that have names of their own.
    pub fn rows(self) -> Option<OwnRows> {
        self.kind.rows(self.number)
    }

    /// Where what it adds to the products of queries and keys, of heads of `size` dimensions on `tokens` tokens, comes
    /// from; of one with u and v these say it.
    pub fn term_rule(self, size: usize, tokens: usize) -> TermRule {
        self.kind.term_rule(size, tokens)
    }

    /// The method of its numbers: `projections` of an ordinary layer (none are read of an [encoder](Own::is_encoder)),
    /// W_in where there is one, and `find` for the values of each own tensor, in the shape that checkpoints have.
    ///
    /// # Errors
    /// Where a tensor has another length than its shape.
    pub fn with_numbers<T: Real, M: Making<T>>(
        self,
        sizes: Sizes,
        projections: Projections<T>,
        input: Option<Array2<T>>,
        find: &mut dyn FnMut(&OwnTensor) -> Vec<T>,
    ) -> Result<Box<M::Method>, AttentionError> {
        let own = self.own(sizes).into_iter();
        let number = self.number;
        self.kind.of_numbers::<T, M>(Numbers { projections, input, sizes, number, own, find })
    }
}

/// The values of an own tensor as a matrix; a vector is one row.
fn matrix_of<T>(own: &OwnTensor, values: Vec<T>) -> Result<Array2<T>, AttentionError> {
    let columns = own.shape.last().copied().unwrap_or(1);
    let rows = own.shape.iter().product::<usize>() / columns.max(1);
    let wrong = AttentionError::Shape {
        what: "a tensor of the method's own",
        found: vec![values.len()],
        expected: own.shape.clone(),
    };
    Array2::from_shape_vec((rows, columns), values).map_err(|_| wrong)
}

/// Projections of width 0, for a method that is used as [`crate::methods::AttentionCore`] alone.
pub fn without_projections<T: Real>(sizes: Sizes) -> Projections<T> {
    let none = || Array3::zeros((sizes.heads, 0, sizes.dimensions));
    let output = Array2::zeros((sizes.all_heads(), 0));
    Projections { query: none(), key: none(), value: none(), output }
}

/// The projections of a method from matrices with heads side by side; W_K is `None` where keys are slices.
pub(super) fn projections_of<T: Real>(
    heads: usize,
    [query, value, output]: [Array2<T>; 3],
    key: Option<Array2<T>>,
) -> Result<Projections<T>, AttentionError> {
    let key = key.unwrap_or_else(|| Array2::zeros(query.dim()));
    shape("W_K", key.shape(), query.shape())?;
    Projections::from_columns(heads, query.view(), key.view(), value.view(), output)
}
