//! Fig. 1: the curves, with the one that is edited on top.

use super::{range_of, value_at};
use crate::picture::curve::{self, CurvePlot, PlotColours, PlotMapping, Shape, curve_style};
use crate::picture::palette::{Theme, method_colours};
use crate::settings::{Curve, CurveAxis, Settings};

/// As high as one's own curve draws the axis: 1 + e⁵, to which the slider of v goes. What is typed can be higher.
const HIGHEST: f64 = 150.0;

/// Everything that the plot is drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The curves below the one that is edited.
    pub curves: Vec<Curve>,
    /// The one that is edited.
    pub edited: Curve,
    /// What x counts.
    pub axis: CurveAxis,
    /// w, by which tokens are weighted.
    pub w: f64,
    /// Whether slopes are drawn in the place of values.
    pub slopes: bool,
    /// The names of the axes, x and y.
    pub axes: [String; 2],
    /// Light or dark.
    pub theme: Theme,
    /// Width and height, in CSS pixels.
    pub size: (f64, f64),
    /// Where the read-out stands.
    pub marker: Option<f64>,
}

impl Plot {
    /// Of the settings, in a picture of a size in CSS pixels, with the read-out at a place; without the names of the axes.
    pub fn of(settings: &Settings, theme: Theme, size: (f64, f64), marker: Option<f64>) -> Plot {
        Plot {
            curves: settings.curves.clone(),
            edited: settings.own_curve(),
            axis: settings.curve_axis,
            w: settings.head_w(),
            slopes: settings.slopes,
            axes: Default::default(),
            theme,
            size,
            marker,
        }
    }

    /// What a curve is worth at a place of the axis.
    pub fn value(&self, curve: Curve, place: f64) -> f64 {
        value_at(place, curve, self.slopes, self.axis, self.w)
    }

    /// Hands the plot to `use_plot`; a plot borrows its curves.
    pub fn with<T>(&self, pixel_ratio: f64, use_plot: impl FnOnce(&CurvePlot) -> T) -> T {
        let all = self.curves.iter().chain([&self.edited]);
        let functions: Vec<_> =
            all.map(|&curve| move |place: f64| self.value(curve, place)).collect();
        // The edited one lies on top, in the colour of method A, which none of the others has.
        let [accent, _] = method_colours(self.theme);
        let curve = |(index, function)| {
            let mut style = curve_style(index, self.theme);
            if index == self.curves.len() {
                style.colour = accent;
            }
            curve::Curve { label: String::new(), style, shape: Shape::Function(function) }
        };
        let functions = functions.iter().map(|function| function as &dyn Fn(f64) -> f64);
        let curves: Vec<_> = functions.enumerate().map(curve).collect();
        let x_range = range_of(self.axis);
        let mut plot = CurvePlot {
            curves: &curves,
            x_range,
            x_label: &self.axes[0],
            y_label: &self.axes[1],
            discrete: self.axis == CurveAxis::Tokens,
            legend: false,
            marker: self.marker,
            emphasised: Some(self.curves.len()),
            pixel_ratio,
            colours: PlotColours::of(self.theme),
            ..CurvePlot::default()
        };
        // Where one's own curve levels off is seen, though it rises far above the others.
        let reached = self.value(self.edited, x_range.1);
        let levels_off = self.edited.mapping.landmarks(self.edited.v).is_some();
        if levels_off && !self.slopes && reached <= HIGHEST {
            let (low, high) = plot.mapping(self.size.0, self.size.1).y_range;
            plot.y_range = Some((low, high.max(1.05 * reached)));
        }
        use_plot(&plot)
    }

    /// Where the plot stands.
    pub fn mapping(&self) -> PlotMapping {
        self.with(1.0, |plot| plot.mapping(self.size.0, self.size.1))
    }
}
