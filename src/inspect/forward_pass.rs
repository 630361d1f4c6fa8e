//! A sentence through the model, as the room has it: tokens, runs, what is laid over the heads.

mod runs;
mod tokenizer;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::settings::Room;
use nearfar_inspect::heads::nearest;
use nearfar_inspect::link::{Looked, Named};
use nearfar_inspect::protocol::forward::{HeadLine, LayerHeads, Ran, Rescaled, THUMBNAIL, Which};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::Family;

use super::state::{Busy, InspectState, View};
use crate::kit::{Client, Debounce, follow_settings};
use crate::page;
use crate::reactive::effect;
pub use runs::lacking;
use tokenizer::Given;
pub use tokenizer::TOKENIZER;

/// A sentence is run once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);
/// The numbers of tokens that the room begins with where nobody knows words.
const FIRST_IDS: &str = "1 2 3 4 5 6 7 8";

/// A layer's step and a head, from 0.
pub use nearfar_inspect::link::Place;

/// Where tokens come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// The words of this project's file and of the page's table.
    Words,
    /// The tokenizer that was given.
    Tokenizer,
    /// Numbers that are typed.
    Ids,
}

/// One head's weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// N.
    pub count: usize,
    /// Whose they are.
    pub place: Place,
    /// Before, after or the difference.
    pub which: Which,
    /// `[N, N]`.
    pub weights: Vec<f32>,
}

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct ForwardPass {
    room: InspectState,
    /// The page's sentence.
    pub sentence: RwSignal<String>,
    /// The page's causal mask.
    causal: RwSignal<bool>,
    /// Whether what is shown was run with it.
    pub is_masked: RwSignal<bool>,
    /// Numbers of tokens, as typed.
    pub ids: RwSignal<String>,
    /// The tokenizer.
    pub given: RwSignal<Option<Given>>,
    /// What was wrong with it.
    pub refused: RwSignal<Option<String>>,
    /// The tokens as they are shown.
    pub labels: RwSignal<Vec<String>>,
    /// What should be known of the tokens: how many were cut.
    pub remark: RwSignal<String>,
    /// The run.
    pub ran: RwSignal<Option<Arc<Ran>>>,
    /// The run with what is laid over.
    pub rescaled: RwSignal<Option<Arc<Rescaled>>>,
    /// What is being done.
    pub busy: RwSignal<Option<Busy>>,
    /// Why there is nothing to see.
    pub problem: RwSignal<Option<String>>,
    /// The head that is shown.
    pub place: RwSignal<Place>,
    /// Which of its weights.
    pub which: RwSignal<Which>,
    /// They themselves.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// w and v that are laid over heads.
    pub laid: RwSignal<BTreeMap<Place, (f64, f64)>>,
    /// Mapping and adjustment of what is laid over.
    pub method: RwSignal<Method>,
    /// The cursor, query and key.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    /// w and v that the file holds.
    pub learned: RwSignal<Arc<Vec<LayerHeads>>>,
    /// Counts new thumbnails.
    pub frame: RwSignal<u32>,
    /// The head that stands first in the open model.
    first: StoredValue<Place>,
    /// Mapping and adjustment that its heads begin with.
    first_method: StoredValue<Method>,
    /// What a link looks at, until its file is open and can be run.
    wanted: StoredValue<Option<(Named, Looked)>>,
    before: StoredValue<Vec<f32>>,
    after: StoredValue<Vec<f32>>,
    pause: Debounce,
    runs: StoredValue<u32>,
    is_laying: StoredValue<bool>,
    is_due: StoredValue<bool>,
    has_vectors: StoredValue<Vec<String>>,
    tokenizer: StoredValue<Option<Client>, LocalStorage>,
}

