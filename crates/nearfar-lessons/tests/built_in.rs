//! The lessons that come with the page are whole: they parse, their settings are links, their texts are there, and
//! no step is done before it was begun.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;

use nearfar::lab::first_steps::{FIRST_LESSON, PAPER_LESSON};
use nearfar::settings::Choice;
use nearfar::settings::{Settings, url::decode};
use nearfar_lessons::{Seen, built_in};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons");

fn file(name: &str) -> Value {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.json")).expect("the lesson's file");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The keys of all texts in a file.
fn keys(of: &Value, found: &mut BTreeSet<String>) {
    match of {
        Value::Object(entries) => match entries.get("key").and_then(Value::as_str) {
            Some(key) if entries.len() == 1 => drop(found.insert(key.to_owned())),
            _ => entries.values().for_each(|entry| keys(entry, found)),
        },
        Value::Array(entries) => entries.iter().for_each(|entry| keys(entry, found)),
        _ => {}
    }
}

#[test]
fn the_lessons_that_the_lab_leads_to_are_there() {
    for name in [FIRST_LESSON, PAPER_LESSON] {
        assert!(built_in::lesson(name).is_some(), "{name}");
    }
}

#[test]
fn every_file_is_a_lesson() {
    let files: BTreeSet<String> = std::fs::read_dir(FOLDER)
        .expect("the folder")
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, built_in::names().map(str::to_owned).collect());
    assert_eq!(built_in::all().len(), files.len());
    assert!((10..=14).contains(&built_in::lesson("walk").unwrap().steps.len()));
}

#[test]
fn the_sentence_is_shown_where_it_is_typed() {
    for (name, lesson) in built_in::all() {
        for step in &lesson.steps {
            let is_typed = step.done.as_ref().is_some_and(nearfar_lessons::Condition::is_typed);
            let is_shown = step.only.iter().any(|panel| panel == "sentence");
            assert_eq!(is_shown, is_typed, "{name}: {:?}", step.title);
        }
    }
}

#[test]
fn every_text_of_a_lesson_is_there_in_english() {
    for name in built_in::names() {
        let mut found = BTreeSet::new();
        keys(&file(name), &mut found);
        assert!(found.len() > 5, "{name}");
        for key in found {
            assert!(nearfar_texts::learn::find(&key).is_some(), "{name}: no text “{key}”");
        }
    }
}

#[test]
fn a_step_begins_undone_and_with_settings_that_are_understood() {
    for (name, lesson) in built_in::all() {
        for (place, step) in lesson.steps.iter().enumerate() {
            let (mut settings, ignored) = decode(&step.settings);
            assert_eq!(ignored, [], "{name}, step {}", place + 1);
            settings.room = step.room();
            assert!(step.room().name() == step.room, "{name}, step {}", place + 1);
            let is_asked = step.predict.is_some() || step.question.is_some();
            assert!(
                step.done.is_some() || is_asked,
                "{name}, step {} has nothing to do",
                place + 1
            );
            let Some(done) = &step.done else { continue };
            let head = |_, _| None;
            let met = |settings: &Settings| {
                let runs = &[None, None];
                done.is_met(&Seen { settings, head: &head, runs, predicted: false })
            };
            assert!(!met(&settings), "{name}, step {} is done at its start", place + 1);
        }
    }
}
