//! What a panel shows, in a few words: its method, its title, and what made its picture.

use nearfar::lab::{Lab, Panel};
use nearfar::method::Method;
use nearfar::opened::method_of_page;
use nearfar::settings::{MappingKind, ModelChoice, Settings};
use nearfar::text::MAX_TOKENS;

use super::{counted, opened};
use crate::{common, lab, page};

/// A method in a few words.
pub fn of_method(method: Method) -> String {
    match method {
        Method::Vanilla { .. } => (AttentionRow::of(method).label)().to_owned(),
        Method::DISTANCE_AWARE => lab::method_da_transformer().to_owned(),
        Method::WITHOUT_RELU => lab::method_da_without_relu().to_owned(),
        Method::DistanceAware { mapping, adjustment } => {
            let (own_mapping, own_adjustment) = Method::DISTANCE_AWARE.coefficients();
            let [named, adjusted] = [MappingKind::of(mapping).row().label, adjustment.row().label];
            // What is as in the DA-Transformer goes without saying.
            match (mapping == own_mapping, adjustment == own_adjustment) {
                (true, _) => lab::method_da_one(within(adjusted)),
                (_, true) => lab::method_da_one(within(named)),
                _ => lab::method_da(within(named), within(adjusted)),
            }
        }
    }
}

/// A label within a line: its first letter is small, and names stay as they are.
fn within(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A method in a word, where there is room for no more.
pub fn short_of_method(method: Method) -> &'static str {
    match method {
        Method::Vanilla { positions: true } => lab::method_short_sinusoids(),
        Method::Vanilla { .. } => lab::method_short_vanilla(),
        Method::DistanceAware { .. } => lab::method_short_da(),
    }
}

/// What a panel shows, in a few words: vanilla attention of a model from a file is the model as it is, with
/// whatever positions it has.
pub fn of_panel(settings: &Settings, panel: Panel) -> String {
    match panel.method(settings) {
        Method::Vanilla { .. } if panel.model(settings).is_file() => {
            in_file(settings, panel).to_owned()
        }
        // Where no w is moved it is the model as it is, but for β, which its own line says.
        method if panel == Panel::A && is_as_in_file(settings, method) => {
            in_file(settings, panel).to_owned()
        }
        // What is laid over it does not take its own term away.
        method => match method_of_page(settings.file_of(panel.model(settings))) {
            Some(own) => format!("{own} + {}", of_method(method)),
            None => of_method(method),
        },
    }
}

/// What a panel shows in a word: a model of the page as it is by its method; another from a file may know distance.
pub fn short_of_panel(settings: &Settings, panel: Panel) -> &'static str {
    let method = panel.method(settings);
    let is_as_it_is =
        !method.knows_distance() || panel == Panel::A && is_as_in_file(settings, method);
    let of_page = method_of_page(settings.file_of(panel.model(settings)));
    let is_in_file = is_as_it_is && panel.model(settings).is_file();
    let short = if is_in_file { lab::method_short_in_file() } else { short_of_method(method) };
    of_page.filter(|_| is_as_it_is).unwrap_or(short)
}

/// A model from a file as it is: by its method, where it is one of the page.
pub fn in_file(settings: &Settings, panel: Panel) -> &'static str {
    let method = method_of_page(settings.file_of(panel.model(settings)));
    method.unwrap_or(lab::method_in_file())
}

/// Whether distance is laid over a model from a file without changing it: at w = 0, by coefficients of 1.
fn is_as_in_file(settings: &Settings, method: Method) -> bool {
    let first = Method::Vanilla { positions: false }.laid_first(true);
    let heads = settings.w.iter().take(settings.heads);
    settings.model.is_file() && method == first && heads.into_iter().all(|&w| w == 0.0)
}

/// A kind of attention that menus offer.
#[derive(Debug)]
pub struct AttentionRow {
    /// Its name in the menu.
    pub name: &'static str,
    /// What the menu says.
    pub label: fn() -> &'static str,
    /// With the mapping and adjustment that it starts with.
    pub method: Method,
}

/// Every kind, in the order of menus.
pub static ATTENTION: [AttentionRow; 3] = [
    AttentionRow { name: "da", label: common::attention_da, method: Method::DISTANCE_AWARE },
    AttentionRow { name: "vanilla", label: common::attention_vanilla, method: Method::VANILLA },
    AttentionRow {
        name: "no-positions",
        label: common::attention_no_positions,
        method: Method::Vanilla { positions: false },
    },
];

impl AttentionRow {
    /// That of a method.
    pub fn of(method: Method) -> &'static Self {
        let [distance_aware, vanilla, no_positions] = &ATTENTION;
        match method {
            Method::DistanceAware { .. } => distance_aware,
            Method::Vanilla { positions: true } => vanilla,
            Method::Vanilla { positions: false } => no_positions,
        }
    }
}

