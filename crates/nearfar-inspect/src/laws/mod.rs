//! Laws of distance: for every head of a model that runs, over the sentences of a text, where it looks by
//! distance, what its positions do to that, and how much of what they do a law of distance explains
//! ([docs/laws.md]).
//!
//! 1. [`Observed::of`]: one sentence through the model as it is, and with its positions
//!    [silenced](crate::encoder::Positions::Silenced).
//! 2. [`Study::add`]: the sentence's part in every head's profile, kept with the maps that laws are fitted to.
//! 3. [`LAWS`]: the laws; [`Law::shape`] makes each a factor and an addend by distance, with their derivatives.
//! 4. [`fit`]: maximum likelihood on the even sentences; judged on the odd ones.
//! 5. [`Study::head`], [`Study::means`]: what came of it ([`HeadReport`], [`Means`]), with intervals from
//!    [resampled](resample) sentences.
//!
//! One sentence and one head at a time: whoever calls may show how far it is, and stop. Nothing here knows files,
//! clocks or global randomness; the same sentences and seed give the same bytes.
//!
//! [docs/laws.md]: https://github.com/nearfar/nearfar/blob/main/docs/laws.md

mod error;
pub mod fit;
mod law;
mod observed;
mod profile;
mod report;
pub mod resample;
mod study;

pub use error::LawsError;
pub use law::{LAWS, Law, LawRow, Scores, Shape};
pub use observed::{LayerMaps, Observed};
pub use profile::{Profile, Shares};
pub use report::{
    AsDistanceAware, Described, Fitted, HeadReport, Interval, LawMeans, Means, Whole,
};
pub use study::{Options, REACH, Study, judged_of};

/// The sentences of a file: a line each, of one whose name has `.conllu` in it those after `# text = `.
pub fn sentences(text: &str, name: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_conllu = name.contains(".conllu");
    let lines = text.lines().filter_map(|line| match is_conllu {
        true => line.strip_prefix("# text = ").map(str::trim),
        false => Some(line.trim()),
    });
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
