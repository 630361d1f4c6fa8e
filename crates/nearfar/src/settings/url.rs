//! Settings as the fragment of a link: only what differs from the default, readable, versioned.
//! A fragment, because a browser sends a query to the server and a fragment to nobody.

use super::value::quoted;
use super::{FIELDS, Settings, Value};

/// The version that this program writes, under the name `nearfar`.
pub const VERSION: &str = "1";
const VERSION_NAME: &str = "nearfar";

/// A part of a link that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The name in the link.
    pub name: String,
    /// Why it was ignored.
    pub reason: String,
}

/// The fragment without its `#`; empty for the default settings.
pub fn encode(settings: &Settings) -> String {
    let default = Settings::default();
    let mut fragment = form_urlencoded::Serializer::new(String::new());
    let mut differs = false;
    for field in FIELDS {
        // What the model has learned stands in the model.
        if settings.learned && matches!(field.name, "w" | "v") {
            continue;
        }
        let value = (field.get)(settings);
        if value != (field.get)(&default) {
            if !differs {
                fragment.append_pair(VERSION_NAME, VERSION);
                differs = true;
            }
            fragment.append_pair(field.name, &value.to_text());
        }
    }
    fragment.finish()
}

/// Settings from a fragment, with or without `#`. What is not understood is left at its default
/// and named.
pub fn decode(fragment: &str) -> (Settings, Vec<Ignored>) {
    let mut settings = Settings::default();
    let mut ignored = Vec::new();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    for (name, text) in form_urlencoded::parse(fragment.as_bytes()) {
        if name == VERSION_NAME {
            if text != VERSION {
                let reason =
                    format!("the link is of version {}, this page reads {VERSION}", quoted(&text));
                ignored.push(Ignored { name: name.into_owned(), reason });
            }
            continue;
        }
        let outcome = match FIELDS.iter().find(|field| field.name == name) {
            Some(field) => (field.set)(&mut settings, &Value::Text(text.into_owned())),
            None => Err("there is no such setting".to_owned()),
        };
        if let Err(reason) = outcome {
            ignored.push(Ignored { name: quoted(&name), reason });
        }
    }
    settings.settle();
    (settings, ignored)
}
