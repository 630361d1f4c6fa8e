//! What is asked of the worker next: the comparison that is wanted, whether all of it is there, and the files that
//! it needs, which are fetched and handed over. Messages, and what fetches, are the page's.

use std::collections::{BTreeMap, BTreeSet};

use crate::choices::{Source, file_of_trained, trained_in};
use crate::protocol::{Ask, Begun, Numbers, Setup, Shown};

/// So many models are fetched at once.
const AT_ONCE: usize = 3;

/// Where a trained model comes from: an address of the site, or the model's own name where it is in a file of this
/// project.
fn file_of(model: &str) -> String {
    match file_of_trained(model) {
        Some(_) => model.to_owned(),
        None => format!("checkpoints/{model}.safetensors"),
    }
}

fn model_file(model: &str) -> (String, Ask) {
    (file_of(model), Ask::Model { name: model.to_owned() })
}

fn of_layer(setup: &Setup) -> bool {
    matches!(setup.numbers, Numbers::Layer(_))
}

/// What is done once something else is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing yet; what is shown stays.
    Wait,
    /// Nothing is shown, and the answers that are on their way no longer count.
    Clear,
    /// Other heads of what was computed are asked for.
    Show(Shown),
    /// Everything is asked for.
    Compare {
        /// What.
        setup: Setup,
        /// Whether nothing is shown until it comes.
        clears: bool,
    },
}

/// A file that is to be fetched.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetch {
    /// Where it is: an address of the site, or a model's name ([`trained_in`]).
    pub path: String,
    /// What the worker is told when it is given the file.
    pub ask: Ask,
    /// Counts fetches: what comes of an earlier one of the same path is another file's.
    pub number: u32,
}

/// What became of a fetch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fetched {
    number: u32,
    /// The request that gave it to the worker.
    request: Option<u32>,
}

/// What the room waits for. A file that is fetched has a path: an address of the site, or a model's name
/// ([`trained_in`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// What was compared last, as far as the worker has it.
    asked: Option<Setup>,
    /// Whether the worker has still to say that it is done.
    waits: bool,
    is_whole: bool,
    /// When the worker was asked last, and how long the last comparison took, in milliseconds.
    asked_at: f64,
    took: f64,
    /// What was fetched or is on its way.
    fetched: BTreeMap<String, Fetched>,
    /// How many fetches were begun.
    fetches: u32,
    /// What did not come, or cannot be used; it is asked for again once something else is chosen.
    lost: BTreeSet<String>,
}

impl Comparison {
    /// Whether all that was asked for is there.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How long the last comparison took, from the request to the divergences, in milliseconds.
    pub fn took(&self) -> f64 {
        self.took
    }

    /// Whether the worker has what was compared last: not one that took the place of another.
    pub fn has_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether what was compared last is a layer of a model from a file.
    pub fn is_of_layer(&self) -> bool {
        self.asked.as_ref().is_some_and(of_layer)
    }

    /// Another comparison is wanted; none while the layer of a model from a file is not there. `stays`: what is shown is
    /// of the layer that is on its way, on another sentence.
    pub fn want(&mut self, setup: Option<Setup>, stays: bool) -> Step {
        let Some(setup) = setup else {
            (self.waits, self.is_whole) = (false, false);
            if stays {
                return Step::Wait;
            }
            self.asked = None;
            return Step::Clear;
        };
        self.lost.clear();
        let shown = setup.shown;
        let before = self.asked.replace(setup.clone());
        // Pictures of other numbers never stand under the name of these.
        let clears = before.as_ref().is_some_and(|before| {
            before.numbers != setup.numbers && !(of_layer(before) && of_layer(&setup))
        });
        // Where only the shown heads are others, what was computed is shown.
        let is_known = before.is_some_and(|before| Setup { shown, ..before } == setup);
        match is_known && self.is_whole {
            true => Step::Show(shown),
            false => Step::Compare { setup, clears },
        }
    }

    /// The worker was asked, at a time in milliseconds.
    pub fn wait(&mut self, now: f64) {
        (self.waits, self.is_whole, self.asked_at) = (true, false, now);
    }

    /// The worker says, at a time in milliseconds, that it is done.
    pub fn compared(&mut self, begun: &Begun, now: f64) {
        self.took = now - self.asked_at;
        self.is_whole = self.waits && !self.has_coming(begun);
        self.waits = false;
    }

