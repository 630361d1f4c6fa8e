//! Tests of the generated tasks: what they claim about their words is counted.

use std::collections::BTreeMap;

use nearfar::text::tokenize;

use super::*;

const TRAIN: usize = 2000;
const DEV: usize = 1000;

fn usual(task: Generated, seed: u64) -> Dataset {
    task.dataset(seed, TRAIN, DEV, task.usual_words()).unwrap()
}

/// The words of an example, or its pairs of adjacent words.
fn features(example: &Labelled, adjacent: usize) -> Vec<String> {
    let words: Vec<&str> = example.texts[0].split(' ').collect();
    words.windows(adjacent).map(|window| window.join(" ")).collect()
}

/// How often each feature stands in the examples of a class.
fn counts(examples: &[Labelled], class: usize, adjacent: usize) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for example in examples.iter().filter(|example| example.label() == class) {
        for feature in features(example, adjacent) {
            *counts.entry(feature).or_default() += 1;
        }
    }
    counts
}

/// The accuracy on dev of multinomial naive Bayes with one added to every count.
fn naive_bayes(dataset: &Dataset, adjacent: usize) -> f64 {
    let by_class = [NEGATIVE, POSITIVE].map(|class| counts(&dataset.train, class, adjacent));
    let vocabulary = by_class.iter().flat_map(BTreeMap::keys).collect::<Vec<_>>().len() as f64;
    let score = |example: &Labelled, class: usize| -> f64 {
        let total: usize = by_class[class].values().sum();
        let logarithm = |feature: String| {
            let count = by_class[class].get(&feature).copied().unwrap_or(0) as f64;
            ((count + 1.0) / (total as f64 + vocabulary)).ln()
        };
        features(example, adjacent).into_iter().map(logarithm).sum()
    };
    let is_right = |example: &&Labelled| {
        let answer = usize::from(score(example, POSITIVE) > score(example, NEGATIVE));
        answer == example.label()
    };
    dataset.dev.iter().filter(is_right).count() as f64 / dataset.dev.len() as f64
}

#[test]
fn the_rule_holds_and_nothing_is_lost() {
    for task in Generated::ALL {
        let dataset = usual(task, 1);
        assert_eq!((dataset.train.len(), dataset.dev.len()), (TRAIN, DEV), "{task:?}");
        for example in dataset.train.iter().chain(&dataset.dev) {
            assert_eq!(task.answer(&example.texts[0]), Some(example.label()), "{example:?}");
        }
    }
}

#[test]
fn lengths_are_in_range_at_both_ends() {
    for task in Generated::ALL {
        let least = *task.possible_words().start();
        for words in [least..=least, task.usual_words(), 200..=201, MAX_TOKENS..=MAX_TOKENS] {
            let dataset = task.dataset(2, 200, 1, words.clone()).unwrap();
            assert_eq!(dataset.train.len(), 200);
            let mut lengths: Vec<usize> =
                dataset.train.iter().map(|one| tokenize(&one.texts[0]).len()).collect();
            lengths.sort_unstable();
            lengths.dedup();
            assert_eq!(lengths, words.collect::<Vec<_>>(), "{task:?}");
        }
    }
}

#[test]
fn classes_are_balanced_to_within_one() {
    for task in Generated::ALL {
        for (train, dev) in [(2, 0), (101, 33), (100, 1)] {
            let dataset = task.dataset(3, train, dev, task.usual_words()).unwrap();
            for (part, size) in [(&dataset.train, train), (&dataset.dev, dev)] {
                let counts = dataset.counts(part);
                assert_eq!(counts.iter().sum::<usize>(), size);
                assert!(counts[0].abs_diff(counts[1]) <= 1, "{task:?} {counts:?}");
            }
        }
    }
}

#[test]
fn the_seed_decides() {
    for task in Generated::ALL {
        let dataset = usual(task, 4);
        assert_eq!(dataset, usual(task, 4));
        assert_ne!(dataset.train, usual(task, 5).train);
        assert_ne!(dataset.train[..10], dataset.dev[..10]);
        let fewer = task.dataset(4, TRAIN, 10, task.usual_words()).unwrap();
        assert_eq!(fewer.train, dataset.train);
    }
}

