//! Methods against each other, with one cursor: A and B large with their signed difference, in a row, on a phone one at a
//! time, and how far they look; while they are out of sight, small ones at the foot of the screen; every method in a small
//! picture, where A and B are chosen; and how far any two methods are apart.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::{Mark, format_exact, format_short};
use nearfar_compare::choices::Part;
use nearfar_compare::pair::{self, Which, skipped};
use nearfar_compare::protocol::Cell;
use nearfar_compare::room::Room as Has;
use nearfar_compare::words::grid as words;

use super::state::CompareState;
use super::tools::Tools;
use super::{StandIn, text_of, use_room};
use crate::canvas::is_out_of_view;
use crate::canvas::labelled::Room;
use crate::controls::Toggle;
use crate::explain::{Exact, Term};
use crate::matrix::{Form, Handed, MatrixPicture, Picture, Source, Zooms, pointing, small_picture};
use crate::reactive::{flag, memo, text};

/// The two that are compared, and below them every method.
#[component]
pub fn Methods() -> impl IntoView {
    let drawings = drawings(use_room());
    let pictures = NodeRef::<html::Div>::new();
    // On a phone there is room for one.
    let front = RwSignal::new(0);
    let button = |(place, which): (usize, Which)| {
        let (title, letter) = (title(use_room(), which, false), ["A", "B", ""][place]);
        // Before its method is there, it has a name, too.
        let label = text(move || {
            title.with(|title| if title.is_empty() { letter } else { title }.to_owned())
        });
        view! { <Toggle class="small" label=label pressed=flag(move || front.get() == place) on_press=move |()| front.set(place) /> }
    };
    let large = |(place, drawing)| {
        view! { <Large drawing=drawing is_front=flag(move || front.get() == place) /> }
    };
    view! {
        <div class="compare-methods">
            <section class="panel compare-against" data-panel="pair" aria-labelledby="compare-pair-title">
                <h2 id="compare-pair-title">{texts::compare::pair()}</h2>
                <ApartLine />
                <div class="fronts presets" role="group" aria-label=texts::compare::pair()>{Which::ALL.into_iter().enumerate().map(button).collect_view()}</div>
                <div class="compare-pair" node_ref=pictures>
                    {drawings.into_iter().enumerate().map(large).collect_view()}
                    <ByDistance />
                </div>
            </section>
            <section class="panel compare-all" data-panel="grid" aria-labelledby="compare-all-title">
                <header class="compare-bar">
                    <h2 id="compare-all-title">{texts::compare::grid()}</h2>
                    <Tools />
                </header>
                <Grid />
            </section>
            <PairDock drawings=drawings is_needed=is_out_of_view(pictures) />
        </div>
    }
}

/// One of the three, and what is drawn.
type Drawing = (Which, Handed);

/// What one of the three is called: in full, or in a word or two.
fn title(room: CompareState, which: Which, is_full: bool) -> Signal<String> {
    text(move || room.with(|has| has.title(which, is_full)))
}

/// The three, of what is A and B.
fn drawings(room: CompareState) -> [Drawing; 3] {
    Which::ALL.map(|which| {
        let drawn = memo(move || room.with(|has| has.drawn(which, room.palette.get())));
        (which, drawn.into())
    })
}

/// The three, small, in sight while methods are chosen and the large ones are out of sight.
#[component]
fn PairDock(drawings: [Drawing; 3], is_needed: ReadSignal<bool>) -> impl IntoView {
    let room = use_room();
    let small = |(which, drawn): Drawing| {
        let short = title(room, which, false);
        view! {
            <figure class=which.accent()>
                {small_picture(drawn, room.theme.into(), Some(short))}
                <figcaption>{head(which, short, true)}</figcaption>
            </figure>
        }
    };
    view! {
        <aside class="compare-dock" class:needed=is_needed data-panel="pair" aria-label=texts::compare::pair_dock()>
            {drawings.map(small).into_iter().collect_view()}
            <ApartLine />
        </aside>
    }
}

/// How far A and B are apart, in a line.
#[component]
fn ApartLine() -> impl IntoView {
    let room = use_room();
    let apart = memo(move || {
        let row = room.at.get().map(|(row, _)| row);
        room.with(|has| has.apart(row))
    });
    let part = |at: usize| text_of(apart, move |apart| apart[at].clone());
    view! {
        <p class="muted compare-apart-line">
            <b>{text_of(room.bars, |bars| words::of_reach(bars.reach))}</b>" "
            <span aria-live="polite" title=part(2)>{part(0)}</span>
            <span hidden=move || apart.with(Option::is_none)>{nats()}</span>
            {part(1)}
        </p>
    }
}

