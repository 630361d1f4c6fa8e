//! What each method knows and where it is defined, as data for a table. No sentence is needed.

use std::borrow::Cow;

/// How far a method knows something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knows {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// It does in part: how.
    Partly(&'static str),
}

/// What a method knows and where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its name.
    pub title: Cow<'static, str>,
    /// Authors, year and title.
    pub paper: &'static str,
    /// Where in it.
    pub equation: Cow<'static, str>,
    /// How a score comes about, in the paper's letters.
    pub formula: Cow<'static, str>,
    /// Left or right of the query.
    pub direction: Knows,
    /// How many tokens away, exactly.
    pub exact_distance: Knows,
    /// Distances beyond a largest one, k.
    pub beyond_k: Knows,
    /// The dependency tree or its labels.
    pub syntax: Knows,
}

/// The parameters of a method beside Q, K, V and W_O of an ordinary layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterCount {
    /// How many it has of its own.
    pub own: usize,
    /// How many of the ordinary layer's it does without.
    pub without: usize,
    /// `own` (less `without`) in the letters h, d, D, k, m, N.
    pub formula: Cow<'static, str>,
}

impl ParameterCount {
    /// `own`, none done without.
    pub(crate) fn own(own: usize, formula: impl Into<Cow<'static, str>>) -> Self {
        ParameterCount { own, without: 0, formula: formula.into() }
    }

    /// How many more than an ordinary layer has; negative where there are fewer.
    pub fn added(&self) -> i64 {
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        signed(self.own).saturating_sub(signed(self.without))
    }
}
