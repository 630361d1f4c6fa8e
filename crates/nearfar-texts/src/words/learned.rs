//! What the model of panel A learned, as a part of a page: w and v of its heads as pictures, and its card.

use nearfar::attention::HeadParameters;
use nearfar::export::escape;
use nearfar::lab::Lab;
use nearfar::picture::learned::{sorted, svg};
use nearfar::settings::Settings;

use super::opened::of_file;
use crate::lab;

/// Figs. 6 and 7 for a model of the page, where it knows distance, and its card; of one from a file what is known of it. As
/// HTML, in which nothing of a file is read as markup.
pub fn learned(lab: &Lab, settings: &Settings) -> String {
    if let Some(model) = lab.opened(settings.model) {
        return escape(&of_file(model));
    }
    let Some(trained) = lab.model(settings.model) else {
        return escape(lab::learned_nothing());
    };
    let picture = |symbol, of: fn(&HeadParameters) -> f64| {
        let values = |heads: &[HeadParameters]| heads.iter().map(of).collect::<Vec<_>>();
        svg(symbol, &sorted(&values(&trained.start), &values(&trained.model.words.heads)))
    };
    let mut html = match trained.model.architecture.method.knows_distance() {
        true => format!(
            "<div class=\"learned\"><figure class=\"of-w\"><figcaption><i>w</i></figcaption>{}</figure>\
             <figure><figcaption><i>v</i></figcaption>{}</figure></div>",
            picture("w", |head| head.w),
            picture("v", |head| head.v)
        ),
        false => ["<p>", &escape(lab::learned_no_distance()), "</p>"].concat(),
    };
    let card = escape(lab::learned_card());
    html.push_str(&["<details><summary>", &card, "</summary><dl class=\"card\">"].concat());
    for (key, value) in trained.card.iter() {
        let lines: Vec<String> = value.lines().map(escape).collect();
        let (key, value) = (escape(&key.replace('_', " ")), lines.join("<br>"));
        html.push_str(&["<div><dt>", &key, "</dt><dd>", &value, "</dd></div>"].concat());
    }
    html + "</dl></details>"
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use nearfar::checkpoint::Trained;
    use nearfar::settings::ModelChoice;

    /// A model of the page in its place.
    fn says(choice: ModelChoice, bytes: &[u8], change: fn(&mut Trained)) -> String {
        let mut trained = Trained::read(bytes).expect("a model of the page");
        change(&mut trained);
        let mut lab = Lab::default();
        lab.insert_model(choice, trained).expect("the Lab shows it");
        learned(&lab, &Settings { model: choice, ..Settings::default() })
    }

    #[test]
    fn what_knows_distance_has_two_pictures_and_a_card() {
        let bytes = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
        let html = says(ModelChoice::Sst2Da, bytes, |_| ());
        assert_eq!(html.matches("<svg").count(), 2);
        assert!(html.contains("<dl class=\"card\"><div><dt>") && html.ends_with("</dl></details>"));
    }

    #[test]
    fn what_knows_none_says_so_and_nothing_of_a_file_is_markup() {
        let bytes = include_bytes!("../../../../public/checkpoints/sst2-vanilla.safetensors");
        let html = says(ModelChoice::Sst2Vanilla, bytes, |trained| {
            trained.card = Default::default();
            trained.card.insert("a_key".to_owned(), "<img src=x>\nand".to_owned());
        });
        assert!(!html.contains("<svg") && html.contains(lab::learned_no_distance()), "{html}");
        assert!(html.contains("<dt>a key</dt><dd>&lt;img src=x&gt;<br>and</dd>"), "{html}");
    }

    #[test]
    fn a_model_from_a_file_and_untrained_projections_have_no_pictures() {
        let mut settings = sample::settings(PLAIN, 0.0, 1.0);
        let lab = sample::opened();
        assert!(learned(&lab, &settings).starts_with("m.safetensors: 1 layer"));
        settings.model = ModelChoice::Untrained;
        assert_eq!(learned(&lab, &settings), lab::learned_nothing());
    }
}
