//! Settings as the fragment of a link: only what differs from the default, readable, versioned.
//! A fragment, because a browser sends a query to the server and a fragment to nobody.

use super::fields::altered_text;
use super::value::quoted;
use super::{
    Choice, FIELDS, Field, Language, MAX_HEADS, ModelChoice, SettingError, Settings, ThemeChoice,
    Value,
};
use crate::attention::trace::TRAINED_SHAPE;
use crate::panels;

/// The version of links that this program reads. It writes none: a link without one is of this version.
pub const VERSION: &str = "1";
const VERSION_NAME: &str = "nearfar";
/// The longest name of a lesson that an address asks for, in bytes.
const LONGEST_NAME: usize = 200;

/// A part of a link that was not understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Ignored {
    /// The name in the link.
    pub name: String,
    /// Why it was ignored.
    pub reason: SettingError,
}

/// The link to the open room: the fragment without its `#`; empty for the default settings.
pub fn encode(settings: &Settings) -> String {
    encode_room(settings, settings.embed)
}

/// The same with the language, whatever whoever opens it has.
pub fn encode_in_language(settings: &Settings) -> String {
    encode_room(settings, true)
}

fn encode_room(settings: &Settings, with_language: bool) -> String {
    let of_room = |names: &[&'static str]| panels::of_room(names, settings.room);
    let (hide, only) = (of_room(&settings.hide), of_room(&settings.only));
    let is_wanted = |field: &Field| {
        // Whoever opens a link has a theme and a language; a projector has none, and of a page in another
        // one nothing is stored.
        field.rooms.contains(&settings.room)
            || field.name == "theme" && (settings.embed || settings.theme == ThemeChoice::Projector)
            || field.name == "lang" && with_language
    };
    if hide == settings.hide && only == settings.only {
        return write(settings, is_wanted);
    }
    write(&Settings { hide, only, ..settings.clone() }, is_wanted)
}

/// All settings in the form of a link, for the next visit.
pub fn encode_all(settings: &Settings) -> String {
    write(settings, |_| true)
}

/// What a browser keeps of settings once they have changed, for [`Start`] and for whoever leaves a lesson. `None` stays as it
/// was.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// The link to the open room.
    pub fragment: String,
    /// All settings, in the form of a link.
    pub whole: String,
    /// All settings for the next visit: what stands in another page is no visit.
    pub last_visit: Option<String>,
    /// The theme, by its name: a projector is there for an hour.
    pub theme: Option<String>,
    /// The language, by its name.
    pub language: Option<String>,
    /// See [`before_lesson`].
    pub before_lesson: [String; 3],
}

impl Keep {
    /// Of these settings, after [`Keep::before_lesson`] and [`Keep::whole`] of the last ones.
    pub fn of(settings: &Settings, before: [String; 3], last: &str) -> Keep {
        let whole = encode_all(settings);
        let is_visit = !settings.embed;
        let has_theme = is_visit && settings.theme != ThemeChoice::Projector;
        Keep {
            fragment: encode(settings),
            last_visit: is_visit.then(|| encode_all(&settings.for_later())),
            theme: has_theme.then(|| settings.theme.name().to_owned()),
            language: is_visit.then(|| settings.language.name().to_owned()),
            before_lesson: before_lesson(before, last, &whole),
            whole,
        }
    }
}

/// An address with a fragment, which may be empty.
pub fn with_fragment(address: &str, fragment: &str) -> String {
    if fragment.is_empty() { address.to_owned() } else { format!("{address}#{fragment}") }
}

/// The fragment of an address that was opened. `None` where it is that of an anchor in the page, and no link to settings.
pub fn opened_fragment(address: &str) -> Option<&str> {
    let fragment = address.split_once('#').map_or("", |(_, fragment)| fragment);
    (fragment.is_empty() || fragment.contains('=')).then_some(fragment)
}

/// What a browser has when the page is opened.
#[derive(Clone, Debug, Default)]
pub struct Start<'a> {
    /// The fragment of the address, with its `#`.
    pub fragment: &'a str,
    /// Its query, with its `?`.
    pub query: &'a str,
    /// The fragments that the address of this tab had when all of its settings were kept.
    pub links: [Option<String>; 2],
    /// All settings of this tab, in the form of a link.
    pub tab: Option<String>,
    /// The theme that was chosen in an earlier visit, by its name.
    pub theme: Option<String>,
    /// The language, likewise.
    pub language: Option<String>,
}

impl Start<'_> {
    /// The settings that the page starts with, and what of its link was not understood: those of the link, or of a tab that
    /// is loaded anew all that it had, for a link is of one room.
    pub fn settings(&self) -> (Settings, Vec<Ignored>) {
        let fragment = self.fragment.trim_start_matches('#');
        let is_reload = self.links.iter().any(|link| link.as_deref() == Some(fragment));
        let whole = self.tab.as_deref().filter(|_| is_reload);
        let (mut settings, ignored) = decode(whole.unwrap_or(fragment));
        if settings.lesson.is_empty() {
            settings.lesson = lesson_asked(self.query).unwrap_or_default();
        }
        settings.keep(chosen(self.theme.as_deref()), chosen(self.language.as_deref()));
        (settings, ignored)
    }
}

