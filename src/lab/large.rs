//! A picture on the whole screen: one of the three, or a step of A.

use leptos::prelude::*;
use nearfar::lab::Matrix;

use crate::controls::Dialog;
use crate::lab::MatrixSection;
use crate::reactive::text;

/// What is shown large.
#[derive(Clone)]
pub struct LargePicture {
    /// Which matrix.
    pub matrix: Signal<Matrix>,
    /// Its heading.
    pub title: Signal<String>,
    /// What its numbers count.
    pub unit: Signal<String>,
    /// What the step is for, if it is one.
    pub why: Signal<String>,
}

/// Shows a picture large; provided by the Lab.
#[derive(Clone, Copy, Default)]
pub struct ShowLarge {
    picture: RwSignal<Option<LargePicture>>,
    is_open: RwSignal<bool>,
}

impl ShowLarge {
    /// Shows it until it is closed.
    pub fn show(self, picture: LargePicture) {
        self.picture.set(Some(picture));
        self.is_open.set(true);
    }
}

/// The dialog with the picture that is shown large.
#[component]
pub fn LargeDialog() -> impl IntoView {
    let ShowLarge { picture, is_open } = use_context().unwrap_or_default();
    // What is no longer shown may be gone.
    let shown = move || picture.get().filter(|_| is_open.get());
    let title = text(move || shown().map_or_else(String::new, |large| large.title.get()));
    view! {
        <Dialog open=is_open large=true title=title>
            {move || shown().map(|LargePicture { matrix, title, unit, why }| view! {
                <p class="large-why">{why}</p>
                <MatrixSection matrix=matrix title=title unit=unit />
            })}
        </Dialog>
    }
}
