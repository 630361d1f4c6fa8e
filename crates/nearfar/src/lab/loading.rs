//! How far the word vectors and models are that the page fetches.

use crate::settings::ModelChoice;
use crate::text::Part;

/// The size of the file of frequent words, near enough for a progress bar: a compressed answer's
/// length is not the length of what arrives.
const FREQUENT_BYTES: f64 = 232_000.0;

/// What is there, on its way, or did not come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loading {
    /// Share of the most frequent words that has arrived, 0 to 1; 1 once they are read.
    pub frequent: f64,
    /// Parts of the words on their way.
    pub parts: Vec<Part>,
    /// Models on their way.
    pub models: Vec<ModelChoice>,
    /// Whether all that the first visit's sentence needs in panel A is there.
    pub first: bool,
    /// What did not come, and why.
    pub failed: Option<String>,
}

impl Loading {
    /// Whether the frequent words are there.
    pub fn has_frequent(&self) -> bool {
        self.frequent >= 1.0
    }

    /// Whether attention can be shown: the frequent words and the models are here, or will not come; for the first
    /// visit's sentence, whether its words and the model of panel A are.
    pub fn is_ready(&self, is_first: impl FnOnce() -> bool) -> bool {
        self.has_frequent() && self.models.is_empty()
            || self.failed.is_some()
            || self.first && is_first()
    }

    /// Whether all words that were asked for are there, or did not come.
    pub fn has_words(&self) -> bool {
        self.failed.is_some() || self.has_frequent() && self.parts.is_empty()
    }

    /// Of the parts that a sentence needs those to ask for. Until the frequent words are there, rare ones cannot be
    /// told from them.
    pub fn missing(&self, mut needed: Vec<Part>) -> Vec<Part> {
        needed.retain(|part| self.has_frequent() && !self.parts.contains(part));
        needed
    }

    /// So many bytes of a part have arrived; whether that moves the bar.
    pub fn arrive(&mut self, part: Part, bytes: usize) -> bool {
        let share = (bytes as f64 / FREQUENT_BYTES).min(0.99);
        let moves = part == Part::Frequent && share > self.frequent;
        if moves {
            self.frequent = share;
        }
        moves
    }

    /// A part is no longer on its way: it is there, or did not come, and why.
    pub fn end(&mut self, part: Part, failed: Option<String>) {
        self.parts.retain(|known| *known != part);
        if failed.is_some() {
            self.failed = failed;
        } else if part == Part::Frequent {
            self.frequent = 1.0;
        }
    }
}
