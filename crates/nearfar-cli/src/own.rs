//! What a method beside da and vanilla learned of its own, in its own terms: where it started beside what
//! it is now. Vectors are shown by their length; numbers that meet scores as they are.

use nearfar::checkpoint::Trained;
use nearfar::methods::shaw::offset_names;
use nearfar::methods::t5::Buckets;
use nearfar::model::own::own_name;
use nearfar::model::{Each, Role};

/// A title, the heads of the columns, and the rows.
pub type OwnTable = (String, Vec<String>, Vec<Vec<String>>);

/// One tensor: where it started, if the file says so, and what it is now.
struct Learned<'a> {
    name: &'static str,
    columns: usize,
    start: Option<&'a [f32]>,
    now: &'a [f32],
}

impl Learned<'_> {
    /// The two columns of a number of each: at the start and now.
    fn pair(&self, number: impl Fn(&[f32]) -> f64) -> [String; 2] {
        let text = |values| format!("{:+.3}", number(values));
        [self.start.map_or("-".to_owned(), text), text(self.now)]
    }

    fn row<'v>(&self, values: &'v [f32], row: usize) -> &'v [f32] {
        &values[row * self.columns..(row + 1) * self.columns]
    }
}

/// ‖values‖.
fn length<'a>(values: impl IntoIterator<Item = &'a f32>) -> f64 {
    values.into_iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt()
}

/// The tables of what the words' layer learned of its own; none for vanilla, for da without lines, and
/// where nothing of a method is learned.
pub fn tables(trained: &Trained) -> Vec<OwnTable> {
    let words = &trained.model.words;
    let Some(own) = &words.own else {
        return if words.lines.is_empty() { Vec::new() } else { vec![lines(trained)] };
    };
    let specs = own.method.own(own.sizes);
    let positions = specs.iter().filter(|spec| spec.role != Role::Weight);
    let learned: Vec<Learned> = positions
        .filter_map(|spec| {
            let of = |name: &str| own.values.iter().find(|(known, _)| *known == name);
            let full = own_name("words", spec);
            let start = trained.own_start.iter().find(|(known, _)| *known == full);
            Some(Learned {
                name: spec.name,
                columns: spec.shape.last().copied().unwrap_or(1),
                start: start.map(|(_, values)| values.as_slice()),
                now: &of(spec.name)?.1,
            })
        })
        .collect();
    let (heads, d) = (own.sizes.heads, own.sizes.dimensions);
    if let Some(rows) = own.method.rows() {
        let table: Vec<Learned> =
            learned.into_iter().filter(|one| one.name == rows.tensor).collect();
        let title = format!("The vector of each {}, by its length", rows.of);
        return vec![by_row(&title, rows.column, rows.names, &table)];
    }
    let Some(first) = learned.first() else { return Vec::new() };
    match own.method.each(first.name) {
        Each::Offset => {
            let names = offset_names(first.now.len() / first.columns.max(1));
            vec![by_row("The vectors of each offset, by their lengths", "j - i", names, &learned)]
        }
        Each::Bucket => learned.iter().map(t5).collect(),
        Each::Head if learned.iter().all(|one| one.now.len() == heads) => vec![per_head(
            "The numbers of each head",
            &learned,
            heads,
            |name| name.to_owned(),
            |values, head| f64::from(values[head]),
        )],
        Each::Head => vec![per_head(
            "The vectors of each head, by their lengths",
            &learned,
            heads,
            |name| format!("‖{name}‖"),
            // Of [h, d] a row, of [D, h·d] these columns: cell c belongs to head (c / d) mod h.
            |values, head| {
                let cells = values.iter().enumerate();
                length(cells.filter(|(cell, _)| cell / d % heads == head).map(|(_, x)| x))
            },
        )],
        Each::Feature | Each::Whole => Vec::new(),
    }
}

/// One row for each head.
fn per_head(
    title: &str,
    learned: &[Learned],
    heads: usize,
    name: impl Fn(&str) -> String,
    number: impl Fn(&[f32], usize) -> f64,
) -> OwnTable {
    let names = learned.iter().flat_map(|one| {
        let name = name(one.name);
        [format!("{name} at the start"), name]
    });
    let row = |head: usize| {
        let numbers = learned.iter().flat_map(|one| one.pair(|values| number(values, head)));
        std::iter::once((head + 1).to_string()).chain(numbers).collect()
    };
    let head = std::iter::once("head".to_owned()).chain(names).collect();
    (title.to_owned(), head, (0..heads).map(row).collect())
}

