//! The workers for a long sentence: what they are given, what they are asked for, and what comes back.
//! What is asked and which answers count is the library's [`Explorer`]; here are the messages.

use js_sys::{Array, Float32Array, Float64Array};
use leptos::prelude::*;
use ndarray::{ArrayView2, Axis};
use nearfar::explore::{Answer, Explorer, Message, Plan, Received, Request, Side};
use nearfar::lab::{Lab, Panel};
use nearfar::picture::Section;
use nearfar::settings::{ModelChoice, Settings};
use wasm_bindgen::prelude::*;

use crate::reactive::effect;
use crate::state::{Cell, Store};
use crate::worker::Running;

/// What the workers were given of a panel.
#[derive(Clone, Copy, PartialEq)]
struct Given {
    words: u32,
    model: ModelChoice,
    seed: u32,
    positions: bool,
    head: usize,
}

/// The workers, and what is known from them.
pub struct Desk {
    pub explorer: Explorer,
    workers: Vec<Running>,
    given: [Option<Given>; 2],
    givings: u32,
    /// What of the matrices is on the screen.
    part: Section,
    /// The plan of the last frame, and whether it has not changed for a while.
    plan: Option<Plan>,
    rests: bool,
    /// The cell that was asked for last, since the last draft.
    asked: Option<Cell>,
    /// Whether there is something that was not drawn yet.
    has_news: bool,
    /// Whether all rows of the last raster were there when it was drawn.
    was_whole: bool,
}

impl Desk {
    fn open(store: Store) -> Desk {
        let start = |_| {
            let fail = move |reason: String| say_stopped(store, &reason);
            let hear = move |message: JsValue| receive(store, &message);
            let running = Running::new("nearfar-explore-worker", Box::new(hear), Box::new(fail));
            running.map_err(fail).ok()
        };
        Desk {
            explorer: Explorer::default(),
            workers: (0..Explorer::WORKERS).filter_map(start).collect(),
            given: [None, None],
            givings: 0,
            part: Section::default(),
            plan: None,
            rests: false,
            asked: None,
            has_news: false,
            was_whole: false,
        }
    }

    /// Gives the workers words and projections where they are others.
    fn give(&mut self, lab: &Lab, settings: &Settings) {
        for panel in Panel::BOTH {
            let now = Given {
                words: lab.words_version(),
                model: panel.model(settings),
                seed: settings.seed,
                positions: panel.method(settings).adds_positions(),
                head: settings.head,
            };
            let before = self.given[panel as usize].replace(now);
            if before == Some(now) {
                continue;
            }
            self.givings += 1;
            self.explorer.forget();
            // Another head of the same words needs other projections only.
            if before.map(|before| Given { head: now.head, ..before }) != Some(now) {
                let input = lab.embeddings(panel).map(|input| input.view());
                let width = input.map_or(0, |input| input.ncols());
                let values = input.map_or_else(Vec::new, |input| numbers(input));
                let positions = now.positions;
                self.send_all(Request::Input { panel, width, positions, values });
            }
            if let Some(projections) = lab.projections(panel) {
                let head = settings.head.min(projections.heads().saturating_sub(1));
                let of =
                    |stacked: &ndarray::Array3<f32>| numbers(stacked.index_axis(Axis(0), head));
                let (query, key) = (of(&projections.query), of(&projections.key));
                self.send_all(Request::Head { panel, query, key });
            }
        }
    }

    fn send_all(&self, request: Request) {
        let message = to_js(request);
        self.workers.iter().for_each(|worker| worker.post(&message));
    }

    /// Asks for what the plan of now still needs.
    fn ask(&mut self, cursor: Option<Cell>) {
        let Some(plan) = self.plan else { return };
        let requests = self.explorer.requests(Plan { rests: self.rests, ..plan });
        for (request, worker) in requests.into_iter().flatten().zip(&self.workers) {
            worker.post(&to_js(request));
            self.asked = None;
        }
        if let (Some((i, j)), Some(worker)) = (cursor, self.workers.first())
            && self.asked != cursor
        {
            self.asked = cursor;
            worker.post(&to_js(Request::Cell { i, j }));
        }
    }
}

fn numbers(matrix: ArrayView2<f32>) -> Vec<f32> {
    matrix.iter().copied().collect()
}

