//! Sentences to begin with.

use nearfar::settings::{DEFAULT_SENTENCE, FIGURE_8};

use super::labels::Label;
use crate::lab;

/// A sentence to begin with.
#[derive(Debug)]
pub struct Example {
    /// What a menu says.
    pub name: Label,
    /// What it says.
    pub sentence: &'static str,
}

/// Sentences written for this page.
pub const EXAMPLES: &[Example] = &[
    Example { name: lab::example_film, sentence: DEFAULT_SENTENCE },
    Example {
        name: lab::example_meal,
        sentence: "The old man said that the food was not good, but the people at the next table did not think so.",
    },
    Example {
        name: lab::example_negation,
        sentence: "It was not good, not bad, and not what we had been told to expect.",
    },
    Example {
        name: lab::example_repetition,
        sentence: "Time after time after time, the same man told the same story to the same people.",
    },
    Example { name: lab::example_news, sentence: FIGURE_8 },
    Example { name: || "中文", sentence: "距离会改变每一个词看到的世界。" },
    Example {
        name: || "한국어", sentence: "거리가 멀수록 단어는 서로를 다르게 봅니다."
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::settings::{MAX_SENTENCE, Settings};

    #[test]
    fn the_first_example_is_that_of_the_first_visit_and_no_two_are_alike() {
        assert_eq!(EXAMPLES[0].sentence, Settings::default().sentence);
        for (place, one) in EXAMPLES.iter().enumerate() {
            assert!(one.sentence.len() < MAX_SENTENCE && !one.sentence.is_empty());
            for other in &EXAMPLES[..place] {
                assert_ne!((one.name)(), (other.name)());
                assert_ne!(one.sentence, other.sentence);
            }
        }
    }
}
