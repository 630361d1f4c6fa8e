//! The sentence that the room looks at, and the head that it shows.

use crate::protocol::{Looked, Task, Worth, finding};

/// What is answered of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag<'a> {
    /// A class; the treebank does not have the sentence.
    Unjudged(&'a str),
    /// The treebank says so too.
    Right(&'a str),
    /// A class, and the one that the treebank says.
    Wrong(&'a str, &'a str),
}

/// What a task is looked at with until somebody types: its own sentence, else the first example of its data.
pub fn suggested(task: Task, examples: &[(Vec<String>, String)]) -> [String; 2] {
    if let Some(own) = task.examples().first() {
        return [(*own).to_owned(), String::new()];
    }
    let mut texts = examples.first().map_or(&[][..], |(texts, _)| texts).iter().cloned();
    [texts.next().unwrap_or_default(), texts.next().unwrap_or_default()]
}

/// The tokens as rows and columns have them: in parentheses what the training texts do not hold.
pub fn labels(looked: &Looked) -> Vec<String> {
    let pairs = looked.tokens.iter().zip(&looked.known);
    let label = |(token, &known): (&String, &bool)| match known {
        true => token.clone(),
        false => format!("({token})"),
    };
    pairs.map(label).collect()
}

/// Every word with what is answered of it; nothing where the sentence has one answer.
pub fn tags<'a>(looked: &'a Looked, classes: &'a [String]) -> Vec<(&'a str, Tag<'a>)> {
    let named = |class: usize| classes.get(class).map_or("", String::as_str);
    let tag = |(word, &(answer, gold)): (&'a String, &(usize, Option<usize>))| {
        let tag = match gold {
            Some(gold) if gold == answer => Tag::Right(named(answer)),
            Some(gold) => Tag::Wrong(named(answer), named(gold)),
            None => Tag::Unjudged(named(answer)),
        };
        (word.as_str(), tag)
    };
    looked.tokens.iter().zip(&looked.tags).map(tag).collect()
}

/// The head that a report moves the room to, from 0: the one that is surely worth most, until somebody chose.
pub fn head_of_report(worth: &[Worth], has_chosen: bool) -> Option<usize> {
    if has_chosen { None } else { finding::winners(worth).first().copied() }
}
