//! Distance-aware rescaling laid over any head of any model, and what it does to the final states.
//! The mathematics is [`nearfar::attention::HeadRescale`]'s.

use std::sync::Arc;

use nearfar::Method;
use nearfar::attention::{Adjustment, HeadParameters, Mapping};

use super::error::EncoderError;
use super::load::Encoder;
use super::pass::{Progress, Run};

/// A head that is rescaled by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadChoice {
    /// The step at which its layer is run, from 0.
    pub layer: usize,
    /// The head, from 0.
    pub head: usize,
    /// w and v.
    pub parameters: HeadParameters,
}

/// Which heads are rescaled, and how. Heads that are not named attend as they were trained to.
#[derive(Clone, Debug, PartialEq)]
pub struct Rescales {
    mapping: Mapping,
    adjustment: Adjustment,
    /// In the order of layer and head, each once.
    heads: Vec<HeadChoice>,
}

impl Default for Rescales {
    /// None, with the paper's own mapping and adjustment.
    fn default() -> Self {
        Rescales {
            mapping: Mapping::LearnableSigmoid,
            adjustment: Adjustment::EarlyMultiply,
            heads: Vec::new(),
        }
    }
}

impl Rescales {
    /// Heads with one mapping and adjustment for all. Of a head that is named twice the last counts.
    pub fn new(mapping: Mapping, adjustment: Adjustment, heads: Vec<HeadChoice>) -> Rescales {
        let mut heads = heads;
        heads.reverse();
        heads.sort_by_key(|choice| (choice.layer, choice.head));
        heads.dedup_by_key(|choice| (choice.layer, choice.head));
        Rescales { mapping, adjustment, heads }
    }

    /// How the named heads attend.
    pub fn method(&self) -> Method {
        Method::DistanceAware { mapping: self.mapping, adjustment: self.adjustment }
    }

    /// The named heads.
    pub fn heads(&self) -> &[HeadChoice] {
        &self.heads
    }

    /// w and v of a head, if it is named.
    pub fn get(&self, layer: usize, head: usize) -> Option<HeadParameters> {
        let place =
            self.heads.binary_search_by_key(&(layer, head), |choice| (choice.layer, choice.head));
        place.ok().and_then(|place| self.heads.get(place)).map(|choice| choice.parameters)
    }
}

impl Run {
    /// The same sentence with other heads rescaled: computed again from the first layer in which a
    /// head attends otherwise, with what is known before it and its own scores.
    ///
    /// # Errors
    /// Where a head is named that is not there, its w or v is not finite, or numbers grow beyond
    /// reason.
    pub fn rescaled(
        &self,
        encoder: &Encoder,
        rescales: &Rescales,
        progress: Progress,
    ) -> Result<Run, EncoderError> {
        for choice in rescales.heads() {
            let HeadChoice { layer, head, parameters } = *choice;
            let wrong = |why| EncoderError::Rescale { layer, head, why };
            if head >= encoder.heads(layer) {
                return Err(wrong("there is no such head"));
            }
            if !(parameters.w.is_finite() && parameters.v.is_finite()) {
                return Err(wrong("w and v must be finite numbers"));
            }
        }
        let moved = |&step: &usize| {
            let Some(block) = encoder.block(step) else { return false };
            (0..block.heads).any(|head| {
                encoder.of_head(step, block, head, &self.rescales)
                    != encoder.of_head(step, block, head, rescales)
            })
        };
        let mut run = self.clone();
        run.rescales = rescales.clone();
        let Some(first) = (0..self.layers.len()).find(moved) else { return Ok(run) };
        run.layers.truncate(first);
        run.states.truncate(first + 1);
        let known = self.layers.get(first).map(Arc::clone);
        encoder.go_on(run, known, progress)
    }

    /// The cosine of each token's final hidden state to that of another run of the same sentence,
    /// `[N]`, from -1 to 1; 0 where a state is 0. Empty where the runs do not fit.
    pub fn cosines(&self, other: &Run) -> Vec<f64> {
        if self.last.len() != other.last.len() || self.width != other.width {
            return Vec::new();
        }
        let rows = |run: &'_ Run| (run.last.len() / run.tokens.max(1)).max(1);
        self.last
            .chunks_exact(rows(self))
            .zip(other.last.chunks_exact(rows(other)))
            .map(cosine)
            .collect()
    }
}

fn cosine((a, b): (&[f32], &[f32])) -> f64 {
    let (mut dot, mut of_a, mut of_b) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (&a, &b) in a.iter().zip(b) {
        let (a, b) = (f64::from(a), f64::from(b));
        dot += a * b;
        of_a += a * a;
        of_b += b * b;
    }
    let lengths = of_a.sqrt() * of_b.sqrt();
    if lengths > 0.0 { (dot / lengths).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_by_hand() {
        assert_eq!(cosine((&[1.0, 0.0], &[0.0, 2.0])), 0.0);
        assert_eq!(cosine((&[3.0, 4.0], &[6.0, 8.0])), 1.0);
        assert_eq!(cosine((&[3.0, 4.0], &[4.0, 3.0])), 24.0 / 25.0);
        assert_eq!(cosine((&[0.0, 0.0], &[4.0, 3.0])), 0.0);
    }

    #[test]
    fn the_last_choice_of_a_head_counts() {
        let choice =
            |layer, w| HeadChoice { layer, head: 0, parameters: HeadParameters { w, v: 0.0 } };
        let heads = vec![choice(1, 1.0), choice(0, 2.0), choice(1, 3.0)];
        let rescales = Rescales::new(Mapping::LearnableSigmoid, Adjustment::EarlyMultiply, heads);
        assert_eq!(rescales.heads().len(), 2);
        assert_eq!(rescales.get(1, 0), Some(HeadParameters { w: 3.0, v: 0.0 }));
        assert_eq!(rescales.get(0, 1), None);
    }
}
