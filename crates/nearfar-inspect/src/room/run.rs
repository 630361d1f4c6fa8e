//! A sentence that was run, as the room shows it, and what is laid over its heads.

use std::sync::Arc;

use nearfar::attention::{Mapping, Mask};
use nearfar::metrics::HeadFigures;
use nearfar::picture::Drawn;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar_texts::{common, inspect as texts};

use super::grouped;
use super::heads::{Measure, has_v};
use super::pass::{Tokens, beginning, thumbnail};
use crate::link::Place;
use crate::protocol::forward::{HeadLine, Ran, Rescaled, THUMBNAIL, Which};

/// A run, which is handed on without copies; nothing where none was made. Thumbnails are those of all heads, one after the
/// other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    ran: Option<Arc<Ran>>,
    labels: Arc<Vec<String>>,
    is_masked: bool,
    before: Arc<Vec<f32>>,
    /// What is laid over the heads, with the thumbnails then.
    over: Option<Arc<(Rescaled, Vec<f32>)>>,
}

impl Run {
    /// Of a sentence with the names of its tokens, where those are known, with the page's causal mask or without it.
    pub fn new(ran: Ran, labels: Vec<String>, thumbnails: Vec<f32>, is_masked: bool) -> Run {
        let labels = Arc::new(if labels.is_empty() { ran.labels() } else { labels });
        let (ran, before) = (Some(Arc::new(ran)), Arc::new(thumbnails));
        Run { ran, labels, is_masked, before, over: None }
    }

    /// What the worker answered.
    pub fn ran(&self) -> Option<&Ran> {
        self.ran.as_deref()
    }

    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        self.ran.is_some()
    }

    /// The tokens as they are shown.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// h of every layer.
    pub fn shape(&self) -> Vec<usize> {
        self.ran().map(Ran::shape).unwrap_or_default()
    }

    /// w and v were laid over its heads.
    pub fn lay(&mut self, rescaled: Rescaled, thumbnails: Vec<f32>) {
        self.over = Some(Arc::new((rescaled, thumbnails)));
    }

    /// They are taken away.
    pub fn take_away(&mut self) {
        self.over = None;
    }

    /// What is laid over its heads.
    pub fn over(&self) -> Option<&Rescaled> {
        self.over.as_ref().map(|over| &over.0)
    }

    /// What a head does now.
    pub fn line(&self, (layer, head): Place) -> Option<HeadLine> {
        let of = |heads: &[Vec<HeadLine>]| heads.get(layer)?.get(head).copied();
        let after = self.over().and_then(|over| of(&over.heads));
        after.or_else(|| of(&self.ran.as_ref()?.heads))
    }

    /// How far a head looks as it was trained, and how far uniform attention would, in tokens, in words; `None` where it
    /// is not measured.
    pub fn looks(&self, (layer, head): Place) -> Option<[String; 2]> {
        let ran = self.ran()?;
        let mask = Mask { causal: self.is_masked, keys: None };
        let even = HeadFigures::even(ran.count, &mask)?.mean_distance;
        let distance = ran.heads.get(layer)?.get(head)?.distance?;
        Some([distance, even].map(|tokens| format_number((tokens * 10.0).round() / 10.0)))
    }

    /// w and v that a head was trained with.
    pub fn own(&self, (layer, head): Place) -> Option<(f64, f64)> {
        self.ran.as_ref()?.own.get(layer)?.get(head).copied()
    }

    /// A measure of every head, `[layers][h]`.
    pub fn measured(&self, measure: Measure) -> Vec<Vec<Option<f64>>> {
        let of = |layer, head| measure.of(&self.line((layer, head))?);
        let heads = |(layer, heads)| (0..heads).map(|head| of(layer, head)).collect();
        self.shape().into_iter().enumerate().map(heads).collect()
    }

    /// What heads were measured on: a sentence, or the numbers of its `tokens`. The numbers are of one sentence, and
    /// mean little where the model knows none of its words. So it is said where the page's causal mask was laid over it.
    pub fn measured_on(&self, sentence: &str, tokens: Tokens) -> Option<String> {
        let ran = self.ran()?;
        let sentence = beginning(sentence.trim());
        let mut measured = match tokens.unknown(&self.labels, Some(ran)) {
            0 => texts::measured_on(sentence),
            unknown => texts::measured_on_unknown(sentence, grouped(unknown), ran.count),
        };
        if self.is_masked {
            measured = format!("{measured} {}", texts::measured_on_masked());
        }
        Some(measured)
    }

    /// Why nothing is measured, where `why` says why the sentence is not run; nothing where it was.
    pub fn why_not_measured(&self, why: Option<String>) -> String {
        match (why, self.is_there()) {
            (Some(why), _) => texts::measured_cannot(why),
            (None, false) => texts::measured_running().to_owned(),
            (None, true) => String::new(),
        }
    }

    /// The thumbnails of all heads.
    pub fn thumbnails(&self) -> &[f32] {
        match &self.over {
            Some(over) => &over.1,
            None => &self.before,
        }
    }

    /// That of one head; nothing where there is none.
    pub fn thumbnail(&self, (layer, head): Place) -> Vec<f32> {
        let first = self.ran.as_ref().map_or(0, |ran| ran.first_of(layer));
        thumbnail(self.thumbnails(), first + head).unwrap_or_default()
    }

    /// It as a picture, in a range.
    pub fn small(&self, place: Place, scale: Scale, palette: Palette) -> Option<Drawn> {
        let drawn = Drawn::unnamed([THUMBNAIL; 2], self.thumbnail(place), scale, palette);
        Some(drawn).filter(Drawn::is_whole)
    }

    /// How it went.
    pub fn says(&self) -> String {
        let Some(ran) = &self.ran else { return String::new() };
        let (tokens, layers, ms) = (ran.count, ran.heads.len(), format_digits(ran.ms, 3));
        match self.is_masked {
            true => texts::ran_causal(tokens, layers, ms),
            false => texts::ran(tokens, layers, ms),
        }
    }

    /// How long it took to lay w and v over its heads.
    pub fn timing(&self) -> String {
        self.over().map_or_else(String::new, |over| texts::knobs_timing(format_digits(over.ms, 3)))
    }

    /// Each token with the cosine of its final hidden state to that before, and how far that turned, from 0 to 1;
    /// `None` where nothing is laid over the heads.
    pub fn cosines(&self) -> Option<Vec<(String, String, f64)>> {
        let over = self.over()?;
        let cosines = over.cosines.iter().map(|&cosine| format_digits(cosine, 5));
        let each = self.labels.iter().cloned().zip(cosines).zip(over.turned());
        Some(each.map(|((label, cosine), turned)| (label, cosine, turned)).collect())
    }

    /// One head's weights, `[N, N]`, in the range of all heads, as their thumbnails are; `is_causal` says whether the
    /// model itself hides what is later. `None` where they are of another sentence.
    pub fn drawn(
        &self,
        which: Which,
        weights: &Arc<Vec<f32>>,
        is_causal: bool,
        chosen: Palette,
    ) -> Option<Drawn> {
        let (scale, palette) = match which {
            Which::Difference => (Scale::diverging_of(weights, 0.0), Palette::Difference),
            Which::Before | Which::After => {
                (Scale::weights_of(weights).union(Scale::weights_of(self.thumbnails())), chosen)
            }
        };
        let names = || self.labels.clone();
        let drawn = Drawn::new(names(), names(), weights.clone(), scale, palette);
        let drawn = if is_causal || self.is_masked { drawn.causal() } else { drawn };
        Some(drawn).filter(Drawn::is_whole)
    }
}

