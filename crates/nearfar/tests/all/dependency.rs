//! Dependency trees: read, written, edited, in a link; one test for every error; the bundled sentences.

use std::collections::BTreeSet;

use nearfar::text::dependency::compact::{CompactError, LONGEST_WORD};
use nearfar::text::dependency::conllu::{
    ConlluError, LONGEST_COLUMN, LONGEST_TEXT, MOST_COMMENTS, MOST_SENTENCES, Notes, Problem,
};
use nearfar::text::dependency::{
    DependencyTree, EditError, Origin, PartOfSpeech, Relation, Word, WordLabel, parse, write,
};
use nearfar::text::{MAX_TOKENS, tokenize};
use proptest::prelude::*;

const BUNDLED: &str = include_str!("../../../../public/compare/trees.conllu");

/// `She does n't sleep .`, with a joined word, an empty node, comments and every other column.
const SHE: &str = "\
# sent_id = she-1
# text = She doesn't sleep.
1\tShe\tshe\tPRON\tPRP\tCase=Nom\t4\tnsubj\t4:nsubj\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\tVBZ\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\tPolarity=Neg\t4\tadvmod\t_\t_
3.1\tnothing\t_\t_\t_\t_\t_\t_\t4:dep\t_
4\tsleep\tsleep\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_
";

fn she() -> DependencyTree {
    parse(SHE).unwrap().sentences.remove(0)
}

fn heads(tree: &DependencyTree) -> Vec<usize> {
    tree.words().iter().map(|word| word.head).collect()
}

#[test]
fn a_sentence_is_read() {
    let parsed = parse(SHE).unwrap();
    assert_eq!(parsed.sentences.len(), 1);
    assert_eq!(parsed.notes, Notes { empty_nodes: 1, enhanced: 1, spans: 1, ..Notes::default() });
    assert_eq!(parsed.notes.sentences().len(), 3);
    let tree = &parsed.sentences[0];
    assert_eq!(heads(tree), [4, 4, 4, 0, 4]);
    let forms: Vec<_> = tree.words().iter().map(|word| word.form.as_str()).collect();
    assert_eq!(forms, ["She", "does", "n't", "sleep", "."]);
    assert_eq!(tree.words()[2].part_of_speech, PartOfSpeech::Part);
    assert_eq!(tree.words()[2].relation.to_string(), "advmod");
    assert_eq!(tree.words()[0].other_columns, ["she", "PRP", "Case=Nom", "_"]);
    assert_eq!(tree.comments(), ["sent_id = she-1", "text = She doesn't sleep."]);
    assert_eq!(tree.comment("sent_id"), Some("she-1"));
    assert_eq!((tree.root(), tree.origin()), (Some(4), Origin::Read));
    assert_eq!((tree.spans()[0].words.clone(), tree.spans()[0].form.as_str()), (1..3, "doesn't"));
    assert_eq!(tree.text(), "She doesn't sleep.");
    let tokens = tree.tokens();
    assert_eq!(tokens.len(), 5);
    assert_eq!((tokens[0].word.as_str(), tokens[0].range.clone()), ("she", 0..3));
    // Both words of the joined one share its bytes.
    assert_eq!((tokens[1].range.clone(), tokens[2].range.clone()), (4..11, 4..11));
    assert_eq!(tokens[4].range, 17..18);
    assert_eq!(tree.tree().ways()[[1, 3]].to_string(), "R");
    assert_eq!(tree.syntax().parts_of_speech.ids.len(), 5);
    let named = |label, word: usize| {
        let labels = tree.labels(label);
        labels.names[labels.ids[word]].clone()
    };
    assert_eq!(named(WordLabel::PartOfSpeech, 3), "VERB");
    assert_eq!(named(WordLabel::Relation, 1), "aux");
    assert_eq!(WordLabel::Relation.names().len(), 37);
}

#[test]
fn several_sentences_in_one_paste() {
    let text = format!("\u{feff}{SHE}\r\n\n\n# only a comment\n\n{}", SHE.replace('\n', "\r\n"));
    let parsed = parse(&text).unwrap();
    assert_eq!(parsed.sentences.len(), 2);
    assert_eq!(heads(&parsed.sentences[0]), heads(&parsed.sentences[1]));
    assert_eq!(parsed.sentences[0].comments(), parsed.sentences[1].comments());
}