/// Not only the sums: every sentence has its twin.
#[test]
fn words_alone_say_nothing_of_near() {
    let dataset = usual(Generated::Near, 6);
    for part in [&dataset.train, &dataset.dev] {
        let bags = |class: usize| {
            let mut bags: Vec<Vec<String>> = part
                .iter()
                .filter(|example| example.label() == class)
                .map(|example| {
                    let mut words = features(example, 1);
                    words.sort_unstable();
                    words
                })
                .collect();
            bags.sort_unstable();
            bags
        };
        assert_eq!(bags(NEGATIVE), bags(POSITIVE));
    }
    assert_eq!(naive_bayes(&dataset, 1), 0.5);
}

/// One word that counts and three that do not: the majority is right in 11 of 16 sentences.
#[test]
fn words_alone_say_little_of_far_and_less_of_both() {
    for (task, adjacent, most) in
        [(Generated::Far, 1, 0.74), (Generated::Far, 2, 0.74), (Generated::Both, 1, 0.65)]
    {
        let found = naive_bayes(&usual(task, 6), adjacent);
        assert!(found < most, "{task:?} {adjacent} {found}");
    }
}

#[test]
fn adjacent_words_decide_near_and_words_alone_decide_neither() {
    assert!(naive_bayes(&usual(Generated::Near, 7), 2) > 0.9);
    assert!(naive_bayes(&usual(Generated::Neither, 7), 1) > 0.9);
}

/// The words that matter are where the tasks say they are.
#[test]
fn places_are_as_described() {
    let places = |example: &Labelled, matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let words = example.texts[0].split(' ').enumerate();
        words.filter(|(_, word)| matches(word)).map(|(place, _)| place).collect()
    };
    let is_opinion = |word: &str| rules::opinion(word).is_some();
    let is_negation = |word: &str| word == NEGATION;
    for example in usual(Generated::Near, 9).dev {
        let opinions = places(&example, &is_opinion);
        let negations = places(&example, &is_negation);
        assert_eq!((opinions.len(), negations.len()), (2, 2));
        let mut gaps: Vec<usize> = opinions
            .iter()
            .flat_map(|opinion| negations.iter().map(|negation| opinion.abs_diff(*negation)))
            .collect();
        gaps.sort_unstable();
        assert!(gaps[0] == 1 && gaps[1..].iter().all(|&gap| gap >= 3), "{example:?}");
    }
    for example in usual(Generated::Far, 9).dev {
        let opinions = places(&example, &is_opinion);
        assert_eq!(opinions.len(), 4);
        assert!(opinions[0] == 0 && opinions[1] >= FAR, "{example:?}");
        assert!(places(&example, &is_negation).is_empty());
    }
    let kinds = usual(Generated::Both, 9).dev;
    let far = kinds.iter().filter(|one| one.texts[0].ends_with(CLOSING)).count();
    assert!(far.abs_diff(kinds.len() / 2) < kinds.len() / 10, "{far}");
}

#[test]
fn what_cannot_be_made_is_refused() {
    let refused =
        |train, dev, words| Generated::Far.dataset(0, train, dev, words).unwrap_err().to_string();
    let expected = "the sentences of the task \"far\" are to have 10 to 30 words, expected a range \
                    within 16 to 512";
    assert_eq!(refused(10, 10, 10..=30), expected);
    assert!(refused(10, 10, 30..=513).contains("30 to 513"));
    #[expect(clippy::reversed_empty_ranges)]
    let empty = 32..=30;
    assert!(refused(10, 10, empty).contains("32 to 30"));
    assert_eq!(refused(1, 10, 30..=30), "1 training examples, expected 2 to 100000");
    assert_eq!(refused(2, 100_001, 30..=30), "100001 dev examples, expected 0 to 100000");
}

#[test]
fn names_find_their_tasks() {
    for task in Generated::ALL {
        assert_eq!(Generated::from_name(task.name()), Some(task));
    }
    assert_eq!(Generated::from_name("nearby"), None);
}
