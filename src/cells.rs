//! What a method has of its own for positions: what it can learn by them, in a sentence, and as tables what their
//! rows are called and what stands over them.

use nearfar::methods::MethodKind;
use nearfar::methods::t5::Buckets;
use nearfar::model::Each;

/// Farther than the last bucket begins.
const FARTHEST: i64 = 130;

/// What a model can learn about positions by a method: near and far, left and right, by which numbers.
pub fn learns_of(kind: MethodKind) -> &'static str {
    texts::learns::find(kind.name()).unwrap_or_default()
}

/// What is written over the names of the rows.
pub fn column(each: Each) -> &'static str {
    match each {
        Each::Head => texts::common::cells_head(),
        Each::Offset | Each::Bucket => texts::common::cells_offset(),
        Each::Feature => texts::common::cells_feature(),
        Each::Whole => texts::common::cells_whole(),
    }
}

/// The row of `rows` that an offset j - i falls into; `None` for what is not of offsets, or beyond them.
pub fn row_of_offset(each: Each, rows: usize, offset: i64) -> Option<usize> {
    let row = match each {
        Each::Offset => usize::try_from(offset + (rows / 2) as i64).ok()?,
        Each::Bucket => {
            let [i, j] = [-offset, offset].map(|place| usize::try_from(place).unwrap_or(0));
            Buckets::ENCODER.bucket(i, j)
        }
        Each::Head | Each::Feature | Each::Whole => return None,
    };
    (row < rows).then_some(row)
}

/// The offsets of a bucket: "−3", "8 … 11", "≥ 113".
fn offsets(rows: usize, row: usize) -> String {
    let is_of = |&offset: &i64| row_of_offset(Each::Bucket, rows, offset) == Some(row);
    let mut all = (-FARTHEST..=FARTHEST).filter(is_of);
    // Nothing stands behind a word at a distance of 0.
    let Some(first) = all.next() else { return "–".to_owned() };
    let last = all.next_back().unwrap_or(first);
    let said = |offset: i64| offset.to_string().replace('-', "\u{2212}");
    match (first, last) {
        _ if first == -FARTHEST => format!("≤ {}", said(last)),
        _ if last == FARTHEST => format!("≥ {}", said(first)),
        _ if first == last => said(first),
        _ => format!("{} … {}", said(first), said(last)),
    }
}

/// The name of a row, from 0, of so many; heads count from 1.
pub fn name(each: Each, rows: usize, row: usize) -> String {
    match each {
        Each::Head | Each::Feature => (row + 1).to_string(),
        Each::Offset => {
            let offset = row as i64 - (rows / 2) as i64;
            offset.to_string().replace('-', "\u{2212}")
        }
        Each::Bucket => offsets(rows, row),
        Each::Whole => texts::common::cells_all().to_owned(),
    }
}

/// What stands over a table of `tensor`, a row of which stands for `together` numbers; `head`, from 0, is shown.
pub fn caption(tensor: &str, each: Each, together: usize, head: usize) -> String {
    match (together, each) {
        (1, Each::Bucket) => texts::common::cells_of_head(tensor, head + 1),
        (1, _) => tensor.to_owned(),
        (many, _) => texts::common::cells_together(tensor, many),
    }
}
