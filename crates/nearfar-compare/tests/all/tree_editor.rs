//! The tree of a sentence, edited by pointer and keys.

use nearfar::text::dependency::{
    DependencyTree, EditError, Origin, PartOfSpeech, Relation, Word, parse,
};
use nearfar_compare::tree_editor::{
    By, Carry, Effects, Field, MenuOption, Others, Outcome, TreeEditor, WayLine, arcs_between,
    head, named_crossings, scroll_at, scroll_to, way_line,
};

/// She saw the man: 2 hangs on ROOT, 1 and 4 on 2, 3 on 4.
fn tree() -> DependencyTree {
    let text = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tman\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";
    parse(text).expect("a tree").sentences.remove(0)
}

/// Words that hang on these heads.
fn tree_of(heads: &[usize]) -> DependencyTree {
    let relation = |head| if head == 0 { Relation::ROOT } else { Relation::UNSPECIFIED };
    let word = |&head: &usize| Word::new("w", PartOfSpeech::X, head, relation(head));
    DependencyTree::new(heads.iter().map(word).collect(), Origin::Read).expect("a tree")
}

/// The heads of an edited tree, and what is said of it.
fn changed(editor: &TreeEditor, done: &Effects) -> (Vec<usize>, Option<Outcome>) {
    let tree = done.change.as_ref().expect("an edited tree");
    (tree.words().iter().map(|word| word.head).collect(), editor.said().cloned())
}

fn pressed(editor: &mut TreeEditor, tree: &DependencyTree, node: usize) -> Effects {
    editor.press(tree, node, 1, (0.0, 0.0));
    editor.release(tree, 1)
}

fn key(editor: &mut TreeEditor, tree: &DependencyTree, node: usize, key: &str) -> Effects {
    editor.key(tree, None, node, key, false)
}

/// The node over which the carried arc is held.
fn target(editor: &TreeEditor) -> Option<usize> {
    editor.carry().and_then(|carry| carry.target)
}

#[test]
fn the_menus_of_a_word_offer_what_it_can_have() {
    let tree = tree();
    let of = |field: Field, word, is: fn(&MenuOption) -> bool| -> Vec<String> {
        let options = field.options(&tree, word).into_iter();
        options.filter(is).map(|option| option.says).collect()
    };
    assert_eq!(of(Field::Head, 1, |_| true), ["0 ROOT", "1 She", "2 saw", "3 the", "4 man"]);
    assert_eq!(of(Field::Head, 1, |option| option.is_off), ["1 She"]);
    assert_eq!(of(Field::Head, 1, |option| option.is_chosen), ["2 saw"]);
    // Only the word on ROOT is the root, and it is nothing else.
    let [of_word, of_root] = [1, 2].map(|word| of(Field::Relation, word, |option| option.is_off));
    assert!(of_word.len() == 1 && of_word[0].starts_with("root: "), "{of_word:?}");
    assert!(of_root.len() > 30 && !of_root.contains(&of_word[0]));
    let part = of(Field::Part, 4, |option| option.is_chosen);
    assert!(part.len() == 1 && part[0].starts_with("NOUN: "), "{part:?}");
    assert!(of(Field::Part, 4, |option| option.is_off).is_empty());
    // What is typed has no menu, and neither has ROOT or a word that is not there.
    assert!(Field::Subtype.options(&tree, 1).is_empty());
    assert!([0, 5].iter().all(|&word| Field::Head.options(&tree, word).is_empty()));
}

#[test]
fn a_press_chooses_a_word_and_points_at_it() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    let done = pressed(&mut editor, &tree, 3);
    assert_eq!(done, Effects { point: Some((2, 2)), ..Effects::default() });
    assert_eq!((editor.chosen(4), editor.carry()), (Some(3), None));
    // A sentence of two words does not have it.
    assert_eq!(editor.chosen(2), None);
}

#[test]
fn the_second_press_picks_up_and_the_third_puts_back() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    pressed(&mut editor, &tree, 3);
    pressed(&mut editor, &tree, 3);
    let carried = Carry { word: 3, target: None, by: By::Tap, at: None };
    assert_eq!(editor.carry(), Some(carried));
    assert_eq!(editor.said(), Some(&Outcome::PickedUp(3, By::Tap)));
    pressed(&mut editor, &tree, 3);
    assert_eq!((editor.carry(), editor.said()), (None, Some(&Outcome::PutBack(3))));
}

