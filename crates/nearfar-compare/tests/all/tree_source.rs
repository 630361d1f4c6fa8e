//! Where trees come from, as texts.

use nearfar::text::dependency::{Origin, parse};
use nearfar_compare::tree_source::{
    Desk, Done, Offer, Taken, about, count, found, line_in_utf16, read, remarks, shown, taken,
    text_of, too_large, typed_over,
};

#[test]
fn a_search_finds_sentences_whatever_their_capitals() {
    let texts = ["The cat sat", "A dog", "the end"].map(str::to_owned);
    assert_eq!(found(&texts, "THE"), (2, vec![0, 2]));
    assert_eq!(found(&texts, ""), (3, vec![0, 1, 2]));
    assert_eq!(found(&texts, "cow"), (0, vec![]));
    // Of many the first are listed, and that is said.
    let (many, places) = found(&vec!["a".to_owned(); 101], "a");
    assert_eq!((many, places.len()), (101, 100));
    assert_eq!(count(many), "101 sentences; the first 100 are listed.");
    assert_eq!(count(100), "100 sentences.");
}

#[test]
fn remarks_are_the_comments_beside_name_and_text() {
    let words = "1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n";
    let of = |comments: &str| {
        remarks(&parse(&format!("{comments}{words}")).expect("a tree").sentences[0])
    };
    assert_eq!(of("# sent_id = 1\n# A word.\n# text = Yes\n# Alone.\n"), "A word. Alone.");
    assert_eq!(of("# sent_id = 1\n"), "");
}

#[test]
fn bytes_that_are_no_text_are_named_by_their_line() {
    assert_eq!(text_of(b"a\nb".to_vec()), Ok("a\nb".to_owned()));
    assert_eq!(text_of(b"a\nb\n\xff\n".to_vec()), Err(3));
    assert_eq!(text_of(b"\xff".to_vec()), Err(1));
}

#[test]
fn a_line_is_where_the_browser_counts_it() {
    // Two units for the second letter of the first line, and one for each line's end.
    let text = "a𝄞\nbc\n";
    assert_eq!(
        [1, 2, 3, 4].map(|line| line_in_utf16(text, line)),
        [(0, 3), (4, 6), (7, 7), (0, 0)]
    );
}

#[test]
fn typing_takes_a_tree_away_where_the_words_are_others() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (tree, none) = ((false, words("I think")), (true, words("I thin")));
    assert_eq!(typed_over(&tree, &none), Some(true));
    assert_eq!(typed_over(&none, &tree), Some(false));
    // Taken away by a button, of the same words.
    assert_eq!(typed_over(&tree, &(true, words("I think"))), None);
    assert_eq!(typed_over(&none, &(true, words("I"))), None);
    assert_eq!(typed_over(&tree, &(false, words("Go home"))), None);
}

const SENTENCE: &str = "1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n";

#[test]
fn one_sentence_is_shown_and_several_are_offered() {
    let one = read(SENTENCE.into()).expect("a sentence");
    let Some(Taken::One(tree, notes)) = taken("a file", one) else { panic!("one") };
    let said = shown("a file", &tree, &notes);
    assert!(said.starts_with("a file: a tree of "), "{said}");
    assert!(shown("a file", &tree, &["one note".to_owned()]).ends_with("ne note."));
    assert_eq!(about(&tree), "1 words");
    let two = read(SENTENCE.repeat(2).into_bytes()).expect("sentences");
    let Some(Taken::Several(offer)) = taken("a file", two) else { panic!("several") };
    assert_eq!(offer.title, "a file: 2 sentences");
    assert_eq!((offer.at(1), offer.at(2)), (Some(&tree), None));
    assert!(!offer.is_coming());
}

#[test]
fn an_offer_is_coming_until_it_came_or_did_not() {
    let coming = Offer { title: "Examples".to_owned(), ..Offer::default() };
    assert!(coming.is_coming());
    let came = coming.clone().came(read(SENTENCE.into()));
    assert!(!came.is_coming() && came.at(0).is_some() && came.title == "Examples");
    assert_eq!((coming.texts(), came.texts().len()), (Vec::<String>::new(), 1));
    assert_eq!(came.texts()[0], came.at(0).expect("a sentence").text());
    let lost = coming.came(Err("no line".to_owned()));
    assert_eq!((lost.is_coming(), lost.problem.as_deref()), (false, Some("no line")));
}

