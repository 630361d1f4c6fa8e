//! Pointing at a matrix: what a key, a press and a zoom mean for the cell under the cursor. One set of
//! rules for every picture of a matrix; the page only hands over its events.

use std::ops::Range;

use super::layout::{MatrixLayout, Viewport};

/// A cell: row and column, from 0.
pub type Cell = (usize, usize);

/// The cells that a cursor may stand on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Rows, from the first.
    pub rows: usize,
    /// Columns; those before the first belong to something else.
    pub columns: Range<usize>,
}

impl Area {
    /// Whether a cell is one of them.
    pub fn contains(&self, (row, column): Cell) -> bool {
        row < self.rows && self.columns.contains(&column)
    }
}

/// What of a matrix is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zoom {
    /// Less of it, larger.
    In,
    /// More of it, smaller.
    Out,
    /// All of it.
    All,
}

impl Zoom {
    /// How many times larger cells become; `None` for the whole.
    pub const fn factor(self) -> Option<f64> {
        match self {
            Zoom::In => Some(1.25),
            Zoom::Out => Some(0.8),
            Zoom::All => None,
        }
    }
}

/// What a key asks of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The cursor goes to a cell.
    To(Cell),
    /// A cell is chosen.
    Choose(Cell),
    /// The cursor goes away.
    Leave,
    /// Other cells are to be seen.
    Zoom(Zoom),
    /// The numbers are wanted as a table.
    Table,
    /// A row is to be heard.
    Listen(usize),
}

/// What a picture takes keys for, beside moving its cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keys {
    /// Enter and space choose the cell.
    pub chooses: bool,
    /// Escape takes the cursor away. Without it, whoever holds the picture has that key.
    pub leaves: bool,
    /// +, - and 0 zoom.
    pub zooms: bool,
    /// T shows a table.
    pub has_table: bool,
    /// P plays the row.
    pub plays: bool,
}

/// Cells that an arrow key goes with Shift.
const FAR: usize = 10;

impl Keys {
    /// The keys by name, for `aria-keyshortcuts`.
    pub fn names(self) -> String {
        let mut names = "ArrowUp ArrowDown ArrowLeft ArrowRight Home End".to_owned();
        let more = [
            (self.chooses, " Enter"),
            (self.leaves, " Escape"),
            (self.zooms, " + - 0"),
            (self.has_table, " T"),
            (self.plays, " P"),
        ];
        more.iter().filter(|(has, _)| *has).for_each(|(_, keys)| names.push_str(keys));
        names
    }

    /// What a key does among these cells, from the one whose numbers are shown; where none is, from the
    /// first. `None` where the key is not the picture's.
    pub fn act(self, key: &str, shift: bool, from: Option<Cell>, area: &Area) -> Option<Act> {
        let first = area.columns.start;
        let last = (area.rows.checked_sub(1)?, area.columns.clone().next_back()?);
        let (row, column) =
            from.map_or((0, first), |(i, j)| (i.min(last.0), j.clamp(first, last.1)));
        let step = if shift { FAR } else { 1 };
        let to = match key {
            "ArrowUp" => (row.saturating_sub(step), column),
            "ArrowDown" => ((row + step).min(last.0), column),
            "ArrowLeft" => (row, column.saturating_sub(step).max(first)),
            "ArrowRight" => (row, (column + step).min(last.1)),
            "Home" => (row, first),
            "End" => (row, last.1),
            "Enter" | " " if self.chooses => return Some(Act::Choose((row, column))),
            "Escape" if self.leaves && from.is_some() => return Some(Act::Leave),
            "+" | "=" if self.zooms => return Some(Act::Zoom(Zoom::In)),
            "-" | "−" if self.zooms => return Some(Act::Zoom(Zoom::Out)),
            "0" if self.zooms => return Some(Act::Zoom(Zoom::All)),
            "t" | "T" if self.has_table => return Some(Act::Table),
            "p" | "P" if self.plays => return Some(Act::Listen(row)),
            _ => return None,
        };
        Some(Act::To(to))
    }
}

/// A press that moves farther than this, in CSS pixels, is a drag and not a click.
const CLICK: f64 = 4.0;

/// A press of the pointer on its way, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    from: (f64, f64),
    last: (f64, f64),
    is_drag: bool,
}

impl Press {
    /// Begins at a point.
    pub const fn new(at: (f64, f64)) -> Press {
        Press { from: at, last: at, is_drag: false }
    }

