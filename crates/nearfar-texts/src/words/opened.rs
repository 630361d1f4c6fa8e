//! What models are called, which are offered, and what is said of those from files: which wait, what was left out, why B
//! is apart, what is assumed of them.

use nearfar::lab::{Absent, Lab, Panel};
use nearfar::opened::{MOST_TOKENS, OF_PAGE, OpenedModel, method_of_page};
use nearfar::settings::{Choice, FILES, ModelChoice, Settings};

use super::counted;
use crate::{choices, common, lab, page};

/// What a menu calls a model, where nothing more is known of it.
pub fn of_model(choice: ModelChoice) -> &'static str {
    match choice {
        ModelChoice::Sst2Da => choices::model_sst2_da(),
        ModelChoice::Sst2Vanilla => choices::model_sst2_vanilla(),
        ModelChoice::AgNewsDa => choices::model_agnews_da(),
        ModelChoice::AgNewsVanilla => choices::model_agnews_vanilla(),
        ModelChoice::Untrained => choices::model_untrained(),
        ModelChoice::Opened => choices::model_opened(),
        ModelChoice::File1 => choices::model_file_1(),
        ModelChoice::File2 => choices::model_file_2(),
        ModelChoice::File3 => choices::model_file_3(),
        ModelChoice::File4 => choices::model_file_4(),
    }
}

/// What a model is called: one from a file by the file's name, one of the page by its method.
pub fn label(lab: &Lab, settings: &Settings, choice: ModelChoice) -> String {
    let name = lab.opened(choice).map_or(settings.file_of(choice), |model| &model.name);
    if let Some(method) = method_of_page(name) {
        return common::model_films_named(method);
    }
    match FILES.contains(&choice) && !name.is_empty() {
        true => name.to_owned(),
        false => of_model(choice).to_owned(),
    }
}

/// The models that a menu offers where `chosen` is shown, each by its name and what it is called: those of the page
/// that are not open stand behind all that are there.
pub fn offered(lab: &Lab, settings: &Settings, chosen: ModelChoice) -> Vec<(&'static str, String)> {
    let is_there =
        |choice: ModelChoice| !FILES.contains(&choice) || lab.has_model(choice) || chosen == choice;
    let there = ModelChoice::ALL.iter().filter(|(choice, _)| is_there(*choice));
    let there = there.map(|&(choice, name)| (name, label(lab, settings, choice)));
    let is_open = |address: &str| {
        let mut opened = FILES.iter().filter_map(|&choice| lab.opened(choice));
        opened.any(|model| model.name == address)
    };
    let of_page = OF_PAGE.iter().filter(|(address, _)| !is_open(address));
    let of_page = of_page.map(|&(address, method)| (address, common::model_films_named(method)));
    there.chain(of_page).collect()
}

/// Which files have to be opened again for what these panels show, in a sentence; `None` where none has to be.
pub fn missing(lab: &Lab, settings: &Settings, panels: &[Panel]) -> Option<String> {
    match &awaited(lab, settings, panels)[..] {
        [] => None,
        [file] => Some(page::file_awaited(file)),
        [first, second, ..] => Some(page::file_awaited_two(first, second)),
    }
}

/// The files that have to be opened again for what these panels show, as a sentence names them.
fn awaited(lab: &Lab, settings: &Settings, panels: &[Panel]) -> Vec<String> {
    let shown =
        |choice: &&ModelChoice| panels.iter().any(|panel| panel.model(settings) == **choice);
    let is_missing = |choice: &&ModelChoice| !lab.has_model(**choice);
    let name = |choice: &ModelChoice| match settings.file_of(*choice) {
        "" => page::file_awaited_unnamed().to_owned(),
        name => page::file_awaited_named(name),
    };
    // Those of the page are fetched.
    let is_of_page = |choice: &&ModelChoice| method_of_page(settings.file_of(**choice)).is_some();
    let missing = FILES.iter().filter(shown).filter(is_missing);
    missing.filter(|choice| !is_of_page(choice)).map(name).collect()
}