#[test]
fn what_a_press_picked_up_hangs_on_the_word_that_is_pressed_next() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    pressed(&mut editor, &tree, 3);
    pressed(&mut editor, &tree, 3);
    let done = pressed(&mut editor, &tree, 2);
    let said = Outcome::HangsNow { word: 3, head: 2, crosses: None };
    assert_eq!(changed(&editor, &done), (vec![2, 0, 2, 2], Some(said)));
    // Every picture points from the word to its new head.
    assert_eq!((done.point, editor.carry(), editor.chosen(4)), (Some((2, 1)), None, Some(3)));
}

#[test]
fn a_press_on_root_alone_does_nothing() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    assert_eq!(pressed(&mut editor, &tree, 0), Effects::default());
    assert_eq!(editor.chosen(4), None);
    editor.press(&tree, 0, 1, (0.0, 0.0));
    assert!(!editor.may_drag(1));
}

#[test]
fn a_press_ends_with_its_own_pointer_alone() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.press(&tree, 3, 1, (0.0, 0.0));
    assert_eq!(editor.release(&tree, 2), Effects::default());
    assert!(editor.may_drag(1) && !editor.may_drag(2));
    assert_eq!(editor.release(&tree, 1).point, Some((2, 2)));
    assert!(!editor.may_drag(1));
}

#[test]
fn six_pixels_are_a_press_and_seven_a_drag() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.press(&tree, 3, 1, (10.0, 10.0));
    assert_eq!(editor.drag(&tree, (16.0, 10.0), Some(2), None), Effects::default());
    assert_eq!(editor.carry(), None);
    let done = editor.drag(&tree, (10.0, 17.0), Some(2), Some((5.0, 8.0)));
    let carried = Carry { word: 3, target: Some(2), by: By::Drag, at: Some((5.0, 8.0)) };
    assert_eq!(editor.carry(), Some(carried));
    // The picture does not scroll at the first move, and may from then on.
    assert_eq!((done.point, done.scrolls), (Some((2, 1)), false));
    assert!(editor.drag(&tree, (11.0, 17.0), Some(2), None).scrolls);
}

#[test]
fn what_is_dragged_hangs_where_it_is_let_go() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.press(&tree, 1, 1, (0.0, 0.0));
    editor.drag(&tree, (50.0, 0.0), Some(4), None);
    let done = editor.release(&tree, 1);
    let said = Outcome::HangsNow { word: 1, head: 4, crosses: Some(2) };
    assert_eq!(changed(&editor, &done), (vec![4, 0, 4, 2], Some(said)));
}

#[test]
fn a_drag_over_its_own_word_or_over_none_is_put_back() {
    for over in [None, Some(3)] {
        let (mut editor, tree) = (TreeEditor::default(), tree());
        editor.press(&tree, 3, 1, (0.0, 0.0));
        editor.drag(&tree, (50.0, 0.0), Some(2), None);
        editor.drag(&tree, (90.0, 0.0), over, None);
        assert_eq!((target(&editor), editor.said()), (None, Some(&Outcome::OverNone)));
        assert_eq!(editor.release(&tree, 1).change, None);
        assert_eq!(editor.said(), Some(&Outcome::PutBack(3)));
    }
}

#[test]
fn a_drag_that_the_browser_takes_over_is_put_back_and_a_tap_is_not() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.press(&tree, 3, 1, (0.0, 0.0));
    editor.drag(&tree, (50.0, 0.0), Some(2), None);
    editor.cancel();
    assert_eq!((editor.carry(), editor.said()), (None, Some(&Outcome::PutBack(3))));
    editor.pick_up(&tree, 3, By::Tap, None);
    editor.cancel();
    assert_eq!(editor.carry().map(|carry| carry.word), Some(3));
}

#[test]
fn the_button_of_a_word_picks_its_arc_up_and_puts_it_back() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.toggle(&tree, 3);
    let carried = editor.carry().map(|carry| (carry.word, carry.by));
    assert_eq!(carried, Some((3, By::Tap)));
    editor.toggle(&tree, 3);
    assert_eq!((editor.carry(), editor.said()), (None, Some(&Outcome::PutBack(3))));
}

