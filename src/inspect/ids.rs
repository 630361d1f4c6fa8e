//! Numbers of tokens, as they are typed.

/// Numbers of tokens out of a text: with or without `#`, parted by spaces or commas; at most so many.
pub fn read_ids(text: &str, most: usize) -> Result<Vec<u32>, String> {
    let words = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let ids: Vec<u32> = words
        .map(|word| {
            let number = word.trim_start_matches('#').parse();
            number.map_err(|_| texts::inspect::ids_wrong(word))
        })
        .collect::<Result<_, _>>()?;
    if ids.is_empty() {
        return Err(texts::inspect::ids_none().to_owned());
    }
    if ids.len() > most {
        return Err(texts::inspect::ids_many(ids.len(), most));
    }
    Ok(ids)
}
