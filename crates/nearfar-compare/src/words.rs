//! What the page says of a comparison, in words made from what was found. Sentences that need nothing but their key
//! stand in the views.

pub mod grid;
pub mod terms;
pub mod tree;

use nearfar::Method;
use nearfar::picture::scale::format_count;
use nearfar::picture::{format_exact, format_short};
use nearfar::settings::MAX_PARAMETER;
use nearfar::text::dependency::Origin;
use nearfar_texts::{Mark, Rich, compare as texts};

use crate::choices::{Choices, LONGEST_TEXT, Misread, Part, Problem, Source, without_model};
use crate::distance::is_moved;
use crate::entry::{DIMENSIONS, LONGEST_DISTANCE, LONGEST_TRAVERSAL, MOST_CLIP, MOST_HEADS};
use crate::grid::unknown_words;
use crate::knowledge::Column;
use crate::layer::Files;
use crate::notice::{Answered, NOTHING, NoAmount, count, width};
use crate::protocol::{Begun, KnowsView, MOST_MEMORY, MOST_TOKENS, MethodView, Probe, Shown, Why};
use crate::sentence::{Chosen, NoTree, is_stand_in};
use crate::words::terms::Names;

/// Why something could not be done; no sentence of its own.
pub fn why(why: &Why) -> String {
    let plain: &str = match why {
        Why::Empty => texts::why_empty(),
        Why::NothingToChange => texts::why_nothing_to_change(),
        Why::NothingTyped => texts::why_nothing_typed(),
        Why::NoToken { token, tokens } => return texts::why_no_token(token + 1, tokens),
        Why::TooLong => return texts::why_too_long(MOST_TOKENS),
        Why::NoWord => texts::why_no_word(),
        Why::ReadOnce => texts::why_read_once(),
        Why::NothingToExplain => texts::why_nothing_to_explain(),
        Why::NoLayer => texts::why_no_layer(),
        Why::LayerMisfit => texts::why_layer_misfit(),
        Why::Heads { heads } => return texts::why_heads(heads, MOST_HEADS),
        Why::Clip { clip } => return texts::why_clip(clip, MOST_CLIP),
        Why::NoNumber => texts::why_no_number(),
        Why::NoModel { name } => return texts::why_no_model(name),
        Why::Coming => texts::why_coming(),
        Why::NoOwnNumbers => texts::why_no_own_numbers(),
        Why::Refused(why) => why,
    };
    plain.to_owned()
}

/// What is written on the tab of a part.
pub fn part(part: Part) -> &'static str {
    match part {
        Part::Methods => texts::parts_methods(),
        Part::Terms => texts::parts_terms(),
        Part::Notices => texts::parts_notices(),
        Part::Apart => texts::parts_apart(),
        Part::Knows => texts::parts_knows(),
        Part::Tree => texts::parts_tree(),
    }
}

/// What the tree is that so many pictures are drawn from: a stand-in, where none is known.
pub fn stand_in(origin: Origin, pictures: usize) -> String {
    match origin {
        Origin::NoTreeYet => texts::stand_in_none(pictures),
        Origin::Begun => texts::stand_in_begun(pictures),
        Origin::Read => texts::stand_in_read(pictures),
        Origin::Edited => texts::stand_in_edited(pictures),
    }
}

/// What is said of going to the tree.
pub fn to_tree(origin: Origin) -> &'static str {
    if is_stand_in(origin) { texts::stand_in_give_tree() } else { texts::stand_in_see_tree() }
}

/// Why there are no answers any more: the worker ended, for good or not.
pub fn ended(why: &str, is_final: bool) -> String {
    if is_final { texts::ended_for_good(why) } else { texts::ended(why) }
}

/// What is written over a column of the table of methods.
pub fn column(column: Column) -> &'static str {
    match column {
        Column::Method => texts::knows_method(),
        Column::Direction => texts::knows_direction(),
        Column::Exact => texts::knows_exact(),
        Column::Beyond => texts::knows_beyond(),
        Column::Syntax => texts::knows_syntax(),
        Column::Parameters => texts::knows_parameters(),
        Column::Time => texts::knows_time(),
        Column::Source => texts::knows_source(),
        Column::Formula => texts::knows_formula(),
    }
}

