//! What stands in the grid: every method with seeded parameters, or trained models. One list, in one
//! order, whatever the sentence.

use std::collections::BTreeMap;

use ndarray::{ArrayView2, ArrayView3, Axis};
use nearfar::attention::{HeadParameters, Mask, Projections};
use nearfar::checkpoint::Trained;
use nearfar::methods::distance_aware::DistanceAware;
use nearfar::methods::vanilla::Vanilla;
use nearfar::methods::{AttentionMethod, MethodKind, Options};
use nearfar::settings::method_from_text;
use nearfar::text::DIMENSION;
use nearfar::text::dependency::PartOfSpeech;
use nearfar::text::dependency::vocabulary::RELATIONS;
use nearfar::{Method, ModelMethod, Real};

use crate::protocol::{AnswerView, Numbers, Setup, Shown, Why};

/// d of seeded methods.
pub const DIMENSIONS: usize = 16;
/// The most heads.
pub const MOST_HEADS: usize = 16;
/// The largest k.
pub const MOST_CLIP: usize = 64;
/// F of seeded DiSAN, of each direction.
pub const FEATURES: usize = 32;
/// The most features that a trained DiSAN may have, of each direction.
pub const MOST_FEATURES: usize = 512;
/// The longest tree distance with a row of its own.
pub const LONGEST_DISTANCE: usize = 6;
/// The longest traversal with a row of its own, in characters.
pub const LONGEST_TRAVERSAL: usize = 5;

/// One place of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A method, whose own parameters are seeded.
    Seeded(MethodKind),
    /// A trained model, by its name.
    Trained(String),
}

impl Entry {
    /// What a setup names.
    pub fn all(setup: &Setup) -> Vec<Entry> {
        match &setup.numbers {
            Numbers::Each(models) => models.iter().cloned().map(Entry::Trained).collect(),
            Numbers::Seeded | Numbers::Of(_) | Numbers::Layer(_) => {
                MethodKind::ALL.iter().map(|(kind, _)| Entry::Seeded(*kind)).collect()
            }
        }
    }

    /// The name in a link.
    pub fn name(&self) -> &str {
        match self {
            Entry::Seeded(kind) => kind.name(),
            Entry::Trained(name) => name,
        }
    }

    /// A method's name over a small picture; a model's own.
    pub fn title(&self) -> &str {
        match self {
            Entry::Seeded(kind) => kind.definition().short,
            Entry::Trained(name) => name,
        }
    }
}

/// What all methods of a grid share: sizes, and where projections come from.
#[derive(Clone, Debug)]
pub struct Shared {
    /// h.
    pub heads: usize,
    /// D.
    pub width: usize,
    /// d.
    pub dimensions: usize,
    /// A model's projections, or the sizes of queries, keys and values that it projected itself; `None` for
    /// seeded ones.
    pub projections: Option<Projections<f32>>,
    /// w and v of every head as the model learned them; empty where it did not.
    pub learned: Vec<HeadParameters>,
}

impl Shared {
    /// Seeded projections of word vectors.
    pub fn seeded(setup: &Setup) -> Shared {
        let (heads, width, dimensions) = (setup.heads, DIMENSION, DIMENSIONS);
        Shared { heads, width, dimensions, projections: None, learned: Vec::new() }
    }

    /// Words and projections of a trained model.
    pub fn of_model(trained: &Trained) -> Shared {
        let (model, layer) = (&trained.model, &trained.model.words);
        let projections = layer.projections.clone();
        let knows = model.architecture.method.knows_distance();
        Shared {
            heads: projections.heads(),
            width: projections.width(),
            dimensions: projections.dimensions(),
            projections: Some(projections),
            learned: if knows { layer.heads.clone() } else { Vec::new() },
        }
    }

    /// Queries, keys and values of h heads of d dimensions.
    pub fn of_layer(heads: usize, dimensions: usize, learned: Vec<HeadParameters>) -> Shared {
        let width = heads * dimensions;
        let projections = Some(Projections::sizes(heads, width, dimensions));
        Shared { heads, width, dimensions, projections, learned }
    }

