//! Fig. 2: the coefficients between all pairs of tokens, four of the paper and one's own, on one range of
//! colours.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::attention::{HeadParameters, Mapping};
use nearfar::curves::Coefficients;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::picture::{Cell, format_short};
use nearfar::settings::{Curve, MAX_MATRIX_TOKENS, Preset};
use texts::words::curve::{common_range, farthest_in_full, numbers, of_figure, of_matrix, of_pair};

use super::use_room;
use crate::controls::{NumberField, Toggle};
use crate::matrix::{Legend, MatrixPicture, Picture, Source, colours_of, pointing};
use crate::reactive::{flag, memo, part, text};
use crate::rich::rich_with;

/// The four of the figure, and that of the edited curve.
#[component]
pub fn Matrices() -> impl IntoView {
    let room = use_room();
    let tokens = room.select(|settings| settings.matrix_tokens);
    let own = room.select(|settings| {
        let Curve { mapping, v } = settings.own_curve();
        let head = HeadParameters { w: settings.head_w(), v };
        Coefficients { mapping, head, tokens: settings.matrix_tokens }
    });
    let is_common = RwSignal::new(true);
    let heads = || {
        let presets = [Preset::Fig2A, Preset::Fig2B, Preset::Fig2C, Preset::Fig2D];
        presets.into_iter().filter_map(Preset::parameters)
    };
    let of = move |head| {
        let mapping = Mapping::LearnableSigmoid;
        Coefficients { mapping, head, tokens: tokens.get() }
    };
    let common = memo(move || Coefficients::common_scale(heads().map(of).chain([own.get()])));
    let range = memo(move || is_common.get().then(|| common.get()));
    let figures = heads().zip('a'..).map(move |(head, letter)| {
        let choice = Signal::derive(move || of(head));
        let letter = format!("({letter})");
        view! { <CoefficientMatrix choice=choice title=of_figure(head) letter=letter range=range /> }
    });
    let switch = |label: &'static str, common: bool| {
        let is_set = flag(move || is_common.get() == common);
        view! { <Toggle label=label class="small" pressed=is_set on_press=move |()| is_common.set(common) /> }
    };
    let ranges = view! {
        <span class="segmented" role="group" aria-label=texts::curves::matrices_range()>
            {switch(texts::curves::matrices_range_common(), true)}
            {switch(texts::curves::matrices_range_own(), false)}
        </span>
    };
    view! {
        <section class="panel wide" data-panel="matrices" aria-labelledby="matrices-title">
            <header class="panel-head">
                <h2 id="matrices-title">{texts::curves::matrices()}</h2>
                <p class="muted">{texts::curves::matrices_about()}</p>
                {ranges}
            </header>
            <div class="matrices">
                {figures.collect_view()}
                <CoefficientMatrix choice=own title=texts::curves::matrices_own() letter=String::new() range=range />
                <div class="controls-group">
                    <label class="field inline">
                        <i>"N"</i>
                        <NumberField
                            name=texts::curves::matrices_tokens_name()
                            value=Signal::derive(move || Some(tokens.get() as f64))
                            range=(1.0, MAX_MATRIX_TOKENS as f64)
                            whole=true
                            on_change=move |tokens: f64| room.edit(false, |settings| settings.matrix_tokens = tokens as usize)
                        />
                        {texts::curves::matrices_tokens()}
                    </label>
                </div>
                <Show when=move || is_common.get()>
                    <div class="matrices-legend">
                        <Legend palette=Signal::stored(Palette::Signed) scale=common theme=room.theme unit=text(move || common_range(common.get())) count=5 />
                    </div>
                </Show>
            </div>
        </section>
    }
}

#[component]
fn CoefficientMatrix(
    #[prop(into)] choice: Signal<Coefficients>,
    title: &'static str,
    letter: String,
    /// The range of all, where it has a place there.
    range: Memo<Option<Scale>>,
) -> impl IntoView {
    let room = use_room();
    let theme = room.theme;
    let drawn = memo(move || Some(Arc::new(choice.get().drawn(range.get()))));
    let (palette, scale) = colours_of(drawn.into());
    let beyond = memo(move || drawn.get().map_or([false; 2], |of| of.scale.beyond(&of.values)));
    let pointed = RwSignal::new(None::<Cell>);
    let cursor = memo(move || {
        let n = choice.get().tokens;
        pointed.get().filter(|&(i, j)| i < n && j < n)
    });
    let under =
        text(move || cursor.get().map(|cell| of_pair(&choice.get(), cell)).unwrap_or_default());
    let farthest_line = move || {
        let farthest = format_short(choice.get().farthest());
        let exact = farthest_in_full(&choice.get());
        rich_with(texts::curves::matrices_farthest(farthest), move |value| {
            view! { <span class="exact" title=exact.clone()>{value}</span> }.into_any()
        })
    };
    let summary = text(move || format!("{} {}", of_matrix(&choice.get()), under.get()));
    let bare = Source::bare(drawn.into(), theme.into());
    let picture = Picture::new(bare, theme.into(), summary, cursor.into(), pointing(pointed));
    view! {
        <figure class="coefficients">
            <figcaption>
                <span><b>{title}</b>" "{letter}</span>
                <span class="muted">{text(move || numbers(choice.get().mapping, choice.get().head))}</span>
            </figcaption>
            <MatrixPicture picture=picture />
            <Show when=move || choice.get().has_own_range(range.get().is_some())>
                <Legend palette=palette scale=scale theme=theme unit=texts::curves::matrices_unit_own() beyond=beyond />
            </Show>
            <p class="muted small-print" hidden=flag(move || cursor.get().is_some())>{part(farthest_line)}</p>
            <p class="muted small-print" hidden=flag(move || cursor.get().is_none())>{under}</p>
        </figure>
    }
}
