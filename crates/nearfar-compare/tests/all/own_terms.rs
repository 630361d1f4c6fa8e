//! Every method in its own terms: equations add up to what the method computed, drawings find what they
//! name, curves and groups hold numbers worked out by hand.

use ndarray::Array2;
use nearfar::Method;
use nearfar::attention::{Adjustment, HeadParameters, MAPPINGS, Mapping, Mask};
use nearfar::methods::distance_aware::DistanceAware;
use nearfar::methods::{Explained, MethodKind, Options, Sentence};
use nearfar::picture::palette::{Palette, Theme};
use nearfar::text::dependency::{DependencyTree, Origin, PartOfSpeech, Relation, Word, WordLabel};
use nearfar_compare::curves::{
    asymmetry, bucket_curve, by_label_pair, by_offset, diagonals, head_count, products_by_offset,
    sides, source_weights, specialised_head, turns, way, way_of_pair,
};
use nearfar_compare::drawings::{Drawing, Entry, Step, drawings_of};
use nearfar_compare::equation::{Function, Line, Name, Operand, Sign, equation};
use nearfar_compare::methods::own_terms;
use nearfar_compare::protocol::{MeasureView, RoleView, TermsView};
use nearfar_compare::terms::{TermsOf, packed};
use nearfar_compare::words::terms::heads_by_kind;
use nearfar_texts::compare as texts;

const WIDTH: usize = 12;
const HEADS: usize = 3;

/// The view and the values, as the worker sends them.
struct Sent {
    view: TermsView,
    values: Vec<Vec<f32>>,
}

impl Sent {
    fn of(trace: &dyn Explained<f32>, asked: TermsView) -> Sent {
        let (view, values) = packed(trace, asked);
        Sent { view, values }
    }

    fn terms(&self) -> TermsOf<'_> {
        TermsOf { view: &self.view, values: &self.values }
    }
}

fn tree() -> DependencyTree {
    let word = |form, part, head, relation: &str| {
        Word::new(form, part, head, Relation::from_text(relation).expect("a relation"))
    };
    let words = vec![
        word("The", PartOfSpeech::Det, 2, "det"),
        word("cat", PartOfSpeech::Noun, 3, "nsubj"),
        word("sat", PartOfSpeech::Verb, 0, "root"),
        word("on", PartOfSpeech::Adp, 6, "case"),
        word("the", PartOfSpeech::Det, 6, "det"),
        word("mat", PartOfSpeech::Noun, 3, "obl"),
    ];
    DependencyTree::new(words, Origin::Read).expect("a tree")
}

fn options() -> Options {
    Options {
        seed: 7,
        heads: HEADS,
        width: WIDTH,
        dimensions: 4,
        clip: 2,
        longest_distance: 3,
        longest_traversal: 3,
        parts_of_speech: PartOfSpeech::ALL.len(),
        relations: WordLabel::Relation.names().len(),
        features: 5,
        distance_aware: None,
        projections: None,
    }
}

fn embeddings(tokens: usize, seed: f32) -> Array2<f32> {
    Array2::from_shape_fn((tokens, WIDTH), |(i, c)| {
        0.5 * (seed + 1.7 * i as f32 + 0.9 * c as f32 * (i + 2) as f32).sin()
    })
}

/// A method over the sentence, as `asked`.
fn sent_as(kind: MethodKind, options: &Options, asked: TermsView) -> Sent {
    let tree = tree();
    let syntax = tree.syntax();
    let vectors = embeddings(6, 0.3);
    let sentence = Sentence {
        mask: Mask { causal: asked.causal, keys: None },
        ..Sentence::new(vectors.view()).with_syntax(Some(&syntax))
    };
    let trace = kind.seeded::<f32>(options).run(&sentence).expect("runs");
    let (name, method) = (kind.name().to_owned(), kind.name().to_owned());
    Sent::of(trace.as_ref(), TermsView { name, method, ..asked })
}

/// A method over the sentence, for one head.
fn sent_with(kind: MethodKind, options: &Options, head: usize, feature: Option<usize>) -> Sent {
    sent_as(kind, options, TermsView { head, feature, ..TermsView::default() })
}

