//! What the pointer, the wheel and the keys do to a picture of a matrix: the browser's events, handed to
//! the library's rules.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::layout::MatrixLayout;
use nearfar::picture::pointing::{Act, Area, Cell, Moved, Pointers, Zoom, zoom_point, zoomed};
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};

use super::sound::{self, Sound};
use super::{Picture, Zooms};
use crate::canvas::place_in;

/// The cursor of one picture; a handle.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// What it moves in.
    pub picture: Picture,
    frame: NodeRef<html::Div>,
    /// Where the cells are; what is bare fills its frame.
    layout: Option<Memo<Option<MatrixLayout>>>,
    pointers: StoredValue<Pointers>,
    /// Its rows, to listen to.
    pub sound: Sound,
}

impl Cursor {
    /// Of a picture in its frame.
    pub fn new(
        picture: Picture,
        frame: NodeRef<html::Div>,
        layout: Option<Memo<Option<MatrixLayout>>>,
    ) -> Cursor {
        let sound = Sound::new(picture, frame);
        Cursor { picture, frame, layout, pointers: StoredValue::default(), sound }
    }

    fn with_layout<T>(self, read: impl FnOnce(&MatrixLayout) -> Option<T>) -> Option<T> {
        if let Some(layout) = self.layout {
            return layout.with_untracked(|layout| read(layout.as_ref()?));
        }
        let frame = self.frame.get_untracked()?;
        let size = (f64::from(frame.client_width()), f64::from(frame.client_height()));
        read(&self.picture.source.lay_out(size, None)?)
    }

    fn cell_at(self, (x, y): (f64, f64)) -> Option<Cell> {
        let cell = self.with_layout(|layout| layout.cell_at(x, y));
        cell.filter(|&cell| self.area().contains(cell))
    }

    /// How wide its cells are, in CSS pixels, and how many are seen; followed. `None` where they never hold numbers.
    pub fn cells(self) -> Option<(f64, f64)> {
        let of = |layout: &MatrixLayout| {
            (layout.cell[0], layout.viewport.rows * layout.viewport.columns)
        };
        self.layout?.with(|layout| layout.as_ref().map(of))
    }

    /// Where the cursor may stand.
    fn area(self) -> Area {
        let Picture { source, skipped, .. } = self.picture;
        let [rows, columns] = untrack(move || source.shape());
        Area { rows, columns: skipped.get_untracked()..columns }
    }

    /// The pointer moved.
    pub fn moved(self, event: &PointerEvent) {
        let (at, viewport) = (place_in(event), self.picture.zoom.viewport());
        let moved = self.pointers.try_update_value(|pointers| {
            pointers.moved(event.pointer_id(), at, viewport.is_some())
        });
        if let (Some(moved), Some(viewport)) = (moved, viewport) {
            let seen = self.with_layout(|layout| moved.seen(layout, viewport.get_untracked()));
            seen.into_iter().for_each(|seen| viewport.set(seen));
        }
        // Two fingers point at nothing.
        if !matches!(moved, Some(Moved::Pinched(_))) {
            self.picture.on_point.run(self.cell_at(at));
        }
    }

    /// The pointer is pressed.
    pub fn down(self, event: &PointerEvent) {
        let at = place_in(event);
        self.pointers.update_value(|pointers| pointers.press(event.pointer_id(), at));
        let cell = self.cell_at(at);
        if let Some((row, _)) = cell {
            self.sound.pressed.set_value(row);
        }
        self.picture.on_point.run(cell);
    }

    /// The pointer is released.
    pub fn up(self, event: &PointerEvent) {
        if self.release(event)
            && let (Some(cell), Some(choose)) =
                (self.cell_at(place_in(event)), self.picture.on_choose)
        {
            choose.run(cell);
        }
    }

    fn release(self, event: &PointerEvent) -> bool {
        let is_click = |pointers: &mut Pointers| pointers.release(event.pointer_id());
        self.pointers.try_update_value(is_click) == Some(true)
    }

    /// The pointer left. The picture itself may be gone by then.
    pub fn left(self, event: &PointerEvent) {
        self.release(event);
        if !self.picture.stays {
            self.picture.on_point.try_run(None);
        }
    }

    /// A plain wheel scrolls the page; with Ctrl, and for a pinch, it zooms.
    pub fn wheel(self, event: &WheelEvent) {
        if event.ctrl_key() && !matches!(self.picture.zoom, Zooms::No) {
            event.prevent_default();
            let zoom = if event.delta_y() < 0.0 { Zoom::In } else { Zoom::Out };
            self.zoom_at(zoom, Some(place_in(event)));
        }
    }

    /// A key is pressed. What is not the picture's is left to the page.
    pub fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || self.sound.is_ended_by(event)
        {
            return;
        }
        let Picture { from, on_point, on_choose, as_table, .. } = self.picture;
        let (key, from) = (event.key(), from.get_untracked());
        let act = self.picture.keys().act(&key, event.shift_key(), from, &self.area());
        // Whoever moves the cursor has heard enough.
        if matches!(act, Some(Act::To(_) | Act::Leave)) {
            sound::stop();
        }
        match act {
            Some(Act::To(cell)) => on_point.run(Some(cell)),
            Some(Act::Leave) => on_point.run(None),
            Some(Act::Choose(cell)) => on_choose.into_iter().for_each(|choose| choose.run(cell)),
            Some(Act::Zoom(zoom)) => self.zoom(zoom),
            Some(Act::Listen(row)) => self.sound.play(row),
            Some(Act::Table) => as_table.into_iter().for_each(|table| table.set(true)),
            None => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// Zooms about the cursor, or about the middle.
    pub fn zoom(self, zoom: Zoom) {
        self.zoom_at(zoom, None);
    }

    fn zoom_at(self, zoom: Zoom, at: Option<(f64, f64)>) {
        match self.picture.zoom {
            Zooms::No => {}
            Zooms::By { ask, .. } => ask.run(zoom),
            Zooms::View(viewport) => {
                let cursor = self.picture.cursor.get_untracked();
                let seen = self.with_layout(|layout| {
                    let at = at.unwrap_or_else(|| zoom_point(layout, cursor));
                    Some(zoomed(layout, zoom, at))
                });
                if let Some(seen) = seen {
                    viewport.set(seen);
                }
            }
        }
    }
}

/// Puts a mark at left, top, width and height, shares of the picture; none hides it.
pub fn place_mark(mark: &HtmlElement, frame: Option<[f64; 4]>) {
    mark.set_hidden(frame.is_none());
    let style = mark.style();
    for (name, share) in ["left", "top", "width", "height"].into_iter().zip(frame.iter().flatten())
    {
        let _ = style.set_property(name, &format!("{:.3}%", 100.0 * share));
    }
}
