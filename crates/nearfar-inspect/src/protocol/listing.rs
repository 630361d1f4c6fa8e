//! The rows of a table of tensors: searched, sorted, as a list or as the tree of their names.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use super::TensorLine;
use crate::statistics::Statistics;

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Key {
    /// The file's order.
    #[default]
    File,
    /// Names, numbers within them by value.
    Name,
    /// Types.
    Type,
    /// The number of numbers.
    Shape,
    /// Bytes.
    Bytes,
    /// The least number.
    Min,
    /// The greatest.
    Max,
    /// The mean.
    Mean,
    /// The deviation.
    Deviation,
    /// The share that is 0.
    Zeros,
    /// How many are not finite.
    NonFinite,
}

impl Key {
    /// Whether numbers have to be read for it.
    pub fn needs_statistics(self) -> bool {
        !matches!(self, Key::File | Key::Name | Key::Type | Key::Shape | Key::Bytes)
    }

    /// The statistic that it stands for; `None` where that is not known, or is none.
    pub fn of(self, statistics: &Statistics) -> Option<f64> {
        match self {
            Key::Min => statistics.min,
            Key::Max => statistics.max,
            Key::Mean => statistics.mean,
            Key::Deviation => statistics.deviation,
            Key::Zeros => statistics.share_of_zeros(),
            Key::NonFinite => Some(statistics.non_finite() as f64),
            Key::File | Key::Name | Key::Type | Key::Shape | Key::Bytes => None,
        }
    }
}

/// How a table is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Words that a name, type or shape must all hold, in any order; small letters match large ones.
    pub search: String,
    /// What rows are sorted by.
    pub key: Key,
    /// Whether the greatest comes first.
    pub falling: bool,
    /// As a tree.
    pub tree: bool,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// A tensor.
    Tensor {
        /// Its place.
        place: usize,
        /// How far it is indented.
        depth: usize,
        /// Its name below the groups that it stands in.
        label: String,
    },
    /// What the names of several tensors begin with.
    Group {
        /// The whole beginning, by which it is closed and opened.
        path: String,
        /// What it adds to the group that it stands in.
        label: String,
        /// How far it is indented.
        depth: usize,
        /// Whether its rows are shown.
        is_open: bool,
        /// Tensors in it.
        tensors: usize,
        /// Their numbers.
        numbers: u64,
        /// Their bytes.
        bytes: u64,
    },
}