fn sent(kind: MethodKind, head: usize) -> Sent {
    sent_with(kind, &options(), head, Some(2))
}

/// Whether the method's own mask, beside the causal one, takes a key from a query.
fn is_masked_by(kind: MethodKind, head: usize, causal: bool, (i, j): (usize, usize)) -> bool {
    match kind {
        MethodKind::Disan if head == 0 => j >= i,
        MethodKind::Disan => j <= i,
        MethodKind::StickBreaking => j >= i,
        MethodKind::WindowSink if causal => i.saturating_sub(j) >= 2,
        MethodKind::WindowSink => i.abs_diff(j) > 2,
        kind => kind.definition().causal && j > i,
    }
}

#[test]
fn every_equation_adds_up_to_the_score_and_the_weight_of_every_pair() {
    let mut lines = 0;
    for (kind, name) in MethodKind::ALL {
        let heads = if kind == MethodKind::Disan { 2 } else { HEADS };
        for (head, causal) in (0..heads).flat_map(|head| [(head, false), (head, true)]) {
            let asked = TermsView { head, causal, feature: Some(2), ..TermsView::default() };
            let sent = sent_as(kind, &options(), asked);
            assert_eq!((sent.view.head, sent.view.causal), (head, causal));
            let terms = sent.terms();
            let (scores, weights) = (terms.scores().expect(name), terms.weights().expect(name));
            for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
                let found = equation(terms, (i, j)).unwrap_or_else(|| panic!("{name} {i} {j}"));
                for line in &found.lines {
                    assert!(line.adds_up(), "{name}, head {head}, ({i}, {j}): {line:?}");
                    for operand in &line.operands {
                        if let Name::Key(key) = operand.name {
                            assert!(texts::find(key).is_some(), "the page has no {key}");
                        }
                    }
                    lines += 1;
                }
                let score = found.lines.iter().find(|line| line.name == Name::Score).expect(name);
                assert_eq!(Some(score.result), scores.at(i, j), "{name}");
                assert_eq!(found.weight, weights.at(i, j), "{name}");
                let masked = is_masked_by(kind, head, causal, (i, j)) || (causal && j > i);
                assert_eq!(found.masked, masked, "{name}, {causal}, ({i}, {j})");
                assert_eq!(masked, found.weight == Some(0.0), "{name}, {causal}, ({i}, {j})");
                let of_weight = found.lines.iter().filter(|line| line.name == Name::Weight);
                assert_eq!(of_weight.count(), usize::from(!masked), "{name}");
                assert!(!found.source.is_empty());
            }
        }
    }
    assert!(lines > 2 * 17 * HEADS * 36, "{lines} lines");
}

#[test]
fn a_mean_over_features_has_a_weight_and_no_equation() {
    let sent = sent_with(MethodKind::Disan, &options(), 0, None);
    let found = equation(sent.terms(), (4, 1)).expect("a pair");
    assert_eq!(found.lines, []);
    assert_eq!(found.weight, sent.terms().weights().expect("weights").at(4, 1));
    assert!(found.weight > Some(0.0));
}

#[test]
fn a_head_or_a_feature_that_there_is_not_is_not_named() {
    let shown = |head, feature| {
        let view = sent_with(MethodKind::Disan, &options(), head, feature).view;
        (view.head, view.feature)
    };
    assert_eq!(shown(7, Some(4)), (1, Some(4)));
    assert_eq!(shown(0, Some(5)), (0, None));
    assert_eq!(sent(MethodKind::Alibi, 9).view.head, HEADS - 1);
}

#[test]
fn a_line_that_does_not_add_up_is_found_out() {
    let sent = sent(MethodKind::TransformerXl, 0);
    let mut found = equation(sent.terms(), (1, 4)).expect("a pair");
    let line = found.lines.first_mut().expect("a sum");
    assert_eq!(line.operands.len(), 4);
    assert!(line.adds_up());
    line.operands.pop();
    assert!(!line.adds_up(), "three of the four terms are not the sum");
}

