//! Blocks of GGUF to numbers: each type as `ggml` defines it, in `f32` and in its order of operations,
//! so that numbers are equal to those of gguf-py to the bit.

use std::sync::Arc;

use half::f16;

use crate::error::InspectError;
use crate::limits;
use crate::source::{Source, bytes_at};
use crate::tensor::Numbers;

/// Numbers in the blocks of the K types, the longest there are.
const LONG: usize = 256;
/// Numbers in the blocks of the older types.
const SHORT: usize = 32;

/// Numbers and bytes of a block of a type; `None` where the type is not known.
pub(super) fn size(kind: u32) -> Option<(u64, u64)> {
    find(kind).map(|&(_, _, numbers, bytes)| (numbers, bytes))
}

/// The name of a type.
pub(super) fn name(kind: u32) -> Option<String> {
    find(kind).map(|&(_, name, ..)| name.to_owned())
}

fn find(kind: u32) -> Option<&'static (u32, &'static str, u64, u64)> {
    TYPES.iter().find(|&&(number, ..)| number == kind)
}

/// Number, name, numbers of a block, its bytes: `GGML_QUANT_SIZES` of gguf-py 0.19.
const TYPES: [(u32, &str, u64, u64); 26] = [
    (2, "Q4_0", 32, 18),
    (3, "Q4_1", 32, 20),
    (6, "Q5_0", 32, 22),
    (7, "Q5_1", 32, 24),
    (8, "Q8_0", 32, 34),
    (9, "Q8_1", 32, 40),
    (10, "Q2_K", 256, 84),
    (11, "Q3_K", 256, 110),
    (12, "Q4_K", 256, 144),
    (13, "Q5_K", 256, 176),
    (14, "Q6_K", 256, 210),
    (15, "Q8_K", 256, 292),
    (16, "IQ2_XXS", 256, 66),
    (17, "IQ2_XS", 256, 74),
    (18, "IQ3_XXS", 256, 98),
    (19, "IQ1_S", 256, 50),
    (20, "IQ4_NL", 32, 18),
    (21, "IQ3_S", 256, 110),
    (22, "IQ2_S", 256, 82),
    (23, "IQ4_XS", 256, 136),
    (29, "IQ1_M", 256, 56),
    (34, "TQ1_0", 256, 54),
    (35, "TQ2_0", 256, 66),
    (39, "MXFP4", 32, 17),
    (40, "NVFP4", 64, 36),
    (41, "Q1_0", 128, 18),
];

/// Turns the bytes of one block into its numbers; both have the lengths of the type.
type Decode = fn(&[u8], &mut [f32; LONG]) -> Option<()>;

/// A reader of the blocks of a type from a byte of a source; `None` where the type is not read.
pub(super) fn reader(kind: u32, source: Arc<dyn Source>, at: u64) -> Option<Arc<dyn Numbers>> {
    let decode: Decode = match kind {
        2 => q4_0,
        3 => q4_1,
        6 => q5_0,
        7 => q5_1,
        8 => q8_0,
        10 => q2_k,
        11 => q3_k,
        12 => q4_k,
        13 => q5_k,
        14 => q6_k,
        _ => return None,
    };
    let (numbers, bytes) = size(kind)?;
    Some(Arc::new(Blocks { source, at, numbers, bytes, decode }))
}

struct Blocks {
    source: Arc<dyn Source>,
    at: u64,
    numbers: u64,
    bytes: u64,
    decode: Decode,
}

impl Numbers for Blocks {
    fn read(&self, start: u64, out: &mut [f64]) -> Result<(), InspectError> {
        let at_once = limits::CHUNK_BYTES as u64 / self.bytes;
        let mut done = 0;
        let mut block = [0.0; LONG];
        while done < out.len() {
            let flat = start + done as u64;
            let (first, mut skip) = (flat / self.numbers, (flat % self.numbers) as usize);
            let wanted = (skip as u64 + (out.len() - done) as u64).div_ceil(self.numbers);
            let many = wanted.min(at_once);
            let at = first.checked_mul(self.bytes).and_then(|offset| self.at.checked_add(offset));
            let (at, length) = (at.unwrap_or(u64::MAX), many * self.bytes);
            let limit = limits::CHUNK_BYTES as u64;
            let bytes = bytes_at(&*self.source, at, length, limit, "bytes of blocks")?;
            for (index, bytes) in bytes.chunks_exact(self.bytes as usize).enumerate() {
                (self.decode)(bytes, &mut block).ok_or_else(|| InspectError::Malformed {
                    format: ".gguf files",
                    place: format!("byte {}", at + index as u64 * self.bytes),
                    why: "a block that cannot be decoded".to_owned(),
                })?;
                let numbers = block.get(skip..self.numbers as usize).unwrap_or_default();
                let rest = out.get_mut(done..).unwrap_or_default();
                let taken = numbers.len().min(rest.len());
                for (out, &number) in rest.iter_mut().zip(numbers) {
                    *out = number.into();
                }
                done += taken;
                skip = 0;
            }
        }
        Ok(())
    }
}