/// What a method knows of direction and distance, in a line; where `says_how`, with what it knows in part.
pub fn knows_line(view: &MethodView, says_how: bool) -> String {
    match view.facts.paper.is_empty() {
        true => String::new(),
        false => texts::knows_short(
            knows_word(&view.facts.direction, says_how),
            knows_word(&view.facts.exact_distance, says_how),
        ),
    }
}

/// How long a method took, in milliseconds, short and with every digit; of one that could not be computed a dash.
pub fn time(method: &MethodView) -> (String, String) {
    match method.problem {
        Some(_) => ("–".to_owned(), String::new()),
        None => (format_short(method.milliseconds), format_exact(method.milliseconds)),
    }
}

/// How far a method knows something, as its cell says it: neither colour nor sign is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<'a> {
    /// The class of the cell, by which it has its colour.
    pub class: &'static str,
    /// A sign.
    pub sign: &'static str,
    /// Yes, no, partly or not known.
    pub word: &'static str,
    /// What is known in part; else empty.
    pub how: &'a str,
}

/// How far a method knows something, in a sign and words.
pub fn known(knows: &KnowsView) -> Known<'_> {
    let (class, sign, word, how) = match knows {
        KnowsView::Yes => ("yes", "●", texts::knows_yes(), ""),
        KnowsView::Partly(how) => ("partly", "◐", texts::knows_partly(), how.as_str()),
        KnowsView::Unknown(how) => ("unknown", "?", texts::knows_unknown(), how.as_str()),
        KnowsView::No => ("no", "○", texts::knows_no(), ""),
    };
    Known { class, sign, word, how }
}

/// The same within a line; where `says_how`, with what is known in part.
fn knows_word(knows: &KnowsView, says_how: bool) -> String {
    let Known { word, how, .. } = known(knows);
    let word = word.to_lowercase();
    if says_how && !how.is_empty() { format!("{word} ({how})") } else { word }
}

/// The sizes that the table of what methods know is of: of the sentence, and of the methods, where these are of one
/// size. `own` is how many heads a model has.
pub fn setup(choices: &Choices, tokens: usize, own: usize) -> String {
    let Choices { heads, clip, .. } = *choices;
    let (distance, traversal) = (LONGEST_DISTANCE, LONGEST_TRAVERSAL);
    match choices.source {
        Source::Each => texts::knows_of_each(tokens),
        Source::Bundled(_) | Source::File(_) => {
            texts::knows_of_model(tokens, own, clip, distance, traversal)
        }
        Source::Seeded => {
            texts::knows_of_seeded(tokens, heads, DIMENSIONS, clip, distance, traversal)
        }
    }
}

/// What stands before the slot of a sentence, and what behind it.
pub fn around(sentence: &Rich) -> [String; 2] {
    let slot = sentence.parts().iter().position(|(marks, _)| marks.contains(&Mark::Slot));
    let (before, rest) = sentence.parts().split_at(slot.unwrap_or(sentence.parts().len()));
    let plain =
        |parts: &[(Vec<Mark>, String)]| parts.iter().map(|(_, text)| text.as_str()).collect();
    [plain(before), plain(rest.get(1..).unwrap_or_default())]
}

