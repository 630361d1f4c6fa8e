//! Fluent resources into functions: what the build script writes and `cargo xtask check` reads.
//!
//! Of [Fluent](https://projectfluent.org) what sentences need: text, arguments, other messages, attributes,
//! and selectors by number. A selector by anything else would put a state into a sentence.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fluent_syntax::ast;
use fluent_syntax::parser;

/// One sentence of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its key as a function's name: `tokens_left_out` of `tokens-left-out`, `share_title` of the
    /// attribute `.title` of `share`.
    pub name: String,
    /// Its pattern, as `pattern.rs` describes it.
    pub pattern: String,
    /// Its arguments, in the order of the pattern.
    pub arguments: Vec<Argument>,
}

/// What a sentence is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// As the resource names it, `-` as `_`.
    pub name: String,
    /// Whether the sentence depends on how many: then it is a number, else any text.
    pub is_count: bool,
}

/// The resources in a language's folder by name, in the order in which messages are numbered.
///
/// # Errors
/// What cannot be read.
pub fn resources(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let of = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut resources = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| of(folder, error))? {
        let path = entry.map_err(|error| of(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "ftl") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            resources.push((name, fs::read_to_string(&path).map_err(|error| of(&path, error))?));
        }
    }
    resources.sort();
    Ok(resources)
}

/// The messages of a resource, in its order.
///
/// # Errors
/// What the parser found, or what is not supported, with the message's name.
pub fn messages(source: &str) -> Result<Vec<Message>, String> {
    messages_like(source, &[])
}

/// The messages of a resource in another language, `english` being those of its original: arguments have their
/// numbers, whatever order they stand in.
///
/// # Errors
/// As [`messages`], and where a message takes another argument than its original.
pub fn translated(source: &str, english: &[Message]) -> Result<Vec<Message>, String> {
    let messages = messages_like(source, english)?;
    for message in &messages {
        let Some(original) = english.iter().find(|original| original.name == message.name) else {
            return Err(format!("{}: there is none of it in English", message.name));
        };
        if message.arguments.len() != original.arguments.len() {
            let named: Vec<_> = message.arguments.iter().map(|one| one.name.as_str()).collect();
            return Err(format!("{}: its arguments are {}", message.name, named.join(", ")));
        }
        if has_marks(&message.pattern) != has_marks(&original.pattern) {
            return Err(format!("{}: one of the two has marks", message.name));
        }
    }
    Ok(messages)
}

fn messages_like(source: &str, originals: &[Message]) -> Result<Vec<Message>, String> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        let lines = errors.iter().map(|error| {
            let line = source.get(..error.pos.start).map_or(0, |before| before.lines().count());
            format!("line {}: {error}", line.max(1))
        });
        lines.collect::<Vec<_>>().join("; ")
    })?;
    let mut messages = Vec::new();
    for entry in &resource.body {
        let ast::Entry::Message(message) = entry else { continue };
        let own = message.value.as_ref().map(|value| (function(message.id.name), value));
        let attributes = message.attributes.iter().map(|attribute| {
            (function(&format!("{}-{}", message.id.name, attribute.id.name)), &attribute.value)
        });
        for (name, pattern) in own.into_iter().chain(attributes) {
            let original = originals.iter().find(|original| original.name == name);
            let arguments = original.map_or_else(Vec::new, |original| original.arguments.clone());
            let mut writer = Writer { resource: &resource, arguments, depth: 0 };
            let pattern = writer.pattern(pattern).map_err(|why| format!("{name}: {why}"))?;
            let pattern = in_one_line(&pattern);
            if messages.iter().any(|known: &Message| known.name == name) {
                return Err(format!("{name}: there are two of it"));
            }
            messages.push(Message { name, pattern, arguments: writer.arguments });
        }
    }
    Ok(messages)
}