    /// The worker says that it cannot be done.
    pub fn failed(&mut self) {
        (self.waits, self.is_whole) = (false, true);
    }

    /// The worker ended, for good or not. What ended it would end the next one too: that is asked once something
    /// else is chosen.
    pub fn ended(&mut self, is_final: bool) {
        (self.asked, self.waits) = (None, false);
        self.is_whole = !is_final;
    }

    // Files.

    /// Whether a file did not come, or cannot be used.
    pub fn has_lost(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Whether models that are shown are still on their way.
    fn has_coming(&self, begun: &Begun) -> bool {
        begun.coming.iter().any(|name| !self.lost.contains(&file_of(name)))
    }

    /// The files that are to be fetched for a comparison: parts of the word table, models without which there is
    /// nothing to compare, and a few of the others, A and B first, so that pictures come one after another on a slow
    /// line, too.
    pub fn fetch(&mut self, begun: &Begun, pair: &[String; 2]) -> Vec<Fetch> {
        // Where something is missing, all is asked anew once that is there.
        self.waits &= begun.is_whole();
        let parts = begun.parts.iter().map(|part| (format!("vectors/{part}"), Ask::Vectors));
        let models = begun.models.iter().map(|model| model_file(model));
        let needed: Vec<(String, Ask)> = parts.chain(models).collect();
        let mut to_fetch = self.begin(needed);
        to_fetch.extend(self.fetch_next(begun, pair));
        to_fetch
    }

    fn fetch_next(&mut self, begun: &Begun, pair: &[String; 2]) -> Vec<Fetch> {
        let is_left = |name: &&String| !self.lost.contains(&file_of(name));
        let mut left: Vec<&String> = begun.coming.iter().filter(is_left).collect();
        left.sort_by_key(|name| !pair.contains(name));
        let next = left.into_iter().take(AT_ONCE).map(|model| model_file(model)).collect();
        self.begin(next)
    }

    /// Those that were not fetched before, and are not lost.
    fn begin(&mut self, files: Vec<(String, Ask)>) -> Vec<Fetch> {
        let mut begun = Vec::new();
        for (path, ask) in files {
            if !self.fetched.contains_key(&path) && !self.lost.contains(&path) {
                self.fetches += 1;
                let number = self.fetches;
                self.fetched.insert(path.clone(), Fetched { number, request: None });
                begun.push(Fetch { path, ask, number });
            }
        }
        begun
    }

    /// Whether what came of a fetch counts: the file was not read again meanwhile.
    pub fn awaits(&self, fetch: &Fetch) -> bool {
        self.fetched.get(&fetch.path).is_some_and(|known| known.number == fetch.number)
    }

    /// A file that is awaited was given to the worker by a request.
    pub fn handed(&mut self, fetch: &Fetch, request: Option<u32>) {
        if let Some(known) = self.fetched.get_mut(&fetch.path) {
            known.request = request;
        }
    }

    /// A file that is awaited did not come, or the worker cannot use it. The models behind it are not to wait for it:
    /// those are fetched next.
    pub fn lost(&mut self, path: &str, begun: &Begun, pair: &[String; 2]) -> Vec<Fetch> {
        self.fetched.remove(path);
        self.lost.insert(path.to_owned());
        if !self.waits && !begun.coming.is_empty() && !self.has_coming(begun) {
            self.is_whole = true;
        }
        self.fetch_next(begun, pair)
    }

    /// The files of this project are others: the requests that gave the worker the ones before are forgotten, and
    /// those of the `files` that it had, or that did not come, are fetched again where trained models are compared.
    pub fn read_again(&mut self, files: &[String], source: &Source) -> (Vec<u32>, Vec<Fetch>) {
        let is_own = |path: &String| file_of_trained(path).is_some();
        let known: Vec<(String, Fetched)> =
            self.fetched.extract_if(.., |path, _| is_own(path)).collect();
        let requests = known.iter().filter_map(|(_, known)| known.request).collect();
        let is_open = |path: &String| files.iter().any(|file| trained_in(file) == *path);
        let lost = self.lost.extract_if(.., is_own);
        let paths = known.into_iter().map(|(path, _)| path).chain(lost);
        let again = paths.filter(|path| *source == Source::Each && is_open(path));
        let again = again.map(|path| model_file(&path)).collect();
        (requests, self.begin(again))
    }
}
