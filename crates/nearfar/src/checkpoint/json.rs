//! As much of JSON as the header of a .safetensors file needs: texts, whole numbers, lists and
//! objects; what else there may be is read over. A general reader would be five times the size in
//! the page's download, which is why this one is ours; tests hold it to one.

/// A value. Numbers that are not whole, true, false and null are `Other`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Text(String),
    Whole(u64),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    Other,
}

impl Json {
    /// The value of a key of an object, the last of equals.
    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        let Json::Object(entries) = self else { return None };
        entries.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value)
    }
}

/// Values within values: a header has three levels.
const DEEPEST: usize = 16;

/// Reads a whole text.
///
/// # Errors
/// What was expected, and at which byte.
pub(super) fn parse(text: &str) -> Result<Json, String> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.space();
    if reader.at < text.len() { Err(reader.expected("the end")) } else { Ok(value) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> String {
        format!("expected {what} at byte {}", self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, sign: u8) -> bool {
        self.space();
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err(self.expected("fewer levels"));
        }
        self.space();
        match self.peek() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'[') => {
                let mut list = Vec::new();
                self.members(b'[', b']', |reader| {
                    list.push(reader.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Json::List(list))
            }
            Some(b'{') => {
                let mut entries = Vec::new();
                self.members(b'{', b'}', |reader| {
                    reader.space();
                    let key = reader.string()?;
                    if !reader.take(b':') {
                        return Err(reader.expected("`:`"));
                    }
                    entries.push((key, reader.value(depth + 1)?));
                    Ok(())
                })?;
                Ok(Json::Object(entries))
            }
            _ => self.word(),
        }
    }

    fn members(
        &mut self,
        open: u8,
        close: u8,
        mut member: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.take(open);
        if self.take(close) {
            return Ok(());
        }
        loop {
            member(self)?;
            if self.take(close) {
                return Ok(());
            }
            if !self.take(b',') {
                return Err(self.expected("`,` or the end of a list"));
            }
        }
    }

    /// A number, true, false or null.
    fn word(&mut self) -> Result<Json, String> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.'))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let first = word.bytes().next();
        let value = match word {
            "true" | "false" | "null" => Json::Other,
            _ if first.is_some_and(|c| c.is_ascii_digit() || c == b'-') => {
                word.parse().map_or(Json::Other, Json::Whole)
            }
            _ => return Err(self.expected("a value")),
        };
        self.at += end;
        Ok(value)
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.take(b'"') {
            return Err(self.expected("a text"));
        }
        let mut out = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(end) = rest.find(['"', '\\']) else {
                return Err(self.expected("the end of a text"));
            };
            out.push_str(&rest[..end]);
            self.at += end;
            if self.take(b'"') {
                return Ok(out);
            }
            self.at += 1;
            out.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let sign = self.peek();
        self.at += 1;
        Ok(match sign {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(sign @ (b'"' | b'\\' | b'/')) => char::from(sign),
            Some(b'u') => {
                let high = self.unit()?;
                if !(0xd800..0xdc00).contains(&high) {
                    return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                // Two halves make a character beyond the first 65,536.
                if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) {
                    return Ok(char::REPLACEMENT_CHARACTER);
                }
                self.at += 2;
                let low = self.unit()?;
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.expected("an escape")),
        })
    }

    fn unit(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4);
        let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.expected("four hexadecimal digits"))?;
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same value by a general reader.
    fn known(value: &serde_json::Value) -> Json {
        use serde_json::Value;
        match value {
            Value::String(text) => Json::Text(text.clone()),
            Value::Number(number) => number.as_u64().map_or(Json::Other, Json::Whole),
            Value::Array(list) => Json::List(list.iter().map(known).collect()),
            Value::Object(map) => {
                Json::Object(map.iter().map(|(key, value)| (key.clone(), known(value))).collect())
            }
            Value::Bool(_) | Value::Null => Json::Other,
        }
    }

    /// With the keys of objects in order, as the general reader has them.
    fn in_order(value: Json) -> Json {
        match value {
            Json::Object(mut entries) => {
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                Json::Object(
                    entries.into_iter().map(|(key, value)| (key, in_order(value))).collect(),
                )
            }
            other => other,
        }
    }

    #[test]
    fn agrees_with_a_general_reader() {
        for text in [
            r#"{"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"b":{"k":"v\n\"\\\/é😀"}}"#,
            r#" [ 1 , -2 , 3.5 , 1e3 , true , false , null , "" , [ ] , { } ] "#,
            r#""\u00e9\ud83d\ude00\t\b\f\r""#,
            "18446744073709551615",
            "18446744073709551616",
        ] {
            let expected = known(&serde_json::from_str(text).expect(text));
            assert_eq!(parse(text).map(in_order), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_place() {
        for text in [
            "",
            "{",
            "[1,",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "nul",
            "[1 2]",
            "{} {}",
            "]",
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains("at byte"), "{text}: {error}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err(), "depth is bounded");
    }
}
