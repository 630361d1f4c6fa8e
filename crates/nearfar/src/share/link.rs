//! Links that show a part of the page, and the code that embeds them.

use crate::panels::{Named, PANELS, of_room};
use crate::settings::url::{encode, with_fragment};
use crate::settings::{Language, Room, Settings, ThemeChoice};

/// What a link says beside the settings of now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// The panels that are ticked.
    pub ticked: Named,
    /// Those that the link can show alone: what its room shows now, and what the page's own link names.
    pub there: Named,
    /// What becomes of them.
    pub shown: Shown,
    /// Whether it is large and high in contrast.
    pub projector: bool,
    /// The language that it opens in, whatever the reader's is.
    pub language: Option<&'static str>,
}

/// What becomes of the ticked panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// All panels are shown, ticked or not.
    #[default]
    All,
    /// All but the ticked ones.
    Hidden,
    /// The ticked ones alone.
    Only,
}

impl Choices {
    /// As the page shows itself now; `is_there` says which panels the open room shows.
    pub fn of(settings: &Settings, is_there: impl Fn(&str) -> bool) -> Choices {
        let (ticked, shown) = match (&settings.only[..], &settings.hide[..]) {
            ([], []) => (Vec::new(), Shown::All),
            ([], hide) => (hide.to_vec(), Shown::Hidden),
            (only, _) => (only.to_vec(), Shown::Only),
        };
        let names = PANELS.iter().map(|row| row.name);
        let there = names.filter(|name| settings.only.contains(name) || is_there(name)).collect();
        let projector = settings.theme == ThemeChoice::Projector;
        Choices { ticked, there, shown, projector, language: None }
    }

    /// The panels of a room that can be ticked. Alone none is shown that is not there: the room would be empty.
    pub fn offered(&self, room: Room) -> Named {
        let all: Named = PANELS.iter().map(|row| row.name).collect();
        of_room(if self.shown == Shown::Only { &self.there } else { &all }, room)
    }

    /// Shows the panels of a room in another way; what cannot be ticked then is ticked no longer.
    pub fn show(&mut self, way: Shown, room: Room) {
        self.shown = way;
        let offered = self.offered(room);
        self.ticked.retain(|name| offered.contains(name));
    }

    /// Whether any panel of a room can be shown alone.
    pub fn can_show_alone(&self, room: Room) -> bool {
        !of_room(&self.there, room).is_empty()
    }

    /// Ticks a panel of a room, or no longer; the ticked ones stand in the order of the page, as a link has them.
    pub fn tick(&mut self, panel: &'static str, is_ticked: bool, room: Room) {
        self.ticked.retain(|name| *name != panel);
        if is_ticked {
            self.ticked.push(panel);
        }
        self.ticked = of_room(&self.ticked, room);
    }
}

/// The flags that suffice: scripts, its own files and storage (`allow-same-origin`: without it the page's origin
/// is none, and no browser gives it its own program), the link to the whole page, and saving pictures.
pub const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-downloads";

/// The link to settings at the page's `address`, which has no fragment.
pub fn link(address: &str, settings: &Settings, choices: &Choices) -> String {
    with_address(address, settings, choices, false)
}

/// The link to the same inside another page.
pub fn embedded_link(address: &str, settings: &Settings, choices: &Choices) -> String {
    with_address(address, settings, choices, true)
}

fn with_address(address: &str, settings: &Settings, choices: &Choices, embed: bool) -> String {
    let ticked = |wanted: Shown| match choices.shown == wanted {
        true => choices.ticked.clone(),
        false => Vec::new(),
    };
    let mut only = ticked(Shown::Only);
    only.retain(|name| choices.there.contains(name));
    let settings = Settings {
        hide: ticked(Shown::Hidden),
        only,
        theme: if choices.projector { ThemeChoice::Projector } else { ThemeChoice::System },
        language: Language::Browser,
        embed,
        ..settings.clone()
    };
    let mut fragment = encode(&settings);
    if let Some(language) = choices.language {
        if !fragment.is_empty() {
            fragment.push('&');
        }
        fragment.push_str("lang=");
        fragment.push_str(language);
    }
    with_fragment(address, &fragment)
}

