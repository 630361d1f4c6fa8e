//! What a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets: its curve over
//! the signed distance, and a slider for how much of it counts.

use leptos::html;
use leptos::prelude::*;
use nearfar::attention::TermRule;
use nearfar::attention::trace::TRAINED_SHAPE;
use nearfar::lab::Panel;
use nearfar::settings::Settings;
use texts::words;

use crate::canvas::{Surface, box_size, term};
use crate::controls::Slider;
use crate::reactive::{effect, memo, part, text};
use crate::state::{Store, use_store};

/// The ends of the slider; 1, the model as it was trained, is in the middle.
const ENDS: (f64, f64) = (-1.0, 3.0);
/// The smallest and the largest β that the field takes.
const RANGE: (f64, f64) = (-10.0, 10.0);
/// The largest base of a rotation, as its power of ten: what models of today have, and more.
const LARGEST_SHAPE: f64 = 7.0;
/// The smallest: at 1 all pairs turn alike.
const SMALLEST_BASE: f64 = 0.05;

/// The curve.
#[component]
pub fn TermSection() -> impl IntoView {
    let store = use_store();
    let (frame, canvas) = (NodeRef::<html::Div>::new(), NodeRef::<html::Canvas>::new());
    let size = box_size(frame);
    let (theme, cursor) = (store.theme(), store.cursor());
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    effect(move || {
        let (Some(canvas), (width, height)) = (canvas.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let Some(found) = found.get() else { return };
        let marked = cursor.get().map(|(i, j)| j as isize - i as isize);
        term::draw(&surface, (width, height), theme.get(), &found, beta.get(), marked);
    });
    let says = says(store);
    view! {
        <figure class="curve term">
            <figcaption>{texts::lab::term_title()}</figcaption>
            <div class="curve-frame" node_ref=frame role="img" aria-label=says>
                <canvas width="1" height="1" node_ref=canvas aria-hidden="true"></canvas>
            </div>
        </figure>
    }
}

/// What β makes of the term, in words.
fn says(store: Store) -> Signal<String> {
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    text(move || {
        let beta = beta.get();
        found
            .with(|found| found.as_ref().map(|found| words::of_beta(beta, found)))
            .unwrap_or_default()
    })
}

/// What the shape of the shown head's term is, beside β.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// How many places its reach can be.
    Reach(usize),
    /// The base that it was trained with, and how many pairs of dimensions turn.
    Base(f64, usize),
}

/// The shape of the term of the heads that move, where its rule is known.
#[component]
fn ShapeSlider() -> impl IntoView {
    let store = use_store();
    let term = store.term();
    let shape = memo(move || {
        // The term is another in another layer.
        term.track();
        store.lab_now(|lab| {
            let trace = lab.trace_of(Panel::A)?;
            match trace.position_term()?.rule() {
                TermRule::Whole => None,
                // One pair alone turns by a radian a place, whatever the base.
                TermRule::Rotation(rotation) if rotation.frequencies.len() < 2 => None,
                TermRule::ByOffset => Some(Shape::Reach(trace.tokens().saturating_sub(1))),
                TermRule::Rotation(rotation) => {
                    Some(Shape::Base(rotation.base, rotation.frequencies.len()))
                }
            }
        })
    });
    let of = move |settings: &Settings, head: usize, trained: f64| {
        let shape = settings.term_of(head).shape;
        if shape < 0.0 { trained } else { shape.min(trained.max(LARGEST_SHAPE)) }
    };
    let slider = move |shape: Shape| {
        let (label, hint, name, ends, trained) = match shape {
            Shape::Reach(most) => {
                let most = most as f64;
                ("r", texts::lab::ends_reach(), texts::lab::slider_reach(), (0.0, most), most)
            }
            Shape::Base(base, _) => {
                let ends = (SMALLEST_BASE, LARGEST_SHAPE);
                ("lg b", texts::lab::ends_base(), texts::lab::slider_base(), ends, base.log10())
            }
        };
        let value = store.select(move |settings| {
            let shown = of(settings, settings.head, trained);
            let differs = |head: usize| of(settings, head, trained) != shown;
            (shown, settings.moved_heads().into_iter().any(differs))
        });
        let set = move |gesture: Option<&'static str>, number: f64| {
            let shaped = match shape {
                // Reaching all of the sentence is as trained, however long the next one is.
                Shape::Reach(most) if number.round() >= most as f64 => TRAINED_SHAPE,
                Shape::Reach(_) => number.round().max(0.0),
                Shape::Base(..) if (number - trained).abs() < 5e-4 => TRAINED_SHAPE,
                Shape::Base(..) => (number.max(SMALLEST_BASE) * 1e3).round() / 1e3,
            };
            store.edit(gesture, |settings: &mut Settings| {
                settings
                    .moved_heads()
                    .into_iter()
                    .for_each(|head| settings.set_shape(head, shaped));
            });
        };
        let says = memo(move || {
            let shape_now = value.get().0;
            match shape {
                Shape::Reach(most) => words::of_reach_of_term(shape_now, most),
                Shape::Base(base, pairs) => words::of_base(shape_now, base, pairs),
            }
        });
        view! {
            <div class="term-slider">
                <Slider
                    label=label
                    hint=hint
                    name=name
                    says=says
                    value=value
                    ends=ends
                    range=(0.0, LARGEST_SHAPE.max(ends.1))
                    on_input=move |number| set(Some("shape"), number)
                    on_type=move |number| set(None, number)
                    on_settle=move |()| store.end_gesture()
                />
            </div>
        }
    };
    part(move || shape.get().map(slider).into_any())
}

/// β of the heads that move, and the shape.
#[component]
pub fn TermSlider() -> impl IntoView {
    let store = use_store();
    let value = store.select(|settings| {
        let of = |head: usize| settings.beta.get(head).copied().unwrap_or(1.0);
        let shown = of(settings.head);
        (shown, settings.moved_heads().into_iter().any(|head| of(head) != shown))
    });
    // As many decimals as can be seen.
    let set = move |gesture: Option<&'static str>, number: f64| {
        store.edit(gesture, |settings: &mut Settings| {
            for head in settings.moved_heads() {
                settings.set_beta(head, (number * 1e3).round() / 1e3 + 0.0);
            }
        });
    };
    view! {
        <div class="term-slider">
            <Slider
                label="β"
                hint=texts::lab::ends_beta()
                name=texts::lab::slider_beta()
                says=says(store)
                value=value
                ends=ENDS
                range=RANGE
                on_input=move |number| set(Some("beta"), number)
                on_type=move |number| set(None, number)
                on_settle=move |()| store.end_gesture()
            />
        </div>
        <ShapeSlider />
    }
}
