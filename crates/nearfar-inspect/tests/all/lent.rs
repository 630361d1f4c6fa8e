//! Models that the other rooms show: files that wait, and which models are lent.

use nearfar::opened::OpenedModel;
use nearfar::opened::lend::{LendAnswer, Lent, NotLent, Reads};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::report::{Family, Obstacle, Report};
use nearfar_inspect::room::lent::{NotShown, Waiting, lent, reads_by, say_reads};

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
    waiting.refused(&["n.safetensors", "vocab.txt"], |name| (*name).to_owned());
    assert_eq!(waiting.files(), ["config.json"]);
}

#[test]
fn companions_that_came_to_a_model_that_cannot_be_run_wait_for_the_next_one() {
    let mut waiting = waiting(&["m.safetensors", "vocab.txt", "config.json"]);
    waiting.refused(&["config.json"], |name| (*name).to_owned());
    assert_eq!(waiting.files(), ["vocab.txt", "config.json"]);
    // No model waited: what was refused is at fault itself.
    waiting.refused(&["tokenizer.json"], |name| (*name).to_owned());
    assert_eq!(waiting.files(), ["vocab.txt", "config.json"]);
}

#[test]
fn a_model_that_cannot_be_run_is_named_where_a_companion_came_alone() {
    let why = || NotLent::CannotRun { why: "no heads".to_owned(), waits: true };
    let names = ["m.safetensors".to_owned(), "vocab.txt".to_owned()];
    let not = lent(LendAnswer::Not(why()), &names).expect_err("why");
    assert!(not.clone().says().contains("m.safetensors"), "{not:?}");
    // Once.
    assert_eq!(not.clone().of_file("m.safetensors"), not);
    let not = lent(LendAnswer::Not(why()), &names[1..]).expect_err("why");
    assert!(!not.clone().says().contains("vocab.txt"), "{not:?}");
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

#[test]
fn who_lends_nothing_says_why_and_what_is_waited_for() {
    let names = ["config.json".to_owned()];
    let why = |not| lent(LendAnswer::Not(not), &names).expect_err("why");
    let cannot = |waits| NotLent::CannotRun { why: "it has no heads".to_owned(), waits };
    assert!(matches!(why(NotLent::OfTheLab), NotShown::Problem(_)));
    assert!(matches!(why(cannot(false)), NotShown::Problem(says) if says.contains("no heads")));
    assert!(matches!(why(cannot(true)), NotShown::Lacks(says) if says.contains("no heads")));
    let waits = why(NotLent::Waits { wanted: "part-2.bin".to_owned() });
    assert!(
        matches!(&waits, NotShown::Waits(says) if says.contains("part-2.bin") && says.contains("config.json"))
    );
    assert!(matches!(lent(LendAnswer::Taken, &names), Err(NotShown::Problem(_))));
}

#[test]
fn what_is_wrong_is_told_of_the_file_once() {
    let of = |why: &str| NotShown::Problem(why.to_owned()).of_file("a.bin").says();
    assert_eq!(of("it is empty"), of("a.bin: it is empty"));
    assert_eq!(of("it is empty").matches("a.bin").count(), 1);
    let waits = NotShown::Waits("it waits".to_owned());
    assert_eq!(waits.clone().of_file("a.bin"), waits);
    let lacks = NotShown::Lacks("a configuration".to_owned()).of_file("a.bin");
    assert!(matches!(lacks, NotShown::Lacks(says) if says.contains("a.bin")));
}

#[test]
fn a_model_says_what_it_reads() {
    let said = |reads: Reads, by_tokenizer: Option<&str>| {
        let model = OpenedModel::plain("a.bin", vec![1]);
        let mut lent = Lent { model, reads, most: 8, lacks: Vec::new() };
        say_reads(&mut lent, by_tokenizer.map(str::to_owned));
        (lent.model.reads, lent.model.assumptions.len())
    };
    let ids = || Reads::Ids { rows: 30_528 };
    assert_eq!(said(ids(), Some("tokens of vocab.txt")), ("tokens of vocab.txt".to_owned(), 0));
    assert!(said(ids(), None).0.contains("no tokenizer came with it"));
    // Weights alone are assumed to be what they seem.
    assert_eq!(said(Reads::Nothing { labels: vec!["a".to_owned()] }, None).1, 1);
    assert_ne!(said(Reads::Words, None).0, said(ids(), None).0);
}

#[test]
fn a_tokenizer_is_told_with_the_rows_beyond_its_pieces() {
    let reads = |rows| reads_by("vocab.txt", "WordPiece", 30_522, rows);
    let exact = reads(30_522).expect("its own");
    assert!(exact.contains("vocab.txt") && exact.contains("WordPiece"), "{exact}");
    let longer = reads(30_528).expect("its own");
    assert!(longer.starts_with(&format!("{exact}; ")) && longer.contains('6'), "{longer}");
    assert!(reads(50_257).expect_err("another model's").starts_with("vocab.txt: "));
}
