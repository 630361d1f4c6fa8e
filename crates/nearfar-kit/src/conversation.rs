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

/// Whether a request has more answers to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// It has.
    More,
    /// That was the last.
    Last,
}

impl Answers {
    /// [`Answers::Last`] where `is_last`.
    pub fn last_if(is_last: bool) -> Answers {
        if is_last { Answers::Last } else { Answers::More }
    }
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What became of it, in a few words: "stopped: ...".
    pub why: String,
    /// Whether it was silent for too long.
    pub by_time: bool,
    /// Whether there will be no other, unless somebody starts one.
    pub is_final: bool,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard<T> {
    /// The worker is there: what was asked before is to be sent, see [`Conversation::to_send`].
    Ready,
    /// It is of another version of the page; it is not spoken to.
    OtherVersion,
    /// An answer to a request that waits, and who takes it.
    Awaited(T),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Starting,
    Ready,
    Over,
}

/// What was asked.
#[derive(Clone, Debug)]
struct Request<M, T> {
    id: u32,
    /// What the worker was not sent yet.
    unsent: Option<M>,
    /// What every worker is sent.
    kept: Option<M>,
    /// Whether it has answers to come.
    waits: bool,
    /// Who takes them.
    then: T,
}

/// What was asked and is waited for: messages `M` as they are sent, and who takes the answers, `T`. Ids count up
/// from 1 and are never used twice.
#[derive(Clone, Debug)]
pub struct Conversation<M, T> {
    protocol: String,
    timeout: f64,
    state: State,
    last_id: u32,
    /// The last id before this worker was started.
    before: u32,
    /// In the order in which they were made.
    requests: Vec<Request<M, T>>,
    /// When something was heard last, or the first of what waits was sent.
    heard: f64,
    /// When workers ended by themselves.
    ends: Vec<f64>,
}

impl<M: Clone, T: Clone> Conversation<M, T> {
    /// With a worker that is being started, of this protocol; `timeout` in milliseconds.
    pub fn new(protocol: &str, timeout: f64) -> Conversation<M, T> {
        Conversation {
            protocol: protocol.to_owned(),
            timeout,
            state: State::Starting,
            last_id: UNASKED,
            before: UNASKED,
            requests: Vec::new(),
            heard: 0.0,
            ends: Vec::new(),
        }
    }

    /// Whether there is no worker, and will be none.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    fn is_awaited(&self) -> bool {
        self.requests.iter().any(|request| request.waits)
    }

    /// A request: its id, of which its message is made. It is sent by [`Conversation::to_send`].
    #[must_use]
    pub fn ask(&mut self, stays: Stays, message: impl FnOnce(u32) -> M, then: T, now: f64) -> u32 {
        self.last_id += 1;
        let id = self.last_id;
        let waits = stays != Stays::Told;
        if waits && !self.is_awaited() {
            self.heard = now;
        }
        let message = message(id);
        let kept = (stays == Stays::Kept).then(|| message.clone());
        self.requests.push(Request { id, unsent: Some(message), kept, waits, then });
        id
    }

    /// What the worker is to be sent now, in the order in which it was asked; nothing before it is there.
    #[must_use]
    pub fn to_send(&mut self) -> Vec<M> {
        if self.state != State::Ready {
            return Vec::new();
        }
        let unsent = self.requests.iter_mut().filter_map(|request| request.unsent.take());
        let unsent = unsent.collect();
        self.let_go();
        unsent
    }

    /// Lets go of what is neither to be sent nor waited for.
    fn let_go(&mut self) {
        self.requests.retain(|of| of.waits || of.unsent.is_some() || of.kept.is_some());
    }

