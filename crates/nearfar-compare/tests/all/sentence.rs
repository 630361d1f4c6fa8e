//! The sentence, its tree and the choices between the room and the page.

use nearfar::attention::HeadParameters;
use nearfar::settings::{DEFAULT_SENTENCE, ModelChoice, Settings};
use nearfar::text::dependency::{DependencyTree, Origin, PartOfSpeech, Relation, Word, parse};
use nearfar_compare::choices::{Choices, LONGEST_MEMORY, Misread, Problem, Source};
use nearfar_compare::protocol::Shown;
use nearfar_compare::sentence::{Chosen, Kept, NoTree, PageMirror, forms, types};

/// I think, as a link has it.
const THINK: &str = "r_2.PRON.nsubj.I_0.VERB.root.think";

fn kept(sentence: &str, choices: &str) -> Kept {
    Kept { sentence: sentence.to_owned(), choices: choices.to_owned(), seed: 7 }
}

fn seeded() -> Settings {
    Settings { model: ModelChoice::Untrained, ..Settings::default() }
}

fn think() -> DependencyTree {
    DependencyTree::from_compact(THINK).expect("a tree")
}

/// I think, with its tree.
fn chosen(choices: Choices) -> Chosen {
    let (sentence, tree) = ("I think".to_owned(), think().into());
    Chosen { sentence, tree, choices, seed: 7 }
}

#[test]
fn what_the_page_has_is_news_once() {
    let mut page = PageMirror::default();
    let news = page.learn(kept("I think", "seeded=yes&head=3"), &seeded(), &[]).expect("news");
    assert_eq!((news.chosen.sentence.as_str(), news.chosen.seed), ("I think", 7));
    assert_eq!(news.chosen.choices, Choices { shown: Shown::Head(2), ..Choices::default() });
    assert_eq!((news.misread, news.no_tree), (vec![], None));
    assert_eq!(page.learn(kept("I think", "seeded=yes&head=3"), &seeded(), &[]), None);
    let other_seed = Kept { seed: 8, ..kept("I think", "seeded=yes&head=3") };
    assert!(page.learn(other_seed, &seeded(), &[]).is_some());
}

#[test]
fn what_the_room_handed_over_comes_back_as_no_news() {
    let mut page = PageMirror::default();
    page.learn(kept("I think", "seeded=yes"), &seeded(), &[]);
    let mut chosen = chosen(Choices { clip: 2, ..Choices::default() });
    chosen.type_sentence("I think so".to_owned());
    let handed = page.hand(&chosen).expect("something new");
    assert_eq!([handed.sentence, handed.choices], ["I think so", "seeded=yes&k=2"]);
    assert_eq!(page.hand(&chosen), None);
    assert_eq!(page.learn(kept("I think so", "seeded=yes&k=2"), &seeded(), &[]), None);
    // Undone, it is news again.
    assert!(page.learn(kept("I think", "seeded=yes"), &seeded(), &[]).is_some());
}

#[test]
fn a_move_of_w_in_curves_changes_no_a_and_b_that_were_chosen_here() {
    let (mut page, mut lab) = (PageMirror::default(), Settings::default());
    let mut chosen = page.learn(kept("I think", ""), &lab, &[]).expect("news").chosen;
    assert_eq!(chosen.choices.source, Source::Each);
    chosen.choices.pair[1] = "sst2-rope".to_owned();
    let handed = page.hand(&chosen).expect("something new");
    assert_eq!(handed.choices, "lab=yes&b=sst2-rope");
    lab.adopt(Some(&[HeadParameters { w: -0.5, v: 1.0 }; 12]));
    lab.set_w(lab.head, -1.0);
    assert_eq!(page.learn(kept("I think", &handed.choices), &lab, &[]), None);
    // Where nothing was chosen, what is moved is shown.
    let moved = page.learn(kept("I think", ""), &lab, &[]).expect("news").chosen;
    assert_eq!(moved.choices.source, Source::Bundled("sst2-da".to_owned()));
}

