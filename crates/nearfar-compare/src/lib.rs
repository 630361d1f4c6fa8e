//! One sentence through every method of the papers, side by side: what the Compare room's worker
//! computes, and what the room decides. No drawing, no clock, no messages: those are the page's and the shell's.
//!
//! | file | what |
//! |---|---|
//! | [`choices`] | what a user chooses, as a link carries it |
//! | [`protocol`] | what the page and the worker say to each other |
//! | [`entry`] | what stands in the grid: methods with seeded parameters, or trained models |
//! | `prepared` | a sentence as methods need it, or what a layer of a model made of it |
//! | [`divergence`] | how far two attentions are apart, row by row |
//! | [`probe`] | the sentence reversed, with a word more, with a word twice: who notices |
//! | [`terms`] | intermediates by name |
//! | [`equation`] | the score of a pair as an equation that adds up |
//! | [`curves`] | intermediates by offset, by labels, along the way through the tree |
//! | [`charts`] | those by offset and by distance as the lines of a chart |
//! | [`drawings`] | the ways of showing them |
//! | [`methods`] | every method in its own terms: its equation, its drawings |
//! | [`session`] | the worker's state: a comparison that is computed method by method |
//!
//! and what the page decides of it:
//!
//! | file | what |
//! |---|---|
//! | [`comparison`] | what is asked next, which files it needs, whether all is there |
//! | [`sentence`] | what is typed and chosen, between the room and the page |
//! | [`layer`] | models from files, and the layer of one that is compared |
//! | [`found`] | what came of it: A and B, ranges of colours, what stays when another comparison begins |
//! | [`results`] | all that came of what was asked |
//! | [`room`] | all that the room has: what happened goes in, what is to be done comes out |
//! | [`grid`] | which heads are shown, which weights are of the sentence |
//! | [`pair`] | A, B and A − B, drawn |
//! | [`distance`] | w and v as the sliders move them |
//! | [`pointing`] | where the cursor points in pictures of intermediates |
//! | [`notice`] | who notices a change, in order |
//! | [`knowledge`] | the table of methods, sorted |
//! | [`tree_editor`] | the tree edited by pointer and keys |
//! | [`tree_picture`] | where its words and arcs stand |
//! | [`tree_source`] | the texts that trees come from |
//! | [`words`] | what is said of all that |

pub mod charts;
pub mod choices;
pub mod comparison;
pub mod curves;
pub mod distance;
pub mod divergence;
pub mod drawings;
pub mod entry;
pub mod equation;
pub mod found;
pub mod grid;
pub mod knowledge;
pub mod layer;
pub mod methods;
pub mod notice;
pub mod pair;
pub mod pointing;
mod prepared;
pub mod probe;
pub mod protocol;
pub mod results;
pub mod room;
pub mod scripts;
pub mod sentence;
pub mod session;
pub mod terms;
pub mod tree_editor;
pub mod tree_picture;
pub mod tree_source;
pub mod words;
