//! One worker as those who ask it see it. A cached old worker can meet a new page, so the worker says its
//! protocol before anything else, and with every message; what is asked before waits until then. One that is
//! asked and says nothing for long is ended, and another takes its place.

use crate::{Kind, UNASKED};

/// So many ends of a worker within [`OFTEN_MS`], and no other is started: it would end again.
const OFTEN: usize = 5;
/// See [`OFTEN`].
const OFTEN_MS: f64 = 60_000.0;

/// How long a request counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// Until its last answer. A worker that ends takes it with it.
    Once,
    /// As [`Stays::Once`], and every worker that is started later is sent it first: it hands over what others
    /// refer to.
    Kept,
    /// It has no answer.
    Told,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The worker is there: these requests are to be sent, in this order.
    Ready(Vec<u32>),
    /// It is of another version of the page; it is not spoken to.
    OtherVersion,
    /// An answer to a request that waits.
    Awaited,
    /// An answer to a request of this worker that nobody waits for any more.
    Late,
    /// Nobody asked.
    News,
    /// The worker met an error of its own.
    Fatal,
    /// Nothing that counts: of a worker that was ended, or to no request.
    Nothing,
}

/// Whether a worker is silent for too long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Timeout {
    /// Nothing is waited for.
    Idle,
    /// Not yet; look again after so many milliseconds.
    Look(f64),
    /// Yes: it is to be ended.
    Over,
}

/// What comes after a worker that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Another one is to be started.
    Restart,
    /// None: one that never was there, or ends again and again, would do so the next time.
    GiveUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Starting,
    Ready,
    Over,
}

/// What was asked and is waited for. Ids count up from 1 and are never used twice.
#[derive(Clone, Debug)]
pub struct Conversation {
    protocol: String,
    timeout: f64,
    state: State,
    last_id: u32,
    /// The last id before this worker was started.
    before: u32,
    waiting: Vec<u32>,
    unsent: Vec<u32>,
    kept: Vec<u32>,
    /// When something was heard last, or the first of what waits was sent.
    heard: f64,
    /// When workers ended by themselves.
    ends: Vec<f64>,
}

impl Conversation {
    /// With a worker that is being started, of this protocol; `timeout` in milliseconds.
    pub fn new(protocol: &str, timeout: f64) -> Conversation {
        Conversation {
            protocol: protocol.to_owned(),
            timeout,
            state: State::Starting,
            last_id: UNASKED,
            before: UNASKED,
            waiting: Vec::new(),
            unsent: Vec::new(),
            kept: Vec::new(),
            heard: 0.0,
            ends: Vec::new(),
        }
    }

    /// Whether the worker is there.
    pub fn is_ready(&self) -> bool {
        self.state == State::Ready
    }

    /// Whether there is no worker, and will be none.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Whether a request still has answers to come.
    pub fn waits_for(&self, id: u32) -> bool {
        self.waiting.contains(&id)
    }

    /// A request: its id, and whether it is sent now. What is not is sent once the worker is there.
    #[must_use]
    pub fn ask(&mut self, stays: Stays, now: f64) -> (u32, bool) {
        self.last_id += 1;
        let id = self.last_id;
        if stays != Stays::Told {
            if self.waiting.is_empty() {
                self.heard = now;
            }
            self.waiting.push(id);
        }
        if stays == Stays::Kept {
            self.kept.push(id);
        }
        if self.state == State::Starting {
            self.unsent.push(id);
        }
        (id, self.state == State::Ready)
    }

    /// A message came.
    pub fn hear(&mut self, protocol: &str, kind: Kind, id: u32, now: f64) -> Heard {
        if self.state == State::Over {
            return Heard::Nothing;
        }
        self.heard = now;
        if protocol != self.protocol {
            self.state = State::Over;
            return Heard::OtherVersion;
        }
        match kind {
            Kind::Hello if self.state == State::Starting => {
                self.state = State::Ready;
                Heard::Ready(std::mem::take(&mut self.unsent))
            }
            Kind::Hello => Heard::Nothing,
            Kind::Fatal => Heard::Fatal,
            Kind::Body if id == UNASKED => Heard::News,
            Kind::Body if self.waiting.contains(&id) => Heard::Awaited,
            Kind::Body if self.is_of_this_worker(id) => Heard::Late,
            Kind::Body => Heard::Nothing,
        }
    }

