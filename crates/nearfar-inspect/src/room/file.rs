//! The open file in words: its format and size, what came with it, its metadata, what its reader has to say; and
//! whether the Lab can show it.

use nearfar::picture::scale::format_count;
use nearfar_texts::inspect as texts;
use nearfar_texts::words::reason;

use super::grouped;
use super::report::Fact;
use crate::checkpoint::Format;
use crate::kinds::is_tokenizer;
use crate::protocol::Opened;
use crate::report::{Family, Report};

/// Letters of a value of the metadata that are shown.
const LONGEST_VALUE: usize = 2_000;
/// Entries of the metadata that are shown.
const MOST_ENTRIES: usize = 200;
/// Other tensors of the same storage that are named.
const TWINS: usize = 5;

impl Format {
    /// As people call it.
    pub fn label(self) -> &'static str {
        match self {
            Format::SafeTensors => ".safetensors",
            Format::TorchZip => texts::format_torch_zip(),
            Format::TorchLegacy => texts::format_torch_legacy(),
            Format::Npy => texts::format_npy(),
            Format::Npz => texts::format_npz(),
            Format::Hdf5 => "HDF5",
            Format::Keras => texts::format_keras(),
            Format::Onnx => "ONNX",
            Format::Gguf => "GGUF",
            Format::Json => "JSON",
        }
    }
}

const KB: u64 = 1 << 10;
const MB: u64 = 1 << 20;
const GB: u64 = 1 << 30;

/// Bytes as people say them.
pub fn bytes_text(bytes: u64) -> String {
    let number = |unit: u64| {
        let value = bytes as f64 / unit as f64;
        if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
    };
    match bytes {
        GB.. => texts::gigabytes(number(GB)),
        MB.. => texts::megabytes(number(MB)),
        KB.. => texts::kilobytes(number(KB)),
        _ => texts::bytes(bytes),
    }
}

/// How the reader ended, and what can be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Why, in a sentence.
    pub why: String,
    /// Whether more time may help.
    pub by_time: bool,
}

impl Ended {
    /// Where `why` says what became of it ("stopped: ..."), and whether there is no other.
    pub fn new(why: &str, by_time: bool, is_final: bool) -> Ended {
        let memory = || format!("{} {}", texts::reader_ended(why), texts::reader_ended_memory());
        let why = match (is_final, by_time) {
            (true, _) => texts::reader_gone(why),
            (false, true) => texts::reader_ended(why),
            (false, false) => memory(),
        };
        Ended { why, by_time }
    }
}

/// A text of the page.
type Label = fn() -> &'static str;

/// How the Lab shows the open model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLab {
    /// It reads the file by itself: one of this project's.
    Itself,
    /// In one of its panels, with what Inspect's reader gives of it.
    Panel,
}

/// Models of the site that open with a click: their addresses, and what the buttons say. The first one is open at the
/// beginning.
pub const EXAMPLES: [(&str, Label); 4] = [
    ("checkpoints/sst2-da.safetensors", texts::examples_reviews),
    ("checkpoints/agnews-da.safetensors", texts::examples_news),
    ("checkpoints/sst2-vanilla.safetensors", texts::examples_reviews_vanilla),
    ("checkpoints/sst2-kerple.safetensors", texts::examples_reviews_kerple),
];

impl Opened {
    /// Its format and size, how many tensors it has and how many numbers.
    pub fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new(texts::format(), self.format.label()),
            Fact::new(texts::size(), bytes_text(self.size)),
            Fact::new(texts::table(), grouped(self.tensors.len())),
            Fact::new(texts::numbers(), format_count(self.parameters())),
        ]
    }

    /// The beginning of its metadata; long values are cut.
    pub fn metadata_shown(&self) -> Vec<(String, String)> {
        let shown = |(key, value): &(String, String)| {
            let cut = value.char_indices().nth(LONGEST_VALUE).and_then(|(at, _)| value.get(..at));
            let value = cut.map_or(value.clone(), |cut| texts::metadata_cut(cut, value.len()));
            (key.clone(), value)
        };
        self.metadata.iter().take(MOST_ENTRIES).map(shown).collect()
    }

    /// The files that were opened with it, in a sentence. The tokenizer is the one that is used, though another came
    /// first.
    pub fn with_it(&self, tokenizer: Option<String>) -> Option<String> {
        let others = self.beside.iter().filter(|name| !is_tokenizer(name)).cloned();
        let names: Vec<String> = others.chain(tokenizer).collect();
        (!names.is_empty()).then(|| texts::with_it(names.join(", ")))
    }

    /// What its reader has to say.
    pub fn remarks(&self) -> Vec<String> {
        [self.notes.as_slice(), &self.passed_over].concat()
    }

    /// Which tensors have the numbers of this one, in a sentence.
    pub fn twins(&self, place: usize) -> Option<String> {
        let shared = self.tensors.get(place)?.shared?;
        let others = self.tensors.iter().enumerate();
        let others = others.filter(|(other, line)| *other != place && line.shared == Some(shared));
        let names: Vec<&str> = others.map(|(_, line)| line.name.as_str()).take(TWINS).collect();
        (!names.is_empty()).then(|| texts::tensor_twins(names.join(", ")))
    }

    /// How the Lab shows it, recognised so: what the room runs, and attention weights from elsewhere, which nobody runs.
    /// `None` where it does not: a model that gives every word a class, say.
    pub fn in_lab(&self, report: &Report) -> Option<InLab> {
        let is_map = matches!(self.maps, Some(Ok(_)));
        match report.family {
            _ if is_map => Some(InLab::Panel),
            _ if report.cannot_run().is_some() => None,
            Family::Nearfar => Some(InLab::Itself),
            _ => Some(InLab::Panel),
        }
    }
}

/// A name of a recent file, as a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// The address of a file of the site, which the button opens; `None` of a file of the user's, of which nothing
    /// but the name is kept.
    pub address: Option<String>,
    /// What the button says.
    pub label: String,
    /// And its title.
    pub title: String,
}

impl Recent {
    /// Of a name that is kept.
    pub fn of(name: &str) -> Recent {
        let last = name.rsplit('/').next().unwrap_or_default();
        match name.contains('/') {
            true => Recent {
                address: Some(name.to_owned()),
                label: last.to_owned(),
                title: texts::recent_address(name),
            },
            false => Recent {
                address: None,
                label: format!("{last} …"),
                title: texts::recent_file().to_owned(),
            },
        }
    }
}

/// An error as a sentence: it begins with a capital, and ends once.
pub fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    reason(first + chars.as_str())
}
