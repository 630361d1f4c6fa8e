//! Four tasks made up from a seed, so that what an answer needs is known: near words, far words,
//! both or neither. They are no language and no benchmark; they show what a mechanism can use.
//!
//! A sentence of [`Generated::Near`] has a twin in the same part of the data with the same words at
//! other places and the other answer, so that no count of words can tell the classes apart. In
//! [`Generated::Far`] words alone say a little: the word that counts is one of four, and the other
//! three are drawn without regard to it. A task of which they say nothing is one that a model of one
//! layer needs thousands of steps to begin with, and then answers by near words as often as by far.

use std::ops::RangeInclusive;

use nearfar::model::Structure;
use nearfar::text::MAX_TOKENS;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::rules::{self, BAD, CLOSING, FILLERS, GOOD, NEGATION, NEGATIVE, POSITIVE};
use super::{Dataset, Labelled};

/// The most examples of a part: more than a small model needs, and some 30 MB of text at worst
/// with the usual lengths.
pub const MOST_EXAMPLES: usize = 100_000;

/// How far apart two words are, at least, that are far from each other.
const FAR: usize = 8;
/// How far from the opinion word a negation stands that does not reverse it.
const ASIDE: RangeInclusive<usize> = 3..=4;
/// How many opinion words a sentence of [`Generated::Neither`] has; odd, so that one side wins.
const VOTES: usize = 5;
/// How many opinion words mislead in a sentence of [`Generated::Far`]: from fewer, a count of words
/// tells the answer too often.
const MISLEADING: usize = 3;

/// A task by what its answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generated {
    /// The word directly before.
    Near,
    /// The first word, at least 8 from every other that could count.
    Far,
    /// Sentences of either kind, mixed.
    Both,
    /// No places at all.
    Neither,
}

/// Why a task cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratedError {
    /// No room for what the task is about, or more words than a trace shows.
    #[error(
        "the sentences of the task \"{task}\" are to have {} to {} words, expected a range within \
         {} to {}", .found.start(), .found.end(), .expected.start(), .expected.end()
    )]
    Words {
        /// The name of the task.
        task: &'static str,
        /// What was asked for.
        found: RangeInclusive<usize>,
        /// What can be had.
        expected: RangeInclusive<usize>,
    },
    /// Too few, or more than [`MOST_EXAMPLES`].
    #[error("{found} {part} examples, expected {least} to {MOST_EXAMPLES}")]
    Examples {
        /// Which part.
        part: &'static str,
        /// How many.
        found: usize,
        /// The fewest.
        least: usize,
    },
}

/// Both classes.
const CLASSES: [usize; 2] = [NEGATIVE, POSITIVE];

/// A sentence and what makes its twin.
struct Drawn {
    words: Vec<&'static str>,
    /// The places of the good and the bad word that change places in the twin.
    swap: [usize; 2],
}

impl Generated {
    /// All four.
    pub const ALL: [Generated; 4] =
        [Generated::Near, Generated::Far, Generated::Both, Generated::Neither];

    /// Its name, as a user types it.
    pub const fn name(self) -> &'static str {
        match self {
            Generated::Near => "near",
            Generated::Far => "far",
            Generated::Both => "both",
            Generated::Neither => "neither",
        }
    }

    /// The task of a name.
    pub fn from_name(name: &str) -> Option<Generated> {
        Generated::ALL.into_iter().find(|task| task.name() == name)
    }

    /// The number of words of a sentence that leave some room beside what the task is about.
    pub fn usual_words(self) -> RangeInclusive<usize> {
        match self {
            Generated::Near | Generated::Neither => 12..=16,
            Generated::Far | Generated::Both => 16..=24,
        }
    }

    /// The number of words of a sentence that are possible.
    pub fn possible_words(self) -> RangeInclusive<usize> {
        let least = match self {
            Generated::Near => 12,
            Generated::Neither => 8,
            Generated::Far | Generated::Both => 16,
        };
        least..=MAX_TOKENS
    }

    /// What the rule of the task says of any text; see [`rules::answer`].
    pub fn answer(self, text: &str) -> Option<usize> {
        rules::answer(self, text)
    }

    /// `train` and `dev` examples of `words` words each (evenly spread over the range), the classes
    /// `negative` and `positive`, as many of one as of the other to within one; no test examples.
    /// The same seed makes the same examples, and `train` of them whatever `dev` is.
    ///
    /// # Errors
    /// Where `words` is empty or beyond [`Generated::possible_words`]; where `train` is below 2, or
    /// one of the numbers of examples beyond [`MOST_EXAMPLES`].
    pub fn dataset(
        self,
        seed: u64,
        train: usize,
        dev: usize,
        words: RangeInclusive<usize>,
    ) -> Result<Dataset, GeneratedError> {
        let expected = self.possible_words();
        if words.is_empty() || words.start() < expected.start() || words.end() > expected.end() {
            return Err(GeneratedError::Words { task: self.name(), found: words, expected });
        }
        for (part, found, least) in [("training", train, 2), ("dev", dev, 0)] {
            if !(least..=MOST_EXAMPLES).contains(&found) {
                return Err(GeneratedError::Examples { part, found, least });
            }
        }
        let part = |count: usize, part: u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(2 * self as u64 + part);
            self.examples(&mut rng, count, &words)
        };
        Ok(Dataset {
            name: self.name().to_owned(),
            structure: Structure::Single,
            classes: vec!["negative".to_owned(), "positive".to_owned()],
            train: part(train, 0),
            dev: part(dev, 1),
            test: Vec::new(),
        })
    }

    fn examples(
        self,
        rng: &mut ChaCha8Rng,
        count: usize,
        words: &RangeInclusive<usize>,
    ) -> Vec<Labelled> {
        let mut examples = Vec::with_capacity(count + 1);
        // Two by two, one of each class.
        while examples.len() < count {
            let length = rng.random_range(words.clone());
            let pair = match self {
                Generated::Near => twins(near(rng, length)),
                Generated::Far => CLASSES.map(|class| far(rng, length, class)),
                Generated::Both if rng.random() => twins(near(rng, length)),
                Generated::Both => CLASSES.map(|class| far(rng, length, class)),
                Generated::Neither => CLASSES.map(|class| neither(rng, length, class)),
            };
            examples.extend(pair.into_iter().filter_map(|words| {
                let text = words.join(" ");
                let label = self.answer(&text)?;
                Some(Labelled::new(vec![text], label))
            }));
        }
        examples.truncate(count);
        examples.shuffle(rng);
        examples
    }
}