    fn is_of_this_worker(&self, id: u32) -> bool {
        (id > self.before && id <= self.last_id) || self.kept.contains(&id)
    }

    /// The last answer to a request was heard.
    pub fn done(&mut self, id: u32) {
        self.waiting.retain(|&other| other != id);
    }

    /// A request is no longer wanted; it is not sent again.
    pub fn forget(&mut self, id: u32) {
        for ids in [&mut self.waiting, &mut self.unsent, &mut self.kept] {
            ids.retain(|&other| other != id);
        }
    }

    /// Whether the worker is silent for too long. One that is being fetched has any time.
    pub fn timeout(&self, now: f64) -> Timeout {
        if self.state != State::Ready || self.waiting.is_empty() {
            return Timeout::Idle;
        }
        let left = self.timeout - (now - self.heard);
        if left <= 0.0 { Timeout::Over } else { Timeout::Look(left) }
    }

    /// Multiplies the timeout, for what is known to take long.
    pub fn stretch(&mut self, times: f64) {
        self.timeout *= times;
    }

    /// How long a silence is borne, in milliseconds.
    pub fn most_silence(&self) -> f64 {
        self.timeout
    }

    /// The worker ended by itself, or because its timeout was over. What waits is waited for no more, but for
    /// what is kept: the next worker is sent that.
    pub fn end(&mut self, now: f64) -> After {
        let was_there = self.state == State::Ready;
        self.ends.retain(|end| now - end < OFTEN_MS);
        self.ends.push(now);
        if !was_there || self.ends.len() > OFTEN {
            self.state = State::Over;
            self.waiting.clear();
            self.unsent.clear();
            return After::GiveUp;
        }
        self.restart(now);
        After::Restart
    }

    /// Another worker takes the place of this one, by somebody's wish.
    pub fn restart(&mut self, now: f64) {
        self.state = State::Starting;
        self.before = self.last_id;
        self.waiting.clone_from(&self.kept);
        self.unsent.clone_from(&self.kept);
        self.heard = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: &str = "nearfar-test/2";
    const TIMEOUT: f64 = 20_000.0;

    /// Times are 0 where they do not matter.
    fn hear(talk: &mut Conversation, id: u32) -> Heard {
        talk.hear(US, Kind::Body, id, 0.0)
    }

    fn ask(talk: &mut Conversation, stays: Stays) -> u32 {
        talk.ask(stays, 0.0).0
    }

    fn started() -> Conversation {
        let mut talk = Conversation::new(US, TIMEOUT);
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Ready(Vec::new()));
        talk
    }

