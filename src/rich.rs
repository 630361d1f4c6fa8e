//! A sentence with marks as a view.

use leptos::prelude::*;
use texts::{Mark, Rich};

/// The sentence, its marks as elements.
pub fn rich(text: Rich) -> AnyView {
    rich_with(text, |words| words.into_any())
}

/// What a library says, with the names in it as code.
pub fn of_names(text: &str) -> AnyView {
    rich(Rich::of_names(text))
}

/// The same as [`rich`]; `slot` makes of the words in `<slot>` what they are: a link, a button.
pub fn rich_with(text: Rich, slot: impl Fn(String) -> AnyView) -> AnyView {
    let marked = |marks: &[Mark], words: &str| {
        let is_slot = marks.contains(&Mark::Slot);
        let words = words.to_owned();
        let inner = if is_slot { slot(words) } else { words.into_any() };
        marks.iter().rev().fold(inner, |inner, mark| match mark {
            Mark::Strong => view! { <b>{inner}</b> }.into_any(),
            Mark::Formula => view! { <i>{inner}</i> }.into_any(),
            Mark::Exponent => view! { <sup>{inner}</sup> }.into_any(),
            Mark::Index => view! { <sub>{inner}</sub> }.into_any(),
            Mark::Code => view! { <code>{inner}</code> }.into_any(),
            Mark::Key => view! { <kbd>{inner}</kbd> }.into_any(),
            Mark::Slot => inner,
        })
    };
    text.parts().iter().map(|(marks, words)| marked(marks, words)).collect_view().into_any()
}
