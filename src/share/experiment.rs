//! The experiment of the Lab as a figure: numbers of `window.nearfar.trace`, words of the page.

use nearfar::attention::HeadParameters;
use nearfar::lab::{self, Panel};
use nearfar::method::Method;
use nearfar::settings::Settings;
use nearfar::share::figure::{Experiment, Matrix};
use texts::words;

use crate::page::Traced;

/// The figure of what the Lab shows, as an SVG document; or why there is none.
pub fn svg(settings: &Settings, link: &str) -> Result<String, String> {
    let missing = || texts::page::script_not_yet().to_owned();
    let a = Traced::of(Panel::A, settings.head)?;
    let weights = a.numbers("weight").ok_or_else(missing)?;
    let coefficients = a.numbers("coefficient");
    // B is left out where it has other tokens, as on the page.
    let b = Traced::of(Panel::B, settings.head_b.unwrap_or(settings.head)).ok();
    let b = b.filter(|b| b.tokens == a.tokens);
    let b = b.and_then(|b| Some((b.numbers("weight")?, b.about)));
    let about = match &b {
        Some((_, of_b)) => texts::lab::about_both(&a.about, of_b),
        None => a.about.clone(),
    };
    let tokens: Vec<&str> = a.tokens.iter().map(String::as_str).collect();
    let method = Panel::A.method(settings);
    let head = match method {
        Method::DistanceAware { mapping, .. } => {
            let (w, v) = a.number("w").zip(a.number("v")).ok_or_else(missing)?;
            Some((HeadParameters { w, v }, mapping))
        }
        Method::Vanilla { .. } => None,
    };
    let (title_a, title_b) =
        (words::title_of(settings, Panel::A), words::title_of(settings, Panel::B));
    let adds =
        matches!(method, Method::DistanceAware { adjustment, .. } if !adjustment.multiplies());
    let unit = texts::common::unit_weight();
    let sentence = settings.sentence.trim();
    let experiment = Experiment {
        title: sentence,
        about: &about,
        tokens: &tokens,
        head,
        coefficients: coefficients.as_deref().map(|values| Matrix {
            title: texts::lab::coefficient_title(),
            unit: if adds { texts::lab::counts_addend() } else { texts::share::figure_factor() },
            values,
        }),
        a: Matrix { title: &title_a, unit, values: &weights },
        b: b.as_ref().map(|(values, _)| Matrix { title: &title_b, unit, values }),
        curve: texts::lab::coefficient_title(),
        axis: texts::share::figure_axis(),
        palette: lab::Matrix::Weights(Panel::A).palette(settings.colours),
        link,
    };
    Ok(experiment.svg())
}
