//! Runs that were left come back: the last of the same choices, within the bound of memory.

use nearfar_training::protocol::{Choices, Kept, Task};
use nearfar_training::shelf::{Saved, Shelf};

fn run(seed: u32, step: u64, bytes: usize) -> Saved {
    let choices = Choices { seed, ..Choices::default() };
    Saved { choices, number: 0, kept: Kept::default(), state: vec![0; bytes], step }
}

#[test]
fn the_last_run_of_the_same_choices_comes_back() {
    let mut shelf = Shelf::new(1_000);
    let (near, far) = (run(1, 393, 10), run(2, 543, 10));
    shelf.put(near.clone());
    shelf.put(far.clone());
    assert_eq!(shelf.last_of(&near.choices, 0), Some(&near));
    assert_eq!(shelf.last_of(&far.choices, 0), Some(&far));
    // It went on after it came back, and was left again: both are kept, the later one comes back.
    shelf.put(run(1, 400, 10));
    assert_eq!(shelf.last_of(&near.choices, 0).map(|run| run.step), Some(400));
    // Left as it came: once is enough.
    shelf.put(near.clone());
    assert_eq!(shelf.count(), 3);
    assert_eq!(shelf.last_of(&near.choices, 0), Some(&near));
    assert_eq!(shelf.last_of(&run(3, 0, 0).choices, 0), None);
}

#[test]
fn a_run_that_was_rewound_is_apart_from_the_one_after_it() {
    let mut shelf = Shelf::new(1_000);
    let (first, second) = (run(1, 393, 10), Saved { number: 1, ..run(1, 20, 10) });
    shelf.put(first.clone());
    shelf.put(second.clone());
    assert_eq!(shelf.last_of(&first.choices, 0), Some(&first));
    assert_eq!(shelf.last_of(&first.choices, 1), Some(&second));
    assert_eq!(shelf.last_of(&first.choices, 2), None);
}

#[test]
fn what_was_left_first_makes_way() {
    let mut shelf = Shelf::new(100);
    for seed in 1..=5 {
        shelf.put(run(seed, 1, 40));
    }
    assert_eq!(shelf.count(), 2);
    assert!(shelf.last_of(&run(3, 1, 0).choices, 0).is_none());
    assert!(shelf.last_of(&run(4, 1, 0).choices, 0).is_some());
    // Heavier than the bound: it is what the user just left, so it stays.
    shelf.put(run(6, 1, 400));
    assert_eq!(shelf.count(), 1);
    assert!(shelf.last_of(&run(6, 1, 0).choices, 0).is_some());
}

#[test]
fn another_file_forgets_the_runs_of_the_one_before() {
    let mut shelf = Shelf::new(100);
    let own = Saved { choices: Choices::of(Task::Own), ..run(1, 5, 10) };
    shelf.put(own.clone());
    shelf.put(run(1, 5, 10));
    shelf.forget_own();
    assert_eq!(shelf.last_of(&own.choices, 0), None);
    assert_eq!(shelf.count(), 1);
}