#[test]
fn a_small_weight_that_is_wrong_is_found_out() {
    let line = |(sign, one, other): (Sign, f64, f64), function, result| Line {
        name: Name::Weight,
        operands: vec![
            Operand { sign: Sign::Plus, name: "one".into(), value: one },
            Operand { sign, name: "other".into(), value: other },
        ],
        function,
        result,
        is_weight: true,
    };
    // exp(-7) = 9.1188e-4.
    let share = |result| line((Sign::Minus, 1.0, 8.0), Function::Exponential, result);
    assert!(share(9.1188e-4).adds_up());
    assert!(!share(9.2e-4).adds_up());
    assert!(!share(1e-3).adds_up());
    // What f32 cannot hold is 0.
    assert!(line((Sign::Minus, 0.0, 200.0), Function::Exponential, 0.0).adds_up());
    let product = |result| line((Sign::Times, 0.5, 2e-3), Function::None, result);
    assert!(product(1e-3).adds_up());
    assert!(!product(1.01e-3).adds_up());
    let sum = |result| line((Sign::Plus, 1e-3, 2e-3), Function::None, result);
    assert!(sum(3e-3).adds_up());
    assert!(!sum(3.01e-3).adds_up());
}

#[test]
fn every_mapping_and_adjustment_has_its_equation_with_and_without_the_mask() {
    // 0 at distance 2, and below 0 beyond.
    let falling = Mapping::Linear { slope: 1.0, intercept: 1.0 };
    let mappings = MAPPINGS.iter().map(|row| row.mapping());
    let mappings = mappings.chain([falling, Mapping::Clip { threshold: 2.0 }]);
    let methods = mappings.flat_map(|m| Adjustment::ALL.map(|a| (m, a)));
    let mut zeros = 0;
    for (mapping, adjustment) in methods {
        for causal in [false, true] {
            let method = Method::DistanceAware { mapping, adjustment };
            let heads = vec![HeadParameters { w: -0.5, v: 0.4 }; HEADS];
            let options = Options { distance_aware: Some((heads, method)), ..options() };
            let asked = TermsView { head: 1, causal, ..TermsView::default() };
            let sent = sent_as(MethodKind::DistanceAware, &options, asked);
            assert_eq!(sent.view.multiplies, Some(adjustment.multiplies()));
            let measure = sent.terms().get("Rhat").expect("coefficients").term.measure;
            assert_eq!(measure == MeasureView::Factor, mapping.is_positive(), "{mapping:?}");
            let weights = sent.terms().weights().expect("weights");
            for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
                let what = format!("{mapping:?} {adjustment:?} {causal} ({i}, {j})");
                let found = equation(sent.terms(), (i, j)).expect("a pair");
                assert_eq!(found.masked, causal && j > i, "{what}");
                assert_eq!(found.weight, weights.at(i, j), "{what}");
                // A coefficient can be 0 where nothing is masked.
                zeros += usize::from(!found.masked && j > i && found.weight == Some(0.0));
                let operands = found.lines.iter().flat_map(|line| &line.operands);
                let signs: Vec<Sign> = operands
                    .filter(|operand| operand.name == Name::Coefficient)
                    .map(|operand| operand.sign)
                    .collect();
                let sign = if adjustment.multiplies() { Sign::Times } else { Sign::Plus };
                // A late coefficient meets no weight that is masked.
                let is_met = adjustment.is_early() || !found.masked;
                assert_eq!(signs, vec![sign; usize::from(is_met)], "{what}");
                for line in &found.lines {
                    assert!(line.adds_up(), "{what}: {line:?}, {}", line.computed());
                }
                let weight = found.lines.iter().find(|line| line.name == Name::Weight);
                assert_eq!(weight.map(|line| line.is_weight), (!found.masked).then_some(true));
            }
        }
    }
    assert!(zeros > 0, "no weight is 0 without being masked");
}

