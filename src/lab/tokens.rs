//! The sentence as tokens. Bars under each token show how much attention it receives from the
//! selected tokens, from the cursor's row, or from all; a click selects a token.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::scale::format_number;
use nearfar::text::{MAX_TOKENS, Origin};
use texts::words;
use wasm_bindgen::JsCast;

use crate::canvas::bars;
use crate::reactive::{effect, handler, memo, text};
use crate::roving;
use crate::state::{Cell, Store, use_store};

/// The tokens of the sentence.
///
/// A sentence has up to 512 tokens: one effect writes all chips, and of each only what is another than
/// before. An effect each would be slow to leave.
#[component]
pub fn TokensSection() -> impl IntoView {
    let store = use_store();
    let list = NodeRef::<html::Div>::new();
    let chips = StoredValue::new_local(Vec::<Chip>::new());
    let cursor = store.cursor();
    let head = store.head();
    let selected = store.select(|settings| settings.selected.clone());
    let count = memo(move || store.with_tokens(|lab| lab.tokens().len()));
    let longest = RwSignal::new(0.0_f32);
    // How many chips there are: the bars of a new one have no length yet.
    let placed = RwSignal::new(0_usize);
    let focus = memo(move || focus(&selected.get(), cursor.get()));
    effect(move || {
        let Some(list) = list.get() else { return };
        let (cursor, selected) = (cursor.get(), selected.get());
        store.follow_tokens_at_rest();
        let wanted = store.lab_now(|lab| {
            // Thousands of chips would hold up the page.
            let tokens = if lab.is_long() { &[] } else { lab.tokens() };
            // Nothing is on its way for a model whose file is missing, or that brings its own tokens.
            let is_absent =
                store.settings_now(|settings| lab.why_absent(Panel::A, settings).is_some());
            let unknown = if is_absent { &Origin::Known } else { &Origin::NotLoaded };
            let origin = |index| lab.origins().get(index).unwrap_or(unknown);
            let tokens = tokens.iter().enumerate();
            tokens
                .map(|(index, token)| Face {
                    is_query: cursor.is_some_and(|(i, _)| i == index),
                    is_key: cursor.is_some_and(|(_, j)| j == index),
                    is_selected: selected.contains(&index),
                    ..Face::new(index, &token.text, origin(index))
                })
                .collect()
        });
        chips.update_value(|chips| {
            show(&list, chips, wanted);
            roving::keep_one_stop(&list);
            if placed.get_untracked() != chips.len() {
                placed.set(chips.len());
            }
        });
    });
    effect(move || {
        let (Some(list), head, focus) = (list.get(), head.get(), focus.get()) else { return };
        placed.track();
        store.at_rest(move || {
            let received = store.lab_now(|lab| {
                let queries = focus.unwrap_or_else(|| (0..lab.tokens().len()).collect());
                Panel::BOTH.map(|panel| lab.received(panel, head, &queries).unwrap_or_default())
            });
            let largest = received.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
            longest.try_set(largest);
            bars::show(&list.children(), &received, largest);
        });
    });
    // The list listens for all of its chips.
    let chip_of = move |event: &web_sys::Event| {
        let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
        let chip = target.closest(".token").ok()??;
        chips.with_value(|chips| chips.iter().position(|known| known.button == chip))
    };
    let toggle = move |event: web_sys::MouseEvent| {
        let Some(index) = chip_of(&event) else { return };
        store.edit(None, |settings| {
            if let Some(place) = settings.selected.iter().position(|&token| token == index) {
                settings.selected.remove(place);
            } else {
                settings.selected.push(index);
                settings.selected.sort_unstable();
            }
        });
    };
    let point = move |event: web_sys::PointerEvent| {
        if event.pointer_type() == "mouse" {
            store.hover.set(chip_of(&event).map(|index| (index, index)));
        }
    };
    let explanation = move || {
        if count.get() == 0 {
            return String::new();
        }
        if count.get() > MAX_TOKENS {
            return texts::lab::tokens_too_many(MAX_TOKENS);
        }
        let word = |i: usize| store.with_tokens(|lab| lab.word(i).to_owned());
        // Without weights there is none.
        let longest = longest.get();
        let longest = (longest != f32::MIN_POSITIVE).then(|| format_number(longest.into()));
        let bars = match (longest, selected.with(Vec::len), cursor.get()) {
            (Some(longest), 0, None) => texts::lab::bars_of_all(longest),
            (Some(longest), 0, Some((i, _))) => texts::lab::bars_of_word(word(i), longest),
            (Some(longest), count, _) => texts::lab::bars_of_selected(count, longest),
            (None, 0, None) => texts::lab::bars_of_all_empty().to_owned(),
            (None, 0, Some((i, _))) => texts::lab::bars_of_word_empty(word(i)),
            (None, count, _) => texts::lab::bars_of_selected_empty(count),
        };
        format!("{bars} {}", texts::lab::bars_click())
    };
    let sums = sums_line(store);
    view! {
        <div
            node_ref=list
            class="tokens"
            role="group"
            aria-label=texts::lab::tokens()
            on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))
            on:click=handler(toggle)
            on:pointerover=handler(point)
            on:pointerleave=handler(move |_| store.hover.set(None))
        ></div>
        // The sums stand where the explanation stood, so that nothing moves when a token is chosen.
        <p class="muted small-print bars-line" class:summed=move || !sums.with(String::is_empty)>
            <span class="bars-about">{text(explanation)}</span>
            <span class="sums" aria-live="polite">{sums}</span>
        </p>
    }
}

