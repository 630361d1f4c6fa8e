//! The table of every head's figures.

use nearfar::lab::LabFigures;
use nearfar::picture::scale::format_number;

use crate::lab;

/// The columns: what each means, its name, what its numbers count.
pub fn figure_columns() -> [[&'static str; 3]; 6] {
    [
        [lab::column_entropy_title(), lab::column_entropy(), lab::column_nats()],
        [lab::column_effective_title(), lab::column_effective(), lab::counts_tokens()],
        [lab::column_distance_title(), lab::column_distance(), lab::counts_tokens()],
        [lab::column_near_title(), lab::column_near(), lab::column_share()],
        [lab::column_zeroed_title(), lab::column_zeroed(), lab::column_share()],
        [lab::column_divergence_title(), lab::column_divergence(), lab::column_nats()],
    ]
}

/// The figures of a row in these columns; a dash for what is not there.
pub fn cells_of(figures: Option<LabFigures>) -> [String; 6] {
    let head = figures.and_then(|figures| figures.head);
    let zeroed = figures.and_then(|figures| figures.zeroed);
    let divergence = figures.and_then(|figures| figures.divergence);
    let numbers = [
        head.map(|head| head.entropy),
        head.map(|head| head.effective_tokens),
        head.map(|head| head.mean_distance),
        head.map(|head| head.near_share),
        zeroed,
        divergence,
    ];
    numbers.map(|number| number.map_or_else(|| "–".to_owned(), format_number))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;

    #[test]
    fn what_a_row_lacks_is_a_dash_in_its_column() {
        let settings = sample::settings(PLAIN, 0.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        // ln 3, three tokens, (1 + 2/3 + 1) / 3 tokens away, all within 2; nothing is set to 0, and B is the same.
        assert_eq!(cells_of(lab.figures(0)), ["1.1", "3", "0.889", "1", "–", "0"]);
        assert_eq!(cells_of(lab.even_figures()), ["1.1", "3", "0.889", "1", "–", "–"]);
        assert_eq!(cells_of(lab.figures(1)), ["–"; 6]);
        assert_eq!(figure_columns()[0][2], lab::column_nats());
    }
}
