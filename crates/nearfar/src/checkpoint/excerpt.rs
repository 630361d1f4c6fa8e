//! One head of a trained model with one sentence: all that a picture of its attention needs, cut out
//! of a checkpoint and of the word vectors. Its file is read by a few lines, and not as .safetensors:
//! the general reader would be a third of the program that reads it.

use half::f16;
use ndarray::{Array2, Array3};

use crate::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use crate::method::Method;
use crate::text::DIMENSION;

/// One head and one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The tokens as they are shown, `[N]`, none of them with a line feed.
    pub tokens: Vec<String>,
    /// The vector of each token, `[N]`: a factor, and what is multiplied by it.
    pub rows: Vec<(f32, [i8; DIMENSION])>,
    /// W_Q, W_K and W_V of the head, `[DIMENSION, d]` each, row-major.
    pub projections: [Vec<f16>; 3],
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
    /// | 4 N | the factors of the rows, f32 |
    /// | 100 N | the rows, int8 |
    /// | 3 x 200 d | W_Q, W_K and W_V, f16 |
    /// | the rest | the tokens in UTF-8, a line feed after each |
    ///
    /// `None` where the bytes are no such file.
    pub fn read(bytes: &[u8]) -> Option<Excerpt> {
        let mut rest = bytes;
        let count = u32::from_le_bytes(take(&mut rest, 1)?[0]) as usize;
        let d = u32::from_le_bytes(take(&mut rest, 1)?[0]) as usize;
        let &[w, v] = take(&mut rest, 2)? else { return None };
        let factors = take(&mut rest, count)?.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let rows = take::<DIMENSION>(&mut rest, count)?;
        let rows = rows.iter().map(|row| row.map(|byte| i8::from_le_bytes([byte])));
        let rows = factors.zip(rows).collect();
        let mut projection = || {
            let numbers = take(&mut rest, d.checked_mul(DIMENSION)?)?;
            Some(numbers.iter().map(|&bytes| f16::from_le_bytes(bytes)).collect())
        };
        let projections = [projection()?, projection()?, projection()?];
        let text = std::str::from_utf8(rest).ok()?;
        let tokens: Vec<String> = text.split_terminator('\n').map(str::to_owned).collect();
        let head = [w, v].map(f32::from_le_bytes);
        (tokens.len() == count).then_some(Excerpt { tokens, rows, projections, head })
    }

    /// The file of this excerpt, as [`Excerpt::read`] reads it.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let d = self.projections[0].len() / DIMENSION;
        // Neither exceeds 2^32.
        for length in [self.tokens.len(), d] {
            bytes.extend((length as u32).to_le_bytes());
        }
        bytes.extend(self.head.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.rows.iter().flat_map(|(factor, _)| factor.to_le_bytes()));
        bytes.extend(self.rows.iter().flat_map(|(_, row)| row).flat_map(|x| x.to_le_bytes()));
        bytes.extend(self.projections.iter().flatten().flat_map(|number| number.to_le_bytes()));
        for token in &self.tokens {
            bytes.extend(token.as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }

    /// The attention of the head over the sentence.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn trace(&self) -> Result<Trace<f32>, AttentionError> {
        let rows = self.rows.iter();
        let rows: Vec<[f32; DIMENSION]> =
            rows.map(|(factor, row)| row.map(|x| f32::from(x) * factor)).collect();
        let d = self.projections[0].len() / DIMENSION;
        let [query, key, value] = self.projections.each_ref().map(|numbers| {
            let numbers = numbers.iter().map(|number| number.to_f32()).collect();
            Array3::from_shape_vec((1, DIMENSION, d), numbers).unwrap_or_default()
        });
        // The outputs of one head alone are nobody's outputs.
        let projections = Projections { query, key, value, output: Array2::zeros((d, 0)) };
        let [w, v] = self.head.map(f64::from);
        let head = HeadParameters { w, v };
        let method = Method::DISTANCE_AWARE;
        Trace::new(&projections, &[head], method, Mask::none(), Array2::from(rows).view())
    }
}

/// The first `count` groups of `N` bytes, which `rest` then no longer has.
fn take<'a, const N: usize>(rest: &mut &'a [u8], count: usize) -> Option<&'a [[u8; N]]> {
    let (taken, left) = rest.split_at_checked(count.checked_mul(N)?)?;
    *rest = left;
    Some(taken.as_chunks().0)
}
