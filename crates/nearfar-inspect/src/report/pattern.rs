//! Patterns of tensors' names: what a user gives a role by, with one `*` for the number of a layer.

/// Digits of a layer's number.
const DIGITS: usize = 6;

/// A whole segment as a number.
pub(crate) fn number(segment: &str) -> Option<u64> {
    let fits = !segment.is_empty()
        && segment.len() <= DIGITS
        && segment.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| segment.parse().ok()).flatten()
}

/// The number that the star of a pattern stands for in a name; 0 where it has no star.
pub(crate) fn fits(pattern: &str, name: &str) -> Option<(u64, String)> {
    match pattern.split_once('*') {
        None => (pattern == name).then(|| (0, String::new())),
        Some((before, after)) => {
            let middle = name.strip_prefix(before)?.strip_suffix(after)?;
            let number = number(middle)?;
            Some((number, name.get(..before.len() + middle.len())?.to_owned()))
        }
    }
}

/// Whether any of these names fits a pattern.
pub(crate) fn fits_any<'a>(pattern: &str, mut names: impl Iterator<Item = &'a str>) -> bool {
    names.any(|name| fits(pattern, name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_a_number() {
        assert_eq!(fits("a.*.q", "a.12.q"), Some((12, "a.12".to_owned())));
        assert_eq!(fits("a.*.q", "a.x.q"), None);
        assert_eq!(fits("a.q", "a.q"), Some((0, String::new())));
        assert_eq!(fits("aa*aa", "aaa"), None);
    }
}
