//! One head of a trained model over one sentence: all that a picture of its attention needs, cut out
//! of a checkpoint and of the word vectors. Its file is read by a few lines, and not as .safetensors:
//! the general reader would be a third of the program that reads it.

use ndarray::{Array2, Array3};

use crate::attention::{AttentionError, HeadParameters, Mask, Trace};
use crate::method::Method;

/// One head and one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The tokens as they are shown, `[N]`, none of them with a line feed.
    pub tokens: Vec<String>,
    /// What the head asks for at each token, `[N, d]` (Eq. 1).
    pub query: Array2<f32>,
    /// What it finds at each token, `[N, d]` (Eq. 1).
    pub key: Array2<f32>,
    /// Its w and v.
    pub head: [f32; 2],
}

impl Excerpt {
    /// Reads the file of an excerpt. All numbers are little-endian; from byte 0:
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 4 | N, u32 |
    /// | 4 | d, u32 |
    /// | 8 | w and v, f32 |
    /// | 2 x 4 N d | Q and K, f32 |
    /// | the rest | the tokens in UTF-8, a line feed after each |
    ///
    /// `None` where the bytes are no such file.
    pub fn read(bytes: &[u8]) -> Option<Excerpt> {
        let mut rest = bytes;
        let [count, d] = *take(&mut rest, 2)? else { return None };
        let [count, d] = [count, d].map(|bytes| u32::from_le_bytes(bytes) as usize);
        let &[w, v] = take(&mut rest, 2)? else { return None };
        let mut vectors = || {
            let numbers = take(&mut rest, count.checked_mul(d)?)?;
            let numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            Array2::from_shape_vec((count, d), numbers).ok()
        };
        let (query, key) = (vectors()?, vectors()?);
        let text = std::str::from_utf8(rest).ok()?;
        let tokens: Vec<String> = text.split_terminator('\n').map(str::to_owned).collect();
        let head = [w, v].map(f32::from_le_bytes);
        // Without its line feed the last token may be cut.
        (tokens.len() == count && text.ends_with('\n')).then_some(Excerpt {
            tokens,
            query,
            key,
            head,
        })
    }

    /// The file of this excerpt, as [`Excerpt::read`] reads it.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Neither exceeds 2^32.
        for length in self.query.shape() {
            bytes.extend((*length as u32).to_le_bytes());
        }
        let numbers = self.head.iter().chain(&self.query).chain(&self.key);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        for token in &self.tokens {
            bytes.extend(token.as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }

    /// The attention of the head over the sentence; it has no values. In `f64`, whose plain loops are the
    /// smaller program.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn trace(&self) -> Result<Trace<f64>, AttentionError> {
        let (count, d) = self.query.dim();
        let stack = |vectors: &Array2<f32>| {
            let numbers = vectors.iter().map(|&number| f64::from(number)).collect();
            Array3::from_shape_vec((1, count, d), numbers).unwrap_or_default()
        };
        let (query, key) = (stack(&self.query), stack(&self.key));
        let (value, input) = (Array3::zeros((1, count, d)), Array2::zeros((count, 0)));
        let [w, v] = self.head.map(f64::from);
        let (heads, method) = ([HeadParameters { w, v }], Method::DISTANCE_AWARE);
        Trace::from_projected(query, key, value, &heads, method, Mask::none(), input)
    }
}

/// The first `count` groups of four bytes, which `rest` then no longer has.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [[u8; 4]]> {
    let (taken, left) = rest.split_at_checked(count.checked_mul(4)?)?;
    *rest = left;
    Some(taken.as_chunks().0)
}
