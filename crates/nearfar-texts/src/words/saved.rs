//! Pictures that are saved: what each says of what it was made with, and its name. On paper and on slides they are
//! light, whatever the page is.

use nearfar::attention::trace::PositionTerm;
use nearfar::attention::{HeadParameters, TermParameters, TermRule};
use nearfar::export::{Export, HeadPicture, HeadsPicture, LinesPicture, MatrixPicture, file_name};
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::method::Method;
use nearfar::picture::palette::{Theme, method_colours};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{ModelChoice, Settings};

use super::{of_panel, opened};
use crate::{common, lab};

/// Is given the name of a file, without its ending, and the picture that goes into it.
pub type Take<'a> = &'a mut dyn FnMut(&str, &dyn Export);

/// The weights of all heads of A.
pub fn heads(lab: &Lab, settings: &Settings, take: Take) {
    let matrix = Matrix::Weights(Panel::A);
    let heads = (0..settings.heads).filter_map(|head| {
        let (trace, of_panel) = lab.head_of(Panel::A, head)?;
        let values = trace.weights_of(of_panel);
        let name = [Some(common::head(head + 1)), numbers_of(lab, settings, Panel::A, head)];
        Some(HeadPicture {
            name: name.into_iter().flatten().collect::<Vec<_>>().join(", "),
            values,
            scale: lab.scale(matrix, head, values, settings.range),
        })
    });
    let title = lab::heads_title();
    let picture = HeadsPicture {
        title,
        about: &about_panel(lab, settings, Panel::A, None),
        tokens: &lab.words(),
        heads: &heads.collect::<Vec<_>>(),
        table: &matrix.palette(settings.colours).table(Theme::Light),
        theme: Theme::Light,
    };
    take(&file_of(lab, settings, Panel::A, title, None), &picture);
}

/// The weights of the shown head as lines between tokens, those of one `query` or of all; nothing where it is not there.
pub fn lines(
    lab: &Lab,
    settings: &Settings,
    panel: Panel,
    title: &str,
    query: Option<usize>,
    take: Take,
) {
    let head = settings.head;
    let Some((trace, of_panel)) = lab.head_of(panel, head) else { return };
    let values = trace.weights_of(of_panel);
    let picture = LinesPicture {
        title,
        about: &about_panel(lab, settings, panel, Some(head)),
        tokens: &lab.words(),
        values,
        query,
        options: lab.link_options(panel, head, values, settings.range),
        colour: method_colours(Theme::Light)[panel as usize],
        theme: Theme::Light,
    };
    take(&file_of(lab, settings, panel, title, Some(head)), &picture);
}

/// A matrix of a head with its `title` and its `unit`, as it is shown: its values, `[N·N]`, and what its colours are measured
/// against.
pub fn matrix(
    lab: &Lab,
    settings: &Settings,
    (matrix, head): (Matrix, usize),
    [title, unit]: [&str; 2],
    (values, scale): (&[f32], Scale),
    take: Take,
) {
    let words = lab.words();
    let picture = MatrixPicture {
        title,
        about: &about_matrix(lab, settings, matrix, head),
        queries: &words,
        keys: &words,
        values,
        scale,
        table: &matrix.palette(settings.colours).table(Theme::Light),
        unit,
        theme: Theme::Light,
    };
    take(&file_of(lab, settings, matrix.panel(), title, Some(head)), &picture);
}

/// What a saved file says of a matrix: of the panel that it is of, or of both.
pub fn about_matrix(lab: &Lab, settings: &Settings, matrix: Matrix, head: usize) -> String {
    let of = |panel| about_panel(lab, settings, panel, Some(head));
    match matrix {
        Matrix::Weights(panel) | Matrix::Step(panel, _) => of(panel),
        Matrix::Difference(_) => lab::about_both(of(Panel::A), of(Panel::B)),
    }
}

/// Model, layer, head (`None`: all), method with the numbers that the head has, and the mask.
pub fn about_panel(lab: &Lab, settings: &Settings, panel: Panel, head: Option<usize>) -> String {
    let model = panel.model(settings);
    let of_b = settings.head_b.filter(|_| panel == Panel::B);
    let head = head.map(|head| of_b.unwrap_or(head));
    let projections = match model {
        ModelChoice::Untrained => lab::untrained(settings.seed),
        file if file.is_file() => {
            let name = opened::label(lab, settings, file);
            lab::about_layer(name, settings.layer_of(panel) + 1)
        }
        trained => lab::about_model(opened::label(lab, settings, trained)),
    };
    let method = of_panel(settings, panel);
    let mut parts = match head {
        Some(head) => vec![lab::about_head(projections, head + 1, method)],
        None => vec![projections, method],
    };
    parts.extend(head.and_then(|head| numbers_of(lab, settings, panel, head)));
    // What comes into this layer is not what the file makes, then.
    if panel == Panel::A && model.is_file() && !settings.elsewhere.is_empty() {
        parts.push(lab::about_elsewhere().to_owned());
    }
    if settings.causal || lab.is_causal() {
        parts.push(lab::about_masked().to_owned());
    }
    parts.join(", ")
}