/// A sentence and the one with two of its words in each other's place.
fn twins(drawn: Drawn) -> [Vec<&'static str>; 2] {
    let mut twin = drawn.words.clone();
    let [first, second] = drawn.swap;
    twin.swap(first, second);
    [drawn.words, twin]
}

/// Random words without an opinion.
fn fillers(rng: &mut ChaCha8Rng, length: usize) -> Vec<&'static str> {
    (0..length).map(|_| pick(rng, &FILLERS)).collect()
}

fn pick(rng: &mut ChaCha8Rng, words: &[&'static str]) -> &'static str {
    // The lists are not empty.
    words.choose(rng).copied().unwrap_or_default()
}

fn opinion_word(rng: &mut ChaCha8Rng, is_good: bool) -> &'static str {
    pick(rng, if is_good { &GOOD } else { &BAD })
}

fn put(words: &mut [&'static str], place: usize, word: &'static str) {
    if let Some(slot) = words.get_mut(place) {
        *slot = word;
    }
}

/// Puts a good word at one of the places and a bad one at the other, at random.
fn put_opposites(rng: &mut ChaCha8Rng, words: &mut [&'static str], mut places: [usize; 2]) {
    places.shuffle(rng);
    let [good, bad] = places;
    put(words, good, pick(rng, &GOOD));
    put(words, bad, pick(rng, &BAD));
}

/// `… not good … bad … not …`: one negation directly before an opinion word, the other aside of the
/// opposite one. In the twin the two opinion words have changed places.
fn near(rng: &mut ChaCha8Rng, length: usize) -> Drawn {
    let apart = *ASIDE.start();
    // Drawn until nothing stands in the way of anything else; in 12 words there is always room.
    let (negated, other, negation) = loop {
        let negated = rng.random_range(1..length);
        let other = rng.random_range(0..length);
        let distance = rng.random_range(ASIDE);
        let after: bool = rng.random();
        let negation = if after { other + distance } else { other.wrapping_sub(distance) };
        let clear =
            |place: usize| place.abs_diff(negated) >= apart && place.abs_diff(negated - 1) >= apart;
        if negation < length && clear(other) && clear(negation) {
            break (negated, other, negation);
        }
    };
    let mut words = fillers(rng, length);
    put(&mut words, negated - 1, NEGATION);
    put(&mut words, negation, NEGATION);
    put_opposites(rng, &mut words, [negated, other]);
    Drawn { words, swap: [negated, other] }
}

/// `good … bad … good … bad … overall`: an opinion word first, and three others far from it, each as
/// likely good as bad whatever the first one is.
fn far(rng: &mut ChaCha8Rng, length: usize, class: usize) -> Vec<&'static str> {
    let mut words = fillers(rng, length);
    put(&mut words, 0, opinion_word(rng, class == POSITIVE));
    put(&mut words, length - 1, CLOSING);
    let mut places: Vec<usize> = (FAR..length - 1).collect();
    places.shuffle(rng);
    for place in places.into_iter().take(MISLEADING) {
        let is_good = rng.random();
        put(&mut words, place, opinion_word(rng, is_good));
    }
    words
}

/// Five opinion words anywhere, three to five of them of one class.
fn neither(rng: &mut ChaCha8Rng, length: usize, class: usize) -> Vec<&'static str> {
    let winning = rng.random_range(VOTES / 2 + 1..=VOTES);
    let mut words = fillers(rng, length - VOTES);
    for vote in 0..VOTES {
        let is_good = (vote < winning) == (class == POSITIVE);
        words.push(opinion_word(rng, is_good));
    }
    words.shuffle(rng);
    words
}

#[cfg(test)]
#[path = "generated_tests.rs"]
mod tests;
