//! All heads as small multiples, and the sliders that move w and v of the chosen ones.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::HeadParameters;
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::metrics::Character;
use nearfar::picture::heatmap::{fit, paint, paint_masked};
use nearfar::picture::palette::{Table, Theme};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{Colours, MAX_HEADS, MAX_PARAMETER, ModelChoice, Preset, Settings};

use crate::canvas::{put_pixels, with_pixels};
use crate::controls::{NumberField, Slider};
use crate::models;
use crate::reactive::{effect, flag, handler, mark, memo, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// A thumbnail has at most this many pixels a side.
const THUMBNAIL: usize = 64;

/// Every head's weights in panel A, with w, v and character; chooses heads.
#[component]
pub fn HeadStrip(
    /// Whether a click on a head adds it to those that move.
    #[prop(into)]
    several: Signal<bool>,
) -> impl IntoView {
    let store = use_store();
    let heads = store.select(|settings| settings.heads);
    let (theme, colours) = (store.theme(), store.colours());
    let table = memo(move || Matrix::Weights(Panel::A).palette(colours.get()).table(theme.get()));
    view! {
        <div class="strip" role="group" aria-label="Heads">
            <For each=move || 0..heads.get() key=|head| *head let:head>
                <Later place=place::STRIP + head as u8 / 8>
                    <HeadThumbnail head=head several=several table=table />
                </Later>
            </For>
        </div>
    }
}

/// What a thumbnail was drawn from; where it is the same again, nothing is drawn.
#[derive(Clone, Copy, PartialEq)]
struct Drawn {
    tokens: u32,
    method: Method,
    parameters: HeadParameters,
    causal: bool,
    seed: u32,
    theme: Theme,
    colours: Colours,
}

#[component]
fn HeadThumbnail(head: usize, several: Signal<bool>, table: Memo<Table>) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let theme = store.theme();
    let colours = store.colours();
    let parameters = store.select(move |settings| (settings.w[head], settings.v[head]));
    let shown = store.select(move |settings| settings.head == head);
    let chosen =
        store.select(move |settings| settings.head == head || settings.chosen.contains(&head));

    let last = StoredValue::new(None::<Drawn>);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        let (theme, colours) = (theme.get(), colours.get());
        store.at_ease(move || {
            store.lab_now(|lab| {
                let now = store.settings_now(|settings| Drawn {
                    tokens: store.tokens_version_now(),
                    method: settings.a,
                    parameters: HeadParameters { w: settings.w[head], v: settings.v[head] },
                    causal: settings.causal,
                    seed: settings.seed,
                    theme,
                    colours,
                });
                let is_new = last.try_get_value().is_some_and(|last| last != Some(now));
                let drawn = || table.try_with(|table| draw(&canvas, lab, head, table)).flatten();
                if is_new && drawn().is_some() {
                    last.set_value(Some(now));
                }
            });
        });
    });

    let character = move || {
        store.with_weights(|lab| {
            let trace = lab.trace_of(Panel::A)?;
            let known = head < trace.head_count() && trace.method().knows_distance();
            known.then(|| Character::of(trace.coefficients_of(head)))
        })
    };
    // Ctrl or Shift adds a head to those that the sliders move.
    let choose = move |event: web_sys::MouseEvent| {
        let held = event.ctrl_key() || event.meta_key() || event.shift_key();
        let adds = held || several.get_untracked();
        store.edit(None, |settings| choose_head(settings, head, adds));
    };
    view! {
        <button
            type="button"
            class="head-thumbnail"
            class:shown=shown
            class:chosen=chosen
            aria-pressed=text(move || chosen.get().to_string())
            aria-current=mark(move || shown.get().then_some("true"))
            title="Ctrl+click to move several heads together"
            on:click=handler(choose)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <span class="thumbnail-line">
                <b><span class="visually-hidden">"Head "</span>{head + 1}</b>
                <span class=text(move || format!("character {}", character().map_or("none", Character::name)))>
                    {text(move || character().map_or("", Character::name))}
                </span>
            </span>
            <span class="thumbnail-line numbers">
                <span><i>"w"</i>" "{text(move || short(parameters.get().0))}</span>
                <span><i>"v"</i>" "{text(move || short(parameters.get().1))}</span>
            </span>
        </button>
    }
}

