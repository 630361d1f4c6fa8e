//! Laws of distance: for every head of a model that runs, over the sentences of a text, where it looks by
//! distance, what its positions do to that, and how much of what they do a law of distance explains
//! ([docs/laws.md]). [`LAWS`] are the laws; [`Law::shape`] makes each a factor and an addend by distance, with their
//! derivatives. What a study finds of a head is a [`HeadReport`].
//!
//! [docs/laws.md]: https://github.com/nearfar/nearfar/blob/main/docs/laws.md

mod law;
mod profile;
mod report;

pub use law::{LAWS, Law, LawRow, Scores, Shape};
pub use profile::{Profile, Shares};
pub use report::{
    AsDistanceAware, Described, Fitted, HeadReport, Interval, LawMeans, Means, VERSION, Whole,
    judged_of,
};

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