/// "w = −1, v = 0.5" of a head, if its method has them.
pub fn numbers_of(lab: &Lab, settings: &Settings, panel: Panel, head: usize) -> Option<String> {
    let trace = lab.trace_of(panel)?;
    let HeadParameters { w, v } = *trace.heads().get(head)?;
    let mut says = trace.position_term().map(|term| of_term(term, head)).unwrap_or_default();
    if let Method::DistanceAware { mapping, .. } = panel.method(settings) {
        says.push(format!("w = {}", format_number(w)));
        says.extend(mapping.has_v().then(|| format!("v = {}", format_number(v))));
    }
    (!says.is_empty()).then(|| says.join(", "))
}

/// What of a head's own position term is not as it was trained.
fn of_term(term: &PositionTerm<f32>, head: usize) -> Vec<String> {
    let Some(&TermParameters { beta, shape, shift, offset }) = term.parameters().get(head) else {
        return Vec::new();
    };
    let named = |name: &str, number: f64| format!("{name} = {}", format_number(number));
    let beta = (beta != 1.0).then(|| named("β", beta));
    let shape = (shape >= 0.0).then(|| match term.rule() {
        TermRule::Rotation(_) => lab::about_base(format_number(10_f64.powf(shape))),
        TermRule::Biases(_) => named("u ×", shape),
        TermRule::ByOffset { .. } | TermRule::Whole => named("r", shape),
    });
    let shift = (shift != 0.0).then(|| match term.rule() {
        TermRule::Biases(_) => Some(named("v ×", 1.0 + shift)),
        TermRule::ByOffset { buckets } if !buckets.is_empty() => {
            let at = format_number(f64::from(offset));
            Some(format!("b(j − i = {at}) + {}", format_number(shift)))
        }
        _ => None,
    });
    [beta, shape, shift.flatten()].into_iter().flatten().collect()
}

