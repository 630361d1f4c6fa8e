//! Figures in slices between requests. The parts of a request are files: the user's, or of the site as a text
//! of JSON.

use std::sync::Arc;

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
    let name = file.name();
    let source = Cached::new(Arc::new(OpenFile::new(file.into())));
    Ok(Named { name, source: Arc::new(source) })
}

impl Work for Reader {
    fn receive(&mut self, envelope: Envelope) {
        let id = envelope.id;
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

/// Progress is told now and then, everything else at once.
fn is_worth_telling(answer: &Answer, told: &mut f64, now: f64) -> bool {
    if !matches!(answer, Answer::Progress { .. }) {
        return true;
    }
    let due = now - *told >= PROGRESS_MS;
    if due {
        *told = now;
    }
    due
}
