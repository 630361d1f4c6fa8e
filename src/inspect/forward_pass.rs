//! A sentence through the model, as the room has it: tokens, runs, what is laid over the heads.

mod runs;
mod tokenizer;

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::Mapping;
use nearfar::settings::Room;
use nearfar_inspect::heads::nearest;
use nearfar_inspect::link::{Looked, Named};
use nearfar_inspect::protocol::forward::{LayerHeads, Which};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::room::pass::{Given, Laid, Laying, Looks, Parts, Seen};
use nearfar_inspect::room::run::Run;

use super::state::{Busy, InspectState, View};
use crate::kit::{Client, Debounce, follow_settings};
use crate::page;
use crate::reactive::effect;

/// A sentence is run once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);
/// The numbers of tokens that the room begins with where nobody knows words.
const FIRST_IDS: &str = "1 2 3 4 5 6 7 8";

/// A layer's step and a head, from 0.
pub use nearfar_inspect::link::Place;
pub use nearfar_inspect::room::pass::Tokens;

/// One head's weights, `[N, N]`, and which.
pub type Map = (Which, Arc<Vec<f32>>);

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct ForwardPass {
    room: InspectState,
    /// The page's sentence.
    pub sentence: RwSignal<String>,
    /// The page's causal mask.
    causal: RwSignal<bool>,
    /// Numbers of tokens, as typed.
    pub ids: RwSignal<String>,
    /// The tokenizer.
    pub given: RwSignal<Option<Given>>,
    /// What was wrong with it.
    pub refused: RwSignal<Option<String>>,
    /// What should be known of the tokens: how many were cut.
    pub remark: RwSignal<String>,
    /// The run, with what is laid over it.
    pub run: RwSignal<Run>,
    /// What is being done.
    pub busy: RwSignal<Option<Busy>>,
    /// Why there is nothing to see.
    pub problem: RwSignal<Option<String>>,
    /// The head that is shown.
    pub place: RwSignal<Place>,
    /// Which of its weights.
    pub which: RwSignal<Which>,
    /// They themselves.
    pub map: RwSignal<Option<Map>>,
    /// w and v that are laid over heads.
    pub laid: RwSignal<Laid>,
    /// Mapping and adjustment of what is laid over.
    pub method: RwSignal<Method>,
    /// The cursor, query and key.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    /// w and v that the file holds.
    pub learned: RwSignal<Arc<Vec<LayerHeads>>>,
    /// What a link looks at, and what is looked at without one.
    looks: StoredValue<Looks>,
    pause: Debounce,
    runs: StoredValue<u32>,
    laying: StoredValue<Laying>,
    parts: StoredValue<Parts>,
    tokenizer: StoredValue<Option<Client>, LocalStorage>,
}

impl ForwardPass {
    /// Nothing run yet.
    pub fn new(room: InspectState) -> ForwardPass {
        let pass = ForwardPass {
            room,
            sentence: RwSignal::new(page::setting("sentence")),
            causal: page::follow(page::causal_of),
            ids: RwSignal::new(FIRST_IDS.to_owned()),
            given: RwSignal::new(None),
            refused: RwSignal::new(None),
            remark: RwSignal::new(String::new()),
            run: RwSignal::new(Run::default()),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            place: RwSignal::new((0, 0)),
            which: RwSignal::new(Which::Before),
            map: RwSignal::new(None),
            laid: RwSignal::new(Laid::new()),
            method: RwSignal::new(Method::VANILLA.laid_first(true)),
            cursor: RwSignal::new(None),
            learned: RwSignal::new(Arc::new(Vec::new())),
            looks: StoredValue::new(Looks::default()),
            pause: Debounce::new(PAUSE),
            runs: StoredValue::new(0),
            laying: StoredValue::new(Laying::default()),
            parts: StoredValue::new(Parts::default()),
            tokenizer: StoredValue::new_local(None),
        };
        pass.follow();
        pass
    }

    fn follow(self) {
        // The page's sentence may change in another room, by undo or by a link.
        follow_settings(Room::Inspect, move |settings| {
            let text = page::text_of(settings, "sentence");
            if self.sentence.try_with_untracked(|known| *known != text) == Some(true) {
                self.sentence.set(text);
            }
        });
        let room = self.room;
        effect(move || {
            let has_report = room.report.with(Option::is_some);
            self.forget();
            let seen = room.report.with_untracked(|report| {
                self.looks.try_update_value(|looks| looks.begin(report.as_deref()))
            });
            seen.into_iter().for_each(|seen| self.see(seen));
            if has_report {
                untrack(|| {
                    let is_chosen = self.look_as_wanted();
                    self.ask_heads(is_chosen);
                });
            }
        });
        // A new worker has no vectors and ran nothing.
        effect(move || {
            room.lives.track();
            self.parts.set_value(Parts::default());
            self.laying.set_value(Laying::default());
        });
        effect(move || {
            let file = room.tokenizer_file.get();
            untrack(|| match file {
                Some(file) => self.take_tokenizer(file),
                None => self.forget_tokenizer(),
            });
        });
        effect(move || {
            let wanted = matches!(room.view.get(), View::Heads | View::Run);
            room.report.track();
            room.lives.track();
            self.sentence.track();
            self.causal.track();
            self.ids.track();
            self.given.track();
            if wanted {
                untrack(|| self.run_soon());
            }
        });
        effect(move || {
            self.place.track();
            self.which.track();
            self.run.track();
            untrack(|| self.ask_map());
        });
        effect(move || {
            self.laid.track();
            self.method.track();
            untrack(|| self.lay());
        });
    }