impl ForwardPass {
    /// Nothing run yet.
    pub fn new(room: InspectState) -> ForwardPass {
        let pass = ForwardPass {
            room,
            sentence: RwSignal::new(page::setting("sentence")),
            causal: page::follow(page::causal_of),
            is_masked: RwSignal::new(false),
            ids: RwSignal::new(FIRST_IDS.to_owned()),
            given: RwSignal::new(None),
            refused: RwSignal::new(None),
            labels: RwSignal::new(Vec::new()),
            remark: RwSignal::new(String::new()),
            ran: RwSignal::new(None),
            rescaled: RwSignal::new(None),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            place: RwSignal::new((0, 0)),
            which: RwSignal::new(Which::Before),
            map: RwSignal::new(None),
            laid: RwSignal::new(BTreeMap::new()),
            method: RwSignal::new(Method::VANILLA.laid_first(true)),
            cursor: RwSignal::new(None),
            learned: RwSignal::new(Arc::new(Vec::new())),
            frame: RwSignal::new(0),
            first: StoredValue::new((0, 0)),
            first_method: StoredValue::new(Method::VANILLA.laid_first(true)),
            wanted: StoredValue::new(None),
            before: StoredValue::new(Vec::new()),
            after: StoredValue::new(Vec::new()),
            pause: Debounce::new(PAUSE),
            runs: StoredValue::new(0),
            is_laying: StoredValue::new(false),
            is_due: StoredValue::new(false),
            has_vectors: StoredValue::new(Vec::new()),
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
            // What is laid over begins as the model's own heads attend.
            let own = room.report.with(|report| report.as_ref()?.own_method().ok());
            let method = own.unwrap_or(Method::VANILLA).laid_first(true);
            self.first_method.set_value(method);
            self.method.set(method);
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
            self.has_vectors.set_value(Vec::new());
            self.is_laying.set_value(false);
            self.is_due.set_value(false);
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
            self.frame.track();
            untrack(|| self.ask_map());
        });
        effect(move || {
            self.laid.track();
            self.method.track();
            untrack(|| self.lay());
        });
    }

    fn forget(self) {
        self.ran.set(None);
        self.rescaled.set(None);
        self.map.set(None);
        self.problem.set(None);
        self.busy.set(None);
        self.cursor.set(None);
        self.laid.set(BTreeMap::new());
        self.place.set((0, 0));
        self.first.set_value((0, 0));
        self.which.set(Which::Before);
        self.learned.set(Arc::new(Vec::new()));
    }

    /// Where the tokens of the open model come from.
    pub fn tokens(self) -> Tokens {
        let family = self.room.report.with(|report| report.as_ref().map(|report| report.family));
        if family == Some(Family::Nearfar) {
            Tokens::Words
        } else if self.given.with(Option::is_some) {
            Tokens::Tokenizer
        } else {
            Tokens::Ids
        }
    }

    /// Types the page's sentence.
    pub fn type_sentence(self, text: String) {
        page::set_setting("sentence", &text);
        self.sentence.set(text);
    }

    /// Asks for w and v of the open model; where no link chose a head, the one that stands first is shown.
    fn ask_heads(self, is_chosen: bool) {
        self.room.ask(Ask::Heads, &[], move |answer, _| {
            if let Answer::Heads(layers) = answer {
                self.learned.set(Arc::new(layers));
                if self.room.uses_learned() {
                    self.first
                        .set_value((0, self.learned.with_untracked(|layers| nearest(layers))));
                    if !is_chosen && self.place.get_untracked() == (0, 0) {
                        self.place.set(self.first.get_value());
                    }
                }
            }
            true
        });
    }

    // What a link looks at.

    /// Looks at a file as a link says: at once where it `is_open`, else once it is.
    pub fn look(self, file: Named, looked: Looked, is_open: bool) {
        if is_open {
            self.wanted.set_value(None);
            self.take(looked);
        } else {
            self.wanted.set_value(Some((file, looked)));
        }
    }

    /// Does so with the file that was opened; whether a head was chosen. What cannot be run yet, since its
    /// configuration is missing, gets it once more when that has come; another file forgets it.
    fn look_as_wanted(self) -> bool {
        let file = self.room.named();
        let wanted = self.wanted.try_update_value(Option::take).flatten();
        let Some((_, looked)) = wanted.filter(|(wanted, _)| *wanted == file) else { return false };
        let can_run = self.room.report.with_untracked(|report| {
            report.as_ref().is_some_and(|report| report.cannot_run().is_none())
        });
        if !can_run {
            self.wanted.set_value(Some((file, looked.clone())));
        }
        let is_chosen = looked.place.is_some();
        self.take(looked);
        is_chosen
    }

    fn take(self, looked: Looked) {
        self.method.set(looked.method.unwrap_or_else(|| self.first_method.get_value()));
        self.laid.set(looked.laid);
        self.place.set(looked.place.unwrap_or_else(|| self.first.get_value()));
        if let Some(ran) = self.ran.get_untracked() {
            self.keep_within(&ran);
        }
    }

    /// A link may name heads that the model has not.
    fn keep_within(self, ran: &Ran) {
        let is_there =
            |(layer, head): Place| ran.heads.get(layer).is_some_and(|heads| head < heads.len());
        if !is_there(self.place.get_untracked()) {
            self.place.set((0, 0));
        }
        if self.laid.with_untracked(|laid| !laid.keys().all(|&place| is_there(place))) {
            self.laid.update(|laid| laid.retain(|&place, _| is_there(place)));
        }
    }

    /// What a link to this `file` says of what is looked at, and laid over.
    pub fn looked(self, file: &Named) -> Looked {
        let place = self.place.get_untracked();
        let place = (place != self.first.get_value()).then_some(place);
        let waits = self.wanted.get_value().filter(|(wanted, _)| wanted == file);
        if let Some((_, looked)) = waits {
            return Looked { place, ..looked };
        }
        let method = self.method.get_untracked();
        let method = (method != self.first_method.get_value()).then_some(method);
        Looked { place, laid: self.laid.get_untracked(), method }
    }

    // What is shown.

    /// w and v of a head now: laid over, else its own.
    pub fn parameters(self, place: Place) -> Option<(f64, f64)> {
        let laid = self.laid.with(|laid| laid.get(&place).copied());
        laid.or_else(|| self.own(place))
    }

    /// w and v that a head was trained with; none where its method uses none, even if the file has them.
    pub fn own(self, (layer, head): Place) -> Option<(f64, f64)> {
        if !self.room.uses_learned() {
            return None;
        }
        self.ran.with(|ran| ran.as_ref()?.own.get(layer)?.get(head).copied())
    }

    /// How many of the tokens that were run the model does not know: words without a vector, or what its tokenizer
    /// puts in the place of such.
    pub fn unknown(self) -> usize {
        let is_unknown = |label: &&String| ["[UNK]", "<unk>"].contains(&label.as_str());
        match self.tokens() {
            Tokens::Ids => 0,
            Tokens::Tokenizer => {
                self.labels.with(|labels| labels.iter().filter(is_unknown).count())
            }
            Tokens::Words => self.ran.with(|ran| {
                ran.as_ref().map_or(0, |ran| ran.known.iter().filter(|known| !**known).count())
            }),
        }
    }

    /// What a head does now.
    pub fn line(self, (layer, head): Place) -> Option<HeadLine> {
        let after =
            self.rescaled.with(|rescaled| rescaled.as_ref()?.heads.get(layer)?.get(head).copied());
        after.or_else(|| self.ran.with(|ran| ran.as_ref()?.heads.get(layer)?.get(head).copied()))
    }

    /// The thumbnail of the head that is the `index`-th of all.
    pub fn thumbnail(self, index: usize) -> Vec<f32> {
        let size = THUMBNAIL * THUMBNAIL;
        let of = |all: &Vec<f32>| all.get(index * size..(index + 1) * size).map(<[f32]>::to_vec);
        self.after.with_value(of).or_else(|| self.before.with_value(of)).unwrap_or_default()
    }
}