fn short(value: f64) -> String {
    if value.abs() < 100.0 {
        format_number((value * 100.0).round() / 100.0)
    } else {
        format_number(value)
    }
}

fn draw(canvas: &web_sys::HtmlCanvasElement, lab: &Lab, head: usize, table: &Table) -> Option<()> {
    // Drawn when the head's weights are there.
    if lab.trace_of(Panel::A).is_some_and(|trace| trace.is_waiting(head)) {
        return None;
    }
    let Some(trace) = lab.trace_with(Panel::A, head) else {
        return put_pixels(canvas, &[0; 4], 1, 1);
    };
    let (weights, tokens) = (trace.weights_of(head), trace.tokens());
    let side = tokens.min(THUMBNAIL);
    let reduced = fit(weights, tokens, side);
    let (scale, mask) = (Scale::from_zero_of(&reduced), trace.mask());
    with_pixels(side * side, |pixels| {
        if mask.is_none() {
            paint(&reduced, scale, table, pixels);
        } else {
            let shown = |i, j| mask.allows(i * tokens / side, j * tokens / side);
            paint_masked(&reduced, side, scale, table, shown, pixels);
        }
        put_pixels(canvas, pixels, side, side)
    })
}

/// Shows a head; or adds it to, or takes it from, those that the sliders move.
fn choose_head(settings: &mut Settings, head: usize, adds: bool) {
    if !adds {
        settings.head = head;
        settings.chosen.clear();
    } else if head == settings.head {
        // Another chosen head takes its place.
        if let Some(other) = settings.chosen.iter().copied().find(|&other| other != head) {
            settings.head = other;
            settings.chosen.retain(|&chosen| chosen != head);
        }
    } else if settings.chosen.contains(&head) {
        settings.chosen.retain(|&chosen| chosen != head);
    } else {
        settings.chosen.push(head);
        settings.chosen.sort_unstable();
    }
}

