//! Settings in, traces out, and nothing recomputed that did not move.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping, Step};
use nearfar::checkpoint::Trained;
use nearfar::lab::first_steps::{FirstSteps, RELU, Says};
use nearfar::lab::{Contribution, Lab, MadeFrom, Matrix, NotShown, Panel, Updated, summed_queries};
use nearfar::model::Structure;
use nearfar::picture::{Section, Shown, Theme};
use nearfar::settings::{Altered, ColourRange, MAX_HEADS, ModelChoice, Settings};
use nearfar::text::{Origin, Part, VectorPart};

/// The settings of the first visit, but with untrained projections.
fn untrained() -> Settings {
    let (model, model_b) = (ModelChoice::Untrained, ModelChoice::Untrained);
    Settings { model, model_b, b: Method::VANILLA, ..Settings::default() }
}

/// A lab whose sentence is embedded with the vectors that the page ships.
fn lab(settings: &Settings) -> Lab {
    let mut lab = Lab::default();
    let bytes = include_bytes!("../../../../public/vectors/frequent.bin");
    lab.vectors_mut().insert_part(VectorPart::parse(bytes).unwrap());
    lab.update(settings);
    lab
}

fn weights(lab: &Lab, panel: Panel, head: usize) -> Vec<f32> {
    lab.trace_of(panel).unwrap().weights_of(head).to_vec()
}

#[test]
fn the_first_sentence_needs_the_frequent_words_only() {
    let lab = lab(&untrained());
    assert!(lab.origins().iter().all(|origin| *origin == Origin::Known));
    let words = lab.tokens().iter().map(|token| token.word.as_str());
    assert!(lab.vectors().parts_needed(words).is_empty());
    assert!(lab.vectors().has_part(Part::Frequent));
}

#[test]
fn the_tokens_read_as_they_are_written() {
    let mut lab = Lab::default();
    assert!(lab.words().is_empty());
    let sentence = "Not so GOOD, but".to_owned();
    lab.tokenize(&Settings { sentence, ..untrained() });
    assert_eq!(lab.words(), ["Not", "so", "GOOD", ",", "but"]);
    assert_eq!([lab.word(2), lab.word(5)], ["GOOD", ""]);
}

#[test]
fn the_same_settings_compute_nothing() {
    let settings = untrained();
    let mut lab = lab(&settings);
    assert_eq!(lab.update(&settings), Updated::default());
    let looks = Settings { head: 5, cursor: Some((1, 2)), selected: vec![0], ..settings };
    assert_eq!(lab.update(&looks), Updated::default());
}

#[test]
fn moving_a_head_changes_that_head_of_a_and_nothing_else() {
    let mut settings = untrained();
    let mut lab = lab(&settings);
    let before = [Panel::A, Panel::B].map(|panel| [3, 4].map(|head| weights(&lab, panel, head)));
    settings.w[3] = 2.5;
    assert_eq!(lab.update(&settings), Updated { tokens: false, weights: true });
    let after = [Panel::A, Panel::B].map(|panel| [3, 4].map(|head| weights(&lab, panel, head)));
    assert_ne!(before[0][0], after[0][0]);
    assert_eq!(before[0][1], after[0][1]);
    assert_eq!(before[1], after[1], "the vanilla Transformer knows no w");
}

#[test]
fn any_way_to_the_same_settings_gives_the_same_numbers() {
    let late = Method::DistanceAware {
        mapping: Mapping::Clip { threshold: 3.0 },
        adjustment: Adjustment::LateAdd,
    };
    let goal = Settings {
        sentence: "not so good, but not bad".to_owned(),
        heads: 5,
        seed: 11,
        a: Method::VANILLA,
        b: late,
        causal: true,
        ..untrained()
    };
    let mut wandering = lab(&untrained());
    for step in [
        Settings { heads: 5, ..untrained() },
        Settings { heads: 5, b: late, ..untrained() },
        Settings { sentence: String::new(), ..goal.clone() },
        Settings { causal: false, a: late, ..goal.clone() },
        goal.clone(),
    ] {
        wandering.update(&step);
    }
    let straight = lab(&goal);
    for panel in Panel::BOTH {
        assert_eq!(
            wandering.trace_of(panel).unwrap().weights(),
            straight.trace_of(panel).unwrap().weights()
        );
    }
}

