//! Ready-made w and v.

use super::Settings;
use crate::attention::HeadParameters;

/// A ready-made choice of w and v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Fig. 2 (a): w = 1, v = -1.
    Fig2A,
    /// Fig. 2 (b): w = -1, v = -1.
    Fig2B,
    /// Fig. 2 (c): w = 1, v = 1.
    Fig2C,
    /// Fig. 2 (d): w = -1, v = 1.
    Fig2D,
    /// The first half of the heads near, the second far, each with a strength of its own.
    HalfNearHalfFar,
    /// w = 0 everywhere: ReLU attention without distance.
    Flat,
}

impl Preset {
    /// Every preset, in the order in which they are offered.
    pub const ALL: [Preset; 6] = [
        Preset::Fig2B,
        Preset::Fig2D,
        Preset::Fig2A,
        Preset::Fig2C,
        Preset::HalfNearHalfFar,
        Preset::Flat,
    ];

    /// w and v of the paper's figure, for the presets of Fig. 2.
    pub fn parameters(self) -> Option<HeadParameters> {
        let (w, v) = match self {
            Preset::Fig2A => (1.0, -1.0),
            Preset::Fig2B => (-1.0, -1.0),
            Preset::Fig2C => (1.0, 1.0),
            Preset::Fig2D => (-1.0, 1.0),
            Preset::HalfNearHalfFar | Preset::Flat => return None,
        };
        Some(HeadParameters { w, v })
    }

    /// Applies the preset: those of Fig. 2 to the heads that the sliders move, the others to all.
    pub fn apply(self, settings: &mut Settings) {
        if let Some(HeadParameters { w, v }) = self.parameters() {
            for head in settings.moved_heads() {
                settings.set_w(head, w);
                settings.set_v(head, v);
            }
            return;
        }
        let heads = settings.heads;
        for head in 0..heads {
            let w = match self {
                Preset::HalfNearHalfFar => half_near_half_far(head, heads),
                _ => 0.0,
            };
            settings.set_w(head, w);
            settings.set_v(head, 1.0);
        }
    }
}

/// From -1.6 up to -0.2 over the first half, from 0.2 up to 1.6 over the second; heads that are not
/// shown are flat. Rounded to 0.05, as a person would type it.
pub(super) fn half_near_half_far(head: usize, heads: usize) -> f64 {
    if head >= heads {
        return 0.0;
    }
    let half = heads.div_ceil(2);
    let (place, size, sign) =
        if head < half { (half - 1 - head, half, -1.0) } else { (head - half, heads - half, 1.0) };
    let fraction = if size > 1 { place as f64 / (size - 1) as f64 } else { 0.5 };
    sign * ((0.2 + 1.4 * fraction) * 20.0).round() / 20.0
}
