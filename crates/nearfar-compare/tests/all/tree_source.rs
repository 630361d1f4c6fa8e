//! Where trees come from, as texts.

use nearfar::text::dependency::parse;
use nearfar_compare::tree_source::{found, line_in_utf16, remarks, text_of, typed_over};

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
