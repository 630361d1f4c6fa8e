//! Formulas as the methods write them in one line, `q_i · (k_j + a^K_ij) / √d`, set as MathML. It is
//! no algebra: what is written stays in its order.

/// How deep brackets are followed; deeper ones stay text.
const DEEPEST: usize = 24;

/// A formula as a `math` element, with the line itself as its `alttext`. `_` and `^` open a subscript
/// and a superscript (a letter or more, or what stands in `{ }`), `√` takes what follows, and `/`
/// makes a fraction of what stands before it in its sum and what follows it; the brackets of either
/// are left out. A function keeps its bracket. Words stay words. Everything that is markup in the line is escaped.
pub fn mathml(line: &str) -> String {
    let characters: Vec<char> = line.chars().collect();
    let mut reader = Reader { characters: &characters, at: 0, depth: 0 };
    let mut rows = String::new();
    while reader.at < characters.len() {
        rows += &reader.row(None);
        // A bracket that nothing opened.
        if let Some(stray) = reader.next() {
            rows += &operator(stray);
        }
    }
    let told = escaped(line);
    format!("<math displaystyle=\"true\" alttext=\"{told}\"><mrow>{rows}</mrow></math>")
}

/// Text that means itself in markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            other => out.push(other),
        }
    }
    out
}

fn operator(sign: char) -> String {
    let sign = if sign == '-' { '\u{2212}' } else { sign };
    format!("<mo>{}</mo>", escaped(&sign.to_string()))
}

/// A letter is a variable, a number a number, more letters are a name.
fn identifier(name: &str) -> String {
    format!("<mi>{}</mi>", escaped(name))
}

/// One part of a product: its markup, and what stands in it where it is one bracket.
struct Part {
    markup: String,
    inner: Option<String>,
}

impl Part {
    fn of(markup: String) -> Part {
        Part { markup, inner: None }
    }
}

