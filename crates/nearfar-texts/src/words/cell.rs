//! One cell, one row, some tokens: what they give and receive in A and in B, and what of it is told to a screen reader.

use nearfar::lab::{Contribution, Lab, Panel};
use nearfar::method::Method;
use nearfar::metrics::{HeadFigures, RowFigures};
use nearfar::picture::pointing::Cell;
use nearfar::picture::{format_number, format_short};
use nearfar::settings::Settings;

use super::{counted, of_left_out, of_w};
use crate::lab;

/// The cell that the pictures point at: its words, their distance, and its weight in A, in B and as `part` of A - B;
/// `None` for a weight that is not there.
pub fn of_cell(lab: &Lab, weights: [Option<f32>; 3], (i, j): Cell, part: Contribution) -> String {
    let name = match part {
        Contribution::Both => "A − B",
        Contribution::Clipping => lab::cell_by_clipping(),
        Contribution::Distance => lab::cell_by_distance(),
    };
    // Many words share a row of 1: each has little.
    let format = if lab.is_long() { format_number } else { format_short };
    let [a, b, difference] =
        weights.map(|value| value.map_or_else(|| "–".to_owned(), |value| format(f64::from(value))));
    let (query, key) = (lab.word(i), lab.word(j));
    match i.abs_diff(j) {
        0 => lab::cell_itself(query, key, a, b, name, difference),
        away => lab::cell_away(away, query, key, counted(away), a, b, name, difference),
    }
}

/// What the selected tokens give to each other, and receive from all, in A and in B. `None` where one of the two is not
/// there.
pub fn of_sums(lab: &Lab, head: usize, selected: &[usize]) -> Option<String> {
    let shares = Panel::BOTH.map(|panel| {
        let given = lab.received(panel, head, selected)?;
        let all: Vec<usize> = (0..given.len()).collect();
        let from_all = lab.received(panel, head, &all)?;
        let of_selected = |received: &[f32]| {
            selected.iter().filter_map(|&token| received.get(token)).sum::<f32>()
        };
        let [own, all] = [given, from_all].map(|received| of_selected(&received));
        Some((format_number(own.into()), format_number(all.into())))
    });
    let [Some(a), Some(b)] = shares else { return None };
    if let [one] = selected {
        let word = &lab.tokens().get(*one)?.text;
        return Some(lab::sum_of_one(word, a.0, b.0, a.1, b.1));
    }
    Some(lab::sum_of_several(a.0, b.0, a.1, b.1))
}

/// The figures of the row of query `i`, and how far it is from that of B, where that is defined.
pub fn of_row(
    lab: &Lab,
    head: usize,
    i: usize,
    figures: &RowFigures,
    divergence: Option<f64>,
) -> Option<String> {
    Some(lab::row_figures(
        head + 1,
        &lab.tokens().get(i)?.text,
        format_number(figures.entropy),
        format_number(figures.effective_tokens()),
        format_number(figures.mean_distance),
        format_number(figures.near_share),
        divergence.map_or_else(|| lab::row_undefined().to_owned(), format_number),
    ))
}

/// The query and the key whose values stand at the steps; empty where there is none.
pub fn of_pair(lab: &Lab, cell: Option<Cell>) -> String {
    cell.map(|(i, j)| lab::pipeline_pair(lab.word(i), lab.word(j))).unwrap_or_default()
}

/// Whose numbers are shown: those of the cell that is pointed at or locked, or where there is none, of an example, if there
/// is one.
pub fn of_pointing(
    head: usize,
    pointed: Option<Cell>,
    locked: Option<Cell>,
    example: Option<Cell>,
) -> String {
    match (pointed, locked) {
        (None, _) if example.is_none() => lab::arithmetic_none().to_owned(),
        (None, _) => lab::arithmetic_strongest(head + 1),
        (Some(cell), Some(locked)) if locked == cell => lab::arithmetic_locked(head + 1),
        (_, None) => lab::arithmetic_pointed(head + 1),
        _ => lab::arithmetic_elsewhere(head + 1),
    }
}

/// The head that is shown, its w and v, and what of A is left out: what is told of them once they have changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    head: usize,
    numbers: [f64; 2],
    /// The method of A, and whether distance and softmax act.
    steps: (Method, [bool; 2]),
    /// Whether there is something to say of what is left out.
    has_note: bool,
}

impl Told {
    /// As the settings have them, of which nothing is to be told.
    pub fn of(lab: &Lab, settings: &Settings) -> Told {
        let Settings { head, a, distance, competition, .. } = *settings;
        Told {
            head,
            numbers: [settings.w[head], settings.v[head]],
            steps: (a, [distance, competition]),
            has_note: !of_left_out(lab, settings).is_empty(),
        }
    }

