//! The languages beside English: each folder of `crates/nearfar-texts` becomes patterns by the messages'
//! numbers: `texts/LANG.json` in the site, fetched when that language is shown, and `texts/LANG/ROOM.json` for what
//! a room alone says, fetched with the room.

use std::fs;
use std::path::Path;

use crate::{
    failure::{Failure, Outcome, file},
    project::Project,
    texts::{self, Message},
};

/// Where the languages stand, a folder each.
const TEXTS: &str = "crates/nearfar-texts";
/// Where their files are written, for trunk to copy.
const OUT: &str = "target/texts";
/// What scripts say before the program starts: the keys of `start.ftl` that index.html has in its template.
const SAID_BY_SCRIPTS: &str = "start";
/// Resources that a room's program alone uses, by the room's name.
const OF_ROOMS: &[&str] = &["compare", "curves", "inspect", "learn", "share", "train"];

/// Writes the file of every language.
pub fn write(project: &Project) -> Outcome {
    let out = project.root.join(OUT);
    fs::create_dir_all(&out).map_err(file("write", &out))?;
    let folder = project.root.join(TEXTS);
    for language in languages(&folder)? {
        let Language { page, rooms, .. } = of(&folder, &language).map_err(Failure::Refused)?;
        let of_rooms = out.join(&language);
        fs::create_dir_all(&of_rooms).map_err(file("create", &of_rooms))?;
        let room = |(name, text)| (of_rooms.join(format!("{name}.json")), text);
        let page = (out.join(format!("{language}.json")), page);
        for (path, text) in rooms.into_iter().map(room).chain([page]) {
            // An unchanged file keeps its date: trunk watches it.
            if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
                fs::write(&path, text).map_err(file("write", &path))?;
            }
        }
    }
    Ok(())
}

/// The languages beside English, by the names of their folders.
pub fn languages(folder: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(file("read", folder))? {
        let path = entry.map_err(file("read", folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.join("start.ftl").is_file() && name != "en" {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// The files of a language.
struct Language {
    /// What the page has from the start; a message of a room is `null` there.
    page: String,
    /// What each room has, by its name.
    rooms: Vec<(String, String)>,
    /// The keys that it lacks.
    missing: Vec<String>,
}

/// The files of a language, and the keys that it lacks.
fn of(folder: &Path, language: &str) -> Result<Language, String> {
    let translated = texts::resources(&folder.join(language))?;
    let mut patterns = Vec::new();
    let mut rooms = Vec::new();
    let mut sayings = Vec::new();
    let mut missing = Vec::new();
    let english = texts::resources(&folder.join("en"))?;
    for (name, source) in &english {
        let at = |why: String| format!("{language}/{name}.ftl: {why}");
        let originals = texts::messages(source)?;
        let own = translated.iter().find(|(own, _)| own == name);
        let first = patterns.len();
        let own = own
            .map_or(Ok(Vec::new()), |(_, source)| texts::translated(source, &originals))
            .map_err(at)?;
        for Message { name: key, .. } in &originals {
            match own.iter().find(|message| message.name == *key) {
                Some(message) => {
                    if name == SAID_BY_SCRIPTS {
                        sayings.push(format!(
                            "{}:{}",
                            json(&key.replace('_', "-")),
                            json(&message.pattern)
                        ));
                    }
                    patterns.push(json(&message.pattern));
                }
                None => {
                    missing.push(format!("{name}.{}", key.replace('_', "-")));
                    patterns.push("null".to_owned());
                }
            }
        }
        if OF_ROOMS.contains(&name.as_str()) {
            let own = patterns.split_off(first);
            patterns.resize(first + own.len(), "null".to_owned());
            let text = format!("{{\"first\":{first},\"texts\":[{}]}}", own.join(","));
            rooms.push((name.clone(), text));
        }
    }
    if let Some((extra, _)) =
        translated.iter().find(|(name, _)| english.iter().all(|(one, _)| one != name))
    {
        return Err(format!("{language}/{extra}.ftl: there is none of it in English"));
    }
    let page =
        format!("{{\"texts\":[{}],\"sayings\":{{{}}}}}", patterns.join(","), sayings.join(","));
    Ok(Language { page, rooms, missing })
}

/// A text as JSON writes it.
fn json(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if u32::from(control) < 32 => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)))
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// What is wrong with the languages: what cannot be read, what is missing, and where the page names others.
pub fn problems(root: &Path, page: &str) -> Vec<String> {
    let folder = root.join(TEXTS);
    let languages = match languages(&folder) {
        Ok(languages) => languages,
        Err(why) => return vec![why.to_string()],
    };
    let mut problems = Vec::new();
    for language in &languages {
        match of(&folder, language) {
            Ok(Language { missing, .. }) => {
                problems.extend(missing.iter().map(|key| format!("{language} lacks {key}")))
            }
            Err(why) => problems.push(why),
        }
    }
    let named = page
        .split_once("name=\"nearfar-languages\" content=\"")
        .and_then(|(_, rest)| rest.split('"').next());
    let mut named: Vec<&str> =
        named.unwrap_or_default().split(' ').filter(|name| *name != "en").collect();
    named.sort_unstable();
    if named != languages {
        problems.push(format!(
            "index.html names {}, and there are {}",
            named.join(", "),
            languages.join(", ")
        ));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_an_array_in_the_order_of_english() {
        let folder = std::env::temp_dir().join(format!("nearfar-languages-{}", std::process::id()));
        for (path, text) in [
            ("en/a.ftl", "one = One\ntwo = { $x } of { $y }\n"),
            ("en/learn.ftl", "three = Three\nfour = Four\n"),
            ("en/start.ftl", "title = Near \"far\"\n"),
            ("de/a.ftl", "two = von { $y }: { $x }\n"),
            ("de/learn.ftl", "four = Vier\nthree = Drei\n"),
            ("de/start.ftl", "title = Nah „fern“\n"),
        ] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        let Language { page, rooms, missing } = of(&folder, "de").expect("it can be read");
        let expected = "{\"texts\":[null,\"von ⟨1⟩: ⟨0⟩\",null,null,\"Nah „fern“\"],\"sayings\":{\"title\":\"Nah „fern“\"}}";
        assert_eq!((page.as_str(), missing), (expected, vec!["a.one".to_owned()]));
        let room = "{\"first\":2,\"texts\":[\"Drei\",\"Vier\"]}".to_owned();
        assert_eq!(rooms, [("learn".to_owned(), room)]);
        assert_eq!(languages(&folder).ok(), Some(vec!["de".to_owned()]));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn json_is_escaped() {
        assert_eq!(json("a \"b\" \\ \u{1}"), "\"a \\\"b\\\" \\\\ \\u0001\"");
    }
}
