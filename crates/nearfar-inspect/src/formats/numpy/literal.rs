//! The literals of Python that an array's header is written in: a dictionary of texts, truth values,
//! natural numbers, tuples and lists. Nothing else, and nothing is evaluated.

/// Lists within lists: a record within a record adds two.
const DEPTH: usize = 32;

/// A literal.
#[derive(Debug, PartialEq)]
pub(super) enum Literal {
    Text(String),
    Bool(bool),
    /// A natural number; no header has others.
    Int(u64),
    /// A list or a tuple.
    List(Vec<Literal>),
    Dict(Vec<(String, Literal)>),
}

/// Reads a text that is one literal and nothing behind it but blanks.
///
/// # Errors
/// What was expected, and at which byte.
pub(super) fn parse(text: &str) -> Result<Literal, String> {
    let mut parser = Parser { text, at: 0 };
    let literal = parser.value(0)?;
    match parser.peek() {
        // NumPy pads with blanks and a line's end.
        None => Ok(literal),
        Some(char) => Err(parser.expected("the end", Some(char))),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn expected(&self, what: &str, found: Option<char>) -> String {
        match found {
            Some(found) => format!("{what} was expected at byte {}, not {found:?}", self.at),
            None => format!("{what} was expected at byte {}, but it ends there", self.at),
        }
    }

    /// The next that is no blank, without taking it.
    fn peek(&mut self) -> Option<char> {
        let blank = |char: char| matches!(char, ' ' | '\n' | '\t');
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(blank).len();
        self.rest().chars().next()
    }

    fn take(&mut self, char: char) -> bool {
        let found = self.peek() == Some(char);
        if found {
            self.at += char.len_utf8();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Literal, String> {
        if depth > DEPTH {
            return Err(format!("more than {DEPTH} lists within lists at byte {}", self.at));
        }
        match self.peek() {
            Some('\'' | '"') => self.text().map(Literal::Text),
            Some('(') => self.list('(', ')', depth),
            Some('[') => self.list('[', ']', depth),
            Some('{') => self.dict(depth),
            Some('0'..='9') => self.number(),
            found => {
                for (word, value) in [("True", true), ("False", false)] {
                    if self.rest().starts_with(word) {
                        self.at += word.len();
                        return Ok(Literal::Bool(value));
                    }
                }
                Err(self.expected("a value", found))
            }
        }
    }

    fn number(&mut self) -> Result<Literal, String> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        let number = rest.get(..digits).unwrap_or_default().parse();
        let number = number.map_err(|_| format!("the number at byte {} is too large", self.at))?;
        self.at += digits;
        // Python 2 wrote long ones with it.
        if self.rest().starts_with('L') {
            self.at += 1;
        }
        Ok(Literal::Int(number))
    }

    fn text(&mut self) -> Result<String, String> {
        let quote = self.peek().ok_or_else(|| self.expected("a text", None))?;
        let inner = self.rest().get(quote.len_utf8()..).unwrap_or_default();
        let end = inner.find([quote, '\\', '\n']);
        match end.map(|end| (end, inner[end..].starts_with(quote))) {
            Some((end, true)) => {
                let text = inner[..end].to_owned();
                self.at += end + 2 * quote.len_utf8();
                Ok(text)
            }
            _ => Err(format!("the text at byte {} does not end, or has escapes", self.at)),
        }
    }

    fn list(&mut self, open: char, close: char, depth: usize) -> Result<Literal, String> {
        self.take(open);
        let mut items = Vec::new();
        let mut comma = false;
        while !self.take(close) {
            if !items.is_empty() && !comma {
                let found = self.peek();
                return Err(self.expected("a comma", found));
            }
            items.push(self.value(depth + 1)?);
            comma = self.take(',');
        }
        match (items.pop(), items.is_empty(), comma) {
            // One value in round brackets is that value.
            (Some(single), true, false) if open == '(' => Ok(single),
            (last, ..) => {
                items.extend(last);
                Ok(Literal::List(items))
            }
        }
    }

    fn dict(&mut self, depth: usize) -> Result<Literal, String> {
        self.take('{');
        let mut pairs = Vec::new();
        let mut comma = true;
        while !self.take('}') {
            let key = match self.peek() {
                Some('\'' | '"') if comma => self.text()?,
                found => return Err(self.expected("a key or a comma", found)),
            };
            if !self.take(':') {
                let found = self.peek();
                return Err(self.expected("a colon", found));
            }
            pairs.push((key, self.value(depth + 1)?));
            comma = self.take(',');
        }
        Ok(Literal::Dict(pairs))
    }
}