/// The functions of a resource, as source text. Its messages are numbered from `first` on: by its number a
/// message is found in another language.
pub fn functions(messages: &[Message], first: usize) -> String {
    let mut text = String::new();
    let numbered = || messages.iter().enumerate().map(|(place, message)| (first + place, message));
    let arms: String = numbered()
        .filter(|(_, message)| message.is_plain())
        .map(|(number, message)| {
            let (key, pattern) = (message.name.replace('_', "-"), &message.pattern);
            format!("{key:?} => crate::language::pattern({number}, {pattern:?}),")
        })
        .collect();
    let _ = writeln!(
        text,
        "/// The sentence of a key, where it takes nothing and has no marks.\n\
         pub fn find(key: &str) -> Option<&'static str> {{ Some(match key {{ {arms} _ => return None }}) }}"
    );
    // A key may be a word of Rust, `type` say.
    for (number, message) in numbered() {
        let Message { name, pattern, arguments } = message;
        let is_rich = has_marks(pattern);
        let shown = pattern.replace('\n', " ").replace('`', "ʼ");
        let _ = writeln!(text, "/// `{shown}`");
        if message.is_plain() {
            let _ = writeln!(
                text,
                "pub fn r#{name}() -> &'static str {{ crate::language::pattern({number}, {pattern:?}) }}"
            );
            continue;
        }
        let parameters = arguments.iter().map(|Argument { name, is_count }| {
            format!("r#{name}: {}", if *is_count { "usize" } else { "impl std::fmt::Display" })
        });
        let given = arguments.iter().map(|Argument { name, is_count }| {
            let kind = if *is_count { "Count(" } else { "Text(&" };
            format!("crate::pattern::Given::{kind}r#{name})")
        });
        let (result, finish) = if is_rich { ("crate::Rich", "rich") } else { ("String", "plain") };
        let _ = writeln!(
            text,
            "pub fn r#{name}({}) -> {result} {{ \
             crate::pattern::{finish}(crate::language::pattern({number}, {pattern:?}), &[{}]) }}",
            parameters.collect::<Vec<_>>().join(", "),
            given.collect::<Vec<_>>().join(", "),
        );
    }
    text
}

impl Message {
    /// Whether it is the same words always: nothing is given to it, and it has no marks.
    pub fn is_plain(&self) -> bool {
        self.arguments.is_empty() && !has_marks(&self.pattern)
    }
}

/// Whether a pattern has marks (`rich.rs`).
fn has_marks(pattern: &str) -> bool {
    pattern.contains("</")
}

/// A break of the resource's line is a space, and between Chinese characters nothing.
fn in_one_line(pattern: &str) -> String {
    let is_chinese =
        |letter: char| matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}');
    let mut text = String::with_capacity(pattern.len());
    for line in pattern.split('\n') {
        let ends = [text.chars().next_back(), line.chars().next()];
        if !text.is_empty() && !ends.iter().all(|end| end.is_some_and(is_chinese)) {
            text.push(' ');
        }
        text.push_str(line);
    }
    text
}

fn function(key: &str) -> String {
    key.replace('-', "_")
}

struct Writer<'a> {
    resource: &'a ast::Resource<&'a str>,
    arguments: Vec<Argument>,
    /// Of messages within messages.
    depth: usize,
}

