//! Where a picture has its matrix from: numbers that are read in place, or a [`Drawn`] that is handed over.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::frame::{Drawn, Frame};
use nearfar::picture::layout::{MatrixLayout, Viewport};
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::pointing::Mark;
use nearfar::picture::scale::Scale;

use super::Form;
use crate::canvas::labelled::{Room, lay_out_named};
use crate::reactive::memo;

/// A matrix that is handed over; `None` while there is none.
pub type Handed = Signal<Option<Arc<Drawn>>>;

type Show<'a> = &'a mut dyn FnMut(&Frame);
type Draw = dyn Fn(Option<&MatrixLayout>, Show);
type LayOut = dyn Fn((f64, f64), Option<Viewport>) -> Option<MatrixLayout>;
type Names = dyn Fn(usize, usize, usize) -> Vec<String>;

/// What a picture asks of a matrix. Signals that are read in answering are followed.
pub struct Parts {
    /// Rows and columns.
    pub shape: Box<dyn Fn() -> [usize; 2]>,
    /// The names along an axis (0: rows) from a place on, so many.
    pub names: Box<Names>,
    /// Where it goes in a box of CSS pixels.
    pub lay_out: Box<LayOut>,
    /// Shows what of it is seen where it was laid out so; nothing where there is nothing.
    pub draw: Box<Draw>,
}

/// The matrix of a picture; a handle.
#[derive(Clone, Copy)]
pub struct Source(StoredValue<Parts, LocalStorage>);

impl Source {
    /// Of numbers that are read in place.
    pub fn new(parts: Parts) -> Source {
        Source(StoredValue::new_local(parts))
    }

    /// Of a matrix with names at its rows and columns.
    pub fn labelled(drawn: Handed, theme: Signal<Theme>, room: Room) -> (Source, Form) {
        // Other numbers of the same names are not laid out anew.
        let names = memo(move || {
            drawn.with(|drawn| {
                let drawn = drawn.as_ref()?;
                Some((drawn.rows.clone(), drawn.columns.clone()))
            })
        });
        let lay_out = move |size, viewport| {
            names.with(|names| {
                let (rows, columns) = names.as_ref()?;
                lay_out_named([rows, columns], viewport, size, room)
            })
        };
        let form = Form::Labelled { axes: room == Room::TOKENS };
        (Source::handed(drawn, theme, Box::new(lay_out)), form)
    }

    /// Of a matrix that fills its box.
    pub fn bare(drawn: Handed, theme: Signal<Theme>) -> (Source, Form) {
        let lay_out = move |size, _| {
            let shape = drawn.with_untracked(|drawn| Some(drawn.as_ref()?.shape))?;
            Some(MatrixLayout::bare(shape, size))
        };
        let form = Form::Bare { mark: Signal::stored(Mark::default()), aspect: None };
        (Source::handed(drawn, theme, Box::new(lay_out)), form)
    }

    fn handed(drawn: Handed, theme: Signal<Theme>, lay_out: Box<LayOut>) -> Source {
        Source::new(Parts {
            shape: Box::new(move || {
                drawn.with(|drawn| drawn.as_ref().map_or([0, 0], |drawn| drawn.shape))
            }),
            names: Box::new(move |axis, from, count| {
                drawn.with(|drawn| {
                    let Some(drawn) = drawn else { return Vec::new() };
                    let names = if axis == 0 { &drawn.rows } else { &drawn.columns };
                    names.iter().skip(from).take(count).cloned().collect()
                })
            }),
            lay_out,
            draw: Box::new(move |_, show| {
                let theme = theme.get();
                drawn.with(|drawn| {
                    if let Some(drawn) = drawn.as_ref().filter(|drawn| drawn.is_whole()) {
                        show(&drawn.frame(&drawn.palette.table(theme)));
                    }
                });
            }),
        })
    }

    /// Rows and columns.
    pub fn shape(self) -> [usize; 2] {
        self.0.try_with_value(|parts| (parts.shape)()).unwrap_or_default()
    }

    /// See [`Parts::names`].
    pub fn names(self, axis: usize, from: usize, count: usize) -> Vec<String> {
        self.0.try_with_value(|parts| (parts.names)(axis, from, count)).unwrap_or_default()
    }

    /// See [`Parts::lay_out`].
    pub fn lay_out(self, size: (f64, f64), viewport: Option<Viewport>) -> Option<MatrixLayout> {
        self.0.try_with_value(|parts| (parts.lay_out)(size, viewport)).flatten()
    }

    /// See [`Parts::draw`].
    pub fn draw(self, layout: Option<&MatrixLayout>, show: Show) {
        self.0.try_with_value(|parts| (parts.draw)(layout, show));
    }
}

/// The colours of a matrix that is handed over, for its legend.
pub fn colours_of(drawn: Handed) -> (Signal<Palette>, Signal<Scale>) {
    let palette = memo(move || {
        drawn.with(|drawn| drawn.as_ref().map_or(Palette::Cividis, |drawn| drawn.palette))
    });
    let scale = memo(move || {
        let none = Scale::Sequential { min: 0.0, max: 1.0 };
        drawn.with(|drawn| drawn.as_ref().map_or(none, |drawn| drawn.scale))
    });
    (palette.into(), scale.into())
}
