//! Which method a panel shows, and how it is drawn.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::lab::Panel;
use nearfar::settings::{Choice, ColourRange, Colours, MAX_PARAMETER, View};

use crate::controls::{Menu, NumberField};
use crate::panels::ModelMenu;
use crate::reactive::{handler, memo};
use crate::state::use_store;

/// A method in a few words.
pub fn method_label(method: Method) -> String {
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

/// Vanilla or distance-aware.
#[derive(Clone, Copy, PartialEq)]
pub enum MethodKind {
    DistanceAware,
    Vanilla,
    WithoutPositions,
}

impl Choice for MethodKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (MethodKind::DistanceAware, "da", "Distance-aware"),
        (MethodKind::Vanilla, "vanilla", "Vanilla, sinusoidal positions"),
        (MethodKind::WithoutPositions, "no-positions", "Vanilla, no positions"),
    ];
}

impl MethodKind {
    pub fn of(method: Method) -> Self {
        match method {
            Method::DistanceAware { .. } => MethodKind::DistanceAware,
            Method::Vanilla { positions: true } => MethodKind::Vanilla,
            Method::Vanilla { positions: false } => MethodKind::WithoutPositions,
        }
    }

    /// With the mapping and adjustment that it starts with.
    pub fn method(self) -> Method {
        match self {
            MethodKind::DistanceAware => Method::DISTANCE_AWARE,
            MethodKind::Vanilla => Method::Vanilla { positions: true },
            MethodKind::WithoutPositions => Method::Vanilla { positions: false },
        }
    }
}

/// A mapping function without its numbers.
#[derive(Clone, Copy, PartialEq)]
pub enum MappingKind {
    LearnableSigmoid,
    Sigmoid,
    Exponent,
    Linear,
    Clip,
}

impl Choice for MappingKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (MappingKind::LearnableSigmoid, "learnable-sigmoid", "Learnable sigmoid"),
        (MappingKind::Sigmoid, "sigmoid", "Sigmoid"),
        (MappingKind::Exponent, "exponent", "Exponent"),
        (MappingKind::Linear, "linear", "Linear"),
        (MappingKind::Clip, "clip", "Clip"),
    ];
}

impl MappingKind {
    pub fn of(mapping: Mapping) -> Self {
        match mapping {
            Mapping::LearnableSigmoid => MappingKind::LearnableSigmoid,
            Mapping::Sigmoid => MappingKind::Sigmoid,
            Mapping::Exponent => MappingKind::Exponent,
            Mapping::Linear { .. } => MappingKind::Linear,
            Mapping::Clip { .. } => MappingKind::Clip,
        }
    }

    /// With the numbers that it starts with.
    pub fn mapping(self) -> Mapping {
        match self {
            MappingKind::LearnableSigmoid => Mapping::LearnableSigmoid,
            MappingKind::Sigmoid => Mapping::Sigmoid,
            MappingKind::Exponent => Mapping::Exponent,
            MappingKind::Linear => Mapping::Linear { slope: 0.5, intercept: 1.0 },
            MappingKind::Clip => Mapping::Clip { threshold: 5.0 },
        }
    }
}

/// A mapping function: which, and its own numbers.
#[component]
pub fn MappingControls(
    #[prop(into)] mapping: Signal<Mapping>,
    #[prop(into)] on_change: Callback<Mapping>,
) -> impl IntoView {
    let kind = memo(move || MappingKind::of(mapping.get()));
    let field = move |name: &'static str,
                      symbol: &'static str,
                      read: fn(Mapping) -> f64,
                      write: fn(Mapping, f64) -> Mapping| {
        view! {
            <label class="field inline">
                <i>{symbol}</i>
                <NumberField
                    name=name.to_owned()
                    value=Signal::derive(move || Some(read(mapping.get())))
                    range=(-MAX_PARAMETER, MAX_PARAMETER)
                    on_change=move |number| on_change.run(write(mapping.get_untracked(), number))
                />
            </label>
        }
    };
    let numbers = move || match kind.get() {
        MappingKind::Linear => {
            let read_slope =
                |mapping| if let Mapping::Linear { slope, .. } = mapping { slope } else { 0.0 };
            let read_intercept = |mapping| {
                if let Mapping::Linear { intercept, .. } = mapping { intercept } else { 0.0 }
            };
            let write_slope = |mapping, slope| match mapping {
                Mapping::Linear { intercept, .. } => Mapping::Linear { slope, intercept },
                other => other,
            };
            let write_intercept = |mapping, intercept| match mapping {
                Mapping::Linear { slope, .. } => Mapping::Linear { slope, intercept },
                other => other,
            };
            Some(
                view! {
                    {field("k, the slope", "k", read_slope, write_slope)}
                    {field("b, the value at 0", "b", read_intercept, write_intercept)}
                }
                .into_any(),
            )
        }
        MappingKind::Clip => {
            let read =
                |mapping| if let Mapping::Clip { threshold } = mapping { threshold } else { 0.0 };
            Some(
                field("T, the threshold", "T", read, |_, threshold| Mapping::Clip { threshold })
                    .into_any(),
            )
        }
        _ => None,
    };
    view! {
        <Menu label="Mapping f" value=kind on_choose=move |kind: MappingKind| on_change.run(kind.mapping()) />
        <div class="numbers">{numbers}</div>
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
    let kind = memo(move || MethodKind::of(method.get()));
    let mapping = memo(move || match method.get() {
        Method::DistanceAware { mapping, .. } => mapping,
        Method::Vanilla { .. } => Mapping::LearnableSigmoid,
    });
    let adjustment = memo(move || match method.get() {
        Method::DistanceAware { adjustment, .. } => adjustment,
        Method::Vanilla { .. } => Adjustment::EarlyMultiply,
    });
    let own = move || {
        (kind.get() == MethodKind::DistanceAware).then(|| {
            view! {
                <MappingControls
                    mapping=mapping
                    on_change=move |mapping| {
                        set(Method::DistanceAware { mapping, adjustment: adjustment.get_untracked() });
                    }
                />
                <Menu
                    label="Adjustment"
                    value=adjustment
                    on_choose=move |adjustment: Adjustment| {
                        set(Method::DistanceAware { mapping: mapping.get_untracked(), adjustment });
                    }
                />
            }
        })
    };
    let (letter, accent) = match panel {
        Panel::A => ("A", "method a"),
        Panel::B => ("B", "method b"),
    };
    view! {
        <fieldset class=accent>
            <legend>{format!("Method {letter}")}</legend>
            <ModelMenu panel=panel />
            <Menu label="Attention" value=kind on_choose=move |kind: MethodKind| set(kind.method()) />
            {own}
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
