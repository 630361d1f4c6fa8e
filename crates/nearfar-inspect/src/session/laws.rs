//! Laws of distance of the open model.

use std::ops::ControlFlow;

use super::forward::{embedded, ready};
use super::{Open, Reply, Send};
use crate::encoder::Input;
use crate::laws::{HeadReport, Whole};
use crate::limits;
use crate::protocol::forward::Sentence;
use crate::protocol::laws::{LawsAsk, LawsSaid};
use crate::protocol::{Answer, Failure};
use crate::study::{LawsError, Observed, Options, Study};
use nearfar::text::WordVectors;

/// A study, with the heads that were measured.
pub struct Studied {
    study: Study,
    heads: Vec<HeadReport>,
}

impl From<LawsError> for Failure {
    fn from(error: LawsError) -> Failure {
        Failure::new(error)
    }
}

fn none() -> Failure {
    Failure::new("No sentence was handed over for laws of distance.")
}

/// Answers [`crate::protocol::Ask::Laws`].
pub fn laws(
    open: &mut Open,
    vectors: &WordVectors,
    ask: LawsAsk,
    send: Send,
) -> Result<Reply, Failure> {
    let said = match ask {
        LawsAsk::Begin { seed } => {
            let limit_bytes = limits::RUN_BYTES;
            let study = Study::new(Options { seed, limit_bytes, ..Options::default() });
            let encoder = &ready(open, send)?.encoder;
            let heads = (0..encoder.depth()).map(|layer| encoder.heads(layer)).collect();
            let silenced = encoder.silences();
            open.studied = Some(Studied { study, heads: Vec::new() });
            LawsSaid::Begun { silenced, heads }
        }
        LawsAsk::Sentence { sentence, special, between } => {
            add(open, vectors, &sentence, &special, between, send)?
        }
        LawsAsk::Head { layer, head } => {
            let Studied { study, heads } = open.studied.as_mut().ok_or_else(none)?;
            let report = study.head(layer, head)?;
            heads.retain(|known| (known.layer, known.head) != (layer, head));
            heads.push(report.clone());
            LawsSaid::Head(Box::new(report))
        }
        LawsAsk::Means => {
            let Studied { study, heads } = open.studied.as_ref().ok_or_else(none)?;
            LawsSaid::Means(study.means(heads))
        }
        LawsAsk::Save { text } => {
            let silenced = ready(open, send)?.encoder.silences();
            let Studied { study, heads } = open.studied.as_ref().ok_or_else(none)?;
            let whole = Whole::new(open.name.clone(), text, silenced, study, heads.clone());
            let bytes = serde_json::to_vec(&whole).map_err(Failure::new)?;
            return Ok((Answer::Laws(LawsSaid::Saved), vec![bytes]));
        }
    };
    Ok((Answer::Laws(said), Vec::new()))
}

fn add(
    open: &mut Open,
    vectors: &WordVectors,
    sentence: &Sentence,
    special: &[bool],
    [shortest, longest]: [usize; 2],
    send: Send,
) -> Result<LawsSaid, Failure> {
    let loaded = ready(open, send)?;
    loaded.encoder.set_masked(false);
    let limit = limits::RUN_BYTES;
    let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let fits = |tokens: usize| (shortest.max(1)..=longest).contains(&tokens);
    let not_taken = |tokens, wanted| LawsSaid::Added { tokens, is_taken: false, wanted };
    let observed = match sentence {
        Sentence::Ids(ids) if !fits(ids.len()) => return Ok(not_taken(ids.len(), Vec::new())),
        Sentence::Ids(ids) => {
            Observed::of(&loaded.encoder, Input::Ids(ids), special, limit, go_on)?
        }
        Sentence::Text(text) => {
            let words = embedded(loaded, text, longest.saturating_add(1), vectors)?;
            if !fits(words.tokens.len()) || !words.wanted.is_empty() {
                return Ok(not_taken(words.tokens.len(), words.wanted));
            }
            Observed::of(&loaded.encoder, Input::Vectors(&words.rows), &[], limit, go_on)?
        }
    };
    let Studied { study, .. } = open.studied.as_mut().ok_or_else(none)?;
    study.add(&observed)?;
    Ok(LawsSaid::Added { tokens: observed.tokens, is_taken: true, wanted: Vec::new() })
}