#[test]
fn arrows_move_the_focus_and_stop_at_the_ends() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    let cases = [
        (2, "ArrowLeft", 1),
        (1, "ArrowLeft", 1),
        (3, "ArrowDown", 4),
        (4, "ArrowRight", 4),
        (3, "Home", 1),
        (1, "End", 4),
    ];
    for (node, name, to) in cases {
        let done = key(&mut editor, &tree, node, name);
        let point = Some((to - 1, to - 1));
        let expected = Effects { point, focus: Some(to), is_taken: true, ..Effects::default() };
        assert_eq!(done, expected, "{name} on {node}");
    }
    assert_eq!(key(&mut editor, &tree, 2, "a"), Effects::default());
    assert_eq!(key(&mut editor, &tree, 2, "Escape"), Effects::default());
}

#[test]
fn with_shift_the_key_of_the_cursor_moves_and_the_word_stays() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    let done = editor.key(&tree, Some((1, 2)), 2, "ArrowRight", true);
    assert_eq!((done.point, done.focus, done.show), (Some((1, 3)), None, Some(4)));
    // A cursor on another word is not gone on with.
    let done = editor.key(&tree, Some((0, 3)), 2, "ArrowRight", true);
    assert_eq!((done.point, done.show), (Some((1, 2)), Some(3)));
}

#[test]
fn keys_pick_up_at_the_head_and_carry_past_the_word_itself() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    assert!(key(&mut editor, &tree, 3, "Enter").is_taken);
    assert_eq!(editor.over(), Some((4, false)));
    assert_eq!(editor.said(), Some(&Outcome::PickedUp(3, By::Keys)));
    let done = key(&mut editor, &tree, 3, "ArrowLeft");
    assert_eq!((target(&editor), done.point, done.show), (Some(2), Some((2, 1)), Some(2)));
    assert_eq!(editor.said(), Some(&Outcome::Over(2)));
    key(&mut editor, &tree, 3, "ArrowRight");
    assert_eq!(target(&editor), Some(4));
    key(&mut editor, &tree, 3, "ArrowRight");
    assert_eq!(target(&editor), Some(4));
    key(&mut editor, &tree, 3, "Home");
    assert_eq!(target(&editor), Some(0));
    key(&mut editor, &tree, 3, "ArrowUp");
    assert_eq!(target(&editor), Some(0));
    key(&mut editor, &tree, 3, "End");
    assert_eq!(target(&editor), Some(4));
}

#[test]
fn the_last_word_is_carried_by_the_end_key_to_the_one_before_it() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    key(&mut editor, &tree, 4, " ");
    key(&mut editor, &tree, 4, "End");
    assert_eq!(target(&editor), Some(3));
    // Right of it is the word itself, and beyond that nothing.
    key(&mut editor, &tree, 4, "ArrowRight");
    assert_eq!(target(&editor), Some(3));
}

#[test]
fn enter_drops_what_keys_carry_and_escape_puts_it_back() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    for name in ["Enter", "ArrowLeft", "Escape"] {
        assert!(key(&mut editor, &tree, 3, name).is_taken);
    }
    assert_eq!((editor.carry(), editor.said()), (None, Some(&Outcome::PutBack(3))));
    for name in ["Enter", "ArrowLeft"] {
        key(&mut editor, &tree, 3, name);
    }
    let done = key(&mut editor, &tree, 3, "Enter");
    assert_eq!(changed(&editor, &done).0, [2, 0, 2, 2]);
    // Dropped where it was picked up, it hangs there already.
    key(&mut editor, &tree, 1, "Enter");
    assert_eq!(key(&mut editor, &tree, 1, "Enter").change, None);
    assert_eq!(editor.said(), Some(&Outcome::HangsAlready(1, 2)));
}

#[test]
fn a_second_root_is_refused_and_may_be_made_the_root_instead() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    key(&mut editor, &tree, 4, "Enter");
    let done = key(&mut editor, &tree, 4, "Home");
    let reason = EditError::SecondRoot { word: 4, root: 2 };
    // ROOT is in no pair.
    assert_eq!((done.point, editor.over()), (None, Some((0, true))));
    let said = editor.said().cloned().expect("a reason");
    assert_eq!(said, Outcome::OverRefused(0, reason.clone()));
    assert!(said.is_refusal());
    assert_eq!(said.instead(&tree), Some(4));
    assert_eq!(key(&mut editor, &tree, 4, "Enter").change, None);
    assert_eq!((editor.said(), editor.carry()), (Some(&Outcome::Refused(reason)), None));
    let done = editor.make_root(&tree, 4);
    assert_eq!(changed(&editor, &done), (vec![2, 4, 4, 0], Some(Outcome::RootNow(4, Some(2)))));
    assert_eq!(editor.chosen(4), Some(4));
}

