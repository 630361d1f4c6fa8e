//! Titles of terms, which are written in one line, with their subscripts and superscripts apart.

/// Where a part of a title stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// On the line.
    Line,
    /// Below it.
    Sub,
    /// Above it.
    Super,
}

/// The parts of a title: `q_i · R_{i-j}` has an i and an i-j below the line. A letter after `_` or `^` stands there with
/// the letters and digits that follow it, or all that braces hold.
pub fn scripts(title: &str) -> Vec<(Level, &str)> {
    let mut parts = Vec::new();
    let mut rest = title;
    while let Some(at) = rest.find(['_', '^']) {
        let level = if rest[at..].starts_with('_') { Level::Sub } else { Level::Super };
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let braced = after.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let (script, next) = match braced {
            Some(found) => found,
            None => {
                let ends = |letter: char| !letter.is_alphanumeric();
                after.split_at(after.find(ends).unwrap_or(after.len()))
            }
        };
        if script.is_empty() {
            // A sign on its own.
            parts.push((Level::Line, &rest[..=at]));
            rest = after;
            continue;
        }
        parts.push((Level::Line, before));
        parts.push((level, script));
        rest = next;
    }
    parts.push((Level::Line, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::Level::{Line, Sub, Super};
    use super::*;

    #[test]
    fn scripts_are_below_and_above_the_line() {
        let tener = [(Line, "q"), (Sub, "i"), (Line, " · R"), (Sub, "i-j")];
        assert_eq!(scripts("q_i · R_{i-j}"), tener);
        let shaw = [(Line, "Position q"), (Sub, "i"), (Line, " · a"), (Super, "K"), (Sub, "ij")];
        assert_eq!(scripts("Position q_i · a^K_ij"), shaw);
        assert_eq!(scripts("Keys H W_K"), [(Line, "Keys H W"), (Sub, "K")]);
        assert_eq!(scripts("Bias -m |i - j|"), [(Line, "Bias -m |i - j|")]);
        // What is no script stays as it is.
        assert_eq!(scripts("a_ b"), [(Line, "a_"), (Line, " b")]);
        assert_eq!(scripts("x_{y"), [(Line, "x_"), (Line, "{y")]);
        assert_eq!(scripts(""), []);
        assert_eq!(scripts("_é^"), [(Sub, "é"), (Line, "^")]);
    }
}
