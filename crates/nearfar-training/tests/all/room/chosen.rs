//! What is chosen in the room, and what stays the task's and the runs' own until then.

use nearfar::lab::Panel;
use nearfar_training::data::Generated;
use nearfar_training::protocol::{Look, Task, Worth};
use nearfar_training::room::{Chosen, Linked, RunId, Speed};

const NEAR: Task = Task::Generated(Generated::Near);

fn fresh() -> Chosen {
    Chosen::of(&Linked::default())
}

fn linked(chosen: &Chosen) -> Linked {
    chosen.linked(RunId::default(), RunId::default())
}

fn typed() -> Linked {
    Linked {
        b: Some(RunId::default()),
        texts: Some(["not dull".to_owned(), String::new()]),
        head: Some(2),
        speed: Speed::Slow,
        ..Linked::default()
    }
}

/// The second head is surely worth most.
fn worth() -> [Worth; 2] {
    [Worth::default(), Worth { mean: 0.3, low: 0.2, high: 0.4 }]
}

#[test]
fn a_link_comes_back_from_what_it_chose() {
    assert_eq!(linked(&fresh()), Linked::default());
    assert_eq!(linked(&Chosen::of(&typed())), typed());
    let mut followed = fresh();
    followed.follow(&typed());
    // Whether there are two runs is said by the runs.
    assert_eq!(linked(&followed), Linked { b: None, ..typed() });
    followed.follow(&Linked::default());
    assert_eq!(linked(&followed), Linked::default());
}

#[test]
fn a_task_brings_its_sentence_until_somebody_types() {
    let mut chosen = fresh();
    chosen.suggest(NEAR, &[]);
    let own = chosen.texts.clone();
    assert!(!own[0].is_empty());
    assert_eq!(linked(&chosen).texts, None);
    chosen.type_text(1, "b".to_owned());
    chosen.suggest(Task::Own, &[(vec!["other".to_owned()], String::new())]);
    assert_eq!(chosen.texts, [own[0].clone(), "b".to_owned()]);
    assert_eq!(linked(&chosen).texts, Some(chosen.texts.clone()));
    // A link without texts: what was typed stands until the task's own comes.
    chosen.follow(&Linked::default());
    assert_eq!(chosen.texts[1], "b");
    chosen.suggest(NEAR, &[]);
    assert_eq!(chosen.texts, own);
}

#[test]
fn the_head_that_is_worth_most_is_shown_until_somebody_chooses() {
    let mut chosen = fresh();
    assert!(!chosen.see_worth(&[]));
    assert!(chosen.see_worth(&worth()));
    assert_eq!((chosen.head, linked(&chosen).head), (1, None));
    // It is shown already.
    assert!(!chosen.see_worth(&worth()));
    chosen.choose_head(0);
    assert!(!chosen.see_worth(&worth()));
    assert_eq!(linked(&chosen).head, Some(0));
}

#[test]
fn an_example_is_looked_at_as_if_it_was_typed() {
    let mut chosen = fresh();
    let texts = |texts: [&str; 3]| texts.map(str::to_owned);
    chosen.type_all(&texts(["one", "two", "three"]));
    assert_eq!(chosen.texts, ["one", "two"]);
    assert_eq!(linked(&chosen).texts, Some(chosen.texts.clone()));
    // One of a single text leaves the other field as it is.
    chosen.type_all(&texts(["four", "", ""])[..1]);
    assert_eq!(chosen.texts, ["four", "two"]);
}

#[test]
fn a_run_beside_is_the_one_whose_choices_are_shown() {
    let mut chosen = fresh();
    chosen.compare(true);
    assert_eq!((chosen.comparing, chosen.editing), (true, Panel::B));
    chosen.compare(false);
    assert_eq!((chosen.comparing, chosen.editing), (false, Panel::A));
}

#[test]
fn runs_look_at_the_texts_with_the_mask_of_the_page() {
    let mut chosen = Chosen::of(&typed());
    chosen.text = 1;
    let texts = vec!["not dull".to_owned(), String::new()];
    assert_eq!(chosen.look(true), Look { texts, text: 1, head: 2, causal: true });
}
