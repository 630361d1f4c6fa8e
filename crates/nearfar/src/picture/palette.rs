//! Colours: the palettes of the matrices as look-up tables, and the arithmetic of lightness and
//! contrast. Which value gets which entry is `scale`'s business.

pub use nearfar_kernel::colour::COLOURS;
use nearfar_kernel::colour::{ENTRIES, MISSING, Rgba};

/// An sRGB colour, 8 bits a channel.
pub type Rgb = [u8; 3];

/// A colour that no palette holds, so that NaN and infinity cannot be taken for a value.
pub const MISSING_COLOUR: Rgb = [255, 0, 144];

/// The page's brightness. Diverging palettes put their neutral middle next to its background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Dark ink on a near-white page.
    #[default]
    Light,
    /// Light ink on a near-black page.
    Dark,
}

impl Theme {
    /// The page behind a picture.
    pub const fn background(self) -> Rgb {
        match self {
            Theme::Light => [255, 255, 255],
            Theme::Dark => [22, 24, 28],
        }
    }

    /// Text and axes.
    pub const fn foreground(self) -> Rgb {
        match self {
            Theme::Light => [32, 34, 38],
            Theme::Dark => [228, 230, 234],
        }
    }
}

/// The colour ramps; each always means the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Palette {
    /// Weights. Nuñez, Anderton and Renslow 2018; reads the same to colour-blind eyes.
    #[default]
    Cividis,
    /// Weights, the colourful choice. Van der Walt and Smith 2015.
    Viridis,
    /// Signed scores: purple below the neutral middle, green above.
    Signed,
    /// A - B: method B's blue below the neutral middle, method A's orange above.
    Difference,
    /// Distances: from the background towards the ink.
    Grey,
}

/// A palette made ready for pixels: [`COLOURS`] RGBA entries, and one for missing values repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    rgba: Rgba,
}

impl Table {
    /// The entries, for the kernel.
    pub(super) fn entries(&self) -> &Rgba {
        &self.rgba
    }

    /// The colour at `position` in 0..=1 (clamped); `None` or NaN gives [`MISSING_COLOUR`].
    pub fn colour(&self, position: Option<f64>) -> Rgb {
        let index = match position {
            Some(p) if !p.is_nan() => (p.clamp(0.0, 1.0) * (COLOURS - 1) as f64).round() as u32,
            _ => MISSING,
        };
        let [r, g, b, _] = self.rgba[index as usize % ENTRIES];
        [r, g, b]
    }

    /// All colours from the low to the high end, for a legend.
    pub fn colours(&self) -> impl Iterator<Item = Rgb> {
        self.rgba.iter().take(COLOURS).map(|&[r, g, b, _]| [r, g, b])
    }
}

impl Palette {
    /// The look-up table; some 256 colour conversions, so keep it while the theme stays.
    pub fn table(self, theme: Theme) -> Table {
        let mut rgba = [[0, 0, 0, 255]; ENTRIES];
        for (index, entry) in rgba.iter_mut().enumerate() {
            let [r, g, b] = if index < COLOURS { self.entry(index, theme) } else { MISSING_COLOUR };
            *entry = [r, g, b, 255];
        }
        Table { rgba }
    }

    /// Whether the palette has its neutral colour in the middle.
    pub const fn is_diverging(self) -> bool {
        matches!(self, Palette::Signed | Palette::Difference)
    }

    fn entry(self, index: usize, theme: Theme) -> Rgb {
        match self {
            Palette::Cividis => colorous::CIVIDIS.eval_rational(index, COLOURS).into_array(),
            Palette::Viridis => colorous::VIRIDIS.eval_rational(index, COLOURS).into_array(),
            // Of a near head's coefficients most are at one end: on a dark page they are not to outshine the weights.
            Palette::Signed => diverging(index, theme, [SIGNED_LOW_HUE, SIGNED_HIGH_HUE], 0.6),
            Palette::Difference => diverging(index, theme, [METHOD_B_HUE, METHOD_A_HUE], 0.72),
            Palette::Grey => {
                let [near, far] = match theme {
                    Theme::Light => [0.95, 0.35],
                    Theme::Dark => [0.27, 0.88],
                };
                let t = index as f64 / (COLOURS - 1) as f64;
                from_oklab([near + (far - near) * t, 0.0, 0.0])
            }
        }
    }
}

// Hues in OKLCh degrees.
/// A hue of OKLab. Its cosine and sine are written down: what computes them would be a kilobyte of each room's program.
#[derive(Clone, Copy)]
struct Hue {
    #[cfg_attr(not(test), expect(dead_code, reason = "what cos and sin are of"))]
    degrees: f64,
    cos: f64,
    sin: f64,
}