/// The rows of a table. `found` are the figures that are known, `closed` the groups that are closed.
pub fn rows(
    lines: &[TensorLine],
    found: &[Option<Statistics>],
    order: &Order,
    closed: &HashSet<String>,
) -> Vec<Row> {
    let words: Vec<String> =
        order.search.split_whitespace().map(|word| word.to_lowercase()).collect();
    let mut places: Vec<usize> = (0..lines.len())
        .filter(|&place| lines.get(place).is_some_and(|line| fits(line, &words)))
        .collect();
    if order.tree {
        return tree(lines, &places, closed);
    }
    let value = |place: usize| -> Option<f64> {
        let line = lines.get(place)?;
        match order.key {
            Key::Shape => Some(line.count() as f64),
            Key::Bytes => Some(line.bytes as f64),
            key => key.of(found.get(place)?.as_ref()?),
        }
    };
    let by = |&a: &usize, &b: &usize| {
        let (Some(one), Some(other)) = (lines.get(a), lines.get(b)) else {
            return Ordering::Equal;
        };
        let ordering = match order.key {
            Key::File => a.cmp(&b),
            Key::Name => natural(&one.name, &other.name),
            Key::Type => one.type_name.cmp(&other.type_name),
            // What is not known comes last, whichever way.
            _ => match (value(a), value(b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => return a.cmp(&b),
            },
        };
        if order.falling { ordering.reverse() } else { ordering }
    };
    // Stable: equals keep the file's order.
    places.sort_by(by);
    let row = |place: usize| {
        let label = lines.get(place).map(|line| line.name.clone()).unwrap_or_default();
        Row::Tensor { place, depth: 0, label }
    };
    places.into_iter().map(row).collect()
}

fn fits(line: &TensorLine, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text =
        format!("{} {} {}", line.name, line.type_name, shape_text(&line.shape)).to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// A shape as it is written: "32 × 16", "a number".
pub fn shape_text(shape: &[u64]) -> String {
    if shape.is_empty() {
        return "a number".to_owned();
    }
    shape.iter().map(u64::to_string).collect::<Vec<_>>().join(" × ")
}

/// Text order, but runs of digits by their value: layer 2 before layer 10.
fn natural(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one.chars().peekable(), other.chars().peekable());
    loop {
        let digits = |chars: &mut std::iter::Peekable<std::str::Chars>| {
            let mut run = String::new();
            while let Some(&digit) = chars.peek().filter(|c| c.is_ascii_digit()) {
                run.push(digit);
                chars.next();
            }
            run
        };
        let both = a.peek().is_some_and(char::is_ascii_digit)
            && b.peek().is_some_and(char::is_ascii_digit);
        let ordering = if both {
            let (x, y) = (digits(&mut a), digits(&mut b));
            let (x, y) =
                (x.trim_start_matches('0').to_owned(), y.trim_start_matches('0').to_owned());
            x.len().cmp(&y.len()).then(x.cmp(&y))
        } else {
            match (a.next(), b.next()) {
                (None, None) => return Ordering::Equal,
                (x, y) => x.cmp(&y),
            }
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
}

/// A group while the tree is made.
#[derive(Default)]
struct Group {
    /// In the order of first appearance: the label, and the group's or the tensor's place.
    order: Vec<(String, Entry)>,
    groups: BTreeMap<String, usize>,
}

enum Entry {
    Group(usize),
    Tensor(usize),
}

/// Deeper groups are written as one label.
const DEEPEST: usize = 12;

/// The tree of the names, split at dots and slashes. A group of one is written with what it holds.
fn tree(lines: &[TensorLine], places: &[usize], closed: &HashSet<String>) -> Vec<Row> {
    let mut groups = vec![Group::default()];
    for &place in places {
        let Some(line) = lines.get(place) else { continue };
        let mut parts: Vec<&str> = line.name.splitn(DEEPEST, ['.', '/']).collect();
        let last = parts.pop().unwrap_or_default();
        let mut at = 0;
        for part in parts {
            let known = groups.get(at).and_then(|group| group.groups.get(part).copied());
            let next = known.unwrap_or(groups.len());
            if known.is_none() {
                groups.push(Group::default());
                if let Some(group) = groups.get_mut(at) {
                    group.groups.insert(part.to_owned(), next);
                    group.order.push((part.to_owned(), Entry::Group(next)));
                }
            }
            at = next;
        }
        if let Some(group) = groups.get_mut(at) {
            group.order.push((last.to_owned(), Entry::Tensor(place)));
        }
    }
    let mut rows = Vec::new();
    let tree = Tree { lines, groups: &groups, closed };
    tree.write(0, "", 0, &mut rows);
    rows
}

struct Tree<'a> {
    lines: &'a [TensorLine],
    groups: &'a [Group],
    closed: &'a HashSet<String>,
}

impl Tree<'_> {
    /// The rows of a group. Its depth is at most [`DEEPEST`].
    fn write(&self, group: usize, path: &str, depth: usize, rows: &mut Vec<Row>) {
        let Some(group) = self.groups.get(group) else { return };
        for (label, entry) in &group.order {
            match entry {
                Entry::Tensor(place) => {
                    rows.push(Row::Tensor { place: *place, depth, label: label.clone() });
                }
                Entry::Group(inner) => self.write_group(*inner, path, label, depth, rows),
            }
        }
    }

    fn write_group(
        &self,
        mut group: usize,
        path: &str,
        label: &str,
        depth: usize,
        rows: &mut Vec<Row>,
    ) {
        let mut label = label.to_owned();
        // A group that holds one thing only adds nothing: its label joins that thing's.
        while let Some([(only, entry)]) = self.groups.get(group).map(|group| group.order.as_slice())
        {
            label = format!("{label}.{only}");
            match entry {
                Entry::Group(inner) => group = *inner,
                Entry::Tensor(place) => {
                    rows.push(Row::Tensor { place: *place, depth, label });
                    return;
                }
            }
        }
        let path = format!("{path}{label}.");
        let is_open = !self.closed.contains(&path);
        let (tensors, numbers, bytes) = self.sum(group);
        let row = Row::Group { path: path.clone(), label, depth, is_open, tensors, numbers, bytes };
        rows.push(row);
        if is_open {
            self.write(group, &path, depth + 1, rows);
        }
    }

    fn sum(&self, group: usize) -> (usize, u64, u64) {
        let Some(group) = self.groups.get(group) else { return (0, 0, 0) };
        group.order.iter().fold((0, 0_u64, 0_u64), |(tensors, numbers, bytes), (_, entry)| {
            let (more, own, size) = match entry {
                Entry::Group(inner) => self.sum(*inner),
                Entry::Tensor(place) => {
                    let line = self.lines.get(*place);
                    line.map_or((0, 0, 0), |line| (1, line.count(), line.bytes))
                }
            };
            (tensors + more, numbers.saturating_add(own), bytes.saturating_add(size))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(names: &[&str]) -> Vec<TensorLine> {
        let line = |(place, name): (usize, &&str)| TensorLine {
            name: (*name).to_owned(),
            type_name: "F32".to_owned(),
            shape: vec![place as u64 + 1, 2],
            bytes: 8 * (place as u64 + 1),
            shared: None,
            problem: None,
        };
        names.iter().enumerate().map(line).collect()
    }

    fn labels(rows: &[Row]) -> Vec<String> {
        let label = |row: &Row| match row {
            Row::Tensor { depth, label, .. } => format!("{}{label}", " ".repeat(*depth)),
            Row::Group { depth, label, is_open, tensors, .. } => {
                let mark = if *is_open { '-' } else { '+' };
                format!("{}{mark}{label} ({tensors})", " ".repeat(*depth))
            }
        };
        rows.iter().map(label).collect()
    }

    fn sorted(names: &[&str], key: Key, falling: bool) -> Vec<String> {
        let order = Order { key, falling, ..Order::default() };
        labels(&rows(&lines(names), &[], &order, &HashSet::new()))
    }

    #[test]
    fn numbers_in_names_are_sorted_by_value() {
        let names = ["l.10.w", "l.2.w", "l.2.b", "a"];
        assert_eq!(sorted(&names, Key::Name, false), ["a", "l.2.b", "l.2.w", "l.10.w"]);
        assert_eq!(sorted(&names, Key::Name, true), ["l.10.w", "l.2.w", "l.2.b", "a"]);
        assert_eq!(sorted(&names, Key::Bytes, true), ["a", "l.2.b", "l.2.w", "l.10.w"]);
        assert_eq!(sorted(&names, Key::File, false), names);
    }

    #[test]
    fn every_word_of_a_search_must_be_there() {
        let lines = lines(&["encoder.0.Weight", "encoder.0.bias", "head.weight"]);
        let find = |search: &str| {
            let order = Order { search: search.to_owned(), ..Order::default() };
            labels(&rows(&lines, &[], &order, &HashSet::new()))
        };
        assert_eq!(find("weight ENC"), ["encoder.0.Weight"]);
        assert_eq!(find("bias f32"), ["encoder.0.bias"]);
        assert_eq!(find("conv"), Vec::<String>::new());
        assert_eq!(find("  ").len(), 3);
    }

    #[test]
    fn unknown_figures_come_last_either_way() {
        let lines = lines(&["a", "b", "c"]);
        let mean = |mean| Some(Statistics { mean: Some(mean), count: 1, ..Statistics::default() });
        let found = [mean(1.0), None, mean(-1.0)];
        for (falling, expected) in [(false, ["c", "a", "b"]), (true, ["a", "c", "b"])] {
            let order = Order { key: Key::Mean, falling, ..Order::default() };
            assert_eq!(labels(&rows(&lines, &found, &order, &HashSet::new())), expected);
        }
    }

    #[test]
    fn a_tree_joins_groups_of_one_and_closes() {
        let lines = lines(&["m.enc.0.w", "m.enc.0.b", "m.enc.1.w", "m.enc.1.b", "m.head.x.y", "z"]);
        let order = Order { tree: true, ..Order::default() };
        let mut closed = HashSet::new();
        let all = labels(&rows(&lines, &[], &order, &closed));
        assert_eq!(
            all,
            [
                "-m (5)",
                " -enc (4)",
                "  -0 (2)",
                "   w",
                "   b",
                "  -1 (2)",
                "   w",
                "   b",
                " head.x.y",
                "z"
            ]
        );
        closed.insert("m.enc.0.".to_owned());
        let some = rows(&lines, &[], &order, &closed);
        assert_eq!(
            labels(&some),
            ["-m (5)", " -enc (4)", "  +0 (2)", "  -1 (2)", "   w", "   b", " head.x.y", "z"]
        );
        // Shapes [1, 2] and [2, 2]: 6 numbers, 8 + 16 bytes.
        assert!(matches!(some.get(2), Some(Row::Group { numbers: 6, bytes: 24, .. })));
    }
}
