//! The sentence as tokens: what each says of itself, what the bars under them say, and what is said of all of them.

use nearfar::lab::{Lab, Panel};
use nearfar::picture::pointing::Cell;
use nearfar::picture::scale::format_number;
use nearfar::settings::Settings;
use nearfar::text::{MAX_TOKENS, Origin};

use super::counted;
use crate::lab;

/// Letters of a token's text, in bytes, beyond which its chip cuts it.
const CUT: usize = 20;
/// So many letters of what was left out of a sentence are quoted.
const QUOTED: usize = 24;

/// What the chip of a token shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chip {
    /// Its text.
    pub text: String,
    /// `class`, `title`, `aria-label` and `aria-selected`.
    pub attributes: [(&'static str, String); 4],
}

/// The chips of a sentence, `[N]`; none for a long one. `cursor`: query and key that are pointed at.
pub fn chips(lab: &Lab, settings: &Settings, cursor: Option<Cell>) -> Vec<Chip> {
    // Thousands of chips would hold up the page.
    let tokens = if lab.is_long() { &[] } else { lab.tokens() };
    // Nothing is on its way for a model whose file is missing, or that brings its own tokens.
    let is_absent = lab.why_absent(Panel::A, settings).is_some();
    let unknown = if is_absent { &Origin::Known } else { &Origin::NotLoaded };
    let chip = |(index, text): (usize, &str)| {
        let (mark, about) = match lab.origins().get(index).unwrap_or(unknown) {
            Origin::Known => ("", String::new()),
            Origin::Learned => ("", lab::token_learned().to_owned()),
            Origin::Unknown => (" unknown", lab::token_unknown().to_owned()),
            Origin::NotLoaded => (" waiting", lab::token_waiting().to_owned()),
            Origin::Borrowed { from } => ("", lab::token_borrowed(from)),
        };
        let place = index + 1;
        let (title, name) = match about.is_empty() {
            // What is too long for its chip is read in full here.
            true if text.len() > CUT => (text.to_owned(), format!("{place}: {text}")),
            true => (String::new(), format!("{place}: {text}")),
            false => (format!("{text}: {about}"), format!("{place}: {text}, {about}")),
        };
        let query = if cursor.is_some_and(|(i, _)| i == index) { " query" } else { "" };
        let key = if cursor.is_some_and(|(_, j)| j == index) { " key" } else { "" };
        let attributes = [
            ("class", format!("token{mark}{query}{key}")),
            ("title", title),
            ("aria-label", name),
            ("aria-selected", settings.selected.contains(&index).to_string()),
        ];
        Chip { text: text.to_owned(), attributes }
    };
    tokens.iter().map(|token| token.text.as_str()).enumerate().map(chip).collect()
}

/// What the bars under the tokens are, and how long the `longest` is; without weights there is none.
pub fn of_bars(
    lab: &Lab,
    selected: &[usize],
    cursor: Option<Cell>,
    longest: Option<f32>,
) -> String {
    let count = lab.tokens().len();
    if count == 0 {
        return String::new();
    }
    if count > MAX_TOKENS {
        return lab::tokens_too_many(MAX_TOKENS);
    }
    let longest = longest.map(|longest| format_number(longest.into()));
    let bars = match (longest, selected.len(), cursor) {
        (Some(longest), 0, None) => {
            format!("{} {}", lab::rows_look(), lab::bars_of_all(longest))
        }
        (Some(longest), 0, Some((i, _))) => lab::bars_of_word(lab.word(i), longest),
        (Some(longest), count, _) => lab::bars_of_selected(count, longest),
        (None, 0, None) => lab::bars_of_all_empty().to_owned(),
        (None, 0, Some((i, _))) => lab::bars_of_word_empty(lab.word(i)),
        (None, count, _) => lab::bars_of_selected_empty(count),
    };
    format!("{bars} {}", lab::bars_click())
}

/// The same in a word or two, where there is little room.
pub fn of_bars_in_short(lab: &Lab, selected: &[usize], cursor: Option<Cell>) -> String {
    match (lab.tokens().len(), selected, cursor) {
        (0, ..) => String::new(),
        (count, ..) if count > MAX_TOKENS => String::new(),
        (_, [], None) => lab::bars_short().to_owned(),
        (_, [], Some((one, _))) | (_, &[one], _) => lab::bars_short_of_word(lab.word(one)),
        _ => lab::bars_short_of_word("…"),
    }
}

fn count_of(lab: &Lab, wanted: &Origin) -> usize {
    lab.origins().iter().filter(|origin| *origin == wanted).count()
}

/// How many tokens there are, what was cut, what is unknown, what is loading. `loaded`: the share of the most frequent
/// words that is there, while they are not all.
pub fn of_status(lab: &Lab, loaded: Option<f64>) -> String {
    let count = lab.tokens().len();
    let cut = || {
        let cut = lab.tokenized()?.cut?;
        let rest = lab.tokenized_text().get(cut.first_left_out..)?;
        let rest: String = rest.chars().take(QUOTED).collect();
        Some(lab::status_cut(counted(count), counted(cut.total), rest))
    };
    let unknown = match count_of(lab, &Origin::Unknown) {
        0 => None,
        unknown => Some(lab::status_unknown(unknown, counted(unknown))),
    };
    let waiting = match (count_of(lab, &Origin::NotLoaded), loaded) {
        (0, _) => None,
        (_, Some(share)) => Some(lab::status_loading(format_args!("{:.0}", 100.0 * share))),
        (waiting, None) => Some(lab::status_waiting(waiting, counted(waiting))),
    };
    let says = [Some(lab::status_tokens(count, counted(count))), cut(), unknown, waiting];
    says.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What an answer rests on, where words of the sentence are unknown to the models; else empty.
pub fn of_unknown(lab: &Lab) -> String {
    let (unknown, words) = (count_of(lab, &Origin::Unknown), lab.origins().len());
    match unknown {
        0 => String::new(),
        _ if 2 * unknown >= words => lab::answer_little(unknown, words),
        _ => lab::answer_partial(unknown, words),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use nearfar::settings::ModelChoice;

    fn typed(sentence: &str) -> (Lab, Settings) {
        let model = ModelChoice::Untrained;
        let sentence = sentence.to_owned();
        let settings = Settings { model, model_b: model, sentence, ..Settings::default() };
        let mut lab = Lab::default();
        lab.update(&settings);
        (lab, settings)
    }

    fn attribute(chip: &Chip, name: &str) -> String {
        let found = chip.attributes.iter().find(|(known, _)| *known == name);
        found.expect("one of four").1.clone()
    }

    #[test]
    fn a_chip_says_where_its_vector_comes_from_and_who_looks_at_it() {
        let (lab, mut settings) = typed("far away");
        settings.selected = vec![1];
        let chips = chips(&lab, &settings, Some((1, 0)));
        let says = |name| [0, 1].map(|index| attribute(&chips[index], name));
        assert_eq!(says("class"), ["token waiting key", "token waiting query"]);
        assert_eq!(says("aria-selected"), ["false", "true"]);
        assert_eq!(says("aria-label")[0], format!("1: far, {}", lab::token_waiting()));
        assert_eq!(says("title")[1], format!("away: {}", lab::token_waiting()));
    }

    #[test]
    fn what_a_model_from_a_file_reads_is_known() {
        let settings = sample::settings(PLAIN, 0.0, 1.0);
        let mut answer = sample::answer([[0.0; 3]; 3]);
        answer.labels[2] = "a".repeat(CUT + 1);
        let chips = chips(&sample::lab(&settings, &answer), &settings, None);
        assert_eq!(attribute(&chips[0], "class"), "token");
        assert_eq!(attribute(&chips[0], "aria-label"), "1: near");
        // Its chip cuts it.
        let titles = [0, 2].map(|index| attribute(&chips[index], "title"));
        assert_eq!(titles, [String::new(), "a".repeat(CUT + 1)]);
    }

    #[test]
    fn bars_are_of_the_selected_tokens_else_of_the_cursor_else_of_all() {
        let settings = sample::settings(PLAIN, 0.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        let says = |selected: &[usize], cursor, longest| of_bars(&lab, selected, cursor, longest);
        let click = lab::bars_click();
        assert_eq!(says(&[], None, None), format!("{} {click}", lab::bars_of_all_empty()));
        assert!(says(&[], Some((2, 0)), Some(0.25)).contains("far"));
        assert!(says(&[], Some((2, 0)), None).contains("far"));
        for longest in [Some(0.25), None] {
            assert!(!says(&[0, 1], Some((2, 0)), longest).contains("far"));
        }
        assert!(says(&[], None, Some(0.25)).contains("0.25"));
        assert!(says(&[], None, Some(0.25)).starts_with(lab::rows_look()));
        assert_eq!(of_bars(&Lab::default(), &[], None, None), "");
        let (long, _) = typed(&"a ".repeat(MAX_TOKENS + 1));
        assert_eq!(of_bars(&long, &[], None, None), lab::tokens_too_many(MAX_TOKENS));
        for (lab, selected, cursor, short) in [
            (&lab, &[][..], None, lab::bars_short().to_owned()),
            (&lab, &[], Some((2, 0)), lab::bars_short_of_word("far")),
            (&lab, &[2], Some((0, 0)), lab::bars_short_of_word("far")),
            (&lab, &[2, 0], None, lab::bars_short_of_word("…")),
            (&long, &[], None, String::new()),
            (&Lab::default(), &[], None, String::new()),
        ] {
            assert_eq!(of_bars_in_short(lab, selected, cursor), short);
        }
    }

    #[test]
    fn a_sentence_says_what_it_waits_for() {
        let (lab, _) = typed("far away");
        let [loading, waiting] = [Some(0.5), None].map(|loaded| of_status(&lab, loaded));
        let tokens = lab::status_tokens(2, 2);
        assert_eq!(loading, format!("{tokens} {}", lab::status_loading("50")));
        assert_eq!(waiting, format!("{tokens} {}", lab::status_waiting(2, 2)));
        assert_eq!(of_unknown(&lab), "");
        assert!(chips(&typed("").0, &Settings::default(), None).is_empty());
    }
}
