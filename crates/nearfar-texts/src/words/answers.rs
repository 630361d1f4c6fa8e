//! What models answer: the classes with their probabilities, and what they were as trained.

use nearfar::lab::{Lab, Panel};
use nearfar::opened::method_of_page;
use nearfar::settings::{ModelChoice, Settings};

use super::short_of_method;
use crate::{answers, lab};

/// A class in an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassRow {
    /// Its name.
    pub name: String,
    /// Its probability, 0..=1.
    pub share: f32,
    /// The same in percent.
    pub percent: String,
    /// What it is with the method, w and v that the model was trained with, where that is another number; else empty.
    pub as_trained: String,
}

/// A probability in percent: broken before the number, or nowhere.
pub(super) fn percent(share: f32) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

/// What the model of a panel says of the sentence, a row for each class.
///
/// # Errors
/// Why it says nothing, in words.
pub fn of_answer(
    lab: &Lab,
    settings: &Settings,
    panel: Panel,
) -> Result<Vec<ClassRow>, &'static str> {
    let choice = panel.model(settings);
    let answer = lab.answer(panel).zip(lab.learned_answer(panel)).zip(lab.answering(choice));
    let Some(((now, learned), trained)) = answer else {
        return Err(match choice {
            ModelChoice::Untrained => lab::answer_untrained(),
            file if file.is_file() && lab.answering(file).is_none() => lab::answer_in_file(),
            _ if lab.lacks_a_text(panel, settings) => answers::lacks_text(),
            _ => "…",
        });
    };
    let architecture = &trained.model.architecture;
    let shares = now.probabilities.iter().zip(&learned.probabilities);
    let rows = architecture.classes.iter().zip(shares);
    let row = |(name, (&share, &learned)): (&String, _)| {
        let [percent, learned] = [share, learned].map(percent);
        // As trained is by the model's own method, whatever the panel shows.
        let as_trained = match architecture.method.lab() {
            _ if learned == percent => String::new(),
            Some(own) if own != panel.method(settings) => {
                lab::answer_trained_method(short_of_method(own), learned)
            }
            _ => lab::answer_trained(learned),
        };
        ClassRow { name: name.clone(), share, percent, as_trained }
    };
    Ok(rows.map(row).collect())
}

/// What the models of both panels make of the sentence, in a few words, and as what they read it where both are of the
/// page and read the same; empty where one of them says nothing.
pub fn of_verdict(lab: &Lab, settings: &Settings) -> String {
    let says = Panel::BOTH.map(|panel| lab.verdict(panel));
    let [Some((class_a, share_a)), Some((class_b, share_b))] = says else { return String::new() };
    let is_of_page = |name: &str| method_of_page(name).is_some();
    let reads_film = |choice| match choice {
        own if own.reads_reviews() => Some(true),
        ModelChoice::AgNewsDa | ModelChoice::AgNewsVanilla => Some(false),
        file => lab.opened(file).filter(|model| is_of_page(&model.name)).map(|_| true),
    };
    let verdict = match [settings.model, settings.model_b].map(reads_film) {
        [Some(true), Some(true)] => lab::verdict_film,
        [Some(false), Some(false)] => lab::verdict_news,
        _ => lab::verdict,
    };
    verdict(class_a, percent(share_a), class_b, percent(share_b))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use nearfar::checkpoint::Trained;
    use nearfar::method::Method;
    use nearfar::text::VectorPart;

    /// The film reviews' model of the page under A and B, with the words that the page ships.
    fn trained() -> (Lab, Settings) {
        let model = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
        let words = include_bytes!("../../../../public/vectors/frequent.bin");
        let mut lab = Lab::default();
        let trained = Trained::read(model).expect("a model of the page");
        lab.insert_model(ModelChoice::Sst2Da, trained).expect("a model of the Lab");
        lab.vectors_mut().insert_part(VectorPart::parse(words).expect("the page's words"));
        let mut settings = Settings::default();
        settings.adopt(lab.own_heads(ModelChoice::Sst2Da).as_deref());
        lab.update(&settings);
        (lab, settings)
    }

    #[test]
    fn an_answer_is_beside_the_trained_one_where_that_is_another() {
        let (mut lab, mut settings) = trained();
        let of_a = |lab: &Lab, settings: &Settings| of_answer(lab, settings, Panel::A);
        let as_trained = of_a(&lab, &settings).expect("an answer");
        let shares: f32 = as_trained.iter().map(|row| row.share).sum();
        assert!((shares - 1.0).abs() < 1e-5, "{shares}");
        assert!(as_trained.iter().all(|row| row.as_trained.is_empty()), "{as_trained:?}");
        (0..settings.heads).for_each(|head| settings.set_w(head, 2.0));
        lab.update(&settings);
        let moved = of_a(&lab, &settings).expect("an answer");
        let learned = |row: &ClassRow| lab::answer_trained(row.percent.as_str());
        assert_eq!(moved[0].as_trained, learned(&as_trained[0]));
        // By another method the model's own is named.
        settings.a = Method::VANILLA;
        lab.update(&settings);
        let other = of_a(&lab, &settings).expect("an answer");
        let short = short_of_method(Method::DISTANCE_AWARE);
        let learned = lab::answer_trained_method(short, as_trained[0].percent.as_str());
        assert_eq!(other[0].as_trained, learned);
        let verdict = of_verdict(&lab, &settings);
        assert!(as_trained.iter().any(|row| verdict.contains(&row.name)), "{verdict}");
        assert!(verdict.starts_with("The model judges film reviews: A "), "{verdict}");
        // B reads something else.
        settings.model_b = ModelChoice::AgNewsDa;
        let verdict = of_verdict(&lab, &settings);
        assert!(verdict.starts_with("Answer of all heads"), "{verdict}");
    }

    #[test]
    fn what_does_not_answer_says_why() {
        let (lab, mut settings) = trained();
        settings.model = ModelChoice::Untrained;
        assert_eq!(of_answer(&lab, &settings, Panel::A), Err(lab::answer_untrained()));
        settings.model = sample::FILE;
        assert_eq!(of_answer(&lab, &settings, Panel::A), Err(lab::answer_in_file()));
        settings.model = ModelChoice::AgNewsDa;
        assert_eq!(of_answer(&lab, &settings, Panel::A), Err("…"), "it is on its way");
        assert_eq!(of_verdict(&Lab::default(), &settings), "");
    }
}
