//! All heads as small multiples, and the sliders that move w and v of the chosen ones.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::HeadParameters;
use nearfar::export::{HeadPicture, HeadsPicture};
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::metrics::Character;
use nearfar::picture::heatmap::{fit, paint, paint_masked};
use nearfar::picture::palette::{Table, Theme};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{
    ColourRange, Colours, MAX_HEADS, MAX_PARAMETER, ModelChoice, Preset, Settings,
};
use texts::words::{self, saved};

use super::matrix::too_long;
use super::{LookMenu, TermSliders};
use crate::canvas::{put_pixels, with_pixels};
use crate::controls::{Drop, NumberField, Slider};
use crate::export::{self, Exported};
use crate::labels;
use crate::matrix::SaveMenu;
use crate::models;
use crate::reactive::{effect, flag, handler, mark, memo, text, when};
use crate::rich::rich_with;
use crate::roving;
use crate::stages::{Later, place};
use crate::state::{Store, use_store};

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
    let range = store.select(|settings| settings.range);
    // One stop of the Tab key; arrows go from head to head.
    let on_key = move |event: web_sys::KeyboardEvent| roving::on_key(&event);
    view! {
        <div class="strip" role="group" aria-label=texts::lab::heads_name() on:keydown=handler(on_key)>
            <For each=move || 0..heads.get() key=|head| *head let:head>
                <Later place=place::STRIP + head as u8 / 8>
                    <HeadThumbnail head=head several=several table=table range=range />
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
    scale: Scale,
    is_plain: [bool; 2],
}

