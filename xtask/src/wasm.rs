//! Takes from a WASM file what no browser needs: its custom sections, which hold the names of
//! functions and of the tools that wrote it, and the long names of what it imports from its script.

use std::collections::BTreeMap;

/// What every WASM file of version 1 begins with.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";
/// The kind of a section that browsers leave alone.
const CUSTOM: u8 = 0;
/// The kind of the section of imports, and within it that of a function.
const IMPORTS: u8 = 2;
const FUNCTION: u8 = 0;

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

/// A program and the script that it is joined to, with short names for what the one imports from the
/// other: wasm-bindgen's hold a hash each, which nothing compresses. Nothing where the program imports
/// anything but functions, or is cut short.
pub fn with_short_imports(script: &str, file: &[u8]) -> Option<(String, Vec<u8>)> {
    let mut rest = file.strip_prefix(HEADER)?;
    let (mut renamed, mut names) = (HEADER.to_vec(), BTreeMap::new());
    while let Some((&kind, after_kind)) = rest.split_first() {
        let (length, content) = unsigned(after_kind)?;
        let (content, after) = content.split_at_checked(length)?;
        let imports = (kind == IMPORTS).then(|| short_imports(content, &mut names));
        let content = imports.unwrap_or_else(|| Some(content.to_vec()))?;
        renamed.push(kind);
        push_unsigned(&mut renamed, content.len());
        renamed.extend_from_slice(&content);
        rest = after;
    }
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut text = String::with_capacity(script.len());
    let mut left = script;
    while !left.is_empty() {
        let (word, after) = left.split_at(left.find(|c| !is_of_name(c)).unwrap_or(left.len()));
        text += names.get(word).map_or(word, String::as_str);
        let (between, after) = after.split_at(after.find(is_of_name).unwrap_or(after.len()));
        text += between;
        left = after;
    }
    Some((text, renamed))
}

/// The section of imports with short names, which are noted by the long ones.
fn short_imports(section: &[u8], names: &mut BTreeMap<String, String>) -> Option<Vec<u8>> {
    let (count, mut rest) = unsigned(section)?;
    let mut short = Vec::new();
    push_unsigned(&mut short, count);
    for index in 0..count {
        let (module, after) = text(rest)?;
        let (name, after) = text(after)?;
        let after = after.strip_prefix(&[FUNCTION])?;
        let (kind, after) = unsigned(after)?;
        let name = names.entry(name.to_owned()).or_insert_with(|| format!("${index}"));
        for part in [module, name] {
            push_unsigned(&mut short, part.len());
            short.extend_from_slice(part.as_bytes());
        }
        short.push(FUNCTION);
        push_unsigned(&mut short, kind);
        rest = after;
    }
    rest.is_empty().then_some(short)
}

/// A text with its length before it, and what follows it.
fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = unsigned(bytes)?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

fn push_unsigned(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
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
    fn imports_have_short_names_in_program_and_script() {
        let import = |name: &str| {
            let mut bytes = vec![1, b'm', name.len() as u8];
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend([FUNCTION, 0x83, 0x01]);
            bytes
        };
        let section = |names: [&str; 2]| {
            let content = [vec![2], import(names[0]), import(names[1])].concat();
            [HEADER, &[IMPORTS, content.len() as u8], &content, &[1, 2, 8, 9]].concat()
        };
        let script = "import { m: { __wbg_a_1: function() { b__wbg_a_1($, 'é'); }, __wbg_b_2 } }";
        let renamed = "import { m: { $0: function() { b__wbg_a_1($, 'é'); }, $1 } }";
        let file = section(["__wbg_a_1", "__wbg_b_2"]);
        let expected = Some((renamed.to_owned(), section(["$0", "$1"])));
        assert_eq!(with_short_imports(script, &file), expected);
        assert_eq!(with_short_imports("", &[HEADER, &[IMPORTS, 2, 1, 1]].concat()), None);
    }

    #[test]
    fn what_is_not_whole_is_refused() {
        assert_eq!(without_custom_sections(b"<!doctype html>"), None);
        assert_eq!(without_custom_sections(&[HEADER, &[1, 4, 1]].concat()), None);
        assert_eq!(without_custom_sections(&[HEADER, &[1, 0xff, 0xff]].concat()), None);
    }
}