#[test]
fn the_memory_of_transformer_xl_is_columns_before_the_sentence() {
    use nearfar::attention::Projections;
    use nearfar::methods::AttentionMethod;
    use nearfar::methods::transformer_xl::TransformerXl;
    let projections = Projections::<f32>::untrained(7, HEADS, WIDTH, 4);
    let (vectors, memory) = (embeddings(5, 0.3), embeddings(3, 4.0));
    let sentence = Sentence { memory: Some(memory.view()), ..Sentence::new(vectors.view()) };
    let trace = TransformerXl::seeded(projections, true, 7).run(&sentence).expect("runs");
    let method = MethodKind::TransformerXlCausal.name().to_owned();
    let sent = Sent::of(trace.as_ref(), TermsView { head: 1, method, ..TermsView::default() });
    let terms = sent.terms();
    assert_eq!(sent.view.memory, 3);
    for i in 0..5 {
        for column in 0..8 {
            let found = equation(terms, (i, column)).expect("a pair");
            assert_eq!(found.masked, column > 3 + i, "({i}, {column})");
            assert!(found.lines.iter().all(|line| line.adds_up()), "{found:?}");
        }
    }
    let offsets: Vec<f64> =
        by_offset(terms, terms.get("BD").expect("BD"), 1).iter().map(|p| p.0).collect();
    assert_eq!(offsets, [-4.0, -3.0, -2.0, -1.0, 0.0]);
    let alone: Vec<f64> =
        diagonals(terms, terms.get("d").expect("d")).iter().map(|p| p.0).collect();
    assert_eq!(alone, [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0]);
}

