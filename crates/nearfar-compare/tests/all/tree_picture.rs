//! Where the words of an edited tree stand, and the arc that is carried.

use nearfar::picture::arcs::ArcLayout;
use nearfar::text::dependency::{DependencyTree, parse};
use nearfar_compare::protocol::Begun;
use nearfar_compare::tree_editor::{By, Carry};
use nearfar_compare::tree_picture::{attention, carried, lay_out, tip};

/// 2 hangs on ROOT, 1 and 3 on 2.
fn tree() -> DependencyTree {
    let text = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tincomprehensibilities\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";
    parse(text).expect("a tree").sentences.remove(0)
}

/// Every letter is half as wide as it is high.
fn measure(text: &str, size: f64) -> f64 {
    0.5 * size * text.chars().count() as f64
}

fn layout() -> ArcLayout {
    lay_out(&tree(), None, measure)
}

#[test]
fn a_word_has_room_for_its_form_its_tag_and_its_ways() {
    let form = measure("incomprehensibilities", 15.0) + 10.0;
    assert!((layout().columns[3].width - form).abs() < 1e-9);
    // "1 PRON" in small letters is wider than "She" in large ones.
    assert!(layout().columns[1].width >= measure("1 PRON", 11.0) + 10.0 - 1e-9);
    let ways = tree().tree().token_ways();
    let with_ways = lay_out(&tree(), Some(&ways), measure);
    assert_eq!(with_ways.columns.len(), 4);
    assert!(with_ways.columns.iter().zip(&layout().columns).all(|(a, b)| a.width >= b.width));
}

#[test]
fn attention_is_drawn_between_the_words_of_the_tree_alone() {
    let of = |tokens: usize, words: bool, weights: &[f32]| {
        let begun = Begun { tokens: vec!["a".to_owned(); tokens], words, ..Begun::default() };
        attention(&begun, &tree(), weights, 1)
    };
    // Three words, and one column of an earlier segment before them.
    let weights = [0.1, 0.2, 0.3, 0.4].repeat(3);
    assert_eq!(of(3, true, &weights), Some([0.2, 0.3, 0.4].repeat(3)));
    assert_eq!([of(3, false, &weights), of(3, true, &[])], [None, None]);
    assert_eq!(of(2, true, &[0.5; 6]), None);
}

#[test]
fn an_arrowhead_points_down_or_up() {
    assert_eq!(tip(10.0, 20.0, 1.0), "M6.5 13.0h7L10.0 20.0z");
    assert_eq!(tip(10.0, 0.0, -1.0), "M6.5 7.0h7L10.0 0.0z");
}

#[test]
fn a_carried_arc_goes_to_its_head_or_to_the_pointer() {
    let layout = layout();
    let of = |target, by, at| carried(&layout, &Carry { word: 1, target, by, at });
    let ends = |arc: &str, x: f64, y: f64| arc.starts_with(&format!("M{x:.1} {y:.1}C"));
    let head = of(Some(3), By::Drag, Some((5.0, 6.0))).expect("an arc");
    assert!(ends(&head.line, layout.columns[3].middle(), layout.base), "{}", head.line);
    let loose = of(None, By::Drag, Some((5.0, 6.0))).expect("an arc");
    assert!(ends(&loose.line, 5.0, 6.0), "{}", loose.line);
    assert_eq!(loose.tip, tip(layout.columns[1].middle(), layout.base, 1.0));
    // Only a drag has a pointer.
    assert_eq!(of(None, By::Tap, Some((5.0, 6.0))), None);
    assert_eq!(of(None, By::Keys, None), None);
}
