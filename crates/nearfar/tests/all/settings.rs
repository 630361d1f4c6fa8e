//! Links restore what they were made from, and bad ones fall back field by field.

use nearfar::Method;
use nearfar::attention::{Adjustment, MAPPINGS, Mapping};
use nearfar::checkpoint::Trained;
use nearfar::picture::palette::Theme;
use nearfar::settings::url::{
    Keep, Start, before_lesson, decode, encode, encode_all, encode_in_language, follow, last_visit,
    lesson_asked, opened_fragment, with_fragment,
};
use nearfar::settings::*;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

fn parameter() -> impl Strategy<Value = f64> {
    prop_oneof![-1e3..1e3, Just(0.0), (-60..60).prop_map(|x| f64::from(x) / 20.0)]
}

fn mapping() -> impl Strategy<Value = Mapping> {
    let numbers = [parameter(), parameter()];
    (0..MAPPINGS.len(), numbers).prop_map(|(place, numbers)| (MAPPINGS[place].with)(numbers))
}

fn method() -> impl Strategy<Value = Method> {
    prop_oneof![
        any::<bool>().prop_map(|positions| Method::Vanilla { positions }),
        (mapping(), prop::sample::select(&Adjustment::ALL[..]))
            .prop_map(|(mapping, adjustment)| Method::DistanceAware { mapping, adjustment }),
    ]
}

fn choice<C: Choice + std::fmt::Debug>() -> impl Strategy<Value = C> {
    prop::sample::select(C::ALL.iter().map(|(value, ..)| *value).collect::<Vec<_>>())
}

fn curve() -> impl Strategy<Value = Curve> {
    (mapping(), parameter())
        .prop_map(|(mapping, v)| Curve { mapping, v: if mapping.has_v() { v } else { 0.0 } })
}

fn settings() -> impl Strategy<Value = Settings> {
    let heads = (1..=16_usize).prop_flat_map(|heads| {
        (
            Just(heads),
            0..heads,
            btree_set(0..heads, 0..=heads).prop_map(|set| set.into_iter().collect()),
        )
    });
    let numbers = (vec(parameter(), 16), vec(parameter(), 16), any::<u32>(), any::<bool>());
    let sentence =
        prop_oneof![any::<String>(), Just(String::new()), Just("a&b=c#d;e,f+g%20".to_owned())];
    let cursor = prop::option::of((0..512_usize, 0..512_usize));
    let selected = btree_set(0..512_usize, 0..20).prop_map(|set| set.into_iter().collect());
    let look = (choice(), choice(), choice(), choice(), choice(), choice(), choice(), choice());
    let curves = (vec(curve(), 0..12), choice(), parameter(), any::<bool>());
    let matrix = (1..=512_usize, any::<String>());
    (
        (sentence, heads, numbers),
        (method(), method(), any::<bool>()),
        (cursor, selected),
        look,
        curves,
        matrix,
    )
        .prop_map(
            |(
                (sentence, (heads, head, chosen), (w, v, seed, learned)),
                (a, b, causal),
                (cursor, selected),
                look,
                curves,
                matrix,
            )| {
                let model: ModelChoice = look.5;
                let mut settings = Settings {
                    room: look.0,
                    sentence,
                    model,
                    model_b: look.6,
                    // A trained model has its own.
                    heads: model.own_heads().unwrap_or(heads),
                    seed,
                    inspect: matrix.1.chars().rev().collect(),
                    compare: matrix.1.repeat(2),
                    train: matrix.1,
                    a,
                    b,
                    causal,
                    distance: seed % 2 == 0,
                    competition: seed % 3 == 0,
                    head,
                    head_b: Some(seed as usize % 16)
                        .filter(|&head_b| seed % 5 == 0 && head_b != head),
                    difference: look.7,
                    chosen,
                    cursor,
                    selected,
                    view: look.1,
                    range: look.2,
                    colours: look.3,
                    theme: look.4,
                    curve: curves.0.first().map_or(Mapping::Exponent, |curve| curve.mapping),
                    curves: curves.0,
                    curve_axis: curves.1,
                    slopes: curves.3,
                    matrix_tokens: matrix.0,
                    ..Settings::default()
                };
                // What the model has learned stands in the model, and in no link.
                if settings.model == ModelChoice::Untrained || settings.model.is_file() {
                    settings.adopt(None);
                }
                if !learned {
                    // A term's shape below 0 is the trained one.
                    for (head, &number) in w.iter().enumerate().skip(seed as usize % 8) {
                        settings.set_beta(head, number);
                        settings.set_shape(head, number);
                        settings.set_shift(head, number);
                    }
                    settings.offset = curves.2 as i32;
                    w.iter().enumerate().for_each(|(head, &w)| settings.set_w(head, w));
                    v.iter().enumerate().step_by(2).for_each(|(head, &v)| settings.set_v(head, v));
                }
                settings
            },
        )
}

