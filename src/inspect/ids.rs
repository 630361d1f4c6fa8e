//! Numbers of tokens, as they are typed.

use super::forward_pass::MOST_TOKENS;

/// Numbers of tokens out of a text: with or without `#`, parted by spaces or commas.
pub fn read_ids(text: &str) -> Result<Vec<u32>, String> {
    let words = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let ids: Vec<u32> = words
        .map(|word| {
            word.trim_start_matches('#').parse().map_err(|_| {
                format!("“{word}” is no number of a token; write numbers, such as 101 2023 102.")
            })
        })
        .collect::<Result<_, _>>()?;
    if ids.is_empty() {
        return Err("Write the numbers of some tokens, such as 101 2023 102.".to_owned());
    }
    if ids.len() > MOST_TOKENS {
        return Err(format!("These are {} tokens; at most {MOST_TOKENS} are run here.", ids.len()));
    }
    Ok(ids)
}