/// The first `N` bytes and the rest.
fn split<const N: usize>(bytes: &[u8]) -> Option<(&[u8; N], &[u8])> {
    bytes.split_first_chunk()
}

/// A scale of two bytes and the rest.
fn scale(bytes: &[u8]) -> Option<(f32, &[u8])> {
    let (half, rest) = split::<2>(bytes)?;
    Some((f16::from_le_bytes(*half).to_f32(), rest))
}

/// The lower halves of 16 bytes, then their upper halves.
fn nibbles(bytes: &[u8; 16]) -> impl Iterator<Item = u8> {
    bytes.iter().map(|byte| byte & 15).chain(bytes.iter().map(|byte| byte >> 4))
}

/// The bits of 4 bytes, the least first.
fn bits(bytes: [u8; 4]) -> impl Iterator<Item = u8> {
    let all = u32::from_le_bytes(bytes);
    (0..SHORT as u32).map(move |bit| (all >> bit & 1) as u8)
}

/// d (q - 8).
fn q4_0(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, quants) = scale(bytes)?;
    for (out, quant) in out.iter_mut().zip(nibbles(split(quants)?.0)) {
        *out = d * (f32::from(quant) - 8.0);
    }
    Some(())
}

/// d q + m.
fn q4_1(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, rest) = scale(bytes)?;
    let (m, quants) = scale(rest)?;
    for (out, quant) in out.iter_mut().zip(nibbles(split(quants)?.0)) {
        *out = d * f32::from(quant) + m;
    }
    Some(())
}

/// d (q - 16), the fifth bits apart from the other four.
fn q5_0(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, rest) = scale(bytes)?;
    let (high, quants) = split(rest)?;
    let quants = nibbles(split(quants)?.0).zip(bits(*high));
    for (out, (low, high)) in out.iter_mut().zip(quants) {
        *out = d * (f32::from(low | high << 4) - 16.0);
    }
    Some(())
}

/// d q + m, the fifth bits apart from the other four.
fn q5_1(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, rest) = scale(bytes)?;
    let (m, rest) = scale(rest)?;
    let (high, quants) = split(rest)?;
    let quants = nibbles(split(quants)?.0).zip(bits(*high));
    for (out, (low, high)) in out.iter_mut().zip(quants) {
        *out = d * f32::from(low | high << 4) + m;
    }
    Some(())
}

/// d q.
fn q8_0(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, quants) = scale(bytes)?;
    for (out, &quant) in out.iter_mut().zip(split::<32>(quants)?.0) {
        *out = d * f32::from(quant as i8);
    }
    Some(())
}

/// Two bits of 64 bytes, four times for each half of 32: the 16 rows of 16 numbers that the scales
/// of the K types count.
fn pairs_of_bits(quants: &[u8; 64]) -> impl Iterator<Item = u8> {
    let (halves, _) = quants.as_chunks::<32>();
    halves
        .iter()
        .flat_map(|half| (0..4).flat_map(move |row| half.iter().map(move |q| q >> (2 * row) & 3)))
}

/// d s q - dmin m with scales and minima of four bits for each 16 numbers.
fn q2_k(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (scales, rest) = split::<16>(bytes)?;
    let (quants, rest) = split(rest)?;
    let (d, rest) = scale(rest)?;
    let (minimum, _) = scale(rest)?;
    let each = scales.iter().flat_map(|byte| std::iter::repeat_n(byte, 16));
    for ((out, quant), byte) in out.iter_mut().zip(pairs_of_bits(quants)).zip(each) {
        let (d, m) = (d * f32::from(byte & 15), minimum * f32::from(byte >> 4));
        *out = d * f32::from(quant) - m;
    }
    Some(())
}

