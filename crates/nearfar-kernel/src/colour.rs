//! Values to pixels: an affine map to the entries of a colour table, and the look-up.

/// Colours of a table.
pub const COLOURS: usize = 256;
/// The entry of NaN and infinity, and all after it.
pub const MISSING: u32 = COLOURS as u32;
/// Entries of a table: a power of two, so that nine bits of whatever number name one.
pub const ENTRIES: usize = 2 * COLOURS;

/// RGBA of every colour, and from [`MISSING`] on that of what is missing.
pub type Rgba = [[u8; 4]; ENTRIES];

/// Cells taken at once, whose entries are computed in a vector. They never see the memory: that costs
/// as much as the rest.
const BLOCK: usize = 4;

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
    /// The entry of a value whose x is known; more than nine bits of it mean nothing.
    #[inline(always)]
    fn entry(&self, value: f32, x: f32) -> u32 {
        let entry = ((x - self.origin) * self.gain + self.base).clamp(0.0, (COLOURS - 1) as f32);
        // Next to 2^23 an f32 has no fraction: the sum rounds, and its low bits are the
        // entry. Every target has that in vectors, unlike the conversion to an integer.
        let rounded = (entry + 8_388_608.0).to_bits();
        if value.abs() <= f32::MAX { rounded } else { MISSING }
    }
}

/// Paints values as opaque RGBA pixels, `[n]` and `[4 n]` bytes, in one pass without allocation;
/// where the lengths do not match, the shorter counts.
pub fn paint(values: &[f32], map: IndexMap, table: &Rgba, out: &mut [u8]) {
    // The choice stands outside the loops, so that each loop is straight and vectorises.
    if map.logarithmic {
        paint_each(values, table, out, |value| map.entry(value, log2(value)));
    } else {
        paint_each(values, table, out, |value| map.entry(value, value));
    }
}

#[inline(always)]
fn paint_each(values: &[f32], table: &Rgba, out: &mut [u8], entry: impl Fn(f32) -> u32) {
    let colour = |entry: u32| table[entry as usize % ENTRIES];
    let (pixels, _) = out.as_chunks_mut::<4>();
    let count = values.len().min(pixels.len());
    let (blocks, rest) = values[..count].as_chunks::<BLOCK>();
    let (painted, last) = pixels[..count].as_chunks_mut::<BLOCK>();
    for (values, pixels) in blocks.iter().zip(painted) {
        *pixels = values.map(&entry).map(colour);
    }
    for (&value, pixel) in rest.iter().zip(last) {
        *pixel = colour(entry(value));
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