/// What was left out of the sentence, and why B shows nothing beside A; empty where neither is to be said.
pub fn remark(lab: &Lab, settings: &Settings) -> String {
    let says = [left_out(lab), why_apart(lab, settings)];
    says.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What is assumed of the models that the panels show, line by line, each with whether it is known: of weights alone
/// nothing is assumed, nor is what departs from published models.
pub fn assumed(lab: &Lab, settings: &Settings) -> Vec<(String, bool)> {
    let mut models = vec![settings.model, settings.model_b];
    models.dedup();
    let said = |model: &OpenedModel| {
        let lines = model.assumptions.iter().map(|line| (line.clone(), model.weights_only));
        let departs = model.departures.iter().map(|line| (format!("⚠ {line}"), true));
        lines.chain(departs).collect::<Vec<_>>()
    };
    models.into_iter().filter_map(|choice| lab.opened(choice)).flat_map(said).collect()
}

/// What is known of a model from a file.
pub fn of_file(model: &OpenedModel) -> String {
    let heads = model.heads.first().copied().unwrap_or(0);
    let is = lab::learned_in_file(model.depth(), &model.name, heads, &model.reads);
    let own = match model.method.knows_distance() {
        true => lab::learned_own(),
        false => lab::learned_not_own(),
    };
    let causal = model.causal.then(lab::learned_causal);
    [Some(is.as_str()), Some(own), causal].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What a sentence lost because a model is run on so many tokens only, in a sentence.
pub fn left_out(lab: &Lab) -> Option<String> {
    let cut = Panel::BOTH.iter().filter_map(|&panel| lab.cut_of(panel)).max()?;
    (cut > 0).then(|| page::file_left_out(counted(MOST_TOKENS), counted(cut)))
}

/// Why panel B shows nothing beside A, in a sentence.
pub fn why_apart(lab: &Lab, settings: &Settings) -> Option<String> {
    match lab.why_absent(Panel::B, settings)? {
        Absent::OtherTokens { a, b } => Some(page::file_apart(b, a)),
        Absent::File | Absent::Waits => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, FILE, NAME, PLAIN};
    use super::*;
    use nearfar::method::Method;

    const ALIBI: &str = "checkpoints/sst2-alibi.safetensors";

    #[test]
    fn a_model_is_called_by_its_file_or_by_its_method() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let closed = Lab::default();
        let says = |lab: &Lab, settings: &Settings| label(lab, settings, FILE);
        assert_eq!(says(&closed, &settings), NAME);
        settings.name_file(FILE, "");
        assert_eq!(says(&closed, &settings), "Opened file 1");
        // What is open is called by its own name.
        assert_eq!(says(&sample::opened(), &settings), NAME);
        settings.name_file(FILE, ALIBI);
        assert_eq!(says(&closed, &settings), "Film reviews (SST-2), ALiBi");
        let trained = label(&closed, &settings, ModelChoice::Sst2Da);
        assert_eq!(trained, "Film reviews (SST-2), DA");
    }

    #[test]
    fn no_two_models_have_one_name() {
        let mut names: Vec<_> =
            ModelChoice::ALL.iter().map(|(choice, _)| of_model(*choice)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ModelChoice::ALL.len());
    }

    #[test]
    fn files_that_are_shown_and_not_open_are_awaited() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        settings.model_b = ModelChoice::File2;
        let closed = Lab::default();
        let awaited = |lab: &Lab, settings: &Settings| awaited(lab, settings, &Panel::BOTH);
        let missing = |lab: &Lab, settings: &Settings| missing(lab, settings, &Panel::BOTH);
        assert_eq!(awaited(&closed, &settings), ["“m.safetensors”", "the checkpoint"]);
        assert_eq!(awaited(&sample::opened(), &settings), ["the checkpoint"]);
        // A model of the page is fetched, and one that no panel shows is not wanted.
        settings.name_file(ModelChoice::File2, ALIBI);
        settings.name_file(ModelChoice::File3, "other");
        assert!(awaited(&sample::opened(), &settings).is_empty());
        assert_eq!(missing(&sample::opened(), &settings), None);
        assert!(missing(&closed, &settings).is_some_and(|says| says.contains(NAME)));
    }

    /// The Curves room shows w and v of A.
    #[test]
    fn a_file_of_b_is_none_that_a_waits_for() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let of_a = |settings: &Settings| missing(&Lab::default(), settings, &[Panel::A]);
        assert!(of_a(&settings).is_some_and(|says| says.contains(NAME)));
        assert_eq!(missing(&sample::opened(), &settings, &[Panel::A]), None);
        (settings.model, settings.model_b) = (ModelChoice::Sst2Da, settings.model);
        assert_eq!(of_a(&settings), None);
    }

    #[test]
    fn a_menu_offers_what_is_there_and_the_page_s_own() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let names = |lab: &Lab, settings: &Settings, chosen| {
            let offered = offered(lab, settings, chosen);
            offered.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        let mut lab = sample::opened();
        let there = names(&lab, &settings, FILE);
        assert!(there.contains(&FILE.name()) && !there.contains(&ModelChoice::File2.name()));
        assert!(there.contains(&ALIBI));
        // What is chosen stands there, whether or not its file is open.
        assert!(names(&lab, &settings, ModelChoice::File2).contains(&ModelChoice::File2.name()));
        // A model of the page that is open is offered once.
        settings.name_file(ModelChoice::File2, ALIBI);
        lab.insert_opened(ModelChoice::File2, sample::model(ALIBI)).expect("one head");
        let there = names(&lab, &settings, FILE);
        assert!(there.contains(&ModelChoice::File2.name()) && !there.contains(&ALIBI));
    }

    #[test]
    fn what_is_assumed_is_said_once_and_apart_from_what_is_known() {
        let settings = sample::settings(PLAIN, 0.0, 1.0);
        let lines = |line: &str| vec![line.to_owned()];
        let model = OpenedModel {
            assumptions: lines("an end"),
            departures: lines("another start"),
            ..sample::model(NAME)
        };
        let mut lab = Lab::default();
        lab.insert_opened(FILE, model).expect("one head");
        let says = [("an end".to_owned(), false), ("⚠ another start".to_owned(), true)];
        assert_eq!(assumed(&lab, &settings), says);
        assert!(assumed(&Lab::default(), &settings).is_empty());
    }

    #[test]
    fn a_file_says_whether_it_is_causal() {
        let model = sample::model(NAME);
        let says = of_file(&model);
        assert!(says.contains(NAME) && says.ends_with(lab::learned_not_own()), "{says}");
        let says = of_file(&OpenedModel { causal: true, ..model });
        assert!(says.ends_with(lab::learned_causal()), "{says}");
    }

    #[test]
    fn what_was_cut_is_said() {
        let settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let mut answer = sample::answer([[0.0; 3]; 3]);
        assert_eq!(left_out(&sample::lab(&settings, &answer)), None);
        assert_eq!(left_out(&Lab::default()), None);
        answer.cut = 5;
        assert_eq!(
            left_out(&sample::lab(&settings, &answer)).as_deref(),
            Some("A model from a file is run on 128 tokens at most: 5 are left out.")
        );
        let lab = sample::lab(&settings, &answer);
        assert_eq!(Some(remark(&lab, &settings)), left_out(&lab));
    }

    #[test]
    fn b_is_apart_where_its_tokens_are_others() {
        let mut settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let mut lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        assert_eq!(why_apart(&lab, &settings), None);
        settings.model_b = ModelChoice::File2;
        assert_eq!(why_apart(&lab, &settings), None, "it is not open");
        lab.insert_opened(ModelChoice::File2, sample::model("other")).expect("one head");
        lab.update(&settings);
        assert_eq!(why_apart(&lab, &settings), None, "its layer is on its way");
        sample::bring(&mut lab, Panel::B, &settings, &sample::answer([[0.0; 2]; 2]));
        let says = why_apart(&lab, &settings).unwrap_or_default();
        assert!(says.contains("than A (2 and 3)"), "{says}");
    }
}