/// What a screen reader says of a head's weights, with what is `under` the cursor.
pub fn weights_text((layer, head): Place, under: Option<String>) -> String {
    format!("{} {}", texts::weights(layer + 1, head + 1), under.unwrap_or_default())
}

/// w and v that a head was trained with by a mapping, or that it has none, in a sentence.
pub fn own_text(own: Option<(f64, f64)>, mapping: Option<Mapping>) -> String {
    match own {
        Some((w, _)) if !has_v(mapping) => texts::knobs_own_w(format_number(w)),
        Some((w, v)) => texts::knobs_own(format_number(w), format_number(v)),
        None => texts::knobs_none().to_owned(),
    }
}

impl Which {
    /// Each.
    pub const ALL: [Which; 3] = [Which::Before, Which::After, Which::Difference];

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Which::Before => texts::which_before(),
            Which::After => texts::which_after(),
            Which::Difference => texts::which_difference(),
        }
    }

    /// What colours stand for.
    pub fn unit(self) -> &'static str {
        match self {
            Which::Before | Which::After => common::unit_weight(),
            Which::Difference => texts::weights_unit_difference(),
        }
    }

    /// The number in a cell, with the two tokens in words.
    pub fn of_cell(self, pair: &str, weight: f64) -> String {
        let weight = format_digits(weight, 5);
        match self {
            Which::Before => texts::weights_cell(pair, weight),
            Which::After => texts::weights_cell_rescaled(pair, weight),
            Which::Difference => texts::weights_cell_difference(pair, weight),
        }
    }
}