/// The name of a saved file, without its ending: what is shown, of which model, layer and head (`None`: all).
pub fn file_of(
    lab: &Lab,
    settings: &Settings,
    panel: Panel,
    title: &str,
    head: Option<usize>,
) -> String {
    let label = opened::label(lab, settings, panel.model(settings));
    let stem = label.rsplit_once('.').map_or(label.as_str(), |(stem, _)| stem);
    let layer = lab::title_layer(settings.layer_of(panel) + 1);
    let head = head.map_or_else(|| lab::heads_name().to_owned(), |head| lab::title_head(head + 1));
    file_name(&[title, stem, &layer, &head].join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use nearfar::attention::TermBiases;
    use nearfar::lab::Contribution;
    use nearfar::settings::Moved;

    const ZEROS: [[f32; 3]; 3] = [[0.0; 3]; 3];

    #[test]
    fn a_picture_says_what_it_was_made_with() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 0.5);
        let lab = sample::lab(&settings, &sample::answer(ZEROS));
        let says = |settings: &Settings, panel, head| about_panel(&lab, settings, panel, head);
        let of_a = "m.safetensors, layer 1, head 1, DA-Transformer, w = −1, v = 0.5";
        let of_b = "m.safetensors, layer 1, head 1, As in the file";
        assert_eq!(says(&settings, Panel::A, Some(0)), of_a);
        assert_eq!(says(&settings, Panel::B, Some(0)), of_b);
        assert_eq!(says(&settings, Panel::A, None), "m.safetensors, layer 1, DA-Transformer");
        let matrix = Matrix::Difference(Contribution::Both);
        let both = format!("A: {of_a}; B: {of_b}");
        assert_eq!(about_matrix(&lab, &settings, matrix, 0), both);
        assert_eq!(about_matrix(&lab, &settings, Matrix::Weights(Panel::B), 0), of_b);
        // Of another head of B, and what was moved elsewhere in A.
        settings.head_b = Some(2);
        settings.causal = true;
        settings.elsewhere = vec![Moved { layer: 3, head: 0, w: Some(1.0), v: None }];
        assert_eq!(
            says(&settings, Panel::B, Some(0)),
            "m.safetensors, layer 1, head 3, As in the file, causal mask"
        );
        let moved = format!("{of_a}, w and v moved in other layers, causal mask");
        assert_eq!(says(&settings, Panel::A, Some(0)), moved);
    }

    #[test]
    fn models_of_the_page_have_no_layers_and_seeds_are_named() {
        let lab = Lab::default();
        let mut settings = Settings { b: PLAIN, ..Settings::default() };
        assert_eq!(
            about_panel(&lab, &settings, Panel::B, Some(1)),
            "model Film reviews (SST-2), DA, head 2, Vanilla, no positions"
        );
        settings.model_b = ModelChoice::Untrained;
        assert_eq!(
            about_panel(&lab, &settings, Panel::B, None),
            "untrained projections (seed 7), Vanilla, no positions"
        );
    }

    #[test]
    fn what_is_moved_of_a_term_is_named_by_its_rule() {
        let says = |rule: TermRule, move_it: fn(&mut Settings)| {
            let mut settings = sample::settings(PLAIN, 0.0, 1.0);
            settings.offset = -1;
            move_it(&mut settings);
            let mut answer = sample::answer(ZEROS);
            answer.inputs.bias = Some(ndarray::Array3::zeros((1, 3, 3)));
            answer.inputs.rule = rule;
            let lab = sample::lab(&settings, &answer);
            numbers_of(&lab, &settings, Panel::A, 0).unwrap_or_default()
        };
        let biases =
            || TermRule::Biases(TermBiases { content: vec![0.0; 3], position: vec![0.0; 5] });
        let buckets = || TermRule::ByOffset { buckets: vec![2, 1, 0, 3, 4] };
        assert_eq!(says(TermRule::Whole, |_| ()), "");
        assert_eq!(says(TermRule::Whole, |settings| settings.set_beta(0, 0.5)), "β = 0.5");
        assert_eq!(says(buckets(), |settings| settings.set_shape(0, 2.0)), "r = 2");
        assert_eq!(says(buckets(), |settings| settings.set_shift(0, 0.25)), "b(j − i = −1) + 0.25");
        assert_eq!(says(biases(), |settings| settings.set_shape(0, 2.0)), "u × = 2");
        assert_eq!(says(biases(), |settings| settings.set_shift(0, 0.25)), "v × = 1.25");
    }

    #[test]
    fn a_file_is_called_by_what_is_shown_without_its_ending() {
        let settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 0.5);
        let lab = sample::opened();
        let name = |head| file_of(&lab, &settings, Panel::A, "A · DA", head);
        assert_eq!(name(Some(2)), "nearfar-a-da-m-layer-1-head-3");
        assert_eq!(name(None), "nearfar-a-da-m-layer-1-heads");
    }

    #[test]
    fn all_heads_are_saved_with_their_numbers_and_lines_with_their_query() {
        let settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 0.5);
        let lab = sample::lab(&settings, &sample::answer(ZEROS));
        let mut files = Vec::new();
        heads(&lab, &settings, &mut |name, picture| {
            files.push((name.to_owned(), picture.svg()));
        });
        lines(&lab, &settings, Panel::B, "B", Some(1), &mut |name, picture| {
            files.push((name.to_owned(), picture.svg()));
        });
        let of = (Matrix::Weights(Panel::A), 0);
        let drawn = (&[0.5; 9][..], Scale::Sequential { min: 0.0, max: 1.0 });
        matrix(&lab, &settings, of, ["A", "bright: far"], drawn, &mut |name, picture| {
            files.push((name.to_owned(), picture.svg()));
        });
        let [(name, svg), (name_of_lines, svg_of_lines), (name_of_matrix, svg_of_matrix)] =
            &files[..]
        else {
            panic!("three files")
        };
        assert_eq!(name_of_matrix, "nearfar-a-m-layer-1-head-1");
        assert!(svg_of_matrix.contains("w = −1") && svg_of_matrix.contains("bright: far"));
        assert!(name.ends_with("-m-layer-1-heads"), "{name}");
        for line in [">Head 1, w = −1<", ">v = 0.5<"] {
            assert!(svg.contains(line), "{svg}");
        }
        assert_eq!(name_of_lines, "nearfar-b-m-layer-1-head-1");
        // Three keys of one query, each with a third.
        assert_eq!(svg_of_lines.matches("<line").count(), 3, "{svg_of_lines}");
        // There is nothing yet.
        lines(&Lab::default(), &settings, Panel::B, "B", None, &mut |_, _| panic!("no head"));
    }
}