    /// What is told of the settings of now: where w or v of the same head moved, and where something else is left out, or
    /// of another head.
    pub fn next(&mut self, lab: &Lab, settings: &Settings) -> Option<String> {
        let before = std::mem::replace(self, Told::of(lab, settings));
        let has_moved = before.head == self.head && before.numbers != self.numbers;
        let moved = has_moved.then(|| of_move(lab, settings.a, self.head, self.numbers));
        // Its numbers follow w and its example the locked cell: with these it is not told again.
        let is_other = (before.head, before.steps) != (self.head, self.steps);
        let is_new = self.has_note && (is_other || !before.has_note);
        let note = is_new.then(|| of_left_out(lab, settings));
        let says: Vec<String> = moved.flatten().into_iter().chain(note).collect();
        (!says.is_empty()).then(|| says.join(" "))
    }
}

/// What is told after w or v of a head of A has moved.
fn of_move(lab: &Lab, method: Method, head: usize, [w, v]: [f64; 2]) -> Option<String> {
    let of_w = of_w(method, w, v, lab.tokens().len())?;
    let (trace, head) = lab.head_of(Panel::A, head)?;
    let figures = HeadFigures::of(trace, head)?;
    Some(lab::told_move(of_w, format_args!("{:.1}", figures.mean_distance)))
}

