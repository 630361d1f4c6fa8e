//! A link as a QR code (ISO/IEC 18004), for the cameras of phones.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use std::fmt::Write;

/// The largest version that a phone reads from a wall or a sheet: 117 modules a side.
const LARGEST: u8 = 25;
/// How many bytes it holds at the lowest level of error correction, ISO/IEC 18004, Table 7.
pub const MOST_BYTES: usize = 1_273;
/// The empty modules that a reader needs on each side.
const QUIET: i32 = 4;

/// A code: which of its modules are dark.
pub struct Code(QrCode);

/// The code of a link; `None` where it is longer than [`MOST_BYTES`].
pub fn code(link: &str) -> Option<Code> {
    let segments = QrSegment::make_segments(link);
    let (least, most) = (Version::new(1), Version::new(LARGEST));
    // More correction where it costs no larger code.
    QrCode::encode_segments_advanced(&segments, QrCodeEcc::Low, least, most, None, true)
        .ok()
        .map(Code)
}

impl Code {
    /// Modules on each side, the quiet ones with them.
    pub fn side(&self) -> i32 {
        self.0.size() + 2 * QUIET
    }

    /// The dark modules as the `d` of an SVG path, one unit a module, from the corner of the quiet zone.
    pub fn path(&self) -> String {
        let size = self.0.size();
        let mut path = String::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let dark = (x..size).take_while(|&x| self.0.get_module(x, y)).count() as i32;
                if dark > 0 {
                    let _ = write!(path, "M{} {}h{dark}v1h-{dark}z", x + QUIET, y + QUIET);
                }
                x += dark.max(1);
            }
        }
        path
    }

    /// The code as an SVG document, dark on white whatever the theme: readers expect it so.
    pub fn svg(&self) -> String {
        let side = self.side();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"#000\" d=\"{}\"/></svg>",
            self.path()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three finder patterns of every code: 7 x 7, a dark frame, a dark middle.
    #[test]
    fn a_code_has_its_finder_patterns() {
        let Some(code) = code("https://example.org/nearfar/#seed=4") else { panic!("too long") };
        let last = code.0.size() - 7;
        for (left, top) in [(0, 0), (last, 0), (0, last)] {
            for y in 0..7 {
                for x in 0..7 {
                    let ring = (x - 3_i32).abs().max((y - 3_i32).abs());
                    assert_eq!(code.0.get_module(left + x, top + y), ring != 2, "{x} {y}");
                }
            }
        }
    }

    /// Painted from its path, it is the code again.
    #[test]
    fn the_path_has_every_dark_module_and_no_other() {
        let Some(code) = code("near & far") else { panic!("too long") };
        let mut painted = std::collections::BTreeSet::new();
        for run in code.path().split('M').skip(1) {
            let numbers: Vec<i32> = run
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            painted.extend((0..numbers[2]).map(|step| (numbers[0] + step, numbers[1])));
        }
        for y in 0..code.side() {
            for x in 0..code.side() {
                let dark = code.0.get_module(x - QUIET, y - QUIET);
                assert_eq!(painted.contains(&(x, y)), dark, "{x} {y}");
            }
        }
    }

    #[test]
    fn a_link_that_no_phone_reads_has_none() {
        assert!(code(&"ä".repeat(MOST_BYTES / 2)).is_some());
        assert!(code(&format!("{}%", "b".repeat(MOST_BYTES - 1))).is_some());
        assert!(code(&format!("{}%", "b".repeat(MOST_BYTES))).is_none());
    }
}
