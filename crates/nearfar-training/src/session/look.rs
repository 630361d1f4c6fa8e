//! What the model makes of a sentence and of the held-out examples, with the library's own formulas.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayView2};
use nearfar::attention::{Mask, Step};
use nearfar::methods::Sentence;
use nearfar::metrics::Character;
use nearfar::model::{Answer, Model, Structure};
use nearfar::text::embedding::seeded_by_spelling;
use nearfar::text::{Token, WordVectors, tokenize};

use crate::corpus::Example;
use crate::protocol::finding::character_of;
use crate::protocol::{Look, Looked, MOST_TOKENS, Together, Worth};
use crate::run::{Run, RunError, accuracy, answer};

/// The attention and the answer for the texts that are looked at, and the shown head's weights,
/// `[N, N]` as little-endian f32. `None` where nothing is typed.
pub fn look(run: &Run, vectors: &WordVectors, look: &Look) -> (Option<Looked>, Vec<u8>) {
    if look.texts.is_empty() {
        return (None, Vec::new());
    }
    match try_look(run, vectors, look) {
        Ok((looked, weights)) => (Some(looked), weights),
        Err(problem) => (Some(Looked { problem: Some(problem), ..Looked::default() }), Vec::new()),
    }
}

fn try_look(run: &Run, vectors: &WordVectors, look: &Look) -> Result<(Looked, Vec<u8>), String> {
    if run.architecture.structure == Structure::Tokens {
        return look_at_words(run, vectors, look);
    }
    let texts = if run.architecture.structure == Structure::Pair { 2 } else { 1 };
    let places: BTreeMap<&str, usize> =
        run.corpus.words.iter().enumerate().map(|(place, word)| (word.as_str(), place)).collect();
    let model = run.model().map_err(|error| error.to_string())?;
    let mut looked = Looked { head: look.head, ..Looked::default() };
    let mut embedded = Vec::new();
    for index in 0..texts {
        let text = look.texts.get(index).map(String::as_str).unwrap_or_default();
        let mut read: Vec<Token> = tokenize(text);
        let left_out = cut(&mut read, super::tokens_read(&run.options));
        if read.is_empty() {
            let which = if texts == 1 { "" } else { ["first ", "second "][index] };
            return Err(format!(
                "Type a {which}sentence: what the model makes of it appears here."
            ));
        }
        let rows = read.iter().flat_map(|token| row(run, vectors, &places, &token.word));
        let rows: Vec<f32> = rows.collect();
        let shape = (read.len(), run.architecture.width);
        embedded.push(Array2::from_shape_vec(shape, rows).map_err(|error| error.to_string())?);
        // What is chosen of a pair is no text of a task that reads one.
        if index == look.text.min(texts - 1) {
            looked.left_out = left_out;
            looked.tokens = read.iter().map(|token| token.text.clone()).collect();
            let known = |word: &str| places.contains_key(word);
            looked.known = read.iter().map(|token| known(&token.word)).collect();
        }
    }
    let mask = Mask { causal: look.causal, keys: None };
    let views: Vec<ArrayView2<f32>> = embedded.iter().map(|text| text.view()).collect();
    let answer = model.classify_masked(&views, &mask).map_err(|error| error.to_string())?;
    looked.probabilities = answer.probabilities;
    let shown = views.get(look.text).or(views.first()).ok_or("There is no text.")?;
    let weights = weights(&model, &Sentence { mask, ..Sentence::new(*shown) })?;
    Ok(with_weights(looked, weights))
}

