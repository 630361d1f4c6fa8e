//! What the Train room decides, without signals, messages or clock: the page draws it and carries it out.
//!
//! - [`runs`]: one run or two, and what is done to both; [`run`]: one of them: when it starts again, what is saved of it
//!   before, what it goes back to
//! - [`chosen`]: what is chosen beside what runs are made with; [`link`]: what a link restores
//! - [`shown`]: what is drawn of it; [`plots`]: what the plots show of the runs; [`cards`]: the cards of its heads
//! - [`looked`]: the sentence that is looked at, and the head that is shown; [`says`]: what is said of a run
//! - [`lead`]: the room's first line
//! - [`slot`]: where in the browser a tab keeps its runs

pub mod cards;
pub mod chosen;
pub mod lead;
pub mod link;
pub mod looked;
pub mod plots;
pub mod run;
pub mod runs;
pub mod says;
pub mod shown;
pub mod slot;

use nearfar::ModelMethod;

pub use cards::Card;
pub use chosen::Chosen;
pub use link::{Beside, Linked, Speed};
pub use plots::Curves;
pub use run::{Again, Effect, News, Purpose, Run, RunId, Status};
pub use runs::{OfRun, Reports, Runs};
pub use shown::Shown;

/// Whether a run is one of a treebank, by its file or because its method asks for one: its labels and the methods that
/// read trees can be chosen, also where one that was chosen is refused.
pub fn is_of_treebank(method: ModelMethod, is_treebank: bool) -> bool {
    is_treebank || method.needs_syntax()
}

/// Whether the Lab opens a model of a method: it shows no features, which an encoder weighs, and has no tags of
/// words, which a treebank asks for.
pub fn opens_in_lab(method: ModelMethod, is_treebank: bool) -> bool {
    !is_treebank && !matches!(method, ModelMethod::Own(method) if method.definition().is_encoder)
}
