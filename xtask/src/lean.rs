//! Texts of the site without what no browser needs: indentation, lines that are comments,
//! empty lines. Nothing within a line is touched, so nothing has to be parsed.

/// A script, a style sheet, or a page with both. Block comments count where they begin a line and end
/// one; a text with a template literal over several lines must not come here.
pub fn lean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_comment = false;
    // A style sheet that stands in a page begins on the line of its element.
    for line in text.replace("<style>/*", "<style>\n/*").lines().map(str::trim) {
        if in_comment || line.starts_with("/*") {
            in_comment = !line.contains("*/");
            // What follows a comment on its line is kept.
            let rest = line.split_once("*/").map_or("", |(_, rest)| rest.trim_start());
            if !rest.is_empty() {
                out += rest;
                out.push('\n');
            }
        } else if !line.is_empty() && !line.starts_with("//") {
            out += line;
            out.push('\n');
        }
    }
    out
}

/// Whether a text has a template literal over several lines: an odd number of backticks on a line.
pub fn has_long_literal(text: &str) -> bool {
    text.lines().any(|line| line.matches('`').count() % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go() {
        let text = "/* one */ a { b: c; }\n\n  /* two\n   lines */\n  d { }\n// three\nlet x = 1; // kept\n";
        assert_eq!(lean(text), "a { b: c; }\nd { }\nlet x = 1; // kept\n");
        assert_eq!(lean("<style>/* one\n two */\na { }\n</style>"), "<style>\na { }\n</style>\n");
        assert_eq!(lean("/** @param */\n  f(\"//\");"), "f(\"//\");\n");
    }

    #[test]
    fn literals_over_several_lines_are_found() {
        assert!(has_long_literal("let x = `a\n  b`;"));
        assert!(!has_long_literal("let x = `a`, y = `b`;"));
    }
}