/// The same of a model that answers for every word. The words of a sentence of the treebank are as they stand
/// there, and it alone has a tree; others are tokens of what is typed.
fn look_at_words(
    run: &Run,
    vectors: &WordVectors,
    look: &Look,
) -> Result<(Looked, Vec<u8>), String> {
    let places: BTreeMap<&str, usize> =
        run.corpus.words.iter().enumerate().map(|(place, word)| (word.as_str(), place)).collect();
    let text = look.texts.first().map(String::as_str).unwrap_or_default();
    let spaced: Vec<&str> = text.split_whitespace().collect();
    let rows: Option<Vec<u32>> = spaced
        .iter()
        .map(|word| places.get(&*word.to_lowercase()).map(|&row| row as u32))
        .collect();
    let mut all = run.corpus.train.iter().chain(&run.corpus.dev);
    let known = rows.and_then(|rows| all.find(|example| example.sequences == [rows.as_slice()]));
    let mut left_out = 0;
    let words: Vec<(String, String)> = match known {
        Some(_) => spaced.iter().map(|word| ((*word).to_owned(), word.to_lowercase())).collect(),
        None => {
            let mut read = tokenize(text);
            left_out = cut(&mut read, MOST_TOKENS);
            read.into_iter().map(|token| (token.text, token.word)).collect()
        }
    };
    if words.is_empty() {
        return Err("Type a sentence: what the model makes of it appears here.".to_owned());
    }
    if known.is_none() && run.architecture.method.needs_syntax() {
        return Err(
            "This method reads the tree or the labels of a sentence, which only those of the \
                    treebank have: choose one of the examples, or type a sentence of the file, a \
                    space between its words."
                .to_owned(),
        );
    }
    let rows: Vec<f32> =
        words.iter().flat_map(|(_, word)| row(run, vectors, &places, word)).collect();
    let embedded = Array2::from_shape_vec((words.len(), run.architecture.width), rows);
    let embedded = embedded.map_err(|error| error.to_string())?;
    let model = run.model().map_err(|error| error.to_string())?;
    let sentence = Sentence::new(embedded.view());
    let sentence = sentence.with_syntax(known.and_then(|example| example.syntax.as_ref()));
    let sentence = Sentence { mask: Mask { causal: look.causal, keys: None }, ..sentence };
    let answers = model.tag(&sentence).map_err(|error| error.to_string())?;
    let labels = known.map(|example| &example.labels);
    let gold = |index: usize| labels.and_then(|labels| labels.get(index).copied());
    let answers = answers.iter().enumerate();
    let looked = Looked {
        head: look.head,
        left_out,
        known: words.iter().map(|(_, word)| places.contains_key(word.as_str())).collect(),
        tags: answers.map(|(index, answer)| (answer.class(), gold(index))).collect(),
        tokens: words.into_iter().map(|(text, _)| text).collect(),
        ..Looked::default()
    };
    let weights = weights(&model, &sentence)?;
    Ok(with_weights(looked, weights))
}

/// Leaves the first `most` tokens; how many were cut off.
fn cut(tokens: &mut Vec<Token>, most: usize) -> usize {
    let left_out = tokens.len().saturating_sub(most);
    tokens.truncate(most);
    left_out
}

/// What is looked at with the weights of its heads, and those of the shown one.
fn with_weights(mut looked: Looked, weights: Vec<Array2<f32>>) -> (Looked, Vec<u8>) {
    looked.reach = weights.iter().map(|weights| reach(weights.view())).collect();
    looked.head = looked.head.min(weights.len().saturating_sub(1));
    let weights = weights.into_iter().nth(looked.head).unwrap_or_default();
    (looked, weights.iter().flat_map(|weight| weight.to_le_bytes()).collect())
}

/// The vector of a word as the model reads it: that of the run, else the shared one, else one
/// seeded by its spelling.
fn row(run: &Run, vectors: &WordVectors, places: &BTreeMap<&str, usize>, word: &str) -> Vec<f32> {
    let width = run.architecture.width;
    match places.get(word) {
        Some(&place) => run.table[place * width..(place + 1) * width].to_vec(),
        None if run.shared_vectors => vectors.embed([word]).matrix.into_raw_vec_and_offset().0,
        None => seeded_by_spelling(word, width),
    }
}

/// The weights of every head over a sentence, `[N, N]` each.
fn weights(model: &Model<f32>, sentence: &Sentence<f32>) -> Result<Vec<Array2<f32>>, String> {
    let words = &model.words;
    if let Some(method) = model.architecture.method.attention() {
        let trace = words
            .attend_masked(method, sentence.mask.clone(), sentence.embeddings)
            .map_err(|error| error.to_string())?;
        return Ok((0..trace.heads().len()).map(|head| trace.matrix(head, Step::Weight)).collect());
    }
    let own = words.own.as_ref().ok_or("The model has no numbers of its method.")?;
    let method = words.own_method(own).map_err(|error| error.to_string())?;
    let trace = method.run(sentence).map_err(|error| error.to_string())?;
    Ok(trace.common().weights.outer_iter().map(|weights| weights.to_owned()).collect())
}

