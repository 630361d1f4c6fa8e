//! What a lesson that ships is about, as a small picture beside its title. Decoration: it is drawn by the library, and
//! says nothing that the text does not.

use std::fmt::Write;

use nearfar::attention::Mapping;

/// What the pictures are drawn in.
pub const VIEW_BOX: &str = "0 0 120 60";

/// The inside of the picture of a lesson by its name; `None` for one that has none.
pub fn of_lesson(name: &str) -> Option<String> {
    let mut out = String::new();
    match name {
        "not" => words(&mut out),
        "walk" => matrices(&mut out),
        "sigmoid" => curves(&mut out),
        "card" => intervals(&mut out),
        _ => return None,
    }
    Some(out)
}

/// A sentence without its words: the last one looks back at the one in the middle.
fn words(out: &mut String) {
    for (place, (x, width)) in
        [(2, 20), (26, 28), (58, 18), (80, 12), (96, 22)].into_iter().enumerate()
    {
        let class = if [2, 4].contains(&place) { "of" } else { "" };
        let _ = write!(
            out,
            r#"<rect class="{class}" x="{x}" y="42" width="{width}" height="12" rx="3"/>"#
        );
    }
    out.push_str(
        r#"<path class="line of" d="M107 38C104 8 72 8 68 32"/><path class="of" d="M67 39l-5-9 10 1z"/>"#,
    );
}

/// The coefficients of a head that prefers near words and of one that prefers far ones.
fn matrices(out: &mut String) {
    const TOKENS: usize = 7;
    let cell = 52.0 / TOKENS as f64;
    for (left, w, class) in [(4.0, -0.8, "near"), (64.0, 0.8, "far")] {
        // How far from 1, of the farthest.
        let at =
            |distance| (Mapping::LearnableSigmoid.coefficient::<f64>(w, 1.0, distance) - 1.0).abs();
        let highest = at(TOKENS - 1);
        let _ = write!(out, r#"<rect class="line" x="{left}" y="4" width="52" height="52"/>"#);
        for (i, j) in (0..TOKENS).flat_map(|i| (0..TOKENS).map(move |j| (i, j))) {
            let (x, y) = (left + cell * j as f64, 4.0 + cell * i as f64);
            let share = at(i.abs_diff(j)) / highest;
            let _ = write!(
                out,
                r#"<rect class="{class}" x="{x:.2}" y="{y:.2}" width="{cell:.2}" height="{cell:.2}" opacity="{share:.3}"/>"#
            );
        }
    }
}

/// The learnable sigmoid of some v over x from -4 to 4.
fn curves(out: &mut String) {
    for v in [-2.0, 0.0, 1.5] {
        let value = |x: f64| Mapping::LearnableSigmoid.value(x, v);
        let highest = 1.0 + 1.5_f64.exp();
        let points = (0..=40).map(|step| {
            let x = -4.0 + 0.2 * f64::from(step);
            format!("{:.1},{:.1} ", 4.0 + 2.8 * f64::from(step), 56.0 - 50.0 * value(x) / highest)
        });
        let of = if v == 0.0 { " of" } else { "" };
        let _ =
            write!(out, r#"<polyline class="line{of}" points="{}"/>"#, points.collect::<String>());
    }
}

/// Numbers with their intervals, of which two overlap.
fn intervals(out: &mut String) {
    for (y, middle, half, class) in
        [(14.0, 48.0, 26.0, ""), (30.0, 62.0, 14.0, "of"), (46.0, 94.0, 10.0, "")]
    {
        let (from, to) = (middle - half, middle + half);
        let _ = write!(
            out,
            r#"<path class="line {class}" d="M{from} {y}H{to}M{from} {}v8M{to} {}v8"/><circle class="{class}" cx="{middle}" cy="{y}" r="4"/>"#,
            y - 4.0,
            y - 4.0
        );
    }
}
