//! Figures in slices between requests. The parts of a request are files: the user's, or of the site as a text
//! of JSON. The Inspect room asks in JSON; a request without is the page's, for the other rooms.

use std::sync::Arc;

use nearfar::opened::lend::{LendAnswer, LendAsk};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::protocol::{Answer, Ask, Failure, PROTOCOL};
use nearfar_inspect::remote::{self, Remote};
use nearfar_inspect::session::{Cached, Session};
use nearfar_kit::envelope::Envelope;
use nearfar_workers::shell::{Next, Page, Work, read, run};
use wasm_bindgen::prelude::*;
use web_sys::File;

use crate::file::OpenFile;
use crate::linked::LinkedFile;

/// A slice of figures takes about so long: what is asked meanwhile waits no longer.
const SLICE_MS: f64 = 30.0;
/// Progress is told no more often than this.
const PROGRESS_MS: f64 = 60.0;

struct Reader {
    page: Page,
    session: Session,
    /// When progress was told last.
    told: f64,
}

/// Listens.
pub fn start() {
    run(PROTOCOL, |page| Reader { page, session: Session::new(), told: 0.0 });
}

/// What is asked, and the files that belong to it.
fn asked(envelope: &Envelope) -> Result<(Ask, Vec<Named>), String> {
    let files = envelope.parts.iter().cloned().map(named);
    Ok((read(envelope)?, files.collect::<Result<_, _>>()?))
}

/// A part of a message as a file: the user's, or one of the site.
fn named(part: JsValue) -> Result<Named, String> {
    if let Some(text) = part.as_string() {
        let file: Remote = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let name = file.name.clone();
        let source = Cached::of_blocks(Arc::new(LinkedFile::new(file)), remote::BLOCK);
        return Ok(Named { name, source: Arc::new(source) });
    }
    let file: File = part.dyn_into().map_err(|_| "a part of the message is no file".to_owned())?;
    Ok(of_user(file))
}

fn of_user(file: File) -> Named {
    let name = file.name();
    let source = Cached::new(Arc::new(OpenFile::new(file.into())));
    Named { name, source: Arc::new(source) }
}

impl Work for Reader {
    fn receive(&mut self, envelope: Envelope) {
        let id = envelope.id;
        if let Some(ask) = envelope.clone().into_message().and_then(LendAsk::read) {
            return self.lend(id, ask, &envelope);
        }
        let (ask, files) = match asked(&envelope) {
            Ok(asked) => asked,
            Err(why) => {
                return self.page.answer(id, &Answer::Failed(Failure::new(why)), &[]);
            }
        };
        let (page, told) = (&self.page, &mut self.told);
        self.session.answer(id, ask, files, &|| page.now(), &mut |answer, bytes| {
            if is_worth_telling(&answer, told, page.now()) {
                page.answer(id, &answer, &bytes);
            }
        });
    }

    /// Figures until the slice is over.
    fn advance(&mut self) {
        let (page, told) = (&self.page, &mut self.told);
        let begun = page.now();
        self.session.advance(&mut || page.now() - begun < SLICE_MS, &mut |id, answer| {
            if is_worth_telling(&answer, told, page.now()) {
                page.answer(id, &answer, &[]);
            }
        });
    }

    fn next(&self) -> Next {
        if self.session.has_work() { Next::Slice } else { Next::Nothing }
    }
}

impl Reader {
    /// Answers the page; it hears now and then that long work goes on.
    fn lend(&mut self, id: u32, ask: LendAsk, envelope: &Envelope) {
        let files = envelope.parts_of::<File>().into_iter().map(of_user).collect();
        let (page, told) = (&self.page, &mut self.told);
        let answer = self.session.lend(ask, files, &mut || {
            if is_due(told, page.now()) {
                page.say(id, LendAnswer::Busy.into_message());
            }
        });
        page.say(id, answer.into_message());
    }
}

/// Progress is told now and then, everything else at once.
fn is_worth_telling(answer: &Answer, told: &mut f64, now: f64) -> bool {
    !matches!(answer, Answer::Progress { .. }) || is_due(told, now)
}

fn is_due(told: &mut f64, now: f64) -> bool {
    let due = now - *told >= PROGRESS_MS;
    if due {
        *told = now;
    }
    due
}
