//! What a method has of its own for positions: what it can learn by them, in a sentence, and as tables what their
//! rows are called and what stands over them.

use nearfar::methods::MethodKind;
use nearfar::model::Each;

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

/// The name of a row, from 0, of so many.
pub fn name(each: Each, rows: usize, row: usize) -> String {
    each.row_name(rows, row).unwrap_or_else(|| texts::common::cells_all().to_owned())
}

/// What stands over a table of `tensor`, a row of which stands for `together` numbers; `head`, from 0, is shown.
pub fn caption(tensor: &str, each: Each, together: usize, head: usize) -> String {
    match (together, each) {
        (1, Each::Bucket) => texts::common::cells_of_head(tensor, head + 1),
        (1, _) => tensor.to_owned(),
        (many, _) => texts::common::cells_together(tensor, many),
    }
}
