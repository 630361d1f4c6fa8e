//! Which files are open, being opened, waiting for a model, or to be tried again. A file is whatever the page hands
//! to the worker; here it has a name.
//!
//! Files come ([`Files::come`]), are handed to the worker as an [`Opening`], and become what is open
//! ([`Files::opened`]), wait ([`Files::wait`]) or are refused ([`Files::refused`]), as the worker answers
//! ([`Files::answered`]). The worker has one opening at a
//! time; what comes meanwhile has its turn then ([`Files::next_turn`]), but for the example, which gives way at once. Where the worker ends, what was open is handed
//! to the next one ([`Files::restart`]), and then what had no turn yet ([`Files::ended`]).

use std::collections::VecDeque;

use nearfar::opened::method_of_page;

use crate::gather::{Together, together};
use crate::kinds::{is_companion, is_tokenizer, is_tokenizer_config};
use crate::link::Named;
use crate::protocol::{Answer, Failure, Opened};
use crate::room::Busy;
use crate::room::lent::waits;

/// So many models that were open are kept.
const KEPT: usize = 8;

/// A file with its name, without a folder.
pub trait HasName: Clone {
    /// The name.
    fn name(&self) -> String;
}

/// Files that are opened, or to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<F> {
    /// The files.
    pub files: Vec<F>,
    /// Whether the files were open before, and are only handed to a new worker.
    pub again: bool,
    /// Where the model lies in the site, if it does.
    address: Option<String>,
    /// Whether they join the model that is open.
    joins: bool,
    /// Whether it is the model that the room begins with.
    is_example: bool,
}

/// What becomes of files that come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Come<F> {
    /// Nothing: there are none.
    Nothing,
    /// The worker is at others; they have their turn, see [`Files::next_turn`].
    Waits,
    /// A tokenizer takes the place of that of the open model, of which nothing else changes.
    Tokenizer(F),
    /// They are handed to the worker, see [`Files::opening`].
    Opens,
}

/// What becomes of the tokenizer when a model is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tokenizer<F> {
    /// It stays as it is.
    Stays,
    /// It is this one, or none: a tokenizer belongs to the model that it came with.
    Is(Option<F>),
}

/// What becomes of an opening, as the worker answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Became<F> {
    /// Nothing of which anybody is told: it counts no longer, or what was open before is not there yet.
    Nothing,
    /// It goes on.
    GoesOn(Busy),
    /// The worker has it.
    Open {
        /// The model, unless it was open before.
        opened: Option<Box<Opened>>,
        /// Its tokenizer.
        tokenizer: Tokenizer<F>,
    },
    /// It waits for a model, which is said.
    Waits(String),
    /// It was refused, and why.
    Refused(Option<Failure>),
}

/// The room's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files<F> {
    /// Those of the open model; none where nothing is open.
    open: Vec<F>,
    /// What the open model is called.
    name: Option<String>,
    /// Files that it lacks.
    wanted: Vec<String>,
    address: Option<String>,
    is_example: bool,
    tokenizer_came_with_it: bool,
    waiting: Vec<F>,
    /// What the worker is handed, or was.
    opening: Option<Opening<F>>,
    /// What came while it was. What it joins is decided when it has its turn.
    turns: VecDeque<Opening<F>>,
    /// What took too long.
    again: Option<Opening<F>>,
    /// What was open on this visit, the last one last.
    before: Vec<(Named, Opening<F>)>,
    /// Counts models that are asked for: what is being fetched gives way to the next one.
    asked: u32,
}

impl<F> Default for Files<F> {
    fn default() -> Self {
        Files {
            open: Vec::new(),
            name: None,
            wanted: Vec::new(),
            address: None,
            is_example: false,
            tokenizer_came_with_it: false,
            waiting: Vec::new(),
            opening: None,
            turns: VecDeque::new(),
            again: None,
            before: Vec::new(),
            asked: 0,
        }
    }
}

impl<F: HasName> Files<F> {
    /// Files come, from this address of the site or from the user.
    pub fn come(&mut self, came: &[F], address: Option<String>) -> Come<F> {
        let is_model = came.iter().any(|file| !is_companion(&file.name()));
        self.asked += u32::from(address.is_none() && is_model);
        self.has_turn(came.to_vec(), address, false)
    }

    /// A file of the site is to be fetched: the number by which it is awaited, see [`Files::awaits`].
    pub fn fetch(&mut self, address: &str) -> u32 {
        let name = address.rsplit('/').next().unwrap_or_default();
        self.asked += u32::from(!is_companion(name));
        self.asked
    }

