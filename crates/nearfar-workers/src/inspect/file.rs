//! A file that the user gave, read a range at a time. The browser's handle stays in a table of this
//! thread; the source holds its place there, so that it can be handed about as all sources are.

use std::cell::RefCell;
use std::collections::HashMap;

use js_sys::Uint8Array;
use nearfar_inspect::source::check_range;
use nearfar_inspect::{InspectError, Source};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReaderSync};

thread_local! {
    static FILES: RefCell<(u32, HashMap<u32, Blob>)> = RefCell::new((0, HashMap::new()));
    static READER: Option<FileReaderSync> = FileReaderSync::new().ok();
}

/// A file of the table. Its handle goes when this is dropped.
pub struct OpenFile {
    id: u32,
    length: u64,
}

impl OpenFile {
    /// Puts a file into the table.
    pub fn new(file: Blob) -> OpenFile {
        let length = file.size() as u64;
        FILES.with_borrow_mut(|(next, files)| {
            *next += 1;
            files.insert(*next, file);
            OpenFile { id: *next, length }
        })
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        FILES.with_borrow_mut(|(_, files)| files.remove(&self.id));
    }
}

impl Source for OpenFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.length)?;
        let failed = |error: JsValue| {
            let why = js_sys::Reflect::get(&error, &"message".into()).ok();
            let why = why.and_then(|why| why.as_string());
            let why = why.unwrap_or_else(|| "the browser does not say why".to_owned());
            let advice = "It may have changed or moved since it was chosen; choose it again";
            InspectError::Unreadable { at, why: format!("{why}. {advice}") }
        };
        let file = FILES.with_borrow(|(_, files)| files.get(&self.id).cloned());
        let file = file.ok_or_else(|| failed(JsValue::NULL))?;
        let end = at + buffer.len() as u64;
        let part = file.slice_with_f64_and_f64(at as f64, end as f64).map_err(failed)?;
        let bytes = READER.with(|reader| match reader {
            Some(reader) => reader.read_as_array_buffer(&part).map_err(failed),
            None => Err(failed(JsValue::NULL)),
        })?;
        let bytes = Uint8Array::new(&bytes);
        if bytes.length() as usize != buffer.len() {
            return Err(failed(JsValue::NULL));
        }
        bytes.copy_to(buffer);
        Ok(())
    }
}
