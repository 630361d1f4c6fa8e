//! Ctrl-C (and a request to end): a flag that is looked at between two steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::CommandError;

/// Whether to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// Steps after which to stop as if asked, for tests.
    pub after_steps: Option<u64>,
}

impl Stop {
    /// Listens from now on. Asked a second time, the command ends at once.
    ///
    /// # Errors
    /// Where the system does not let us listen.
    pub fn listen(after_steps: Option<u64>) -> Result<Stop, CommandError> {
        let stop = Stop { asked: Arc::default(), after_steps };
        let asked = stop.asked.clone();
        let listener = move || {
            if asked.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            eprintln!("\nstopping after this step; once more to stop without saving");
        };
        ctrlc::set_handler(listener)
            .map_err(|error| CommandError::System(format!("Ctrl-C cannot be caught: {error}")))?;
        Ok(stop)
    }

    /// Whether to stop after `taken` steps of this process.
    pub fn is_asked(&self, taken: u64) -> bool {
        self.asked.load(Ordering::SeqCst) || self.after_steps.is_some_and(|steps| taken >= steps)
    }
}
