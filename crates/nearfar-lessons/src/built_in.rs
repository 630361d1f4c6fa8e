//! The lessons that come with the page: files as a teacher writes them, but for their texts, which stand
//! among the page's.

use crate::Lesson;

/// Their names in links, and their files.
const FILES: [(&str, &str); 4] = [
    ("not", include_str!("../lessons/not.json")),
    ("walk", include_str!("../lessons/walk.json")),
    ("sigmoid", include_str!("../lessons/sigmoid.json")),
    ("card", include_str!("../lessons/card.json")),
];

/// The names in links, that for beginners first.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The lesson of a name.
pub fn lesson(name: &str) -> Option<Lesson> {
    let (_, file) = FILES.iter().find(|(known, _)| *known == name)?;
    Lesson::parse(file.as_bytes()).ok()
}

/// All, that for beginners first.
pub fn all() -> Vec<(&'static str, Lesson)> {
    names().filter_map(|name| Some((name, lesson(name)?))).collect()
}
