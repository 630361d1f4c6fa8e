//! The sentence that the room looks at, and the head that it shows.

use std::sync::Arc;

use nearfar::picture::largest::strongest_pair;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::picture::{Cell, Drawn, format_short};
use nearfar_texts::{aloud, train as texts};

use super::Shown;
use crate::data::rules::{NEGATIVE, POSITIVE};
use crate::protocol::{Looked, Task, Worth, finding};

/// The most classes whose probabilities are listed.
const MOST_ANSWERS: usize = 12;

/// What a task is looked at with until somebody types: its own sentence, else the first example of its data.
pub fn suggested(task: Task, examples: &[(Vec<String>, String)]) -> [String; 2] {
    if let Some(own) = task.examples().first() {
        return [(*own).to_owned(), String::new()];
    }
    let mut texts = examples.first().map_or(&[][..], |(texts, _)| texts).iter().cloned();
    [texts.next().unwrap_or_default(), texts.next().unwrap_or_default()]
}

/// Two examples of a task, each with its texts and its answer: its own sentences, else those of its data.
pub fn examples(task: Task, of_data: &[(Vec<String>, String)]) -> Vec<(Vec<String>, String)> {
    let Task::Generated(generated) = task else { return of_data.to_vec() };
    let answered = |text: &&str| {
        let answer = match generated.answer(text) {
            Some(POSITIVE) => texts::answer_positive(),
            Some(NEGATIVE) => texts::answer_negative(),
            _ => "",
        };
        (vec![(*text).to_owned()], answer.to_owned())
    };
    task.examples().iter().map(answered).collect()
}

/// What is said over the picture: how it is read, that it is of the start, that the page's mask holds.
pub fn about(is_untrained: bool, is_causal: bool) -> String {
    let untrained = is_untrained.then(texts::attention_untrained);
    let causal = is_causal.then(texts::attention_causal);
    let said = [Some(texts::attention_about()), untrained, causal];
    said.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The weights of the sentence that is looked at, between its tokens; `None` while there are none.
pub fn drawn(shown: &Shown, causal: bool, palette: Palette) -> Option<Drawn> {
    let labels = Arc::new(labels(shown.report.looked.as_ref()?));
    let scale = Scale::weights_of(&shown.weights);
    let drawn = Drawn::new(labels.clone(), labels, Arc::new(shown.weights.clone()), scale, palette);
    let drawn = if causal { drawn.causal() } else { drawn };
    drawn.is_whole().then_some(drawn)
}

/// What the model answers of the whole sentence: each class with its probability, and what is said of classes that are
/// left out. Of more classes than are listed the most probable come first.
pub fn answers(looked: &Looked, classes: &[String]) -> (Vec<(String, f32)>, String) {
    let answers = classes.iter().cloned().zip(looked.probabilities.iter().copied());
    let mut answers: Vec<(String, f32)> = answers.collect();
    let left_out = answers.len().saturating_sub(MOST_ANSWERS);
    if left_out == 0 {
        return (answers, String::new());
    }
    answers.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    answers.truncate(MOST_ANSWERS);
    (answers, texts::answers_left(left_out))
}

/// That the end of what is typed is not read; `None` where all of it is.
pub fn left_out(looked: &Looked) -> Option<String> {
    (looked.left_out > 0).then(|| texts::look_left_out(looked.left_out))
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

/// Every word with what is answered of it, and with what the treebank says where that is another; nothing where the
/// sentence has one answer.
pub fn tags(looked: &Looked, classes: &[String]) -> Vec<(String, String)> {
    let named = |class: usize| classes.get(class).map_or("", String::as_str);
    let tag = |(word, &(answer, gold)): (&String, &(usize, Option<usize>))| {
        let says = match gold {
            Some(gold) if gold == answer => texts::answers_right(named(answer)),
            Some(gold) => texts::answers_wrong(named(answer), named(gold)),
            // The treebank does not have the sentence.
            None => named(answer).to_owned(),
        };
        (word.clone(), says)
    };
    looked.tokens.iter().zip(&looked.tags).map(tag).collect()
}

/// The largest weight between two different tokens, in words; `None` where there is none.
pub fn strongest(drawn: &Drawn) -> Option<String> {
    let ((i, j), weight) = strongest_pair(&drawn.values, drawn.shape[1])?;
    let (i, j) = (drawn.rows.get(i)?, drawn.columns.get(j)?);
    Some(texts::strongest(i, j, finding::percent_text(weight)))
}

/// The weight of a cell with its tokens, in words; `None` where there is no such cell.
pub fn weight_at(drawn: &Drawn, cell: Cell) -> Option<String> {
    let weight = drawn.value_at(cell)?;
    Some(format!("{}: {}", aloud::pair(&drawn.rows, cell), format_short(weight.into())))
}

/// The head that a report moves the room to, from 0: the one that is surely worth most, until somebody chose.
pub fn head_of_report(worth: &[Worth], has_chosen: bool) -> Option<usize> {
    if has_chosen { None } else { finding::winners(worth).first().copied() }
}
