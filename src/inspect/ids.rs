//! Numbers of tokens, as they are typed.

use nearfar_inspect::words::{IdsError, ids};

/// Numbers of tokens out of a text, at most so many; or what is wrong, in a sentence.
pub fn read_ids(text: &str, most: usize) -> Result<Vec<u32>, String> {
    ids(text, most).map_err(|error| match error {
        IdsError::NoNumber(word) => texts::inspect::ids_wrong(word),
        IdsError::Nothing => texts::inspect::ids_none().to_owned(),
        IdsError::TooMany { found } => texts::inspect::ids_many(found, most),
    })
}