struct Reader<'a> {
    characters: &'a [char],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += 1;
        Some(character)
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    /// Sums up to a closing bracket, which is left.
    fn row(&mut self, close: Option<char>) -> String {
        let mut row = String::new();
        let mut term: Vec<Part> = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                None => break,
                Some(sign) if Some(sign) == close || matches!(sign, ')' | ']' | '}') => break,
                Some('/') => {
                    self.at += 1;
                    let above = joined(std::mem::take(&mut term));
                    let below = joined(self.part().into_iter().collect());
                    term.push(Part::of(format!(
                        "<mfrac><mrow>{above}</mrow><mrow>{below}</mrow></mfrac>"
                    )));
                }
                Some(
                    sign @ ('+' | '-' | '=' | ',' | ';' | ':' | '<' | '>' | '≤' | '≥' | '≈' | '→'),
                ) => {
                    self.at += 1;
                    term.drain(..).for_each(|part| row += &part.markup);
                    row += &operator(sign);
                }
                Some(_) => match self.part() {
                    Some(part) => term.push(part),
                    None => break,
                },
            }
        }
        term.into_iter().for_each(|part| row += &part.markup);
        row
    }

    /// One part of a product with its scripts.
    fn part(&mut self) -> Option<Part> {
        self.skip_spaces();
        let mut part = self.base()?;
        while let Some(sign @ ('_' | '^' | '²' | '′')) = self.peek() {
            self.at += 1;
            let script = match sign {
                '²' => "<mn>2</mn>".to_owned(),
                '′' => "<mo>′</mo>".to_owned(),
                _ => self.script(),
            };
            // The other script of the same base stands above or below it, not behind it.
            let other = match (sign, self.peek()) {
                ('_', Some('^')) | ('^', Some('_')) => {
                    self.at += 1;
                    Some(self.script())
                }
                _ => None,
            };
            let base = part.markup;
            part = Part::of(match (sign == '_', other) {
                (true, None) => format!("<msub>{base}<mrow>{script}</mrow></msub>"),
                (false, None) => format!("<msup>{base}<mrow>{script}</mrow></msup>"),
                (true, Some(above)) => {
                    format!("<msubsup>{base}<mrow>{script}</mrow><mrow>{above}</mrow></msubsup>")
                }
                (false, Some(below)) => {
                    format!("<msubsup>{base}<mrow>{below}</mrow><mrow>{script}</mrow></msubsup>")
                }
            });
        }
        Some(part)
    }

    fn base(&mut self) -> Option<Part> {
        let first = self.next()?;
        let markup = match first {
            '(' => return Some(self.bracket(first, ')')),
            '[' => return Some(self.bracket(first, ']')),
            '|' => return Some(self.bracket(first, '|')),
            '√' if self.depth < DEEPEST => {
                self.depth += 1;
                let under = joined(self.part().into_iter().collect());
                self.depth -= 1;
                format!("<msqrt>{under}</msqrt>")
            }
            _ if first.is_ascii_digit() => {
                let number = self.run_from(first, |c| c.is_ascii_digit() || c == '.');
                format!("<mn>{}</mn>", escaped(&number))
            }
            _ if first.is_alphabetic() => {
                let name = self.run_from(first, char::is_alphabetic);
                match self.peek() {
                    _ if name.chars().count() < 2 => identifier(&name),
                    // A function and what it is of are one part: a fraction divides by both.
                    Some(open @ ('(' | '[')) => {
                        self.at += 1;
                        let close = if open == '(' { ')' } else { ']' };
                        let of = self.bracket(open, close).markup;
                        format!("<mrow>{}{of}</mrow>", identifier(&name))
                    }
                    Some('_') => identifier(&name),
                    _ => return Some(Part::of(self.words(&name))),
                }
            }
            other => operator(other),
        };
        Some(Part::of(markup))
    }

    /// Words in a row are one text.
    fn words(&mut self, first: &str) -> String {
        let mut text = first.to_owned();
        loop {
            let start = self.at;
            self.skip_spaces();
            let Some(letter) = self.peek().filter(|c| c.is_alphabetic()) else {
                self.at = start;
                break;
            };
            self.at += 1;
            let word = self.run_from(letter, char::is_alphabetic);
            if word.chars().count() < 2 || matches!(self.peek(), Some('(' | '[' | '_' | '^')) {
                self.at = start;
                break;
            }
            text.push(' ');
            text += &word;
        }
        format!("<mtext>\u{a0}{}\u{a0}</mtext>", escaped(&text))
    }

    fn run_from(&mut self, first: char, belongs: impl Fn(char) -> bool) -> String {
        let mut run = String::from(first);
        while let Some(character) = self.peek().filter(|c| belongs(*c)) {
            run.push(character);
            self.at += 1;
        }
        run
    }

    fn bracket(&mut self, open: char, close: char) -> Part {
        if self.depth >= DEEPEST {
            return Part::of(operator(open));
        }
        self.depth += 1;
        let inner = self.row(Some(close));
        self.depth -= 1;
        let closed = self.peek() == Some(close);
        if closed {
            self.at += 1;
        }
        let end = if closed { operator(close) } else { String::new() };
        let markup = format!("<mrow>{}{inner}{end}</mrow>", operator(open));
        Part { markup, inner: (closed && open != '|').then_some(inner) }
    }

    /// What stands above or below: a group in braces, or letters and digits, each a variable.
    fn script(&mut self) -> String {
        if self.peek() == Some('{') && self.depth < DEEPEST {
            self.at += 1;
            self.depth += 1;
            let inner = self.row(Some('}'));
            self.depth -= 1;
            if self.peek() == Some('}') {
                self.at += 1;
            }
            return inner;
        }
        let mut script = String::new();
        while let Some(character) = self.peek().filter(|c| c.is_alphanumeric() && *c != '²') {
            self.at += 1;
            let text = character.to_string();
            script += &match character.is_ascii_digit() {
                true => format!("<mn>{text}</mn>"),
                false => identifier(&text),
            };
        }
        script
    }
}