/// The settings of a link that is followed on a page that is open, and what of it was not understood.
pub fn follow(fragment: &str, now: &Settings) -> (Settings, Vec<Ignored>) {
    let (mut settings, ignored) = decode(fragment);
    settings.keep(now.theme, now.language);
    (settings, ignored)
}

impl Settings {
    /// Theme and language as the reader has them, where a link does not choose them.
    fn keep(&mut self, theme: ThemeChoice, language: Language) {
        if self.theme == ThemeChoice::System {
            self.theme = theme;
        }
        if self.language == Language::Browser {
            self.language = language;
        }
    }
}

fn chosen<C: Choice + Default>(name: Option<&str>) -> C {
    name.and_then(|name| C::from_name(name).ok()).unwrap_or_default()
}

/// Where the last visit ended, from all of its settings; `None` where that is the plain start.
pub fn last_visit(kept: &str) -> Option<Settings> {
    let (last, _) = decode(kept);
    let plain = Settings { theme: last.theme, language: last.language, ..Settings::default() };
    (last != plain).then_some(last)
}

/// What a tab keeps for whoever leaves a lesson, once its settings were `last` and are `now`, all as [`encode_all`] has them:
/// the settings before the lesson; and a lesson that was left, with those before it, for undo goes back to it.
pub fn before_lesson(
    [before, left, before_left]: [String; 3],
    last: &str,
    now: &str,
) -> [String; 3] {
    let is_lesson = |text: &str| text.split('&').any(|pair| pair.starts_with("lesson="));
    match [is_lesson(last), is_lesson(now)] {
        [true, false] => [now.to_owned(), last.to_owned(), before],
        [false, false] => [now.to_owned(), left, before_left],
        [false, true] if left == now => [before_left.clone(), left, before_left],
        _ => [before, left, before_left],
    }
}

/// The lesson that an address asks for in its query (`?lesson=walk`), for a link that a person types: a name, or a file
/// of the site. `None` for what is neither.
pub fn lesson_asked(query: &str) -> Option<String> {
    let pairs = query.strip_prefix('?')?.split('&');
    let name = pairs.filter_map(|pair| pair.strip_prefix("lesson=")).next()?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    (!name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(is_name))
        .then(|| name.to_owned())
}

fn write(settings: &Settings, is_wanted: impl Fn(&Field) -> bool) -> String {
    let default = Settings::default();
    let mut fragment = form_urlencoded::Serializer::new(String::new());
    for field in FIELDS.iter().filter(|field| is_wanted(field)) {
        // What the model has learned stands in the model, and of a trained one how many heads it has.
        let text = match field.name {
            "learned" => continue,
            "heads" if settings.model.own_heads().is_some() => continue,
            "w" => altered_text(&settings.altered.w, &settings.w),
            "v" => altered_text(&settings.altered.v, &settings.v),
            "beta" => altered_text(&moved(&settings.beta, 1.0), &settings.beta),
            "shape" => altered_text(&moved(&settings.shape, TRAINED_SHAPE), &settings.shape),
            "shift" => altered_text(&moved(&settings.shift, 0.0), &settings.shift),
            _ => {
                let value = (field.get)(settings);
                if value == (field.get)(&default) {
                    continue;
                }
                value.to_text()
            }
        };
        if !text.is_empty() || !matches!(field.name, "w" | "v" | "beta" | "shape" | "shift") {
            fragment.append_pair(field.name, &text);
        }
    }
    fragment.finish()
}

/// The heads whose number is not the trained one.
fn moved(numbers: &[f64; MAX_HEADS], trained: f64) -> Vec<usize> {
    (0..MAX_HEADS).filter(|&head| numbers[head] != trained).collect()
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
                let reason = SettingError::Version(text.into_owned());
                ignored.push(Ignored { name: name.into_owned(), reason });
            }
            continue;
        }
        let outcome = match FIELDS.iter().find(|field| field.name == name) {
            Some(field) => (field.set)(&mut settings, &Value::Text(text.into_owned())),
            None => Err(SettingError::Unknown),
        };
        if let Err(reason) = outcome {
            ignored.push(Ignored { name: quoted(&name), reason });
        }
    }
    // What other rooms have would leave this one empty.
    let shown = panels::of_room(&settings.only, settings.room);
    if shown.is_empty() && !settings.only.is_empty() {
        let (only, room) = (settings.only.join(" "), settings.room.name());
        let reason = SettingError::NotInRoom { room, only };
        ignored.push(Ignored { name: quoted("only"), reason });
        settings.only.clear();
    }
    // It may come before the model in the link.
    if let Some(own) = settings.model.own_heads().filter(|&own| own != settings.heads) {
        ignored.push(Ignored { name: quoted("heads"), reason: SettingError::OwnHeads(own) });
        settings.heads = own;
    }
    match settings.model {
        // Of untrained projections w and v depend on how many heads there are; of a file they are not known yet.
        model if model == ModelChoice::Untrained || model.is_file() => settings.adopt(None),
        _ => settings.settle(),
    }
    (settings, ignored)
}
