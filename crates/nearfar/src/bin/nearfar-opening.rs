//! Draws the Lab as it opens into index.html, when the page is built: the parts that `{{picture.NAME}}` stands for, a line
//! `NAME=markup` each. Argument: the folder `public`.
//!
//! Colours are SVG, which any size stretches; words and numbers are HTML, which the style sheet (style/start.css) places as the Lab's
//! layout does. What a policy forbids as an attribute (`style`) is a rule of `{{picture.styles}}`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::checkpoint::Trained;
use nearfar::lab::{Contribution, Front, Lab, Matrix};
use nearfar::picture::coefficients::{ENDS_OF_V, LABEL_SIZE, ROOM, Range, ticks, value};
use nearfar::picture::numbers::{Digits, is_noise, two_decimals};
use nearfar::picture::palette::{Ink, Palette, Rgb, Table, Theme, readable_on};
use nearfar::picture::scale::Scale;
use nearfar::settings::Settings;
use nearfar::text::VectorPart;

/// Colours of a legend's ramp: between two of them the browser goes straight, which is nowhere farther off than 1 of 255.
const STOPS: usize = 33;
/// Points of a curve.
const POINTS: usize = 64;
/// The curve's plot, in units of its own: the browser stretches it.
const PLOT: [f64; 2] = [1000.0, 1000.0];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("one argument expected: the folder `public`")?;
    let (lab, settings) = open(Path::new(&folder))?;
    for (name, markup) in parts(&lab, &settings)? {
        println!("{name}={markup}");
    }
    Ok(())
}

/// The Lab of a first visit.
fn open(folder: &Path) -> Result<(Lab, Settings), Box<dyn Error>> {
    let mut settings = Settings::default();
    let mut lab = Lab::default();
    lab.vectors_mut().insert_part(VectorPart::parse(&fs::read(folder.join("vectors/first.bin"))?)?);
    let file = settings.model.file_name().ok_or("the first model is no file")?;
    let model = Trained::read(&fs::read(folder.join("checkpoints").join(file))?)?;
    lab.insert_model(settings.model, model)?;
    settings.adopt(lab.own_heads(settings.model).as_deref());
    lab.update(&settings);
    Ok((lab, settings))
}

/// The markup of each part by its name.
fn parts(lab: &Lab, settings: &Settings) -> Result<Vec<(&'static str, String)>, String> {
    let mut styles = String::new();
    let mut parts = Vec::new();
    for front in Front::ALL {
        let matrix = front.panel().map_or(Matrix::Difference(Contribution::Both), Matrix::Weights);
        let drawn = Drawn::of(lab, settings, matrix);
        parts.push((front.name(), drawn.markup()?));
        styles += &drawn.ramp(front.name());
    }
    let (bars, most) = lab.received_in_both(settings.head, None);
    let most = most.ok_or("no token receives anything")?;
    styles += &bars_rules(&bars, most);
    let head = HeadParameters { w: settings.w[settings.head], v: settings.v[settings.head] };
    parts.push(("curve", curve(head, lab.tokens().len())));
    parts.push(("tokens", chips(lab)));
    parts.push(("longest", format!("{most:.3}")));
    parts.push(("styles", styles));
    Ok(parts)
}

/// A matrix between the tokens of the sentence, with its colours in both themes.
struct Drawn {
    tokens: Vec<String>,
    values: Vec<f32>,
    scale: Scale,
    /// The cell whose number stands there even where it is hardly told from 0.
    example: Option<(usize, usize)>,
    palette: Palette,
}

impl Drawn {
    fn of(lab: &Lab, settings: &Settings, matrix: Matrix) -> Drawn {
        let mut values = Vec::new();
        lab.matrix_into(matrix, settings.head, &mut values);
        Drawn {
            tokens: lab.tokens().iter().map(|token| escaped(&token.text)).collect(),
            scale: lab.scale(matrix, settings.head, &values, settings.range),
            example: lab.example(settings.head),
            palette: matrix.palette(settings.colours),
            values,
        }
    }

    fn tables(&self) -> [Table; 2] {
        [Theme::Light, Theme::Dark].map(|theme| self.palette.table(theme))
    }

    fn markup(&self) -> Result<String, String> {
        // Over a column a letter stands upright.
        let words = |class: &str| {
            let element = |word: &str| if word.len() == 1 { "i" } else { "span" };
            let word = |word: &String| format!("<{0}>{word}</{0}>", element(word));
            let words: String = self.tokens.iter().map(word).collect();
            format!("<span class=\"{class}\">{words}</span>")
        };
        Ok(format!(
            "<span class=\"opening\" aria-hidden=\"true\"><span class=\"opening-axes\">key →<br>query ↓</span>{}{}\
             <span class=\"opening-cells\">{}<span class=\"opening-numbers\">{}</span></span></span>",
            words("opening-columns"),
            words("opening-rows"),
            self.cells(),
            self.numbers()?
        ))
    }