/// The parts of a product; one bracket alone without its brackets.
fn joined(mut parts: Vec<Part>) -> String {
    if let [Part { inner: Some(inner), .. }] = parts.as_mut_slice() {
        return std::mem::take(inner);
    }
    parts.into_iter().map(|part| part.markup).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in the element's row.
    fn set(line: &str) -> String {
        let markup = mathml(line);
        let start = markup.find("><mrow>").map_or(0, |at| at + "><mrow>".len());
        markup[start..].trim_end_matches("</mrow></math>").to_owned()
    }

    #[test]
    fn scripts_roots_and_fractions() {
        assert_eq!(set("q_i"), "<msub><mi>q</mi><mrow><mi>i</mi></mrow></msub>");
        assert_eq!(
            set("a^K_ij"),
            "<msubsup><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow><mrow><mi>K</mi></mrow></msubsup>"
        );
        assert_eq!(
            set("k / √d"),
            "<mfrac><mrow><mi>k</mi></mrow><mrow><msqrt><mi>d</mi></msqrt></mrow></mfrac>"
        );
        // Around a whole numerator brackets say nothing; elsewhere they stay.
        assert_eq!(
            set("(a + b) / c"),
            "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi></mrow></mfrac>"
        );
        assert!(set("2·(a + b)").contains("<mo>(</mo><mi>a</mi>"));
        // A fraction takes its own product, not the sum before it.
        assert!(set("a - b / c").starts_with("<mi>a</mi><mo>−</mo><mfrac>"));
        assert_eq!(
            set("e^{v - x}"),
            "<msup><mi>e</mi><mrow><mi>v</mi><mo>−</mo><mi>x</mi></mrow></msup>"
        );
        assert_eq!(set("F²"), "<msup><mi>F</mi><mrow><mn>2</mn></mrow></msup>");
    }

    #[test]
    fn functions_and_words() {
        assert!(set("ReLU(x)").starts_with("<mrow><mi>ReLU</mi><mrow><mo>(</mo>"));
        // FIRE divides by the whole logarithm.
        let ln = |of: &str| {
            format!("<mrow><mi>ln</mi><mrow><mo>(</mo><mi>{of}</mi><mo>)</mo></mrow></mrow>")
        };
        assert_eq!(
            set("ln(a) / ln(b)"),
            format!("<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>", ln("a"), ln("b"))
        );
        assert_eq!(set("in one head"), "<mtext>\u{a0}in one head\u{a0}</mtext>");
        assert!(set("f(w |i - j|; v)").contains("<mrow><mo>|</mo><mi>i</mi>"));
    }

    #[test]
    fn markup_is_escaped_and_the_line_stays() {
        let markup = mathml("a < b & \"<script>alert('x')</script>\"");
        assert!(!markup.contains("<script"), "{markup}");
        assert!(markup.contains("alttext=\"a &lt; b &amp; &quot;&lt;script&gt;alert(&#39;x&#39;)"));
    }

    /// Every element that is opened is closed, in order.
    fn is_balanced(markup: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        for tag in markup.split('<').skip(1) {
            let name = tag.split(['>', ' ']).next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) if open.pop() != Some(name) => return false,
                Some(_) => {}
                None => open.push(name),
            }
        }
        open.is_empty()
    }

    #[test]
    fn any_line_is_well_formed_and_ends() {
        for line in [
            "",
            "(",
            ")",
            "]x[",
            "a_",
            "a^",
            "/",
            "√",
            "|",
            "{}",
            "((((",
            "a_{b",
            "x_i^{",
            "[(q_i + u) · k_j + (q_i + v) · R_{i-j} W_R] / √d",
            "c·tanh((h_j W_1 + h_i W_2 + b) / c), for every feature",
            "(q_i rotated by i θ) · (k_j rotated by j θ) / √d",
            "((m+1)(m+2)/2 + m + 2)·d + (2k+1)·d",
        ] {
            assert!(is_balanced(&mathml(line)), "{line}: {}", mathml(line));
        }
        for deep in ["(", "√", "a_{", "|", "1/("] {
            assert!(is_balanced(&mathml(&deep.repeat(10_000))), "{deep}");
        }
    }
}
