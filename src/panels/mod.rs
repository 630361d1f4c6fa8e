//! The parts of the rooms: each shows one thing, and reads it from the store.

mod announcement;
mod arithmetic;
mod cause;
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
mod pipeline;
mod sentence;
mod tokens;

pub use announcement::Announcement;
pub use arithmetic::ArithmeticPanel;
pub use cause::CausePanel;
pub use cursor_line::CursorLine;
pub use difference::{DifferencePanel, panel_title, shown_part};
pub use figures::FiguresPanel;
pub use files::{FilesLine, LAB};
pub use fold::Fold;
pub use heads::{HeadPresets, HeadSliders, HeadStepper, HeadsPanel};
pub use large::{LargeDialog, LargePicture, ShowLarge};
pub use layer::{LayerOfB, LayerStepper, step_layer};
pub use lines::LinesPanel;
pub use long::LongLine;
pub use matrix::MatrixPanel;
pub use method::{
    LookControls, MappingControls, MethodControls, MethodKind, panel_label, short_label,
};
pub use model::{AnswerStrip, LearnedPanel, ModelBadge, ModelMenu};
pub use pipeline::PipelinePanel;
pub use sentence::SentencePanel;
pub use tokens::TokensPanel;