fn to_js(request: Request) -> JsValue {
    let Message { numbers, arrays } = request.into_message();
    let message = Array::of1(&Float64Array::from(&numbers[..]));
    for array in arrays {
        message.push(&Float32Array::from(&array[..]));
    }
    message.into()
}

fn from_js(message: &JsValue) -> Option<Answer> {
    let mut parts = message.dyn_ref::<Array>()?.iter();
    let numbers = parts.next()?.dyn_into::<Float64Array>().ok()?.to_vec();
    let arrays = parts.map(|part| Some(part.dyn_into::<Float32Array>().ok()?.to_vec()));
    Answer::read(Message { numbers, arrays: arrays.collect::<Option<_>>()? })
}

fn say_stopped(store: Store, reason: &str) {
    let advice = "Reload the page, or shorten the sentence to 512 tokens";
    store.notify(format!("A worker for long sentences stopped: {reason}. {advice}."), true);
}

/// What a frame found.
pub struct Found {
    /// There is something new to draw.
    pub is_news: bool,
    /// It is all that there will be.
    pub is_whole: bool,
}

/// Brings what the workers are asked for into agreement with settings and screen, and closes them where
/// the sentence is short.
pub fn bring_up_to_date(store: Store) -> Found {
    if !store.lab_now(Lab::is_long) {
        store.desk.try_update_value(Option::take);
        return Found { is_news: false, is_whole: false };
    }
    let cursor = store.cursor().get_untracked();
    let mut desk =
        store.desk.try_update_value(Option::take).flatten().unwrap_or_else(|| Desk::open(store));
    let moved = store.settings_now(|settings| {
        store.lab_now(|lab| {
            // What a worker is told before it listens is lost.
            if !desk.explorer.is_ready() {
                return false;
            }
            desk.give(lab, settings);
            let sides = Panel::BOTH.map(|panel| {
                let heads = lab.heads_of(panel, settings);
                let parameters = heads.get(settings.head).or(heads.last()).copied();
                parameters.map(|parameters| Side { method: panel.method(settings), parameters })
            });
            let [Some(a), Some(b)] = sides else { return false };
            let plan = Plan {
                given: desk.givings,
                sides: [a, b],
                causal: settings.causal,
                part: desk.part,
                rests: false,
            };
            desk.plan.replace(plan) != Some(plan)
        })
    });
    if moved {
        desk.rests = false;
        store.wait_for_rest();
    }
    if desk.part != Section::default() {
        desk.ask(cursor);
    }
    let is_news = std::mem::take(&mut desk.has_news);
    let whole = desk.rests && desk.explorer.refined() >= 1.0;
    let is_whole = whole && !std::mem::replace(&mut desk.was_whole, whole);
    store.desk.set_value(Some(desk));
    Found { is_news, is_whole }
}

/// From now on the cell under the cursor is asked for.
pub fn follow_cursor(store: Store) {
    effect(move || {
        store.cursor().track();
        change(store, |_| true);
    });
}

/// Nothing moves: every row is wanted, and the figures.
pub fn rest(store: Store) {
    change(store, |desk| {
        desk.rests = true;
        true
    });
}

/// What of the matrices is on the screen.
pub fn see(store: Store, part: Section) {
    change(store, |desk| std::mem::replace(&mut desk.part, part) != part);
}

/// Changes what is wanted; a frame asks for it where that is something else.
fn change(store: Store, change: impl FnOnce(&mut Desk) -> bool) {
    let changed = store.desk.try_update_value(|desk| desk.as_mut().is_some_and(change));
    if changed == Some(true) {
        store.request_frame();
    }
}

fn receive(store: Store, message: &JsValue) {
    let Some(answer) = from_js(message) else { return };
    let cursor = store.cursor().try_get_untracked().flatten();
    change(store, |desk| {
        let received = desk.explorer.receive(answer);
        if received == Received::OtherVersion {
            // Told when the desk is there again.
            set_timeout(
                move || say_stopped(store, "it belongs to another version of the page"),
                std::time::Duration::ZERO,
            );
        }
        // What moved meanwhile is asked for at once, before what has come is drawn.
        desk.ask(cursor);
        desk.has_news |= matches!(received, Received::News | Received::TooLarge);
        received != Received::Nothing
    });
}