    /// w and v of the DA-Transformer's heads before anything is moved, `[h]`: as learned, else seeded.
    pub fn own(&self) -> Vec<HeadParameters> {
        match self.learned.len() == self.heads {
            true => self.learned.clone(),
            false => DistanceAware::<f32>::seeded_heads(self.heads),
        }
    }
}

/// The options of all methods.
///
/// # Errors
/// Where the number of heads or k is out of range, w or v is no number, or mapping and adjustment are not
/// understood.
pub fn options(setup: &Setup, shared: &Shared) -> Result<Options, Why> {
    let (heads, clip) = (shared.heads, setup.clip);
    if !(1..=MOST_HEADS).contains(&heads) {
        return Err(Why::Heads { heads });
    }
    if !(1..=MOST_CLIP).contains(&clip) {
        return Err(Why::Clip { clip });
    }
    let mut own = shared.own();
    let moved = |given: &BTreeMap<usize, f64>, head: usize, own: f64| {
        let number = given.get(&head).copied().unwrap_or(own);
        number.is_finite().then_some(number).ok_or(Why::NoNumber)
    };
    for (head, own) in own.iter_mut().enumerate() {
        own.w = moved(&setup.w, head, own.w)?;
        own.v = moved(&setup.v, head, own.v)?;
    }
    let own: (Vec<HeadParameters>, Method) =
        (own, method_from_text(&setup.method).map_err(Why::refused)?);
    Ok(Options {
        seed: u64::from(setup.seed),
        heads,
        width: shared.width,
        dimensions: shared.dimensions,
        clip,
        longest_distance: LONGEST_DISTANCE,
        longest_traversal: LONGEST_TRAVERSAL,
        parts_of_speech: PartOfSpeech::ALL.len(),
        relations: RELATIONS.len(),
        features: FEATURES,
        distance_aware: Some(own),
        projections: shared.projections.clone(),
    })
}

/// The attention of a trained model's words, as a method.
///
/// # Errors
/// Where its numbers do not make a method.
pub fn trained_method(trained: &Trained) -> Result<Box<dyn AttentionMethod<f32>>, Why> {
    let layer = &trained.model.words;
    let projections = layer.projections.clone();
    Ok(match trained.model.architecture.method {
        ModelMethod::Lab(Method::Vanilla { positions }) => {
            Box::new(Vanilla { positions, ..Vanilla::new(projections) })
        }
        trained => {
            if let Some(method) = trained.attention() {
                let (heads, lines) = (layer.heads.clone(), layer.lines.clone());
                return Ok(Box::new(DistanceAware { projections, heads, lines, method }));
            }
            let own = layer.own.as_ref().ok_or(Why::NoOwnNumbers)?;
            layer.own_method(own).map_err(Why::refused)?
        }
    })
}

/// What a trained model answers to the embeddings `[N, D]` of one text. `None` where it reads something else
/// than one text, or its numbers go beyond what `f32` holds.
pub fn answer(trained: &Trained, text: ArrayView2<f32>, mask: &Mask) -> Option<AnswerView> {
    let answer = trained.model.classify_masked(&[text], mask).ok()?;
    let classes = trained.model.architecture.classes.clone();
    Some(AnswerView { classes, probabilities: answer.probabilities })
}

/// The weights of one head or the mean of all as a row-major matrix `[N, K]`; a head that there is not
/// is the last one.
pub fn shown_weights<T: Real>(weights: ArrayView3<T>, shown: Shown) -> Vec<f32> {
    let (heads, rows, columns) = weights.dim();
    let of_head = |head: usize| weights.index_axis(Axis(0), head);
    match shown {
        Shown::Head(head) if heads > 0 => {
            of_head(head.min(heads - 1)).iter().map(|weight| weight.as_f64() as f32).collect()
        }
        _ => {
            let share = 1.0 / heads.max(1) as f64;
            let mut mean = vec![0.0_f64; rows * columns];
            for head in 0..heads {
                for (sum, weight) in mean.iter_mut().zip(of_head(head)) {
                    *sum += weight.as_f64() * share;
                }
            }
            mean.into_iter().map(|mean| mean as f32).collect()
        }
    }
}