/// One row for each head of a model whose heads have lines of their own.
fn lines(trained: &Trained) -> OwnTable {
    let words = &trained.model.words;
    let numbers = |of: &dyn Fn(usize) -> f64| -> Vec<f32> {
        (0..words.lines.len()).map(|head| of(head) as f32).collect()
    };
    let now = [
        ("w", numbers(&|head| words.heads.get(head).map_or(0.0, |head| head.w))),
        ("k", numbers(&|head| words.lines[head].slope)),
        ("b", numbers(&|head| words.lines[head].intercept)),
    ];
    let learned: Vec<Learned> = now
        .iter()
        .map(|(name, now)| {
            let full = format!("words.attention.{name}");
            let start = trained.own_start.iter().find(|(known, _)| *known == full);
            let start = start.map(|(_, values)| values.as_slice());
            Learned { name, columns: now.len(), start, now }
        })
        .collect();
    let number = |values: &[f32], head: usize| f64::from(values[head]);
    let title = "The line f(x) = k·x + b of each head, x = w·R";
    per_head(title, &learned, words.lines.len(), |name| name.to_owned(), number)
}

/// One row for each of `names`, which are those of the tables' rows: the length of its vectors.
fn by_row(title: &str, of: &str, names: Vec<String>, learned: &[Learned]) -> OwnTable {
    let columns = learned.iter().flat_map(|one| {
        let name = match one.name {
            "tab_K" => "‖a^K‖",
            "tab_V" => "‖a^V‖",
            "label_table" => "‖l‖",
            _ => "‖t‖",
        };
        [format!("{name} at the start"), name.to_owned()]
    });
    let row = |(place, name): (usize, String)| {
        let numbers =
            learned.iter().flat_map(|one| one.pair(|values| length(one.row(values, place))));
        std::iter::once(name).chain(numbers).collect()
    };
    let head = std::iter::once(of.to_owned()).chain(columns).collect();
    (title.to_owned(), head, names.into_iter().enumerate().map(row).collect())
}

/// One row for each bucket: the mean of all heads, and the heads furthest apart.
fn t5(table: &Learned) -> OwnTable {
    let head = ["j - i", "bias at the start", "bias", "lowest head", "highest head"];
    let mean = |values: &[f32]| {
        values.iter().map(|&x| f64::from(x)).sum::<f64>() / values.len().max(1) as f64
    };
    let row = |(bucket, name): (usize, String)| {
        let now = table.row(table.now, bucket);
        let lowest = now.iter().copied().fold(f32::INFINITY, f32::min);
        let highest = now.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let [start, mean] = table.pair(|values| mean(table.row(values, bucket)));
        vec![name, start, mean, format!("{lowest:+.3}"), format!("{highest:+.3}")]
    };
    let rows = bucket_names().into_iter().enumerate().map(row).collect();
    let title = "The bias of each bucket of relative positions, mean of all heads";
    (title.to_owned(), head.map(str::to_owned).to_vec(), rows)
}

/// The relative positions of each bucket: `-3`, `9 to 12`, `≥91`; the first bucket of keys behind the
/// query has none.
fn bucket_names() -> Vec<String> {
    let buckets = Buckets::ENCODER;
    let farthest = buckets.farthest;
    let name = |bucket: usize| {
        let of = |behind: bool| {
            let place = |a: usize| if behind { (0, a) } else { (a, 0) };
            let found: Vec<usize> = (usize::from(behind)..=farthest)
                .filter(|&a| {
                    let (i, j) = place(a);
                    buckets.bucket(i, j) == bucket
                })
                .collect();
            let (&first, &last) = (found.first()?, found.last()?);
            let sign = if behind || first == 0 { "" } else { "-" };
            Some(match (first == last, last == farthest) {
                (true, false) => format!("{sign}{first}"),
                (_, true) if behind => format!("≥{first}"),
                (_, true) => format!("≤-{first}"),
                _ => format!("{sign}{first} to {sign}{last}"),
            })
        };
        of(false).or_else(|| of(true)).unwrap_or_else(|| "none".to_owned())
    };
    (0..buckets.count).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_named_by_their_positions() {
        let names = bucket_names();
        assert_eq!(names.len(), 32);
        assert_eq!((names[0].as_str(), names[3].as_str()), ("0", "-3"));
        assert_eq!((names[16].as_str(), names[19].as_str()), ("none", "3"));
        assert!(names[15].starts_with("≤-") && names[31].starts_with('≥'), "{names:?}");
        assert!(names[8].contains(" to "), "{names:?}");
    }
}
