//! The three pictures of the Lab: which matrix each shows, its title, what stands on its button, and what its numbers are.

use nearfar::lab::{Contribution, Front, Lab, Matrix, Panel};
use nearfar::method::Method;
use nearfar::picture::scale::format_number;
use nearfar::settings::Settings;

use super::{short_of_panel, shown_part, title_of};
use crate::{common, lab};

/// Which matrix a picture shows.
pub fn matrix_of(settings: &Settings, front: Front) -> Matrix {
    match front.panel() {
        Some(panel) => Matrix::Weights(panel),
        None => Matrix::Difference(shown_part(settings)),
    }
}

/// The title over a picture.
pub fn title_of_picture(settings: &Settings, front: Front) -> String {
    match (front.panel(), shown_part(settings)) {
        (Some(panel), _) => title_of(settings, panel),
        (None, Contribution::Both) => "A − B".to_owned(),
        (None, Contribution::Clipping) => lab::difference_by_clipping().to_owned(),
        (None, Contribution::Distance) => lab::difference_by_distance().to_owned(),
    }
}

/// What the button says that shows a picture alone.
pub fn label_of_picture(settings: &Settings, front: Front) -> String {
    match front.panel() {
        Some(panel) => format!("{}: {}", panel.letter(), short_of_panel(settings, panel)),
        None => "A − B".to_owned(),
    }
}

/// What the numbers of a picture are: rows of weights sum to 1 where softmax is the last step.
pub fn unit_of_picture(settings: &Settings, front: Front) -> &'static str {
    let Some(panel) = front.panel() else { return common::unit_difference() };
    let method = panel.method(settings);
    let is_late =
        matches!(method, Method::DistanceAware { adjustment, .. } if !adjustment.is_early());
    match !is_late && (panel == Panel::B || settings.competition) {
        true => common::unit_weight(),
        false => lab::unit_no_sum(),
    }
}

/// The title of one of several heads, from 0, with its w where its panel knows distance.
pub fn title_of_head(lab: &Lab, panel: Panel, head: usize) -> String {
    match lab.w_of(panel, head) {
        Some(w) => lab::picture_of_head_w(panel.letter(), head + 1, format_number(w)),
        None => lab::picture_of_head(panel.letter(), head + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use nearfar::attention::{Adjustment, Mapping};

    #[test]
    fn rows_sum_to_1_where_softmax_is_the_last_step() {
        let late = Method::DistanceAware {
            mapping: Mapping::LearnableSigmoid,
            adjustment: Adjustment::LateMultiply,
        };
        let units = |settings: &Settings| Front::ALL.map(|front| unit_of_picture(settings, front));
        let [sums, free, apart] =
            [common::unit_weight(), lab::unit_no_sum(), common::unit_difference()];
        let start = Settings::default();
        assert_eq!(units(&start), [sums, sums, apart]);
        assert_eq!(units(&Settings { competition: false, ..start.clone() }), [free, sums, apart]);
        assert_eq!(units(&Settings { a: late, b: late, ..start }), [free, free, apart]);
    }

    #[test]
    fn a_picture_is_called_by_what_it_shows() {
        let mut settings = Settings::default();
        let titles =
            |settings: &Settings| Front::ALL.map(|front| title_of_picture(settings, front));
        let labels = Front::ALL.map(|front| label_of_picture(&settings, front));
        assert_eq!(labels, ["A: with distance", "B: no distance", "A − B"]);
        assert_eq!(titles(&settings)[2], "A − B");
        assert_eq!(titles(&settings)[0], title_of(&settings, Panel::A));
        for (part, title) in [
            (Contribution::Clipping, lab::difference_by_clipping()),
            (Contribution::Distance, lab::difference_by_distance()),
        ] {
            settings.difference = part;
            assert_eq!(titles(&settings)[2], title);
            assert_eq!(matrix_of(&settings, Front::Difference), Matrix::Difference(part));
        }
        assert_eq!(matrix_of(&settings, Front::B), Matrix::Weights(Panel::B));
        let names = Front::ALL.map(Front::name);
        assert_eq!(names, ["a", "b", "difference"]);
    }

    #[test]
    fn a_head_is_titled_with_its_w_where_its_panel_knows_distance() {
        let settings = sample::settings(Method::DISTANCE_AWARE, -1.5, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        assert_eq!(title_of_head(&lab, Panel::A, 0), "A · head 1, w = −1.5");
        assert_eq!(title_of_head(&lab, Panel::B, 0), "B · head 1");
    }
}