    #[test]
    fn what_is_asked_early_is_sent_in_order_once_the_worker_is_there() {
        let mut talk = Conversation::new(US, TIMEOUT);
        assert!(!talk.is_ready());
        assert_eq!(talk.ask(Stays::Once, 0.0), (1, false));
        assert_eq!(talk.ask(Stays::Told, 0.0), (2, false));
        assert_eq!(talk.ask(Stays::Kept, 0.0), (3, false));
        talk.forget(1);
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Ready(vec![2, 3]));
        assert!(talk.is_ready());
        assert_eq!(talk.ask(Stays::Once, 0.0), (4, true));
        // A second greeting sends nothing twice.
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
    }

    #[test]
    fn a_worker_of_another_version_is_not_spoken_to() {
        for kind in [Kind::Hello, Kind::Body, Kind::Fatal] {
            let mut talk = Conversation::new(US, TIMEOUT);
            assert_eq!(talk.hear("nearfar-test/1", kind, UNASKED, 0.0), Heard::OtherVersion);
            assert_eq!(talk.ask(Stays::Once, 0.0), (1, false));
            assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
            assert_eq!(talk.timeout(1e9), Timeout::Idle);
        }
    }

    #[test]
    fn answers_are_awaited_late_or_news() {
        let mut talk = started();
        let (first, second) = (ask(&mut talk, Stays::Once), ask(&mut talk, Stays::Once));
        assert_eq!(hear(&mut talk, second), Heard::Awaited);
        talk.done(second);
        assert_eq!(hear(&mut talk, second), Heard::Late);
        talk.forget(first);
        assert_eq!(hear(&mut talk, first), Heard::Late);
        assert_eq!(hear(&mut talk, UNASKED), Heard::News);
        assert_eq!(hear(&mut talk, 9), Heard::Nothing);
        let told = ask(&mut talk, Stays::Told);
        assert_eq!(hear(&mut talk, told), Heard::Late);
        assert_eq!(talk.hear(US, Kind::Fatal, UNASKED, 0.0), Heard::Fatal);
    }

    #[test]
    fn patience_ends_after_a_silence_while_something_is_asked() {
        let mut talk = Conversation::new(US, TIMEOUT);
        let _ = talk.ask(Stays::Once, 0.0);
        // Fetching the worker may take any time.
        assert_eq!(talk.timeout(1e6), Timeout::Idle);
        let _ = talk.hear(US, Kind::Hello, UNASKED, 1e6);
        assert_eq!(talk.timeout(1e6), Timeout::Look(20_000.0));
        let _ = talk.hear(US, Kind::Body, 1, 1e6 + 15_000.0);
        assert_eq!(talk.timeout(1e6 + 20_000.0), Timeout::Look(15_000.0));
        assert_eq!(talk.timeout(1e6 + 35_000.0), Timeout::Over);
        talk.done(1);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
        // The silence of one that is not asked is not counted.
        let _ = talk.ask(Stays::Once, 1e9);
        assert_eq!(talk.timeout(1e9), Timeout::Look(20_000.0));
        // Asking more does not make it start anew.
        let _ = talk.ask(Stays::Once, 1e9 + 10_000.0);
        assert_eq!(talk.timeout(1e9 + 20_000.0), Timeout::Over);
        talk.stretch(3.0);
        assert_eq!(talk.most_silence(), 60_000.0);
        assert_eq!(talk.timeout(1e9 + 20_000.0), Timeout::Look(40_000.0));
        // What has no answer is not waited for.
        let mut talk = started();
        let _ = talk.ask(Stays::Told, 0.0);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
    }

    #[test]
    fn the_next_worker_is_sent_what_is_kept_and_nothing_else() {
        let mut talk = started();
        let file = ask(&mut talk, Stays::Kept);
        let other = ask(&mut talk, Stays::Kept);
        let question = ask(&mut talk, Stays::Once);
        talk.done(file);
        talk.forget(other);
        assert_eq!(talk.end(1000.0), After::Restart);
        assert!(!talk.is_ready());
        // What the old one still says is of no worker that there is.
        assert_eq!(hear(&mut talk, question), Heard::Nothing);
        let next = ask(&mut talk, Stays::Once);
        let ready = talk.hear(US, Kind::Hello, UNASKED, 2000.0);
        assert_eq!(ready, Heard::Ready(vec![file, next]));
        // It is waited for anew, with all of its timeout.
        assert_eq!(talk.timeout(2000.0), Timeout::Look(TIMEOUT));
        assert_eq!(hear(&mut talk, file), Heard::Awaited);
        talk.done(file);
        assert_eq!(hear(&mut talk, file), Heard::Late);
        assert_eq!(hear(&mut talk, question), Heard::Nothing);
        assert_eq!(hear(&mut talk, next), Heard::Awaited);
    }

    #[test]
    fn one_that_never_was_there_is_not_started_again() {
        let mut talk = Conversation::new(US, TIMEOUT);
        let _ = talk.ask(Stays::Kept, 0.0);
        assert!(talk.waits_for(1) && !talk.is_over());
        assert_eq!(talk.end(0.0), After::GiveUp);
        assert!(!talk.waits_for(1) && talk.is_over());
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
    }

    #[test]
    fn one_that_ends_again_and_again_is_given_up() {
        let mut talk = started();
        let hello = |talk: &mut Conversation| {
            assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Ready(Vec::new()));
        };
        for end in 0..5 {
            assert_eq!(talk.end(f64::from(end) * 1000.0), After::Restart);
            hello(&mut talk);
        }
        let mut later = talk.clone();
        assert_eq!(talk.end(6000.0), After::GiveUp);
        // The first of the five is more than a minute ago.
        assert_eq!(later.end(60_500.0), After::Restart);
        hello(&mut later);
        // Who asks for another worker gets it.
        for _ in 0..20 {
            later.restart(61_000.0);
            hello(&mut later);
        }
    }
}
