//! Which method a panel shows, and how it is drawn.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::mapping::MappingNumber;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::lab::Panel;
use nearfar::settings::{ColourRange, Colours, MAX_PARAMETER, MappingKind, View};
use texts::words::{self, ATTENTION, AttentionRow};

use super::model::{ModelMenu, about};
use super::steppers::LayerOfB;
use crate::controls::{Drop, Menu, NumberField, named_menu};
use crate::reactive::{handler, memo, part};
use crate::state::use_store;

/// A mapping function: which, and its own numbers.
#[component]
pub fn MappingControls(
    /// What is written over the menu.
    #[prop(default = texts::common::mapping_label())]
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

/// What distance is laid over attention with: a mapping function, and the adjustment by its coefficients.
#[component]
pub fn DistanceControls(
    /// What is written over the menu of mapping functions.
    #[prop(default = texts::common::mapping_label())]
    mapping_label: &'static str,
    /// What is written over that of adjustments.
    #[prop(default = texts::common::adjustment_label())]
    adjustment_label: &'static str,
    /// The method, or another, which is laid with [`Method::coefficients`].
    #[prop(into)]
    method: Signal<Method>,
    #[prop(into)] on_change: Callback<Method>,
) -> impl IntoView {
    let parts = memo(move || method.get().coefficients());
    let set = move |mapping, adjustment| {
        on_change.run(Method::DistanceAware { mapping, adjustment });
    };
    view! {
        <MappingControls
            label=mapping_label
            mapping=memo(move || parts.get().0)
            on_change=move |mapping| set(mapping, parts.get_untracked().1)
        />
        <Menu
            label=adjustment_label
            value=memo(move || parts.get().1)
            on_choose=move |adjustment: Adjustment| set(parts.get_untracked().0, adjustment)
        />
    }
}

/// The model and the method of panel A or B: a kind of attention, of the distance-aware one its mapping and adjustment, too.
#[component]
fn MethodControls(panel: Panel, #[prop(into)] on_open: Callback<()>) -> impl IntoView {
    let store = use_store();
    let method = store.select(move |settings| panel.method(settings));
    let set = Callback::new(move |method: Method| {
        store.edit(None, |settings| *panel.method_mut(settings) = method);
    });
    // What a model from a file has by itself: one kind of attention, in the place of vanilla's two.
    let in_file = store.select(move |settings| {
        let model = panel.model(settings);
        model.is_file().then(|| words::in_file(settings, panel))
    });
    let kind = memo(move || words::attention_in_menu(method.get(), in_file.get().is_some()));
    let choose = move |name: String| {
        let Some(row) = ATTENTION.iter().find(|row| row.name == name) else { return };
        let first = || store.now(|lab, settings| lab.laid_first(panel.model(settings)));
        set.run(match row.method {
            Method::DistanceAware { .. } => first(),
            method => method,
        });
    };
    let own = move || {
        (kind.get() == AttentionRow::of(Method::DISTANCE_AWARE).name)
            .then(|| view! { <DistanceControls method=method on_change=set /> })
    };
    view! {
        <fieldset class=format!("method {}", panel.name())>
            <legend>{texts::lab::method_of(panel.letter())}</legend>
            <ModelMenu panel=panel on_open=on_open />
            {(panel == Panel::B).then(|| view! { <LayerOfB /> })}
            {part(move || {
                let kinds = words::attention_menu(in_file.get());
                named_menu(texts::common::attention_label().to_owned(), kinds, kind, Box::new(choose))
            })}
            {own}
        </fieldset>
    }
}

/// Heatmap or lines, colours and their range, and the mask.
#[component]
fn LookControls() -> impl IntoView {
    let store = use_store();
    let causal = store.select(|settings| settings.causal);
    // A model from a file may be causal by itself.
    let by_itself = store.of_models(|lab, settings| !settings.causal && lab.is_causal_by_itself());
    let causal_title = move || match by_itself.get() {
        true => texts::lab::look_causal_by_itself(),
        false => texts::lab::look_causal_title(),
    };
    view! {
        <div class="look-controls">
            <Menu
                label=texts::lab::look_view()
                value=store.select(|settings| settings.view)
                on_choose=move |view: View| store.edit(None, |settings| settings.view = view)
            />
            <Menu
                label=texts::lab::look_range()
                value=store.select(|settings| settings.range)
                on_choose=move |range: ColourRange| store.edit(None, |settings| settings.range = range)
            />
            <Menu
                label=texts::lab::look_colours()
                value=store.colours()
                on_choose=move |colours: Colours| store.edit(None, |settings| settings.colours = colours)
            />
            <label class="check" title=causal_title>
                <input
                    type="checkbox"
                    prop:checked=move || causal.get() || by_itself.get()
                    disabled=by_itself
                    on:change=handler(move |event| {
                        let causal = event_target_checked(&event);
                        store.edit(None, |settings| settings.causal = causal);
                    })
                />
                {texts::lab::look_causal()}
            </label>
        </div>
    }
}

/// The head of the picture of a panel: its title with a menu of its model and method, and what made it.
#[component]
pub fn PanelHead(panel: Panel, #[prop(into)] title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let id = if panel == Panel::A { "menu-a" } else { "menu-b" };
    let about = about(store, panel);
    let menu = Drop {
        opener: "▾".into_any(),
        name: texts::lab::method_menu(panel.letter()),
        class: "quiet",
        about: texts::lab::methods_title(),
        panel: Some("methods"),
        id: Some(id),
    };
    view! {
        <span class="title-line">
            <label class="matrix-title" for=id title=title>{title}</label>
            {menu.view(Box::new(move |close| view! { <MethodControls panel=panel on_open=close /> }.into_any()))}
        </span>
        <span class="matrix-about" title=about>{about}</span>
    }
}

/// How the pictures are drawn, behind a button.
#[component]
pub fn LookMenu() -> impl IntoView {
    let menu = Drop {
        opener: texts::lab::look_open().into_any(),
        name: texts::lab::look().to_owned(),
        class: "small opens",
        about: texts::lab::look(),
        panel: Some("look"),
        id: None,
    };
    menu.view(Box::new(|_| view! { <LookControls /> }.into_any()))
}