#[test]
fn spaces_in_the_place_of_tabs() {
    let parsed = parse("1 Go go VERB _ _ 0 root _ _").unwrap();
    assert_eq!(parsed.notes, Notes { spaces: 1, ..Notes::default() });
    assert_eq!(heads(&parsed.sentences[0]), [0]);
}

#[test]
fn what_is_not_known_is_x_and_dep() {
    let parsed = parse("1\tGo\t_\t_\t_\t_\t0\t_\t_\t_\n2\ton\t_\t_\t_\t_\t1\t_\t_\t_").unwrap();
    assert_eq!(parsed.notes, Notes { no_part_of_speech: 2, no_relation: 2, ..Notes::default() });
    let words = parsed.sentences[0].words();
    assert_eq!(
        (words[0].part_of_speech, words[0].relation.to_string()),
        (PartOfSpeech::X, "root".into())
    );
    assert_eq!(words[1].relation, Relation::UNSPECIFIED);
}

#[test]
fn written_is_what_was_read_but_for_enhanced_dependencies() {
    let expected: String = SHE
        .lines()
        .filter(|line| !line.starts_with("3.1"))
        .map(|line| format!("{}\n", line.replace("4:nsubj", "_")))
        .collect();
    assert_eq!(write(&[she()]), format!("{expected}\n"));
    assert_eq!(write(&[DependencyTree::unparsed(&["a", "b"])]), "", "it has no tree");
}

/// The error of a text, which names line and column.
fn error(text: &str) -> ConlluError {
    parse(text).expect_err("an error")
}

/// A row of ten columns with one of them replaced.
fn row(id: &str, head: &str, relation: &str, column: usize, content: &str) -> String {
    let mut columns = [id, "word", "_", "NOUN", "_", "_", head, relation, "_", "_"];
    columns[column - 1] = content;
    columns.join("\t")
}

#[test]
fn nothing_to_read() {
    for text in ["", "\n\n", "# a comment\n"] {
        assert_eq!(error(text).problem, Problem::Nothing, "{text:?}");
    }
    assert!(error("").to_string().contains("a line of ten columns for each word is needed"));
    assert_eq!(error(&row("1-2", "_", "_", 2, "both")).problem, Problem::Nothing);
}

#[test]
fn too_many_columns_or_too_few() {
    let found = error("1\ttwo\tthree");
    assert_eq!((found.line, found.column), (1, 0));
    assert_eq!(
        found.to_string(),
        "line 1: there are 3 columns, 10 are needed, with a tab between them; `_` stands for an empty one"
    );
    assert_eq!(error("I think this is a good idea .").problem, Problem::Columns { found: 8 });
    let eleven = format!("{}\textra", row("1", "0", "root", 2, "x"));
    assert_eq!(error(&eleven).problem, Problem::Columns { found: 11 });
}

#[test]
fn an_empty_column() {
    let found = error(&format!("# c\n{}", row("1", "0", "root", 3, "")));
    assert_eq!((found.line, found.column), (2, 3));
    assert!(found.to_string().starts_with("line 2, column 3 (LEMMA): it is empty; write `_`"));
}

#[test]
fn ids_that_are_none_or_out_of_order() {
    for id in ["x", "-1", "1.x", "a-2", "1-", "+1", "１"] {
        let found = error(&row(id, "0", "root", 2, "x"));
        assert_eq!(found.column, 1, "{id}");
        assert!(matches!(found.problem, Problem::Id { .. }), "{id}: {found}");
    }
    let text = format!("{}\n{}", row("1", "0", "root", 2, "x"), row("3", "1", "obj", 2, "y"));
    let found = error(&text);
    assert_eq!((found.line, found.column), (2, 1));
    assert_eq!(found.problem, Problem::Order { found: 3, expected: 2 });
    assert!(
        found.to_string().ends_with("the ID is 3, but word 2 comes next; number the words 1, 2, 3")
    );
    assert_eq!(
        error(&row("0", "0", "root", 2, "x")).problem,
        Problem::Order { found: 0, expected: 1 }
    );
}

