//! A file of the site, read a range at a time by requests that are waited for, as only a worker may.
//! What is asked for, and whether the answer is that, is [`nearfar_inspect::remote`]'s.

use js_sys::{ArrayBuffer, Uint8Array};
use nearfar_inspect::remote::{self, Answered, Remote};
use nearfar_inspect::source::check_range;
use nearfar_inspect::{InspectError, Source};
use wasm_bindgen::prelude::*;
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

/// A file of the site.
pub struct LinkedFile {
    file: Remote,
}

impl LinkedFile {
    /// As the page found it.
    pub fn new(file: Remote) -> LinkedFile {
        LinkedFile { file }
    }

    /// The bytes from `at`, no more than [`remote::MOST`] and not 0.
    fn part(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        let unreadable = |why: String| InspectError::Unreadable { at, why };
        let failed = |error: JsValue| {
            let why = js_sys::Reflect::get(&error, &"message".into()).ok();
            let why = why.and_then(|why| why.as_string());
            let why = why.unwrap_or_else(|| "the browser does not say why".to_owned());
            unreadable(format!("{why}. Look whether the server can be reached, and try again"))
        };
        let wanted = buffer.len() as u64;
        let request = XmlHttpRequest::new().map_err(failed)?;
        request.open_with_async("GET", &self.file.address, false).map_err(failed)?;
        request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
        request.set_request_header("Range", &remote::range(at, wanted)).map_err(failed)?;
        if let Some((name, value)) = self.file.precondition() {
            request.set_request_header(name, value).map_err(failed)?;
        }
        request.send().map_err(failed)?;
        let header = |name| request.get_response_header(name).ok().flatten();
        let answered = Answered {
            status: request.status().unwrap_or(0),
            range: header("Content-Range"),
            encoding: header("Content-Encoding"),
            tag: header("ETag"),
            modified: header("Last-Modified"),
        };
        answered
            .is_part_of(&self.file, at, wanted)
            .map_err(|error| unreadable(error.to_string()))?;
        let body = request.response().ok().and_then(|body| body.dyn_into::<ArrayBuffer>().ok());
        let bytes = body.map(|body| Uint8Array::new(&body));
        match bytes.filter(|bytes| bytes.length() as usize == buffer.len()) {
            Some(bytes) => bytes.copy_to(buffer),
            None => return Err(unreadable("the answer was cut off; try again".to_owned())),
        }
        Ok(())
    }
}

impl Source for LinkedFile {
    fn len(&self) -> u64 {
        self.file.length
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.file.length)?;
        let mut place = at;
        for part in buffer.chunks_mut(remote::MOST as usize) {
            self.part(place, part)?;
            place += part.len() as u64;
        }
        Ok(())
    }
}