    /// A message came.
    pub fn hear(&mut self, protocol: &str, kind: Kind, id: u32, now: f64) -> Heard<T> {
        if self.state == State::Over {
            return Heard::Nothing;
        }
        self.heard = now;
        if protocol != self.protocol {
            self.state = State::Over;
            return Heard::OtherVersion;
        }
        let asked = self.requests.iter().find(|request| request.id == id);
        match (kind, asked) {
            (Kind::Hello, _) if self.state == State::Starting => {
                self.state = State::Ready;
                Heard::Ready
            }
            (Kind::Hello, _) => Heard::Nothing,
            (Kind::Fatal, _) => Heard::Fatal,
            (Kind::Body, _) if id == UNASKED => Heard::News,
            (Kind::Body, Some(Request { waits: true, then, .. })) => Heard::Awaited(then.clone()),
            // What is kept is of every worker.
            (Kind::Body, Some(_)) => Heard::Late,
            (Kind::Body, None) if id > self.before && id <= self.last_id => Heard::Late,
            (Kind::Body, None) => Heard::Nothing,
        }
    }

    /// Whoever waits for a request has taken an answer.
    pub fn took(&mut self, id: u32, answers: Answers) {
        if answers == Answers::More {
            return;
        }
        let done = self.requests.iter_mut().filter(|request| request.id == id);
        done.for_each(|request| request.waits = false);
        self.let_go();
    }

    /// A request is no longer wanted, by whom its answers were taken; it is not sent again.
    pub fn forget(&mut self, id: u32) -> Option<T> {
        let place = self.requests.iter().position(|request| request.id == id)?;
        Some(self.requests.remove(place).then)
    }