#[test]
fn choosing_heads_by_hand() {
    let mut settings = Settings { head: 5, ..Settings::default() };
    let mut choose = |head: usize, adds: bool| {
        settings.choose_head(head, adds);
        (settings.head, settings.chosen.clone())
    };
    assert_eq!(choose(2, false), (2, vec![]));
    assert_eq!(choose(9, true), (2, vec![9]));
    assert_eq!(choose(4, true), (2, vec![4, 9]));
    // The shown one is taken out: the first of the others is shown in its place.
    assert_eq!(choose(2, true), (4, vec![9]));
    assert_eq!(choose(9, true), (4, vec![]));
    // One is always shown.
    assert_eq!(choose(4, true), (4, vec![]));
    assert_eq!(choose(7, true), (4, vec![7]));
    assert_eq!(choose(7, false), (7, vec![]));
}

#[test]
fn all_heads_are_chosen_and_then_the_shown_one_alone() {
    let mut settings = Settings { heads: 4, head: 1, chosen: vec![3], ..Settings::default() };
    settings.choose_all_heads();
    assert_eq!(settings.moved_heads(), [0, 1, 2, 3]);
    settings.choose_all_heads();
    assert_eq!(settings.moved_heads(), [1]);
}

#[test]
fn steps_from_head_to_head_go_round() {
    let mut settings = Settings { heads: 3, head: 1, chosen: vec![2], ..Settings::default() };
    let mut step = |by: isize| {
        settings.step_head(by);
        (settings.head, settings.chosen.len())
    };
    assert_eq!([step(1), step(1), step(-1), step(-1)], [(2, 0), (0, 0), (2, 0), (1, 0)]);
}

#[test]
fn another_sentence_takes_the_cursor_and_the_selection_with_it() {
    let mut settings = Settings { cursor: Some((0, 1)), selected: vec![2], ..Settings::default() };
    assert!(settings.type_sentence("not so good"));
    assert_eq!(settings.sentence, "not so good");
    assert_eq!((settings.cursor, &settings.selected[..]), (None, &[][..]));
    // A letter of three bytes is not cut in two.
    assert!(!settings.type_sentence(&"词".repeat(MAX_SENTENCE / 3 + 1)));
    assert_eq!(settings.sentence.len(), MAX_SENTENCE / 3 * 3);
}

#[test]
fn a_token_is_selected_and_let_go() {
    let mut settings = Settings::default();
    [4, 1, 2, 4].into_iter().for_each(|token| settings.toggle_token(token));
    assert_eq!(settings.selected, [1, 2]);
}

proptest! {
    #[test]
    fn settings_to_link_to_settings_is_the_identity(settings in settings()) {
        let (restored, ignored) = decode(&encode_all(&settings));
        prop_assert_eq!(ignored, vec![]);
        prop_assert_eq!(restored, settings);
    }

    #[test]
    fn a_link_restores_the_settings_of_its_room_and_no_other(settings in settings()) {
        let (restored, ignored) = decode(&encode(&settings));
        prop_assert_eq!(ignored, vec![]);
        let default = Settings::default();
        for field in FIELDS {
            let expected = match field.name {
                // Of heads that were not moved they are the model's.
                "w" | "v" => continue,
                // As large as the wall that it is shown on.
                "theme" if settings.theme == ThemeChoice::Projector => (field.get)(&settings),
                _ if field.rooms.contains(&settings.room) => (field.get)(&settings),
                _ => (field.get)(&default),
            };
            prop_assert_eq!((field.get)(&restored), expected, "{}", field.name);
        }
    }

    #[test]
    fn plain_values_to_settings_is_the_identity(settings in settings()) {
        // What a script reads, it can write back.
        let mut copy = Settings::default();
        for field in FIELDS {
            (field.set)(&mut copy, &(field.get)(&settings)).unwrap();
        }
        // A head that has the number that it would have anyway is not altered by it.
        copy.altered = settings.altered.clone();
        prop_assert_eq!(copy, settings);
    }

    #[test]
    fn no_fragment_breaks_the_page(fragment in any::<String>()) {
        decode(&fragment);
    }

    #[test]
    fn no_field_value_breaks_the_page(text in any::<String>(), index in 0..FIELDS.len()) {
        let fragment = form_urlencoded::Serializer::new(String::new()).append_pair(FIELDS[index].name, &text).finish();
        let (settings, _) = decode(&fragment);
        prop_assert_eq!(decode(&encode_all(&settings)), (settings, vec![]));
    }
}