    /// Goes on to a point; how far the cells are dragged since the last one, if they are.
    pub fn to(&mut self, at: (f64, f64)) -> Option<(f64, f64)> {
        self.is_drag |= (at.0 - self.from.0).hypot(at.1 - self.from.1) > CLICK;
        let dragged = (at.0 - self.last.0, at.1 - self.last.1);
        self.last = at;
        self.is_drag.then_some(dragged)
    }

    /// Whether it stayed where it began.
    pub const fn is_click(&self) -> bool {
        !self.is_drag
    }
}

/// What a pointer's move does to a picture that zooms by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Moved {
    /// Two fingers, each from where it was to where it is, see [`pinched`].
    Pinched([[(f64, f64); 2]; 2]),
    /// The cells are dragged so far.
    Dragged(f64, f64),
    /// Nothing but what it points at.
    Hovered,
}

impl Moved {
    /// What a picture that was laid out so sees then, `None` for the whole; nothing where it stays. `seen`: before.
    pub fn seen(self, layout: &MatrixLayout, seen: Option<Viewport>) -> Option<Option<Viewport>> {
        match self {
            Moved::Pinched(fingers) => Some(pinched(layout, fingers)),
            Moved::Dragged(dx, dy) if seen.is_some() => Some(Some(layout.panned(dx, dy))),
            Moved::Dragged(..) | Moved::Hovered => None,
        }
    }
}

/// What is down on a picture: a mouse, or fingers, each by its number. In CSS pixels.
#[derive(Debug, Clone, Default)]
pub struct Pointers {
    down: Vec<(i32, (f64, f64))>,
    press: Option<Press>,
}

impl Pointers {
    /// One is pressed. A second finger begins no click.
    pub fn press(&mut self, id: i32, at: (f64, f64)) {
        self.lift(id);
        self.down.push((id, at));
        self.press = (self.down.len() == 1).then(|| Press::new(at));
    }

    /// One moved. Two fingers pinch where the picture `zooms` by itself.
    pub fn moved(&mut self, id: i32, at: (f64, f64), zooms: bool) -> Moved {
        let before: Vec<_> = self.down.iter().map(|finger| finger.1).collect();
        self.down.iter_mut().filter(|finger| finger.0 == id).for_each(|finger| finger.1 = at);
        if zooms && let (&[a, b], &[(_, to_a), (_, to_b)]) = (&before[..], &self.down[..]) {
            return Moved::Pinched([[a, to_a], [b, to_b]]);
        }
        match self.press.as_mut().and_then(|press| press.to(at)) {
            Some((dx, dy)) => Moved::Dragged(dx, dy),
            None => Moved::Hovered,
        }
    }

    /// One is released, or left; whether that ends a click where it began.
    pub fn release(&mut self, id: i32) -> bool {
        self.lift(id);
        self.press.take().is_some_and(|press| press.is_click())
    }

    fn lift(&mut self, id: i32) {
        self.down.retain(|(known, _)| *known != id);
    }
}

/// What is seen after a zoom about a point of the picture; `None` for the whole.
pub fn zoomed(layout: &MatrixLayout, zoom: Zoom, at: (f64, f64)) -> Option<Viewport> {
    zoomed_by(layout, zoom.factor()?, at)
}

/// Two fingers, each with where it was and where it is now: what is seen once the cells between them are
/// as much larger as the fingers are farther apart; `None` for the whole.
fn pinched(layout: &MatrixLayout, fingers: [[(f64, f64); 2]; 2]) -> Option<Viewport> {
    let [[a, to_a], [b, to_b]] = fingers;
    let apart = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1).max(1.0);
    let middle = ((to_a.0 + to_b.0) / 2.0, (to_a.1 + to_b.1) / 2.0);
    zoomed_by(layout, apart(to_a, to_b) / apart(a, b), middle)
}

fn zoomed_by(layout: &MatrixLayout, factor: f64, (x, y): (f64, f64)) -> Option<Viewport> {
    let viewport = layout.zoomed(x, y, factor);
    let whole = Viewport::whole(layout.rows, layout.columns);
    // In and out again is the whole but for rounding.
    let covered = (viewport.rows / whole.rows).min(viewport.columns / whole.columns);
    (covered < 1.0 - 1e-9).then_some(viewport)
}

/// The point that keys and buttons zoom about: the cursor's cell where it is seen, else the middle.
pub fn zoom_point(layout: &MatrixLayout, cursor: Option<Cell>) -> (f64, f64) {
    let rect = cursor.and_then(|(i, j)| layout.cell_rect(i, j)).unwrap_or(layout.plot);
    (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
}

/// How the cursor shows in a picture without labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Its row as a whole.
    pub row: bool,
    /// Its column as a whole.
    pub column: bool,
    /// Row and column as two bands that cross, in place of one frame.
    pub is_cross: bool,
}