#[test]
fn ranges_that_do_not_fit() {
    let word = row("1", "0", "root", 2, "x");
    for range in ["2-3", "1-1", "2-1", "1-513", "1-99999999999999999999999"] {
        let found = error(&format!("{}\n{word}", row(range, "_", "_", 2, "x")));
        assert!(
            matches!(found.problem, Problem::Range { .. } | Problem::Id { .. }),
            "{range}: {found}"
        );
        assert_eq!((found.line, found.column), (1, 1), "{range}");
    }
    // It ends after the sentence does.
    let found = error(&format!("{}\n{word}", row("1-2", "_", "_", 2, "x")));
    assert_eq!(found.problem, Problem::Range { found: "1-2".into(), next: 1 });
    // Two that overlap.
    let rows = [row("1-3", "_", "_", 2, "x"), word, row("2-3", "_", "_", 2, "y")];
    assert!(matches!(error(&rows.join("\n")).problem, Problem::Range { .. }));
}

#[test]
fn a_part_of_speech_that_is_none() {
    let found = error(&row("1", "0", "root", 4, "NN"));
    assert_eq!((found.line, found.column), (1, 4));
    assert_eq!(
        found.to_string(),
        "line 1, column 4 (UPOS): “NN” is no part of speech of Universal Dependencies, such as NOUN or VERB; `_` if unknown"
    );
}

#[test]
fn a_head_that_is_none() {
    for head in ["_", "x", "-1", "1.5"] {
        let found = error(&row("1", head, "root", 2, "x"));
        assert_eq!(
            (found.column, matches!(found.problem, Problem::Head { .. })),
            (7, true),
            "{head}"
        );
    }
    let found = error(&row("1", "2", "nsubj", 2, "x"));
    assert_eq!((found.line, found.column), (1, 7));
    assert_eq!(
        found.to_string(),
        "line 1, column 7 (HEAD): word 1 cannot be attached to 2: the sentence has 1 words, and 0 is ROOT"
    );
}

#[test]
fn a_relation_that_is_none() {
    let found = error(&row("1", "0", "subject", 2, "x"));
    assert_eq!((found.line, found.column), (1, 8));
    assert!(matches!(found.problem, Problem::Relation { .. }), "{found}");
    for relation in ["nsubj:", "nsubj:Pass", "obl:a:", "obl:abcdefghijklmnopqrstuvwxyz"] {
        let found = error(&row("1", "0", relation, 2, "x"));
        assert!(matches!(found.problem, Problem::Subtype { .. }), "{relation}: {found}");
    }
    assert_eq!(Relation::from_text("obl:agent").unwrap().universal(), "obl");
}

#[test]
fn no_root_or_two() {
    let text = |heads: [&str; 3], relations: [&str; 3]| {
        let rows = (0..3).map(|at| row(&(at + 1).to_string(), heads[at], relations[at], 2, "x"));
        rows.collect::<Vec<_>>().join("\n")
    };
    let found = error(&text(["2", "3", "1"], ["obj"; 3]));
    assert_eq!((found.column, found.problem), (7, Problem::NoRoot));
    let found = error(&text(["0", "0", "1"], ["root", "root", "obj"]));
    assert_eq!((found.line, found.column), (2, 7));
    assert_eq!(found.problem, Problem::Tree(EditError::SecondRoot { word: 2, root: 1 }));
    let found = error(&text(["0", "3", "2"], ["root", "obj", "obj"]));
    assert!(matches!(found.problem, Problem::Tree(EditError::Cycle { .. })), "{found}");
    let found = error(&text(["0", "1", "1"], ["obj", "obj", "obj"]));
    assert_eq!((found.line, found.column), (1, 8));
    assert!(
        found.to_string().contains("word 1 is attached to ROOT, and its relation must be `root`")
    );
    let found = error(&text(["0", "1", "1"], ["root", "obj", "root"]));
    assert_eq!((found.line, found.column), (3, 8));
    assert!(found.to_string().contains("word 3 is not attached to ROOT"));
}

