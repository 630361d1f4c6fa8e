//! Which heads the sliders move, and in which order they stand side by side.

use nearfar::lab::{Lab, Panel};
use nearfar::metrics::HeadFigures;
use nearfar::settings::{SIDE_BY_SIDE, Settings};

use super::of_character;
use crate::{common, lab};

/// The heads that move, and of how many they are; the second is empty where they are all of several.
pub fn of_moved_heads(settings: &Settings) -> (String, String) {
    let (moved, heads) = (settings.moved_heads(), settings.heads);
    let who = match moved[..] {
        [_, _, ..] if moved.len() == heads => lab::heads_every(heads),
        [head] => common::head(head + 1),
        _ => {
            let names: Vec<_> = moved.iter().map(|head| (head + 1).to_string()).collect();
            lab::heads_several(names.join(", "))
        }
    };
    let of_all = if moved.len() == heads { String::new() } else { lab::of_all(heads) };
    (who, of_all)
}

/// What is said over heads side by side: which of them stand there, and in which order, where it is not that of the strip;
/// empty where neither needs words.
pub fn of_side_by_side(lab: &Lab, settings: &Settings) -> String {
    let which = match settings.moved_heads().len() {
        1 => lab::several_one().to_owned(),
        count if count > SIDE_BY_SIDE => lab::several_first(SIDE_BY_SIDE, count),
        _ => String::new(),
    };
    // Fig. 8 has its own words.
    if settings.shows_figure_8() || lab.side_by_side(settings).is_sorted() {
        return which;
    }
    format!("{which} {}", lab::several_order()).trim_start().to_owned()
}

/// What stands by a head of A among all: what its w favours, and how many tokens away it looks on average; a far head may
/// look no farther than attention to all alike. Each is empty where it is not known.
pub fn of_thumbnail(lab: &Lab, head: usize) -> [String; 2] {
    let favours = lab.known_character(head).map(of_character).map(lab::thumbnail_favours);
    let figures =
        lab.head_of(Panel::A, head).and_then(|(trace, head)| HeadFigures::of(trace, head));
    let looks =
        figures.map(|figures| lab::thumbnail_looks(format!("{:.1}", figures.mean_distance)));
    [favours.unwrap_or_default(), looks.unwrap_or_default()]
}

/// What the words and colours of the heads are, with how far uniform attention looks; empty where it is not known.
pub fn of_heads(lab: &Lab) -> String {
    let even = lab.even_figures().and_then(|even| even.head);
    let distance = even.map(|even| format!("{:.1}", even.mean_distance));
    distance.map(lab::heads_about).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use nearfar::Method;
    use nearfar::attention::HeadParameters;
    use nearfar::opened::OpenedModel;

    #[test]
    fn a_head_says_what_its_w_favours_and_how_far_it_looks() {
        // Scores of 0 are looked at alike: by hand, rows of three look 1, 2/3 and 1 tokens away, whatever w is.
        let says = |w: f64| {
            let settings = sample::settings(Method::DISTANCE_AWARE, w, 0.0);
            of_thumbnail(&sample::lab(&settings, &sample::answer([[0.0; 3]; 3])), 0)
        };
        assert_eq!(says(2.0), ["w: far", "looks 0.9"]);
        assert_eq!(says(-2.0), ["w: near", "looks 0.9"]);
        assert_eq!(of_thumbnail(&Lab::default(), 0), [const { String::new() }; 2]);
    }

    #[test]
    fn heads_side_by_side_are_counted_and_their_order_is_said() {
        let mut lab = Lab::default();
        let own = [0.0, 1.0, -1.0, 2.0, 3.0, 4.0].map(|w| HeadParameters { w, v: 1.0 });
        let opened = OpenedModel { own: vec![own.to_vec()], ..OpenedModel::plain("m", vec![6]) };
        lab.insert_opened(sample::FILE, opened).expect("six heads");
        let says = |chosen: &[usize]| {
            let chosen = chosen.to_vec();
            let settings =
                Settings { model: sample::FILE, heads: 6, head: 0, chosen, ..Settings::default() };
            of_side_by_side(&lab, &settings)
        };
        assert!(says(&[]).starts_with("One head is chosen."));
        assert_eq!(says(&[1, 3]), "", "both orders are one");
        assert_eq!(says(&[1, 2]), "In the order of the learned w, lowest first.");
        assert_eq!(
            says(&[1, 2, 3, 4, 5]),
            "The first 4 of the 6 chosen heads. In the order of the learned w, lowest first."
        );
        assert_eq!(says(&[1, 3, 4, 5]), "The first 4 of the 5 chosen heads.");
    }

    #[test]
    fn the_heads_that_move_are_named() {
        for (heads, head, chosen, who, of_all) in [
            (4, 1, vec![], "Head 2", "of 4"),
            (4, 1, vec![3], "Heads 2, 4", "of 4"),
            (4, 1, vec![0, 2, 3], "All 4 heads", ""),
            (1, 0, vec![], "Head 1", ""),
        ] {
            let settings = Settings { heads, head, chosen, ..Settings::default() };
            assert_eq!(of_moved_heads(&settings), (who.to_owned(), of_all.to_owned()));
        }
    }
}
