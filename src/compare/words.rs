//! What several parts of the room say: why something could not be done, what a model of the page is called, what
//! a method is in a line, and sentences that name the nats.

use leptos::prelude::*;
use nearfar::methods::MethodKind;
use nearfar_compare::choices::file_of_trained;
use nearfar_compare::entry::{MOST_CLIP, MOST_HEADS};
use nearfar_compare::protocol::{KnowsView, MOST_TOKENS, Why};
use texts::{Mark, Rich};

use crate::explain::Term;
use crate::reactive::text;

/// Why something could not be done; no sentence of its own.
pub fn why(why: &Why) -> String {
    let plain: &str = match why {
        Why::Empty => texts::compare::why_empty(),
        Why::NothingToChange => texts::compare::why_nothing_to_change(),
        Why::NothingTyped => texts::compare::why_nothing_typed(),
        Why::NoToken { token, tokens } => return texts::compare::why_no_token(token + 1, tokens),
        Why::TooLong => return texts::compare::why_too_long(MOST_TOKENS),
        Why::NoWord => texts::compare::why_no_word(),
        Why::ReadOnce => texts::compare::why_read_once(),
        Why::NothingToExplain => texts::compare::why_nothing_to_explain(),
        Why::NoLayer => texts::compare::why_no_layer(),
        Why::LayerMisfit => texts::compare::why_layer_misfit(),
        Why::Heads { heads } => return texts::compare::why_heads(heads, MOST_HEADS),
        Why::Clip { clip } => return texts::compare::why_clip(clip, MOST_CLIP),
        Why::NoNumber => texts::compare::why_no_number(),
        Why::NoModel { name } => return texts::compare::why_no_model(name),
        Why::Coming => texts::compare::why_coming(),
        Why::NoOwnNumbers => texts::compare::why_no_own_numbers(),
        Why::Refused(why) => why,
    };
    plain.to_owned()
}

/// What is written over the small picture of a trained model, by its name and the name of its method.
pub fn model_title(name: &str, method: &str) -> String {
    let plain: &str = match name {
        "sst2-da" => texts::compare::model_sst2_da(),
        "sst2-vanilla" => texts::compare::model_sst2_vanilla(),
        "agnews-da" => texts::compare::model_agnews_da(),
        "agnews-vanilla" => texts::compare::model_agnews_vanilla(),
        other => {
            let short =
                MethodKind::from_name(method).map_or("", |method| method.definition().short);
            return match file_of_trained(other) {
                // Its method is known once the file is read.
                Some(file) if short.is_empty() => file.to_owned(),
                Some(file) => texts::compare::model_own(short, file),
                None => texts::compare::model_films(short),
            };
        }
    };
    plain.to_owned()
}

/// What stands before the slot of a sentence, and what behind it.
pub fn around(sentence: &Rich) -> [String; 2] {
    let slot = sentence.parts().iter().position(|(marks, _)| marks.contains(&Mark::Slot));
    let (before, rest) = sentence.parts().split_at(slot.unwrap_or(sentence.parts().len()));
    let plain =
        |parts: &[(Vec<Mark>, String)]| parts.iter().map(|(_, text)| text.as_str()).collect();
    [plain(before), plain(rest.get(1..).unwrap_or_default())]
}

/// The nats in a sentence, which say what they are.
#[component]
pub fn Nats() -> impl IntoView {
    view! { <Term word=texts::compare::nats() means=texts::common::nats_means() /> }
}

/// A sentence whose slot is the nats. They stay while the rest of it changes.
#[component]
pub fn InNats(sentence: Memo<Rich>) -> impl IntoView {
    let part =
        move |at: usize| text(move || sentence.with(|sentence| around(sentence)[at].clone()));
    view! { {part(0)}<Nats />{part(1)} }
}

/// Yes, no, partly or not known, as words within a line; where `says_how`, with what is known in part.
pub fn knows_word(knows: &KnowsView, says_how: bool) -> String {
    let (word, how) = match knows {
        KnowsView::Yes => (texts::compare::knows_yes(), ""),
        KnowsView::No => (texts::compare::knows_no(), ""),
        KnowsView::Partly(how) => (texts::compare::knows_partly(), how.as_str()),
        KnowsView::Unknown(how) => (texts::compare::knows_unknown(), how.as_str()),
    };
    let word = word.to_lowercase();
    if says_how && !how.is_empty() { format!("{word} ({how})") } else { word }
}

/// What a method does with distance, in a line; nothing for a name that is none.
pub fn idea(kind: &str) -> &'static str {
    texts::ideas::find(kind).unwrap_or_default()
}
