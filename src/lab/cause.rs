//! The cause beside the effect, as curves over distance: the coefficient of the shown head, which follows the sliders in
//! every frame, and what a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::Mapping;
use nearfar::lab::{Lab, Panel};
use nearfar::picture::coefficients::Range;
use nearfar::settings::History;
use texts::words;

use crate::canvas::{curve, curve_frame, term};
use crate::reactive::{flag, memo, text};
use crate::state::{ByOffset, use_store};

/// The curve of the coefficients of the shown head of A; nothing where A knows no distance.
#[component]
pub fn CauseSection() -> impl IntoView {
    let store = use_store();
    let (theme, head, cursor) = (store.theme(), store.head(), store.cursor());
    let method = store.select(|settings| settings.a);
    let parameters = move || {
        store.with_weights(|lab| {
            let heads = store.settings_now(|settings| lab.heads_of(Panel::A, settings));
            heads.get(head.get()).copied().map(|head| (head, lab.tokens().len()))
        })
    };
    let summary = move || {
        let found = parameters();
        found.map_or_else(String::new, |(head, tokens)| {
            words::of_coefficients(method.get(), head, tokens)
        })
    };
    // What its axis reaches: in a drag it only grows.
    let range = StoredValue::new(None::<Range>);
    let is_dragged = memo(move || store.history.with(History::is_in_gesture));
    let frame = curve_frame(
        text(summary),
        Box::new(move |surface, size| {
            let Method::DistanceAware { mapping, .. } = method.get() else { return };
            let Some((head, tokens)) = parameters() else { return };
            let tokens = tokens.max(2);
            let learned = store.now(Lab::learned_head);
            let before = range.get_value().filter(|_| is_dragged.get());
            // The dashed curve is in the picture, too.
            let of_learned = learned.map(|learned| Range::of(mapping, learned, tokens));
            let now = Range::of(mapping, head, tokens);
            let shown = [before, of_learned].into_iter().flatten().fold(now, Range::no_less_than);
            range.set_value(Some(shown));
            let marked = cursor.get().map(|(i, j)| i.abs_diff(j));
            let learned = learned.map(|learned| (learned, texts::lab::coefficient_learned()));
            curve::draw(
                surface,
                size,
                theme.get(),
                (mapping, head),
                (tokens, shown),
                marked,
                learned.as_ref(),
            );
        }),
    );
    // Later it meets weights, and some are added.
    let is_factor = move || method.get().multiplies_scores();
    let is_sigmoid = move || {
        matches!(method.get(), Method::DistanceAware { mapping: Mapping::LearnableSigmoid, .. })
    };
    let does = move || match is_sigmoid() {
        true => texts::lab::coefficient_sigmoid(),
        false => texts::lab::coefficient_does(),
    };
    view! {
        <figure class="curve" hidden=flag(move || !method.get().knows_distance())>
            <figcaption>
                {texts::lab::coefficient_title()}
                <span class="curve-band" aria-hidden="true" hidden=flag(move || !is_sigmoid())>{texts::lab::coefficient_band()}</span>
            </figcaption>
            {frame}
            <p class="curve-does" hidden=flag(move || !is_factor())>{text(does)}</p>
        </figure>
    }
}

/// The curve of the own position term of the shown head of A, over the signed distance.
#[component]
pub fn TermSection() -> impl IntoView {
    let store = use_store();
    let (theme, cursor) = (store.theme(), store.cursor());
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    let says = text(move || {
        let says = |term: &ByOffset| term.as_ref().map(|term| words::of_beta(beta.get(), term));
        found.with(says).unwrap_or_default()
    });
    let frame = curve_frame(
        says,
        Box::new(move |surface, size| {
            let Some(found) = found.get() else { return };
            let marked = cursor.get().map(|(i, j)| j as isize - i as isize);
            term::draw(surface, size, theme.get(), &found, beta.get(), marked);
        }),
    );
    view! {
        <figure class="curve term">
            <figcaption>{texts::lab::term_title()}</figcaption>
            {frame}
        </figure>
    }
}
