//! What the workers are given and asked for, as the settings, the screen and the cursor move; and whether what came of
//! it is news.

use ndarray::Axis;

use super::{Answer, Explorer, Plan, Received, Request, Side};
use crate::lab::{Lab, Panel};
use crate::picture::{Cell, Section};
use crate::settings::{ModelChoice, Settings};

/// What the workers were given of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Given {
    words: u32,
    model: ModelChoice,
    seed: u32,
    positions: bool,
    head: usize,
}

/// What workers are asked for; each has the request of its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asks {
    /// A view, in the place of the one before; `None` where there is nothing new to ask, or a draft is on its way.
    pub views: Option<[Request; Explorer::WORKERS]>,
    /// A cell, of the first worker.
    pub cell: Option<Request>,
}

/// What a frame found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// There is something new to draw.
    pub is_news: bool,
    /// It is all that there will be.
    pub is_whole: bool,
}

/// The state. Nothing was given yet at first.
#[derive(Debug, Default)]
pub struct Exploration {
    /// What was asked, and what is known from the answers.
    pub explorer: Explorer,
    given: [Option<Given>; 2],
    givings: u32,
    /// What of the matrices is on the screen.
    part: Section,
    /// The plan of the last frame, and whether it has not changed for a while.
    plan: Option<Plan>,
    rests: bool,
    /// The cell that was asked for last, since the last view.
    asked: Option<Cell>,
    /// Whether there is something that was not drawn yet.
    has_news: bool,
    /// Whether all rows of the last raster were there when it was drawn.
    was_whole: bool,
}

impl Exploration {
    /// What all workers are given before anything else: words and projections where they are others. Then whether what
    /// is wanted is something else than in the last frame.
    pub fn update(&mut self, lab: &Lab, settings: &Settings) -> (Vec<Request>, bool) {
        // What a worker is told before it listens is lost.
        if !self.explorer.is_ready() {
            return (Vec::new(), false);
        }
        let given = Panel::BOTH.into_iter().flat_map(|panel| self.give(panel, lab, settings));
        let given = given.collect();
        let sides = Panel::BOTH.map(|panel| {
            let heads = lab.heads_of(panel, settings);
            let parameters = heads.get(settings.head).or(heads.last()).copied();
            parameters.map(|parameters| Side { method: panel.method(settings), parameters })
        });
        let [Some(a), Some(b)] = sides else { return (given, false) };
        let plan = Plan {
            given: self.givings,
            sides: [a, b],
            causal: settings.causal,
            part: self.part,
            rests: false,
        };
        let moved = self.plan.replace(plan) != Some(plan);
        self.rests &= !moved;
        (given, moved)
    }

    fn give(&mut self, panel: Panel, lab: &Lab, settings: &Settings) -> Vec<Request> {
        let now = Given {
            words: lab.words_version(),
            model: panel.model(settings),
            seed: settings.seed,
            positions: panel.method(settings).adds_positions(),
            head: settings.head,
        };
        let before = self.given[panel as usize].replace(now);
        if before == Some(now) {
            return Vec::new();
        }
        self.givings += 1;
        self.explorer.forget();
        let mut given = Vec::new();
        // Another head of the same words needs other projections only.
        if before.map(|before| Given { head: now.head, ..before }) != Some(now) {
            let input = lab.embeddings(panel);
            let width = input.map_or(0, |input| input.ncols());
            let values = input.map_or_else(Vec::new, |input| input.iter().copied().collect());
            given.push(Request::Input { panel, width, positions: now.positions, values });
        }
        if let Some(projections) = lab.projections(panel) {
            let head = settings.head.min(projections.heads().saturating_sub(1));
            let [query, key] = [&projections.query, &projections.key]
                .map(|stacked| stacked.index_axis(Axis(0), head).iter().copied().collect());
            given.push(Request::Head { panel, query, key });
        }
        given
    }

    /// What the plan of now still needs, with the cell under the cursor.
    pub fn ask(&mut self, cursor: Option<Cell>) -> Asks {
        let Some(plan) = self.plan.filter(|_| self.part != Section::default()) else {
            return Asks::default();
        };
        let views = self.explorer.requests(Plan { rests: self.rests, ..plan });
        if views.is_some() {
            self.asked = None;
        }
        let cell = cursor.filter(|_| self.asked != cursor);
        self.asked = cell.or(self.asked);
        Asks { views, cell: cell.map(|(i, j)| Request::Cell { i, j }) }
    }

    /// What there is to draw since it was asked last.
    pub fn found(&mut self) -> Found {
        let is_news = std::mem::take(&mut self.has_news);
        let whole = self.rests && self.explorer.refined() >= 1.0;
        Found { is_news, is_whole: whole && !std::mem::replace(&mut self.was_whole, whole) }
    }

    /// Nothing moves: every row is wanted, and the figures.
    pub fn rest(&mut self) {
        self.rests = true;
    }

    /// What of the matrices is on the screen; whether that is something else.
    pub fn see(&mut self, part: Section) -> bool {
        std::mem::replace(&mut self.part, part) != part
    }

    /// A worker ended, and with it what it was given.
    pub fn lose(&mut self) {
        self.explorer.lose();
        self.given = [None, None];
    }

    /// Takes an answer.
    pub fn receive(&mut self, answer: Answer) -> Received {
        let received = self.explorer.receive(answer);
        self.has_news |= received != Received::Nothing;
        received
    }
}
