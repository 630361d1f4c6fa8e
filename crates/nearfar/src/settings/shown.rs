//! What a panel shows: which model, at which layer and head, and what goes along when another is chosen.

use super::{ModelChoice, SIDE_BY_SIDE, Settings, View};
use crate::attention::HeadParameters;
use crate::lab::Panel;
use crate::method::Method;
use crate::picture::learned::{sorted, spread};

/// The sentence of Fig. 8. The paper's is from AG's test set and cannot be read; this one is ours, of the kind of
/// that set: a business report of one sentence.
pub const FIGURE_8: &str = "Shares of the largest biotech company fell on Friday after the government said it would review the price of new drugs.";

impl Settings {
    /// Shows a model in a panel as it was `trained`. In panel A all w and v are its own, at its first layer, and B that
    /// stood beside it as the same head goes along as its vanilla attention. In panel B a model from a file is shown as it
    /// is: what is laid over A's heads is A's.
    pub fn show_model(&mut self, panel: Panel, choice: ModelChoice, trained: Method) {
        match panel {
            Panel::A => {
                let before = std::mem::replace(&mut self.model, choice);
                self.a = trained;
                self.restore();
                self.show_layer(0);
                if self.model_b == before {
                    self.show_in_b(choice, Method::Vanilla { positions: false });
                }
            }
            Panel::B => self.show_in_b(
                choice,
                match choice {
                    ModelChoice::Untrained => Method::VANILLA,
                    file if file.is_file() => Method::Vanilla { positions: false },
                    _ => trained,
                },
            ),
        }
    }

    /// Shows a model of the page by another method, which is named by its address and fetched for the settings, as it is.
    pub fn show_of_page(&mut self, panel: Panel, choice: ModelChoice, address: &str) {
        self.show_model(panel, choice, Method::Vanilla { positions: false }.laid_first(true));
        self.name_file(choice, address);
    }

    /// Whether a panel shows a model, or waits for it.
    pub fn shows(&self, choice: ModelChoice) -> bool {
        [self.model, self.model_b].contains(&choice)
    }

    /// The head of B is then that of A, in the same layer.
    fn show_in_b(&mut self, choice: ModelChoice, method: Method) {
        self.model_b = choice;
        self.b = method;
        self.head_b = None;
        self.layer_b = None;
    }

    /// Shows a layer and a head, from 0, of the model that a panel shows. What is not named stays in A; in B it follows A.
    pub fn show_place(&mut self, panel: Panel, layer: Option<usize>, head: Option<usize>) {
        match panel {
            Panel::A => {
                if let Some(layer) = layer {
                    self.show_layer(layer);
                }
                self.head = head.unwrap_or(self.head);
            }
            Panel::B => (self.layer_b, self.head_b) = (layer, head),
        }
    }

    /// Fig. 8: four heads of the DA-Transformer and of the vanilla one on a news sentence; of the heads that the former
    /// learned (`own`), four spread over their w.
    pub fn show_figure_8(&mut self, own: &[HeadParameters]) {
        let w: Vec<f64> = own.iter().map(|head| head.w).collect();
        let mut chosen = spread(&sorted(&w, &w), SIDE_BY_SIDE);
        self.show_model(Panel::A, ModelChoice::AgNewsDa, Method::DISTANCE_AWARE);
        self.show_model(Panel::B, ModelChoice::AgNewsVanilla, Method::VANILLA);
        self.sentence = FIGURE_8.to_owned();
        self.cursor = None;
        self.selected.clear();
        self.view = View::Heads;
        self.head = chosen.first().copied().unwrap_or_default();
        chosen.sort_unstable();
        self.chosen = chosen;
    }