#[test]
fn what_the_page_did_not_keep_is_handed_over_again() {
    let mut page = PageMirror::default();
    page.learn(kept("I think", "seeded=yes"), &seeded(), &[]);
    let chosen = chosen(Choices { clip: 2, ..Choices::default() });
    let handed = page.hand(&chosen).expect("something new");
    page.lost(handed);
    // It has what it had before: that is no news, and the same is handed again.
    assert_eq!(page.learn(kept("I think", "seeded=yes"), &seeded(), &[]), None);
    assert!(page.hand(&chosen).is_some());
}

#[test]
fn a_text_that_follows_the_lab_goes_on_following_it() {
    let mut page = PageMirror::default();
    page.learn(kept("I think", ""), &seeded(), &[]);
    let chosen = chosen(Choices { clip: 2, ..Choices::of_lab(&seeded()) });
    assert_eq!(page.hand(&chosen).expect("something new").choices, "lab=yes&k=2");
    // One that says whose numbers it means goes on meaning them.
    page.learn(kept("I think", "seeded=yes"), &seeded(), &[]);
    let text = page.hand(&chosen).expect("something new").choices;
    assert!(text.starts_with("seeded=yes"), "{text}");
}

#[test]
fn another_head_in_the_lab_is_news_where_the_room_follows_it() {
    let mut page = PageMirror::default();
    page.learn(kept("I think", ""), &seeded(), &[]);
    let lab = Settings { head: 4, ..seeded() };
    let news = page.learn(kept("I think", ""), &lab, &[]).expect("news");
    assert_eq!(news.chosen.choices.shown, Shown::Head(4));
    page.learn(kept("I think", "seeded=yes"), &lab, &[]);
    assert_eq!(page.learn(kept("I think", "seeded=yes"), &seeded(), &[]), None);
}

#[test]
fn a_bad_choice_of_a_link_is_named_and_the_others_are_taken() {
    let mut page = PageMirror::default();
    let news = page.learn(kept("I think", "seeded=yes&k=0&heads=4"), &seeded(), &[]);
    let news = news.expect("news");
    assert_eq!((news.chosen.choices.clip, news.chosen.choices.heads), (4, 4));
    let names: Vec<&str> = news.misread.iter().map(|misread| misread.name.as_str()).collect();
    assert_eq!(names, ["k"]);
}

#[test]
fn a_cursor_of_a_link_is_locked_to_a_cell_of_the_sentence() {
    let learned = |choices: &str| {
        let news = PageMirror::default().learn(kept("I think so", choices), &seeded(), &[]);
        let news = news.expect("news");
        (news.chosen.choices.cursor, news.misread)
    };
    assert_eq!(learned("seeded=yes&cursor=3,1"), (Some((2, 0)), vec![]));
    let problem = |cell| Problem::BeyondSentence { cell, tokens: 3 };
    let beyond = |cell| vec![Misread { name: "cursor".to_owned(), problem: problem(cell) }];
    assert_eq!(learned("seeded=yes&cursor=99,99"), (None, beyond((98, 98))));
    assert_eq!(learned("seeded=yes&cursor=1,4"), (None, beyond((0, 3))));
    // A model from a file may have more tokens.
    assert_eq!(learned("file=m.bin&cursor=9,9"), (Some((8, 8)), vec![]));
}

#[test]
fn a_tree_of_a_link_is_used_for_its_own_sentence_alone() {
    let learned = |sentence: &str, tree: &str| {
        let choices = format!("seeded=yes&tree={tree}");
        let news = PageMirror::default().learn(kept(sentence, &choices), &seeded(), &[]);
        news.map(|news| (news.chosen.tree, news.no_tree)).expect("news")
    };
    let (tree, no_tree) = learned("I think", THINK);
    assert_eq!((tree.origin(), tree.root(), no_tree), (Origin::Read, Some(2), None));
    // However far the words stand apart; but a space within a word makes other words.
    assert_eq!(learned(" I  think ", THINK).1, None);
    assert_eq!(learned("Ith ink", THINK).1, Some(NoTree::OfOther));
    let (tree, no_tree) = learned("I see", THINK);
    assert_eq!((tree.origin(), no_tree), (Origin::NoTreeYet, Some(NoTree::OfOther)));
    assert_eq!(forms(&tree), ["I", "see"]);
    let (tree, no_tree) = learned("I think", "x");
    assert_eq!(tree.origin(), Origin::NoTreeYet);
    assert!(matches!(no_tree, Some(NoTree::Refused(_))), "{no_tree:?}");
}

