//! The arcs of dependency trees: levels, room for labels, legs, crossings, over the bundled sentences and
//! over any tree; paths between words; attention under them.

use std::sync::LazyLock;

use nearfar::methods::tree::{Side, Tree, TreePath};
use nearfar::picture::arcs::{ArcLayout, ArcOptions};
use nearfar::picture::lines::{LinkOptions, links};
use nearfar::text::dependency::{DependencyTree, parse};
use proptest::prelude::*;

static BUNDLED: LazyLock<Vec<DependencyTree>> = LazyLock::new(|| {
    parse(include_str!("../../../../public/compare/trees.conllu")).unwrap().sentences
});

/// Texts measured by their letters, as a font with letters of 7 px would.
fn lay_out(tree: &DependencyTree) -> ArcLayout {
    let width = |text: &str| 7.0 * text.chars().count() as f64;
    let widths: Vec<f64> =
        std::iter::once("ROOT").chain(tree.words().iter().map(|w| &*w.form)).map(width).collect();
    let labels: Vec<f64> =
        tree.words().iter().map(|word| width(&word.relation.to_string())).collect();
    ArcLayout::new(tree.tree(), &widths, &labels, &ArcOptions::default())
}

/// What must hold of every picture, whatever the tree.
fn check(layout: &ArcLayout, tree: &Tree) {
    assert_eq!((layout.columns.len(), layout.arcs.len()), (tree.nodes(), tree.tokens()));
    for pair in layout.columns.windows(2) {
        assert!(pair[0].left + pair[0].width < pair[1].left, "columns overlap: {pair:?}");
    }
    for (place, arc) in layout.arcs.iter().enumerate() {
        let (left, right) = arc.legs();
        assert!(left <= arc.label.x && arc.label.right() <= right, "a label leaves {arc:?}");
        assert!(arc.label.y >= 0.0 && arc.top < layout.base && right < layout.width);
        for node in [(arc.head, arc.from), (arc.dependent, arc.to)] {
            let column = layout.columns[node.0];
            let (left, right) = (column.left, column.left + column.width);
            assert!(left < node.1 && node.1 < right, "a leg stands beside its word: {arc:?}");
            assert_eq!(layout.node_at(node.1), node.0);
        }
        for other in &layout.arcs[place + 1..] {
            let (one, two) = (arc.label, other.label);
            let apart = one.right() <= two.x
                || two.right() <= one.x
                || one.bottom() <= two.y
                || two.bottom() <= one.y;
            assert!(apart, "labels overlap: {arc:?} {other:?}");
            let ((a, b), (c, d)) = (arc.ends(), other.ends());
            let share_a_stretch = a < d && c < b;
            assert!(arc.level != other.level || !share_a_stretch, "{arc:?} hides {other:?}");
            if a <= c && d <= b {
                assert!(arc.level > other.level, "{arc:?} is not above {other:?}");
            }
        }
    }
}

#[test]
fn every_bundled_sentence_has_room_for_its_labels() {
    assert_eq!(BUNDLED.len(), 16);
    for sentence in BUNDLED.iter() {
        check(&lay_out(sentence), sentence.tree());
    }
}

#[test]
fn arcs_cross_where_the_tree_does_and_nowhere_else() {
    let mut crossed = 0;
    for sentence in BUNDLED.iter() {
        let layout = lay_out(sentence);
        let crossings = sentence.crossings(100);
        for first in 1..=sentence.words().len() {
            for second in first + 1..=sentence.words().len() {
                let is_one = crossings.contains(&(first, second));
                let at = layout.crossing(first, second);
                assert_eq!(at.is_some(), is_one, "{first} and {second} of {}", sentence.text());
                let Some((x, y)) = at else { continue };
                crossed += 1;
                for arc in [&layout.arcs[first - 1], &layout.arcs[second - 1]] {
                    let (left, right) = arc.legs();
                    assert!(left <= x && x <= right && arc.top <= y && y < layout.base);
                }
            }
        }
    }
    // “question” and “extraposition” have crossing arcs.
    assert!(crossed >= 2, "{crossed}");
}

#[test]
fn legs_of_other_arcs_cut_no_label_of_a_projective_tree() {
    for sentence in BUNDLED.iter().filter(|sentence| sentence.is_projective()) {
        let layout = lay_out(sentence);
        for arc in &layout.arcs {
            for other in layout.arcs.iter().filter(|other| other.top < arc.top) {
                for leg in [other.from, other.to] {
                    let (left, right) = arc.legs();
                    assert!(leg < left || right < leg, "{other:?} cuts {arc:?}");
                }
            }
        }
    }
}

#[test]
fn a_small_tree_by_hand() {
    // the cat sat: the <- cat <- sat <- ROOT
    let tree = Tree::of_tokens(&[2, 3, 0]).unwrap();
    let options = ArcOptions { margin: 0.0, gap: 10.0, port: 6.0, ..ArcOptions::default() };
    let layout = ArcLayout::new(&tree, &[30.0, 40.0, 40.0, 40.0], &[0.0; 3], &options);
    let lefts: Vec<f64> = layout.columns.iter().map(|column| column.left).collect();
    assert_eq!(lefts, [0.0, 40.0, 90.0, 140.0]);
    let levels: Vec<usize> = layout.arcs.iter().map(|arc| arc.level).collect();
    assert_eq!(levels, [1, 1, 2]);
    // At "cat", the arc to the left stands left of the one to the right.
    assert_eq!((layout.arcs[0].from, layout.arcs[1].to), (107.0, 113.0));
    // At "sat", the short arc is left of ROOT's.
    assert_eq!((layout.arcs[1].from, layout.arcs[2].to), (157.0, 163.0));
    assert_eq!(layout.width, 180.0);
    let path = layout.path(&layout.arcs[2]);
    assert!(path.starts_with("M15.0 ") && path.contains("H156.0Q163.0 "), "{path}");
    // A label that needs 100 px between "the" and "cat" moves what follows, by what is missing.
    let wide = ArcLayout::new(&tree, &[30.0, 40.0, 40.0, 40.0], &[100.0, 0.0, 0.0], &options);
    let needed = 100.0 + 2.0 * (options.corner + 3.0);
    assert_eq!(wide.arcs[0].from - wide.arcs[0].to, needed);
    assert_eq!(wide.columns[3].left - wide.columns[2].left, 50.0);
}

