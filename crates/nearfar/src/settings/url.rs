//! Settings as the fragment of a link: only what differs from the default, readable, versioned.
//! A fragment, because a browser sends a query to the server and a fragment to nobody.

use super::fields::altered_text;
use super::value::quoted;
use super::{FIELDS, Field, ModelChoice, Settings, Value};

/// The version of links that this program reads. It writes none: a link without one is of this version.
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

/// The link to the open room: the fragment without its `#`; empty for the default settings.
pub fn encode(settings: &Settings) -> String {
    write(settings, |field| field.rooms.contains(&settings.room))
}

/// All settings in the form of a link, for the next visit.
pub fn encode_all(settings: &Settings) -> String {
    write(settings, |_| true)
}

fn write(settings: &Settings, is_wanted: impl Fn(&Field) -> bool) -> String {
    let default = Settings::default();
    let mut fragment = form_urlencoded::Serializer::new(String::new());
    for field in FIELDS.iter().filter(|field| is_wanted(field)) {
        // What the model has learned stands in the model.
        let text = match field.name {
            "learned" => continue,
            "w" => altered_text(&settings.altered.w, &settings.w),
            "v" => altered_text(&settings.altered.v, &settings.v),
            _ => {
                let value = (field.get)(settings);
                if value == (field.get)(&default) {
                    continue;
                }
                value.to_text()
            }
        };
        if !text.is_empty() || !matches!(field.name, "w" | "v") {
            fragment.append_pair(field.name, &text);
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
    match settings.model {
        // Of untrained projections w and v depend on how many heads there are.
        ModelChoice::Untrained => settings.adopt(None),
        _ => settings.settle(),
    }
    (settings, ignored)
}