/// The HTML that shows a link inside another page, `height` CSS pixels high until the page says how high it is.
pub fn embed_code(link: &str, title: &str, height: u32) -> String {
    let (link, title) = (attribute(link), attribute(title));
    format!(
        "<iframe src=\"{link}\" title=\"{title}\" width=\"100%\" height=\"{height}\" loading=\"lazy\" \
         style=\"border: 0\" sandbox=\"{SANDBOX}\" allow=\"clipboard-write\"></iframe>"
    )
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::url::decode;

    const ADDRESS: &str = "https://example.org/nearfar/";

    fn choices(shown: Shown) -> Choices {
        let ticked = vec!["heads", "methods"];
        Choices { there: ticked.clone(), ticked, shown, ..Choices::default() }
    }

    #[test]
    fn ticked_panels_stand_in_the_order_of_the_page() {
        let mut choices = Choices::default();
        choices.tick("methods", true, Room::Lab);
        choices.tick("heads", true, Room::Lab);
        let all = of_room(&["methods", "heads"], Room::Lab);
        assert_eq!((choices.ticked.len(), &choices.ticked), (2, &all));
        choices.tick("heads", true, Room::Lab);
        assert_eq!(choices.ticked, all);
        choices.tick("methods", false, Room::Lab);
        assert_eq!(choices.ticked, ["heads"]);
    }

    /// Of Compare one part is shown at a time, of Inspect one view: a link that shows another one alone opens an empty room.
    #[test]
    fn alone_is_shown_what_is_there() {
        let (settings, _) = decode("room=compare");
        let mut choices = Choices::of(&settings, |name| ["lead", "grid", "heads"].contains(&name));
        assert!(choices.offered(Room::Compare).contains(&"tree"));
        choices.shown = Shown::Hidden;
        assert!(choices.offered(Room::Compare).contains(&"tree"));
        choices.tick("tree", true, Room::Compare);
        choices.tick("grid", true, Room::Compare);
        let hides = format!("{ADDRESS}#room=compare&hide=grid+tree");
        assert_eq!(link(ADDRESS, &settings, &choices), hides);
        choices.show(Shown::Only, Room::Compare);
        assert_eq!(choices.offered(Room::Compare), ["grid", "lead"]);
        // What was ticked to be hidden, and is not there, is ticked no longer.
        assert_eq!(choices.ticked, ["grid"]);
        assert_eq!(link(ADDRESS, &settings, &choices), format!("{ADDRESS}#room=compare&only=grid"));
        // What the page's own link shows alone comes with its file.
        let (linked, _) = decode("room=inspect&only=run-matrix");
        let choices = Choices::of(&linked, |_| false);
        assert_eq!(choices.offered(Room::Inspect), ["run-matrix"]);
        assert!(choices.can_show_alone(Room::Inspect) && !choices.can_show_alone(Room::Learn));
    }

    #[test]
    fn a_link_says_what_is_ticked_and_no_more() {
        let (settings, _) = decode("seed=4&theme=dark&hide=help");
        let of = |choices: &Choices| link(ADDRESS, &settings, choices);
        assert_eq!(of(&Choices::default()), format!("{ADDRESS}#seed=4"));
        assert_eq!(of(&choices(Shown::All)), format!("{ADDRESS}#seed=4"));
        assert_eq!(of(&choices(Shown::Hidden)), format!("{ADDRESS}#seed=4&hide=heads+methods"));
        let all = Choices { projector: true, language: Some("ko"), ..choices(Shown::Only) };
        let expected = format!("{ADDRESS}#seed=4&theme=projector&only=heads+methods&lang=ko");
        assert_eq!(of(&all), expected);
        assert_eq!(link(ADDRESS, &Settings::default(), &Choices::default()), ADDRESS);
        let language = Choices { language: Some("de"), ..Choices::default() };
        assert_eq!(link(ADDRESS, &Settings::default(), &language), format!("{ADDRESS}#lang=de"));
    }

    #[test]
    fn what_a_link_says_is_read_back() {
        let wanted = Choices { projector: true, language: Some("zh"), ..choices(Shown::Only) };
        let link = embedded_link(ADDRESS, &Settings::default(), &wanted);
        let (read, ignored) = decode(link.split_once('#').map_or("", |(_, fragment)| fragment));
        assert_eq!(ignored, vec![]);
        assert_eq!(Choices::of(&read, |_| false), Choices { language: None, ..wanted });
        assert_eq!((read.only, read.embed), (vec!["heads", "methods"], true));
        assert_eq!((read.theme, read.language), (ThemeChoice::Projector, Language::Chinese));
        let hides = decode("hide=heads").0;
        let hidden = Choices { ticked: vec!["heads"], shown: Shown::Hidden, ..Choices::default() };
        assert_eq!(
            (Choices::of(&hides, |_| false), Choices::of(&Settings::default(), |_| false)),
            (hidden, Choices::default())
        );
    }

    #[test]
    fn code_is_one_element_whatever_the_title() {
        let link = embedded_link(ADDRESS, &Settings::default(), &choices(Shown::Only));
        let code = embed_code(&link, "\"near\" <far> & w", 480);
        assert_eq!(code.matches('<').count(), 2);
        assert!(code.contains("title=\"&quot;near&quot; &lt;far> &amp; w\""), "{code}");
        assert!(code.contains("only=heads+methods&amp;embed=1\""), "{code}");
        assert!(code.contains(&format!("sandbox=\"{SANDBOX}\"")));
    }
}
