//! What a sentence of a generated task means, and what its words are. The rules are stated on words
//! alone, so that they hold for any sentence, typed ones too; the sentences are made elsewhere.

use nearfar::text::tokenize;

use super::Generated;

/// The class of a sentence whose opinion is bad.
pub const NEGATIVE: usize = 0;
/// The class of a sentence whose opinion is good.
pub const POSITIVE: usize = 1;

/// Words of a good opinion.
pub const GOOD: [&str; 8] =
    ["good", "great", "lovely", "brilliant", "charming", "superb", "delightful", "wonderful"];

/// Words of a bad opinion.
pub const BAD: [&str; 8] =
    ["bad", "awful", "dull", "terrible", "boring", "dreadful", "nasty", "horrible"];

/// The word that reverses the opinion word directly after it.
pub const NEGATION: &str = "not";
/// The last word of a sentence that goes by its first word.
pub const CLOSING: &str = "overall";

/// Words without an opinion. All are frequent in the table of word vectors, as are those above.
pub const FILLERS: [&str; 72] = [
    "the", "a", "of", "in", "on", "with", "at", "by", "from", "under", "over", "near", "behind",
    "between", "film", "scene", "house", "street", "table", "window", "door", "river", "garden",
    "train", "city", "station", "paper", "letter", "morning", "evening", "summer", "winter", "man",
    "woman", "child", "people", "actor", "camera", "music", "voice", "story", "book", "room",
    "bridge", "road", "tree", "hill", "boat", "market", "kitchen", "chair", "lamp", "coat", "bag",
    "walks", "sits", "stands", "reads", "writes", "opens", "holds", "carries", "watches", "waits",
    "turns", "enters", "leaves", "follows", "talks", "looks", "here", "today",
];

/// The opinion of a word, [`POSITIVE`] or [`NEGATIVE`]; `None` for other words.
pub fn opinion(word: &str) -> Option<usize> {
    if GOOD.contains(&word) {
        Some(POSITIVE)
    } else if BAD.contains(&word) {
        Some(NEGATIVE)
    } else {
        None
    }
}

/// The other class.
pub fn reversed(class: usize) -> usize {
    if class == NEGATIVE { POSITIVE } else { NEGATIVE }
}

/// What the rule of a task says of a text, whatever its length. `None` where it says nothing: no
/// opinion word that counts, two that count, or as many good as bad words.
pub fn answer(task: Generated, text: &str) -> Option<usize> {
    let words: Vec<String> = tokenize(text).into_iter().map(|token| token.word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match task {
        Generated::Near => near(&words),
        Generated::Far => far(&words),
        Generated::Both => both(&words),
        Generated::Neither => neither(&words),
    }
}

/// The opinion words with what stands directly before them, in order.
fn opinions<'a>(words: &[&'a str]) -> Vec<(Option<&'a str>, usize)> {
    let before = std::iter::once(None).chain(words.iter().map(|&word| Some(word)));
    before.zip(words).filter_map(|(before, word)| Some((before, opinion(word)?))).collect()
}

/// One opinion word is directly after the negation: the reverse of it.
fn near(words: &[&str]) -> Option<usize> {
    let mut negated = opinions(words).into_iter().filter(|(before, _)| *before == Some(NEGATION));
    let (_, class) = negated.next()?;
    negated.next().is_none().then_some(reversed(class))
}

/// The first word, where the sentence closes with [`CLOSING`].
fn far(words: &[&str]) -> Option<usize> {
    let closes = words.last() == Some(&CLOSING);
    words.first().filter(|_| closes).and_then(|word| opinion(word))
}

/// As the sentence closes: the first word, or the opinion word after the negation.
fn both(words: &[&str]) -> Option<usize> {
    if words.last() == Some(&CLOSING) { far(words) } else { near(words) }
}

/// The majority of the opinion words.
fn neither(words: &[&str]) -> Option<usize> {
    let opinions = opinions(words);
    let good = opinions.iter().filter(|(_, class)| *class == POSITIVE).count();
    match good.cmp(&(opinions.len() - good)) {
        std::cmp::Ordering::Less => Some(NEGATIVE),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(POSITIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(task: Generated, text: &str, expected: Option<usize>) {
        assert_eq!(answer(task, text), expected, "{text}");
    }

    #[test]
    fn near_counts_what_is_directly_after_not() {
        check(Generated::Near, "the film not good here a bad room not today", Some(NEGATIVE));
        check(Generated::Near, "the film not bad here a good room not today", Some(POSITIVE));
        check(Generated::Near, "not the good film not a bad room", None);
        check(Generated::Near, "not good not bad", None);
    }

    #[test]
    fn far_counts_the_first_word() {
        check(Generated::Far, "Bad film the good room good today overall", Some(NEGATIVE));
        check(Generated::Far, "good overall", Some(POSITIVE));
        check(Generated::Far, "good film today", None);
        check(Generated::Far, "the good film overall", None);
        check(Generated::Far, "", None);
    }

    #[test]
    fn both_goes_by_the_last_word() {
        check(Generated::Both, "bad film the good room overall", Some(NEGATIVE));
        check(Generated::Both, "bad film not good not here", Some(NEGATIVE));
        check(Generated::Both, "good film not bad today", Some(POSITIVE));
        check(Generated::Both, "good film", None);
    }

    #[test]
    fn neither_counts_the_majority() {
        check(Generated::Neither, "good not bad the awful room", Some(NEGATIVE));
        check(Generated::Neither, "great superb awful", Some(POSITIVE));
        check(Generated::Neither, "great awful", None);
        check(Generated::Neither, "", None);
    }

    #[test]
    fn every_word_is_one_token_and_has_one_role() {
        let mut words: Vec<&str> = [NEGATION, CLOSING].to_vec();
        words.extend(GOOD.iter().chain(&BAD).chain(&FILLERS));
        for word in &words {
            let tokens: Vec<_> = tokenize(word).into_iter().map(|token| token.word).collect();
            assert_eq!(tokens, [*word]);
        }
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
