//! A picture on the whole screen: one of the three, or a step of A.

use leptos::prelude::*;
use nearfar::lab::Matrix;

use crate::controls::Dialog;
use crate::lab::MatrixSection;
use crate::reactive::effect;

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
#[derive(Clone, Copy)]
pub struct ShowLarge(RwSignal<Option<LargePicture>>);

impl ShowLarge {
    /// Nothing is shown yet. To be provided above all that shows.
    pub fn provide() {
        provide_context(ShowLarge(RwSignal::new(None)));
    }

    /// Shows it until it is closed.
    pub fn show(self, picture: LargePicture) {
        self.0.set(Some(picture));
    }
}

/// The dialog with the picture that is shown large.
#[component]
pub fn LargeDialog() -> impl IntoView {
    let large = use_context::<ShowLarge>().map(|ShowLarge(large)| large).unwrap_or_default();
    let open = RwSignal::new(false);
    effect(move || {
        if large.with(Option::is_some) {
            open.set(true);
        }
    });
    effect(move || {
        if !open.get() {
            large.set(None);
        }
    });
    let title = move || {
        large.with(|large| large.as_ref().map_or_else(String::new, |large| large.title.get()))
    };
    view! {
        <Dialog open=open large=true title=Signal::derive(title)>
            {move || large.get().map(|LargePicture { matrix, title, unit, why }| view! {
                <p class="large-why">{why}</p>
                <MatrixSection matrix=matrix title=title unit=unit />
            })}
        </Dialog>
    }
}
