//! What the room says of a run.

use nearfar::ModelMethod;
use nearfar_training::protocol::{Choices, FIELDS, HeldOut, Overview, Report};
use nearfar_training::room::says::{of_data, of_difference, of_progress, title_of};

fn by(method: &str) -> Choices {
    let (choices, problems) = Choices::from_text(&format!("task=own;method={method}"));
    assert_eq!(problems, [""; 0]);
    choices
}

#[test]
fn the_rate_of_w_and_v_is_named_by_what_learns_at_it() {
    let field = |name: &str| FIELDS.iter().find(|field| field.name == name).unwrap();
    let usual = Some("Learning rate of w and v".to_owned());
    assert_eq!(title_of(field("head-rate"), &by("da")), usual);
    // It has numbers of its own, and no w.
    let own = title_of(field("head-rate"), &by("kerple"));
    assert!(matches!(by("kerple").method, ModelMethod::Own(_)));
    assert!(own.is_some() && own != usual, "{own:?}");
    assert_eq!(title_of(field("head-rate"), &by("vanilla")), None);
    assert_eq!(title_of(field("seed"), &by("vanilla")).as_deref(), Some("Seed"));
}

#[test]
fn two_runs_differ_in_what_was_chosen_or_in_nothing() {
    let run = |seed| Choices { seed, ..Choices::default() };
    assert!(of_difference(&run(1), &run(2)).contains("seed 2 instead of 1"));
    let none = of_difference(&run(1), &run(1));
    assert!(!none.is_empty() && !none.contains("instead"), "{none}");
}

#[test]
fn data_are_told_in_figures() {
    let classes = ["a", "b", "c"].map(str::to_owned).to_vec();
    let overview = Overview {
        train: 700,
        held_out: 150,
        words: 90,
        parameters: 45,
        classes,
        ..Overview::default()
    };
    let says = of_data(&overview);
    for figure in ["700", "150", "90", "45", "3"] {
        assert!(says.contains(figure), "{figure}: {says}");
    }
}

#[test]
fn a_run_that_has_learned_all_says_so_once_it_stands() {
    let held_out = |right| HeldOut { step: 40, loss: 0.001, right };
    let at = |playing, right| {
        let report = Report { step: 40, epoch: 2, step_ms: 5.0, playing, ..Report::default() };
        of_progress(&report, Some(&held_out(right)))
    };
    assert_ne!(at(false, 1.0), at(false, 0.5));
    assert_eq!(at(true, 1.0), at(true, 0.5));
    assert_eq!(
        at(false, 0.5),
        of_progress(&Report { step: 40, epoch: 2, step_ms: 5.0, ..Report::default() }, None)
    );
}
