//! Where trees come from, as texts.

use nearfar::text::dependency::parse;
use nearfar_compare::tree_source::{
    Offer, Taken, about, found, line_in_utf16, read, remarks, shown, taken, text_of, too_large,
    typed_over,
};

#[test]
fn a_search_finds_sentences_whatever_their_capitals() {
    let texts = ["The cat sat", "A dog", "the end"].map(str::to_owned);
    assert_eq!(found(&texts, "THE"), [0, 2]);
    assert_eq!(found(&texts, ""), [0, 1, 2]);
    assert_eq!(found(&texts, "cow"), Vec::<usize>::new());
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
    assert!(problem.starts_with("x has 1000000000000 bytes"), "{problem}");
}
