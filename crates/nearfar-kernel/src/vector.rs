//! Four numbers side by side, as the vector instructions of WebAssembly have them. Written out where
//! a loop is to be of them for certain; elsewhere the compiler finds them.

#[cfg(target_arch = "wasm32")]
use core::arch::wasm32 as arch;

/// Four `f32`.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub struct F32x4(arch::v128);

#[cfg(target_arch = "wasm32")]
impl F32x4 {
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        F32x4(arch::f32x4_splat(value))
    }

    #[inline(always)]
    pub fn load(values: &[f32; 4]) -> Self {
        // SAFETY: a reference to 16 bytes; WebAssembly asks for no alignment.
        #[allow(unsafe_code)]
        F32x4(unsafe { arch::v128_load(values.as_ptr().cast()) })
    }

    #[inline(always)]
    pub fn store(self, out: &mut [f32; 4]) {
        // SAFETY: as above, and nobody else has the reference.
        #[allow(unsafe_code)]
        unsafe {
            arch::v128_store(out.as_mut_ptr().cast(), self.0);
        }
    }

    #[inline(always)]
    pub fn array(self) -> [f32; 4] {
        let mut values = [0.0; 4];
        self.store(&mut values);
        values
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        F32x4(arch::f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        F32x4(arch::f32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        F32x4(arch::f32x4_mul(self.0, other.0))
    }

    /// `self · factor + summand`, rounded once where relaxed SIMD is there and the processor can.
    #[inline(always)]
    pub fn times_plus(self, factor: Self, summand: Self) -> Self {
        #[cfg(target_feature = "relaxed-simd")]
        return F32x4(arch::f32x4_relaxed_madd(self.0, factor.0, summand.0));
        #[cfg(not(target_feature = "relaxed-simd"))]
        self.times(factor).plus(summand)
    }

    /// The larger of each two; `other` where one is not a number.
    #[inline(always)]
    pub fn or_larger(self, other: Self) -> Self {
        F32x4(arch::f32x4_pmax(other.0, self.0))
    }

    /// With n, an integer in the low bits of `shifted`, added to the exponents: `self · 2^n`.
    #[inline(always)]
    pub fn times_power_of_two(self, shifted: Self) -> Self {
        F32x4(arch::i32x4_add(self.0, arch::i32x4_shl(shifted.0, 23)))
    }
}

/// Eight `f32`: two vectors of four.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub struct F32x8([F32x4; 2]);

#[cfg(target_arch = "wasm32")]
impl F32x8 {
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        F32x8([F32x4::splat(value); 2])
    }

    #[inline(always)]
    pub fn load(values: &[f32; 8]) -> Self {
        let (halves, _) = values.as_chunks::<4>();
        F32x8([F32x4::load(&halves[0]), F32x4::load(&halves[1])])
    }

    #[inline(always)]
    pub fn store(self, out: &mut [f32; 8]) {
        let (halves, _) = out.as_chunks_mut::<4>();
        halves.iter_mut().zip(self.0).for_each(|(half, values)| values.store(half));
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        F32x8([self.0[0].plus(other.0[0]), self.0[1].plus(other.0[1])])
    }

    /// `self + factor · values`, as [`F32x4::times_plus`] rounds it.
    #[inline(always)]
    pub fn plus_times<const IS_FUSED: bool>(self, factor: f32, values: Self) -> Self {
        let factor = F32x4::splat(factor);
        let [left, right] = values.0;
        F32x8([factor.times_plus(left, self.0[0]), factor.times_plus(right, self.0[1])])
    }
}

/// Eight `f32`: one vector where the processor has one so wide.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub struct F32x8([f32; 8]);

#[cfg(not(target_arch = "wasm32"))]
impl F32x8 {
    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        F32x8([value; 8])
    }

    #[inline(always)]
    pub fn load(values: &[f32; 8]) -> Self {
        F32x8(*values)
    }

    #[inline(always)]
    pub fn store(self, out: &mut [f32; 8]) {
        *out = self.0;
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        F32x8(core::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }

    /// `self + factor · values`, rounded once where `IS_FUSED`: a call for each number where the processor
    /// has no instruction for it.
    #[inline(always)]
    pub fn plus_times<const IS_FUSED: bool>(self, factor: f32, values: Self) -> Self {
        F32x8(core::array::from_fn(|lane| {
            let (sum, value) = (self.0[lane], values.0[lane]);
            if IS_FUSED { factor.mul_add(value, sum) } else { sum + factor * value }
        }))
    }
}

/// Four `f32`.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub struct F32x4([f32; 4]);

#[cfg(not(target_arch = "wasm32"))]
impl F32x4 {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        F32x4(core::array::from_fn(|lane| of(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    pub fn splat(value: f32) -> Self {
        F32x4([value; 4])
    }

    #[inline(always)]
    pub fn load(values: &[f32; 4]) -> Self {
        F32x4(*values)
    }

    #[inline(always)]
    pub fn store(self, out: &mut [f32; 4]) {
        *out = self.0;
    }

    #[inline(always)]
    pub fn array(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }

    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }

    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }

    /// `self · factor + summand`.
    #[inline(always)]
    pub fn times_plus(self, factor: Self, summand: Self) -> Self {
        self.times(factor).plus(summand)
    }

    /// The larger of each two; `other` where one is not a number.
    #[inline(always)]
    pub fn or_larger(self, other: Self) -> Self {
        self.each(other, |a, b| if a > b { a } else { b })
    }

    /// With n, an integer in the low bits of `shifted`, added to the exponents: `self · 2^n`.
    #[inline(always)]
    pub fn times_power_of_two(self, shifted: Self) -> Self {
        self.each(shifted, |a, b| f32::from_bits(a.to_bits().wrapping_add(b.to_bits() << 23)))
    }
}
