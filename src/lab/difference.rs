//! What A - B is: the whole of it or a part, chosen over its picture, and in words; and for models that were trained
//! apart the head of B that is nearest.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{HeadParameters, TermParameters};
use nearfar::lab::{Contribution, Lab, Panel};
use nearfar::metrics;
use nearfar::settings::{Choice, Settings};
use texts::words::{self, Compared, Kinship};

use crate::labels::Labelled;
use crate::reactive::{flag, handler, memo, text};
use crate::state::{Store, use_store};

/// What A and B of these settings have in common.
fn kinship(settings: &Settings) -> Kinship {
    let (a, b) = (settings.a, settings.b);
    match settings.head_b {
        _ if settings.model != settings.model_b => Kinship::Unrelated,
        _ if settings.layer_b.is_some() => Kinship::SameModel,
        Some(_) => Kinship::SameModel,
        // Positions of a model from a file are its own, but its layers follow each other.
        None if settings.model.is_file() => match settings.differs_before() {
            _ if settings.term_of(settings.head) != TermParameters::TRAINED => Kinship::OtherTerm,
            true => Kinship::OtherLayers,
            false => Kinship::SameScores,
        },
        None if a.adds_positions() == b.adds_positions() => Kinship::SameScores,
        None => Kinship::SameHead,
    }
}

/// What stands in A and in B.
fn compared(lab: &Lab, settings: &Settings, below: usize) -> Compared {
    let head = |panel: Panel, place: usize| {
        let still = HeadParameters { w: 0.0, v: 0.0 };
        lab.heads_of(panel, settings).get(place).copied().unwrap_or(still)
    };
    Compared {
        methods: [settings.a, settings.b],
        heads: [
            head(Panel::A, settings.head),
            head(Panel::B, settings.head_b.unwrap_or(settings.head)),
        ],
        kinship: kinship(settings),
        part: shown_part(settings),
        distance: settings.distance,
        competition: settings.competition,
        tokens: lab.tokens().len(),
        below,
    }
}

/// Whether A at w = 0 stands between A and B: only then the difference has two parts.
pub fn has_parts(settings: &Settings) -> bool {
    let clips =
        matches!(settings.a, Method::DistanceAware { adjustment, .. } if adjustment.clips());
    // Without softmax A is of another kind than B, and no part of clipping or distance alone.
    settings.competition && clips && kinship(settings) == Kinship::SameScores
}

/// The part of the difference that is shown.
pub fn shown_part(settings: &Settings) -> Contribution {
    if has_parts(settings) { settings.difference } else { Contribution::Both }
}

/// The heading of the picture of A - B: its title, and which part of the difference it is, where it has parts.
#[component]
pub fn DifferenceHead(#[prop(into)] title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let part = store.select(shown_part);
    let divides = store.select(has_parts);
    let parts = || Contribution::ALL.iter().map(|&(each, _)| each);
    let choices = parts().enumerate().map(|(index, each)| {
        view! { <option value=index.to_string() selected=flag(move || part.get() == each)>{each.label()}</option> }
    });
    let choose = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        if let Some(each) = chosen.and_then(|index| parts().nth(index)) {
            store.edit(None, |settings| settings.difference = each);
        }
    };
    view! {
        <span class="matrix-title" title=title>{title}</span>
        <select
            class="quiet matrix-part"
            data-panel="difference"
            aria-label=texts::lab::parts()
            hidden=flag(move || !divides.get())
            on:change=handler(choose)
        >
            {choices.collect_view()}
        </select>
    }
}

/// What the shown part of the difference says.
#[component]
pub fn DifferenceSection() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    // Each score is looked at: that waits for rest, and w does not move them.
    let below = memo(move || {
        store.follow_settled();
        let head = head.get();
        store
            .lab_now(|lab| {
                let (trace, head) = lab.head_of(Panel::A, head)?;
                Some(metrics::zeroed(trace, head)[0])
            })
            .unwrap_or(1)
    });
    let says = memo(move || {
        store.with_weights(|lab| {
            let below = below.get();
            store.settings().with(|settings| words::of_difference(&compared(lab, settings, below)))
        })
    });
    view! {
        <div class="parts" data-panel="difference">
            <p role="status">{text(move || says.get())}</p>
            <NearestHead />
        </div>
    }
}

/// Offers the head of B that is nearest to the shown one of A, where the two are of different models.
#[component]
fn NearestHead() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let are_strangers = store.select(|settings| kinship(settings) == Kinship::Unrelated);
    let head_b = store.select(|settings| settings.head_b);
    let nearest = memo(move || {
        store.follow_settled();
        are_strangers.get().then(|| store.lab_now(|lab| lab.nearest_in_b(head.get())))?
    });
    let offer = move || {
        let (of_b, apart) = nearest.get()?;
        let is_shown = head_b.get().unwrap_or(head.get()) == of_b;
        let apart = nearfar::in_numbers::short(apart);
        Some(match is_shown {
            true => texts::lab::nearest_shown(of_b + 1, apart),
            false => texts::lab::nearest_show(of_b + 1, apart),
        })
    };
    let is_there = flag(move || {
        nearest.get().is_none_or(|(of_b, _)| head_b.get().unwrap_or(head.get()) == of_b)
    });
    let show = move |_| {
        if let Some((of_b, _)) = nearest.get_untracked() {
            store.edit(None, |settings| {
                settings.head_b = Some(of_b).filter(|&of_b| of_b != settings.head)
            });
        }
    };
    let same = move |_| store.edit(None, |settings| settings.head_b = None);
    view! {
        <p class="nearest" hidden=flag(move || offer().is_none())>
            <button type="button" class="small" disabled=is_there on:click=handler(show)>{text(move || offer().unwrap_or_default())}</button>
            <button type="button" class="small" hidden=flag(move || head_b.get().is_none()) on:click=handler(same)>{texts::lab::nearest_same()}</button>
        </p>
    }
}

/// The title of the picture of a panel: its letter, its method, what is left out, and whose head it is
/// where that differs.
pub fn panel_title(store: Store, panel: Panel) -> Signal<String> {
    let title = store.select(move |settings| title_of(settings, panel));
    Signal::derive(move || title.get())
}

/// [`panel_title`] of these settings.
pub fn title_of(settings: &Settings, panel: Panel) -> String {
    let letter = if panel == Panel::A { "A" } else { "B" };
    let mut title = vec![format!("{letter} · {}", super::panel_label(settings, panel))];
    if panel == Panel::A {
        if !settings.distance && settings.a.knows_distance() {
            title.push(texts::lab::title_without_distance().to_owned());
        }
        if !settings.competition {
            title.push(texts::lab::title_without_softmax().to_owned());
        }
    } else {
        title.extend(settings.layer_b.map(|layer| texts::lab::title_layer(layer + 1)));
        title.extend(settings.head_b.map(|head| texts::lab::title_head(head + 1)));
    }
    title.join(", ")
}
