//! What a file is by its name: which endings models have, and what belongs beside one. A name says where a file
//! goes and what is said of it; what is in it is told by its content alone ([`crate::formats`]).

use crate::checkpoint::Format;

/// How the name of an index ends (`model.safetensors.index.json`).
const INDEX: &str = ".index.json";

/// Files of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What they are called beside their endings; empty where the ending says it.
    pub name: &'static str,
    /// How their names end, without the dot, in small letters.
    pub endings: &'static [&'static str],
    /// What may be in them; nothing where they only belong beside a model.
    pub formats: &'static [Format],
    /// Whether they may belong beside a model.
    pub is_beside: bool,
}

const fn model(
    name: &'static str,
    endings: &'static [&'static str],
    formats: &'static [Format],
) -> Kind {
    Kind { name, endings, formats, is_beside: false }
}

/// Every kind of file that is opened. The page, the command and docs/inspect.md have their endings from here.
pub const KINDS: &[Kind] = &[
    model("", &["safetensors"], &[Format::SafeTensors]),
    model(
        "PyTorch",
        &["pt", "pth", "bin", "ckpt", "pkl"],
        &[Format::TorchZip, Format::TorchLegacy],
    ),
    model("", &["npy"], &[Format::Npy]),
    model("", &["npz"], &[Format::Npz]),
    model("Keras", &["h5", "hdf5", "keras"], &[Format::Hdf5, Format::Keras]),
    model("", &["onnx"], &[Format::Onnx]),
    model("", &["gguf"], &[Format::Gguf]),
    // A configuration, a tokenizer, an index of parts; or attention weights.
    Kind { name: "", endings: &["json"], formats: &[Format::Json], is_beside: true },
    // A vocabulary, numbers of an .onnx, a description.
    Kind { name: "", endings: &["txt", "data", "md"], formats: &[], is_beside: true },
];

/// The kind of a file by its name; `None` where the ending is no one's.
pub fn of(name: &str) -> Option<&'static Kind> {
    let (_, ending) = name.rsplit_once('.')?;
    KINDS.iter().find(|kind| kind.endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// Whether a file is a model by its name, and nothing else.
pub fn is_model(name: &str) -> bool {
    of(name).is_some_and(|kind| !kind.is_beside)
}

/// Whether a file may belong beside a model, by its name.
pub fn is_companion(name: &str) -> bool {
    of(name).is_some_and(|kind| kind.is_beside)
}

/// Whether a file is a tokenizer, by its name.
pub fn is_tokenizer(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    (name.contains("tokenizer") && name.ends_with(".json") && !name.contains("config"))
        || (name.contains("vocab") && name.ends_with(".txt"))
}

/// Whether a file is what a tokenizer says of itself beside its vocabulary, by its name.
pub fn is_tokenizer_config(name: &str) -> bool {
    name.eq_ignore_ascii_case("tokenizer_config.json")
}

/// Whether a file is the index of a model's parts, by its name.
pub fn is_index(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(INDEX)
}

/// Whether a file is a model's config.json, by its name.
pub(crate) fn is_config(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "config.json"
        || name.ends_with("_config.json")
            && !name.contains("tokenizer")
            && !name.contains("generation")
            && !name.contains("preprocessor")
        || name.ends_with("-config.json")
        || name.ends_with(".config.json")
}

/// `model-00001-of-00003.safetensors`: what stands before, its number, how many there are, and what
/// stands behind.
pub(crate) fn part_name(name: &str) -> Option<(&str, usize, usize, &str)> {
    let (before, rest) = name.rsplit_once("-of-")?;
    let (stem, number) = before.rsplit_once('-')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (of, ending) = rest.split_at_checked(digits)?;
    let fits = |text: &str| (1..=6).contains(&text.len());
    if !fits(number) || !fits(of) {
        return None;
    }
    let (number, of) = (number.parse().ok()?, of.parse().ok()?);
    (1..=of).contains(&number).then_some((stem, number, of, ending))
}

/// Whether two files are parts of one model, by their names.
pub(crate) fn are_of_one_model(one: &str, other: &str) -> bool {
    let set = |name| part_name(name).map(|(stem, _, of, ending)| (stem, of, ending));
    set(one).is_some_and(|one| set(other) == Some(one))
}

/// The kinds of models with their endings: `.safetensors, PyTorch (.pt .pth ...), .npy`.
pub fn in_words() -> String {
    let in_words = |kind: &Kind| {
        let endings: Vec<String> = kind.endings.iter().map(|ending| format!(".{ending}")).collect();
        let endings = endings.join(" ");
        if kind.name.is_empty() { endings } else { format!("{} ({endings})", kind.name) }
    };
    let models = KINDS.iter().filter(|kind| !kind.is_beside);
    models.map(in_words).collect::<Vec<_>>().join(", ")
}
