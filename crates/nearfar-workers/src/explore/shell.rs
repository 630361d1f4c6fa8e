//! Rows of one head in slices between requests.

use nearfar::explore::message::PROTOCOL;
use nearfar::explore::{Answer, Request, Session};
use nearfar_kit::UNASKED;
use nearfar_kit::envelope::Envelope;
use nearfar_workers::shell::{Next, Page, Work, run};

struct Explorer {
    page: Page,
    session: Session,
    /// The request that the view of now came with: its rows answer that.
    view: u32,
}

/// Listens.
pub fn start() {
    run(PROTOCOL, |page| Explorer { page, session: Session::default(), view: UNASKED });
}

impl Explorer {
    fn answer(&self, id: u32, answer: Option<Answer>) {
        if let Some(answer) = answer {
            self.page.say(id, answer.into_message());
        }
    }
}

impl Work for Explorer {
    fn receive(&mut self, envelope: Envelope) {
        let id = envelope.id;
        let Some(request) = envelope.into_message().and_then(Request::read) else { return };
        if matches!(request, Request::View(_)) {
            self.view = id;
        }
        let answer = self.session.receive(request);
        self.answer(id, answer);
    }

    fn advance(&mut self) {
        self.session.memory = memory();
        let answer = self.session.advance();
        self.answer(self.view, answer);
    }

    fn next(&self) -> Next {
        if self.session.has_work() { Next::Slice } else { Next::Nothing }
    }
}

/// The bytes of this worker's memory.
fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    std::arch::wasm32::memory_size(0) as f64 * PAGE
}
