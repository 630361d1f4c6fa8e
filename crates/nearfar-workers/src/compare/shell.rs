//! One method at a time between requests.

use nearfar_compare::protocol::{Answer, PROTOCOL, Why};
use nearfar_compare::session::Session;
use nearfar_kit::envelope::Envelope;
use nearfar_workers::shell::{Next, Page, Work, bytes, read, run};

struct Comparer {
    page: Page,
    session: Session,
}

/// Listens.
pub fn start() {
    run(PROTOCOL, |page| Comparer { page, session: Session::new() });
}

impl Work for Comparer {
    fn receive(&mut self, envelope: Envelope) {
        let page = &self.page;
        match read(&envelope) {
            Ok(ask) => {
                let mut tell = |id, answer, bytes: Vec<Vec<u8>>| page.answer(id, &answer, &bytes);
                self.session.answer(envelope.id, ask, &bytes(&envelope), &mut tell);
            }
            Err(message) => page.answer(envelope.id, &Answer::Failed(Why::Refused(message)), &[]),
        }
    }

    fn advance(&mut self) {
        let page = &self.page;
        let mut tell = |id, answer, bytes: Vec<Vec<u8>>| page.answer(id, &answer, &bytes);
        self.session.advance(&|| page.now(), &mut tell);
    }

    fn next(&self) -> Next {
        if self.session.has_work() { Next::Slice } else { Next::Nothing }
    }
}
