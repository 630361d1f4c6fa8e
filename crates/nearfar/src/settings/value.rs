//! A part of the settings as plain data, between Rust, a link and a script.

use super::error::{Kind, SettingError};

/// A part of the settings as plain data. A link carries the text form of each kind; a script may
/// hand over either.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: no cursor, say. In a link: an empty text.
    Nothing,
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Numbers; in a link separated by commas.
    Numbers(Vec<f64>),
    /// Texts; in a link separated by semicolons.
    Texts(Vec<String>),
}

impl Value {
    /// The text form, as a link carries it.
    pub fn to_text(&self) -> String {
        match self {
            Value::Nothing => String::new(),
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Value::Numbers(numbers) => {
                numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
            }
            Value::Texts(texts) => texts.join(";"),
        }
    }

    /// As a text.
    ///
    /// # Errors
    /// Where it is none; so it is with all that follow.
    pub fn text(&self) -> Result<&str, SettingError> {
        match self {
            Value::Text(text) => Ok(text),
            other => Err(other.refused(Kind::Text)),
        }
    }

    /// As a finite number from `lowest` to `highest`.
    pub fn number(&self, lowest: f64, highest: f64) -> Result<f64, SettingError> {
        let number = match self {
            Value::Number(number) => *number,
            Value::Numbers(numbers) if numbers.len() == 1 => numbers[0],
            Value::Text(text) => parse_number(text)?,
            other => return Err(other.refused(Kind::Number)),
        };
        in_range(number, lowest, highest)
    }

    /// As a whole number from `lowest` to `highest`.
    pub fn whole(&self, lowest: usize, highest: usize) -> Result<usize, SettingError> {
        whole(self.number(lowest as f64, highest as f64)?)
    }

    /// As a number from the lowest to the highest of a `range`, which may have to be `whole`.
    pub fn in_range(&self, range: (f64, f64), is_whole: bool) -> Result<f64, SettingError> {
        let number = self.number(range.0, range.1)?;
        if is_whole { whole(number).map(|number| number as f64) } else { Ok(number) }
    }

    /// As yes or no.
    pub fn flag(&self) -> Result<bool, SettingError> {
        match self {
            Value::Flag(flag) => Ok(*flag),
            Value::Text(text) if text == "yes" => Ok(true),
            Value::Text(text) if text == "no" => Ok(false),
            other => Err(other.refused(Kind::Flag)),
        }
    }

    /// As finite numbers from `lowest` to `highest`.
    pub fn numbers(&self, lowest: f64, highest: f64) -> Result<Vec<f64>, SettingError> {
        let numbers = match self {
            Value::Nothing => Vec::new(),
            Value::Number(number) => vec![*number],
            Value::Numbers(numbers) => numbers.clone(),
            Value::Text(text) if text.is_empty() => Vec::new(),
            Value::Text(text) => text.split(',').map(parse_number).collect::<Result<_, _>>()?,
            other => return Err(other.refused(Kind::Numbers)),
        };
        numbers.into_iter().map(|number| in_range(number, lowest, highest)).collect()
    }

    /// As whole numbers from `lowest` to `highest`.
    pub fn wholes(&self, lowest: usize, highest: usize) -> Result<Vec<usize>, SettingError> {
        self.numbers(lowest as f64, highest as f64)?.into_iter().map(whole).collect()
    }

    /// As texts.
    pub fn texts(&self) -> Result<Vec<String>, SettingError> {
        match self {
            Value::Nothing => Ok(Vec::new()),
            Value::Texts(texts) => Ok(texts.clone()),
            Value::Text(text) if text.is_empty() => Ok(Vec::new()),
            Value::Text(text) => Ok(text.split(';').map(str::to_owned).collect()),
            other => Err(other.refused(Kind::Texts)),
        }
    }

    fn refused(&self, needed: Kind) -> SettingError {
        SettingError::Kind { needed, found: self.describe() }
    }

    fn describe(&self) -> String {
        match self {
            Value::Nothing => "nothing".to_owned(),
            Value::Text(text) => quoted(text),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Numbers(numbers) => format!("{} numbers", numbers.len()),
            Value::Texts(texts) => format!("{} texts", texts.len()),
        }
    }
}

/// A text in quotes, cut where it is too long for a message.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() { format!("“{cut}…”") } else { format!("“{cut}”") }
}

/// A number as people type it: spaces around, a real minus sign and a decimal comma are fine.
///
/// # Errors
/// Where it is none.
pub fn parse_number(text: &str) -> Result<f64, SettingError> {
    let plain = text.trim().replace('\u{2212}', "-").replace(',', ".");
    lexical_parse_float::FromLexical::from_lexical(plain.as_bytes())
        .map_err(|_| SettingError::NoNumber(text.to_owned()))
}

fn in_range(number: f64, lowest: f64, highest: f64) -> Result<f64, SettingError> {
    if !number.is_finite() {
        return Err(SettingError::NotFinite(number));
    }
    if !(lowest..=highest).contains(&number) {
        return Err(SettingError::Range { number, lowest, highest });
    }
    // -0 and 0 are the same setting, and must be the same link.
    Ok(number + 0.0)
}

fn whole(number: f64) -> Result<usize, SettingError> {
    if number.fract() == 0.0 && number >= 0.0 {
        Ok(number as usize)
    } else {
        Err(SettingError::NotWhole(number))
    }
}
