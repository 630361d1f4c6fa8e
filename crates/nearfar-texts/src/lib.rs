//! Every sentence that a user of the page reads, once, by key.
//!
//! The resources are Fluent files, one per room in a folder per language (`en/lab.ftl`). The build script
//! reads them with Mozilla's parser and writes a function for each message: `lab::tokens_left_out(count)`
//! for `tokens-left-out`. What a function is given has a type: a `usize` where the sentence depends on how
//! many, any text elsewhere. A message with marks (`<b>`) gives [`Rich`] text.
//!
//! A key that no resource has does not compile; one that no view uses fails `cargo xtask check`, and so does a
//! language that lacks a message or gives one other arguments.
//!
//! A program carries the English sentences that it says and no others. Another language is an array of patterns
//! by the messages' numbers (`xtask/src/languages.rs` writes it): `public/start.js` fetches that of the page
//! before the program, `public/room.js` that of a room with the room. In index.html `{{lab.head head=3}}` stands
//! for a message (`xtask/src/start.rs`).
//!
//! Sentences that are made from numbers are functions here: [`words`], [`aloud`]. What the libraries say of
//! themselves (errors, the report on a stranger's file) is English and stands there, since the command says the
//! same.

pub mod aloud;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod pattern;
mod rich;
pub mod words;

pub use rich::{Mark, Rich};

/// The languages of the page: its code as BCP 47 names it, and its own name. English comes first.
pub const LANGUAGES: &[(&str, &str)] =
    &[("en", "English"), ("zh", "简体中文"), ("ko", "한국어"), ("de", "Deutsch")];

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::settings::{Choice, Language};

    /// Beside formulas, with their decimal points, a comma would end a number, and a point of thousands be a decimal one.
    #[test]
    fn numbers_are_written_alike_in_every_language() {
        let is_digit = |letter: Option<&char>| letter.is_some_and(char::is_ascii_digit);
        for (code, _) in LANGUAGES {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(code);
            for file in std::fs::read_dir(folder).expect("a folder").flatten() {
                let text = std::fs::read_to_string(file.path()).expect("a file");
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    let letters: Vec<char> = line.chars().collect();
                    let between = |at: usize| {
                        is_digit(letters.get(at.wrapping_sub(1))) && is_digit(letters.get(at + 1))
                    };
                    let comma = (0..letters.len()).any(|at| letters[at] == ',' && between(at));
                    assert!(!comma, "{:?}: {line}", file.path());
                }
            }
        }
        assert_eq!(nearfar::picture::scale::format_count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(nearfar::picture::scale::format_count(999), "999");
    }

    #[test]
    fn the_table_has_the_folders_and_the_settings() {
        let folder = std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).into_iter().flatten().flatten();
        let mut folders: Vec<String> = folder
            .filter(|entry| entry.path().join("start.ftl").is_file())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let mut codes: Vec<&str> = LANGUAGES.iter().map(|(code, _)| *code).collect();
        let offered: Vec<&str> = Language::ALL.iter().skip(1).map(|(_, name)| *name).collect();
        assert_eq!(codes, offered);
        folders.sort();
        codes.sort_unstable();
        assert_eq!(folders, codes);
    }
}
