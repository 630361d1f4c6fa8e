//! From numbers to pixels, positions and drawings; the canvas itself belongs to the page.
//!
//! A matrix takes this way: [`Scale`] says where a value lies between 0 and 1, [`Palette`] gives
//! that position a colour, [`heatmap`] writes the pixels, [`layout`] says where they and their
//! labels go, [`pointing`] which cell a key or a press means. [`Frame`] and [`Drawn`] hold all that a
//! picture of a matrix is made from, [`largest`] is said of it first where it is not seen,
//! and [`sound`] is a row of it to listen to. [`slide`] tells a finger that slides from one that scrolls. The same weights as lines between tokens are [`lines`]; functions of the distance
//! are [`curve`], and [`chart`] where they are points; the arcs of a dependency tree are [`arcs`]. All lengths are CSS pixels unless a name says otherwise.

pub mod arcs;
pub mod chart;
pub mod coefficients;
pub mod curve;
pub mod figure;
pub mod frame;
pub mod heatmap;
pub mod icon;
pub mod largest;
pub mod layout;
pub mod learned;
pub mod lines;
pub mod numbers;
pub mod palette;
pub mod pointing;
pub mod scale;
pub mod section;
pub mod slide;
pub mod sound;

pub use arcs::{ArcLayout, ArcOptions, AttentionArc, Column, TreeArc};
pub use curve::{Curve, CurvePlot, CurveStyle, PlotColours, PlotMapping, Shape, curve_style};
pub use figure::{count_of, format_amount, format_exact, format_short};
pub use frame::{Drawn, Frame, Shown, Tint};
pub use heatmap::{paint, paint_masked, reduce};
pub use layout::{Align, Label, LayoutOptions, MatrixLayout, Rect, Viewport};
pub use lines::{Link, LinkOptions, Side, TokenColumns, links};
pub use palette::{Ink, Palette, Rgb, Table, Theme, readable_on};
pub use pointing::{Act, Cell, Keys, Mark, Zoom};
pub use scale::{Scale, Tick, format_number};
pub use section::Section;
