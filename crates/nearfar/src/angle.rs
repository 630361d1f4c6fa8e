//! Sine and cosine of the angles that occur here. In WebAssembly std's own bring the digits of 2/π that
//! angles beyond a million need, and with them 4 KB of the page.

use std::f64::consts::FRAC_2_PI;

/// π/2 in two parts of 33 bits, whose whole multiples are exact, and what is left (Cody and Waite's
/// reduction, with the constants of fdlibm's `e_rem_pio2.c`).
const HALF_PI: [f64; 3] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
/// Of x^3, x^5 .. x^13 in the sine of |x| <= π/4 (fdlibm's `k_sin.c`).
const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
/// Of x^4, x^6 .. x^14 in its cosine (fdlibm's `k_cos.c`).
const COSINE: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Sine and cosine of an angle in radians, to the last digit but one; within ±10^6, far beyond any
/// position.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let quarters = (angle * FRAC_2_PI).round_ties_even();
    // The angle within its quarter: a number and what that lacks.
    let [most, more, rest] = HALF_PI.map(|part| quarters * part);
    let within = angle - most;
    let high = within - more;
    let low = rest - ((within - high) - more);
    let x = high - low;
    let y = (high - x) - low;
    let (sine, cosine) = (sine_of(x, y), cosine_of(x, y));
    match (quarters as i64).rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// Horner's scheme.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The sine of x + y, |x| <= π/4 and y a rounding error of x.
fn sine_of(x: f64, y: f64) -> f64 {
    let z = x * x;
    let v = z * x;
    let r = polynomial(&SINE[1..], z);
    x - ((z * (0.5 * y - v * r) - y) - v * SINE[0])
}

/// The cosine of the same.
fn cosine_of(x: f64, y: f64) -> f64 {
    let z = x * x;
    let r = z * polynomial(&COSINE, z);
    let half = 0.5 * z;
    let w = 1.0 - half;
    w + (((1.0 - w) - half) + (z * r - x * y))
}

#[cfg(test)]
mod tests {
    use super::sin_cos;

    #[test]
    fn angles_have_the_sine_and_cosine_of_std() {
        let angles = (-200_000..200_000).map(|step| f64::from(step) * 0.037_21);
        let near_quarters =
            (-4_000..4_000).map(|step| f64::from(step) * std::f64::consts::FRAC_PI_2);
        let large = (1..2_000).map(|step| f64::from(step) * 499.737);
        for angle in angles.chain(near_quarters).chain(large) {
            let (sine, cosine) = sin_cos(angle);
            assert!((sine - angle.sin()).abs() <= 1.2e-16, "sin {angle}: {sine}");
            assert!((cosine - angle.cos()).abs() <= 1.2e-16, "cos {angle}: {cosine}");
        }
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }
}