/// The queries whose attention is summed: the selected ones, else the cursor's, else `None` for all.
fn focus(selected: &[usize], cursor: Option<Cell>) -> Option<Vec<usize>> {
    match (selected, cursor) {
        ([], None) => None,
        ([], Some((i, _))) => Some(vec![i]),
        (selected, _) => Some(selected.to_vec()),
    }
}

/// What the selected tokens give and receive, in words; empty where none is selected.
pub fn sums_line(store: Store) -> Signal<String> {
    let (selected, head) = (store.select(|settings| settings.selected.clone()), store.head());
    text(move || {
        let selected = selected.get();
        if selected.is_empty() {
            return String::new();
        }
        store.with_weights(|lab| words::of_sums(lab, head.get(), &selected)).unwrap_or_default()
    })
}

/// A token's button, and what it shows.
struct Chip {
    button: web_sys::Element,
    face: Face,
}

/// What a chip shows.
#[derive(Default, PartialEq)]
struct Face {
    text: String,
    /// How its vector's origin is marked: nothing, `unknown` or `waiting`.
    mark: &'static str,
    title: String,
    name: String,
    is_query: bool,
    is_key: bool,
    is_selected: bool,
}

impl Face {
    fn new(index: usize, text: &str, origin: &Origin) -> Face {
        let (mark, about) = match origin {
            Origin::Known => ("", String::new()),
            Origin::Learned => ("", texts::lab::token_learned().to_owned()),
            Origin::Unknown => ("unknown", texts::lab::token_unknown().to_owned()),
            Origin::NotLoaded => ("waiting", texts::lab::token_waiting().to_owned()),
            Origin::Borrowed { from } => ("", texts::lab::token_borrowed(from)),
        };
        let place = index + 1;
        let (title, name) = if about.is_empty() {
            // What is too long for its chip is read in full here.
            let title = if text.len() > 20 { text.to_owned() } else { String::new() };
            (title, format!("{place}: {text}"))
        } else {
            (format!("{text}: {about}"), format!("{place}: {text}, {about}"))
        };
        Face { text: text.to_owned(), mark, title, name, ..Face::default() }
    }
}

/// Brings the chips into agreement with the faces that are wanted. Typing changes tokens in one place:
/// chips before and after it stay.
fn show(list: &web_sys::Element, chips: &mut Vec<Chip>, wanted: Vec<Face>) {
    let same = |(chip, face): &(&Chip, &Face)| chip.face.text == face.text;
    let kept_before = chips.iter().zip(&wanted).take_while(same).count();
    let most = chips.len().min(wanted.len()) - kept_before;
    let kept_after =
        chips.iter().rev().zip(wanted.iter().rev()).take(most).take_while(same).count();
    let (old_end, new_end) = (chips.len() - kept_after, wanted.len() - kept_after);
    if new_end < old_end {
        chips.drain(new_end..old_end).for_each(|chip| chip.button.remove());
    } else {
        let next = chips.get(old_end).map(|chip| chip.button.clone());
        let made = (old_end..new_end).map_while(|_| {
            let chip = Chip { button: new_button()?, face: Face::default() };
            list.insert_before(&chip.button, next.as_deref()).ok()?;
            Some(chip)
        });
        let made: Vec<_> = made.collect();
        chips.splice(old_end..old_end, made);
    }
    for (chip, face) in chips.iter_mut().zip(wanted) {
        if chip.face != face {
            write(&chip.button, &chip.face, &face);
            chip.face = face;
        }
    }
}

fn new_button() -> Option<web_sys::Element> {
    let button = document().create_element("button").ok()?;
    button.set_inner_html("<bdi></bdi><span class=\"bar a\"></span><span class=\"bar b\"></span>");
    for (attribute, value) in
        [("type", "button"), ("class", "token"), ("aria-pressed", "false"), ("tabindex", "-1")]
    {
        button.set_attribute(attribute, value).ok()?;
    }
    Some(button)
}

/// Writes what differs.
fn write(button: &web_sys::Element, before: &Face, now: &Face) {
    if before.text != now.text
        && let Some(word) = button.first_element_child()
    {
        word.set_text_content(Some(&now.text));
    }
    let class = |face: &Face| {
        let query = if face.is_query { " query" } else { "" };
        let key = if face.is_key { " key" } else { "" };
        format!("token {}{query}{key}", face.mark)
    };
    let pressed = |face: &Face| face.is_selected.to_string();
    for (attribute, before, now) in [
        ("class", class(before), class(now)),
        ("title", before.title.clone(), now.title.clone()),
        ("aria-label", before.name.clone(), now.name.clone()),
        ("aria-pressed", pressed(before), pressed(now)),
    ] {
        if before != now {
            let _ = button.set_attribute(attribute, &now);
        }
    }
}
