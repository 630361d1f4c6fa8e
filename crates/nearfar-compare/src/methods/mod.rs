//! Every method in its own terms, one file each: the score of a pair as an equation, and the drawings that
//! show its intermediates. Which file is a method's, [`own_terms`] says; what is missing there does not
//! compile.

mod adapted;
mod alibi;
mod cope;
mod deberta;
mod disan;
mod distance_aware;
mod fire;
mod forgetting;
mod kerple;
mod log_cpb;
mod rope;
mod shaw;
mod specialised;
mod stick_breaking;
mod t5;
mod transformer_xl;
mod tree_bias;
mod vanilla;
mod window_sink;

use nearfar::methods::MethodKind;

use crate::drawings::Entry;
use crate::equation::{Found, Pair};
use crate::terms::TermsOf;

/// What shows a method in its own terms.
#[derive(Clone, Copy, Debug)]
pub struct OwnTerms {
    /// The score of a query and a column as lines that add up, and what else the pair is. `None` where an
    /// intermediate or the pair is missing. What the softmax makes of it is added where they
    /// do not end in the weight.
    pub equation: fn(TermsOf, Pair) -> Option<Found>,
    /// Its drawings, in the order in which they stand behind those by distance.
    pub drawings: &'static [Entry],
}

/// A method's own terms.
pub fn own_terms(kind: MethodKind) -> &'static OwnTerms {
    match kind {
        MethodKind::NoPositions => &vanilla::BARE,
        MethodKind::Vanilla => &vanilla::OWN,
        MethodKind::DistanceAware => &distance_aware::OWN,
        MethodKind::Shaw => &shaw::OWN,
        MethodKind::TransformerXl | MethodKind::TransformerXlCausal => &transformer_xl::OWN,
        MethodKind::Adapted | MethodKind::AdaptedProgram => &adapted::OWN,
        MethodKind::TreeDistance
        | MethodKind::TreeTraversal
        | MethodKind::TreeDistanceRelative
        | MethodKind::TreeTraversalRelative => &tree_bias::OWN,
        MethodKind::SpecialisedPartOfSpeech | MethodKind::SpecialisedRelation => &specialised::OWN,
        MethodKind::Disan => &disan::OWN,
        MethodKind::Alibi => &alibi::OWN,
        MethodKind::T5 => &t5::OWN,
        MethodKind::Rope => &rope::OWN,
        MethodKind::Kerple | MethodKind::KerplePower => &kerple::OWN,
        MethodKind::StickBreaking => &stick_breaking::OWN,
        MethodKind::Forgetting => &forgetting::OWN,
        MethodKind::Cope => &cope::OWN,
        MethodKind::Fire => &fire::OWN,
        MethodKind::LogCpb => &log_cpb::OWN,
        MethodKind::WindowSink => &window_sink::OWN,
        MethodKind::Deberta => &deberta::OWN,
    }
}
