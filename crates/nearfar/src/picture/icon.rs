//! Icons as paths, drawn in the colour of the text beside them. Always beside or inside something named.

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow back.
    Undo,
    /// An arrow on.
    Redo,
    /// Two links of a chain.
    Link,
    /// A point that two others hang on.
    Share,
    /// A house.
    Home,
    /// A question mark.
    Help,
    /// A cross.
    Close,
    /// Arrows to two corners.
    Enlarge,
    /// A table.
    Table,
    /// A loudspeaker.
    Listen,
    /// An arrow down onto a line.
    Save,
    /// A lens with a plus.
    ZoomIn,
    /// A lens with a minus.
    ZoomOut,
    /// Four corners.
    Whole,
    /// A tick.
    Check,
}

impl Icon {
    /// Its lines as SVG has them, in a box of 20 by 20.
    pub fn path(self) -> &'static str {
        match self {
            Icon::Undo => "M7 4 3 8l4 4M3 8h8a6 6 0 0 1 0 10H7",
            Icon::Redo => "m13 4 4 4-4 4m4-4H9a6 6 0 0 0 0 10h4",
            Icon::Link => {
                "M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1m1 4a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1"
            }
            Icon::Share => {
                "M6.5 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM17 5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM17 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM6.3 9l6.9-3.2M6.3 11l6.9 3.2"
            }
            Icon::Home => "M3.5 9.5 10 4l6.5 5.5M5.5 8.5V16h9V8.5",
            Icon::Help => "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.2v.3",
            Icon::Close => "m5 5 10 10M15 5 5 15",
            Icon::Enlarge => "M12 3h5v5M17 3l-6 6M8 17H3v-5M3 17l6-6",
            Icon::Table => "M3 4h14v12H3ZM3 8.5h14M3 12.5h14M8 4v12",
            Icon::Listen => "M3 8v4h3l4 3.5v-11L6 8Zm10-.5a4 4 0 0 1 0 5M15.5 5a8 8 0 0 1 0 10",
            Icon::Save => "M10 3v9m-3.5-3.5L10 12l3.5-3.5M4 15.5h12",
            Icon::ZoomIn => "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4Zm3.6 8.6L17 17M6.8 9h4.4M9 6.8v4.4",
            Icon::ZoomOut => "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4Zm3.6 8.6L17 17M6.8 9h4.4",
            Icon::Whole => "M4 7.5V4h3.5M16 7.5V4h-3.5M4 12.5V16h3.5M16 12.5V16h-3.5",
            Icon::Check => "m4 10.5 4 4 8-9",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_has_a_path_of_its_own_that_begins_in_its_box() {
        let all = [
            Icon::Undo,
            Icon::Redo,
            Icon::Link,
            Icon::Share,
            Icon::Home,
            Icon::Help,
            Icon::Close,
            Icon::Enlarge,
            Icon::Table,
            Icon::Listen,
            Icon::Save,
            Icon::ZoomIn,
            Icon::ZoomOut,
            Icon::Whole,
            Icon::Check,
        ];
        for (place, icon) in all.iter().enumerate() {
            let path = icon.path();
            let start = path.strip_prefix(['M', 'm']).unwrap();
            let end = start.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(start.len());
            let numbers = start[..end]
                .split_whitespace()
                .take(2)
                .map(|number| number.parse::<f64>().unwrap());
            assert!(
                numbers.clone().count() == 2
                    && numbers.into_iter().all(|at| (0.0..=20.0).contains(&at)),
                "{path}"
            );
            assert!(all[..place].iter().all(|other| other.path() != path), "{icon:?}");
        }
    }
}
