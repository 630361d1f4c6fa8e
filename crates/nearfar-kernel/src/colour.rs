//! Values to pixels: an affine map to the entries of a colour table, and the look-up.

/// Entries of a table, without the one for missing values.
pub const COLOURS: usize = 256;
/// The entry of NaN and infinity.
pub const MISSING: u16 = COLOURS as u16;

/// RGBA of every entry, and of what is missing.
pub type Rgba = [[u8; 4]; COLOURS + 1];

/// Cells taken at once: their entries are computed in vectors, then looked up one by one.
const BLOCK: usize = 64;

/// Value to entry: `(x - origin) · gain + base`, where x is the value or its binary logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexMap {
    /// Whether x is the binary logarithm of the value.
    pub logarithmic: bool,
    /// See the formula.
    pub origin: f32,
    /// See the formula.
    pub gain: f32,
    /// See the formula.
    pub base: f32,
}

impl IndexMap {
    /// Writes the table entry of every value; [`MISSING`] for NaN and infinity.
    pub fn indices(&self, values: &[f32], indices: &mut [u16]) {
        let (origin, gain, base) = (self.origin, self.gain, self.base);
        let index = |value: f32, x: f32| {
            let entry = ((x - origin) * gain + base).clamp(0.0, (COLOURS - 1) as f32);
            // Next to 2^23 an f32 has no fraction: the sum rounds, and its low bits are the
            // entry. Every target has that in vectors, unlike the conversion to an integer.
            let rounded = (entry + 8_388_608.0).to_bits() as u16;
            if value.abs() <= f32::MAX { rounded } else { MISSING }
        };
        // The choice stands outside the loops, so that each loop is straight and vectorises.
        if self.logarithmic {
            for (out, &value) in indices.iter_mut().zip(values) {
                *out = index(value, log2(value));
            }
        } else {
            for (out, &value) in indices.iter_mut().zip(values) {
                *out = index(value, value);
            }
        }
    }
}

/// Paints values as opaque RGBA pixels, `[n]` and `[4 n]` bytes, in one pass without allocation;
/// where the lengths do not match, the shorter counts.
pub fn paint(values: &[f32], map: IndexMap, table: &Rgba, out: &mut [u8]) {
    let mut indices = [0; BLOCK];
    let (pixels, _) = out.as_chunks_mut::<4>();
    for (values, pixels) in values.chunks(BLOCK).zip(pixels.chunks_mut(BLOCK)) {
        map.indices(values, &mut indices);
        for (pixel, (&index, _)) in pixels.iter_mut().zip(indices.iter().zip(values)) {
            *pixel = table[usize::from(index).min(COLOURS)];
        }
    }
}

/// Binary logarithm, relative error below 1e-6 also next to 1; 0, negative values and NaN give
/// that of the least positive normal number, -126. The mantissa is brought to [√½, √2), where
/// ln m = 2 artanh s with s = (m - 1)/(m + 1), and five terms of the series are exact in `f32`.
#[inline(always)]
fn log2(value: f32) -> f32 {
    const SQRT_HALF: u32 = 0x3f35_04f3;
    let bits = value.max(f32::MIN_POSITIVE).to_bits();
    let exponent = (bits.wrapping_sub(SQRT_HALF) as i32) >> 23;
    let mantissa = f32::from_bits(bits.wrapping_sub((exponent << 23) as u32));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let s2 = s * s;
    let series =
        2.885_39 + s2 * (0.961_796_7 + s2 * (0.577_078_04 + s2 * (0.412_198_6 + s2 * 0.320_598_9)));
    exponent as f32 + s * series
}
