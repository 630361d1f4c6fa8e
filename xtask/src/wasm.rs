//! Takes from a WASM file what no browser needs: its custom sections, which hold the names of
//! functions and of the tools that wrote it. They are more than half of the page's file.

/// What every WASM file of version 1 begins with.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";
/// The kind of a section that browsers leave alone.
const CUSTOM: u8 = 0;

/// The file without its custom sections, or nothing where it is not WASM or is cut short.
pub fn without_custom_sections(file: &[u8]) -> Option<Vec<u8>> {
    let mut rest = file.strip_prefix(HEADER)?;
    let mut kept = HEADER.to_vec();
    while let Some((&kind, after_kind)) = rest.split_first() {
        let (length, content) = unsigned(after_kind)?;
        let section = rest.len() - content.len() + length;
        let (section, after) = rest.split_at_checked(section)?;
        if kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = after;
    }
    Some(kept)
}

/// A number in LEB128 (seven bits in each byte, the lowest first), and what follows it.
fn unsigned(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0;
    for (index, &byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((number, bytes.get(index + 1..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_go_and_others_stay() {
        let types = [1, 4, 1, 0x60, 0, 0];
        let name = [0, 0x85, 0, 4, b'n', b'a', b'm', b'e'];
        let file = [HEADER, &name, &types, &name].concat();
        assert_eq!(without_custom_sections(&file), Some([HEADER, &types].concat()));
    }

    #[test]
    fn what_is_not_whole_is_refused() {
        assert_eq!(without_custom_sections(b"<!doctype html>"), None);
        assert_eq!(without_custom_sections(&[HEADER, &[1, 4, 1]].concat()), None);
        assert_eq!(without_custom_sections(&[HEADER, &[1, 0xff, 0xff]].concat()), None);
    }
}