/// The kinds of attention that a menu offers, by name and label. A model from a file is `in_file` by itself: one kind, in
/// the place of vanilla's two.
pub fn attention_menu(in_file: Option<&'static str>) -> Vec<(&'static str, &'static str)> {
    let mut kinds: Vec<_> = ATTENTION.iter().map(|row| (row.name, (row.label)())).collect();
    if let Some(in_file) = in_file {
        kinds.truncate(2);
        kinds[1].1 = in_file;
    }
    kinds
}

/// The name of the kind in that menu which a method is of.
pub fn attention_in_menu(method: Method, is_file: bool) -> &'static str {
    AttentionRow::of(match method {
        Method::Vanilla { .. } if is_file => Method::VANILLA,
        method => method,
    })
    .name
}

/// Whether B shows the head of A without distance, and nothing else differs.
fn is_plain_of_a(settings: &Settings) -> bool {
    let Settings { model, a, b, layer_b, head_b, .. } = *settings;
    let is_same = Panel::B.model(settings) == model && layer_b.is_none() && head_b.is_none();
    b.is_plain() && a.knows_distance() && is_same && !model.is_file()
}

/// The title of the picture of a panel: its letter, its method or that it is A's head without distance, what is left out,
/// and whose head it is where that differs.
pub fn title_of(settings: &Settings, panel: Panel) -> String {
    let shows = match panel == Panel::B && is_plain_of_a(settings) {
        true => lab::title_plain().to_owned(),
        false => of_panel(settings, panel),
    };
    let mut title = vec![format!("{} · {shows}", panel.letter())];
    if panel == Panel::A {
        if !settings.distance && settings.a.knows_distance() {
            title.push(lab::title_without_distance().to_owned());
        }
        if !settings.competition {
            title.push(lab::title_without_softmax().to_owned());
        }
    } else {
        title.extend(settings.layer_b.map(|layer| lab::title_layer(layer + 1)));
        title.extend(settings.head_b.map(|head| lab::title_head(head + 1)));
    }
    title.join(", ")
}

/// What made the picture of a panel: which model, and whether its w and v are those it learned; of B, where
/// it is the head of A under another method, just that.
pub fn about(lab: &Lab, settings: &Settings, panel: Panel) -> String {
    let model = panel.model(settings);
    let is_own = lab.is_as_trained(panel, settings);
    let same_head = settings.layer_b.is_none() && settings.head_b.is_none();
    if panel == Panel::B && model == settings.model && same_head && !is_own {
        let is_trained = model != ModelChoice::Untrained;
        return match settings.b {
            Method::Vanilla { .. } if model.is_file() => lab::about_in_file(),
            _ if is_plain_of_a(settings) && is_trained => lab::about_plain_trained(),
            _ if is_plain_of_a(settings) => lab::about_plain(),
            method if method == settings.a => lab::about_same(),
            _ if is_trained => lab::about_other_trained(),
            _ => lab::about_other(),
        }
        .to_owned();
    }
    if model == ModelChoice::Untrained {
        return lab::untrained(settings.seed);
    }
    let of_a = panel == Panel::A || model == settings.model;
    let label = opened::label(lab, settings, model);
    match is_own {
        true if model.is_file() => {
            let attends = lab.opened(model).map(|opened| opened.attends.as_str());
            match attends.filter(|attends| !attends.is_empty()) {
                Some(method) => lab::badge_in_file_by(method, label),
                None => lab::badge_in_file(label),
            }
        }
        true => lab::badge_trained(label),
        false if of_a && !settings.has_whole_position_terms() => lab::badge_term_moved(label),
        // Plain attention has neither w nor v that could be moved.
        false if of_a && !settings.is_own() && panel.method(settings).knows_distance() => {
            let shown = settings.head_b.filter(|_| panel == Panel::B).unwrap_or(settings.head);
            match settings.is_moved(shown) {
                true => lab::badge_moved(label),
                false => lab::badge_moved_others(label),
            }
        }
        false => lab::badge_otherwise(label),
    }
}

