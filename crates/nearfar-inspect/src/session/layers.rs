//! One layer of the open model on a sentence. The whole model is run once a sentence; stepping through its
//! layers then costs their projections alone.

use std::ops::ControlFlow;

use nearfar::Method;
use nearfar::attention::{HeadParameters, LayerInputs};
use nearfar::opened::Wanted;
use nearfar::settings::method_from_text;
use nearfar::text::WordVectors;

use super::forward::{Words, embedded, ready};
use super::{Open, Send};
use crate::encoder::{HeadChoice, Input, Rescales, Run};
use crate::limits;
use crate::protocol::forward::Rescale;
use crate::protocol::{Answer, Failure};

/// A sentence that was run for its layers.
pub struct LayerRuns {
    ids: Vec<u32>,
    /// The vectors of a text's words, in their place.
    rows: Vec<f32>,
    before: Run,
    /// With what was laid over last, if anything was.
    after: Option<(Rescale, Run)>,
}

/// Which layer, on which tokens.
pub struct LayerAsk {
    /// The layer, and the sentence.
    pub wanted: Wanted,
    /// Numbers of the sentence's tokens, special ones included; empty for this project's files, which read words.
    pub ids: Vec<u32>,
    /// The most words of it.
    pub most: usize,
    /// What is laid over the heads of the layers before; no heads for nothing.
    pub rescale: Rescale,
}

/// What the layer hands to attention, and the words of its sentence.
pub fn layer(
    open: &mut Open,
    vectors: &WordVectors,
    ask: &LayerAsk,
    send: Send,
) -> Result<(LayerInputs<f32>, Words), Failure> {
    let layer = ask.wanted.layer;
    if let Some(maps) = &open.maps {
        let missing = || Failure::new(format!("There is no layer {} in this file.", layer + 1));
        let inputs = maps.inputs(layer).ok_or_else(missing)?;
        return Ok((inputs, Words { tokens: maps.labels.clone(), ..Words::default() }));
    }
    let loaded = ready(open, send)?;
    // The Lab has its own mask.
    loaded.encoder.set_masked(false);
    let words = match loaded.encoder.reads_vectors() {
        true => embedded(loaded, &ask.wanted.sentence, ask.most, vectors)?,
        false => Words::default(),
    };
    let encoder = &loaded.encoder;
    let mut runs = match loaded.layers.take() {
        Some(runs) if runs.ids == ask.ids && runs.rows == words.rows => runs,
        _ => {
            let mut progress = |layer: usize, of: usize| {
                let (what, share) =
                    (format!("layer {} of {of}", layer + 1), layer as f64 / of.max(1) as f64);
                send(Answer::Progress { what, share }, Vec::new());
                ControlFlow::Continue(())
            };
            let input = match encoder.reads_vectors() {
                true => Input::Vectors(&words.rows),
                false => Input::Ids(&ask.ids),
            };
            let before = encoder.run(input, limits::RUN_BYTES, &mut progress)?;
            LayerRuns { ids: ask.ids.clone(), rows: words.rows.clone(), before, after: None }
        }
    };
    if ask.rescale.heads.is_empty() {
        runs.after = None;
    } else if runs.after.as_ref().is_none_or(|(known, _)| *known != ask.rescale) {
        let rescales = rescales(&ask.rescale)?;
        // From the last one laid over: its layers before the first that moved are those of now.
        let last = runs.after.as_ref().map_or(&runs.before, |(_, run)| run);
        let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let after = last.rescaled(encoder, &rescales, go_on)?;
        runs.after = Some((ask.rescale.clone(), after));
    }
    let run = runs.after.as_ref().map_or(&runs.before, |(_, run)| run);
    let inputs = encoder.layer_inputs(run, layer);
    loaded.layers = Some(runs);
    Ok((inputs?, words))
}

/// What is laid over heads, from its text form.
pub fn rescales(rescale: &Rescale) -> Result<Rescales, Failure> {
    match method_from_text(&rescale.method).map_err(Failure::new)? {
        Method::DistanceAware { mapping, adjustment } => {
            let heads = rescale.heads.iter().map(|choice| HeadChoice {
                layer: choice.layer,
                head: choice.head,
                parameters: HeadParameters { w: choice.w, v: choice.v },
            });
            Ok(Rescales::new(mapping, adjustment, heads.collect()))
        }
        Method::Vanilla { .. } => {
            Err(Failure::new("Vanilla attention has nothing to lay over a head."))
        }
    }
}