#[test]
fn an_empty_sentence_has_no_trace_and_says_why() {
    let mut lab = lab(&Settings { sentence: " \u{200b}\n".to_owned(), ..untrained() });
    assert!(lab.trace_of(Panel::A).is_none());
    assert_eq!(lab.error().unwrap().to_string(), "the sentence is empty: at least one is needed");
    let mut values = vec![1.0];
    assert_eq!(lab.matrix_into(Matrix::Difference(Contribution::Both), 0, &mut values), 0);
    assert!(values.is_empty() && lab.figures(0).is_none());
    lab.update(&untrained());
    assert!(lab.trace_of(Panel::A).is_some() && lab.error().is_none());
}

#[test]
fn every_matrix_agrees_with_its_cells() {
    let lab = lab(&untrained());
    let steps = lab.trace_of(Panel::A).unwrap().method().steps();
    let steps = steps.iter().map(|&step| Matrix::Step(Panel::A, step));
    let matrices = steps.chain([
        Matrix::Weights(Panel::A),
        Matrix::Weights(Panel::B),
        Matrix::Difference(Contribution::Both),
    ]);
    let mut values = Vec::new();
    for matrix in matrices {
        let n = lab.matrix_into(matrix, 2, &mut values);
        assert_eq!((n, values.len()), (lab.tokens().len(), n * n), "{matrix:?}");
        assert_eq!(lab.value(matrix, 2, 3, 7), Some(values[3 * n + 7]), "{matrix:?}");
        assert_eq!(lab.value(matrix, 2, n, 0), None);
        let scale = lab.scale(matrix, 2, &values, ColourRange::Common);
        assert!(
            values.iter().all(|&value| scale.position(f64::from(value)).is_some()),
            "{matrix:?}"
        );
    }
    assert_eq!(lab.matrix_into(Matrix::Weights(Panel::A), 16, &mut values), 0);
}

#[test]
fn a_common_range_covers_both_panels() {
    let lab = lab(&untrained());
    let mut values = Vec::new();
    let mut different = 0;
    for head in 0..16 {
        let [a, b] = Panel::BOTH.map(|panel| {
            let matrix = Matrix::Weights(panel);
            lab.matrix_into(matrix, head, &mut values);
            [ColourRange::Common, ColourRange::Own]
                .map(|range| lab.scale(matrix, head, &values, range))
        });
        assert_eq!([a[0], b[0]], [a[1].union(b[1]); 2], "head {head}");
        different += usize::from(a[1] != b[1]);
    }
    assert!(different > 0, "no head has two ranges");
}

#[test]
fn colours_of_coefficients_widen_on_their_side_of_1_alone() {
    let at = |w: f64, v: f64| Settings { w: [w; MAX_HEADS], v: [v; MAX_HEADS], ..untrained() };
    let mut lab = lab(&at(-9.0, 0.0));
    let mut most = |w: f64, v: f64| {
        lab.update(&at(w, v));
        let (matrix, mut values) = (Matrix::Step(Panel::A, Step::Coefficient), Vec::new());
        lab.matrix_into(matrix, 0, &mut values);
        lab.scale(matrix, 0, &values, ColourRange::Common).most_of_coefficients()
    };
    assert_eq!([most(-9.0, 0.0), most(-0.01, 0.0)], [Some(64.0); 2], "no narrower in a drag");
    // A far head is not pale because it was a near one. 1 + e³ is 21.1.
    assert_eq!(most(0.5, 0.0), Some(8.0));
    assert_eq!([most(9.0, 3.0), most(9.0, 0.0)], [Some(32.0); 2]);
}