/// Which numbers are compared, what of them was moved, what of the sentence is left out or has other words in its tree,
/// and which words have no vector.
pub fn made(files: &Files, chosen: &Chosen, begun: &Begun) -> String {
    let choices = &chosen.choices;
    let is_file = matches!(choices.source, Source::File(_));
    let mut lines = vec![match &choices.source {
        Source::Each => texts::made_each(without_model().count()),
        Source::Seeded => texts::made_seeded().to_owned(),
        Source::Bundled(name) => texts::made_bundled(grid::model_label(name)),
        Source::File(name) => texts::made_file(grid::model_label(name), files.layer(chosen).0),
    }];
    if choices.source == Source::Each {
        lines.extend((!files.own.is_empty()).then(|| texts::made_own(files.own.join(", "))));
    } else {
        let is_seeded = choices.source == Source::Seeded;
        lines.extend((is_seeded && is_moved(choices)).then(|| texts::numbers_moved().to_owned()));
        // What a model has at first is not known before its file is open.
        let is_first = is_file && files.model(&choices.source).is_none()
            || choices.method == files.first_method(&choices.source)
            || is_file && choices.method == Method::VANILLA.laid_first(true);
        lines.extend((!is_first).then(|| texts::made_method().to_owned()));
    }
    lines.extend(match files.left_out(chosen) {
        0 => None,
        left_out if is_file => Some(texts::made_cut_by_model(format_count(left_out as u64))),
        left_out => Some(texts::made_cut(MOST_TOKENS, format_count(left_out as u64))),
    });
    // A model from a file has its own tokens, and no memory.
    if !is_file {
        let left_out = chosen.memory_left_out();
        lines.extend(
            (left_out > 0)
                .then(|| texts::made_cut_memory(MOST_MEMORY, format_count(left_out as u64))),
        );
        lines.extend(chosen.parts_words().then(|| texts::made_words_of_tree().to_owned()));
    }
    let unknown: Vec<String> = unknown_words(begun).into_iter().map(texts::quoted).collect();
    lines.extend((!unknown.is_empty()).then(|| texts::made_unknown(unknown.join(", "))));
    lines.join(" ")
}

/// The menu of tokens, each with its place as its value, from 0.
pub fn token_menu(tokens: &[String]) -> Vec<(String, String)> {
    let token = |at: usize| (at.to_string(), Names { tokens, memory: 0 }.token(at));
    (0..tokens.len()).map(token).collect()
}

/// Before what a word is inserted: a token by its place, or the end.
pub fn insert_before(tokens: &[String], at: usize) -> String {
    tokens.get(at).map_or_else(|| texts::notices_at_end().to_owned(), texts::quoted)
}

/// Why no word can be inserted, of a word as typed; empty where one can.
pub fn no_insert(word: &str) -> String {
    if word.trim().is_empty() { why(&Why::NoWord) } else { String::new() }
}

/// Why no word of a sentence as typed can be repeated; empty where one can, once its tokens are there.
pub fn no_repeat(sentence: &str) -> String {
    if sentence.trim().is_empty() { why(&Why::NothingTyped) } else { String::new() }
}

/// How it is measured who notices a change; and what should be seen, and why.
pub fn probe(probe: &Probe) -> [&'static str; 2] {
    match probe {
        Probe::Reverse => [texts::notices_reverse_how(), texts::notices_reverse_why()],
        Probe::Insert { .. } => [texts::notices_insert_how(), texts::notices_insert_why()],
        Probe::Repeat { .. } => [texts::notices_repeat_how(), texts::notices_repeat_why()],
    }
}

/// Whether a method notices, and how much: of 1 for a word that is repeated, else in nats.
pub fn noticing(amount: f64, is_repeat: bool) -> String {
    if amount < NOTHING {
        let least = if amount == 0.0 { "0".to_owned() } else { format!("< {NOTHING}") };
        return match is_repeat {
            true => texts::notices_nothing_of_one(least),
            false => texts::notices_nothing(least),
        };
    }
    let short = format_short(amount);
    match (short.strip_prefix("<\u{a0}"), is_repeat) {
        (Some(least), true) => texts::notices_little_of_one(least),
        (Some(least), false) => texts::notices_little(least),
        (None, true) => texts::notices_some_of_one(short),
        (None, false) => texts::notices_some(short),
    }
}

/// What one method made of the change, as its card says it.
#[derive(Clone, Debug, PartialEq)]
pub struct Noticing {
    /// The method's name in links.
    pub name: String,
    /// Its name as it is read.
    pub title: String,
    /// How much it notices, else why that could not be computed.
    pub says: String,
    /// How much, as scripts read it; empty where that could not be computed.
    pub amount: String,
    /// The same as people read it, with every digit.
    pub exact: String,
    /// How wide its bar is.
    pub width: String,
}