/// Why a script is given no trace of a panel, in a sentence.
pub fn why_no_trace(lab: &Lab, settings: &Settings, panel: Panel) -> String {
    let apart = || opened::why_apart(lab, settings).filter(|_| panel == Panel::B);
    page::script_no_trace(match lab.error() {
        _ if lab.is_long() => page::script_too_long(counted(lab.tokens().len()), MAX_TOKENS),
        Some(error) => error.to_string(),
        None => apart().unwrap_or_else(|| page::script_not_yet().to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, FILE, PLAIN};
    use super::*;
    use nearfar::attention::{Adjustment, Mapping};
    use nearfar::checkpoint::Trained;

    const ALIBI: &str = "checkpoints/sst2-alibi.safetensors";

    #[test]
    fn a_method_is_called_by_what_differs_from_the_paper() {
        let clip = Mapping::Clip { threshold: 3.0 };
        for (mapping, adjustment, says) in [
            (Mapping::LearnableSigmoid, Adjustment::EarlyMultiply, "DA-Transformer"),
            (
                Mapping::LearnableSigmoid,
                Adjustment::EarlyMultiplyWithoutRelu,
                "DA-Transformer without ReLU",
            ),
            (Mapping::LearnableSigmoid, Adjustment::LateAdd, "DA, late add"),
            (Mapping::Sigmoid, Adjustment::EarlyMultiply, "DA, sigmoid"),
            (clip, Adjustment::LateMultiply, "DA, clip, late multiply"),
        ] {
            assert_eq!(of_method(Method::DistanceAware { mapping, adjustment }), says);
        }
        assert_eq!(of_method(Method::VANILLA), "Vanilla, sinusoidal positions");
        assert_eq!(of_method(PLAIN), "Vanilla, no positions");
        let short = [Method::VANILLA, PLAIN, Method::WITHOUT_RELU].map(short_of_method);
        assert_eq!(short, ["with sinusoids", "no distance", "with distance"]);
    }

    #[test]
    fn every_kind_of_attention_is_that_of_its_method() {
        for row in &ATTENTION {
            assert_eq!(AttentionRow::of(row.method).name, row.name);
        }
        assert_eq!(AttentionRow::of(Method::WITHOUT_RELU).name, "da");
    }

    #[test]
    fn a_model_from_a_file_is_one_kind_in_the_place_of_vanilla_s_two() {
        for (in_file, kinds) in [(None, 3), (Some("ALiBi"), 2)] {
            let menu = attention_menu(in_file);
            assert_eq!(menu.len(), kinds);
            for method in [Method::WITHOUT_RELU, Method::VANILLA, PLAIN] {
                let name = attention_in_menu(method, in_file.is_some());
                let found = menu.iter().find(|(known, _)| *known == name).expect("it is offered");
                let is_plain = !method.knows_distance();
                assert_eq!(in_file == Some(found.1), in_file.is_some() && is_plain, "{found:?}");
            }
        }
    }

    #[test]
    fn a_model_from_a_file_is_as_in_the_file_until_a_w_is_moved() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let both = |settings: &Settings| Panel::BOTH.map(|panel| of_panel(settings, panel));
        let short = |settings: &Settings| Panel::BOTH.map(|panel| short_of_panel(settings, panel));
        assert_eq!(both(&settings), ["As in the file", "As in the file"]);
        assert_eq!(short(&settings), ["as in the file", "as in the file"]);
        // A model of the page is called by its method.
        settings.name_file(FILE, ALIBI);
        assert_eq!(both(&settings), ["ALiBi", "ALiBi"]);
        assert_eq!(short(&settings), ["ALiBi", "ALiBi"]);
        // No head has this w.
        settings.set_w(1, -1.0);
        assert_eq!(both(&settings), ["ALiBi", "ALiBi"]);
        settings.set_w(0, -1.0);
        assert_eq!(both(&settings), ["ALiBi + DA-Transformer without ReLU", "ALiBi"]);
        assert_eq!(short(&settings), ["with distance", "ALiBi"]);
        // In B nothing is laid over unless it is chosen, and with ReLU the weights are others at w = 0, too.
        settings.set_w(0, 0.0);
        (settings.a, settings.b) = (Method::DISTANCE_AWARE, Method::WITHOUT_RELU);
        let laid = ["ALiBi + DA-Transformer", "ALiBi + DA-Transformer without ReLU"];
        assert_eq!(both(&settings), laid);
        assert_eq!(short(&settings), ["with distance", "with distance"]);
    }

    #[test]
    fn a_title_says_what_is_left_out_of_a_and_whose_head_b_shows() {
        let titles =
            |settings: &Settings| Panel::BOTH.map(|panel| title_of(settings, panel)).join(" | ");
        let mut settings = Settings::default();
        assert_eq!(titles(&settings), "A · DA-Transformer | B · no distance");
        (settings.distance, settings.competition) = (false, false);
        (settings.layer_b, settings.head_b) = (Some(2), Some(3));
        assert_eq!(
            titles(&settings),
            "A · DA-Transformer, no distance, no softmax | B · Vanilla, no positions, layer 3, head 4"
        );
        // What knows no distance has none to leave out.
        settings.a = PLAIN;
        assert!(titles(&settings).starts_with("A · Vanilla, no positions, no softmax |"));
    }

    #[test]
    fn b_is_the_same_head_where_it_is() {
        let lab = Lab::default();
        let aware = Method::DISTANCE_AWARE;
        for (model, a, b, says) in [
            (ModelChoice::Untrained, aware, PLAIN, "same head, no ReLU"),
            (ModelChoice::Untrained, aware, aware, "same head, same method, same w and v"),
            (ModelChoice::Untrained, PLAIN, aware, "same head, another method"),
            (ModelChoice::Untrained, aware, Method::VANILLA, "same head, another method"),
            (ModelChoice::Untrained, Method::VANILLA, PLAIN, "same head, another method"),
            (ModelChoice::Sst2Da, aware, PLAIN, "same head, no ReLU, not retrained"),
            (ModelChoice::Sst2Da, PLAIN, aware, "same head, another method, not retrained"),
            (FILE, aware, PLAIN, "the same head, as in the file"),
        ] {
            let settings = Settings { model, model_b: model, a, b, ..Settings::default() };
            assert_eq!(about(&lab, &settings, Panel::B), says);
            // Another head is one of its model.
            let other = Settings { head_b: Some(1), ..settings };
            let model = match model {
                ModelChoice::Untrained => "untrained projections (seed 7)",
                ModelChoice::Sst2Da => "Film reviews (SST-2), DA; another method",
                _ => "Opened file 1; another method",
            };
            assert_eq!(about(&lab, &other, Panel::B), model);
        }
    }

    #[test]
    fn what_was_moved_in_a_is_said() {
        let bytes = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
        let mut lab = Lab::default();
        let trained = Trained::read(bytes).expect("a model of the page");
        lab.insert_model(ModelChoice::Sst2Da, trained).expect("a model of the Lab");
        let mut settings = Settings {
            model_b: ModelChoice::Sst2Vanilla,
            b: Method::VANILLA,
            ..Settings::default()
        };
        settings.adopt(lab.own_heads(ModelChoice::Sst2Da).as_deref());
        let says = |settings: &Settings| about(&lab, settings, Panel::A);
        assert_eq!(says(&settings), "trained: Film reviews (SST-2), DA");
        let other = Settings { a: Method::WITHOUT_RELU, ..settings.clone() };
        assert_eq!(says(&other), "Film reviews (SST-2), DA; another method");
        settings.set_w(settings.head, 2.5);
        assert_eq!(says(&settings), "Film reviews (SST-2), DA; w, v moved");
        let beside = Settings { head: settings.head + 1, ..settings.clone() };
        assert_eq!(says(&beside), "Film reviews (SST-2), DA; w, v of other heads moved");
        // B shows a head of its own.
        let of_b = Settings {
            model_b: settings.model,
            b: settings.a,
            head_b: Some(settings.head),
            ..beside
        };
        let of_b = about(&lab, &of_b, Panel::B);
        assert_eq!(of_b, "Film reviews (SST-2), DA; w, v moved");
        let plain = Settings { a: Method::Vanilla { positions: false }, ..settings.clone() };
        assert_eq!(says(&plain), "Film reviews (SST-2), DA; another method");
        // w and v are those of A, and B has another model.
        let of_b = about(&lab, &settings, Panel::B);
        assert_eq!(of_b, "Film reviews (SST-2), vanilla; another method");
    }

    #[test]
    fn a_model_from_a_file_is_named_with_its_method() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        settings.restore();
        let mut lab = sample::opened();
        assert_eq!(about(&lab, &settings, Panel::A), "as in its file: m.safetensors");
        let attends = "ALiBi".to_owned();
        let model = nearfar::opened::OpenedModel { attends, ..sample::model(sample::NAME) };
        lab.insert_opened(FILE, model).expect("one head");
        assert_eq!(about(&lab, &settings, Panel::A), "as in its file, by ALiBi: m.safetensors");
        settings.set_beta(0, 0.5);
        assert_eq!(about(&lab, &settings, Panel::A), "m.safetensors; position term moved");
    }

    #[test]
    fn a_script_hears_why_there_is_no_trace() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let says = |lab: &Lab, settings: &Settings, panel| why_no_trace(lab, settings, panel);
        let nothing = says(&Lab::default(), &settings, Panel::A);
        assert_eq!(nothing, "there is no trace: nothing is computed yet");
        // B reads other tokens than A: what is said of B is not said of A.
        let mut lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        settings.model_b = ModelChoice::File2;
        lab.insert_opened(ModelChoice::File2, sample::model("other")).expect("one head");
        lab.update(&settings);
        sample::bring(&mut lab, Panel::B, &settings, &sample::answer([[0.0; 2]; 2]));
        let of_b = says(&lab, &settings, Panel::B);
        assert!(of_b.contains("than A (2 and 3)"), "{of_b}");
        assert_eq!(says(&lab, &settings, Panel::A), nothing);
        settings.model = ModelChoice::Untrained;
        settings.sentence = "a ".repeat(MAX_TOKENS + 1);
        lab.update(&settings);
        let long = says(&lab, &settings, Panel::A);
        assert_eq!(long, "there is no trace: 513 tokens are more than 512");
    }
}