#[test]
fn more_than_is_read() {
    let long = "x".repeat(LONGEST_COLUMN + 1);
    // A word must fit into a link; other columns may be longer.
    let word = "x".repeat(LONGEST_WORD + 1);
    for (column, text, most) in [(2, &word, LONGEST_WORD), (3, &long, LONGEST_COLUMN)] {
        let found = error(&row("1", "0", "root", column, text));
        let problem = Problem::ColumnTooLong { bytes: most + 1, most };
        assert_eq!((found.column, found.problem), (column, problem));
    }
    assert!(matches!(error(&format!("#{long}")).problem, Problem::ColumnTooLong { .. }));
    let comments = "# c\n".repeat(MOST_COMMENTS + 1);
    let found = error(&comments);
    assert_eq!((found.line, found.problem), (MOST_COMMENTS + 1, Problem::TooManyComments));
    let rows = (1..=MAX_TOKENS + 1).map(|id| {
        let (head, relation) = if id == 1 { ("0", "root") } else { ("1", "dep") };
        row(&id.to_string(), head, relation, 2, "x")
    });
    let found = error(&rows.collect::<Vec<_>>().join("\n"));
    assert_eq!((found.line, found.problem), (MAX_TOKENS + 1, Problem::TooManyWords));
    let sentence = format!("{}\n\n", row("1", "0", "root", 2, "x"));
    let found = error(&sentence.repeat(MOST_SENTENCES + 1));
    assert_eq!(found.problem, Problem::TooManySentences);
    let found = error(&"\n".repeat(LONGEST_TEXT + 1));
    assert_eq!(found.problem, Problem::TooLong { bytes: LONGEST_TEXT + 1 });
}

#[test]
fn an_arc_is_moved() {
    let tree = she();
    let moved = tree.set_head(3, 2).unwrap();
    assert_eq!(heads(&moved), [4, 4, 2, 0, 4]);
    assert_eq!((moved.origin(), tree.origin()), (Origin::Edited, Origin::Read));
    assert_eq!(heads(&tree), [4, 4, 4, 0, 4], "the old tree is as it was");
    assert_eq!(moved.tree().ways()[[3, 4]].to_string(), "UU");
    assert_eq!(tree.set_head(3, 4), Ok(tree.clone()), "nothing moves");
    let moved = tree.set_relation(1, Relation::from_text("nsubj:pass").unwrap()).unwrap();
    assert_eq!(moved.words()[0].relation.to_string(), "nsubj:pass");
    let moved = tree.set_part_of_speech(1, PartOfSpeech::Propn).unwrap();
    assert_eq!(moved.words()[0].part_of_speech.tag(), "PROPN");
}

#[test]
fn edits_that_would_leave_no_tree() {
    let tree = she().set_head(3, 2).unwrap();
    let cycle = tree.set_head(2, 3).unwrap_err();
    assert_eq!(cycle, EditError::Cycle { word: 2, head: 3 });
    assert_eq!(
        cycle.to_string(),
        "word 2 cannot be attached to word 3, which is attached to word 2: that would be a cycle; move word 3 first"
    );
    assert_eq!(tree.set_head(2, 2), Err(EditError::Cycle { word: 2, head: 2 }));
    assert_eq!(
        tree.set_head(4, 3),
        Err(EditError::Cycle { word: 4, head: 3 }),
        "the root has all below it"
    );
    let second = tree.set_head(1, 0).unwrap_err();
    assert_eq!(second, EditError::SecondRoot { word: 1, root: 4 });
    assert!(second.to_string().contains("make word 1 the root instead"));
    assert_eq!(tree.set_head(1, 6), Err(EditError::NoSuchHead { word: 1, head: 6, words: 5 }));
    for word in [0, 6] {
        let missing = EditError::NoSuchWord { word, words: 5 };
        assert_eq!(tree.set_head(word, 1), Err(missing.clone()));
        assert_eq!(tree.set_relation(word, Relation::UNSPECIFIED), Err(missing.clone()));
        assert_eq!(tree.set_part_of_speech(word, PartOfSpeech::X), Err(missing.clone()));
        assert_eq!(tree.make_root(word), Err(missing));
    }
    let root = tree.set_relation(1, Relation::ROOT).unwrap_err();
    assert_eq!(root, EditError::RootRelation { word: 1, on_root: false });
    let not_root = tree.set_relation(4, Relation::UNSPECIFIED).unwrap_err();
    assert_eq!(not_root, EditError::RootRelation { word: 4, on_root: true });
}

#[test]
fn another_root() {
    let tree = she().make_root(3).unwrap();
    assert_eq!(heads(&tree), [4, 4, 0, 3, 4]);
    assert!(tree.words()[2].relation.is_root());
    assert_eq!(tree.words()[3].relation.to_string(), "advmod", "what the new root was before");
    assert_eq!(tree.make_root(3), Ok(tree.clone()));
}

#[test]
fn crossing_arcs_are_reported() {
    assert!(she().is_projective());
    // 1 on 3 and 2 on 4 cross.
    let word = |form, head, relation: &str| {
        Word::new(form, PartOfSpeech::X, head, Relation::from_text(relation).unwrap())
    };
    let words =
        vec![word("a", 3, "dep"), word("b", 4, "dep"), word("c", 4, "dep"), word("d", 0, "root")];
    let tree = DependencyTree::new(words, Origin::Read).unwrap();
    assert_eq!(tree.crossings(10), [(1, 2)]);
    assert_eq!(tree.crossings(0), []);
    assert!(!tree.is_projective());
}

