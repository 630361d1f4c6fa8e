//! What the reader is handed: a file of the user's, one of the site that was fetched whole, or one of
//! the site that is read in parts where it lies.

use nearfar_inspect::remote::Remote;
use nearfar_inspect::room::files::HasName;
use wasm_bindgen::prelude::*;
use web_sys::File;

/// A file with its name, as a part of a message to the reader.
#[derive(Clone)]
pub struct Item {
    name: String,
    part: JsValue,
    /// What is to be said of a file of the site.
    pub says: Option<&'static str>,
}

impl Item {
    /// A file of the user's.
    pub fn given(file: File) -> Item {
        Item { name: file.name(), part: file.into(), says: None }
    }

    /// A file of the site that was fetched whole.
    pub fn fetched(file: File) -> Item {
        Item { says: Some(texts::inspect::came_whole()), ..Item::given(file) }
    }

    /// A file of the site that hands out parts.
    pub fn linked(file: &Remote) -> Result<Item, String> {
        let text = serde_json::to_string(file).map_err(|error| error.to_string())?;
        let says = Some(texts::inspect::came_in_parts());
        Ok(Item { name: file.name.clone(), part: text.into(), says })
    }

    /// The file itself; `None` where it is read in parts.
    pub fn file(&self) -> Option<File> {
        self.part.dyn_ref().cloned()
    }
}

impl HasName for Item {
    fn name(&self) -> String {
        self.name.clone()
    }
}

impl AsRef<JsValue> for Item {
    fn as_ref(&self) -> &JsValue {
        &self.part
    }
}
