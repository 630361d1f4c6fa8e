//! Which method a panel shows, and how it is drawn.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::mapping::MappingNumber;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::lab::Panel;
use nearfar::settings::{Choice, ColourRange, Colours, MAX_PARAMETER, MappingKind, Settings, View};

use crate::controls::{Menu, NumberField};
use crate::lab::{LayerOfB, ModelMenu};
use crate::reactive::{handler, memo};
use crate::state::use_store;

/// A method in a few words.
fn method_label(method: Method) -> String {
    match method {
        Method::Vanilla { positions: true } => "Vanilla, sinusoidal positions".to_owned(),
        Method::Vanilla { positions: false } => "Vanilla, no positions".to_owned(),
        Method::DISTANCE_AWARE => "DA-Transformer".to_owned(),
        Method::DistanceAware { mapping, adjustment } => {
            let (mapping, adjustment) = (MappingKind::of(mapping).label(), adjustment.label());
            format!("DA, {}, {}", mapping.to_lowercase(), adjustment.to_lowercase())
        }
    }
}

/// A method in a word, where there is room for no more.
pub fn short_label(method: Method) -> &'static str {
    match method {
        Method::Vanilla { .. } => "vanilla",
        Method::DistanceAware { .. } => "distance-aware",
    }
}

/// What a panel shows, in a few words: vanilla attention of a model from a file is the model as it is, with
/// whatever positions it has.
pub fn panel_label(settings: &Settings, panel: Panel) -> String {
    match panel.method(settings) {
        Method::Vanilla { .. } if panel.model(settings).is_file() => "As in the file".to_owned(),
        method => method_label(method),
    }
}

/// Vanilla or distance-aware.
#[derive(Clone, Copy, PartialEq)]
pub enum AttentionKind {
    DistanceAware,
    Vanilla,
    WithoutPositions,
}

impl Choice for AttentionKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (AttentionKind::DistanceAware, "da", "Distance-aware"),
        (AttentionKind::Vanilla, "vanilla", "Vanilla, sinusoidal positions"),
        (AttentionKind::WithoutPositions, "no-positions", "Vanilla, no positions"),
    ];
}

impl AttentionKind {
    pub fn of(method: Method) -> Self {
        match method {
            Method::DistanceAware { .. } => AttentionKind::DistanceAware,
            Method::Vanilla { positions: true } => AttentionKind::Vanilla,
            Method::Vanilla { positions: false } => AttentionKind::WithoutPositions,
        }
    }

    /// With the mapping and adjustment that it starts with.
    pub fn method(self) -> Method {
        match self {
            AttentionKind::DistanceAware => Method::DISTANCE_AWARE,
            AttentionKind::Vanilla => Method::Vanilla { positions: true },
            AttentionKind::WithoutPositions => Method::Vanilla { positions: false },
        }
    }
}

/// A mapping function: which, and its own numbers.
#[component]
pub fn MappingControls(
    /// What is written over the menu.
    #[prop(default = "Mapping f")]
    label: &'static str,
    #[prop(into)] mapping: Signal<Mapping>,
    #[prop(into)] on_change: Callback<Mapping>,
) -> impl IntoView {
    let kind = memo(move || MappingKind::of(mapping.get()));
    let numbers = move || {
        let own = kind.get().row().numbers;
        let field = |(place, number): (usize, &'static MappingNumber)| {
            let value = move || mapping.get().numbers().get(place).copied();
            view! {
                <label class="field inline">
                    <i>{number.symbol}</i>
                    <NumberField
                        name=format!("{}, {}", number.symbol, number.name)
                        value=Signal::derive(value)
                        range=(-MAX_PARAMETER, MAX_PARAMETER)
                        on_change=move |number| {
                            on_change.run(mapping.get_untracked().with_number(place, number));
                        }
                    />
                </label>
            }
        };
        own.iter().enumerate().map(field).collect_view()
    };
    view! {
        <Menu label=label value=kind on_choose=move |kind: MappingKind| on_change.run(kind.mapping()) />
        <div class="numbers">{numbers}</div>
    }
}

/// A kind of attention; of the distance-aware one its mapping and adjustment, too.
#[component]
pub fn AttentionControls(
    #[prop(into)] method: Signal<Method>,
    #[prop(into)] set: Callback<Method>,
) -> impl IntoView {
    let kind = memo(move || AttentionKind::of(method.get()));
    let mapping = memo(move || match method.get() {
        Method::DistanceAware { mapping, .. } => mapping,
        Method::Vanilla { .. } => Mapping::LearnableSigmoid,
    });
    let adjustment = memo(move || match method.get() {
        Method::DistanceAware { adjustment, .. } => adjustment,
        Method::Vanilla { .. } => Adjustment::EarlyMultiply,
    });
    let own = move || {
        (kind.get() == AttentionKind::DistanceAware).then(|| {
            view! {
                <MappingControls
                    mapping=mapping
                    on_change=move |mapping| {
                        set.run(Method::DistanceAware { mapping, adjustment: adjustment.get_untracked() });
                    }
                />
                <Menu
                    label="Adjustment"
                    value=adjustment
                    on_choose=move |adjustment: Adjustment| {
                        set.run(Method::DistanceAware { mapping: mapping.get_untracked(), adjustment });
                    }
                />
            }
        })
    };
    view! {
        <Menu label="Attention" value=kind on_choose=move |kind: AttentionKind| set.run(kind.method()) />
        {own}
    }
}

/// The method of panel A or B.
#[component]
pub fn MethodControls(panel: Panel) -> impl IntoView {
    let store = use_store();
    let method = store.select(move |settings| panel.method(settings));
    let set = move |method: Method| {
        store.edit(None, |settings| match panel {
            Panel::A => settings.a = method,
            Panel::B => settings.b = method,
        });
    };
    let (letter, accent) = match panel {
        Panel::A => ("A", "method a"),
        Panel::B => ("B", "method b"),
    };
    view! {
        <fieldset class=accent>
            <legend>{format!("Method {letter}")}</legend>
            <ModelMenu panel=panel />
            {(panel == Panel::B).then(|| view! { <LayerOfB /> })}
            <AttentionControls method=method set=set />
        </fieldset>
    }
}

/// Heatmap or lines, colours and their range, and the mask.
#[component]
pub fn LookControls() -> impl IntoView {
    let store = use_store();
    let causal = store.select(|settings| settings.causal);
    view! {
        <div class="look-controls" role="group" aria-label="Picture">
            <Menu
                label="Drawn as"
                value=store.select(|settings| settings.view)
                on_choose=move |view: View| store.edit(None, |settings| settings.view = view)
            />
            <Menu
                label="Colour range"
                value=store.select(|settings| settings.range)
                on_choose=move |range: ColourRange| store.edit(None, |settings| settings.range = range)
            />
            <Menu
                label="Colours"
                value=store.colours()
                on_choose=move |colours: Colours| store.edit(None, |settings| settings.colours = colours)
            />
            <label class="check" title="No token sees a later one">
                <input
                    type="checkbox"
                    prop:checked=causal
                    on:change=handler(move |event| {
                        let causal = event_target_checked(&event);
                        store.edit(None, |settings| settings.causal = causal);
                    })
                />
                "Causal mask"
            </label>
        </div>
    }
}
