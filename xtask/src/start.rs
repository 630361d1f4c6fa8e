//! The sentences of index.html: `{{lab.head head=3}}` stands for the message `head` of `en/lab.ftl`, so that
//! what is seen before the program starts says what the program will say. `{{picture.a}}` stands for a part of the Lab's opening,
//! which the library draws (`crates/nearfar/src/bin/nearfar-opening.rs`).

use std::{path::Path, process::Stdio};

use crate::{
    failure::{Failure, Outcome},
    project::Project,
    texts,
};

/// Where the sentences of the page stand.
pub const TEXTS: &str = "crates/nearfar-texts/en";

/// How a part of the opening begins.
const PICTURE: &str = "{{picture.";

/// The page with its pictures and sentences.
///
/// # Errors
/// Where the page names a picture or a sentence that there is not, or leaves out what one is given.
pub fn with_texts(project: &Project, page: &str) -> Outcome<String> {
    let drawn = if page.contains(PICTURE) { draw(project)? } else { String::new() };
    let page = &with_pictures(page, &drawn)
        .map_err(|why| Failure::Refused(format!("index.html: {why}")))?;
    let resource = |module: &str| project.read(&format!("{TEXTS}/{module}.ftl"));
    fill(page, &|module| resource(module).map_err(|failure| failure.to_string()))
        .map_err(|why| Failure::Refused(format!("index.html: {why}")))
}

/// The same to a file that is built already.
pub fn write_texts(project: &Project, path: &Path) -> Outcome {
    let page = std::fs::read_to_string(path).map_err(crate::failure::file("read", path))?;
    std::fs::write(path, with_texts(project, &page)?).map_err(crate::failure::file("write", path))
}

/// The parts of the opening, a line `NAME=markup` each.
fn draw(project: &Project) -> Outcome<String> {
    let mut cargo = project.cargo();
    cargo.args(["run", "--quiet", "--package", "nearfar", "--bin", "nearfar-opening", "public"]);
    let output = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::Refused(format!("cargo: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Failure::Refused("the Lab's opening cannot be drawn".to_owned())),
    }
}

fn with_pictures(page: &str, drawn: &str) -> Result<String, String> {
    let mut text = String::with_capacity(page.len() + drawn.len());
    let mut rest = page;
    while let Some((before, hole)) = rest.split_once(PICTURE) {
        let (name, after) = hole.split_once("}}").ok_or("a {{ has no }}")?;
        let mut parts = drawn.lines().filter_map(|line| line.split_once('='));
        let (_, markup) = parts
            .find(|(part, _)| *part == name)
            .ok_or_else(|| format!("{PICTURE}{name}}}}}: there is no such part of the opening"))?;
        text.push_str(before);
        text.push_str(markup);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn fill(page: &str, resource: &dyn Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut text = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, hole)) = rest.split_once("{{") {
        text.push_str(before);
        let (hole, after) = hole.split_once("}}").ok_or("a {{ has no }}")?;
        rest = after;
        text.push_str(&sentence(hole, resource).map_err(|why| format!("{{{{{hole}}}}}: {why}"))?);
    }
    text.push_str(rest);
    Ok(text)
}

/// The sentence of `module.key argument=value`. A value goes to the next argument's name, and is markup.
fn sentence(
    hole: &str,
    resource: &dyn Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let (key, given) = hole.split_once(' ').unwrap_or((hole, ""));
    let (module, key) = key.split_once('.').ok_or("it is no module and key")?;
    let messages = texts::messages(&resource(module)?)?;
    let name = key.replace('-', "_");
    let message =
        messages.iter().find(|message| message.name == name).ok_or("there is no such message")?;
    // What is counted here is never one.
    let pattern = match message.pattern.split_once("¦other=") {
        Some((before, other)) if before.starts_with('⟨') => {
            other.strip_suffix('⟩').ok_or("it says more than how many")?
        }
        _ => &message.pattern,
    };
    let mut sentence = pattern.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    for (index, argument) in message.arguments.iter().enumerate() {
        let begin = format!("{}=", argument.name);
        let value = given.match_indices(&begin).find_map(|(at, _)| {
            let is_word = given.get(..at)?.chars().next_back().is_none_or(|before| before == ' ');
            is_word.then(|| given.get(at + begin.len()..))?
        });
        let value = value.ok_or_else(|| format!("it is not given `{}`", argument.name))?;
        // Up to the next argument.
        let ends =
            message.arguments.iter().filter_map(|next| value.find(&format!(" {}=", next.name)));
        let value = value.get(..ends.min().unwrap_or(value.len())).unwrap_or_default();
        sentence = sentence.replace(&format!("⟨{index}⟩"), value);
    }
    Ok(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(page: &str) -> Result<String, String> {
        fill(page, &|module| {
            match module {
            "lab" => Ok("title = Words & co\nhead = Head { $head }, { $of-all }\ntokens = { $count ->\n    [one] { $count } token\n   *[other] { $count } tokens\n}\n".to_owned()),
            other => Err(format!("no {other}")),
        }
        })
    }

    #[test]
    fn a_page_has_the_sentences_of_the_resources() {
        assert_eq!(filled("<h2>{{lab.title}}</h2>"), Ok("<h2>Words &amp; co</h2>".into()));
        assert_eq!(filled("{{lab.tokens count=10}}."), Ok("10 tokens.".into()));
        let marked = filled("{{lab.head head=<b id=\"a\">3</b> of_all=16}}");
        assert_eq!(marked, Ok("Head <b id=\"a\">3</b>, 16".into()));
    }

    #[test]
    fn what_is_missing_is_named() {
        for (page, why) in [
            ("{{lab.none}}", "no such message"),
            ("{{lab.head head=3}}", "`of_all`"),
            ("{{near.far}}", "no near"),
            ("{{lab.title", "no }}"),
        ] {
            let found = filled(page).expect_err(page);
            assert!(found.contains(why), "{found}");
        }
    }

    #[test]
    fn a_page_has_the_parts_of_the_opening() {
        let drawn = "a=<i class=\"l\">1</i>\nlongest=0.7\n";
        let page = "<b>{{picture.a}}</b> {{lab.longest longest={{picture.longest}}}}";
        let expected = "<b><i class=\"l\">1</i></b> {{lab.longest longest=0.7}}";
        assert_eq!(with_pictures(page, drawn).as_deref(), Ok(expected));
        let found = with_pictures("{{picture.c}}", drawn).expect_err("there is none");
        assert!(found.contains("{{picture.c}}"), "{found}");
        assert!(with_pictures("{{picture.a", drawn).is_err());
    }

    #[test]
    fn index_html_names_sentences_that_there_are() {
        let read = |module: &str| {
            let path = format!("../{TEXTS}/{module}.ftl");
            std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
        };
        let parts = ["a", "b", "difference", "curve", "tokens", "longest", "styles"];
        let drawn: String = parts.map(|name| format!("{name}=drawn\n")).concat();
        let page = with_pictures(include_str!("../../index.html"), &drawn).expect("every part");
        let page = fill(&page, &read).expect("every sentence");
        assert!(page.contains("Head 6</h2>") && !page.contains("{{") && !page.contains('⟨'));
    }
}
