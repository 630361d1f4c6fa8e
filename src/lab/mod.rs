//! The parts of the rooms: each shows one thing, and reads it from the store.

mod announcement;
mod arithmetic;
mod beside;
mod cause;
mod claim;
mod cursor_line;
mod difference;
mod figures;
mod files;
mod fold;
mod heads;
mod large;
mod layer;
mod lines;
mod long;
mod matrix;
mod method;
mod model;
mod onward;
mod pipeline;
mod reach;
mod sentence;
mod term;
mod tokens;

pub use announcement::Announcement;
pub use arithmetic::ArithmeticSection;
pub use cause::CauseSection;
pub use claim::{Claim, show_claim};
pub use cursor_line::CursorLine;
pub use difference::{DifferenceHead, DifferenceSection, panel_title};
pub use figures::FiguresSection;
pub use files::{FilesLine, LAB};
pub use fold::Fold;
pub use heads::{HeadPresets, HeadSliders, HeadStepper, HeadsSection};
pub use large::{LargeDialog, LargePicture, ShowLarge};
pub use layer::{LayerOfB, LayerStepper, step_layer};
pub use lines::LinesSection;
pub use long::LongLine;
pub use matrix::MatrixSection;
pub use method::{LookMenu, MappingControls, PanelHead};
pub use model::{AnswerStrip, LearnedSection, ModelMenu, about};
pub use onward::Onward;
pub use pipeline::{PipelineSection, StepsBeside};
pub use reach::ReachLine;
pub use sentence::SentenceSection;
pub use term::{TermSection, TermSliders};
pub use tokens::TokensSection;

// Other rooms name methods as the Lab does.
pub use texts::words::{ATTENTION, AttentionRow, of_method as method_label};
