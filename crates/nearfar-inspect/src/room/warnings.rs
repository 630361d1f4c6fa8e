//! How far the numbers of the open model are looked through for what a reader of it should know, and what was found.

use crate::protocol::Answer;
use crate::report::Warning;

/// So many numbers are looked through without being asked to.
const SOON: u64 = 20_000_000;
/// Warnings that are listed.
const LISTED: usize = 200;

/// How far they are looked through.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Looked {
    /// Not at all.
    #[default]
    Not,
    /// By this share, from 0 to 1.
    Partly(f64),
    /// All of them; what was found, as far as it is listed.
    Through(Vec<Warning>),
}

impl Looked {
    /// By what the worker answered; not at all where it could not.
    pub fn of(answer: &Answer) -> Looked {
        match answer {
            Answer::Progress { share, .. } => Looked::Partly(*share),
            Answer::Warnings(found) => {
                Looked::Through(found.iter().take(LISTED).cloned().collect())
            }
            _ => Looked::Not,
        }
    }
}

/// Whether a model of so many numbers is looked through before anybody asks for it.
pub fn is_soon(numbers: u64) -> bool {
    numbers <= SOON
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Failure;
    use crate::report::WarningKind;

    fn warning() -> Warning {
        Warning {
            kind: WarningKind::SharedStorage,
            tensor: "w".to_owned(),
            layer: None,
            head: None,
            text: "odd".to_owned(),
        }
    }

    #[test]
    fn what_was_found_is_listed_up_to_a_bound_and_a_look_that_failed_is_none() {
        let progress = Answer::Progress { what: String::new(), share: 0.25 };
        assert_eq!(Looked::of(&progress), Looked::Partly(0.25));
        let found = |count: usize| Answer::Warnings(vec![warning(); count]);
        assert_eq!(Looked::of(&found(2)), Looked::Through(vec![warning(); 2]));
        assert_eq!(Looked::of(&found(201)), Looked::Through(vec![warning(); 200]));
        assert_eq!(Looked::of(&Answer::Failed(Failure::new("odd"))), Looked::Not);
    }

    #[test]
    fn large_models_wait_until_somebody_asks() {
        assert_eq!([20_000_000, 20_000_001].map(is_soon), [true, false]);
    }
}