#[test]
fn a_cycle_offers_another_root_only_where_the_root_was_moved() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    assert_eq!(editor.hang(&tree, 2, 4).change, None);
    assert_eq!(editor.said().and_then(|said| said.instead(&tree)), Some(4));
    assert_eq!(editor.hang(&tree, 4, 3).change, None);
    let said = Outcome::Refused(EditError::Cycle { word: 4, head: 3 });
    assert_eq!(editor.said(), Some(&said));
    assert_eq!(said.instead(&tree), None);
}

#[test]
fn the_root_stays_the_root_in_silence() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    let done = editor.make_root(&tree, 2);
    assert_eq!(changed(&editor, &done), (vec![2, 0, 4, 2], Some(Outcome::RootNow(2, None))));
}

#[test]
fn what_keys_carry_is_put_back_where_the_focus_leaves() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    key(&mut editor, &tree, 3, "Enter");
    editor.left();
    assert_eq!((editor.carry(), editor.said()), (None, Some(&Outcome::PutBack(3))));
    // What can be done instead of what is refused is pressed elsewhere: the reason stays.
    key(&mut editor, &tree, 4, "Enter");
    key(&mut editor, &tree, 4, "Home");
    editor.left();
    assert_eq!(editor.carry(), None);
    assert!(editor.said().is_some_and(Outcome::is_refusal));
    // A tap is put down elsewhere.
    editor.pick_up(&tree, 3, By::Tap, None);
    editor.left();
    assert!(editor.carry().is_some());
}

#[test]
fn the_focus_chooses_where_nothing_is_carried() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.focused(2);
    assert_eq!(editor.chosen(4), Some(2));
    editor.pick_up(&tree, 3, By::Tap, None);
    editor.focused(1);
    assert_eq!(editor.chosen(4), Some(3));
}

#[test]
fn an_edit_keeps_what_is_said_and_a_change_from_outside_does_not() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    editor.follow(&tree);
    editor.choose(3);
    let edited = editor.hang(&tree, 3, 2).change.expect("an edited tree");
    editor.follow(&edited);
    let said = Outcome::HangsNow { word: 3, head: 2, crosses: None };
    assert_eq!((editor.said(), editor.chosen(4)), (Some(&said), Some(3)));
    editor.pick_up(&edited, 3, By::Tap, None);
    // Undone: the words are the same, so the chosen one stays.
    editor.follow(&tree);
    assert_eq!((editor.said(), editor.carry(), editor.chosen(4)), (None, None, Some(3)));
    editor.follow(&tree_of(&[0, 1, 1, 1]));
    assert_eq!(editor.chosen(4), None);
}

#[test]
fn a_subtype_is_taken_with_or_without_its_colon() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    for (typed, relation) in
        [("pass", "nsubj:pass"), (" :pass ", "nsubj:pass"), ("", "nsubj"), (":", "nsubj")]
    {
        let done = editor.edit(&tree, 1, Field::Subtype, typed);
        let tree = done.change.expect("an edited tree");
        assert_eq!(tree.words()[0].relation.to_string(), relation, "{typed}");
        let now = Relation::from_text(relation).expect("a relation");
        assert_eq!(editor.said(), Some(&Outcome::RelationNow(1, now)));
    }
}

#[test]
fn a_subtype_that_is_none_is_refused_as_it_would_stand() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    assert_eq!(editor.edit(&tree, 1, Field::Subtype, "No 1").change, None);
    assert_eq!(editor.said(), Some(&Outcome::NoRelation("nsubj:No 1".to_owned())));
    assert!(editor.said().is_some_and(Outcome::is_refusal));
    assert_eq!(editor.edit(&tree, 9, Field::Subtype, "pass"), Effects::default());
}