impl Writer<'_> {
    fn pattern(&mut self, pattern: &ast::Pattern<&str>) -> Result<String, String> {
        let mut text = String::new();
        for element in &pattern.elements {
            match element {
                ast::PatternElement::TextElement { value } => {
                    // A comment within a message is none.
                    if value.trim_start().starts_with("# ") {
                        return Err(format!("“{}” is a part of it", value.trim()));
                    }
                    if value.contains(['⟨', '⟩', '¦']) {
                        return Err("⟨, ⟩ and ¦ are kept for arguments".into());
                    }
                    text.push_str(value);
                }
                ast::PatternElement::Placeable { expression } => {
                    text.push_str(&self.expression(expression)?);
                }
            }
        }
        Ok(text)
    }

    fn expression(&mut self, expression: &ast::Expression<&str>) -> Result<String, String> {
        match expression {
            ast::Expression::Inline(inline) => self.inline(inline),
            ast::Expression::Select { selector, variants } => {
                let ast::InlineExpression::VariableReference { id } = selector else {
                    return Err("a selector is the number of something".into());
                };
                let index = self.argument(id.name, true);
                let mut text = format!("⟨{index}");
                for variant in variants {
                    let name = match &variant.key {
                        ast::VariantKey::Identifier { name }
                        | ast::VariantKey::NumberLiteral { value: name } => name,
                    };
                    let is_category = ["zero", "one", "two", "few", "many", "other"].contains(name)
                        || name.parse::<usize>().is_ok();
                    if !is_category || variant.default && *name != "other" {
                        return Err(format!(
                            "“{name}” is no number and no plural category, or the default is not “other”"
                        ));
                    }
                    let pattern = self.pattern(&variant.value)?;
                    let _ = write!(text, "¦{name}={pattern}");
                }
                text.push('⟩');
                Ok(text)
            }
        }
    }

    fn inline(&mut self, inline: &ast::InlineExpression<&str>) -> Result<String, String> {
        match inline {
            ast::InlineExpression::StringLiteral { value } => {
                Ok(fluent_syntax::unicode::unescape_unicode_to_string(value).into_owned())
            }
            ast::InlineExpression::VariableReference { id } => {
                Ok(format!("⟨{}⟩", self.argument(id.name, false)))
            }
            ast::InlineExpression::MessageReference { id, attribute: None } => {
                let found = self.resource.body.iter().find_map(|entry| match entry {
                    ast::Entry::Message(message) if message.id.name == id.name => {
                        message.value.as_ref()
                    }
                    _ => None,
                });
                let found = found.ok_or_else(|| format!("there is no message “{}”", id.name))?;
                if self.depth == 8 {
                    return Err(format!("“{}” holds itself", id.name));
                }
                self.depth += 1;
                let text = self.pattern(found);
                self.depth -= 1;
                text
            }
            other => Err(format!("not supported: {other:?}")),
        }
    }

    fn argument(&mut self, name: &str, is_count: bool) -> usize {
        let name = function(name);
        match self.arguments.iter().position(|known| known.name == name) {
            Some(index) => {
                if let Some(known) = self.arguments.get_mut(index) {
                    known.is_count |= is_count;
                }
                index
            }
            None => {
                self.arguments.push(Argument { name, is_count });
                self.arguments.len() - 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function_of(source: &str) -> String {
        functions(&messages(source).expect("it is Fluent"), 0)
    }

    #[test]
    fn a_message_is_a_function_of_its_arguments() {
        let plain = function_of("sentence-title = Sentence\n");
        assert!(
            plain.contains(
                "r#sentence_title() -> &'static str { crate::language::pattern(0, \"Sentence\") }"
            ),
            "{plain}"
        );
        let counted = function_of(
            "tokens-of = { $count ->\n    [one] { $count } token of { $name }\n   *[other] { $count } tokens of { $name }\n}\n",
        );
        assert!(
            counted.contains("tokens_of(r#count: usize, r#name: impl std::fmt::Display) -> String"),
            "{counted}"
        );
        assert!(counted.contains("⟨0¦one=⟨0⟩ token of ⟨1⟩¦other=⟨0⟩ tokens of ⟨1⟩⟩"), "{counted}");
        let marked = function_of("bound = never over <i>1 + e<sup>v</sup></i>\n");
        assert!(marked.contains("bound() -> crate::Rich"), "{marked}");
    }

    #[test]
    fn attributes_lines_and_references_are_read() {
        let messages =
            messages("near = Near\nshare = One\n    line\n    .title = { near } ones{\" \"}\n")
                .expect("it is Fluent");
        let found: Vec<_> = messages
            .iter()
            .map(|message| (message.name.as_str(), message.pattern.as_str()))
            .collect();
        let chinese =
            super::messages("near = 距离会，\n    改变 w\n    吗\n").expect("it is Fluent");
        assert_eq!(chinese.first().map(|one| one.pattern.as_str()), Some("距离会，改变 w 吗"));
        assert_eq!(found, [("near", "Near"), ("share", "One line"), ("share_title", "Near ones ")]);
    }

    #[test]
    fn another_language_has_the_arguments_by_their_numbers() {
        let english = messages("cell = { $query } looks at { $key }\n").expect("it is Fluent");
        let other = translated("cell = { $key } sieht { $query }\n", &english).expect("the same");
        assert_eq!(other.first().map(|message| message.pattern.as_str()), Some("⟨1⟩ sieht ⟨0⟩"));
        let why = |source: &str| translated(source, &english).expect_err("it is wrong");
        assert!(why("cell = { $query } { $kez } { $key }\n").contains("query, key, kez"));
        assert!(why("cel = x\n").contains("none of it in English"));
        assert!(why("cell = <b>{ $query }</b> { $key }\n").contains("marks"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let why = |source: &str| messages(source).expect_err("it is wrong");
        assert!(why("a = { $b ->\n   *[near] x\n}\n").contains("near"));
        assert!(why("a = { NUMBER($b) }\n").contains("a: not supported"));
        assert!(why("a = { b }\n").contains("“b”"));
        assert!(why("a = { a }\n").contains("holds itself"));
        assert!(why("a = x\na = y\n").contains("two of it"));
        assert!(why("a = x\n    # A note.\n    .b = y\n").contains("A note"));
        assert!(why("ok = x\na b\n").contains("line 2"));
    }
}
