//! The layer of a model from a file that is compared.

use ndarray::Array3;
use nearfar::Method;
use nearfar::attention::{HeadParameters, LayerInputs, TermRule};
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::layer::{
    HeldLayer, LayerKey, Next, OpenModel, after, awaited, of_source, source_of,
};

/// Three layers of two heads, of which the second layer has w and v of its own.
fn model() -> OpenModel {
    let own = vec![HeadParameters { w: -0.5, v: 1.0 }; 2];
    let model = OpenedModel {
        own: vec![vec![], own],
        method: Method::Vanilla { positions: true },
        ..OpenedModel::plain("minilm", vec![2, 2, 2])
    };
    (ModelChoice::File1, model)
}

fn key(layer: usize, sentence: &str, opened: u32) -> LayerKey {
    LayerKey::new(&model(), layer, sentence.to_owned(), opened)
}

/// What the page says of a layer with two heads of four numbers, on three tokens.
fn answer(bias: Option<Array3<f32>>) -> LayerAnswer {
    let inputs = || Array3::zeros((2, 3, 4));
    let inputs = LayerInputs {
        query: inputs(),
        key: inputs(),
        value: inputs(),
        scale: 0.5,
        bias,
        rule: TermRule::Whole,
        causal: true,
    };
    LayerAnswer { labels: ["[CLS]", "yes", "[SEP]"].map(str::to_owned).to_vec(), cut: 2, inputs }
}

fn of(source: Source) -> Choices {
    Choices { source, ..Choices::default() }
}

fn of_file(name: &str) -> Choices {
    of(Source::File(name.to_owned()))
}

#[test]
fn a_layer_beyond_the_last_one_is_the_last_one() {
    assert_eq!(key(9, "yes", 1).wanted.layer, 2);
    assert_eq!(key(1, "yes", 1).wanted.layer, 1);
    assert_eq!(key(9, "yes", 1).text(), "1/file-1/2/yes");
}

#[test]
fn a_file_that_was_opened_again_is_another_model() {
    let (held, _) = HeldLayer::of(key(0, "yes", 1), &answer(None), &[model()]);
    assert!(held.is(&key(0, "yes", 1)) && !held.is(&key(0, "yes", 2)));
    assert!(!held.is_of_layer(&key(0, "yes", 2)));
    assert!(!held.is(&key(0, "no", 1)) && held.is_of_layer(&key(0, "no", 1)));
    assert!(!held.is_of_layer(&key(1, "yes", 1)));
}

#[test]
fn the_worker_is_told_the_shape_of_a_layer_and_its_own_w_and_v() {
    let (held, layer) = HeldLayer::of(key(1, "yes", 1), &answer(None), &[model()]);
    assert_eq!((layer.heads, layer.size, layer.scale, layer.causal), (2, 4, 0.5, true));
    assert_eq!(layer.own, [[-0.5, 1.0]; 2]);
    assert_eq!((layer.key, held.cut), ("1/file-1/1/yes".to_owned(), 2));
}

#[test]
fn a_layer_is_plain_where_nothing_is_added_and_nothing_laid_over_it() {
    let is_plain = |layer, answer: &LayerAnswer, model| {
        HeldLayer::of(key(layer, "yes", 1), answer, &[model]).0.is_plain
    };
    assert!(is_plain(0, &answer(None), model()));
    assert!(!is_plain(0, &answer(Some(Array3::zeros((2, 3, 3)))), model()));
    // Its heads have w and v.
    assert!(!is_plain(1, &answer(None), model()));
    let (choice, open) = model();
    assert!(!is_plain(
        0,
        &answer(None),
        (choice, OpenedModel { attends: "rpr".to_owned(), ..open })
    ));
}

#[test]
fn what_came_is_taken_where_it_is_still_wanted() {
    let asked = key(0, "yes", 1);
    assert_eq!(after(&asked, Some(key(0, "yes", 1))), Next::Take);
    assert_eq!(after(&asked, Some(key(0, "no", 1))), Next::Ask(key(0, "no", 1)));
    assert_eq!(after(&asked, None), Next::Nothing);
}

#[test]
fn the_chosen_model_is_the_open_one_of_its_name() {
    let open = [model()];
    let file = |name: &str| Source::File(name.to_owned());
    assert_eq!(of_source(&file("minilm"), &open), Some(&model()));
    assert_eq!(of_source(&file("other"), &open), None);
    assert_eq!(of_source(&Source::Bundled("minilm".to_owned()), &open), None);
    // It is found by its name among the page's settings, too.
    assert_eq!(source_of(model().0.name(), &open), Some(file("minilm")));
    assert_eq!(source_of("sst2-da", &open), None);
}

#[test]
fn a_file_is_waited_for_until_it_is_open() {
    let open = [model()];
    assert_eq!(awaited(&of_file("minilm"), &open, &[]), None);
    assert_eq!(awaited(&of_file("other"), &open, &[]), Some("other".to_owned()));
    assert_eq!(awaited(&of(Source::Seeded), &[], &[]), None);
    let pair = ["sst2-da", "file:own"].map(str::to_owned);
    let among = Choices { pair, ..of(Source::Each) };
    assert_eq!(awaited(&among, &open, &[]), Some("own".to_owned()));
    assert_eq!(awaited(&among, &open, &["own".to_owned()]), None);
}