impl Mark {
    /// The frames: left, top, width and height as shares of the picture.
    pub fn frames(self, cell: Option<Cell>, [rows, columns]: [usize; 2]) -> [Option<[f64; 4]>; 2] {
        let Some((i, j)) = cell.filter(|&(i, j)| i < rows && j < columns) else {
            return [None; 2];
        };
        let (high, wide) = (1.0 / rows as f64, 1.0 / columns as f64);
        let frame = |row: bool, column: bool| {
            let (left, width) = if row { (0.0, 1.0) } else { (j as f64 * wide, wide) };
            let (top, height) = if column { (0.0, 1.0) } else { (i as f64 * high, high) };
            Some([left, top, width, height])
        };
        match self.is_cross {
            true => [frame(true, false), frame(false, true)],
            false => [frame(self.row, self.column), None],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::LayoutOptions;
    use super::*;

    const ALL: Keys =
        Keys { chooses: true, leaves: true, zooms: true, has_table: true, plays: true };

    fn area(rows: usize, columns: usize) -> Area {
        Area { rows, columns: 0..columns }
    }

    #[test]
    fn columns_of_something_else_are_not_entered() {
        let area = Area { rows: 3, columns: 2..5 };
        let act = |key, from| ALL.act(key, false, from, &area);
        assert_eq!(act("ArrowLeft", Some((1, 2))), Some(Act::To((1, 2))));
        assert_eq!(act("ArrowRight", None), Some(Act::To((0, 3))));
        assert_eq!(act("Home", Some((1, 4))), Some(Act::To((1, 2))));
        assert_eq!(act("End", Some((1, 2))), Some(Act::To((1, 4))));
        assert!(area.contains((2, 4)) && !area.contains((2, 1)) && !area.contains((3, 2)));
    }

    #[test]
    fn arrows_stay_inside() {
        let act = |key, shift, from| ALL.act(key, shift, from, &area(12, 3));
        assert_eq!(act("ArrowDown", false, None), Some(Act::To((1, 0))));
        assert_eq!(act("ArrowUp", false, Some((0, 1))), Some(Act::To((0, 1))));
        assert_eq!(act("ArrowRight", false, Some((4, 2))), Some(Act::To((4, 2))));
        assert_eq!(act("ArrowLeft", false, Some((4, 2))), Some(Act::To((4, 1))));
        assert_eq!(act("ArrowDown", true, Some((1, 1))), Some(Act::To((11, 1))));
        assert_eq!(act("ArrowUp", true, Some((11, 1))), Some(Act::To((1, 1))));
        assert_eq!(act("End", false, Some((4, 0))), Some(Act::To((4, 2))));
        assert_eq!(act("Home", false, Some((4, 2))), Some(Act::To((4, 0))));
        // A cursor of a longer sentence is brought inside before it moves.
        assert_eq!(act("ArrowLeft", false, Some((40, 40))), Some(Act::To((11, 1))));
    }

    #[test]
    fn keys_that_a_picture_does_not_take_stay_the_page_s() {
        let at = Some((1, 1));
        for key in ["Enter", " ", "Escape", "+", "=", "-", "−", "0", "t", "T", "p", "P"] {
            assert!(ALL.act(key, false, at, &area(3, 3)).is_some(), "{key}");
            assert_eq!(Keys::default().act(key, false, at, &area(3, 3)), None, "{key}");
        }
        assert_eq!(ALL.act("Enter", false, at, &area(3, 3)), Some(Act::Choose((1, 1))));
        assert_eq!(ALL.act("0", false, at, &area(3, 3)), Some(Act::Zoom(Zoom::All)));
        assert_eq!(ALL.act("p", false, at, &area(3, 3)), Some(Act::Listen(1)));
        // Nothing to release: the key closes what is open around the picture.
        assert_eq!(ALL.act("Escape", false, None, &area(3, 3)), None);
        assert_eq!(ALL.act("x", false, at, &area(3, 3)), None);
        for empty in [area(0, 3), area(3, 0)] {
            assert_eq!(ALL.act("ArrowDown", false, at, &empty), None);
        }
        assert!(ALL.names().ends_with("Home End Enter Escape + - 0 T P"));
        assert!(Keys::default().names().ends_with("Home End"));
    }

    #[test]
    fn a_press_that_moves_is_no_click() {
        let mut press = Press::new((10.0, 10.0));
        assert_eq!(press.to((12.0, 12.0)), None);
        assert!(press.is_click());
        assert_eq!(press.to((20.0, 11.0)), Some((8.0, -1.0)));
        // Back where it began it is still a drag.
        assert_eq!(press.to((10.0, 10.0)), Some((-10.0, -1.0)));
        assert!(!press.is_click());
    }

    #[test]
    fn zoom_in_and_out_is_the_whole() {
        let layout = |viewport| {
            let (width, height, max_label) = (200.0, 200.0, 0.0);
            let options = LayoutOptions { width, height, max_label, ..LayoutOptions::default() };
            let names = vec![String::new(); 20];
            MatrixLayout::new(&names, &names, viewport, &options, |_| 0.0)
        };
        let whole = layout(None);
        let seen = zoomed(&whole, Zoom::In, (50.0, 50.0));
        assert!(seen.is_some_and(|seen| seen.rows < 20.0));
        assert_eq!(zoomed(&layout(seen), Zoom::Out, (0.0, 199.0)), None);
        assert_eq!(zoomed(&layout(seen), Zoom::All, (0.0, 0.0)), None);
        assert_eq!(zoom_point(&whole, None), (100.0, 100.0));
        assert_eq!(zoom_point(&whole, Some((0, 19))), (195.0, 5.0));
        // Two fingers that end twice as far apart see half of it; back again, the whole.
        let twice = [[(90.0, 100.0), (80.0, 100.0)], [(110.0, 100.0), (120.0, 100.0)]];
        let seen_so = pinched(&whole, twice);
        assert!(seen_so.is_some_and(|seen| (seen.rows - 10.0).abs() < 1e-9));
        assert_eq!(pinched(&layout(seen_so), twice.map(|[from, to]| [to, from])), None);
        // What is seen whole is not dragged.
        assert_eq!(Moved::Dragged(5.0, 0.0).seen(&whole, None), None);
        let dragged = Moved::Dragged(5.0, 0.0).seen(&layout(seen), seen).flatten();
        assert!(dragged.is_some_and(|now| now.first_column < seen.unwrap().first_column));
        assert_eq!(Moved::Pinched(twice).seen(&whole, None), Some(seen_so));
        assert_eq!(Moved::Hovered.seen(&layout(seen), seen), None);
        // Fingers on one point are no division by 0.
        assert!(pinched(&whole, [[(5.0, 5.0); 2]; 2]).is_none());
        // A cell that is not seen is not zoomed about.
        let corner =
            layout(seen.map(|seen| Viewport { first_row: 0.0, first_column: 0.0, ..seen }));
        assert_eq!(zoom_point(&corner, Some((19, 19))), (100.0, 100.0));
    }

    #[test]
    fn marks_frame_a_cell_a_row_or_a_cross() {
        let mark =
            |row, column, is_cross| Mark { row, column, is_cross }.frames(Some((1, 0)), [4, 2]);
        assert_eq!(mark(false, false, false), [Some([0.0, 0.25, 0.5, 0.25]), None]);
        assert_eq!(mark(true, false, false), [Some([0.0, 0.25, 1.0, 0.25]), None]);
        assert_eq!(mark(false, true, false), [Some([0.0, 0.0, 0.5, 1.0]), None]);
        let bands = [Some([0.0, 0.25, 1.0, 0.25]), Some([0.0, 0.0, 0.5, 1.0])];
        assert_eq!(mark(false, false, true), bands);
        for cell in [None, Some((4, 0)), Some((0, 2))] {
            assert_eq!(Mark::default().frames(cell, [4, 2]), [None; 2]);
        }
    }

    #[test]
    fn one_finger_clicks_or_drags_and_two_pinch() {
        let mut pointers = Pointers::default();
        pointers.press(1, (10.0, 10.0));
        assert_eq!(pointers.moved(1, (11.0, 10.0), true), Moved::Hovered);
        assert!(pointers.release(1), "it stayed where it began");
        assert!(!pointers.release(1), "it is up");

        pointers.press(1, (10.0, 10.0));
        assert_eq!(pointers.moved(1, (30.0, 10.0), true), Moved::Dragged(20.0, 0.0));
        assert!(!pointers.release(1));

        pointers.press(1, (0.0, 0.0));
        pointers.press(2, (10.0, 0.0));
        let fingers = [[(0.0, 0.0); 2], [(10.0, 0.0), (20.0, 0.0)]];
        assert_eq!(pointers.moved(2, (20.0, 0.0), true), Moved::Pinched(fingers));
        // What does not zoom is not pinched, and nothing is dragged by two.
        assert_eq!(pointers.moved(2, (30.0, 0.0), false), Moved::Hovered);
        assert!(!pointers.release(2) && !pointers.release(1));
        // A mouse that is not pressed.
        assert_eq!(pointers.moved(3, (5.0, 5.0), true), Moved::Hovered);
    }
}