#[test]
fn the_opening_sentence_has_a_tree_where_nothing_is_said() {
    let mut page = PageMirror::default();
    let news = page.learn(kept(DEFAULT_SENTENCE, "seeded=yes"), &seeded(), &[]).expect("news");
    assert_eq!((news.chosen.tree.origin(), news.no_tree), (Origin::Read, None));
    let news = page.learn(kept("Another one", "seeded=yes"), &seeded(), &[]).expect("news");
    assert_eq!((news.chosen.tree.origin(), news.no_tree), (Origin::NoTreeYet, None));
}

#[test]
fn typing_takes_the_tree_away_but_where_the_words_are_the_same() {
    let mut chosen = chosen(Choices { cursor: Some((0, 1)), ..Choices::default() });
    chosen.type_sentence("I  think ".to_owned());
    assert_eq!((chosen.sentence.as_str(), chosen.tree.origin()), ("I  think ", Origin::Read));
    assert_eq!(chosen.choices.cursor, Some((0, 1)));
    chosen.choices.tree = THINK.to_owned();
    chosen.type_sentence("I think so".to_owned());
    assert_eq!((chosen.tree.origin(), chosen.tree.words().len()), (Origin::NoTreeYet, 3));
    // Its words are others: no cell of theirs is locked, and no tree of theirs is in the link.
    assert_eq!(chosen.choices, Choices::default());
    // Words that are joined or parted are other words, with a tree and without.
    for typed in ["Ithink", "I thi nk"] {
        let mut other = self::chosen(Choices::default());
        other.type_sentence(typed.to_owned());
        assert_eq!(other.tree.origin(), Origin::NoTreeYet, "{typed}");
        assert_eq!(forms(&other.tree).join(" "), typed);
    }
    let known = chosen.tree.clone();
    chosen.type_sentence("I think  so".to_owned());
    assert_eq!(chosen.tree, known);
    chosen.type_sentence("Ithink so".to_owned());
    assert_eq!(forms(&chosen.tree), ["Ithink", "so"]);
}

#[test]
fn a_tree_of_the_same_words_keeps_sentence_and_cursor() {
    let mut chosen = chosen(Choices { cursor: Some((0, 1)), ..Choices::default() });
    chosen.set_tree(think().make_root(1).expect("a tree"));
    assert_eq!((chosen.sentence.as_str(), chosen.choices.cursor), ("I think", Some((0, 1))));
    assert_eq!(chosen.choices.tree, "e_0.PRON.root.I_1.VERB.nsubj.think");
    assert_eq!(chosen.tree.root(), Some(1));
}

#[test]
fn a_tree_of_other_words_brings_its_sentence_and_unlocks_the_cursor() {
    let word = |form, head, relation| Word::new(form, PartOfSpeech::X, head, relation);
    let words = vec![word("Go", 0, Relation::ROOT), word("home", 1, Relation::UNSPECIFIED)];
    let mut chosen = chosen(Choices { cursor: Some((0, 1)), ..Choices::default() });
    chosen.set_tree(DependencyTree::new(words, Origin::Read).expect("a tree"));
    assert_eq!((chosen.sentence.as_str(), chosen.choices.cursor), ("Go home", None));
    assert_eq!(chosen.choices.tree, "r_0.X.root.Go_1.X.dep.home");
}