/// How A and B share their attention out over distances: two bars for each, and where each looks on average.
#[component]
fn ByDistance() -> impl IntoView {
    let bars = use_room().bars;
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let drawn = move || {
        let bars = bars.get()?;
        let highest = bars.highest();
        let at = |(distance, shares): (usize, &[f64; 2])| {
            let [a, b] = shares.map(|share| percent(share / highest));
            let says = shares.map(|share| format!("{share:.2}"));
            view! {
                <div class="reach-at" title=format!("A {}, B {}", says[0], says[1])>
                    <span class="a" style:height=a></span><span class="b" style:height=b></span>
                    <small>{bars.name(distance)}</small>
                </div>
            }
        };
        let mean = |which: usize| {
            let place = bars.place_of_reach(which)?;
            Some(view! { <i class=["a", "b"][which] style:left=percent(place)></i> })
        };
        let each = bars.shares.iter().enumerate().map(at).collect_view();
        Some(view! { <b>{format!("{highest:.2}")}</b>{each}{mean(0)}{mean(1)} })
    };
    let name = text_of(bars, |bars| words::of_bars(bars));
    view! {
        <figure class="compare-reach" class:absent=flag(move || bars.with(Option::is_none))>
            <figcaption class="matrix-head"><span class="matrix-title">{texts::compare::pair_by_distance()}</span></figcaption>
            <p class="compare-idea">{texts::compare::pair_by_distance_about()}</p>
            <div class="reach-bars" role="img" aria-label=name>{drawn}</div>
        </figure>
    }
}

#[component]
fn Large(
    drawing: Drawing,
    /// Whether it is the one that a phone shows.
    #[prop(into)]
    is_front: Signal<bool>,
) -> impl IntoView {
    let room = use_room();
    let (which, drawn) = drawing;
    let title = title(room, which, true);
    let value = value_under(room, drawn);
    let of_what = text(move || {
        let cell = room.at.get().filter(|_| value.get().is_some());
        words::pointed(which, &room.tokens.get(), cell)
    });
    let label = text(move || {
        let value = value.get().map(format_short).unwrap_or_default();
        format!("{}: {}{value}", title.get(), of_what.get())
    });
    let source = Source::labelled(drawn, room.theme.into(), Room::TITLES);
    let picture = with_cursor(room, drawn, source, label);
    let saved_title = move || room.with(|has| has.saved_title(which));
    let made_of = move || room.with(|has| has.made_of(which));
    let picture = Picture {
        zoom: Zooms::View(RwSignal::new(None)),
        ..picture.keyed(drawn, words::unit(which).into(), saved_title, made_of)
    };
    view! {
        <figure class=format!("matrix {}", which.accent()) class:front=is_front>
            <figcaption class="matrix-head">{head(which, title, false)}</figcaption>
            <p class="compare-idea">{text(move || room.with(|has| has.idea(which)))}</p>
            <div class="matrix-place"><MatrixPicture picture=picture.class("compare-matrix") /></div>
            <p class="compare-said">{of_what}<Exact value=value /></p>
        </figure>
    }
}

/// What stands over one of the three: its method, to be chosen, or that it is the difference.
fn head(which: Which, title: Signal<String>, is_short: bool) -> AnyView {
    match which {
        Which::One(at) => view! { <MethodOf at=at is_short=is_short /> }.into_any(),
        Which::Difference if is_short => title.into_any(),
        Which::Difference => {
            view! { <span class="matrix-title" title=title>{title}</span> }.into_any()
        }
    }
}

/// The title of A (0) or B (1): which method it is, among all that there are.
#[component]
pub fn MethodOf(
    at: usize,
    /// Whether there is room for a word or two.
    #[prop(default = false)]
    is_short: bool,
) -> impl IntoView {
    let room = use_room();
    let letter = ["A", "B"][at];
    let chosen = room.places[at];
    let names = memo(move || room.with(|has| has.titles(!is_short)));
    let options = move || {
        let option = |(place, (name, title)): (usize, (String, String))| {
            view! { <option value=name prop:selected=move || chosen.get() == Some(place)>{title}</option> }
        };
        names.get().into_iter().enumerate().map(option).collect_view()
    };
    let choose = move |event| {
        let name = event_target_value(&event);
        room.choose(|choices| choices.pair[at] = name);
    };
    view! {
        <label class="matrix-title compare-title" title=title(room, Which::One(at), !is_short)>
            {letter}
            <select class="quiet" aria-label=texts::compare::pair_method(letter) on:change=choose>{options}</select>
        </label>
    }
}

