//! What a method has of its own for positions: what it can learn by them, in a sentence, and as tables what their
//! rows are called and what stands over them.

use nearfar::methods::MethodKind;
use nearfar::model::Each;

use crate::{common, learns};

/// What a model can learn about positions by a method: near and far, left and right, by which numbers.
pub fn learns_of(kind: MethodKind) -> &'static str {
    learns::find(kind.name()).unwrap_or_default()
}

/// What is written over the names of the rows.
pub fn column(each: Each) -> &'static str {
    match each {
        Each::Head => common::cells_head(),
        Each::Offset | Each::Bucket => common::cells_offset(),
        Each::Feature => common::cells_feature(),
        Each::Whole => common::cells_whole(),
    }
}

/// The name of a row, from 0, of so many.
pub fn name(each: Each, rows: usize, row: usize) -> String {
    each.row_name(rows, row).unwrap_or_else(|| common::cells_all().to_owned())
}

/// What stands over a table of `tensor`, a row of which stands for `together` numbers; `head`, from 0, is shown.
pub fn caption(tensor: &str, each: Each, together: usize, head: usize) -> String {
    match (together, each) {
        (1, Each::Bucket) => common::cells_of_head(tensor, head + 1),
        (1, _) => tensor.to_owned(),
        (many, _) => common::cells_together(tensor, many),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_table_have_names_of_their_own() {
        for each in [Each::Head, Each::Offset, Each::Feature] {
            let mut names: Vec<_> = (0..5).map(|row| name(each, 5, row)).collect();
            names.dedup();
            assert_eq!(names.len(), 5, "{names:?}");
            assert!(!column(each).is_empty());
        }
        assert_eq!(name(Each::Whole, 1, 0), common::cells_all());
    }

    #[test]
    fn a_table_of_buckets_says_whose_they_are() {
        assert_eq!(caption("bias", Each::Offset, 1, 2), "bias");
        assert!(caption("bias", Each::Bucket, 1, 2).contains("head 3"));
        assert!(caption("bias", Each::Bucket, 16, 2).contains("16"));
    }

    #[test]
    fn what_a_method_learns_is_its_own() {
        assert!(learns_of(MethodKind::Kerple).contains("r1 and r2"));
        assert!(learns_of(MethodKind::NoPositions).starts_with("Nothing about positions"));
    }
}