    /// Whether this is what [`show_figure_8`](Settings::show_figure_8) shows.
    pub fn shows_figure_8(&self) -> bool {
        let models = (self.model, self.model_b);
        models == (ModelChoice::AgNewsDa, ModelChoice::AgNewsVanilla)
            && self.view == View::Heads
            && self.sentence == FIGURE_8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AS_IT_IS: Method = Method::Vanilla { positions: false };

    #[test]
    fn another_model_in_a_takes_b_along_where_b_stood_beside_it() {
        let mut settings = Settings { head_b: Some(3), layer_b: Some(1), ..Settings::default() };
        settings.set_w(2, 5.0);
        settings.model_b = settings.model;
        settings.show_model(Panel::A, ModelChoice::File1, Method::DISTANCE_AWARE);
        assert_eq!((settings.model, settings.model_b), (ModelChoice::File1, ModelChoice::File1));
        assert_eq!((settings.a, settings.b), (Method::DISTANCE_AWARE, AS_IT_IS));
        assert_eq!((settings.head_b, settings.layer_b), (None, None));
        assert!(settings.is_own(), "w and v are the new model's own");
        // Another model that was chosen for B stays.
        settings.show_model(Panel::B, ModelChoice::Sst2Vanilla, Method::VANILLA);
        settings.show_model(Panel::A, ModelChoice::Sst2Da, Method::DISTANCE_AWARE);
        assert_eq!((settings.model_b, settings.b), (ModelChoice::Sst2Vanilla, Method::VANILLA));
    }

    #[test]
    fn another_model_in_b_leaves_a_and_is_shown_as_it_is() {
        let mut settings = Settings { head_b: Some(3), ..Settings::default() };
        settings.set_w(2, 5.0);
        let a = (settings.model, settings.a, settings.w);
        for (choice, expected) in [
            (ModelChoice::File2, AS_IT_IS),
            (ModelChoice::Untrained, Method::VANILLA),
            (ModelChoice::AgNewsDa, Method::DISTANCE_AWARE),
        ] {
            settings.show_model(Panel::B, choice, Method::DISTANCE_AWARE);
            assert_eq!((settings.model_b, settings.b), (choice, expected));
            assert_eq!(settings.head_b, None, "the same head as in A");
        }
        assert_eq!((settings.model, settings.a, settings.w), a);
    }

    #[test]
    fn a_model_of_the_page_is_named_by_its_address_and_shown_as_it_is() {
        let address = "checkpoints/sst2-alibi.safetensors";
        let mut settings = Settings::default();
        settings.show_of_page(Panel::A, ModelChoice::File1, address);
        assert_eq!((settings.model, settings.a), (ModelChoice::File1, AS_IT_IS.laid_first(true)));
        assert_eq!(settings.file_of(ModelChoice::File1), address);
    }

    #[test]
    fn what_is_not_named_of_a_place_stays_in_a_and_follows_a_in_b() {
        let mut settings = Settings { head: 5, ..Settings::default() };
        settings.show_place(Panel::A, Some(2), None);
        assert_eq!((settings.layer, settings.head), (2, 5));
        settings.show_place(Panel::A, None, Some(1));
        assert_eq!((settings.layer, settings.head), (2, 1));
        settings.show_place(Panel::B, Some(0), Some(3));
        assert_eq!((settings.layer_of(Panel::B), settings.head_b), (0, Some(3)));
        settings.show_place(Panel::B, None, None);
        assert_eq!((settings.layer_of(Panel::B), settings.head_b), (2, None));
    }

    #[test]
    fn figure_8_shows_four_heads_spread_over_what_was_learned() {
        let w = [0.5, -1.0, 3.0, 2.0, -4.0, 1.0, 0.0, -2.0];
        let own = w.map(|w| HeadParameters { w, v: 0.0 });
        let mut settings = Settings { cursor: Some((1, 2)), ..Settings::default() };
        assert!(!settings.shows_figure_8());
        settings.show_figure_8(&own);
        assert!(settings.shows_figure_8());
        assert_eq!((settings.chosen.len(), settings.cursor), (SIDE_BY_SIDE, None));
        assert!(settings.chosen.contains(&4) && settings.chosen.contains(&2), "lowest and highest");
        assert!(settings.chosen.is_sorted() && settings.chosen.contains(&settings.head));
        settings.sentence.push('!');
        assert!(!settings.shows_figure_8());
    }
}