/// The small pictures.
#[component]
fn Grid() -> impl IntoView {
    let room = use_room();
    // Those that read the tree stand together, behind what the tree is.
    let names = |of_tree: bool| memo(move || room.found(|found| found.places(of_tree)));
    let (plain, of_tree) = (names(false), names(true));
    let cards = move |names: Memo<Vec<(usize, String)>>| {
        move || names.get().iter().map(|&(place, _)| view! { <Card place=place /> }).collect_view()
    };
    // Those that cannot be drawn say why, each itself.
    let tree_count = memo(move || room.found(|found| found.count_of_tree(true)));
    let coming = move || {
        let (here, all) = room.found(|found| (found.methods.len(), found.begun.places));
        (here < all).then(|| {
            view! {
                <p class="muted" role="status">
                    {texts::compare::grid_coming(here, all)}
                    " "
                    <progress max=all.to_string() value=here.to_string()></progress>
                </p>
            }
        })
    };
    let pointed = text(move || words::pointed_in_all(&room.tokens.get(), room.at.get()));
    view! {
        {coming}
        <p class="compare-said compare-pointed" title=pointed>{pointed}</p>
        <div class="compare-grid">{cards(plain)}</div>
        <StandIn count=tree_count />
        <div class="compare-grid" hidden=move || of_tree.with(Vec::is_empty)>{cards(of_tree)}</div>
    }
}

#[component]
fn Card(place: usize) -> impl IntoView {
    let room = use_room();
    let card = memo(move || room.with(|has| has.card(place)));
    let part =
        move |part: fn(&words::Card) -> &String| text_of(card, move |card| part(card).clone());
    let is_side = |which: usize| {
        flag(move || card.with(|card| card.as_ref().is_some_and(|card| card.sides[which])))
    };
    let drawn = memo(move || room.with(|has| has.drawn_small(place, room.palette.get())));
    let drawn = Handed::from(drawn);
    let value = value_under(room, drawn);
    let label = text_of(card, move |card| {
        let under = room.at.get().zip(value.get());
        words::card(card.of_head.clone(), &room.tokens.get(), under)
    });
    let pick = |which: usize| {
        let (letter, is_it) = (["A", "B"][which], is_side(which));
        view! {
            <button
                type="button"
                class=["pick a", "pick b"][which]
                aria-pressed=text(move || is_it.get().to_string())
                aria-label=text_of(card, move |card| texts::compare::grid_pick_name(&card.titles[0], letter))
                title=texts::compare::grid_pick(letter)
                on:click=move |_| room.act(|has| has.choose_side(which, place))
            >
                {letter}
            </button>
        }
    };
    let answer = move || {
        let (said, probability) = card.get()?.answer?;
        Some(view! { <p class="compare-answer" title=format_exact(probability)>{said}</p> })
    };
    let problem = move || Some(view! { <p class="muted">{card.get()?.problem?}</p> });
    let mark = Signal::stored(Mark { is_cross: true, ..Mark::default() });
    let picture = Picture {
        form: Form::Bare { mark, aspect: None },
        // All have one cursor: one stop is enough.
        is_stop: is_side(0),
        ..with_cursor(room, drawn, Source::bare(drawn, room.theme.into()), label)
    };
    let (idea, instead) = (part(|card| &card.idea), part(|card| &card.instead));
    // Seen in short; in full under the pointer and read aloud.
    let (knows, knows_how) = (part(|card| &card.knows[0]), part(|card| &card.knows[1]));
    view! {
        <figure class="compare-card" class:a=is_side(0) class:b=is_side(1) data-method=part(|card| &card.name)>
            <figcaption>
                <span class="compare-card-title" title=part(|card| &card.titles[1])>{part(|card| &card.titles[0])}</span>
            </figcaption>
            <MatrixPicture picture=picture.class("compare-cells") />
            <div>
                <p class="compare-idea" title=idea>{idea}</p>
                <p class="compare-idea" title=knows_how><span aria-hidden="true">{knows}</span><span class="visually-hidden">{knows_how}</span></p>
                <p class="compare-idea" hidden=move || instead.with(String::is_empty)>{instead}</p>
            </div>
            <div class="compare-foot">
                <span class="compare-value"><Exact value=value /></span>
                <span class="compare-picks">{pick(0)}{pick(1)}</span>
            </div>
            {answer}
            {problem}
        </figure>
    }
}

