//! `nearfar methods`: every way of telling distance that Compare shows, from the library's own table.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use nearfar::methods::{Facts, Knows, MethodKind, Options};

use crate::error::CommandError;

const EXAMPLES: &str = "\
Examples:
  nearfar methods
  nearfar methods --markdown";

/// List every way of telling distance: name in links, formula of a score, what it knows, where it is defined.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Write Markdown
    #[arg(long)]
    markdown: bool,
}

/// Runs the command.
///
/// # Errors
/// Where nothing can be written.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    Ok(std::io::stdout().write_all(list(arguments.markdown).as_bytes())?)
}

/// What makes the smallest method of a kind: what is known of it does not depend on sizes.
fn smallest() -> Options {
    Options {
        seed: 1,
        heads: 1,
        width: 4,
        dimensions: 4,
        clip: 2,
        longest_distance: 2,
        longest_traversal: 2,
        parts_of_speech: 1,
        relations: 1,
        features: 4,
        distance_aware: None,
        projections: None,
    }
}

fn list(markdown: bool) -> String {
    let mut text = String::new();
    if markdown {
        text += "| | method | score | knows | defined in |\n|---|---|---|---|---|\n";
    }
    for (kind, name) in MethodKind::ALL {
        let facts = kind.seeded::<f64>(&smallest()).facts();
        let (short, knows) = (kind.definition().short, knows(&facts));
        let Facts { paper, equation, formula, .. } = &facts;
        // Writing to a string does not fail.
        let _ = if markdown {
            let [formula, paper, equation] = [formula.as_ref(), *paper, equation.as_ref()]
                .map(|column| column.replace('|', "\\|"));
            writeln!(text, "| `{name}` | {short} | {formula} | {knows} | {paper}, {equation} |")
        } else {
            writeln!(
                text,
                "{name}  {short}\n    {formula}\n    knows {knows}\n    {paper}, {equation}"
            )
        };
    }
    text
}

/// What it knows, in words: "the distance, direction".
fn knows(facts: &Facts) -> String {
    let all = [
        ("direction", facts.direction),
        ("the exact distance", facts.exact_distance),
        ("distances beyond k", facts.beyond_k),
        ("syntax", facts.syntax),
    ];
    let known = all.iter().filter_map(|(what, knows)| match knows {
        Knows::Yes => Some((*what).to_owned()),
        Knows::Partly(how) => Some(format!("{what} in part ({how})")),
        Knows::No => None,
    });
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        "none of direction, distance and syntax".to_owned()
    } else {
        known.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_row_with_what_it_knows() {
        let text = list(true);
        assert_eq!(text.lines().count(), 2 + MethodKind::ALL.len());
        let row = |name: &str| {
            let start = format!("| `{name}` |");
            text.lines().find(|line| line.starts_with(&start)).unwrap_or_default()
        };
        assert!(row("rope").contains("direction"), "{}", row("rope"));
        assert!(row("no-positions").contains("none of direction"), "{}", row("no-positions"));
        for line in text.lines() {
            assert_eq!(line.replace("\\|", "").matches('|').count(), 6, "{line}");
        }
        for (_, name) in MethodKind::ALL {
            assert!(list(false).contains(&format!("{name}  ")), "{name}");
        }
    }
}
