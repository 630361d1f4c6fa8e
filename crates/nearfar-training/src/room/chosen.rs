//! What is chosen in the room beside what its runs are made with.

use nearfar::lab::Panel;

use super::{Linked, RunId, Speed, looked};
use crate::protocol::{Look, Task, Worth};

/// What is chosen; what nobody chose follows the task and its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Whether there is a run beside the first.
    pub comparing: bool,
    /// Whose choices are shown: never those of a run that is not there.
    pub editing: Panel,
    /// What is looked at: one text, or two. The task's own until somebody types.
    pub texts: [String; 2],
    has_typed: bool,
    /// Whose attention is shown, from 0.
    pub text: usize,
    /// The head that is shown, from 0: the one that matters most until somebody chooses.
    pub head: usize,
    has_chosen_head: bool,
    /// How fast.
    pub speed: Speed,
}

impl Chosen {
    /// As a link has it.
    pub fn of(linked: &Linked) -> Chosen {
        let mut chosen = Chosen {
            comparing: linked.b.is_some(),
            editing: Panel::A,
            texts: Default::default(),
            has_typed: false,
            text: 0,
            head: 0,
            has_chosen_head: false,
            speed: Speed::default(),
        };
        chosen.follow(linked);
        chosen
    }

    /// Another link. Whether there are two runs is the runs' own; texts that it does not hold stay until the task's
    /// own are suggested.
    pub fn follow(&mut self, linked: &Linked) {
        (self.has_typed, self.has_chosen_head) = (linked.texts.is_some(), linked.head.is_some());
        if let Some(texts) = &linked.texts {
            self.texts.clone_from(texts);
        }
        self.head = linked.head.unwrap_or(0);
        self.speed = linked.speed;
    }

    /// As a link holds it, with the runs that there are.
    pub fn linked(&self, a: RunId, b: RunId) -> Linked {
        Linked {
            a,
            b: self.comparing.then_some(b),
            texts: self.has_typed.then(|| self.texts.clone()),
            head: self.has_chosen_head.then_some(self.head),
            speed: self.speed,
        }
    }

    /// A run beside the first, which is shown from now on, or none.
    pub fn compare(&mut self, comparing: bool) {
        self.comparing = comparing;
        self.editing = if comparing { Panel::B } else { Panel::A };
    }

    /// The sentence of a task and its data, until somebody types.
    pub fn suggest(&mut self, task: Task, examples: &[(Vec<String>, String)]) {
        if !self.has_typed {
            self.texts = looked::suggested(task, examples);
        }
    }

    /// What somebody typed as the text at a place.
    pub fn type_text(&mut self, place: usize, text: String) {
        self.has_typed = true;
        self.texts[place] = text;
    }

    /// Looks at an example: one text, or two.
    pub fn type_all(&mut self, texts: &[String]) {
        for (place, text) in texts.iter().take(self.texts.len()).enumerate() {
            self.type_text(place, text.clone());
        }
    }

    /// Shows a head from now on.
    pub fn choose_head(&mut self, head: usize) {
        self.has_chosen_head = true;
        self.head = head;
    }

    /// What heads are worth: whether another one is shown for it.
    pub fn see_worth(&mut self, worth: &[Worth]) -> bool {
        let best = looked::head_of_report(worth, self.has_chosen_head);
        let best = best.filter(|&best| best != self.head);
        self.head = best.unwrap_or(self.head);
        best.is_some()
    }

    /// What the runs are to look at.
    pub fn look(&self, causal: bool) -> Look {
        Look { texts: self.texts.to_vec(), text: self.text, head: self.head, causal }
    }
}