#[test]
fn no_tree_yet() {
    let tree = DependencyTree::unparsed(&["the", "cat", "sat"]);
    assert_eq!(heads(&tree), [0, 1, 2]);
    assert_eq!(tree.origin(), Origin::NoTreeYet);
    assert_eq!(tree.origin().label(), "no tree yet: every word is attached to its left neighbour");
    assert!(tree.words().iter().all(|word| word.part_of_speech == PartOfSpeech::X));
    assert_eq!(tree.words()[2].relation, Relation::UNSPECIFIED);
    let begun = tree.set_head(3, 1).unwrap();
    assert_eq!(begun.origin(), Origin::Begun);
    let none = DependencyTree::unparsed::<&str>(&[]);
    assert_eq!((none.words().len(), none.root(), none.text()), (0, None, String::new()));
    assert_eq!(none.tree().tokens(), 0);
}

#[test]
fn a_link_carries_a_tree() {
    let tree = she().set_relation(1, Relation::from_text("nsubj:pass").unwrap()).unwrap();
    let text = tree.to_compact();
    assert_eq!(
        text,
        "e_4.PRON.nsubj-pass.She_4.AUX.aux.does_4.PART.advmod.n't_0.VERB.root.sleep_4.PUNCT.punct.."
    );
    let back = DependencyTree::from_compact(&text).unwrap();
    assert_eq!(back.origin(), Origin::Edited);
    assert_eq!(back.to_compact(), text);
    assert_eq!(heads(&back), heads(&tree));
    assert_eq!(DependencyTree::unparsed(&["a_b", "*u"]).to_compact(), "n_a*ub_*au");
}

#[test]
fn links_that_hold_no_tree() {
    let fails = |text: &str| DependencyTree::from_compact(text).unwrap_err();
    assert!(matches!(fails(""), CompactError::Start { .. }));
    assert!(matches!(fails("tree"), CompactError::Start { .. }));
    for entry in ["r_x", "r_0.VERB.root", "r_x.VERB.root.go", "r_0.verb.root.go", "r_0.VERB.top.go"]
    {
        assert!(matches!(fails(entry), CompactError::Entry { word: 1, .. }), "{entry}");
    }
    assert_eq!(fails("r_0.VERB.root."), CompactError::Length { word: 1, bytes: 0 });
    assert_eq!(
        fails(&format!("n_{}", "x".repeat(257))),
        CompactError::Length { word: 1, bytes: 257 }
    );
    assert_eq!(fails(&format!("n{}", "_x".repeat(MAX_TOKENS + 1))), CompactError::TooMany);
    assert_eq!(
        fails("r_0.VERB.root.go_0.VERB.root.on"),
        CompactError::Tree(EditError::SecondRoot { word: 2, root: 1 })
    );
    assert!(matches!(fails("r_1.VERB.dep.go"), CompactError::Tree(EditError::Cycle { .. })));
}

#[test]
fn the_bundled_sentences() {
    let parsed = parse(BUNDLED).unwrap();
    assert!(parsed.sentences.len() >= 12);
    assert_eq!(parsed.notes, Notes { spans: 1, ..Notes::default() });
    let mut names = BTreeSet::new();
    for tree in &parsed.sentences {
        let name = tree.comment("sent_id").unwrap();
        assert!(names.insert(name.to_owned()), "{name} is there once");
        assert_eq!(tree.comment("text"), Some(tree.text().as_str()), "{name}");
        // One root and no cycle: `parse` refuses all else. Every word is known to be something.
        assert!(tree.words().iter().all(|word| word.part_of_speech != PartOfSpeech::X), "{name}");
        assert!(tree.words().iter().all(|word| word.relation != Relation::UNSPECIFIED), "{name}");
        // What is typed and what is bundled are cut into the same words.
        let typed: Vec<_> = tokenize(&tree.text()).into_iter().map(|token| token.word).collect();
        let bundled: Vec<_> = tree.tokens().into_iter().map(|token| token.word).collect();
        assert_eq!(typed, bundled, "{name}");
        let crossing = ["question", "extraposition"].contains(&name);
        assert_eq!(tree.is_projective(), !crossing, "{name}: {:?}", tree.crossings(5));
    }
    assert_eq!(write(&parsed.sentences).trim_end(), BUNDLED.trim_end());
}