#[component]
fn HeadThumbnail(
    head: usize,
    several: Signal<bool>,
    table: Memo<Table>,
    range: Memo<ColourRange>,
) -> impl IntoView {
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
        let (theme, colours, range) = (theme.get(), colours.get(), range.get());
        store.at_rest(move || {
            store.lab_now(|lab| {
                let scale = range_of(lab, head, range);
                let now = store.settings_now(|settings| Drawn {
                    tokens: store.tokens_version_now(),
                    method: settings.a,
                    parameters: HeadParameters { w: settings.w[head], v: settings.v[head] },
                    causal: settings.causal,
                    seed: settings.seed,
                    theme,
                    colours,
                    scale,
                    is_plain: [settings.distance, settings.competition],
                });
                let is_new = last.try_get_value().is_some_and(|last| last != Some(now));
                let drawn =
                    || table.try_with(|table| draw(&canvas, lab, head, scale, table)).flatten();
                if is_new && drawn().is_some() {
                    last.set_value(Some(now));
                }
            });
        });
    });

    let from_file = store.select(|settings| settings.model.is_file());
    let character = move || {
        store.with_weights(|lab| {
            let trace = lab.trace_of(Panel::A)?;
            let parameters = *trace.heads().get(head)?;
            // A model from a file has its own way with distance: at w = 0 nothing is known of that.
            let is_its_own = parameters.w == 0.0 && from_file.get();
            let character = || Character::of_method(trace.method(), parameters);
            (!is_its_own).then(character)?
        })
    };
    let name = rich_with(texts::lab::thumbnail(head + 1), |word| {
        view! { <span class="visually-hidden">{word}</span> }.into_any()
    });
    // Ctrl or Shift adds a head to those that the sliders move.
    let choose = move |event: web_sys::MouseEvent| {
        let held = event.ctrl_key() || event.meta_key() || event.shift_key();
        let adds = held || several.get_untracked();
        store.edit(None, |settings| settings.choose_head(head, adds));
    };
    view! {
        <button
            type="button"
            class="head-thumbnail"
            class:shown=shown
            class:chosen=chosen
            aria-pressed=text(move || chosen.get().to_string())
            aria-current=mark(move || shown.get().then_some("true"))
            tabindex=text(move || if shown.get() { "0" } else { "-1" })
            title=texts::lab::thumbnail_title()
            on:click=handler(choose)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <span class="thumbnail-line">
                <b>{name}</b>
                <span class=text(move || format!("character {}", character().map_or("none", Character::name)))>
                    {text(move || character().map_or("", words::of_character))}
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

/// That of the picture which the thumbnail of a head stands for.
fn range_of(lab: &Lab, head: usize, range: ColourRange) -> Scale {
    let trace = lab.trace_with(Panel::A, head);
    let weights = trace.map_or(&[][..], |trace| trace.weights_of(head));
    lab.scale(Matrix::Weights(Panel::A), head, weights, range)
}

/// Saves the matrices of all heads of panel A: as a picture, or their numbers.
fn save_heads(store: Store, what: Exported) {
    if store.lab_now(Lab::is_long) {
        return too_long(store);
    }
    store.lab_now(|lab| {
        store.settings_now(|settings| {
            let tokens = lab.words();
            let heads = (0..settings.heads).filter_map(|head| {
                let (trace, of_panel) = lab.head_of(Panel::A, head)?;
                let numbers = saved::numbers_of(lab, settings, Panel::A, head);
                let name = [Some(texts::common::head(head + 1)), numbers];
                Some(HeadPicture {
                    name: name.into_iter().flatten().collect::<Vec<_>>().join(", "),
                    values: trace.weights_of(of_panel),
                    scale: range_of(lab, head, settings.range),
                })
            });
            let title = texts::lab::heads_title();
            let picture = HeadsPicture {
                title,
                about: &saved::about_panel(lab, settings, Panel::A, None),
                tokens: &tokens,
                heads: &heads.collect::<Vec<_>>(),
                table: &Matrix::Weights(Panel::A).palette(settings.colours).table(Theme::Light),
                theme: Theme::Light,
            };
            export::save(what, &saved::file_of(lab, settings, Panel::A, title, None), &picture);
        });
    });
}

fn draw(
    canvas: &web_sys::HtmlCanvasElement,
    lab: &Lab,
    head: usize,
    scale: Scale,
    table: &Table,
) -> Option<()> {
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
    let mask = trace.mask();
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

/// Which head is shown, and the one before and after it.
#[component]
pub fn HeadStepper() -> impl IntoView {
    let store = use_store();
    let moved = store.select(Settings::moved_heads);
    let (head, heads) = (store.head(), store.select(|settings| settings.heads));
    let who = move || {
        moved.with(|moved| match moved.len() {
            count if count == heads.get() && count > 1 => texts::lab::heads_every(count),
            1 => texts::common::head(moved[0] + 1),
            _ => {
                let names: Vec<_> = moved.iter().map(|head| (head + 1).to_string()).collect();
                texts::lab::heads_several(names.join(", "))
            }
        })
    };
    let step = move |by: isize| {
        store.edit(None, |settings| {
            let heads = settings.heads;
            settings.head = (settings.head + heads).saturating_add_signed(by) % heads;
            settings.chosen.clear();
        });
    };
    view! {
        <div class="stepper" data-panel="head">
            <button type="button" class="quiet" aria-label=texts::lab::head_previous() title=texts::lab::head_previous_title() on:click=handler(move |_| step(-1))>"‹"</button>
            <h2 class="stepper-name" aria-live="polite">{text(who)}</h2>
            <span class="muted">{text(move || match moved.with(Vec::len) == heads.get() {
                true => String::new(),
                false => texts::lab::of_all(heads.get()),
            })}</span>
            <button type="button" class="quiet" aria-label=texts::lab::head_next() title=texts::lab::head_next_title() disabled=flag(move || heads.get() < 2 || head.get() >= heads.get()) on:click=handler(move |_| step(1))>"›"</button>
        </div>
    }
}

/// w and v of the heads that move, what they mean in words, and ready-made ones.
#[component]
pub fn HeadSliders() -> impl IntoView {
    let store = use_store();
    let parameter = move |of: fn(&Settings) -> &[f64; MAX_HEADS],
                          write: fn(&mut Settings, usize, f64),
                          gesture: &'static str| {
        let value = store.select(move |settings| {
            let (values, shown) = (of(settings), settings.head);
            let differs = |&head: &usize| values[head] != values[shown];
            (values[shown], settings.moved_heads().iter().any(differs))
        });
        // The slider shifts the heads that move and keeps their differences; the field sets them.
        let shift = move |number: f64| {
            store.edit(Some(gesture), |settings| {
                let by = number - of(settings)[settings.head];
                for head in settings.moved_heads() {
                    let shifted = (of(settings)[head] + by).clamp(-MAX_PARAMETER, MAX_PARAMETER);
                    // As many decimals as can be seen, and no -0.
                    write(settings, head, (shifted * 1e3).round() / 1e3 + 0.0);
                }
            });
        };
        let set = move |number: f64| {
            store.edit(None, |settings| {
                for head in settings.moved_heads() {
                    write(settings, head, number);
                }
            });
        };
        (value, shift, set)
    };
    let (w, shift_w, set_w) = parameter(|settings| &settings.w, Settings::set_w, "w");
    let (v, shift_v, set_v) = parameter(|settings| &settings.v, Settings::set_v, "v");
    let tokens = memo(move || store.with_tokens(|lab| lab.tokens().len()));
    let (a, distance) =
        (store.select(|settings| settings.a), store.select(|settings| settings.distance));
    // Where the heads that move differ, the line is of the one that is shown.
    let head = store.head();
    let whose = move |differs: bool, says: String| match differs {
        true => texts::lab::head_says(head.get() + 1, says),
        false => says,
    };
    let w_says = memo(move || match words::of_w(a.get(), w.get().0, v.get().0, tokens.get()) {
        None => texts::lab::w_of_vanilla().to_owned(),
        Some(_) if !distance.get() => texts::lab::w_left_out().to_owned(),
        Some(says) => whose(w.get().1, says),
    });
    let v_says = memo(move || match words::of_v(a.get(), w.get().0, v.get().0, tokens.get()) {
        None => texts::lab::v_of_vanilla().to_owned(),
        Some(_) if !distance.get() => texts::lab::v_left_out().to_owned(),
        Some(says) => whose(v.get().1, says),
    });
    // Distance may be laid over B alone, with the same w and v.
    let read_by = |reads: fn(&Method) -> bool| {
        store.select(move |settings| {
            let of_b = settings.model_b == settings.model && reads(&settings.b);
            reads(&settings.a) || of_b
        })
    };
    let (reads_w, reads_v) =
        (read_by(|method| method.knows_distance()), read_by(|method| method.has_v()));
    let has_term = store.has_term();
    view! {
        <section class="dock" id="sliders" data-panel="sliders" tabindex="-1" aria-label=texts::lab::sliders()>
            <Slider
                label="w"
                hint=texts::common::ends_w()
                name=texts::lab::slider_w()
                says=w_says
                off=Signal::derive(move || (!reads_w.get()).then_some("w-says"))
                value=w
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=shift_w
                on_type=set_w
                on_settle=move |()| store.end_gesture()
            />
            <Slider
                label="v"
                hint=texts::common::ends_v()
                name=texts::lab::slider_v()
                says=v_says
                off=Signal::derive(move || (!reads_v.get()).then_some("v-says"))
                value=v
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=shift_v
                on_type=set_v
                on_settle=move |()| store.end_gesture()
            />
            <Show when=when(move || has_term.get())><TermSliders /></Show>
        </section>
    }
}

/// Ready-made w and v for the heads that move.
#[component]
pub fn HeadPresets() -> impl IntoView {
    let store = use_store();
    let is_own = store.select(Settings::is_own);
    let untrained = store.select(|settings| settings.model == ModelChoice::Untrained);
    let restore = move |_| store.edit(None, Settings::restore);
    let ready_made = Drop {
        opener: texts::lab::presets_open().into_any(),
        name: Some(texts::lab::presets().to_owned()),
        class: "small opens",
        about: texts::lab::presets(),
        panel: None,
        id: None,
    };
    view! {
        <div class="presets" data-panel="presets">
            {ready_made.view(move |_| preset_buttons(store, true).into_any())}
            <button type="button" class="small" disabled=is_own on:click=handler(restore)>
                {text(move || if untrained.get() { texts::lab::presets_reset() } else { texts::lab::presets_restore() })}
            </button>
        </div>
    }
}

fn preset_buttons(store: Store, of_figure: bool) -> impl IntoView {
    let some = Preset::ALL.iter().filter(move |preset| preset.parameters().is_some() == of_figure);
    some.map(|&preset| {
        let (label, does) = labels::of_preset(preset);
        view! {
            <button type="button" class="small" title=does on:click=handler(move |_| store.edit(None, |settings| preset.apply(settings)))>
                {label}
            </button>
        }
    })
    .collect_view()
}

/// Every head as a small picture, which of them move, ready-made w and v for all of them, and how pictures are drawn.
#[component]
pub fn HeadsSection() -> impl IntoView {
    let store = use_store();
    let several = store.several;
    let moved = store.select(Settings::moved_heads);
    let heads = store.select(|settings| settings.heads);
    let all = move || moved.with(Vec::len) == heads.get();
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
    let export = Callback::new(move |what| save_heads(store, what));
    view! {
        <section class="panel heads" data-panel="heads" aria-labelledby="heads-title">
            <header class="panel-head">
                <h2 id="heads-title">{texts::lab::heads_title()}</h2>
                <div class="presets" role="group" aria-label=texts::lab::heads_which()>
                    <button
                        type="button"
                        class="small"
                        aria-pressed=text(move || several.get().to_string())
                        title=texts::lab::heads_add_title()
                        on:click=handler(move |_| several.update(|several| *several = !*several))
                    >
                        {texts::lab::heads_add()}
                    </button>
                    <button type="button" class="small" aria-pressed=text(move || all().to_string()) on:click=handler(choose_all)>
                        {texts::lab::heads_move_all()}
                    </button>
                </div>
                <div class="presets" role="group" aria-label=texts::lab::heads_presets()>
                    {preset_buttons(store, false)}
                    <button
                        type="button"
                        class="small"
                        title=texts::lab::figure_8_title()
                        on:click=handler(move |_| models::show_figure_8(store))
                    >
                        {texts::lab::figure_8()}
                    </button>
                </div>
                <LookMenu />
                <SaveMenu export=export />
                <div class="counts" hidden=flag(move || !untrained.get())>
                    <label class="field inline">
                        {texts::lab::heads_name()}
                        <NumberField
                            name=texts::lab::heads_count()
                            value=Signal::derive(move || Some(heads.get() as f64))
                            range=(1.0, MAX_HEADS as f64)
                            whole=true
                            on_change=move |count| store.edit(None, |settings| settings.heads = count as usize)
                        />
                    </label>
                    <label class="field inline">
                        {texts::lab::heads_seed()}
                        <NumberField
                            name=texts::lab::heads_seed_name()
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
            </header>
            <HeadStrip several=several />
        </section>
    }
}
