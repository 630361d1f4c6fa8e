//! Four tasks made up from a seed, so that what an answer needs is known: near words, far words,
//! both or neither. They are no language and no benchmark; they show what a mechanism can use.
//!
//! In the first three, every sentence has a twin in the same part of the data with the same words
//! at other places and the other answer, so that no count of words can tell the classes apart.

use std::ops::RangeInclusive;

use nearfar::model::Structure;
use nearfar::text::MAX_TOKENS;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::rules::{self, BAD, FILLERS, GOOD, NEGATION, NEGATIVE, POSITIVE, REVERSED, SINCERE};
use super::{Dataset, Labelled};

/// The most examples of a part: more than a small model needs, and below a second to make.
pub const MOST_EXAMPLES: usize = 100_000;

/// How far apart two words are, at least, that are far from each other.
const FAR: usize = 8;
/// How far from the opinion word a negation stands that does not reverse it.
const ASIDE: RangeInclusive<usize> = 3..=4;
/// How many opinion words a sentence of [`Generated::Neither`] has; odd, so that one side wins.
const VOTES: usize = 5;
/// How many words follow the last opinion word, at least, where its place matters: the end of the
/// sentence does not give it away.
const TAIL: usize = 2;

/// A task by what its answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generated {
    /// The word directly before.
    Near,
    /// Words at least 8 apart.
    Far,
    /// One fact of each kind.
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
    pub fn name(self) -> &'static str {
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

    /// What is asked, in a sentence for the user.
    pub fn description(self) -> &'static str {
        match self {
            Generated::Near => {
                "Each sentence has a good and a bad word, and only the one directly after \"not\" \
                 counts, reversed: \"not dull\" makes it positive, \"not great\" negative; another \
                 \"not\" some words away changes nothing."
            }
            Generated::Far => {
                "The last opinion word counts, and the opening word says how: as it stands after \
                 \"honestly\", reversed after \"ironically\"; the opinion words before it mislead."
            }
            Generated::Both => {
                "The opinion word farthest from the opening \"honestly\" counts, reversed if \
                 \"not\" stands directly before it; a \"not\" some words away changes nothing."
            }
            Generated::Neither => {
                "The sentence is positive if it has more good words than bad ones, wherever they \
                 stand."
            }
        }
    }

    /// The number of words of a sentence that leave some room beside what the task is about.
    pub fn usual_words(self) -> RangeInclusive<usize> {
        match self {
            Generated::Near | Generated::Neither => 12..=20,
            Generated::Far => 26..=34,
            Generated::Both => 30..=38,
        }
    }

    /// The number of words of a sentence that are possible.
    pub fn possible_words(self) -> RangeInclusive<usize> {
        let least = match self {
            Generated::Near => 12,
            Generated::Neither => 8,
            Generated::Far => 26,
            Generated::Both => 30,
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
                Generated::Far => twins(far(rng, length)),
                Generated::Both => twins(both(rng, length)),
                Generated::Neither => [NEGATIVE, POSITIVE].map(|class| neither(rng, length, class)),
            };
            examples.extend(pair.into_iter().filter_map(|words| {
                let text = words.join(" ");
                let label = self.answer(&text)?;
                Some(Labelled { texts: vec![text], label })
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

/// Two different places of a range of at least two, in their order.
fn two_places(rng: &mut ChaCha8Rng, range: RangeInclusive<usize>) -> [usize; 2] {
    let (first, last) = range.into_inner();
    let one = rng.random_range(first..last);
    [one, rng.random_range(one + 1..=last)]
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

/// `honestly bad good … good … bad …`: right after the opening word a good and a bad word, so that
/// what is near it has no opinion; then two opposite ones, each far from all others. The last one
/// counts. In the twin the last two have changed places.
fn far(rng: &mut ChaCha8Rng, length: usize) -> Drawn {
    let around_opening = 1..=4;
    let first = around_opening.end() + FAR;
    let middle = rng.random_range(first..length - TAIL - FAR);
    let last = rng.random_range(middle + FAR..length - TAIL);
    let mut words = fillers(rng, length);
    put(&mut words, 0, if rng.random() { SINCERE } else { REVERSED });
    let misleading = two_places(rng, around_opening);
    put_opposites(rng, &mut words, misleading);
    put_opposites(rng, &mut words, [middle, last]);
    Drawn { words, swap: [middle, last] }
}

/// `honestly … not good … not bad …` or `honestly … not … good … not … bad …`: two opposite opinion
/// words, far from the opening word and from each other, either both reversed or neither; the last
/// one counts. What is near does not say which is the last, what is far not whether it is reversed.
/// In the twin the two have changed places.
fn both(rng: &mut ChaCha8Rng, length: usize) -> Drawn {
    // The words of an opinion reach as far before it as a negation aside does.
    let reach = ASIDE.end() + FAR;
    let middle = rng.random_range(reach..length - TAIL - reach);
    let last = rng.random_range(middle + reach..length - TAIL);
    let is_reversed: bool = rng.random();
    let mut words = fillers(rng, length);
    put(&mut words, 0, SINCERE);
    for place in [middle, last] {
        let distance = if is_reversed { 1 } else { rng.random_range(ASIDE) };
        put(&mut words, place - distance, NEGATION);
    }
    put_opposites(rng, &mut words, [middle, last]);
    Drawn { words, swap: [middle, last] }
}

/// Five opinion words anywhere, three to five of them of one class.
fn neither(rng: &mut ChaCha8Rng, length: usize, class: usize) -> Vec<&'static str> {
    let winning = rng.random_range(VOTES / 2 + 1..=VOTES);
    let mut words = fillers(rng, length - VOTES);
    for vote in 0..VOTES {
        let is_good = (vote < winning) == (class == POSITIVE);
        words.push(pick(rng, if is_good { &GOOD } else { &BAD }));
    }
    words.shuffle(rng);
    words
}

#[cfg(test)]
#[path = "generated_tests.rs"]
mod tests;
