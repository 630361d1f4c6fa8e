//! Where the words of an edited tree stand, and the arc that is carried.

use nearfar::picture::arcs::ArcLayout;
use nearfar::text::dependency::{DependencyTree, Relation, parse};
use nearfar_compare::protocol::Begun;
use nearfar_compare::tree_editor::{By, Carry};
use nearfar_compare::tree_picture::{
    Arrow, WORD_HEIGHT, attention, carried, crossings, height, lay_out, node_under, tree_arrows,
    weight_arrows,
};

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

/// An arrowhead at a point: seven wide and as far from it, above it or below.
fn tip(x: f64, y: f64, from: f64) -> String {
    format!("M{:.1} {from:.1}h7L{x:.1} {y:.1}z", x - 3.5)
}

#[test]
fn the_arc_of_a_word_goes_from_its_head_to_it_under_its_relation() {
    let (layout, tree) = (layout(), tree());
    let arrows = tree_arrows(&layout, &tree);
    let of = |word: usize| arrows.iter().find(|arrow| arrow.word == Some(word)).expect("an arc");
    assert_eq!(arrows.len(), 3);
    // ROOT is in no pair.
    assert_eq!([1, 2, 3].map(|word| of(word).pair), [Some((0, 1)), None, Some((2, 1))]);
    assert_eq!([1, 2, 3].map(|word| of(word).label.as_str()), ["nsubj", "root", "obj"]);
    for (word, arc) in layout.arcs.iter().map(|arc| (of(arc.dependent), arc)) {
        assert_eq!(word.tip, tip(arc.to, layout.base, layout.base - 7.0));
        assert_eq!(word.line, layout.path(arc));
        let (x, y) = word.label_at;
        assert!((arc.from.min(arc.to)..arc.from.max(arc.to)).contains(&x) && y > arc.top);
    }
    // Another relation is written also where nothing moves by it.
    let relation = Relation::from_text("nmod").expect("a relation");
    let other = tree.set_relation(1, relation).expect("a tree");
    let label = |arrow: &Arrow| (arrow.word == Some(1)).then(|| arrow.label.clone());
    assert_eq!(tree_arrows(&layout, &other).iter().find_map(label).as_deref(), Some("nmod"));
}

#[test]
fn a_drag_finds_the_word_under_it_a_little_beyond_the_picture_too() {
    let layout = layout();
    let middle = layout.columns[2].middle();
    let of = |y: f64| node_under(&layout, (middle, y), 100.0);
    assert_eq!([-39.0, 50.0, 139.0].map(of), [Some(2); 3]);
    assert_eq!([-41.0, 140.0].map(of), [None; 2]);
}

#[test]
fn rings_stand_where_arcs_cross() {
    let heads = |heads: &[usize]| {
        let line = |(head, at): (&usize, usize)| {
            let relation = if *head == 0 { "root" } else { "dep" };
            format!("{at}\tw{at}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_\n")
        };
        let text: String = heads.iter().zip(1..).map(line).collect();
        parse(&format!("{text}\n")).expect("a tree").sentences.remove(0)
    };
    let of = |tree: &DependencyTree| crossings(&lay_out(tree, None, measure), tree);
    assert_eq!(of(&tree()), []);
    // The arc from 3 to 1 crosses those from ROOT to 2 and from 2 to 4.
    let crossed = heads(&[3, 0, 2, 2]);
    let layout = lay_out(&crossed, None, measure);
    let inside = |&(x, y): &(f64, f64)| (0.0..layout.width).contains(&x) && y < layout.base;
    assert!(of(&crossed).len() == 2 && of(&crossed).iter().all(inside), "{:?}", of(&crossed));
}

#[test]
fn weights_hang_under_the_words_the_stronger_the_wider() {
    let layout = layout();
    let weights = [0.0, 0.5, 0.05, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let arrows = weight_arrows(&layout, &weights, 3, 0.1).expect("of this sentence");
    assert_eq!(
        arrows.iter().map(|arrow| arrow.pair).collect::<Vec<_>>(),
        [Some((0, 1)), Some((1, 2))]
    );
    assert!(arrows.iter().all(|arrow| arrow.word.is_none() && arrow.label.is_empty()));
    let [weak, strong] = arrows.as_slice() else { panic!("two weights") };
    let [(weak_width, weak_opacity), (width, opacity)] =
        [weak, strong].map(|arrow| arrow.strength.clone().expect("of a weight"));
    assert!(weak_width < width, "{weak:?} {strong:?}");
    assert_eq!((weak_opacity.as_str(), opacity.as_str()), ("0.625", "1.000"));
    // They end at the words, and point upwards.
    assert!(weak.tip.contains(" 7.0h7L") && weak.tip.ends_with(" 0.0z"), "{}", weak.tip);
    assert!(weak.line.starts_with('M') && weak.line.ends_with(" 0"), "{}", weak.line);
    // Those of another sentence are not drawn.
    assert_eq!(weight_arrows(&layout, &weights, 4, 0.1), None);
    // The picture has room for them where they are drawn.
    assert!(height(&layout, true) > height(&layout, false) + 100.0);
    assert!((height(&layout, false) - layout.base - WORD_HEIGHT).abs() < 1e-9);
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
    assert_eq!(loose.tip, tip(layout.columns[1].middle(), layout.base, layout.base - 7.0));
    // Only a drag has a pointer.
    assert_eq!(of(None, By::Tap, Some((5.0, 6.0))), None);
    assert_eq!(of(None, By::Keys, None), None);
}
