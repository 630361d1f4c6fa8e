//! The parts of the rooms: each shows one thing, and reads it from the store.

mod arithmetic;
mod cursor_line;
mod figures;
mod heads;
mod legend;
mod lines;
mod long;
mod matrix;
mod method;
mod model;
mod pipeline;
mod sentence;
mod table;
mod tokens;

pub use arithmetic::ArithmeticPanel;
pub use cursor_line::CursorLine;
pub use figures::FiguresPanel;
pub use heads::{HeadSliders, HeadStrip};
pub use legend::Legend;
pub use lines::LinesPanel;
pub use long::LongLine;
pub use matrix::MatrixPanel;
pub use method::{
    LookControls, MappingControls, MappingKind, MethodControls, MethodKind, method_label,
};
pub use model::{AnswerStrip, LearnedPanel, ModelBadge, ModelMenu};
pub use pipeline::PipelinePanel;
pub use sentence::SentencePanel;
pub use tokens::TokensPanel;