#[test]
fn a_tree_without_words_is_roots_column() {
    let tree = Tree::of_tokens(&[]).unwrap();
    let layout = ArcLayout::new(&tree, &[30.0], &[], &ArcOptions::default());
    assert_eq!((layout.columns.len(), layout.arcs.len(), layout.node_at(500.0)), (1, 0, 0));
}

#[test]
fn attention_hangs_under_the_words_from_query_to_key() {
    let tree = Tree::of_tokens(&[2, 3, 0]).unwrap();
    let layout = ArcLayout::new(&tree, &[30.0; 4], &[0.0; 3], &ArcOptions::default());
    let weights = [0.7, 0.3, 0.0, 0.2, 0.05, 0.75, 0.9, 0.0, 0.1];
    let options = LinkOptions { threshold: 0.2, ..LinkOptions::default() };
    let drawn = layout.attention(&links(&weights, 3, None, &options), 100.0);
    let mut pairs: Vec<_> = drawn.iter().map(|arc| (arc.link.query, arc.link.key)).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 0)]);
    for arc in &drawn {
        let middle = |word: usize| layout.columns[word + 1].middle();
        assert!((arc.from - middle(arc.link.query)).abs() <= 4.0);
        assert!((arc.to - middle(arc.link.key)).abs() <= 4.0);
        assert!(arc.depth() > 0.0 && arc.depth() <= 100.0);
        assert!(arc.path().starts_with(&format!("M{:.1} 0C", arc.from)));
    }
    let depth = |query, key| {
        drawn.iter().find(|arc| (arc.link.query, arc.link.key) == (query, key)).unwrap().depth()
    };
    // Both ways between two words are seen, and a longer arc is deeper.
    assert!(depth(0, 1) > depth(1, 0) && depth(2, 0) > depth(1, 0));
    // A word that does not exist has no arc.
    let beyond = nearfar::picture::lines::Link { query: 9, ..drawn[0].link };
    assert_eq!(layout.attention(&[beyond], 100.0), []);
}

#[test]
fn long_ways_are_written_in_runs() {
    let way = |up, down, sibling| TreePath { up, down, sibling };
    let written = [
        (way(0, 0, None), ""),
        (way(3, 1, None), "UUUD"),
        (way(4, 12, None), "U4D12"),
        (way(1, 1, Some(Side::Left)), "L"),
        (way(1, 6, Some(Side::Right)), "RD5"),
    ];
    for (way, text) in written {
        assert_eq!(way.in_runs(), text);
    }
}

#[test]
fn a_path_turns_where_both_words_meet() {
    // 1 <- 2 <- ROOT, 2 -> 4 -> 3
    let tree = Tree::of_tokens(&[2, 0, 4, 2]).unwrap();
    assert_eq!(tree.path(1, 3), [1, 2, 4, 3]);
    assert_eq!(tree.path(3, 1), [3, 4, 2, 1]);
    assert_eq!(tree.path(2, 3), [2, 4, 3]);
    assert_eq!(tree.path(3, 2), [3, 4, 2]);
    assert_eq!(tree.path(0, 3), [0, 2, 4, 3]);
    assert_eq!(tree.path(2, 2), [2]);
    assert_eq!(tree.path(2, 5), Vec::<usize>::new());
}

/// Heads of any tree with one root: a random order in which each hangs on an earlier one.
fn heads() -> impl Strategy<Value = Vec<usize>> {
    (1_usize..24).prop_flat_map(|n| {
        let order = Just((1..=n).collect::<Vec<_>>()).prop_shuffle();
        (order, proptest::collection::vec(any::<prop::sample::Index>(), n)).prop_map(
            move |(order, picks)| {
                let mut heads = vec![0; n];
                for (place, &word) in order.iter().enumerate().skip(1) {
                    heads[word - 1] = order[picks[place].index(place)];
                }
                heads
            },
        )
    })
}

proptest! {
    #[test]
    fn any_tree_has_room_for_its_labels(
        heads in heads(),
        widths in proptest::collection::vec(0.0_f64..80.0, 24),
        labels in proptest::collection::vec(0.0_f64..120.0, 24),
    ) {
        let tree = Tree::of_tokens(&heads).unwrap();
        let widths: Vec<f64> = widths.into_iter().take(tree.nodes()).collect();
        let labels: Vec<f64> = labels.into_iter().take(tree.tokens()).collect();
        check(&ArcLayout::new(&tree, &widths, &labels, &ArcOptions::default()), &tree);
    }

    #[test]
    fn a_path_is_as_long_as_the_distance(heads in heads()) {
        let tree = Tree::of_tokens(&heads).unwrap();
        let ways = tree.ways();
        for ((from, to), way) in ways.indexed_iter() {
            let path = tree.path(from, to);
            prop_assert_eq!(path.len(), way.distance() + 1);
            prop_assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
            for pair in path.windows(2) {
                let is_edge = tree.parent(pair[0]) == Some(pair[1]) || tree.parent(pair[1]) == Some(pair[0]);
                prop_assert!(is_edge, "{:?}", path);
            }
        }
    }
}