/// The value under the room's cursor in a picture.
fn value_under(room: CompareState, drawn: Handed) -> Memo<Option<f64>> {
    memo(move || {
        let cell = room.at.get()?;
        drawn.with(|drawn| pair::value_of(drawn.as_ref()?, cell))
    })
}

/// A picture with the room's cursor, which is a pair of the sentence: its first columns may be of an earlier segment.
fn with_cursor(
    room: CompareState,
    drawn: Handed,
    source: (Source, Form),
    label: Signal<String>,
) -> Picture {
    let skipped = memo(move || drawn.with(|drawn| drawn.as_ref().map_or(0, skipped)));
    // What of the earlier segment is pointed at is no pair of the sentence.
    let inside = move |(i, j): Cell| Some((i, j.checked_sub(skipped.get_untracked())?));
    let choose = move |cell: Cell| {
        if let Some(cell) = inside(cell) {
            room.toggle_cursor(cell);
        }
    };
    let point = pointing(room.cursor);
    let point = Callback::new(move |cell: Option<Cell>| point.run(cell.and_then(inside)));
    let at = Signal::derive(move || room.at.get().map(|(i, j)| (i, skipped.get() + j)));
    Picture {
        on_choose: Some(Callback::new(choose)),
        skipped: skipped.into(),
        ..Picture::new(source, room.theme.into(), label, at, point)
    }
}

/// The nats in a sentence, which say what they are, and stay while the sentence changes.
fn nats() -> impl IntoView {
    view! { <Term word=texts::compare::nats() means=texts::common::nats_means() /> }
}

/// A matrix of Jensen-Shannon divergences of any two methods, of the row under the cursor or of all rows. Pointing at a cell names the two; choosing it makes them A and B.
#[component]
pub fn Apart() -> impl IntoView {
    let room = use_room();
    let pointed = RwSignal::new(None::<Cell>);
    let row = memo(move || room.at.get().map(|(i, _)| i));
    let drawn = memo(move || {
        let row = row.get();
        room.with(|has| has.every_two(row))
    });
    let [a, b] = room.places;
    let shown = memo(move || pointed.get().or(a.get().zip(b.get())));
    let [before, after] = [0, 1]
        .map(|at| text(move || words::apart_about(&room.tokens.get(), row.get())[at].clone()));
    let said = text_of(shown, move |&pair| {
        let row = row.get();
        room.with(|has| has.apart_two(pair, row))
    });
    let choose = move |pair: Cell| room.act(|has| has.choose_pair(pair));
    let has_blank =
        flag(move || drawn.with(|drawn| drawn.as_ref().is_some_and(|of| pair::has_blank(of))));
    let (drawn, theme) = (Signal::from(drawn), room.theme.into());
    let label = text(move || texts::compare::apart_picture(said.get()));
    let source = Source::labelled(drawn, theme, Room::TITLES);
    let plain = Picture::new(source, theme, label, shown.into(), pointing(pointed));
    let unit = texts::compare::nats().into();
    let title = || texts::compare::apart().to_owned();
    let picture = Picture {
        on_choose: Some(Callback::new(choose)),
        ..plain.keyed(drawn, unit, title, move || room.with(Has::whose))
    };
    view! {
        <section class="panel compare-apart" data-panel="apart" aria-labelledby="compare-apart-title">
            <h2 id="compare-apart-title">{texts::compare::apart()}</h2>
            <p class="muted">{before}{nats()}{after}</p>
            <p class="compare-said">
                <b aria-live="polite">{said}</b>
                " "
                <button type="button" class="small" on:click=move |_| room.show_part(Part::Methods)>{texts::compare::apart_see()}</button>
            </p>
            <figure class="matrix"><MatrixPicture picture=picture.class("compare-matrix") /></figure>
            <p class="muted small-print" hidden=move || !has_blank.get()>{texts::compare::apart_blank()}</p>
        </section>
    }
}
