//! A recognised model of the session: its heads, a sentence through it, and what is laid over.

use std::ops::ControlFlow;
use std::sync::Arc;

use nearfar::checkpoint::Trained;
use nearfar::picture::heatmap::reduce;
use nearfar::settings::method_text;
use nearfar::text::embedding::Origin;
use nearfar::text::{VectorPart, WordVectors, tokenize_limited};

use super::layers::{LayerRuns, rescales};
use super::{Clock, Open, Reply, Send};
use crate::checkpoint::Named;
use crate::encoder::{Encoder, EncoderError, Input, Run};
use crate::limits;
use crate::protocol::forward::{
    HeadLine, LayerHeads, Ran, Rescale, Rescaled, Sentence, Stored, THUMBNAIL, Which,
};
use crate::protocol::{Answer, Failure};
use crate::recognise;
use crate::report::{Family, learned};
use crate::source::{Source, bytes_at};

/// A model that was loaded, with what was run.
pub struct Loaded {
    pub(super) encoder: Encoder,
    /// The words of this project's files.
    trained: Option<Trained>,
    before: Option<Run>,
    after: Option<Run>,
    /// Whether these were run with the causal mask.
    is_masked: bool,
    /// What was run for its layers.
    pub(super) layers: Option<LayerRuns>,
}

impl From<EncoderError> for Failure {
    fn from(error: EncoderError) -> Failure {
        Failure::new(error)
    }
}

/// w and v of every stored layer that has them.
pub fn heads(open: &Open) -> Result<Vec<LayerHeads>, Failure> {
    let learned = learned(&open.checkpoint, &open.report)?;
    let stored = |values: Vec<f64>| -> Vec<Stored> { values.into_iter().map(Stored).collect() };
    let layers = learned.into_iter().map(|learned| LayerHeads {
        layer: learned.layer,
        name: learned.name,
        w: stored(learned.w),
        v: stored(learned.v),
        start_w: stored(learned.start_w),
        start_v: stored(learned.start_v),
        own: learned.own,
    });
    Ok(layers.collect())
}

/// What a reader of the model should know. All numbers are read.
pub fn warnings(open: &Open, send: Send) -> Result<Reply, Failure> {
    let found = recognise::warnings(&open.checkpoint, &open.report, &mut |done, of| {
        let share = done as f64 / of.max(1) as f64;
        send(
            Answer::Progress { what: "looking through all numbers".to_owned(), share },
            Vec::new(),
        );
        ControlFlow::Continue(())
    });
    Ok((Answer::Warnings(found.unwrap_or_default()), Vec::new()))
}

/// Takes parts of the table of words.
pub fn vectors(vectors: &mut WordVectors, files: &[Named]) -> Result<(), Failure> {
    for file in files {
        let (source, what) = (&*file.source, "bytes of a part of the table of words");
        let bytes = bytes_at(source, 0, source.len(), limits::COMPANION_BYTES, what)?;
        vectors.insert_part(VectorPart::parse(&bytes).map_err(Failure::new)?);
    }
    Ok(())
}

/// Runs a sentence, after loading the model where that was not done.
pub fn run(
    open: &mut Open,
    vectors: &WordVectors,
    sentence: &Sentence,
    masked: bool,
    clock: Clock,
    send: Send,
) -> Result<Reply, Failure> {
    let (causal, most) = (open.report.causal.value || masked, open.report.most_tokens());
    let loaded = ready(open, send)?;
    loaded.is_masked = masked;
    loaded.encoder.set_masked(masked);
    let mut ran = Ran { side: THUMBNAIL, ..Ran::default() };
    let mut progress = |layer: usize, of: usize| {
        let share = layer as f64 / of.max(1) as f64;
        send(Answer::Progress { what: format!("layer {} of {of}", layer + 1), share }, Vec::new());
        ControlFlow::Continue(())
    };
    let mut begun = clock();
    let run = match sentence {
        Sentence::Ids(ids) => {
            loaded.encoder.run(Input::Ids(ids), limits::RUN_BYTES, &mut progress)?
        }
        Sentence::Text(text) => {
            let words = embedded(loaded, text, most, vectors)?;
            ran.known = words.known;
            ran.tokens = words.tokens;
            ran.wanted = words.wanted;
            begun = clock();
            loaded.encoder.run(Input::Vectors(&words.rows), limits::RUN_BYTES, &mut progress)?
        }
    };
    ran.ms = clock() - begun;
    let encoder = &loaded.encoder;
    ran.count = run.tokens;
    ran.heads = lines(&run, causal);
    ran.own = (0..encoder.depth())
        .map(|step| encoder.own(step).iter().map(|own| (own.w, own.v)).collect())
        .collect();
    ran.method = method_text(encoder.method());
    let bytes = thumbnails(&run);
    loaded.after = None;
    loaded.before = Some(run);
    Ok((Answer::Ran(Box::new(ran)), vec![bytes]))
}

/// A text as this project's models read it.
#[derive(Default)]
pub(super) struct Words {
    /// Its tokens, `[N]`.
    pub tokens: Vec<String>,
    /// Whether the model, or the table of words, has each of them.
    pub known: Vec<bool>,
    /// Files of the table that may hold the others.
    pub wanted: Vec<String>,
    /// How many tokens were left out.
    pub cut: usize,
    /// `[N, E]`.
    pub rows: Vec<f32>,
}

