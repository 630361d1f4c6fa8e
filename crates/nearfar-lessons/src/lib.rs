//! Lessons as data, in the order in which one is taken:
//!
//! 1. [`lesson`]: a file's bytes become a [`Lesson`] of [`Step`]s, or an error that names step and field;
//!    [`built_in`]: those that come with the page.
//! 2. [`condition`]: what completes a step, over the page's settings and figures.
//! 3. [`question`]: what is predicted or asked, and whether an answer is right.
//! 4. [`progress`]: what a learner has done so far, as the browser keeps it.
//! 5. [`taking`]: where the lesson of a name is, what of a step is shown, what in it is new.
//! 6. [`learner`]: what the Learn room holds, and what the page does as something happens.
//! 7. [`hand_in`]: the same as one text or file for a teacher, and many of them side by side.
//! 8. [`sheet`]: a lesson on paper.
//! 9. [`draft`]: a step while a teacher writes it; [`making`]: the steps so far; [`workshop`]: both, as a lesson.
//!
//! Nothing here touches the page: who shows a lesson hands in what is seen.

pub mod built_in;
pub mod condition;
pub mod draft;
pub mod hand_in;
pub mod learner;
pub mod lesson;
pub mod making;
pub mod progress;
pub mod question;
pub mod sheet;
pub mod taking;
pub mod workshop;

pub use condition::{Condition, HeadSeen, RunSeen, Seen};
pub use draft::Draft;
pub use hand_in::HandIn;
pub use lesson::{Lesson, LessonError, Step, Text};
pub use making::StepList;
pub use progress::Progress;
pub use question::Question;
pub use sheet::Sheet;
pub use workshop::Workshop;