#[test]
fn what_cannot_be_read_says_where_or_how_large_it_is() {
    assert_eq!(
        read(b"a\n\xff".to_vec()).err().as_deref(),
        Some("line 2: it is not UTF-8; save it as UTF-8")
    );
    assert!(read(b"1\tYes\n\n".to_vec()).is_err());
    assert_eq!(too_large("x", 1024.0), None);
    let problem = too_large("x", 1e12).expect("too large");
    assert!(
        problem.starts_with("x has 1\u{202f}000\u{202f}000\u{202f}000\u{202f}000 bytes"),
        "{problem}"
    );
}

#[test]
fn a_file_with_one_sentence_is_taken_and_what_is_none_is_told_as_an_error() {
    let mut desk = Desk::default();
    let Done::Tree(tree) = desk.came("a.conllu", Ok(SENTENCE.into())) else { panic!("a tree") };
    assert!(desk.told.starts_with("a.conllu: a tree of ") && !desk.is_error, "{}", desk.told);
    assert_eq!(desk.came("b.conllu", Err("it is gone".to_owned())), Done::Nothing);
    assert!(desk.told.contains("b.conllu") && desk.is_error, "{}", desk.told);
    // Of several one is chosen.
    assert_eq!(desk.came("c.conllu", Ok(SENTENCE.repeat(2).into())), Done::Offer);
    assert_eq!((desk.told.as_str(), desk.is_error), ("", false));
    assert_eq!(desk.take_offered(2), Done::Nothing);
    assert_eq!(desk.take_offered(1), Done::Tree(tree));
    assert!(desk.told.starts_with("c.conllu: 2 sentences") && !desk.is_error, "{}", desk.told);
}

#[test]
fn the_examples_take_no_other_offer_away() {
    let examples = || read(SENTENCE.repeat(2).into_bytes());
    let mut desk = Desk::default();
    assert_eq!(desk.await_examples(), Done::Offer);
    assert!(desk.offer.is_coming() && !desk.offer.title.is_empty());
    let mut other = desk.clone();
    desk.examples_came(examples());
    assert!(desk.offer.at(1).is_some());
    other.came("a.conllu", Ok(SENTENCE.repeat(3).into()));
    other.examples_came(examples());
    assert!(other.offer.title.starts_with("a.conllu") && other.offer.at(2).is_some());
}

#[test]
fn the_first_of_several_files_is_read_where_it_is_not_too_large() {
    let mut desk = Desk::default();
    assert_eq!(desk.first_of(1, "a.conllu".to_owned(), 10.0).as_deref(), Some("a.conllu"));
    let name = desk.first_of(3, "a.conllu".to_owned(), 10.0).expect("a name");
    assert!(name.contains("a.conllu") && name.contains('3') && desk.told.is_empty(), "{name}");
    assert_eq!(desk.first_of(1, "a.conllu".to_owned(), 1e12), None);
    let says = "a.conllu has 1\u{202f}000\u{202f}000\u{202f}000\u{202f}000 bytes";
    assert!(desk.told.starts_with(says) && desk.is_error);
}

#[test]
fn a_tree_that_is_removed_leaves_its_words() {
    let tree = read(SENTENCE.into()).expect("a sentence").sentences.remove(0);
    let mut desk = Desk::default();
    let Done::Tree(none) = desk.remove(&tree) else { panic!("a tree") };
    assert_eq!((none.origin(), none.words().len()), (Origin::NoTreeYet, 1));
    assert!(!desk.told.is_empty() && !desk.is_error);
}

#[test]
fn what_is_pasted_stays_where_it_is_wrong_and_goes_once_it_is_read() {
    let mut desk = Desk::default();
    desk.pasted.push_str(&format!("{SENTENCE}1\tYes\n\n"));
    assert_eq!(desk.read_pasted(), Err(3));
    assert!(desk.problem.is_some() && desk.pasted.starts_with(SENTENCE));
    desk.pasted.truncate(SENTENCE.len());
    assert!(matches!(desk.read_pasted(), Ok(Done::Tree(_))));
    assert_eq!((desk.problem, desk.pasted.as_str()), (None, ""));
}

#[test]
fn that_typing_took_a_tree_away_is_told_until_there_is_one_again() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut desk = Desk::default();
    desk.typed((false, words("I think")));
    assert_eq!(desk.told, "");
    desk.typed((true, words("I thin")));
    assert!(!desk.told.is_empty() && !desk.is_error);
    desk.typed((false, words("I think")));
    assert_eq!(desk.told, "");
    // What else was told meanwhile stays.
    desk.typed((true, words("I")));
    desk.copied(true);
    let copied = desk.told.clone();
    desk.typed((false, words("I think")));
    assert_eq!((desk.told.as_str(), desk.is_error), (copied.as_str(), false));
    desk.copied(false);
    assert!(desk.told != copied && desk.is_error);
}