#[test]
fn the_default_is_an_empty_link_and_one_change_is_one_name() {
    assert_eq!(encode(&Settings::default()), "");
    let settings = Settings { room: Room::Curves, ..Settings::default() };
    assert_eq!(encode(&settings), "room=curves");
    let settings =
        Settings { cursor: Some((0, 4)), sentence: "near, far".to_owned(), ..Settings::default() };
    assert_eq!(encode(&settings), "sentence=near%2C+far&cursor=1%2C5");
}

#[test]
fn bad_fields_are_named_and_the_good_ones_kept() {
    let (settings, ignored) = decode(
        "#nearfar=9&room=attic&heads=4&w=1,NaN&seed=-3&v=5e9&a=da:clip(2):late-add&b=da:clip:x&head=17&colour=red",
    );
    assert_eq!(settings.heads, 16);
    assert_eq!(
        settings.a,
        Method::DistanceAware {
            mapping: Mapping::Clip { threshold: 2.0 },
            adjustment: Adjustment::LateAdd
        }
    );
    assert_eq!(settings.w, Settings::default().w);
    let names: Vec<_> = ignored.iter().map(|ignored| ignored.name.as_str()).collect();
    let expected =
        ["nearfar", "“room”", "“w”", "“seed”", "“v”", "“b”", "“head”", "“colour”", "“heads”"];
    assert_eq!(names, expected);
    assert!(ignored[1].reason.to_string().contains("lab, curves"), "{}", ignored[1].reason);
    assert!(ignored[2].reason.to_string().contains("not a finite number"), "{}", ignored[2].reason);
}

#[test]
fn a_head_beyond_the_last_settles() {
    let (settings, _) = decode("model=untrained&heads=2&head=9&chosen=1,2,12");
    assert_eq!((settings.head, settings.chosen), (1, vec![0, 1]));
}