#[test]
fn words_that_are_written_as_one_stand_apart_in_a_link() {
    let text = "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\t_\tAUX\t_\t_\t0\troot\t_\t_\n2\tn't\t_\tPART\t_\t_\t1\tadvmod\t_\t_\n\n";
    let tree = parse(text).expect("a tree").sentences.remove(0);
    assert_eq!(tree.spans().len(), 1);
    let mut chosen = chosen(Choices::default());
    chosen.set_tree(tree);
    assert_eq!(chosen.sentence, "do n't");
}

#[test]
fn a_tree_that_parts_words_of_its_sentence_is_told_where_tokens_do_not() {
    let word = |form: &&str| Word::new(form, PartOfSpeech::X, 0, Relation::ROOT);
    let parts = |sentence: &str, words: &[&str]| {
        let mut words: Vec<Word> = words.iter().map(word).collect();
        words.iter_mut().skip(1).for_each(|word| {
            (word.head, word.relation) = (1, Relation::UNSPECIFIED);
        });
        let tree = DependencyTree::new(words, Origin::Read).expect("a tree").into();
        Chosen { sentence: sentence.to_owned(), tree, ..Chosen::default() }.parts_words()
    };
    assert!(parts("half-baked", &["half", "-", "baked"]));
    assert!(parts("Ithink so", &["I", "think", "so"]));
    assert!(!parts("I  think so", &["I", "think", "so"]));
    // Tokens part these by themselves, and a word of a treebank may have a space.
    assert!(!parts("don't go.", &["do", "n't", "go", "."]));
    assert!(!parts("10 000 do", &["10 000", "do"]));
    // Without a tree the words are the tokens.
    assert!(!chosen(Choices::default()).parts_words());
}

#[test]
fn no_tree_is_a_choice_for_the_opening_sentence_alone() {
    let none = |sentence: &str| {
        let words: Vec<&str> = sentence.split(' ').collect();
        let tree = DependencyTree::unparsed(&words);
        let sentence = sentence.to_owned();
        let mut chosen = Chosen { sentence, tree: tree.clone().into(), ..Chosen::default() };
        chosen.set_tree(tree);
        chosen.choices.tree
    };
    assert_eq!(none("I think"), "");
    assert!(none(DEFAULT_SENTENCE).starts_with("n_"), "{}", none(DEFAULT_SENTENCE));
}

#[test]
fn words_beyond_the_most_are_counted() {
    let mut chosen = chosen(Choices::default());
    assert_eq!(chosen.left_out(), 0);
    // One word more than is compared is kept, and all that were typed are counted.
    chosen.type_sentence(["a"; 260].join(" "));
    assert_eq!((chosen.tree.words().len(), chosen.left_out()), (257, 4));
}

#[test]
fn what_is_computed_has_the_tree_and_the_seed() {
    let setup = chosen(Choices::default()).setup(None, &[]).expect("a setup");
    assert_eq!((setup.tree.as_str(), setup.seed), (THINK, 7));
    let source = Source::File("own.safetensors".to_owned());
    let of_file = chosen(Choices { source, ..Choices::default() });
    assert_eq!(of_file.setup(None, &[]), None);
}

#[test]
fn a_file_that_the_choices_name_is_waited_for() {
    let source = Source::File("own.safetensors".to_owned());
    let chosen = Choices { source, ..Choices::default() };
    assert!(chosen.names("own.safetensors"));
    let of_pair = Choices::of_trained("file:own.safetensors".to_owned());
    assert!(of_pair.names("own.safetensors"));
    assert!(!of_pair.names("other.safetensors"));
    assert!(!Choices::default().names("own.safetensors"));
}

#[test]
fn the_longest_memory_that_is_typed_comes_back_from_a_link() {
    // The widest of one UTF-16 unit.
    let memory = "\u{ffff}".repeat(LONGEST_MEMORY);
    let choices = Choices { memory, ..Choices::default() };
    assert_eq!(Choices::from_text(&choices.to_text()), (choices, vec![]));
}

#[test]
fn every_key_types_but_those_that_undo() {
    assert_eq!(["z", "Z", "y", "Y"].map(|key| types(key, true)), [false; 4]);
    assert!(types("z", false) && types("c", true) && types("Enter", false));
}
