//! What a sentence of more than 512 tokens shows, how far it is, and what it does not show.

use nearfar::explore::Explorer;
use nearfar::lab::{Matrix, Panel};
use nearfar::text::MAX_TOKENS;

use super::counted;
use crate::lab;

/// One line, in the place of what is left out; `head` is the one that is shown, from 0.
pub fn of_long(tokens: usize, head: usize, explorer: &Explorer) -> String {
    let rows = explorer.figures().map_or(0, |(_, rows)| rows);
    let part = explorer.raster(Matrix::Weights(Panel::A)).0;
    let (refined, memory) = (explorer.refined(), explorer.memory());
    let computed = match memory > 0.0 {
        true => {
            let memory = format!("{:.0}", memory / 1e6);
            lab::long_computed_memory(MAX_TOKENS, head + 1, memory)
        }
        false => lab::long_computed(MAX_TOKENS, head + 1),
    };
    let drawn = match part.raster {
        _ if explorer.is_too_large() => lab::long_too_large().to_owned(),
        [0, _] => lab::long_coming().to_owned(),
        _ if part.is_exact() => lab::long_every_cell().to_owned(),
        raster => {
            let [high, wide] = [0, 1].map(|axis| part.cells[axis].div_ceil(raster[axis]));
            if refined < 1.0 {
                lab::long_draft(high, wide, format_args!("{:.0}", 100.0 * refined))
            } else {
                lab::long_reduced(high, wide)
            }
        }
    };
    let figures =
        (rows > 0 && rows < tokens).then(|| lab::long_figures(counted(rows), counted(tokens)));
    let says = [computed, drawn].into_iter().chain(figures);
    let says = says.chain([lab::long_left_out().to_owned()]);
    says.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::attention::HeadParameters;
    use nearfar::explore::{Answer, Plan, Request, Side, Sums};
    use nearfar::method::Method;
    use nearfar::picture::Section;

    const TOKENS: usize = 600;

    /// A plan for a part of the matrices, and the number under which its answers come.
    fn explorer(cells: [usize; 2], raster: [usize; 2]) -> (Explorer, u32) {
        let mut explorer = Explorer::default();
        (0..Explorer::WORKERS).for_each(|_| explorer.begin());
        let side =
            Side { method: Method::DISTANCE_AWARE, parameters: HeadParameters { w: -1.0, v: 1.0 } };
        let plan = Plan {
            given: 1,
            sides: [side; 2],
            causal: false,
            part: Section { first: [0, 0], cells, raster },
            rests: true,
        };
        let requests = explorer.requests(plan).expect("workers that listen");
        let [Request::View(view), _] = requests else { unreachable!("a view is asked for") };
        (explorer, view.id)
    }

    /// Rows of one worker, two values each.
    fn rows(id: u32, first: usize, is_draft: bool, values: usize) -> Answer {
        let rasters = [(); 3].map(|()| vec![0.5; values]);
        Answer::Rows { id, first, step: 2, is_draft, rasters }
    }

    fn draft(explorer: &mut Explorer, id: u32) {
        for first in 0..2 {
            explorer.receive(rows(id, first, true, 4));
        }
    }

    fn said(explorer: &Explorer) -> String {
        of_long(TOKENS, 2, explorer)
    }

    #[test]
    fn how_far_the_picture_is() {
        let says = said(&Explorer::default());
        let begin = "More than 512 tokens: only head 3 is computed, by rows, in two workers.";
        assert!(
            says.starts_with(&format!("{begin} Its first picture is on its way. The")),
            "{says}"
        );
        // 600 rows of 600 cells as 4 rows of 2 values: 150 by 300 cells each.
        let (mut reduced, id) = explorer([600, 600], [4, 2]);
        draft(&mut reduced, id);
        let says = said(&reduced);
        assert!(says.contains("up to 150 × 300 cells, of one row in 150 so far"), "{says}");
        assert!(says.contains("(0 % refined)"), "{says}");
        reduced.receive(rows(id, 0, false, 2));
        assert!(said(&reduced).contains("(25 % refined)"), "{}", said(&reduced));
        reduced.receive(rows(id, 0, false, 2));
        reduced.receive(rows(id, 1, false, 4));
        let says = said(&reduced);
        assert!(says.contains("up to 150 × 300 cells; zoom in"), "{says}");
        let (mut exact, id) = explorer([4, 2], [4, 2]);
        draft(&mut exact, id);
        assert!(said(&exact).contains(" Every cell is drawn. "), "{}", said(&exact));
        exact.receive(Answer::TooLarge { id });
        assert!(said(&exact).contains(" Its scores are too large to be re-scaled. "));
    }

    #[test]
    fn numbers_are_said_to_be_of_some_rows_until_they_are_of_all() {
        let (mut explorer, id) = explorer([600, 600], [4, 2]);
        assert!(!said(&explorer).contains("Numbers: "));
        let mut come = |share: usize, rows: usize| {
            let mut sums = Sums::default();
            (0..rows).for_each(|_| sums.add(None, None, 0, 1));
            explorer.receive(Answer::Figures { id, share, sums, memory: 12.4e6 });
            said(&explorer)
        };
        let says = come(0, 100);
        assert!(says.contains("in two workers (12 MB each)."), "{says}");
        assert!(says.contains("Numbers: 100 of 600 rows."), "{says}");
        assert!(come(1, 300).contains("Numbers: 400 of 600 rows."));
        come(0, 300);
        assert!(!come(1, 300).contains("Numbers: "));
    }
}
