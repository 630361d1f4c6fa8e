//! The texts that a model of several texts reads: the sentence, which the pictures show, and the others.

use super::{MAX_TEXTS, Settings};
use crate::model::Structure;

impl Settings {
    /// The texts of an example in their order, each with whether it is the sentence. Those that a model of this
    /// structure needs and nobody typed are empty.
    pub fn texts(&self, structure: Structure) -> Vec<(&str, bool)> {
        let (least, most) = structure.texts();
        let others = self.others.lines().take(most.unwrap_or(MAX_TEXTS) - 1);
        let mut texts: Vec<(&str, bool)> = others.map(|line| (line, false)).collect();
        texts.resize(texts.len().max(least - 1), ("", false));
        texts.insert(self.place.min(texts.len()), (&self.sentence, true));
        texts
    }

    /// Types another text in the place of the one at `place`.
    pub fn write_text(&mut self, structure: Structure, place: usize, text: &str) {
        self.change_texts(structure, |texts| {
            if let Some((slot, _)) = texts.get_mut(place) {
                *slot = text.to_owned();
            }
        });
    }

    /// Shows the attention of another text: it becomes the sentence, and the sentence one of the others.
    pub fn show_text(&mut self, structure: Structure, place: usize) {
        let is_there = self.texts(structure).len() > place;
        self.change_texts(structure, |texts| {
            if is_there {
                for (index, (_, is_sentence)) in texts.iter_mut().enumerate() {
                    *is_sentence = index == place;
                }
            }
        });
        // They belong to the words that were shown.
        self.cursor = None;
        self.selected.clear();
    }

    /// Adds an empty text at the end.
    pub fn add_text(&mut self, structure: Structure) {
        self.change_texts(structure, |texts| {
            if texts.len() < MAX_TEXTS {
                texts.push((String::new(), false));
            }
        });
    }

    /// Takes a text away that is not the sentence.
    pub fn remove_text(&mut self, structure: Structure, place: usize) {
        self.change_texts(structure, |texts| {
            if texts.get(place).is_some_and(|(_, is_sentence)| !is_sentence) {
                texts.remove(place);
            }
        });
    }

    fn change_texts(
        &mut self,
        structure: Structure,
        change: impl FnOnce(&mut Vec<(String, bool)>),
    ) {
        let texts = self.texts(structure).into_iter();
        let mut texts: Vec<_> = texts.map(|(text, shown)| (text.to_owned(), shown)).collect();
        change(&mut texts);
        self.place = texts.iter().position(|(_, is_sentence)| *is_sentence).unwrap_or(0);
        let mut others = Vec::with_capacity(texts.len());
        for (text, is_sentence) in texts {
            if is_sentence {
                self.sentence = text;
            } else {
                // A line is a text.
                others.push(text.replace(['\n', '\r'], " "));
            }
        }
        self.others = others.join("\n");
        if others.last().is_some_and(String::is_empty) {
            self.others.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(sentence: &str, others: &str, place: usize) -> Settings {
        let (sentence, others) = (sentence.to_owned(), others.to_owned());
        Settings { sentence, others, place, ..Settings::default() }
    }

    #[test]
    fn a_pair_has_two_texts_and_a_document_any_number() {
        let own = settings("one", "", 0);
        assert_eq!(own.texts(Structure::Single), [("one", true)]);
        assert_eq!(own.texts(Structure::Pair), [("one", true), ("", false)]);
        assert_eq!(own.texts(Structure::Hierarchical), [("one", true)]);
        let three = settings("one", "two\nthree", 1);
        assert_eq!(three.texts(Structure::Pair), [("two", false), ("one", true)]);
        let document = three.texts(Structure::Hierarchical);
        assert_eq!(document, [("two", false), ("one", true), ("three", false)]);
    }

    #[test]
    fn showing_a_text_keeps_the_order() {
        let mut own = settings("one\nline", "two\nthree", 0);
        own.cursor = Some((1, 1));
        own.show_text(Structure::Hierarchical, 2);
        assert_eq!((own.sentence.as_str(), own.place, own.cursor), ("three", 2, None));
        assert_eq!(own.others, "one line\ntwo");
        own.show_text(Structure::Hierarchical, 9);
        assert_eq!(own.sentence, "three");
    }

    #[test]
    fn texts_are_added_typed_and_taken_away() {
        let structure = Structure::Hierarchical;
        let mut own = settings("one", "", 0);
        own.add_text(structure);
        assert_eq!(own.texts(structure), [("one", true), ("", false)]);
        own.add_text(structure);
        assert_eq!(own.texts(structure).len(), 3);
        own.write_text(structure, 2, "three");
        assert_eq!(own.texts(structure), [("one", true), ("", false), ("three", false)]);
        own.remove_text(structure, 1);
        own.remove_text(structure, 0);
        assert_eq!(own.texts(structure), [("one", true), ("three", false)]);
        for _ in 0..2 * MAX_TEXTS {
            own.add_text(structure);
        }
        assert_eq!(own.texts(structure).len(), MAX_TEXTS);
    }
}