/// The labels that the thesis prints, seen from "is", but for the full stop, which here hangs on "think".
#[test]
fn the_sentence_of_the_thesis() {
    let parsed = parse(BUNDLED).unwrap();
    let tree =
        parsed.sentences.iter().find(|tree| tree.comment("sent_id") == Some("thesis")).unwrap();
    let ways = tree.tree().ways();
    let from_is = |node: usize| (ways[[4, node]].distance(), ways[[4, node]].to_string());
    let expected = [
        (2, "UU"),
        (2, "L"),
        (1, "U"),
        (1, "D"),
        (0, ""),
        (2, "DD"),
        (2, "DD"),
        (1, "D"),
        (2, "R"),
    ];
    for (node, (distance, traversal)) in expected.into_iter().enumerate() {
        assert_eq!(from_is(node), (distance, traversal.to_owned()), "node {node}");
    }
}

fn any_tree() -> impl Strategy<Value = DependencyTree> {
    let forms = proptest::collection::vec("[a-z*_.àß字-]{1,6}", 1..12);
    let labels = proptest::collection::vec((0..17_usize, 0..37_usize, 0..100_usize), 12);
    (forms, labels).prop_map(|(forms, labels)| {
        let words =
            forms.iter().zip(labels).enumerate().map(|(place, (form, (part, relation, head)))| {
                let name = nearfar::text::dependency::vocabulary::RELATIONS[relation].0;
                let relation = match name {
                    "root" => Relation::UNSPECIFIED,
                    name => Relation::from_text(name).unwrap(),
                };
                // Each hangs on a word before it: a tree.
                let (head, relation) =
                    if place == 0 { (0, Relation::ROOT) } else { (1 + head % place, relation) };
                Word::new(form, PartOfSpeech::ALL[part].0, head, relation)
            });
        DependencyTree::new(words.collect(), Origin::Read).unwrap()
    })
}

proptest! {
    #[test]
    fn a_link_and_a_file_give_back_the_tree(tree in any_tree()) {
        prop_assert_eq!(&DependencyTree::from_compact(&tree.to_compact()).unwrap(), &tree);
        let parsed = parse(&write(std::slice::from_ref(&tree))).unwrap();
        prop_assert_eq!(&parsed.sentences[0], &tree);
    }

    /// Whatever is asked for, what comes back is a tree or a reason.
    #[test]
    fn edits_keep_a_tree(tree in any_tree(), edits in proptest::collection::vec((0..14_usize, 0..14_usize, any::<bool>()), 0..20)) {
        let mut tree = tree;
        for (word, head, root) in edits {
            let edited = if root { tree.make_root(word) } else { tree.set_head(word, head) };
            if let Ok(edited) = edited {
                tree = edited;
            }
            let roots = tree.words().iter().filter(|word| word.head == 0).count();
            prop_assert_eq!(roots, 1);
            prop_assert!(DependencyTree::new(tree.words().to_vec(), tree.origin()).is_ok());
            prop_assert!(tree.words().iter().all(|word| (word.head == 0) == word.relation.is_root()));
        }
    }

    /// Any text at all: an answer, and no panic.
    #[test]
    fn hostile_text_is_answered(text in "[0-9.\\-_\\t\\n #a-zA-Z\u{0}-\u{ff}]{0,300}") {
        if let Ok(parsed) = parse(&text) {
            prop_assert!(!parsed.sentences.is_empty());
        }
        let _ = DependencyTree::from_compact(&text).is_ok();
    }

    /// A good file with bytes changed in it.
    #[test]
    fn a_damaged_file_is_answered(at in 0..400_usize, with in "[0-9\\t\\n.\\-_a-z]{0,3}") {
        let mut text = SHE.to_owned();
        let at = at.min(text.len());
        let end = (at + 1).min(text.len());
        if text.is_char_boundary(at) && text.is_char_boundary(end) {
            text.replace_range(at..end, &with);
        }
        match parse(&text) {
            Ok(parsed) => prop_assert!(parsed.sentences.iter().all(|tree| tree.root().is_some())),
            Err(error) => prop_assert!(error.line >= 1 && error.column <= 10 && !error.to_string().is_empty()),
        }
    }
}