    /// Whether the worker is silent for too long. One that is being fetched has any time.
    pub fn timeout(&self, now: f64) -> Timeout {
        if self.state != State::Ready || !self.is_awaited() {
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

    /// The worker ended by itself, or because its timeout was over. Another one is to be started, unless that would
    /// end as well: one that never was there, or ends again and again. `None` where there was none any more. What it
    /// leaves is [`Conversation::lost`].
    #[must_use]
    pub fn end(&mut self, why: &str, by_time: bool, now: f64) -> Option<Ended> {
        if self.is_over() {
            return None;
        }
        let was_there = self.state == State::Ready;
        self.ends.retain(|end| now - end < OFTEN_MS);
        self.ends.push(now);
        self.restart(now);
        if !was_there || self.ends.len() > OFTEN {
            self.state = State::Over;
        }
        Some(Ended { why: why.to_owned(), by_time, is_final: self.is_over() })
    }

    /// Whoever asked is gone: there is no worker any more.
    pub fn close(&mut self) {
        self.state = State::Over;
    }

    /// Another worker takes the place of this one, by somebody's wish.
    pub fn restart(&mut self, now: f64) {
        self.state = State::Starting;
        self.before = self.last_id;
        self.heard = now;
    }

    /// Those whose answers the worker that is gone takes with it. They are waited for no more, but for those to what
    /// is kept: the next worker is sent that.
    #[must_use]
    pub fn lost(&mut self) -> Vec<T> {
        let lost = self.requests.iter().map(|request| request.then.clone()).collect();
        self.requests.retain(|request| request.kept.is_some());
        for request in &mut self.requests {
            request.unsent.clone_from(&request.kept);
            request.waits = true;
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: &str = "nearfar-test/2";
    const TIMEOUT: f64 = 20_000.0;

    /// A message is its id, and who takes its answers is told by the name of what was asked.
    type Talk = Conversation<u32, &'static str>;

    /// Times are 0 where they do not matter.
    fn hear(talk: &mut Talk, id: u32) -> Heard<&'static str> {
        talk.hear(US, Kind::Body, id, 0.0)
    }

    fn ask(talk: &mut Talk, stays: Stays, then: &'static str) -> u32 {
        talk.ask(stays, |id| id, then, 0.0)
    }

    /// Whether a worker that stopped was the last one.
    fn end(talk: &mut Talk, now: f64) -> bool {
        talk.end("stopped", false, now).is_some_and(|ended| ended.is_final)
    }

    fn hello(talk: &mut Talk, now: f64) {
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, now), Heard::Ready);
    }

    fn started() -> Talk {
        let mut talk = Talk::new(US, TIMEOUT);
        hello(&mut talk, 0.0);
        talk
    }

    #[test]
    fn what_is_asked_early_is_sent_in_order_once_the_worker_is_there() {
        let mut talk = Talk::new(US, TIMEOUT);
        let first = ask(&mut talk, Stays::Once, "first");
        let told = ask(&mut talk, Stays::Told, "told");
        let kept = ask(&mut talk, Stays::Kept, "kept");
        assert_eq!((first, told, kept), (1, 2, 3));
        assert!(talk.to_send().is_empty());
        assert_eq!(talk.forget(first), Some("first"));
        hello(&mut talk, 0.0);
        assert_eq!(talk.to_send(), [told, kept]);
        let next = ask(&mut talk, Stays::Once, "next");
        assert_eq!(talk.to_send(), [next]);
        // A second greeting sends nothing twice.
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
        assert!(talk.to_send().is_empty());
    }

    #[test]
    fn a_worker_of_another_version_is_not_spoken_to() {
        for kind in [Kind::Hello, Kind::Body, Kind::Fatal] {
            let mut talk = Talk::new(US, TIMEOUT);
            assert_eq!(talk.hear("nearfar-test/1", kind, UNASKED, 0.0), Heard::OtherVersion);
            assert_eq!(ask(&mut talk, Stays::Once, "asked"), 1);
            assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
            assert!(talk.to_send().is_empty() && talk.is_over());
            assert_eq!(talk.timeout(1e9), Timeout::Idle);
        }
    }

    #[test]
    fn answers_are_awaited_late_or_news() {
        let mut talk = started();
        let first = ask(&mut talk, Stays::Once, "first");
        let second = ask(&mut talk, Stays::Once, "second");
        let told = ask(&mut talk, Stays::Told, "told");
        assert_eq!(talk.to_send(), [first, second, told]);
        assert_eq!(hear(&mut talk, second), Heard::Awaited("second"));
        // It may have more than one.
        talk.took(second, Answers::More);
        assert_eq!(hear(&mut talk, second), Heard::Awaited("second"));
        talk.took(second, Answers::Last);
        assert_eq!(hear(&mut talk, second), Heard::Late);
        assert_eq!(talk.forget(first), Some("first"));
        assert_eq!(hear(&mut talk, first), Heard::Late);
        assert_eq!(talk.forget(first), None);
        assert_eq!(hear(&mut talk, UNASKED), Heard::News);
        assert_eq!(hear(&mut talk, 9), Heard::Nothing);
        assert_eq!(hear(&mut talk, told), Heard::Late);
        assert_eq!(talk.hear(US, Kind::Fatal, UNASKED, 0.0), Heard::Fatal);
    }

    #[test]
    fn patience_ends_after_a_silence_while_something_is_asked() {
        let mut talk = Talk::new(US, TIMEOUT);
        let first = ask(&mut talk, Stays::Once, "first");
        // Fetching the worker may take any time.
        assert_eq!(talk.timeout(1e6), Timeout::Idle);
        hello(&mut talk, 1e6);
        assert_eq!(talk.timeout(1e6), Timeout::Look(20_000.0));
        let _ = talk.hear(US, Kind::Body, first, 1e6 + 15_000.0);
        assert_eq!(talk.timeout(1e6 + 20_000.0), Timeout::Look(15_000.0));
        assert_eq!(talk.timeout(1e6 + 35_000.0), Timeout::Over);
        talk.took(first, Answers::Last);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
        // The silence of one that is not asked is not counted.
        let _ = talk.ask(Stays::Once, |id| id, "second", 1e9);
        assert_eq!(talk.timeout(1e9), Timeout::Look(20_000.0));
        // Asking more does not make it start anew.
        let _ = talk.ask(Stays::Once, |id| id, "third", 1e9 + 10_000.0);
        assert_eq!(talk.timeout(1e9 + 20_000.0), Timeout::Over);
        talk.stretch(3.0);
        assert_eq!(talk.most_silence(), 60_000.0);
        assert_eq!(talk.timeout(1e9 + 20_000.0), Timeout::Look(40_000.0));
        // What has no answer is not waited for.
        let mut talk = started();
        let _ = ask(&mut talk, Stays::Told, "told");
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
    }

    #[test]
    fn the_next_worker_is_sent_what_is_kept_and_nothing_else() {
        let mut talk = started();
        let file = ask(&mut talk, Stays::Kept, "file");
        let other = ask(&mut talk, Stays::Kept, "other");
        let question = ask(&mut talk, Stays::Once, "question");
        assert_eq!(talk.to_send(), [file, other, question]);
        talk.took(file, Answers::Last);
        let _ = talk.forget(other);
        assert!(!end(&mut talk, 1000.0));
        assert_eq!(talk.lost(), ["file", "question"]);
        // What the old one still says is of no worker that there is.
        assert_eq!(hear(&mut talk, question), Heard::Nothing);
        let next = ask(&mut talk, Stays::Once, "next");
        hello(&mut talk, 2000.0);
        assert_eq!(talk.to_send(), [file, next]);
        // It is waited for anew, with all of its timeout.
        assert_eq!(talk.timeout(2000.0), Timeout::Look(TIMEOUT));
        assert_eq!(hear(&mut talk, file), Heard::Awaited("file"));
        talk.took(file, Answers::Last);
        assert_eq!(hear(&mut talk, file), Heard::Late);
        assert_eq!(hear(&mut talk, question), Heard::Nothing);
        assert_eq!(hear(&mut talk, next), Heard::Awaited("next"));
    }

    #[test]
    fn nothing_is_sent_heard_or_waited_for_once_it_is_closed() {
        let mut talk = started();
        let asked = ask(&mut talk, Stays::Once, "asked");
        talk.close();
        assert!(talk.is_over() && talk.to_send().is_empty());
        assert_eq!(hear(&mut talk, asked), Heard::Nothing);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
    }

    #[test]
    fn what_waited_to_be_sent_is_lost_with_a_worker_that_never_came() {
        let mut talk = Talk::new(US, TIMEOUT);
        let _ = (ask(&mut talk, Stays::Once, "once"), ask(&mut talk, Stays::Told, "told"));
        talk.restart(0.0);
        assert_eq!(talk.lost(), ["once", "told"]);
        hello(&mut talk, 0.0);
        assert!(talk.to_send().is_empty() && talk.lost().is_empty());
    }

    #[test]
    fn one_that_never_was_there_is_not_started_again() {
        let mut talk = Talk::new(US, TIMEOUT);
        let file = ask(&mut talk, Stays::Kept, "file");
        let mut silent = started();
        let ended = Ended { why: "silent".to_owned(), by_time: true, is_final: false };
        assert_eq!(silent.end("silent", true, 0.0), Some(ended));
        assert!(!talk.is_over());
        assert!(end(&mut talk, 0.0) && talk.is_over());
        assert_eq!(talk.end("silent", true, 0.0), None, "there is none any more");
        assert_eq!(talk.lost(), ["file"]);
        assert_eq!(talk.hear(US, Kind::Hello, UNASKED, 0.0), Heard::Nothing);
        assert_eq!(talk.timeout(1e9), Timeout::Idle);
        // Whoever asks for another worker has it handed what is kept.
        talk.restart(0.0);
        hello(&mut talk, 0.0);
        assert_eq!(talk.to_send(), [file]);
    }

    #[test]
    fn one_that_ends_again_and_again_is_given_up() {
        let mut talk = started();
        for second in 0..5 {
            assert!(!end(&mut talk, f64::from(second) * 1000.0));
            hello(&mut talk, 0.0);
        }
        let mut later = talk.clone();
        assert!(end(&mut talk, 6000.0));
        // The first of the five is more than a minute ago.
        assert!(!end(&mut later, 60_500.0));
        hello(&mut later, 0.0);
        // Who asks for another worker gets it.
        for _ in 0..20 {
            later.restart(61_000.0);
            hello(&mut later, 0.0);
        }
    }
}
