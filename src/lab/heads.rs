//! All heads as small multiples, and ready-made w and v for those that move.

use leptos::html;
use leptos::prelude::*;
use nearfar::in_numbers;
use nearfar::lab::{Lab, MadeFrom, Matrix, Panel};
use nearfar::picture::palette::Table;
use nearfar::settings::{ColourRange, MAX_HEADS, ModelChoice, Preset, Settings};
use texts::words::{self, saved};

use super::matrix::save;
use super::method::LookMenu;
use crate::canvas::matrix::draw_small;
use crate::canvas::put_pixels;
use crate::controls::{Drop, Toggle, whole_number};
use crate::labels;
use crate::matrix::SaveMenu;
use crate::models;
use crate::reactive::{effect, flag, handler, mark, memo, text};
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

    // What it was drawn from; where that is the same again, nothing is drawn.
    let last = StoredValue::new(None);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        let (look, range) = ((theme.get(), colours.get()), range.get());
        store.at_rest(move || {
            let draw = |lab: &Lab, settings: &Settings, table: &Table| {
                let Some(frame) = lab.weights_frame(head, range, table) else { return };
                let made_from = MadeFrom::of(settings, head);
                let now = (store.tokens_version(), made_from, look, frame.scale);
                if last.try_get_value().is_none_or(|last| last == Some(now)) {
                    return;
                }
                match frame.values.is_empty() {
                    true => drop(put_pixels(&canvas, &[0; 4], 1, 1)),
                    false => draw_small(&canvas, &frame, THUMBNAIL),
                }
                last.set_value(Some(now));
            };
            table.try_with(|table| store.now(|lab, settings| draw(lab, settings, table)));
        });
    });

    let says = RwSignal::new([const { String::new() }; 2]);
    effect(move || {
        store.follow_settled();
        store.in_turn(move || {
            says.try_set(store.lab_now(|lab| words::of_thumbnail(lab, head)));
        });
    });
    let [favours, looks] = [0, 1].map(|at| text(move || says.with(|says| says[at].clone())));
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
                <span>{favours}</span>
            </span>
            <span class="thumbnail-line numbers">
                <span><i>"w"</i>" "{text(move || in_numbers::short(parameters.get().0))}</span>
                <span><i>"v"</i>" "{text(move || in_numbers::short(parameters.get().1))}</span>
                <span>{looks}</span>
            </span>
        </button>
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
        name: texts::lab::presets().to_owned(),
        class: "small opens",
        about: texts::lab::presets(),
        panel: None,
        id: None,
    };
    view! {
        <div class="presets" data-panel="presets">
            {ready_made.view(Box::new(move |_| preset_buttons(store, true).into_any()))}
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
    let all = flag(move || moved.with(Vec::len) == heads.get());
    let choose_all = move |()| store.edit(None, Settings::choose_all_heads);
    let untrained = store.select(|settings| settings.model == ModelChoice::Untrained);
    let export = Callback::new(move |what| save(store, what, saved::heads));
    let set_heads = Callback::new(move |count| store.edit(None, |settings| settings.heads = count));
    let seed = store.select(|settings| settings.seed as usize);
    let about = memo(move || {
        store.follow_settled();
        store.lab_now(words::of_heads)
    });
    let set_seed =
        Callback::new(move |seed| store.edit(None, |settings| settings.seed = seed as u32));
    view! {
        <section class="panel heads" data-panel="heads" aria-labelledby="heads-title">
            <header class="panel-head">
                <h2 id="heads-title">{texts::lab::heads_title()}</h2>
                <div class="presets" role="group" aria-label=texts::lab::heads_which()>
                    <Toggle
                        class="small"
                        label=texts::lab::heads_add()
                        title=texts::lab::heads_add_title()
                        pressed=several
                        on_press=move |()| several.update(|several| *several = !*several)
                    />
                    <Toggle class="small" label=texts::lab::heads_move_all() pressed=all on_press=choose_all />
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
                    {whole_number("inline", texts::lab::heads_name().to_owned(), texts::lab::heads_count().to_owned(), heads.into(), 1..=MAX_HEADS, set_heads)}
                    {whole_number("inline", texts::lab::heads_seed().to_owned(), texts::lab::heads_seed_name().to_owned(), seed.into(), 0..=u32::MAX as usize, set_seed)}
                </div>
            </header>
            <p class="muted small-print">{text(move || about.get())}</p>
            <HeadStrip several=several />
        </section>
    }
}