    /// Whether what is being fetched is still wanted: no other model was asked for since, and nobody stopped it.
    pub fn awaits(&self, number: u32) -> bool {
        self.asked == number
    }

    /// The model that the room begins with comes; nothing where files wait or are being opened.
    pub fn example_comes(&mut self, file: F, address: String) -> Come<F> {
        if !self.waiting.is_empty() || self.opening.is_some() {
            return Come::Nothing;
        }
        self.has_turn(vec![file], Some(address), true)
    }

    /// What was open on this visit by this name comes once more; nothing where none was.
    pub fn come_back(&mut self, named: &Named) -> Come<F> {
        let known = self.before.iter().find(|(known, _)| known == named);
        let Some((_, Opening { files, address, is_example, .. })) = known.cloned() else {
            return Come::Nothing;
        };
        self.asked += 1;
        self.has_turn(files, address, is_example)
    }

    fn has_turn(&mut self, files: Vec<F>, address: Option<String>, is_example: bool) -> Come<F> {
        // Nobody chose the example, and nobody waits for it any longer.
        if self.opens_example() && !is_example {
            self.opening = None;
        }
        let turn = Opening { files, again: false, address, joins: false, is_example };
        self.turns.push_back(turn);
        self.next_turn()
    }

    fn opens_example(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| opening.is_example && !opening.again)
    }

    /// Whether what comes of this opening counts no longer: files came while the example was being opened.
    fn is_superseded(&self, opening: &Opening<F>) -> bool {
        opening.is_example && !opening.again && !self.opens_example()
    }

    /// What has its turn, once the worker answered what it was handed.
    pub fn next_turn(&mut self) -> Come<F> {
        self.turns.retain(|turn| !turn.files.is_empty());
        if self.opening.is_some() && !self.turns.is_empty() {
            return Come::Waits;
        }
        let Some(turn) = self.turns.pop_front() else { return Come::Nothing };
        self.begin(turn)
    }

    /// Files that only belong to a model join the open one, which the example never is: nobody chose it.
    fn begin(&mut self, turn: Opening<F>) -> Come<F> {
        if turn.again || turn.is_example {
            self.opening = Some(turn);
            return Come::Opens;
        }
        let is_open = self.name.is_some() && !self.is_example;
        let are_tokenizers = turn.files.iter().all(|file| is_tokenizer(&file.name()));
        if let Some(first) = turn.files.first().filter(|_| is_open && are_tokenizers) {
            self.tokenizer_came_with_it = false;
            return Come::Tokenizer(first.clone());
        }
        let (open, wanted): (&[F], &[String]) =
            if is_open { (&self.open, &self.wanted) } else { (&[], &[]) };
        let Together { files, joins, .. } =
            together(&turn.files, open, wanted, &self.waiting, F::name);
        let address = if joins { self.address.clone() } else { turn.address };
        self.opening = Some(Opening { files, again: false, address, joins, is_example: false });
        Come::Opens
    }

    /// What is to be handed to the worker.
    pub fn opening(&self) -> Option<Opening<F>> {
        self.opening.clone()
    }

    /// The worker answered what it was handed. After what is neither [`Became::Nothing`] nor [`Became::GoesOn`] the next
    /// one has its turn.
    pub fn answered(&mut self, opening: &Opening<F>, answer: Answer) -> Became<F> {
        match answer {
            _ if self.is_superseded(opening) => Became::Nothing,
            Answer::Progress { .. } if opening.again => Became::Nothing,
            Answer::Progress { what, share } => Became::GoesOn(Busy { what, share: Some(share) }),
            Answer::Opened(opened) => {
                let tokenizer = self.opened(opening.clone(), &opened);
                Became::Open { opened: Some(opened).filter(|_| !opening.again), tokenizer }
            }
            Answer::Waits { files, wanted } => {
                self.wait(opening.clone());
                Became::Waits(waits(&files, &wanted))
            }
            answer => {
                self.refused();
                Became::Refused(match answer {
                    Answer::Failed(failure) => Some(failure),
                    _ => None,
                })
            }
        }
    }

    /// The worker opened these files; what is open with another worker stays as it is.
    pub fn opened(&mut self, opening: Opening<F>, opened: &Opened) -> Tokenizer<F> {
        self.opening = None;
        if opening.again {
            return Tokenizer::Stays;
        }
        let Opening { files, address, joins, is_example, .. } = opening;
        let tokenizer = files.iter().find(|file| is_tokenizer(&file.name())).cloned();
        let wanted = opened.wanted.clone();
        (self.open, self.name, self.wanted) = (files, Some(opened.name.clone()), wanted);
        (self.address, self.is_example) = (address, is_example);
        self.waiting = Vec::new();
        let named = self.named();
        self.before.retain(|(known, _)| *known != named);
        self.before.push((named, self.whole(false)));
        if self.before.len() > KEPT {
            self.before.remove(0);
        }
        if tokenizer.is_none() && joins {
            return Tokenizer::Stays;
        }
        self.tokenizer_came_with_it = tokenizer.is_some();
        Tokenizer::Is(tokenizer)
    }

    /// There is no model among these files: they wait for one.
    pub fn wait(&mut self, opening: Opening<F>) {
        self.opening = None;
        self.waiting = opening.files;
    }

    /// The worker refused them. What is open stays, but for what was open before and is refused now.
    pub fn refused(&mut self) {
        if self.opening.take().is_some_and(|opening| opening.again) {
            self.close();
        }
    }

    fn close(&mut self) {
        self.open = Vec::new();
        self.name = None;
        self.wanted = Vec::new();
    }

    /// Files that wait for a model are kept no longer.
    pub fn forget_waiting(&mut self) {
        self.waiting = Vec::new();
    }

    /// The worker goes, by the user's wish, and with it all that was on its way; the next one is handed what is open.
    pub fn restart(&mut self) {
        self.asked += 1;
        self.turns.clear();
        self.hand_over();
    }

    /// What is open has its turn before all that waits for one.
    fn hand_over(&mut self) {
        self.opening = None;
        self.turns.push_front(self.whole(true));
        self.next_turn();
    }

    /// What is open, as it is handed to a worker.
    fn whole(&self, again: bool) -> Opening<F> {
        let (files, address, is_example) =
            (self.open.clone(), self.address.clone(), self.is_example);
        Opening { files, again, address, joins: again, is_example }
    }

    /// The worker ended by itself. What it was opening can be tried again; where that was open before, it cannot be
    /// opened any more, and nothing is open then. What had no turn yet has it with the next worker.
    pub fn ended(&mut self) {
        match self.opening.take() {
            Some(opening) if opening.again => self.close(),
            opening => self.again = opening,
        }
        self.hand_over();
    }

    /// What took too long comes once more.
    pub fn try_again(&mut self) -> Come<F> {
        match self.again.take() {
            Some(Opening { files, address, .. }) => self.come(&files, address),
            None => Come::Nothing,
        }
    }

    /// Whether a model is open.
    pub fn is_open(&self) -> bool {
        self.name.is_some()
    }

    /// The open model's name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether it is the one that the room begins with, which no link names.
    pub fn is_example(&self) -> bool {
        self.is_example
    }

    /// Where it lies in the site, if it does.
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// What recent names call it; the example is none of them.
    pub fn remembered(&self) -> Option<&str> {
        if self.is_example { None } else { self.address().or(self.name.as_deref()) }
    }

    /// What a link calls it.
    pub fn named(&self) -> Named {
        match (self.is_example, &self.address, &self.name) {
            (true, ..) => Named::Example,
            (_, Some(address), _) => Named::Site(address.clone()),
            (.., Some(name)) => Named::Own(name.clone()),
            (_, None, None) => Named::Example,
        }
    }

    /// What the Lab calls it: one of the page by its address, by which a link finds it.
    pub fn name_in_lab(&self) -> String {
        let of_page = self.address().filter(|address| method_of_page(address).is_some());
        of_page.or(self.name()).unwrap_or_default().to_owned()
    }

    /// Its files.
    pub fn files(&self) -> &[F] {
        &self.open
    }

    /// Its files as another room is handed them, with the tokenizer that is used: not one that came with it and was replaced,
    /// refused or taken away.
    pub fn with_tokenizer(&self, tokenizer: Option<F>) -> Vec<F> {
        let files = self.open.iter().filter(|file| !is_tokenizer(&file.name())).cloned();
        files.chain(tokenizer).collect()
    }

    /// The file that it is called by, which is the first of its parts.
    pub fn model(&self) -> Option<F> {
        let name = self.name.as_ref()?;
        self.open.iter().find(|file| file.name() == *name).cloned()
    }

    /// The tokenizer_config.json among its files.
    pub fn tokenizer_config(&self) -> Option<F> {
        self.open.iter().find(|file| is_tokenizer_config(&file.name())).cloned()
    }

    /// Whether its tokenizer was dropped together with it, not later.
    pub fn tokenizer_came_with_it(&self) -> bool {
        self.tokenizer_came_with_it
    }
}