impl Noticing {
    /// Of a method of which the `shown` heads are seen; `answered` is what came of it.
    pub fn of(
        method: &MethodView,
        shown: Shown,
        answered: Option<&Answered>,
        is_repeat: bool,
    ) -> Noticing {
        let amount = answered.and_then(|(noticed, _)| noticed.amount);
        let no_amount = || {
            let (noticed, weights) = answered?;
            Some(no_amount(NoAmount::of(weights, noticed.tokens)?).to_owned())
        };
        let says = match (amount, method.problem.as_ref().map(why).or_else(no_amount)) {
            (Some(amount), _) => noticing(amount, is_repeat),
            (None, Some(why)) => texts::notices_failed_why(why),
            (None, None) => texts::notices_failed().to_owned(),
        };
        Noticing {
            name: method.name.clone(),
            title: grid::title(method, shown, false),
            says,
            amount: amount.map(|amount| amount.to_string()).unwrap_or_default(),
            exact: amount.map(format_exact).unwrap_or_default(),
            width: width(amount, is_repeat),
        }
    }
}

/// What the causal mask makes of a change, before what is said next; empty where there is no mask.
pub fn mask_on_probe(probe: &Probe, is_causal: bool) -> String {
    let said = match probe {
        Probe::Reverse | Probe::Repeat { .. } => texts::notices_mask(),
        Probe::Insert { .. } => texts::notices_mask_insert(),
    };
    if is_causal { format!("{said} ") } else { String::new() }
}

/// How many methods notice the change, of all for which that could be computed; empty before there is one.
pub fn noticed(answers: &[Answered]) -> String {
    match count(answers) {
        (_, 0) => String::new(),
        (noticed, all) => texts::notices_count(noticed, all),
    }
}

/// Why weights that were computed have no amount.
pub fn no_amount(why: NoAmount) -> &'static str {
    match why {
        NoAmount::Negative => texts::notices_negative(),
        NoAmount::NoRow => texts::notices_no_row(),
        NoAmount::RowEmpty => texts::notices_row_empty(),
        NoAmount::RowsEmpty => texts::notices_rows_empty(),
    }
}

/// A choice of a link that is not understood, and why.
pub fn misread_choice(misread: &Misread) -> String {
    let why = match &misread.problem {
        Problem::NoChoice => texts::link_no_choice().to_owned(),
        Problem::NoPart(found) => texts::link_no_part(found),
        Problem::NoModel(found) => texts::link_no_model(found),
        Problem::NoMethod(found) => texts::link_no_method(found),
        Problem::NotModel(found) => texts::link_not_model(found),
        Problem::NotMethod(found) => texts::link_not_method(found),
        Problem::NoLayers => texts::link_no_layers().to_owned(),
        Problem::NotDistanceAware(found) => texts::link_not_distance_aware(found),
        Problem::TooLong(bytes) => {
            let [bytes, most] = [*bytes, LONGEST_TEXT].map(|count| format_count(count as u64));
            texts::link_too_long(bytes, most)
        }
        Problem::NotWhole { text, most } => texts::link_not_whole(text, most),
        Problem::NotFlag(found) => texts::link_not_flag(found),
        Problem::NotRange(found) => texts::link_not_range(found),
        Problem::NotCell => texts::link_not_cell().to_owned(),
        Problem::BeyondSentence { cell: (query, key), tokens } => {
            texts::link_beyond_sentence(query + 1, key + 1, tokens)
        }
        Problem::NotOfHead(found) => texts::link_not_of_head(found),
        Problem::Beyond(number) => texts::link_beyond(number, MAX_PARAMETER),
        Problem::NotProbe => texts::link_not_probe().to_owned(),
        Problem::Refused(why) => why.clone(),
    };
    texts::link_part(&misread.name, why)
}

/// What of a link was not understood, in one sentence; `None` where all was.
pub fn misread_link(misread: &[Misread], no_tree: Option<&NoTree>) -> Option<String> {
    let no_tree = no_tree.map(|why| match why {
        NoTree::OfOther => texts::link_part("tree", texts::link_other_tree()),
        NoTree::Refused(error) => texts::link_part("tree", error),
    });
    let problems: Vec<String> = misread.iter().map(misread_choice).chain(no_tree).collect();
    (!problems.is_empty()).then(|| texts::link_misread(problems.join("; ")))
}