#[test]
fn every_method_has_panels_of_its_own_and_each_finds_what_it_names() {
    let drawings = |kind| -> Vec<&'static str> {
        let sent = sent(kind, 0);
        drawings_of(sent.terms()).iter().map(|entry| entry.panel).collect()
    };
    for (kind, name) in MethodKind::ALL {
        assert!(!drawings(kind).is_empty(), "{name}");
    }
    // What a method does with distance comes first. What adds no positions is not said to add some.
    assert_eq!(drawings(MethodKind::NoPositions), ["bare-scores"]);
    assert_eq!(drawings(MethodKind::Vanilla), ["vanilla-positions", "vanilla-scores"]);
    assert_eq!(drawings(MethodKind::TransformerXl), ["xl-offsets", "xl-sum", "xl-shift"]);
    assert_eq!(drawings(MethodKind::Adapted), ["tener-direction", "tener-sum"]);
    assert_eq!(drawings(MethodKind::Shaw), ["shaw-offsets", "shaw-sum", "shaw-table"]);
    assert_eq!(
        drawings(MethodKind::TreeTraversalRelative),
        ["tree-sum", "tree-traversals", "tree-way", "tree-positions"]
    );
    assert_eq!(drawings(MethodKind::DistanceAware), ["da-coefficients", "da-steps"]);
    assert_eq!(drawings(MethodKind::T5), ["t5-buckets", "t5-sum"]);
    assert_eq!(drawings(MethodKind::Rope), ["rope-angles", "rope-turning"]);
    assert_eq!(drawings(MethodKind::Disan), ["disan-features"]);

    // Every entry is of some method, and what its drawing names is there.
    let entries = MethodKind::ALL.iter().flat_map(|(kind, _)| own_terms(*kind).drawings.iter());
    let mut seen: Vec<&Entry> = Vec::new();
    for entry in entries {
        if seen.contains(&entry) {
            continue;
        }
        seen.push(entry);
        let mut sent: Vec<Sent> =
            MethodKind::ALL.iter().map(|(kind, _)| self::sent(*kind, 0)).collect();
        // The DA-Transformer has other terms with other adjustments.
        for adjustment in Adjustment::ALL {
            let method = Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment };
            let heads = DistanceAware::<f32>::seeded_heads(HEADS);
            let options = Options { distance_aware: Some((heads, method)), ..options() };
            sent.push(sent_with(MethodKind::DistanceAware, &options, 0, None));
        }
        let of: Vec<&Sent> =
            sent.iter().filter(|sent| drawings_of(sent.terms()).contains(&entry)).collect();
        assert!(!of.is_empty(), "nobody has {:?}", entry.panel);
        let says = |key: &str| texts::find(key).unwrap_or_else(|| panic!("the page has no {key}"));
        assert!(!says(entry.panel).is_empty());
        assert!(!says(&format!("{}-about", entry.panel)).is_empty());
        if let Drawing::Matrices(matrices) = entry.drawing {
            for (step, _) in matrices {
                if let Step::Key(key) = step {
                    says(key);
                }
            }
        }
        for sent in of {
            let terms = sent.terms();
            match entry.drawing {
                Drawing::Matrices(matrices) => {
                    let found = matrices.iter().filter_map(|(_, name)| terms.get(name));
                    assert!(found.filter(|m| m.is_between_tokens()).count() >= 2);
                }
                Drawing::LookUp { ids, tables } => {
                    let ids = terms.get(ids).expect("ids");
                    for table in tables {
                        let table = terms.get(table).expect("a table");
                        assert_eq!(table.term.names.len(), table.term.rows);
                        assert!(ids.values.iter().all(|&id| (id as usize) < table.term.rows));
                    }
                }
                Drawing::Direction { of, alone, table } => {
                    assert!(terms.get(of).is_some_and(|m| m.is_between_tokens()));
                    for name in alone.iter().chain(&table) {
                        assert!(terms.get(name).is_some(), "{name}");
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn colours_say_what_can_be_negative() {
    for (kind, name) in MethodKind::ALL {
        let sent = sent(kind, 0);
        for (term, values) in sent.view.terms.iter().zip(&sent.values) {
            let negative = values.iter().any(|&x| x < 0.0);
            match term.measure {
                MeasureView::Amount | MeasureView::Factor => {
                    assert!(!negative, "{name} {}", term.name);
                }
                MeasureView::Whole => assert!(values.iter().all(|x| x.fract() == 0.0)),
                MeasureView::Signed | MeasureView::SignedFactor => {}
            }
        }
        let weights = sent.terms().weights().expect(name);
        assert_eq!(weights.term.measure, MeasureView::Amount, "{name}");
        for role in [RoleView::Scores, RoleView::Weights, RoleView::Heads, RoleView::Concatenated] {
            let found = sent.view.terms.iter().filter(|term| term.role == Some(role)).count();
            assert_eq!(found, 1, "{name}: one intermediate is its {role:?}");
        }
    }
}

#[test]
fn tener_tells_left_from_right_and_its_sinusoids_alone_do_not() {
    let sent = sent(MethodKind::Adapted, 0);
    let terms = sent.terms();
    let query = by_offset(terms, terms.get("term_qR").expect("qR"), 2);
    assert_eq!(query.iter().map(|p| p.0).collect::<Vec<_>>(), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
    assert!(asymmetry(&query).expect("two sides") > 1e-3);
    let alone = diagonals(terms, terms.get("term_vR").expect("vR"));
    assert_eq!(alone.len(), 11);
    assert!(asymmetry(&alone).expect("two sides") > 1e-3);
    // Rows -5 to 5; row 5 is offset 0.
    let symmetric = products_by_offset(terms.get("R_table").expect("R"), 5);
    assert_eq!(symmetric.len(), 11);
    assert!(asymmetry(&symmetric).expect("two sides") < 1e-6);
    // d = 4: at offset 0 two cosines of 1.
    assert!((symmetric[5].1 - 2.0).abs() < 1e-6);
    let [before, after] = sides(&query);
    assert_eq!(before.iter().map(|p| p.0).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
    assert_eq!(after.iter().map(|p| p.0).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(asymmetry(&[(0.0, 1.0), (1.0, 2.0)]), None, "one side alone");
    assert_eq!(asymmetry(&[(-1.0, 5.0), (1.0, 2.0), (-2.0, 0.0)]), Some(3.0));
}

#[test]
fn the_lit_row_of_shaw_is_the_clipped_offset() {
    let sent = sent(MethodKind::Shaw, 1);
    let index = sent.terms().get("index").expect("index");
    for i in 0..6_i64 {
        for j in 0..6_i64 {
            let row = index.index(i as usize, j as usize).expect("a row");
            assert_eq!(row as i64, (j - i).clamp(-2, 2) + 2);
        }
    }
    assert_eq!(sent.terms().get("tab_K").expect("a table").name(4), Some("≥2"));
}

#[test]
fn the_way_through_the_tree_goes_up_and_down_by_its_arcs() {
    let tree = tree();
    // The (0) hangs on cat (1), cat on sat (2), mat (5) on sat, the (4) on mat.
    let hops = way(&tree, 0, 4);
    let told: Vec<(bool, &str, Option<usize>)> =
        hops.iter().map(|hop| (hop.up, hop.relation.as_str(), hop.to)).collect();
    assert_eq!(
        told,
        [
            (true, "det", Some(1)),
            (true, "nsubj", Some(2)),
            (false, "obl", Some(5)),
            (false, "det", Some(4))
        ]
    );
    assert_eq!(way(&tree, 3, 3), []);
    assert_eq!(way(&tree, 3, 9), [], "no such word");
    assert_eq!(way(&tree, 5, 2).len(), 1);
    // As many arcs as the method counts.
    let options = Options { longest_distance: 8, ..options() };
    let sent = sent_with(MethodKind::TreeDistance, &options, 0, None);
    let ids = sent.terms().get("ids_tree").expect("distances");
    for i in 0..6 {
        for j in 0..6 {
            assert_eq!(Some(way(&tree, i, j).len()), ids.index(i, j), "({i}, {j})");
        }
    }
    // Of another tree than that of the intermediates there is no way.
    assert_eq!(way_of_pair(sent.terms(), &tree, (0, 4)), Some(hops));
    let other = DependencyTree::unparsed(&["The", "cat"]);
    assert_eq!(way_of_pair(sent.terms(), &other, (0, 1)), None);
}

#[test]
fn weights_of_the_specialised_head_are_grouped_by_labels() {
    let sent = sent(MethodKind::SpecialisedPartOfSpeech, 1);
    let terms = sent.terms();
    assert_eq!(specialised_head(terms), Some(0));
    assert_eq!(head_count(terms), Some(HEADS));
    let weights = terms.get("attn").expect("weights");
    let groups = by_label_pair(weights, terms.get("label_ids").expect("ids")).expect("groups");
    assert_eq!(groups.labels, ["DET", "NOUN", "VERB", "ADP"]);
    assert_eq!(groups.of_tokens, [0, 1, 2, 3, 0, 1]);
    // DET to NOUN: rows 0 and 4, columns 1 and 5.
    let by_hand = [(0, 1), (0, 5), (4, 1), (4, 5)].map(|(i, j)| weights.at(i, j).expect("a cell"));
    assert!((groups.means[1] - by_hand.iter().sum::<f64>() / 4.0).abs() < 1e-12);
    assert!((by_hand[0] - by_hand[3]).abs() < 1e-6, "labels alone decide");
    let rows = groups.rows(Palette::Viridis, Theme::Light);
    assert_eq!((rows.len(), rows[1].len(), rows[0][1].0), (4, 4, groups.means[1]));
    assert_eq!([groups.of_pair((0, 5)), groups.of_pair((6, 0))], [Some((0, 1)), None]);
    assert_eq!(specialised_head(self::sent(MethodKind::Shaw, 0).terms()), None);
}

#[test]
fn heads_say_which_of_them_is_the_specialised_one_and_which_is_shown() {
    let sent = sent(MethodKind::SpecialisedPartOfSpeech, 1);
    let heads = heads_by_kind(sent.terms()).expect("heads");
    assert_eq!(heads.len(), HEADS);
    assert_eq!(heads.iter().filter(|(_, is_special)| *is_special).count(), 1);
    let named = |head: usize| heads[head].0.contains(&(head + 1).to_string());
    assert!((0..HEADS).all(named), "{heads:?}");
}

#[test]
fn tokens_count_for_the_vector_of_the_sentence_in_both_halves() {
    let of = |feature| {
        let sent = sent_with(MethodKind::Disan, &options(), 0, feature);
        let terms = sent.terms();
        let weights = source_weights(terms).expect("weights");
        let st = terms.get("st.P").expect("the weights of tokens");
        let features = terms.view.features;
        let first = |feature: usize| [st.at(0, feature), st.at(0, features + feature)];
        let firsts: Vec<_> = (0..features).map(first).collect();
        (weights, firsts)
    };
    let (weights, firsts) = of(Some(2));
    assert_eq!(weights[0].map(|(weight, _)| Some(weight)), firsts[2]);
    // The largest is all of itself.
    let shares = weights.iter().flatten().map(|(_, share)| *share);
    assert_eq!(shares.fold(0.0, f64::max), 1.0);
    let (means, firsts) = of(None);
    let mean = firsts.iter().map(|first| first[1].expect("a weight")).sum::<f64>() / 5.0;
    assert!((means[0][1].0 - mean).abs() < 1e-9);
    assert_eq!(source_weights(sent(MethodKind::Rope, 0).terms()), None);
}

#[test]
fn an_intermediate_that_there_is_not_is_the_first_one() {
    let sent = sent(MethodKind::Rope, 0);
    let name = |name: &str| sent.terms().get_or_first(name).map(|found| found.term.name.clone());
    assert_eq!(name("angles").as_deref(), Some("angles"));
    assert_eq!(name("no such"), Some(sent.view.terms[0].name.clone()));
}

#[test]
fn pairs_of_dimensions_sum_to_both_scores_and_turn_by_the_offset() {
    let sent = sent(MethodKind::Rope, 2);
    let terms = sent.terms();
    for (i, j) in [(0, 0), (1, 4), (5, 2)] {
        let turns = turns(terms, (i, j)).expect("pairs");
        assert_eq!(turns.len(), 2);
        let sum = |of: fn(&nearfar_compare::curves::Turn) -> f64| turns.iter().map(of).sum::<f64>();
        let at = |name: &str| terms.get(name).expect("a matrix").at(i, j).expect("a cell");
        assert!((sum(|turn| turn.before) - at("content")).abs() < 1e-5);
        assert!((sum(|turn| turn.after) - at("scores")).abs() < 1e-5);
        // θ_0 = 1, θ_1 = 10000^(-2/4) = 0.01.
        let offset = j as f64 - i as f64;
        assert!((turns[0].angle - offset).abs() < 1e-6);
        assert!((turns[1].angle - 0.01 * offset).abs() < 1e-6);
    }
}

#[test]
fn the_curve_of_buckets_goes_through_the_biases_of_the_sentence() {
    let sent = sent(MethodKind::T5, 1);
    let terms = sent.terms();
    let table = terms.get("bias_table").expect("a table");
    let curve = bucket_curve(table.values, 5);
    assert_eq!(curve, diagonals(terms, terms.get("bias").expect("biases")));
    let far = bucket_curve(table.values, 200);
    assert_eq!(far.len(), 401);
    // 16 buckets a side; 8 of them are exact; from 128 on all share the last.
    assert_eq!(far[0].1, f64::from(table.values[15]));
    assert_eq!(far[400].1, f64::from(table.values[31]));
    assert_eq!(far[200].1, f64::from(table.values[0]));
    // Named by their offsets: by hand, the distances of bucket 8 are those below 8 · 16^(1/8) = 11.3.
    let name = |bucket| table.name(bucket).expect("a name");
    assert_eq!([0, 4, 8, 15].map(name), ["0", "-4", "-11…-8", "≤-91"]);
    assert_eq!([16, 17, 24, 31].map(name), ["–", "1", "8…11", "≥91"]);
}

/// docs/compare.md names every method, and none that is not there.
#[test]
fn the_document_names_methods_of_the_grid() {
    let text = include_str!("../../../../docs/compare.md");
    let (_, grid) = text.split_once("## What stands in the grid").expect("the section");
    let rows = grid.lines().skip(1).skip_while(|line| !line.starts_with('|')).skip(2);
    let named: Vec<&str> = rows
        .take_while(|line| line.starts_with('|'))
        .flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(';').map(str::trim))
        .collect();
    let titles: Vec<&str> =
        MethodKind::ALL.iter().map(|(kind, _)| kind.definition().short).collect();
    for title in &titles {
        assert!(
            named.contains(title),
            "docs/compare.md, What stands in the grid: no row of {title}"
        );
    }
    for name in &named {
        assert!(titles.contains(name), "docs/compare.md names {name}, which is none: {titles:?}");
    }
}

#[test]
fn every_method_is_said_in_a_line_and_what_a_model_learns_of_it_in_a_sentence() {
    for (kind, name) in MethodKind::ALL {
        assert!(nearfar_texts::ideas::find(name).is_some(), "ideas.ftl has no {name}");
        let is_learned = kind.own().is_some() || ["da", "vanilla", "no-positions"].contains(&name);
        assert_eq!(nearfar_texts::learns::find(name).is_some(), is_learned, "learns.ftl: {name}");
    }
}
