//! Which records of the browser a tab writes: each tab has a slot of its own, so that none overwrites another's.

/// As many tabs are kept apart.
pub const MOST: u32 = 8;

/// The slots that a tab may take, the best one first: the one that it had before it was loaded anew, then the lowest.
pub fn slots(had: Option<&str>) -> Vec<u32> {
    let had = had.and_then(|had| had.parse().ok()).filter(|had| *had < MOST);
    let others = (0..MOST).filter(|slot| Some(*slot) != had);
    had.into_iter().chain(others).collect()
}

/// The name of a record of a slot; in the first one it is that of a browser that had one record for all tabs.
pub fn record(kind: &str, slot: u32) -> String {
    if slot == 0 { kind.to_owned() } else { format!("{kind}-{slot}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_takes_the_slot_that_it_had_and_a_new_one_the_lowest() {
        assert_eq!(slots(None), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(slots(Some("2")), [2, 0, 1, 3, 4, 5, 6, 7]);
        for damaged in ["8", "x", "-1", ""] {
            assert_eq!(slots(Some(damaged)), slots(None), "{damaged}");
        }
    }

    #[test]
    fn slots_have_records_of_their_own_and_the_first_those_of_before() {
        assert_eq!(record("a", 0), "a");
        let kinds = ["a", "b", "file"];
        let mut all: Vec<_> = kinds
            .iter()
            .flat_map(|kind| slots(None).into_iter().map(|at| record(kind, at)))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