    /// The colours of the cells, a path for all cells of a colour.
    fn cells(&self) -> String {
        let tokens = self.tokens.len();
        let tables = self.tables();
        let mut paths: BTreeMap<[Rgb; 2], String> = BTreeMap::new();
        for (index, &value) in self.values.iter().enumerate() {
            let position = self.scale.position(f64::from(value));
            let path = paths.entry([0, 1].map(|theme| tables[theme].colour(position))).or_default();
            let _ = write!(path, "M{} {}h1v1h-1z", index % tokens, index / tokens);
        }
        let mut cells = format!(
            "<svg viewBox=\"0 0 {tokens} {tokens}\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\" fill=\"none\">"
        );
        for (colours, path) in paths {
            let [light, dark] = colours.map(hex);
            let fill = if light == dark { light } else { format!("light-dark({light},{dark})") };
            let _ = write!(cells, "<path fill=\"{fill}\" d=\"{path}\"/>");
        }
        cells + "</svg>"
    }

    /// The numbers, of narrow cells: where these are wider, the style sheet adds the 0 before the point.
    fn numbers(&self) -> Result<String, String> {
        let tables = self.tables();
        let mut numbers = String::new();
        for (index, &value) in self.values.iter().enumerate() {
            let cell = (index / self.tokens.len(), index % self.tokens.len());
            let is_shown = self.example == Some(cell) || !is_noise(self.scale, f64::from(value));
            let text = if is_shown { two_decimals(value, Digits::Narrow) } else { String::new() };
            if !["", "0"].contains(&text.as_str())
                && !text.trim_start_matches('\u{2212}').starts_with('.')
            {
                return Err(format!(
                    "{text} has a digit before its point, which style/start.css writes"
                ));
            }
            let position = self.scale.position(f64::from(value));
            let inks = [0, 1].map(|theme| readable_on(tables[theme].colour(position)));
            // Black in the light theme, in the dark one, in both.
            let ink = match inks {
                _ if text.is_empty() => "",
                [Ink::Black, Ink::Black] => " class=\"l d\"",
                [Ink::Black, Ink::White] => " class=\"l\"",
                [Ink::White, Ink::Black] => " class=\"d\"",
                [Ink::White, Ink::White] => "",
            };
            let _ = write!(numbers, "<i{ink}>{text}</i>");
        }
        Ok(numbers)
    }

    /// The rules of the legend's ramp.
    fn ramp(&self, name: &str) -> String {
        let [light, dark] = self.tables().map(|table| {
            let colours: Vec<Rgb> = table.colours().collect();
            let stop = |stop: usize| hex(colours[stop * (colours.len() - 1) / (STOPS - 1)]);
            let stops: Vec<String> = (0..STOPS).map(stop).collect();
            format!("background:linear-gradient(90deg,{})", stops.join(","))
        });
        let rule = format!("#starting .{name} .ramp{{{light}}}");
        match light == dark {
            true => rule,
            false => format!("{rule}[data-theme=dark] #starting .{name} .ramp{{{dark}}}"),
        }
    }
}

/// The tokens with places for their bars.
fn chips(lab: &Lab) -> String {
    let chip = |(index, word): (usize, String)| {
        let [a, b] =
            ["a", "b"].map(|name| format!("<span class=\"bar {name} {name}{index}\"></span>"));
        format!("<span class=\"token\"><bdi>{word}</bdi>{a}{b}</span>")
    };
    let words = lab.tokens().iter().map(|token| escaped(&token.text));
    words.enumerate().map(chip).collect()
}

/// The lengths of the bars, as `src/canvas/bars.rs` gives them. By name: a rule by place would give all that stands beside
/// what the page mounts its styles anew.
fn bars_rules([a, b]: &[Vec<f32>; 2], most: f32) -> String {
    let mut rules = String::new();
    for (name, received) in [("a", a), ("b", b)] {
        for (index, received) in received.iter().enumerate() {
            let share = 100.0 * f64::from((received / most).clamp(0.0, 1.0));
            let _ =
                write!(rules, "#first-tokens .{name}{index}{{background-size:{share:.1}% 100%}}");
        }
    }
    rules
}

