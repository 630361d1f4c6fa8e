//! Names of tensors in one spelling: segments between `.` or `/`, with the words that frameworks
//! use for the same thing (kernel and weight, gamma and weight) made one.

use crate::report::pattern::number;

/// More segments than genuine names have; such a name fits no pattern.
const SEGMENTS: usize = 64;

/// A name of a file, in segments.
#[derive(Clone, Debug)]
pub(super) struct Name<'a> {
    /// As the file has it.
    pub raw: &'a str,
    /// Its segments, the last in the common spelling: `weight` or `bias` where it is one of those.
    pub segments: Vec<&'a str>,
    /// Where each segment ends in `raw`, in bytes, its separator not included.
    ends: Vec<usize>,
    /// Whether it was called a kernel, which Keras and TensorFlow keep as `[in, out]`.
    pub kernel: bool,
}

impl<'a> Name<'a> {
    pub fn new(raw: &'a str) -> Name<'a> {
        let text = raw.strip_suffix(":0").unwrap_or(raw);
        let (mut segments, mut ends, mut at) = (Vec::new(), Vec::new(), 0);
        for segment in text.split(['.', '/']) {
            if segments.len() == SEGMENTS {
                segments.clear();
                ends.clear();
                break;
            }
            if !segment.is_empty() {
                segments.push(segment);
                ends.push(at + segment.len());
            }
            at += segment.len() + 1;
        }
        let mut kernel = false;
        // Keras 3 numbers the variables of a layer: 0 is the kernel or gain, 1 the bias.
        if let [.., "vars", number @ ("0" | "1")] = segments[..] {
            segments.truncate(segments.len() - 2);
            ends.truncate(ends.len() - 2);
            segments.push(if number == "0" { "weight" } else { "bias" });
            ends.push(text.len());
            kernel = true;
        }
        if let Some(last) = segments.last_mut() {
            match *last {
                "kernel" => (*last, kernel) = ("weight", true),
                "gamma" | "gain" | "embeddings" => *last = "weight",
                "beta" => *last = "bias",
                _ => {}
            }
        }
        Name { raw, segments, ends, kernel }
    }

    /// The file's spelling of the first `count` segments with the separator behind them.
    pub fn front(&self, count: usize) -> &'a str {
        let Some(place) = count.checked_sub(1) else { return "" };
        let end = self.ends.get(place).map_or(self.raw.len(), |&end| end + 1);
        self.raw.get(..end).unwrap_or(self.raw)
    }

    /// Whether the segments end in `pattern`; then how many stand before it, and the numbers that
    /// its stars stand for.
    pub fn matches(&self, pattern: &[&str]) -> Option<(usize, Vec<u64>)> {
        let before = self.segments.len().checked_sub(pattern.len())?;
        let mut numbers = Vec::new();
        for (&segment, &pattern) in self.segments.get(before..)?.iter().zip(pattern) {
            match pattern.strip_suffix('*') {
                Some(start) => numbers.push(number(segment.strip_prefix(start)?)?),
                None if segment == pattern => {}
                None => return None,
            }
        }
        Some((before, numbers))
    }

    /// The segments without a last `weight` or `bias`, and whether it was a bias.
    pub fn stem(&self) -> (&[&'a str], bool) {
        match self.segments.split_last() {
            Some((&"weight", rest)) => (rest, false),
            Some((&"bias", rest)) => (rest, true),
            _ => (&self.segments, false),
        }
    }

    /// How many segments reach to the last number, that included; `None` where there is none.
    /// `skip` segments at the end are not looked at.
    pub fn to_last_number(&self, skip: usize) -> Option<(usize, u64)> {
        let looked_at = self.segments.len().saturating_sub(skip);
        let segments = self.segments.iter().take(looked_at).enumerate().rev();
        segments.filter_map(|(i, segment)| Some((i + 1, trailing_number(segment)?))).next()
    }
}

/// `3`, `layer_3`, `block3`: the number at the end of a segment.
fn trailing_number(segment: &str) -> Option<u64> {
    let start = segment.trim_end_matches(|character: char| character.is_ascii_digit()).len();
    let known = ["", "layer", "layers", "block", "blocks", "encoder_layer", "encoder", "h"];
    let word = segment.get(..start)?.trim_end_matches(['_', '-']);
    known.contains(&word).then(|| number(segment.get(start..)?)).flatten()
}

/// A name with every run of digits as `#`, for a fingerprint.
pub(super) fn masked(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_become_one() {
        for raw in ["a/query/kernel:0", "a.query.weight", "a/query/vars/0", "a.query.gamma"] {
            assert_eq!(Name::new(raw).segments, ["a", "query", "weight"], "{raw}");
        }
        assert!(Name::new("a/query/kernel:0").kernel);
        assert_eq!(Name::new("ln.vars.1").segments, ["ln", "bias"]);
    }

    #[test]
    fn a_pattern_fits_the_end_and_gives_its_numbers() {
        let name = Name::new("bert.encoder.layer.11.output.dense.weight");
        let pattern = ["encoder", "layer", "*", "output", "dense", "weight"];
        assert_eq!(name.matches(&pattern), Some((1, vec![11])));
        assert_eq!(name.front(1), "bert.");
        assert_eq!(name.front(0), "");
        assert_eq!(name.matches(&["decoder", "dense", "weight"]), None);
        let name = Name::new("encoder.layers.encoder_layer_3.ln_1.weight");
        assert_eq!(name.matches(&["encoder_layer_*", "ln_1", "weight"]), Some((2, vec![3])));
        assert_eq!(name.to_last_number(2), Some((3, 3)));
    }

    #[test]
    fn a_name_of_many_segments_fits_nothing() {
        let long = "a.".repeat(1000);
        assert_eq!(Name::new(&long).matches(&["a"]), None);
    }

    #[test]
    fn numbers_are_masked() {
        assert_eq!(masked("layer.12.ff.0.w"), "layer.#.ff.#.w");
    }
}