/// What is told after a cell was locked, or released.
pub fn of_lock(lab: &Lab, locked: Option<Cell>) -> String {
    match locked {
        Some((query, key)) => lab::told_locked(lab.word(query), lab.word(key)),
        None => lab::told_released().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    /// near looks at all alike, by at far twice as much as at the others, and far at all alike: ln 2 = 0.693.
    const SCORES: [[f32; 3]; 3] = [[0.0; 3], [0.0, 0.0, std::f32::consts::LN_2], [0.0; 3]];

    fn lab_of(w: f64) -> Lab {
        let settings = sample::settings(Method::DISTANCE_AWARE, w, 1.0);
        sample::lab(&settings, &sample::answer(SCORES))
    }

    #[test]
    fn a_cell_is_said_with_its_words_and_weights() {
        let lab = lab_of(0.0);
        assert_eq!(of_pair(&lab, Some((0, 1))), "“near” → “by”");
        assert_eq!(of_pair(&lab, None), "");
        let weights = [Some(0.5), Some(0.25), Some(0.25)];
        for (cell, part, says) in [
            (
                (0, 0),
                Contribution::Both,
                "“near” looks at “near”, itself: A 0.5, B 0.25, A − B 0.25",
            ),
            (
                (0, 1),
                Contribution::Both,
                "“near” looks at “by”, 1 token away: A 0.5, B 0.25, A − B 0.25",
            ),
            (
                (2, 0),
                Contribution::Clipping,
                "“far” looks at “near”, 2 tokens away: A 0.5, B 0.25, by ReLU 0.25",
            ),
            (
                (1, 1),
                Contribution::Distance,
                "“by” looks at “by”, itself: A 0.5, B 0.25, by distance 0.25",
            ),
        ] {
            assert_eq!(of_cell(&lab, weights, cell, part), says);
        }
        let without_b = of_cell(&lab, [Some(0.0001), None, None], (0, 0), Contribution::Both);
        assert!(without_b.ends_with("A <\u{a0}0.001, B –, A − B –"), "{without_b}");
    }

    #[test]
    fn sums_are_of_what_is_selected() {
        // w = 0 changes nothing: by gives itself 1 of 4, and near and far give it 1 of 3.
        let says = of_sums(&lab_of(0.0), 0, &[1]).unwrap_or_default();
        assert!(says.starts_with("“by” gives 0.25 (A) and 0.25 (B) of its attention"), "{says}");
        assert!(says.contains("receives 0.306 (A) and 0.306 (B)"), "{says}");
        // f(1) = (1 + e) / (1 + e²) = 0.443: e^(0.443 · 0.693) = 1.36, and by gives itself 1 of 3.36 in A.
        let says = of_sums(&lab_of(-1.0), 0, &[1]).unwrap_or_default();
        assert!(says.starts_with("“by” gives 0.298 (A) and 0.25 (B)"), "{says}");
        // By and far give each other 3 of 4 and 2 of 3: 0.708 in the mean of both.
        let says = of_sums(&lab_of(0.0), 0, &[1, 2]).unwrap_or_default();
        assert!(says.starts_with("Together they give 0.708 (A) and 0.708 (B)"), "{says}");
        assert_eq!(of_sums(&lab_of(0.0), 1, &[1]), None, "there is one head");
        assert_eq!(of_sums(&Lab::default(), 0, &[1]), None);
    }

    #[test]
    fn a_row_is_said_in_its_figures() {
        let lab = lab_of(0.0);
        // Half to itself, half to the next: ln 2, 2 tokens, half a token away.
        let figures = RowFigures::of(0, &[0.5, 0.5, 0.0]).expect("a distribution");
        let says = of_row(&lab, 4, 0, &figures, None).unwrap_or_default();
        assert_eq!(
            says,
            "Head 5, query “near”: entropy 0.693 nats, 2 effective tokens, mean distance 0.5, \
             share within 2 tokens 1, divergence from B not defined."
        );
        let says = of_row(&lab, 4, 2, &figures, Some(0.25)).unwrap_or_default();
        assert!(says.contains("query “far”") && says.ends_with("from B 0.25."), "{says}");
        assert_eq!(of_row(&lab, 4, 3, &figures, None), None);
    }

    #[test]
    fn a_move_is_told_with_how_far_a_looks() {
        // By 1/4 and 2/4 one token away, the others (1 + 2) / 3: (1 + 0.75 + 1) / 3 = 0.92.
        let says = of_move(&lab_of(0.0), Method::DISTANCE_AWARE, 0, [-1.0, 0.0]);
        assert_eq!(
            says.as_deref(),
            Some(
                "w = −1, near: scores shrink with distance. A now looks 0.9 tokens away on average."
            )
        );
        assert_eq!(of_move(&lab_of(0.0), sample::PLAIN, 0, [-1.0, 0.0]), None);
        assert_eq!(of_move(&lab_of(0.0), Method::DISTANCE_AWARE, 1, [-1.0, 0.0]), None);
    }

    #[test]
    fn a_move_is_told_once_and_another_head_is_not() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, 0.0, 1.0);
        let lab = lab_of(0.0);
        let mut told = Told::of(&lab, &settings);
        let mut next = |settings: &Settings| told.next(&lab, settings);
        assert_eq!(next(&settings), None);
        settings.set_w(0, -1.0);
        assert!(next(&settings).is_some_and(|says| says.starts_with("w = −1, near")));
        assert_eq!(next(&settings), None);
        settings.head = 1;
        assert_eq!(next(&settings), None);
        settings.head = 0;
        // That its rows are almost even is said of each head.
        assert!(next(&settings).is_some_and(|says| says.contains("effectively")));
        settings.set_v(0, 0.0);
        assert!(next(&settings).is_some_and(|says| !says.contains("effectively")));
    }

    #[test]
    fn what_is_left_out_is_told_once_and_not_with_the_locked_cell() {
        let scores = [[4.0, 1.0, -1.0], [1.0, 4.0, 1.0], [1.0, 1.0, 4.0]];
        let of = |a| {
            let settings = sample::settings(a, -1.0, 1.0);
            (sample::lab(&settings, &sample::answer(scores)), settings)
        };
        let (whole, settings) = of(Method::DISTANCE_AWARE);
        let mut told = Told::of(&whole, &settings);
        let (lab, mut without) = of(Method::WITHOUT_RELU);
        let says = told.next(&lab, &without).unwrap_or_default();
        assert!(says.starts_with("Without ReLU"), "{says}");
        // The lock is told by itself (`of_lock`), w by its own sentence.
        without.cursor = Some((0, 2));
        assert_eq!(told.next(&lab, &without), None);
        without.set_w(0, -2.0);
        let says = told.next(&lab, &without).unwrap_or_default();
        assert!(says.starts_with("w = −2") && !says.contains("ReLU"), "{says}");
        // It is put back, and left out once more.
        told.next(&whole, &settings);
        assert!(told.next(&lab, &without).is_some_and(|says| says.contains("Without ReLU")));
    }

    #[test]
    fn what_is_pointed_at_goes_before_what_is_locked() {
        let (here, there) = (Some((0, 1)), Some((1, 0)));
        assert_eq!(of_pointing(0, None, None, None), lab::arithmetic_none());
        assert_eq!(of_pointing(0, None, None, here), lab::arithmetic_strongest(1));
        assert_eq!(of_pointing(0, here, None, here), lab::arithmetic_pointed(1));
        assert_eq!(of_pointing(0, here, here, here), lab::arithmetic_locked(1));
        assert_eq!(of_pointing(0, here, there, here), lab::arithmetic_elsewhere(1));
    }

    #[test]
    fn a_lock_is_told_with_its_words() {
        let lab = lab_of(0.0);
        assert_eq!(of_lock(&lab, Some((0, 2))), "Locked: “near” looks at “far”.");
        assert_eq!(of_lock(&lab, None), "No cell is locked.");
    }
}