/// The curve of the coefficients, as `src/canvas/curve.rs` draws it.
fn curve(HeadParameters { w, v }: HeadParameters, tokens: usize) -> String {
    let mapping = Mapping::LearnableSigmoid;
    let Range { top, bottom, bound } = Range::of(mapping, HeadParameters { w, v }, tokens);
    let farthest = tokens.saturating_sub(1).max(1) as f64;
    let y_of = |value: f64| PLOT[1] * (top - value.min(top)) / (top - bottom);
    let at = |distance: f64, v: f64| {
        let (x, y) = (PLOT[0] * distance / farthest, y_of(value(mapping, w * distance, v)));
        format!("{x:.0} {y:.0}")
    };
    let distances = || (0..=POINTS).map(|point| farthest * point as f64 / POINTS as f64);
    let line = |v: f64| distances().map(|distance| at(distance, v)).collect::<Vec<_>>().join(" ");
    let [low, high] = ENDS_OF_V;
    let back: Vec<String> = distances().rev().map(|distance| at(distance, high)).collect();
    let across = |value: f64| format!("M0 {:.0}H{}", y_of(value), PLOT[0]);
    let points: String =
        (0..tokens).map(|distance| format!("M{}h0", at(distance as f64, v))).collect();
    let dashed = bound.map(|bound| format!("<path class=\"bound\" d=\"{}\"/>", across(bound)));
    let mut labels = String::new();
    let mut label = |x: &str, y: String, place: &str, text: &str| {
        let _ = write!(labels, "<text x=\"{x}\" y=\"{y}\" {place}>{text}</text>");
    };
    let percent = |y: f64| format!("{:.1}%", 100.0 * y / PLOT[1]);
    // A plot this high has room for all of them.
    for (tick, text) in ticks(top, 4.0 * LABEL_SIZE) {
        label("-5", percent(y_of(tick)), "text-anchor=\"end\"", &text);
    }
    if let Some(bound) = bound {
        label("6", percent(y_of(bound)), "dy=\"-7\"", "1 + eᵛ");
    }
    let under = format!("text-anchor=\"middle\" dy=\"{}\"", ROOM[3] / 2.0 + 2.0);
    let last = tokens.saturating_sub(1).to_string();
    for (x, text) in [("0%", "0"), ("100%", &last), ("50%", "<tspan>R = </tspan>|i − j|")] {
        label(x, "100%".to_owned(), &under, text);
    }
    format!(
        "<svg class=\"opening-curve\" aria-hidden=\"true\"><svg viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\">\
         <path class=\"band\" d=\"M{}L{}z\"/><path class=\"zero\" d=\"{}\"/><path class=\"one\" d=\"{}\"/>{}\
         <path class=\"line\" d=\"M{}\"/><path class=\"points\" d=\"{points}\"/></svg>{labels}</svg>",
        PLOT[0],
        PLOT[1],
        line(low),
        back.join(" "),
        across(0.0),
        across(1.0),
        dashed.unwrap_or_default(),
        line(v)
    )
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening() -> Vec<(&'static str, String)> {
        let (lab, settings) = open(Path::new("../../public")).unwrap();
        parts(&lab, &settings).unwrap()
    }

    #[test]
    fn every_cell_has_its_colour_once_and_its_number() {
        let parts = opening();
        for name in ["a", "b", "difference"] {
            let (_, markup) = parts.iter().find(|(part, _)| *part == name).unwrap();
            for i in 0..9 {
                for j in 0..9 {
                    assert_eq!(
                        markup.matches(&format!("M{j} {i}h1v1h-1z")).count(),
                        1,
                        "{name} {i} {j}"
                    );
                }
            }
            let (_, numbers) = markup.split_once("opening-numbers").unwrap_or_default();
            assert_eq!(numbers.matches("</i>").count(), 81);
            assert!(numbers.matches("</i>").count() > numbers.matches("></i>").count());
            assert_eq!(markup.contains("light-dark("), name == "difference");
        }
    }

    #[test]
    fn a_line_each_without_styles_that_a_policy_forbids() {
        for (name, markup) in opening() {
            assert!(
                !markup.is_empty() && !markup.contains(['\n', '{']) || name == "styles",
                "{name}"
            );
            assert!(!markup.contains("style="), "{name}");
        }
    }

    #[test]
    fn a_ramp_of_few_colours_is_that_of_all() {
        for palette in [Palette::Cividis, Palette::Difference] {
            for theme in [Theme::Light, Theme::Dark] {
                let colours: Vec<Rgb> = palette.table(theme).colours().collect();
                let last = colours.len() - 1;
                let stop = |stop: usize| colours[stop * last / (STOPS - 1)];
                for (index, colour) in colours.iter().enumerate() {
                    let along = index as f64 / last as f64 * (STOPS - 1) as f64;
                    let (before, part) = (along.floor() as usize, along.fract());
                    let after = stop((before + 1).min(STOPS - 1));
                    for channel in 0..3 {
                        let [from, to] = [stop(before), after].map(|of| f64::from(of[channel]));
                        let shown = from + (to - from) * part;
                        assert!(
                            (shown - f64::from(colour[channel])).abs() <= 2.5,
                            "{palette:?} {index}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_far_head_has_its_bound() {
        assert!(!curve(HeadParameters { w: -1.0, v: 0.0 }, 9).contains("bound"));
        assert!(curve(HeadParameters { w: 1.0, v: 0.0 }, 9).contains("class=\"bound\""));
    }
}