    fn forget(self) {
        self.run.set(Run::default());
        self.map.set(None);
        self.problem.set(None);
        self.busy.set(None);
        self.cursor.set(None);
        self.which.set(Which::Before);
        self.learned.set(Arc::new(Vec::new()));
    }

    /// Where the tokens of the open model come from.
    pub fn tokens(self) -> Tokens {
        let family = self.room.report.with(|report| report.as_ref().map(|report| report.family));
        Tokens::of(family, self.given.with(Option::is_some))
    }

    /// Types the page's sentence.
    pub fn type_sentence(self, text: String) {
        page::set_setting("sentence", &text);
        self.sentence.set(text);
    }

    /// Asks for w and v of the open model; where no link chose a head, the one that stands first is shown.
    fn ask_heads(self, is_chosen: bool) {
        self.room.ask(Ask::Heads, &[], move |answer, _| {
            let Answer::Heads(layers) = answer else { return true };
            let head = nearest(&layers);
            self.learned.set(Arc::new(layers));
            if self.room.uses_learned() {
                let shown = self.place.get_untracked();
                let stands = |looks: &mut Looks| looks.stands_first(head, shown, is_chosen);
                let next = self.looks.try_update_value(stands);
                if let Some(next) = next.filter(|next| *next != shown) {
                    self.place.set(next);
                }
            }
            true
        });
    }

    // What a link looks at.

    /// Looks at a file as a link says: at once where it `is_open`, else once it is.
    pub fn look(self, file: Named, looked: Looked, is_open: bool) {
        let look = |looks: &mut Looks| looks.look(file, looked, is_open);
        if let Some(seen) = self.looks.try_update_value(look).flatten() {
            self.see(seen);
        }
    }

    /// Does so with the file that was opened; whether a head was chosen.
    fn look_as_wanted(self) -> bool {
        let file = self.room.named();
        let can_run = untrack(|| self.room.can_run());
        let opened = self.looks.try_update_value(|looks| looks.opened(&file, can_run)).flatten();
        opened.is_some_and(|(seen, is_chosen)| {
            self.see(seen);
            is_chosen
        })
    }

    fn see(self, mut seen: Seen) {
        self.run.with_untracked(|run| run.keep_within(&mut seen));
        self.method.set(seen.method);
        self.laid.set(seen.laid);
        self.place.set(seen.place);
    }

    fn seen(self) -> Seen {
        Seen {
            place: self.place.get_untracked(),
            laid: self.laid.get_untracked(),
            method: self.method.get_untracked(),
        }
    }

    /// What of a link the model has not is shown no longer.
    fn keep_within(self) {
        let before = self.seen();
        let mut seen = before.clone();
        self.run.with_untracked(|run| run.keep_within(&mut seen));
        if seen.place != before.place {
            self.place.set(seen.place);
        }
        if seen.laid.len() < before.laid.len() {
            self.laid.set(seen.laid);
        }
    }

    /// What a link to this `file` says of what is looked at, and laid over.
    pub fn looked(self, file: &Named) -> Looked {
        self.looks.with_value(|looks| looks.looked(file, self.seen()))
    }

    // What is shown.

    /// w and v of a head now: laid over, else its own.
    pub fn parameters(self, place: Place) -> Option<(f64, f64)> {
        let laid = self.laid.with(|laid| laid.get(&place).copied());
        laid.or_else(|| self.own(place))
    }

    /// w and v that a head was trained with; none where its method uses none, even if the file has them.
    pub fn own(self, place: Place) -> Option<(f64, f64)> {
        self.run.with(|run| run.own(place)).filter(|_| self.room.uses_learned())
    }

    /// The mapping that the model was trained with, where it is known and the file has what it needs.
    pub fn mapping(self) -> Option<Mapping> {
        let has_v = self.learned.with(|layers| layers.iter().all(|layer| !layer.v.is_empty()));
        self.room.report.with(|report| report.as_ref()?.trained_mapping(has_v))
    }
}