#[test]
fn colours_widen_while_w_moves_and_do_not_narrow() {
    let scales = |lab: &Lab, head: usize| {
        let mut values = Vec::new();
        let matrices = [
            Matrix::Weights(Panel::A),
            Matrix::Weights(Panel::B),
            Matrix::Difference(Contribution::Both),
        ];
        matrices.map(|matrix| {
            lab.matrix_into(matrix, head, &mut values);
            lab.scale(matrix, head, &values, ColourRange::Own)
        })
    };
    let at = |w: f64| Settings { w: [w; MAX_HEADS], ..untrained() };
    let (near, far) = (at(-9.0), at(9.0));
    let [fresh_near, fresh_far] = [lab(&near), lab(&far)];
    let mut moved = lab(&near);
    let mut widened = 0;
    for head in 0..16 {
        let before = scales(&moved, head);
        assert_eq!(before, scales(&fresh_near, head));
        moved.update(&far);
        let wide = scales(&moved, head);
        let alone = scales(&fresh_far, head);
        assert_eq!(wide, [0, 1, 2].map(|at| before[at].union(alone[at])), "head {head}");
        moved.update(&near);
        assert_eq!(scales(&moved, head), wide, "head {head}");
        widened += usize::from(wide != before);
    }
    assert!(widened > 0, "no head has two ranges");
    // Who moves w and takes all moves back has the first colours.
    let plain = untrained();
    let mut moved_back = plain.clone();
    let fresh = lab(&plain);
    moved.update(&plain);
    (0..16).for_each(|head| moved_back.set_w(head, 2.0));
    moved.update(&moved_back);
    for head in 0..16 {
        scales(&moved, head);
    }
    moved_back.w = plain.w;
    moved.update(&moved_back);
    // No number is another one; the colours are.
    moved_back.restore();
    assert!(moved.update(&moved_back).weights);
    for head in 0..16 {
        assert_eq!(scales(&moved, head), scales(&fresh, head), "head {head}");
    }
    moved.update(&near);
    // Another method begins anew, and back.
    moved.update(&Settings { b: Method::Vanilla { positions: false }, ..near.clone() });
    moved.update(&near);
    for head in 0..16 {
        assert_eq!(scales(&moved, head), scales(&fresh_near, head), "head {head}");
    }
}