/// w and v of the chosen heads, presets, and how many heads there are.
#[component]
pub fn HeadSliders(
    /// Whether a click on a head adds it to those that move.
    several: RwSignal<bool>,
) -> impl IntoView {
    let store = use_store();
    let moved = store.select(Settings::moved_heads);
    let heads = store.select(|settings| settings.heads);
    let all = move || moved.with(Vec::len) == heads.get();
    let who = move || {
        moved.with(|moved| match moved.len() {
            count if count == heads.get() && count > 1 => format!("All {count} heads"),
            1 => format!("Head {}", moved[0] + 1),
            count => {
                let names: Vec<_> = moved.iter().map(|head| (head + 1).to_string()).collect();
                format!("{count} heads: {}", names.join(", "))
            }
        })
    };
    let parameter = move |of: fn(&mut Settings) -> &mut [f64; MAX_HEADS], gesture: &'static str| {
        let value = store.select(move |settings| {
            let mut settings = settings.clone();
            let (moved, shown) = (settings.moved_heads(), settings.head);
            let values = of(&mut settings);
            (values[shown], moved.iter().any(|&head| values[head] != values[shown]))
        });
        // The slider shifts the heads that move and keeps their differences; the field sets them.
        let shift = move |number: f64| {
            store.edit(Some(gesture), |settings| {
                let (moved, shown) = (settings.moved_heads(), settings.head);
                settings.learned = false;
                let values = of(settings);
                let by = number - values[shown];
                for head in moved {
                    let shifted = (values[head] + by).clamp(-MAX_PARAMETER, MAX_PARAMETER);
                    // Sums of hundredths stay hundredths, and -0 is 0.
                    values[head] = (shifted * 1e9).round() / 1e9 + 0.0;
                }
            });
        };
        let set = move |number: f64| {
            store.edit(None, |settings| {
                settings.learned = false;
                let moved = settings.moved_heads();
                moved.into_iter().for_each(|head| of(settings)[head] = number);
            });
        };
        (value, shift, set)
    };
    let (w, shift_w, set_w) = parameter(|settings| &mut settings.w, "w");
    let (v, shift_v, set_v) = parameter(|settings| &mut settings.v, "v");
    let choose_all = move |_| {
        store.edit(None, |settings| {
            settings.chosen = if settings.moved_heads().len() == settings.heads {
                Vec::new()
            } else {
                (0..settings.heads).collect()
            };
        });
    };
    let untrained = store.select(|settings| settings.model == ModelChoice::Untrained);
    let is_own = store.select(|settings| settings.learned);
    let has_use = store.select(|settings| settings.a.knows_distance());
    let reset = move |_| store.edit(None, |settings| settings.learned = true);
    let presets = |of_figure: bool| {
        let some = Preset::ALL
            .iter()
            .filter(move |(preset, ..)| preset.parameters().is_some() == of_figure);
        some.map(|&(preset, label, does)| {
            view! {
                <button type="button" class="small" title=does on:click=handler(move |_| store.edit(None, |settings| {
                    settings.learned = false;
                    preset.apply(settings);
                }))>
                    {label}
                </button>
            }
        })
        .collect_view()
    };
    view! {
        <section class="sliders" aria-label="w and v">
            <header class="sliders-head">
                <h3 aria-live="polite">{who}</h3>
                <button
                    type="button"
                    class="small"
                    aria-pressed=text(move || several.get().to_string())
                    title="While pressed, a click on a head adds it to those that move, or takes it away"
                    on:click=handler(move |_| several.update(|several| *several = !*several))
                >
                    "Several"
                </button>
                <button type="button" class="small" aria-pressed=text(move || all().to_string()) on:click=handler(choose_all)>
                    "Move all heads"
                </button>
            </header>
            <Slider
                label="w"
                hint="− near, + far"
                value=w
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=shift_w
                on_type=set_w
                on_settle=move |()| store.end_gesture()
            />
            <Slider
                label="v"
                hint="how strongly"
                value=v
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=shift_v
                on_type=set_v
                on_settle=move |()| store.end_gesture()
            />
            <p class="small-print" hidden=has_use>"Method A is vanilla attention, which has no w and v."</p>
            <div class="presets" role="group" aria-label="Presets of Fig. 2, for the heads that move">
                <span class="muted">"Fig. 2"</span>
                {presets(true)}
            </div>
            <div class="presets" role="group" aria-label="Presets for all heads">
                {presets(false)}
                <button
                    type="button"
                    class="small"
                    title="Fig. 8: four heads of the DA-Transformer and of the vanilla one, trained on AG News, on one news sentence"
                    on:click=handler(move |_| models::show_figure_8(store))
                >
                    "Fig. 8"
                </button>
                <button type="button" class="small" disabled=is_own on:click=handler(reset)>
                    {text(move || if untrained.get() { "Reset" } else { "Restore learned" })}
                </button>
            </div>
            <div class="counts" hidden=flag(move || !untrained.get())>
                <label class="field inline">
                    "Heads"
                    <NumberField
                        name="Number of heads".to_owned()
                        value=Signal::derive(move || Some(heads.get() as f64))
                        range=(1.0, MAX_HEADS as f64)
                        whole=true
                        on_change=move |count| store.edit(None, |settings| settings.heads = count as usize)
                    />
                </label>
                <label class="field inline">
                    "Seed"
                    <NumberField
                        name="Seed of the untrained projections".to_owned()
                        value={
                            let seed = store.select(|settings| settings.seed);
                            Signal::derive(move || Some(f64::from(seed.get())))
                        }
                        range=(0.0, f64::from(u32::MAX))
                        whole=true
                        on_change=move |seed| store.edit(None, |settings| settings.seed = seed as u32)
                    />
                </label>
            </div>
        </section>
    }
}
