//! SentencePiece's table of normalisations: a trie in two arrays and the texts that it points to.
//! The library follows its numbers without checking them; here they are checked.

/// The longest replacement that is accepted, in bytes; genuine ones have some 33.
const REPLACEMENT: usize = 256;

/// What is wrong with a table, if anything is.
pub(crate) fn fault(bytes: &[u8]) -> Option<String> {
    let Some((size, rest)) = bytes.split_first_chunk::<4>() else {
        return Some("it is shorter than its own length".to_owned());
    };
    let size = u32::from_le_bytes(*size) as usize;
    // The library reads whole units and takes what follows them for the texts.
    let Some((units, texts)) = rest.split_at_checked(size / 4 * 4) else {
        return Some(format!("it announces {size} bytes, but has {}", rest.len()));
    };
    let Ok(texts) = std::str::from_utf8(texts) else {
        return Some("its texts are not UTF-8".to_owned());
    };
    let units: Vec<u32> = units.as_chunks::<4>().0.iter().map(|&u| u32::from_le_bytes(u)).collect();
    if units.is_empty() {
        return Some("its trie is empty".to_owned());
    }
    for (place, &unit) in units.iter().enumerate() {
        // Bit 31 marks a value, which is not followed.
        if unit >> 31 == 1 {
            continue;
        }
        let offset = ((unit >> 10) as usize) << ((unit & (1 << 9)) >> 6);
        let base = place ^ offset;
        // Any byte may come next.
        if base | 0xFF >= units.len() {
            return Some(format!("unit {place} of its trie leads beyond the end"));
        }
        let leaf = (unit >> 8) & 1 == 1;
        let Some(&value) = units.get(base).filter(|_| leaf) else { continue };
        let value = (value & 0x7FFF_FFFF) as usize;
        let text = texts.get(value..).map(|text| text.split('\0').next().unwrap_or_default());
        match text {
            None => return Some(format!("unit {place} of its trie names no text")),
            Some(text) if text.len() > REPLACEMENT => {
                return Some(format!("a replacement has {} bytes", text.len()));
            }
            Some(_) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trie of 256 units with the root's offset 0, and one more unit.
    fn table(place: usize, unit: u32, texts: &[u8]) -> Vec<u8> {
        let mut units = [0_u32; 256];
        units[place] = unit;
        let mut bytes = 1024_u32.to_le_bytes().to_vec();
        bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        bytes.extend(texts);
        bytes
    }

    #[test]
    fn a_sound_table_passes() {
        assert_eq!(fault(&table(0, 0, b"a\0")), None);
        // A leaf whose value is at base 97 ^ 97 = 0, and is 0.
        assert_eq!(fault(&table(97, 97 << 10 | 1 << 8 | 97, b"a\0")), None);
    }

    #[test]
    fn each_fault_is_named() {
        for (bytes, word) in [
            (vec![1, 0], "shorter"),
            (u32::MAX.to_le_bytes().to_vec(), "announces"),
            (vec![0; 4], "empty"),
            (table(0, 0, &[0xFF]), "UTF-8"),
            (table(5, 300 << 10, b""), "beyond"),
            // The value lies in a unit that says 1,000,000.
            (
                {
                    let mut bytes = table(97, 96 << 10 | 1 << 8 | 97, b"a\0");
                    bytes[8..12].copy_from_slice(&(1_000_000_u32 | 1 << 31).to_le_bytes());
                    bytes
                },
                "names no text",
            ),
            (table(97, 97 << 10 | 1 << 8 | 97, &[b'a'; 300]), "300 bytes"),
        ] {
            let why = fault(&bytes).unwrap_or_default();
            assert!(why.contains(word), "{word}: {why}");
        }
    }
}