const SIGNED_LOW_HUE: Hue =
    Hue { degrees: 312.0, cos: 0.6691306063588578, sin: -0.7431448254773946 };
const SIGNED_HIGH_HUE: Hue =
    Hue { degrees: 148.0, cos: -0.848048096156426, sin: 0.5299192642332049 };
const METHOD_B_HUE: Hue =
    Hue { degrees: 257.0, cos: -0.22495105434386525, sin: -0.9743700647852351 };
const METHOD_A_HUE: Hue = Hue { degrees: 44.0, cos: 0.7193398003386512, sin: 0.6946583704589973 };

/// The accents of methods A (orange) and B (blue): the ends of [`Palette::Difference`].
pub fn method_colours(theme: Theme) -> [Rgb; 2] {
    [COLOURS - 1, 0].map(|end| Palette::Difference.entry(end, theme))
}

/// The chroma of both ends of a diverging ramp.
const CHROMA: f64 = 0.15;

/// Entry `index` of a ramp from one hue through the theme's neutral to the other. The ends share
/// lightness (`dark` on a dark page) and chroma, so that equal magnitudes look equally strong; straight in OKLab, on a dark
/// page steeper at the middle, where little of a hue is hardly seen.
fn diverging(index: usize, theme: Theme, [low, high]: [Hue; 2], dark: f64) -> Rgb {
    let (neutral, end, steeper) = match theme {
        Theme::Light => (0.975, 0.56, 0.0),
        Theme::Dark => (0.265, dark, 0.6),
    };
    // The two middle entries are both exactly neutral: the centre of the scale lies between them.
    let last = COLOURS as f64 - 1.0;
    let offset = 2.0 * index as f64 - last;
    let t = (offset.abs() - 1.0) / (last - 1.0);
    let t = t * (1.0 + steeper * (1.0 - t));
    let hue = if offset < 0.0 { low } else { high };
    let lightness = neutral + (end - neutral) * t;
    from_oklab([lightness, CHROMA * t * hue.cos, CHROMA * t * hue.sin])
}

/// Ink for text on a coloured cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Black text.
    Black,
    /// White text.
    White,
}

/// The ink with the higher contrast on `background`; at least 4.5:1 on any colour.
pub fn readable_on(background: Rgb) -> Ink {
    if contrast(background, [0, 0, 0]) >= contrast(background, [255, 255, 255]) {
        Ink::Black
    } else {
        Ink::White
    }
}

/// Contrast ratio, 1..=21 (WCAG 2.2).
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Relative luminance, 0..=1 (WCAG 2.2).
pub fn luminance(colour: Rgb) -> f64 {
    let [r, g, b] = colour.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Moves the lightness of `colour` away from `background` until they differ by `ratio`; hue stays.
pub fn with_contrast(colour: Rgb, background: Rgb, ratio: f64) -> Rgb {
    let step = if luminance(background) > 0.18 { -0.01 } else { 0.01 };
    let [mut lightness, a, b] = oklab(colour);
    let mut result = colour;
    while contrast(result, background) < ratio && (0.0..=1.0).contains(&lightness) {
        lightness += step;
        result = from_oklab([lightness, a, b]);
    }
    result
}

/// OKLab lightness (0..=1), a and b (Ottosson 2020).
pub fn oklab(colour: Rgb) -> [f64; 3] {
    let [r, g, b] = colour.map(linear);
    let [l, m, s] = [
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    ]
    // Never negative; the power is in the page already, the cube root would come on top.
    .map(|cone| cone.powf(1.0 / 3.0));
    [
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
}

/// The nearest sRGB colour; channels outside the gamut are clipped.
fn from_oklab([lightness, a, b]: [f64; 3]) -> Rgb {
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
    .map(|channel| {
        let channel: f64 = channel.clamp(0.0, 1.0);
        let encoded = if channel <= 0.0031308 {
            12.92 * channel
        } else {
            1.055 * channel.powf(1.0 / 2.4) - 0.055
        };
        (encoded * 255.0).round() as u8
    })
}

/// An 8-bit sRGB channel as linear light, 0..=1.
fn linear(channel: u8) -> f64 {
    let encoded = f64::from(channel) / 255.0;
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_what_their_degrees_say() {
        for hue in [SIGNED_LOW_HUE, SIGNED_HIGH_HUE, METHOD_B_HUE, METHOD_A_HUE] {
            let (sin, cos) = hue.degrees.to_radians().sin_cos();
            assert!(
                (hue.sin - sin).abs() < 1e-15 && (hue.cos - cos).abs() < 1e-15,
                "{}",
                hue.degrees
            );
        }
    }
}