/// How far a head looks on average, in tokens. Weights that do not sum to 1 are taken by their share.
fn reach(weights: ArrayView2<f32>) -> f32 {
    let (mut far, mut all) = (0.0_f64, 0.0_f64);
    for ((i, j), weight) in weights.indexed_iter() {
        let weight = f64::from(weight.abs());
        far += weight * i.abs_diff(j) as f64;
        all += weight;
    }
    if all > 0.0 { (far / all) as f32 } else { 0.0 }
}

/// What the held-out examples say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Mean cross entropy, in nats.
    pub loss: f32,
    /// The share of right answers.
    pub right: f32,
    /// What each head's preference is worth, `[h]`.
    pub worth: Vec<Worth>,
    /// What near heads and far heads are worth together.
    pub together: Together,
    /// On how many examples both rest.
    pub worth_texts: usize,
}

/// Asks held-out examples, and the first `for_worth` of them once more for each head with its w set to 0, and
/// with w of all near heads, and of all far ones, set to 0.
/// `None` without examples.
pub fn ask(run: &Run, examples: &[Example], for_worth: usize) -> Result<Option<Asked>, RunError> {
    if examples.is_empty() {
        return Ok(None);
    }
    let classes = run.architecture.classes.len();
    let answers = run.answers(examples)?;
    let losses = losses(&answers, examples, classes);
    let right = accuracy(&answers, examples).unwrap_or(0.0) as f32;
    // Of a treebank every word counts alike.
    let words: usize = examples.iter().map(|example| example.labels.len()).sum();
    let all = losses.iter().zip(examples).map(|(loss, one)| loss * one.labels.len() as f64);
    let loss = (all.sum::<f64>() / words.max(1) as f64) as f32;
    let few = examples.get(..for_worth).unwrap_or(examples);
    let heads = run.architecture.heads;
    let mut asked = Asked { loss, right, worth: vec![Worth::default(); heads], ..Asked::default() };
    if !run.architecture.method.knows_distance() {
        return Ok(Some(asked));
    }
    let model = run.model()?;
    asked.worth_texts = few.len();
    let worth_of = |switched_off: &[usize]| -> Result<Worth, RunError> {
        let mut without = model.clone();
        for &head in switched_off {
            if let Some(parameters) = without.words.heads.get_mut(head) {
                parameters.w = 0.0;
            }
        }
        let without = self::losses(&answer(&without, &run.table, few)?, few, classes);
        let grown: Vec<f64> = without.iter().zip(&losses).map(|(a, b)| a - b).collect();
        Ok(Worth::of(&grown))
    };
    for (head, worth) in asked.worth.iter_mut().enumerate() {
        *worth = worth_of(&[head])?;
    }
    let method = run.architecture.method;
    let side = |character: Character| -> Vec<usize> {
        let all = model.words.heads.iter().enumerate();
        let on_it = all.filter(|(_, head)| character_of(method, head.w, head.v) == character);
        on_it.map(|(index, _)| index).collect()
    };
    let together = |heads: Vec<usize>| match heads.len() {
        0 | 1 => Ok(None),
        _ => worth_of(&heads).map(Some),
    };
    asked.together =
        Together { near: together(side(Character::Near))?, far: together(side(Character::Far))? };
    Ok(Some(asked))
}

/// The cross entropy of each example, the mean over its words where each has a class, in nats. What cannot be read
/// is answered by a guess among the classes: ln C.
fn losses(answers: &[Vec<Answer<f32>>], examples: &[Example], classes: usize) -> Vec<f64> {
    let guess = (classes.max(1) as f64).ln();
    let loss = |(answer, example): (&Vec<Answer<f32>>, &Example)| {
        if answer.is_empty() {
            return guess;
        }
        let of_word = |(answer, &label): (&Answer<f32>, &usize)| {
            let probability = answer.probabilities.get(label).copied().unwrap_or(0.0);
            -f64::from(probability.max(f32::MIN_POSITIVE)).ln()
        };
        let words = answer.iter().zip(&example.labels);
        words.map(of_word).sum::<f64>() / answer.len() as f64
    };
    answers.iter().zip(examples).map(loss).collect()
}