#[test]
fn received_attention_sums_to_one_over_all_tokens() {
    let lab = lab(&untrained());
    for queries in [vec![0], vec![2, 5, 600], (0..lab.tokens().len()).collect()] {
        let received = lab.received(Panel::B, 1, &queries).unwrap();
        assert!((received.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert_eq!(lab.received(Panel::B, 1, &[]), None);
    assert_eq!(lab.received(Panel::B, 16, &[0]), None);
    let mean: f32 =
        (0..3).map(|query| lab.value(Matrix::Weights(Panel::A), 1, query, 4).unwrap()).sum::<f32>()
            / 3.0;
    assert!((lab.received(Panel::A, 1, &[0, 1, 2]).unwrap()[4] - mean).abs() < 1e-6);
    let (received, largest) = lab.received_in_both(1, Some(&[0, 1, 2]));
    assert_eq!(received, Panel::BOTH.map(|panel| lab.received(panel, 1, &[0, 1, 2]).unwrap()));
    assert!(received.iter().flatten().all(|&one| one <= largest.unwrap()));
    // Of all queries, and of none.
    let all: Vec<usize> = (0..lab.tokens().len()).collect();
    assert_eq!(lab.received_in_both(1, None), lab.received_in_both(1, Some(&all)));
    assert_eq!(lab.received_in_both(1, Some(&[])), ([Vec::new(), Vec::new()], None));
}

#[test]
fn the_step_of_relu_shows_its_head_and_locks_its_cell() {
    let mut settings = Settings { a: Method::DISTANCE_AWARE, ..untrained() };
    settings.set_w(3, 1.0);
    let lab = lab(&settings);
    let (head, cell) = lab.head_of_relu().expect("some score is below 0");
    let (mut steps, start) = (FirstSteps::default(), settings.clone());
    assert!(!steps.go_to(0, &lab, &mut settings));
    assert_eq!(settings, start);
    assert!(steps.go_to(RELU, &lab, &mut settings));
    assert_eq!((settings.head, settings.cursor), (head, Some(cell)));
    let shown = steps.shown(&settings);
    assert_eq!((shown.next, shown.offers_relu), (Some(RELU), true));
    assert_eq!(shown.back_to, (head != start.head).then_some(start.head));
    // Where nothing is there yet, it is said what ReLU is for.
    let mut settings = start.clone();
    assert!(!steps.go_to(RELU, &Lab::default(), &mut settings));
    assert_eq!((settings, steps.shown(&start).says), (start, Says::Relu));
}

#[test]
fn the_example_is_where_a_and_b_are_farthest_apart() {
    let lab = lab(&untrained());
    let n = lab.tokens().len();
    for head in 0..16 {
        let example = lab.example(head).unwrap();
        let [a, b] = Panel::BOTH.map(|panel| weights(&lab, panel, head));
        let apart = |(i, j): (usize, usize)| (a[i * n + j] - b[i * n + j]).abs();
        let others = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j);
        assert!(example.0 != example.1 && apart(example) > 0.0);
        assert!(others.map(apart).all(|other| other <= apart(example)));
    }
    // Where both are the same method, nothing is apart.
    let same = Settings { b: untrained().a, ..untrained() };
    let lab = self::lab(&same);
    assert_eq!(lab.example(3), lab.strongest(Panel::A, 3));
}

#[test]
fn the_strongest_cell_is_no_diagonal_one() {
    let lab = lab(&untrained());
    for head in 0..16 {
        let (i, j) = lab.strongest(Panel::A, head).unwrap();
        assert_ne!(i, j);
        let strongest = lab.value(Matrix::Step(Panel::A, Step::Weight), head, i, j).unwrap();
        let n = lab.tokens().len();
        let others = weights(&lab, Panel::A, head)
            .into_iter()
            .enumerate()
            .filter(|(cell, _)| cell / n != cell % n);
        assert!(others.map(|(_, weight)| weight).all(|weight| weight <= strongest));
    }
}

/// A lab with the models of the first visit.
fn trained_lab(settings: &mut Settings) -> Lab {
    let mut lab = lab(settings);
    for (choice, bytes) in [
        (
            ModelChoice::Sst2Da,
            &include_bytes!("../../../../public/checkpoints/sst2-da.safetensors")[..],
        ),
        (
            ModelChoice::Sst2Vanilla,
            &include_bytes!("../../../../public/checkpoints/sst2-vanilla.safetensors")[..],
        ),
    ] {
        lab.insert_model(choice, Trained::read(bytes).unwrap()).unwrap();
    }
    settings.adopt(lab.own_heads(settings.model).as_deref());
    lab.update(settings);
    lab
}

#[test]
fn nothing_is_shown_until_the_model_is_there() {
    let lab = lab(&Settings::default());
    assert!(Panel::BOTH.iter().all(|&panel| lab.trace_of(panel).is_none()));
    assert!(lab.parts_needed(&Settings::default()).is_empty());
}

#[test]
fn trained_models_answer_and_their_own_heads_give_the_learned_answer() {
    let (model_b, b) = (ModelChoice::Sst2Vanilla, Method::VANILLA);
    let mut settings = Settings { model_b, b, ..Settings::default() };
    let mut lab = trained_lab(&mut settings);
    for panel in Panel::BOTH {
        let answer = lab.answer(panel).unwrap();
        assert!((answer.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(answer, lab.learned_answer(panel).unwrap());
    }
    let learned = lab.answer(Panel::A).unwrap().clone();
    let own = settings.clone();
    for head in 0..settings.heads {
        settings.set_w(head, -settings.w[head]);
    }
    assert!(lab.update(&settings).weights);
    assert_ne!(lab.answer(Panel::A), Some(&learned));
    assert_eq!(lab.learned_answer(Panel::A), Some(&learned));
    settings.altered = Altered::default();
    settings.adopt(lab.own_heads(settings.model).as_deref());
    assert_eq!(settings, own);
    lab.update(&settings);
    assert_eq!(lab.answer(Panel::A), Some(&learned));
}

#[test]
fn what_a_moved_head_learned_is_shown_where_it_is_mapped_as_then() {
    let mut settings = Settings { head: 5, ..Settings::default() };
    let lab = trained_lab(&mut settings);
    let own = lab.own_heads(settings.model).unwrap()[5];
    assert_eq!(lab.learned_head(&settings), None);
    settings.set_w(5, 1.5);
    assert_eq!(lab.learned_head(&settings), Some(own));
    // Another head was not moved.
    assert_eq!(lab.learned_head(&Settings { head: 4, ..settings.clone() }), None);
    // No head of this model was trained with that curve.
    let adjustment = Adjustment::EarlyMultiply;
    let a = Method::DistanceAware { mapping: Mapping::Sigmoid, adjustment };
    assert_eq!(lab.learned_head(&Settings { a, ..settings.clone() }), None);
    // A vanilla model and untrained projections learned no w.
    for model in [ModelChoice::Sst2Vanilla, ModelChoice::Untrained] {
        assert_eq!(lab.learned_head(&Settings { model, ..settings.clone() }), None);
    }
}

/// The first visit's model, reading other texts.
fn reading(structure: Structure) -> Trained {
    let bytes = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
    let mut trained = Trained::read(bytes).unwrap();
    let model = &mut trained.model;
    model.architecture.structure = structure;
    match structure {
        Structure::Single | Structure::Tokens => {}
        // p, h, |p - h| and p ∘ h, each with a share of its own.
        Structure::Pair => {
            let weight = &model.classifier.weight;
            let shares = [1.0, -0.5, 0.25, 2.0];
            model.classifier.weight =
                shares.iter().flat_map(|share| weight.iter().map(move |x| share * x)).collect();
        }
        Structure::Hierarchical => {
            let mut sentences = model.words.clone();
            sentences.heads.iter_mut().for_each(|head| head.w = -head.w);
            model.sentences = Some(sentences);
        }
    }
    trained
}

/// A model of a pair or of a document answers to the texts in their order, as [`Model::classify`] does, and one
/// of a pair waits for the other.
#[test]
fn a_model_of_several_texts_answers_to_all_of_them() {
    let (first, second) = ("The plot is weak", "The actors are very good");
    for structure in [Structure::Pair, Structure::Hierarchical] {
        let trained = reading(structure);
        let mut settings = Settings { model: ModelChoice::Opened, ..Settings::default() };
        settings.sentence = first.to_owned();
        let mut lab = lab(&settings);
        lab.insert_model(ModelChoice::Opened, reading(structure)).unwrap();
        settings.adopt(lab.own_heads(ModelChoice::Opened).as_deref());
        let expected = |lab: &Lab, texts: &[&str]| {
            let embedded = texts.iter().map(|text| {
                let tokens = nearfar::text::tokenize(text);
                trained.embed(tokens.iter().map(|token| token.word.as_str()), lab.vectors()).matrix
            });
            let embedded: Vec<_> = embedded.collect();
            let views: Vec<_> = embedded.iter().map(|text| text.view()).collect();
            trained.model.classify(&views).unwrap()
        };
        lab.update(&settings);
        let is_pair = structure == Structure::Pair;
        assert_eq!(lab.lacks_a_text(Panel::A, &settings), is_pair);
        assert!(!lab.lacks_a_text(Panel::B, &settings));
        assert_eq!(lab.reads_several(&settings), Some(structure));
        assert_eq!(lab.reads_several(&untrained()), None);
        assert_eq!(lab.answer(Panel::A).is_none(), is_pair);
        assert_eq!(settings.texts(structure).len(), if is_pair { 2 } else { 1 });
        if !is_pair {
            assert_eq!(lab.answer(Panel::A), Some(&expected(&lab, &[first])));
        }

        settings.others = second.to_owned();
        assert!(lab.update(&settings).tokens, "another text is news to the answers");
        assert!(!lab.lacks_a_text(Panel::A, &settings));
        let forward = expected(&lab, &[first, second]);
        assert_eq!(lab.answer(Panel::A), Some(&forward));
        assert_eq!(lab.learned_answer(Panel::A), Some(&forward));

        settings.place = 1;
        lab.update(&settings);
        let backward = expected(&lab, &[second, first]);
        assert_eq!(lab.answer(Panel::A), Some(&backward));
        // Two sentences are as far from each other either way; a pair has a first and a second.
        // (But for rounding, which goes by the order of the rows.)
        let mut logits = forward.logits.iter().zip(&backward.logits);
        assert_eq!(logits.any(|(forward, backward)| (forward - backward).abs() > 1e-4), is_pair);
        let order: Vec<_> = settings.texts(structure);
        assert_eq!(order, [(second, false), (first, true)]);

        // w and v move in every text.
        for head in 0..16 {
            settings.set_w(head, 2.0);
        }
        lab.update(&settings);
        let mut moved = reading(structure);
        moved.model.words.heads.iter_mut().for_each(|head| head.w = 2.0);
        let embed = |text: &str| {
            let tokens = nearfar::text::tokenize(text);
            moved.embed(tokens.iter().map(|token| token.word.as_str()), lab.vectors()).matrix
        };
        let texts = [embed(second), embed(first)];
        let by_hand = moved.model.classify(&[texts[0].view(), texts[1].view()]).unwrap();
        assert_eq!(lab.answer(Panel::A), Some(&by_hand));
        assert_eq!(lab.learned_answer(Panel::A), Some(&backward));

        // An empty line is no sentence of a document, and no text of a pair.
        settings.others = format!("\n{second}");
        lab.update(&settings);
        assert_eq!(lab.answer(Panel::A).is_some(), !is_pair);
        if !is_pair {
            assert_eq!(settings.texts(structure)[1], (first, true));
        }
    }
}

#[test]
fn attention_is_summed_of_what_is_selected_or_pointed_at() {
    assert_eq!(summed_queries(&[], None), None);
    assert_eq!(summed_queries(&[], Some((3, 1))), Some(vec![3]));
    assert_eq!(summed_queries(&[0, 2], Some((3, 1))), Some(vec![0, 2]));
}

#[test]
fn what_comes_before_the_mask_is_shown_of_all_pairs() {
    let mut settings = untrained();
    let mut lab = lab(&settings);
    let shown = |lab: &Lab, causal: bool| {
        let steps = [Step::Score, Step::Weight].map(|step| Matrix::Step(Panel::A, step));
        let whole = Matrix::Difference(Contribution::Both);
        [steps[0], steps[1], whole].map(|matrix| lab.shown_cells(matrix, causal))
    };
    assert_eq!(shown(&lab, false), [Shown::All; 3]);
    let masked = [Shown::All, Shown::Causal, Shown::Causal];
    assert_eq!(shown(&lab, true), masked);
    settings.causal = true;
    lab.update(&settings);
    assert_eq!(shown(&lab, false), masked);
    // The mask is the settings', whatever the model is: it can be taken off again.
    assert!(lab.is_causal() && !lab.is_causal_by_itself());
}

#[test]
fn a_thumbnail_is_drawn_anew_with_whatever_moves_its_weights() {
    let settings = untrained();
    let before = MadeFrom::of(&settings, 2);
    let moves: [fn(&mut Settings); 9] = [
        |settings| settings.a = Method::VANILLA,
        |settings| settings.seed += 1,
        |settings| settings.w[2] += 1.0,
        |settings| settings.v[2] += 1.0,
        |settings| settings.beta[2] = 0.5,
        |settings| settings.shape[2] = 3.0,
        |settings| settings.causal = true,
        |settings| settings.distance = false,
        |settings| settings.competition = false,
    ];
    for (place, change) in moves.iter().enumerate() {
        let mut moved = settings.clone();
        change(&mut moved);
        assert_ne!(MadeFrom::of(&moved, 2), before, "{place}");
    }
    let mut other = settings.clone();
    (other.w[3], other.beta[3], other.head) = (9.0, 0.0, 3);
    assert_eq!(MadeFrom::of(&other, 2), before, "another head moves by itself");
}

#[test]
fn heads_side_by_side_stand_in_the_order_of_the_w_that_they_learned() {
    let mut settings = Settings::default();
    let lab = trained_lab(&mut settings);
    settings.choose_all_heads();
    let own = lab.own_heads(settings.model).unwrap();
    let learned = |heads: &[usize]| heads.iter().map(|&head| own[head].w).collect::<Vec<_>>();
    let shown = lab.side_by_side(&settings);
    assert_eq!(shown.len(), 4);
    assert!(learned(&shown).is_sorted(), "{:?}", learned(&shown));
    assert!(!learned(&settings.moved_heads()[..4]).is_sorted(), "the model would show nothing");
    settings.w[shown[0]] = 9.0;
    assert_eq!(lab.side_by_side(&settings), shown, "where w moves, they stay");
    // Of untrained projections there is no w that was learned.
    settings.model = ModelChoice::Untrained;
    assert_eq!(lab.side_by_side(&settings), settings.moved_heads()[..4]);
}

#[test]
fn w_is_named_of_heads_that_know_distance() {
    let settings = untrained();
    let lab = lab(&settings);
    assert_eq!(lab.w_of(Panel::A, 1), Some(settings.w[1]));
    assert_eq!((lab.w_of(Panel::B, 1), lab.w_of(Panel::A, MAX_HEADS)), (None, None));
}

#[test]
fn the_weights_of_a_head_are_drawn_in_the_colours_of_their_picture() {
    let settings = untrained();
    let lab = lab(&settings);
    let matrix = Matrix::Weights(Panel::A);
    let table = matrix.palette(settings.colours).table(Theme::Light);
    let drawn = |head| lab.weights_frame(head, ColourRange::Own, &table).unwrap();
    let of_head = weights(&lab, Panel::A, 1);
    assert_eq!(drawn(1).values, of_head);
    assert_eq!(drawn(1).scale, lab.scale(matrix, 1, &of_head, ColourRange::Own));
    assert_eq!(drawn(1).part, Section::whole(lab.tokens().len()));
    assert!(drawn(MAX_HEADS).values.is_empty() && drawn(MAX_HEADS).part.cells == [0, 0]);
}

#[test]
fn panel_b_has_its_own_heads_where_its_model_is_another() {
    let mut settings = Settings::default();
    let mut lab = trained_lab(&mut settings);
    // The DA model in B, beside untrained projections in A.
    (settings.model, settings.model_b) = (ModelChoice::Untrained, ModelChoice::Sst2Da);
    settings.b = Method::DISTANCE_AWARE;
    lab.update(&settings);
    let own = lab.own_heads(ModelChoice::Sst2Da).unwrap();
    assert_eq!(lab.trace_of(Panel::B).unwrap().heads(), own);
    assert!(lab.answer(Panel::A).is_none() && lab.answer(Panel::B).is_some());
}

#[test]
fn a_model_with_too_many_heads_is_refused() {
    let bytes = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
    let mut trained = Trained::read(bytes).unwrap();
    trained.model.architecture.heads = 17;
    let refused = Lab::default().insert_model(ModelChoice::Opened, trained);
    assert_eq!(refused, Err(NotShown::Heads(17)));
}