#[test]
fn how_many_heads_a_trained_model_has_is_its_own() {
    for link in ["model=sst2-da&heads=3", "heads=3&model=sst2-da", "heads=3"] {
        let (settings, ignored) = decode(link);
        let [wrong] = &ignored[..] else { panic!("{link}: {ignored:?}") };
        assert_eq!((wrong.name.as_str(), &wrong.reason), ("“heads”", &SettingError::OwnHeads(16)));
        assert_eq!(settings, Settings::default(), "{link}");
    }
    for link in ["model=untrained&heads=3", "heads=3&model=untrained", "model=agnews-da&heads=16"] {
        assert_eq!(decode(link).1, vec![], "{link}");
    }
    // Until a model that was chosen has come, the number of the one before is no part of its link.
    let settings = Settings { heads: 3, ..Settings::default() };
    assert_eq!((encode(&settings), encode_all(&settings)), (String::new(), String::new()));
    // As many as their files have.
    let models = ModelChoice::ALL.iter();
    let bundled = models.filter_map(|(model, _)| model.file_name().zip(model.own_heads()));
    for (file, heads) in bundled {
        let path = format!("{}/../../public/checkpoints/{file}", env!("CARGO_MANIFEST_DIR"));
        let trained = Trained::read(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(trained.card.get("heads"), Some(&heads.to_string()), "{file}");
    }
}

#[test]
fn undo_and_redo_step_over_gestures() {
    let mut history = History::default();
    let mut now = Settings::default();
    let mut edit = |history: &mut History, w| {
        let before = now.clone();
        now.w[0] = w;
        history.record(&before, &now, Some("drag"));
    };
    for w in [0.1, 0.2, 0.3] {
        edit(&mut history, w);
    }
    assert!(history.is_in_gesture());
    history.end_gesture();
    assert!(!history.is_in_gesture());
    edit(&mut history, 0.9);
    let undone = history.undo(&now).unwrap();
    assert_eq!(undone.w[0], 0.3);
    let first = history.undo(&undone).unwrap();
    assert_eq!(first, Settings::default());
    assert!(!history.can_undo() && history.undo(&first).is_none());
    let redone = history.redo(&first).unwrap();
    assert_eq!(history.redo(&redone).unwrap(), now);
    assert!(!history.can_redo());
}

#[test]
fn rooms_are_no_steps_of_undo() {
    let mut history = History::default();
    let start = Settings::default();
    let elsewhere = |room| Settings { room, ..start.clone() };
    history.record(&start, &elsewhere(Room::Curves), None);
    assert!(!history.can_undo(), "going to a room is no edit");
    let edited = Settings { seed: 9, ..elsewhere(Room::Curves) };
    history.record(&elsewhere(Room::Curves), &edited, None);
    let left = Settings { room: Room::Train, ..edited };
    history.record(&Settings { room: Room::Curves, ..left.clone() }, &left, None);
    let undone = history.undo(&left).unwrap();
    assert_eq!(undone, elsewhere(Room::Train), "the edit is undone, the room stays");
    let back = Settings { room: Room::Lab, ..undone };
    assert_eq!(history.redo(&back).unwrap(), Settings { room: Room::Lab, ..left });
}

#[test]
fn a_page_inside_another_is_no_visit_and_a_projector_no_theme_to_keep() {
    let of = |settings: &Settings| Keep::of(settings, Default::default(), "");
    let start = Settings { seed: 9, theme: ThemeChoice::Dark, ..Settings::default() };
    let kept = of(&start);
    assert_eq!((kept.fragment.as_str(), kept.whole.as_str()), ("seed=9", "seed=9&theme=dark"));
    assert_eq!(kept.theme.as_deref(), Some("dark"));
    assert_eq!(last_visit(&kept.last_visit.unwrap()).map(|last| last.seed), Some(9));
    assert_eq!(of(&Settings { theme: ThemeChoice::Projector, ..start.clone() }).theme, None);
    let embedded = of(&Settings { embed: true, ..start });
    assert_eq!((embedded.last_visit, embedded.theme, embedded.language), (None, None, None));
    assert_eq!(embedded.before_lesson[0], embedded.whole);
}

#[test]
fn a_link_names_the_language_where_nothing_else_keeps_it() {
    let (german, _) = decode("seed=9&lang=de&theme=dark");
    assert_eq!(
        (encode(&german), encode_in_language(&german)),
        ("seed=9".into(), "seed=9&lang=de".into())
    );
}

#[test]
fn a_number_that_is_typed_is_in_its_range_and_may_have_to_be_whole() {
    let typed =
        |text: &str, is_whole| Value::Text(text.to_owned()).in_range((0.0, 4.0), is_whole).ok();
    let [any, whole] =
        [false, true].map(|is_whole| ["2", "2.5", "5", "x"].map(|text| typed(text, is_whole)));
    assert_eq!(any, [Some(2.0), Some(2.5), None, None]);
    assert_eq!(whole, [Some(2.0), None, None, None]);
}

#[test]
fn what_is_hidden_is_of_the_open_room_until_all_is_shown() {
    let (mut settings, _) = decode("room=curves&hide=heads,values&only=plot");
    assert_eq!(settings.hidden(), ["values", "plot"].map(str::to_owned));
    assert!(settings.hides_some());
    settings.show_all();
    assert!(settings.hide.is_empty() && settings.only.is_empty() && !settings.hides_some());
}

#[test]
fn the_cursor_is_locked_to_a_cell_and_released_by_the_same() {
    let mut settings = Settings::default();
    let mut press = |cell| {
        settings.toggle_cursor(cell);
        settings.cursor
    };
    assert_eq!([press((1, 2)), press((0, 2)), press((0, 2))], [Some((1, 2)), Some((0, 2)), None]);
}

#[test]
fn a_theme_is_no_step_of_undo_or_redo() {
    let mut history = History::default();
    let start = Settings::default();
    let dark = |settings: &Settings| Settings { theme: ThemeChoice::Dark, ..settings.clone() };
    history.record(&start, &dark(&start), None);
    assert!(!history.can_undo(), "choosing the theme is no edit");
    let edited = Settings { seed: 9, ..start.clone() };
    history.record(&start, &edited, None);
    assert_eq!(
        history.undo(&dark(&edited)),
        Some(dark(&start)),
        "the edit is undone, the theme stays"
    );
    history.record(&dark(&start), &start, None);
    assert_eq!(history.redo(&start), Some(edited), "and what was undone can be done again");
}

#[test]
fn presets_move_the_heads_they_say() {
    let mut settings = Settings { head: 2, chosen: vec![5], ..Settings::default() };
    let before = settings.w;
    Preset::Fig2D.apply(&mut settings);
    assert_eq!((settings.w[2], settings.v[5], settings.w[3]), (-1.0, 1.0, before[3]));
    Preset::HalfNearHalfFar.apply(&mut settings);
    assert!(settings.w[..8].iter().all(|&w| w < 0.0) && settings.w[8..].iter().all(|&w| w > 0.0));
    Preset::Flat.apply(&mut settings);
    assert_eq!(settings.w, [0.0; 16]);
}

#[test]
fn a_link_hides_what_it_names_and_says_what_it_does_not_know() {
    let (settings, ignored) = decode("hide=heads,methods,nosuch&only=experiment&embed=1");
    assert_eq!(settings.hide, ["heads", "methods"]);
    assert_eq!(settings.only, ["experiment"]);
    assert!(settings.embed && settings.hides_some());
    let [wrong] = &ignored[..] else { panic!("{ignored:?}") };
    assert_eq!(
        (wrong.name.as_str(), wrong.reason.to_string().as_str()),
        ("“hide”", "“nosuch” is no panel")
    );
    assert_eq!(encode(&settings), "hide=heads+methods&only=experiment&embed=1");
    // In any order, with any of the separators.
    for link in ["hide=methods+heads", "hide=methods;heads", "hide=heads%2Cmethods"] {
        let (settings, ignored) = decode(link);
        assert_eq!((settings.hide, ignored), (vec!["heads", "methods"], vec![]), "{link}");
    }
}

#[test]
fn a_panel_of_another_room_leaves_no_empty_page() {
    let (settings, ignored) = decode("room=curves&only=heads");
    assert!(settings.only.is_empty() && !settings.hides_some());
    assert_eq!(ignored[0].name, "“only”");
    assert_eq!(ignored[0].reason.to_string(), "the room curves has no “heads”");
    // The link of a room says nothing of the panels of others.
    let (mut settings, _) = decode("hide=heads+help&only=experiment");
    settings.room = Room::Curves;
    assert_eq!(encode(&settings), "room=curves&hide=help");
    // And all of it is there after a reload.
    let whole = encode_all(&settings);
    assert!(whole.contains("hide=help+heads"), "{whole}");
}

#[test]
fn what_a_link_hides_is_not_kept_for_later() {
    let (settings, ignored) = decode("sentence=one&hide=heads&only=stage&embed=1&theme=projector");
    assert_eq!(ignored, vec![]);
    assert_eq!(encode_all(&settings.for_later()), "sentence=one");
    let (dark, _) = decode("theme=dark&hide=heads");
    assert_eq!(encode_all(&dark.for_later()), "theme=dark");
    // A projector is a part of the link; other themes are whoever opens it's own.
    assert_eq!(encode(&decode("theme=projector").0), "theme=projector");
    assert_eq!(encode(&decode("theme=dark").0), "");
    // Of a page in another one nothing is stored.
    assert_eq!(encode(&decode("embed=1&theme=dark&lang=de").0), "theme=dark&embed=1&lang=de");
    for bad in ["embed=2", "embed=yes", "theme=wall", "only=x"] {
        let (settings, ignored) = decode(bad);
        assert_eq!((settings, ignored.len()), (Settings::default(), 1), "{bad}");
    }
}

#[test]
fn the_plain_start_keeps_what_is_no_part_of_an_experiment() {
    let link = "room=compare&sentence=one&seed=4&theme=dark&lang=de&embed=1&train=task%3Dagnews&hide=heads";
    let (settings, ignored) = decode(link);
    assert_eq!(ignored, vec![]);
    let start = settings.plain_start();
    let (theme, language, train) = (settings.theme, settings.language, settings.train.clone());
    let expected = Settings {
        room: Room::Compare,
        theme: ThemeChoice::Dark,
        language: Language::German,
        embed: true,
        train: train.clone(),
        ..Settings::default()
    };
    assert_eq!(start, expected);
    assert_eq!((start.theme, start.language, train.is_empty()), (theme, language, false));
    // In its own room the choices of training begin again as well.
    let there = Settings { room: Room::Train, ..settings };
    assert_eq!(there.plain_start().train, "");
    assert!(!there.is_plain_start() && start.is_plain_start());
}

#[test]
fn a_model_that_has_come_leaves_the_plain_start_plain() {
    let mut settings = Settings { room: Room::Curves, ..Settings::default() };
    assert!(settings.is_plain_start());
    settings.w[3] = 2.5;
    assert!(settings.is_plain_start(), "w of the model's own");
    settings.set_w(3, 2.5);
    assert!(!settings.is_plain_start(), "w that somebody moved");
    assert!(settings.plain_start().is_plain_start());
}

#[test]
fn who_leaves_a_lesson_after_undo_of_start_over_finds_what_was_before_it() {
    let of = |sentence: &str, lesson: &str, step| {
        let (sentence, lesson) = (sentence.to_owned(), lesson.to_owned());
        encode_all(&Settings { sentence, lesson, step, ..Settings::default() })
    };
    let own = of("Cats sleep", "", 1);
    let [first, second] = [1, 2].map(|step| of("a b", "walk", step));
    let plain = encode_all(&Settings::default());
    let mut kept: [String; 3] = Default::default();
    let mut last = String::new();
    let mut before = |now: &String| {
        kept = before_lesson(std::mem::take(&mut kept), &last, now);
        last.clone_from(now);
        kept[0].clone()
    };
    assert_eq!([&own, &first, &second].map(&mut before), [&own, &own, &own].map(Clone::clone));
    // Start over, undo.
    assert_eq!([&plain, &second].map(&mut before), [&plain, &own].map(Clone::clone));
    // A lesson that is begun afterwards is another one.
    assert_eq!([&plain, &first].map(&mut before), [&plain, &plain].map(Clone::clone));
}

#[test]
fn an_address_asks_for_a_lesson_by_a_name_or_a_file_of_the_site() {
    let asked = |query: &str| lesson_asked(query);
    assert_eq!(asked("?lesson=walk").as_deref(), Some("walk"));
    assert_eq!(
        asked("?a=1&lesson=lessons/my_own-2.json").as_deref(),
        Some("lessons/my_own-2.json")
    );
    assert_eq!(asked("?lesson=one&lesson=two").as_deref(), Some("one"));
    assert_eq!(asked(&format!("?lesson={}", "a".repeat(200))).map(|name| name.len()), Some(200));
    let long = format!("?lesson={}", "a".repeat(201));
    for query in
        ["", "?", "lesson=walk", "?lesson=", "?lesson", "?lesson=a%20b", "?lesson=http://x", &long]
    {
        assert_eq!(asked(query), None, "{query}");
    }
}

#[test]
fn a_tab_that_is_loaded_anew_has_all_that_it_had() {
    let kept = |text: &str| Some(text.to_owned());
    let tab = kept("head=2&room=curves&curves=exponent");
    let started = |fragment| {
        let links = [kept("room=curves"), kept("left=1")];
        let (settings, ignored) =
            Start { fragment, links, tab: tab.clone(), ..Start::default() }.settings();
        (settings.head, settings.room, ignored.len())
    };
    assert_eq!(started("#room=curves"), (1, Room::Curves, 0));
    // The link that stood there while settings were still to be written.
    assert_eq!(started("#left=1"), (1, Room::Curves, 0));
    // Another link is that link alone, and what is wrong of it is named.
    assert_eq!(started("#head=3"), (2, Room::Lab, 0));
    let plain = Settings::default().head;
    assert_eq!(started("#left=2"), (plain, Room::Lab, 1));
    assert_eq!(started(""), (plain, Room::Lab, 0));
    // Nothing of the tab is kept.
    let links = [kept("head=3"), None];
    let (settings, _) = Start { fragment: "#head=3", links, ..Start::default() }.settings();
    assert_eq!(settings.head, 2);
}

#[test]
fn what_was_chosen_for_every_visit_holds_where_the_link_says_nothing() {
    let started = |fragment| {
        let [theme, language] = ["dark", "de"].map(|name| Some(name.to_owned()));
        let query = "?lesson=walk";
        Start { fragment, query, theme, language, ..Start::default() }.settings().0
    };
    let plain = started("");
    assert_eq!((plain.theme, plain.language), (ThemeChoice::Dark, Language::German));
    assert_eq!(plain.lesson, "walk");
    let linked = started("#theme=light&lang=ko&lesson=own");
    assert_eq!((linked.theme, linked.language), (ThemeChoice::Light, Language::Korean));
    assert_eq!(linked.lesson, "own");
    let odd = Start { theme: Some("green".to_owned()), ..Start::default() }.settings().0;
    assert_eq!(odd, Settings::default());
}

#[test]
fn a_link_followed_on_an_open_page_leaves_theme_and_language() {
    let now = Settings {
        theme: ThemeChoice::Dark,
        language: Language::German,
        sentence: "Now".to_owned(),
        ..Settings::default()
    };
    let (followed, ignored) = follow("head=3&zzz=1", &now);
    assert_eq!((followed.theme, followed.language), (ThemeChoice::Dark, Language::German));
    // All else is the link's, or the default.
    assert_eq!((followed.head, ignored.len()), (2, 1));
    assert_eq!(followed.sentence, Settings::default().sentence);
    let (linked, _) = follow("theme=light&lang=ko", &now);
    assert_eq!((linked.theme, linked.language), (ThemeChoice::Light, Language::Korean));
}

#[test]
fn a_theme_is_what_was_chosen_else_what_the_system_has() {
    let themes =
        [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Projector];
    let names =
        |system_is_dark: bool| themes.map(|choice| choice.name_of(choice.theme(system_is_dark)));
    assert_eq!(names(false), ["light", "light", "dark", "projector"]);
    assert_eq!(names(true), ["dark", "light", "dark", "projector"]);
    // Paper is light.
    assert_eq!(themes.map(|choice| choice.name_of(Theme::Light))[2..], ["light", "projector"]);
}

#[test]
fn an_anchor_of_the_page_is_no_link_to_settings() {
    assert_eq!(opened_fragment("https://example.org/#head=2&w=1:1"), Some("head=2&w=1:1"));
    for plain in ["https://example.org/", "https://example.org/#"] {
        assert_eq!(opened_fragment(plain), Some(""), "{plain}");
    }
    assert_eq!(opened_fragment("https://example.org/#main"), None);
    assert_eq!(with_fragment("/page", ""), "/page");
    assert_eq!(with_fragment("/page", "head=2"), "/page#head=2");
}

#[test]
fn the_last_visit_is_told_where_it_ended_elsewhere_than_it_begins() {
    assert_eq!(last_visit(""), None);
    // What a visitor chose for every visit is no place to go back to.
    assert_eq!(last_visit("theme=dark&lang=de"), None);
    assert_eq!(last_visit("head=2&theme=dark").map(|last| last.head), Some(1));
}

#[test]
fn a_lesson_is_marked_as_learn_in_whatever_room_its_step_is() {
    let mut settings = Settings { room: Room::Lab, ..Settings::default() };
    assert_eq!(settings.marked_room(), Room::Lab);
    settings.lesson = "not".to_owned();
    assert_eq!(settings.marked_room(), Room::Learn);
    settings.only.push("sentence");
    let before = || Settings { head: 2, room: Room::Learn, ..Settings::default() };
    // Its list does not leave it; the tabs of rooms do.
    settings.go_to(Room::Learn, before);
    assert_eq!((settings.room, settings.lesson.as_str()), (Room::Learn, "not"));
    for room in [Room::Lab, Room::Compare] {
        let mut left = settings.clone();
        left.go_to(room, before);
        assert_eq!(left, Settings { room, ..before() });
    }
    settings.go_to(Room::Lab, before);
    // Without a lesson it changes nothing.
    settings.go_to(Room::Lab, Settings::default);
    assert_eq!(settings.head, 2);
}