/// The vectors of a text's words, at most so many.
pub(super) fn embedded(
    loaded: &Loaded,
    text: &str,
    most: usize,
    vectors: &WordVectors,
) -> Result<Words, Failure> {
    let Some(trained) = &loaded.trained else {
        return Err(Failure::new(
            "This model reads token IDs, not words; give IDs, or its tokenizer.",
        ));
    };
    let tokenized = tokenize_limited(text, most);
    let tokens = tokenized.tokens;
    let cut = tokenized.cut.map_or(0, |cut| cut.total - tokens.len());
    let keys = || tokens.iter().map(|token| token.word.as_str());
    let embedded = trained.embed(keys(), vectors);
    let is_known = |origin: &Origin| !matches!(origin, Origin::Unknown | Origin::NotLoaded);
    let mut wanted = Vec::new();
    if trained.shared_vectors {
        let lacking = keys().zip(&embedded.origin);
        let lacking = lacking.filter(|(_, origin)| **origin == Origin::NotLoaded);
        let parts = vectors.parts_needed(lacking.map(|(word, _)| word));
        wanted = parts.into_iter().map(|part| part.file_name()).collect();
    }
    Ok(Words {
        known: embedded.origin.iter().map(is_known).collect(),
        tokens: tokens.iter().map(|token| token.text.clone()).collect(),
        wanted,
        cut,
        rows: embedded.matrix.iter().copied().collect(),
    })
}

/// The model of the open file, loaded where that was not done.
pub(super) fn ready<'a>(open: &'a mut Open, send: Send) -> Result<&'a mut Loaded, Failure> {
    if open.loaded.is_none() {
        let share = 0.0;
        send(Answer::Progress { what: "loading the weights".to_owned(), share }, Vec::new());
        open.loaded = Some(load(open)?);
    }
    open.loaded.as_mut().ok_or_else(|| Failure::new("The model is not loaded."))
}

fn load(open: &Open) -> Result<Loaded, Failure> {
    let mut encoder = Encoder::load(&open.checkpoint, &open.report, limits::MODEL_BYTES)?;
    let trained = match open.report.family {
        Family::Nearfar => Some(words(&open.source)?),
        _ => None,
    };
    if let Some(trained) = &trained {
        encoder.attend_as(&trained.model.words);
    }
    Ok(Loaded { encoder, trained, before: None, after: None, is_masked: false, layers: None })
}

/// The words of this project's file, by its own reader.
fn words(source: &Arc<dyn Source>) -> Result<Trained, Failure> {
    let what = "bytes of a file of this project";
    let bytes = bytes_at(&**source, 0, source.len(), limits::COMPANION_BYTES, what)?;
    Trained::read(&bytes).map_err(Failure::new)
}

/// The same sentence with heads rescaled.
pub fn rescale(open: &mut Open, rescale: &Rescale, clock: Clock) -> Result<Reply, Failure> {
    let causal = open.report.causal.value;
    let loaded = open.loaded.as_mut();
    let Some((loaded, before)) =
        loaded.and_then(|loaded| loaded.before.clone().map(|before| (loaded, before)))
    else {
        return Err(Failure::new("No sentence was run yet."));
    };
    let causal = causal || loaded.is_masked;
    loaded.encoder.set_masked(loaded.is_masked);
    let rescales = rescales(rescale)?;
    // From the last one laid over: its layers before the first that moved are those of now.
    let last = loaded.after.as_ref().unwrap_or(&before);
    let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let begun = clock();
    let after = last.rescaled(&loaded.encoder, &rescales, go_on)?;
    let ms = clock() - begun;
    let answer = Rescaled { heads: lines(&after, causal), cosines: before.cosines(&after), ms };
    let bytes = thumbnails(&after);
    loaded.after = Some(after);
    Ok((Answer::Rescaled(Box::new(answer)), vec![bytes]))
}

/// One head's weights.
pub fn map(open: &Open, layer: usize, head: usize, which: Which) -> Result<Reply, Failure> {
    let none = || Failure::new(format!("There is no head {} in layer {}.", head + 1, layer + 1));
    let loaded = open.loaded.as_ref().ok_or_else(none)?;
    let of = |run: Option<&Run>| run?.weights(layer, head).map(<[f32]>::to_vec);
    let before = of(loaded.before.as_ref()).ok_or_else(none)?;
    let after = || of(loaded.after.as_ref()).unwrap_or_else(|| before.clone());
    let weights = match which {
        Which::Before => before,
        Which::After => after(),
        Which::Difference => after().iter().zip(&before).map(|(a, b)| a - b).collect(),
    };
    let bytes = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    Ok((Answer::Map { layer, head, which }, vec![bytes]))
}

fn lines(run: &Run, causal: bool) -> Vec<Vec<HeadLine>> {
    let even = run.even(causal);
    let line = |layer: usize, head: usize| {
        let figures = run.figures(layer, head);
        let both = figures.as_ref().zip(even.as_ref());
        HeadLine {
            distance: figures.map(|figures| figures.mean_distance),
            entropy: figures.map(|figures| figures.entropy),
            near: figures.map(|figures| figures.near_share),
            is_even: both.is_some_and(|(found, even)| run.is_near_uniform(found, even)),
        }
    };
    let layers = run.layers.iter().enumerate();
    layers.map(|(layer, of)| (0..of.heads).map(|head| line(layer, head)).collect()).collect()
}

/// All heads' weights, each `[THUMBNAIL, THUMBNAIL]`, as `f32`.
fn thumbnails(run: &Run) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (layer, of) in run.layers.iter().enumerate() {
        for head in 0..of.heads {
            let weights = run.weights(layer, head).unwrap_or_default();
            let small = reduce(weights, run.tokens, THUMBNAIL);
            bytes.extend(small.iter().flat_map(|weight| weight.to_le_bytes()));
        }
    }
    bytes
}
