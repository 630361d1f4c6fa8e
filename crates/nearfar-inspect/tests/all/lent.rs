//! Models that the other rooms show: files that wait, and which models are lent.

use nearfar::opened::lend::NotLent;
use nearfar_inspect::recognise::{Family, Obstacle, Report, recognise};
use nearfar_inspect::room::lent::Waiting;

use crate::recognise::sample;

fn report(family: Family, method: &str) -> Report {
    let mut report = recognise(&sample("da_tiny.npz"));
    report.family = family;
    report.method.value = Some(method.to_owned());
    report.obstacles = Vec::new();
    report
}

fn lends(report: &Report, names: &[&str]) -> Result<(), NotLent> {
    report.lends(names.iter().map(|&name| name.to_owned()))
}

fn waiting(names: &[&'static str]) -> Waiting<&'static str> {
    let mut waiting = Waiting::default();
    waiting.wait(names.to_vec());
    waiting
}

#[test]
fn what_waited_goes_with_the_model_that_comes() {
    let mut waiting = waiting(&["config.json"]);
    waiting.opened(false);
    assert!(waiting.files().is_empty());
}

#[test]
fn what_waits_goes_on_waiting_where_files_join_an_open_model() {
    let mut waiting = waiting(&["m.safetensors"]);
    waiting.opened(true);
    assert_eq!(waiting.files(), ["m.safetensors"]);
}

#[test]
fn a_model_that_waited_is_dropped_with_what_was_refused_and_companions_stay() {
    let mut waiting = waiting(&["m.safetensors", "config.json"]);
    waiting.refused(|name| (*name).to_owned());
    assert_eq!(waiting.files(), ["config.json"]);
}

#[test]
fn what_comes_to_wait_takes_the_place_of_what_waited() {
    let mut waiting = waiting(&["config.json"]);
    waiting.wait(vec!["vocab.txt"]);
    assert_eq!(waiting.files(), ["vocab.txt"]);
}

#[test]
fn a_model_that_cannot_be_run_waits_for_its_configuration_and_for_nothing_else() {
    let mut bert = report(Family::Bert, "vanilla");
    bert.obstacles = vec![Obstacle { why: "no heads".to_owned(), question: None }];
    let refused = |waits| Err(NotLent::CannotRun { why: "no heads".to_owned(), waits });
    assert_eq!(lends(&bert, &["m.safetensors"]), refused(true));
    assert_eq!(lends(&bert, &["m.safetensors", "config.json"]), refused(false));
}

#[test]
fn the_lab_reads_this_projects_files_by_itself_unless_their_method_is_another() {
    assert_eq!(lends(&report(Family::Nearfar, "vanilla"), &[]), Err(NotLent::OfTheLab));
    let da = report(Family::Nearfar, "da:learnable-sigmoid:early-multiply");
    assert_eq!(lends(&da, &[]), Err(NotLent::OfTheLab));
    assert_eq!(lends(&report(Family::Nearfar, "rope"), &[]), Ok(()));
    assert_eq!(lends(&report(Family::Bert, "vanilla"), &[]), Ok(()));
}

#[test]
fn other_rooms_run_a_model_on_128_tokens_or_as_many_as_it_has_positions() {
    let mut bert = report(Family::Bert, "vanilla");
    let mut of = |positions| {
        bert.positions = positions;
        bert.most_lent()
    };
    assert_eq!([of(None), of(Some(512)), of(Some(40))], [128, 128, 40]);
}