#[test]
fn a_field_shows_what_it_takes() {
    let tree = tree();
    let fields = [Field::Head, Field::Relation, Field::Subtype, Field::Part];
    let shown = |tree: &DependencyTree| fields.map(|field| field.of(&tree.words()[2]));
    assert_eq!(shown(&tree), ["4", "det", "", "DET"]);
    for (field, typed, now) in [
        (Field::Head, "2", ["2", "det", "", "DET"]),
        (Field::Relation, "amod", ["4", "amod", "", "DET"]),
        (Field::Subtype, "predet", ["4", "det", "predet", "DET"]),
        (Field::Part, "PRON", ["4", "det", "", "PRON"]),
    ] {
        let done = TreeEditor::default().edit(&tree, 3, field, typed);
        assert_eq!(shown(&done.change.expect("an edited tree")), now);
    }
    // What is no value of a field changes nothing, and nothing is said.
    for (field, typed) in [(Field::Head, "two"), (Field::Relation, "?"), (Field::Part, "?")] {
        let mut editor = TreeEditor::default();
        assert_eq!(editor.edit(&tree, 3, field, typed), Effects::default());
        assert_eq!(editor.said(), None);
    }
}

#[test]
fn the_relation_root_is_for_the_word_on_root_alone() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    assert_eq!(editor.edit(&tree, 1, Field::Relation, "root").change, None);
    let reason = EditError::RootRelation { word: 1, on_root: false };
    assert_eq!(editor.said(), Some(&Outcome::Refused(reason)));
}

#[test]
fn another_part_of_speech_is_said_of_its_word() {
    let (mut editor, tree) = (TreeEditor::default(), tree());
    let edited = editor.edit(&tree, 4, Field::Part, "X").change.expect("an edited tree");
    assert_eq!(edited.words()[3].part_of_speech, PartOfSpeech::X);
    assert_eq!(editor.said(), Some(&Outcome::PartNow(4, PartOfSpeech::X)));
    assert_eq!((head(&tree, 4), head(&tree, 0), head(&tree, 5)), (Some(2), None, None));
}

#[test]
fn the_way_of_a_pair_lights_the_arcs_of_the_words_that_hang() {
    // From She up to saw, down to man and down to the: the arcs of She, man and the.
    assert_eq!(arcs_between(&tree(), (0, 2)), [1, 4, 3]);
    assert_eq!(arcs_between(&tree(), (1, 1)), Vec::<usize>::new());
    assert_eq!(arcs_between(&tree(), (0, 9)), Vec::<usize>::new());
}

#[test]
fn a_word_is_no_way_from_itself_and_long_sentences_show_none() {
    let ways = tree().tree().token_ways();
    assert_eq!(way_line(ways[(1, 1)], 128), WayLine::Itself(true));
    assert_eq!(way_line(ways[(1, 1)], 129), WayLine::Itself(false));
    assert_eq!(way_line(ways[(0, 2)], 4), WayLine::Between(ways[(0, 2)]));
}

#[test]
fn three_crossings_are_named_and_the_others_counted() {
    assert_eq!(named_crossings(&tree()), (vec![], Others::None));
    // 1-3 and 2-4 cross, and 2-4 the arc from ROOT to 3 as well.
    let (named, others) = named_crossings(&tree_of(&[3, 4, 0, 3]));
    assert_eq!((named.len(), others), (2, Others::None));
    // 1-4, 2-5, 3-6, 4-7 and 5-7: any two that are up to two words apart cross, but for 4-7 and 5-7.
    let (named, others) = named_crossings(&tree_of(&[4, 5, 6, 7, 7, 7, 0]));
    assert_eq!((named.len(), others), (3, Others::More(3)));
    // Each of 20 words hangs on the one 20 words on, across all the others: more than are looked for.
    let heads: Vec<usize> = (21..=40).chain([40; 19]).chain([0]).collect();
    let (named, others) = named_crossings(&tree_of(&heads));
    assert_eq!((named.len(), others), (3, Others::Many));
}

#[test]
fn a_drag_scrolls_within_forty_pixels_of_the_sides() {
    let at = |x| scroll_at(x, 100.0, 500.0);
    assert_eq!([at(139.0), at(140.0), at(460.0), at(461.0)], [-14, 0, 0, 14]);
}

#[test]
fn a_column_is_scrolled_to_only_where_it_is_out_of_sight() {
    // From 200 to 240, with 40 around: 160 to 280.
    assert_eq!(scroll_to(200.0, 40.0, 160.0, 120.0), None);
    assert_eq!(scroll_to(200.0, 40.0, 170.0, 300.0), Some(160));
    assert_eq!(scroll_to(200.0, 40.0, 0.0, 270.0), Some(10));
    assert_eq!(scroll_to(20.0, 40.0, 10.0, 300.0), Some(0));
}