/// d (s - 32) (q - 4 unless the third bit is set).
fn q3_k(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (mask, rest) = split::<32>(bytes)?;
    let (quants, rest) = split(rest)?;
    let (packed, rest) = split::<12>(rest)?;
    let (d, _) = scale(rest)?;
    let (low, high) = split::<8>(packed)?;
    let lows = low.iter().map(|byte| byte & 15).chain(low.iter().map(|byte| byte >> 4));
    let highs = (0..4).flat_map(|row| high.iter().map(move |byte| byte >> (2 * row) & 3));
    let scales = lows.zip(highs).map(|(low, high)| d * (f32::from(low | high << 4) - 32.0));
    let scales = scales.flat_map(|scale| std::iter::repeat_n(scale, 16));
    let thirds = (0..8).flat_map(|row| mask.iter().map(move |byte| byte >> row & 1));
    let quants = pairs_of_bits(quants).zip(thirds);
    for ((out, (quant, third)), scale) in out.iter_mut().zip(quants).zip(scales) {
        *out = scale * (f32::from(quant) - f32::from((third ^ 1) << 2));
    }
    Some(())
}

/// The 8 scales and the 8 minima of six bits that 12 bytes hold.
fn six_bits(packed: &[u8; 12]) -> [(u8, u8); 8] {
    let [a, b, c, d, e, f, g, h, rest @ ..] = packed;
    let mut unpacked = [(0, 0); 8];
    let (low, high) = unpacked.split_at_mut(4);
    let fours = [a, b, c, d].into_iter().zip([e, f, g, h]).zip(rest);
    for (((&scale, &minimum), &both), (low, high)) in fours.zip(low.iter_mut().zip(high)) {
        *low = (scale & 63, minimum & 63);
        *high = (both & 15 | scale >> 2 & 48, both >> 4 | minimum >> 2 & 48);
    }
    unpacked
}

/// Lower and upper halves of 128 bytes, 32 at a time: 8 rows of 32.
fn rows_of_nibbles(quants: &[u8; 128]) -> impl Iterator<Item = u8> {
    let (rows, _) = quants.as_chunks::<32>();
    rows.iter().flat_map(|row| row.iter().map(|q| q & 15).chain(row.iter().map(|q| q >> 4)))
}

/// d s q - dmin m with scales and minima of six bits for each 32 numbers.
fn q4_k(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, rest) = scale(bytes)?;
    let (minimum, rest) = scale(rest)?;
    let (packed, rest) = split(rest)?;
    let quants = rows_of_nibbles(split(rest)?.0);
    let scales = six_bits(packed).into_iter().flat_map(|pair| std::iter::repeat_n(pair, 32));
    for ((out, quant), (s, m)) in out.iter_mut().zip(quants).zip(scales) {
        *out = d * f32::from(s) * f32::from(quant) - minimum * f32::from(m);
    }
    Some(())
}

/// As Q4_K, the fifth bits apart from the other four.
fn q5_k(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (d, rest) = scale(bytes)?;
    let (minimum, rest) = scale(rest)?;
    let (packed, rest) = split(rest)?;
    let (high, rest) = split::<32>(rest)?;
    let fifths = (0..8).flat_map(|row| high.iter().map(move |byte| byte >> row & 1));
    let quants = rows_of_nibbles(split(rest)?.0).zip(fifths);
    let scales = six_bits(packed).into_iter().flat_map(|pair| std::iter::repeat_n(pair, 32));
    for ((out, (low, fifth)), (s, m)) in out.iter_mut().zip(quants).zip(scales) {
        *out = d * f32::from(s) * f32::from(low | fifth << 4) - minimum * f32::from(m);
    }
    Some(())
}

/// d s (q - 32) with signed scales for each 16 numbers.
fn q6_k(bytes: &[u8], out: &mut [f32; LONG]) -> Option<()> {
    let (low, rest) = split::<128>(bytes)?;
    let (high, rest) = split::<64>(rest)?;
    let (scales, rest) = split::<16>(rest)?;
    let (d, _) = scale(rest)?;
    let (halves, _) = low.as_chunks::<64>();
    let lows = halves
        .iter()
        .flat_map(|half| half.iter().map(|q| q & 15).chain(half.iter().map(|q| q >> 4)));
    let quants = lows.zip(pairs_of_bits(high)).map(|(low, high)| low | high << 4);
    let scales = scales.iter().flat_map(|&s| std::iter::repeat_n(d * f32::from(s as i8), 16));
    for ((out, quant), scale) in out.iter_mut().zip(quants).zip(scales) {
        *out = scale * (f32::from(quant) - 32.0);
    }
    Some(())
}
