//! The numbers that training moves: named tensors with their Adam moments, and the embedding table.

use nearfar::model::{Architecture, Start, TensorSpec};
use nearfar::settings::Choice;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

/// A tensor of the architecture that values lack, or that has another length there: its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is missing")]
pub struct MissingTensor(pub String);

/// One tensor of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name and shape.
    pub spec: TensorSpec,
    /// Row-major.
    pub values: Vec<f32>,
    /// Adam's means of the gradient and of its square.
    pub moments: Moments,
}

/// Adam's two running means, each as long as what they belong to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// Of the gradient.
    pub first: Vec<f32>,
    /// Of its square.
    pub second: Vec<f32>,
}

impl Moments {
    /// All 0.
    pub fn zero(len: usize) -> Moments {
        Moments { first: vec![0.0; len], second: vec![0.0; len] }
    }
}

/// How w and v of the heads start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HeadStart {
    /// Normal with mean 0 and deviation 1.
    #[default]
    Normal,
    /// 0: no preference.
    Zero,
}

/// In links and in files.
impl Choice for HeadStart {
    const ALL: &'static [(Self, &'static str)] =
        &[(HeadStart::Zero, "zero"), (HeadStart::Normal, "normal")];
}

/// Every tensor of a model but the embeddings.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    list: Vec<Parameter>,
}

impl Parameters {
    /// Seeded starts, the same on every machine. Each tensor has its own stream of the generator,
    /// so that another head start leaves the others as they are, and what two methods both have starts
    /// alike.
    pub fn start(architecture: &Architecture, seed: u64, heads: HeadStart) -> Parameters {
        let start = |spec: TensorSpec| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(spec.stream);
            let values = start_values(&spec, heads, &mut rng);
            Parameter { moments: Moments::zero(values.len()), values, spec }
        };
        Parameters { list: architecture.tensors().into_iter().map(start).collect() }
    }

    /// From given values; `find` has those of each name.
    ///
    /// # Errors
    /// Where a tensor is missing or has another length.
    pub fn from_values(
        architecture: &Architecture,
        mut find: impl FnMut(&TensorSpec) -> Option<Vec<f32>>,
    ) -> Result<Parameters, MissingTensor> {
        let mut list = Vec::new();
        for spec in architecture.tensors() {
            let values = find(&spec).filter(|values| values.len() == spec.len());
            let values = values.ok_or_else(|| MissingTensor(spec.name.clone()))?;
            list.push(Parameter { moments: Moments::zero(values.len()), values, spec });
        }
        Ok(Parameters { list })
    }

    /// In the order of [`Architecture::tensors`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Parameter> {
        self.list.iter()
    }

    /// As [`Parameters::iter`], to be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Parameter> {
        self.list.iter_mut()
    }

    /// Where a name stands.
    ///
    /// # Panics
    /// Where the architecture has no such tensor.
    #[cfg(feature = "graph")]
    pub(crate) fn place(&self, name: &str) -> usize {
        let place = self.list.iter().position(|parameter| parameter.spec.name == name);
        place.unwrap_or_else(|| unreachable!("{name} is no tensor of the architecture"))
    }

    /// The values of a name.
    pub fn get(&self, name: &str) -> Option<&[f32]> {
        let found = self.list.iter().find(|parameter| parameter.spec.name == name);
        found.map(|parameter| parameter.values.as_slice())
    }
}

fn start_values(spec: &TensorSpec, heads: HeadStart, rng: &mut impl Rng) -> Vec<f32> {
    let count = spec.len();
    match (spec.start, heads) {
        (Start::Zero, _) | (Start::Head, HeadStart::Zero) => vec![0.0; count],
        (Start::One, _) => vec![1.0; count],
        (Start::Head, HeadStart::Normal) => {
            (0..count).map(|_| StandardNormal.sample(rng)).collect()
        }
        (Start::Uniform([lowest, highest]), _) => {
            (0..count).map(|_| lowest + rng.random::<f32>() * (highest - lowest)).collect()
        }
        (Start::Glorot | Start::GlorotOver(_), _) => {
            let columns = if spec.shape.len() > 1 { spec.shape[1] } else { 1 };
            let mut limit = (6.0 / (spec.shape[0] + columns) as f32).sqrt();
            if let Start::GlorotOver(divisor) = spec.start {
                limit /= (divisor as f32).sqrt();
            }
            (0..count).map(|_| (rng.random::<f32>() * 2.0 - 1.0) * limit).collect()
        }
    }
}
