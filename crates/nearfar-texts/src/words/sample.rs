//! For tests: a Lab that shows a model from a file, whose scores are chosen by hand.

use ndarray::Array3;
use nearfar::attention::{HeadParameters, LayerInputs, TermRule};
use nearfar::lab::{Lab, Panel};
use nearfar::method::Method;
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{ModelChoice, Settings};

/// The model's place.
pub const FILE: ModelChoice = ModelChoice::File1;
/// The file's name.
pub const NAME: &str = "m.safetensors";
/// Attention without positions.
pub const PLAIN: Method = Method::Vanilla { positions: false };
/// The sentence.
pub const WORDS: [&str; 3] = ["near", "by", "far"];

/// A model of one layer of one head.
pub fn model(name: &str) -> OpenedModel {
    OpenedModel { reads: "words".to_owned(), ..OpenedModel::plain(name, vec![1]) }
}

/// A attends by a method with w and v of its own; B attends as the file does.
pub fn settings(a: Method, w: f64, v: f64) -> Settings {
    let mut settings = Settings { model: FILE, model_b: FILE, a, b: PLAIN, ..Settings::default() };
    settings.name_file(FILE, NAME);
    settings.adopt(Some(&[HeadParameters { w: 0.0, v: 1.0 }]));
    settings.set_w(0, w);
    settings.set_v(0, v);
    settings
}

/// A layer with these raw scores, of as many of the [`WORDS`].
pub fn answer<const N: usize>(scores: [[f32; N]; N]) -> LayerAnswer {
    let one = |is_same: bool| if is_same { 1.0 } else { 0.0 };
    LayerAnswer {
        labels: WORDS.iter().take(N).map(|&word| word.to_owned()).collect(),
        cut: 0,
        inputs: LayerInputs {
            // Query i is 1 in dimension i alone, so that its products are what keys have there.
            query: Array3::from_shape_fn((1, N, N), |(_, i, x)| one(i == x)),
            key: Array3::from_shape_fn((1, N, N), |(_, j, x)| scores[x][j]),
            value: Array3::from_shape_fn((1, N, N), |(_, j, x)| one(j == x)),
            scale: 1.0,
            bias: None,
            rule: TermRule::Whole,
            causal: false,
        },
    }
}

/// A Lab in which that model is open.
pub fn opened() -> Lab {
    let mut lab = Lab::default();
    lab.insert_opened(FILE, model(NAME)).expect("one head");
    lab
}

/// Gives a panel the layer that it wants.
pub fn bring(lab: &mut Lab, panel: Panel, settings: &Settings, answer: &LayerAnswer) {
    let wanted = lab.wanted(panel, settings).expect("a model from a file that is open");
    lab.insert_layer(wanted, answer.clone());
    lab.update(settings);
}

/// A Lab in which A and B show that layer.
pub fn lab(settings: &Settings, answer: &LayerAnswer) -> Lab {
    let mut lab = opened();
    for panel in Panel::BOTH {
        bring(&mut lab, panel, settings, answer);
    }
    lab
}
