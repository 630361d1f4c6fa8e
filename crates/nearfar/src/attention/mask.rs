//! Which key a query may look at.

/// Which cells of an attention matrix are allowed. A masked key gets the weight 0, also where a late
/// adjustment would add to it; the mask acts after ReLU and re-scaling, since ReLU would turn -inf into 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// Whether a query sees only itself and the keys before it.
    pub causal: bool,
    /// Per key, whether it may be attended to, `[N]`; `None` allows all.
    pub keys: Option<Vec<bool>>,
}

impl Mask {
    /// Every query sees every key.
    pub fn none() -> Self {
        Mask::default()
    }

    /// A query sees itself and the keys before it.
    pub fn causal() -> Self {
        Mask { causal: true, keys: None }
    }

    /// A sequence of `valid` tokens padded to `tokens`: the padding is no key for anybody.
    pub fn padding(valid: usize, tokens: usize) -> Self {
        Mask { causal: false, keys: Some((0..tokens).map(|key| key < valid).collect()) }
    }

    /// Whether query `i` may look at key `j`.
    pub fn allows(&self, i: usize, j: usize) -> bool {
        (!self.causal || j <= i)
            && self.keys.as_ref().is_none_or(|keys| keys.get(j).copied().unwrap_or(false))
    }

    /// Whether every cell is allowed.
    pub fn is_none(&self) -> bool {
        !self.causal && self.keys.is_none()
    }
}
