//! The word vectors from their folder, all parts.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nearfar::text::{Part, VectorPart, WordVectors};

use crate::error::CommandError;

/// The environment variable that names the folder.
pub const FOLDER_VARIABLE: &str = "NEARFAR_VECTORS";

/// Beside the sources.
const OF_SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/vectors");

/// The folder: what the user gave; what [`FOLDER_VARIABLE`] says; `public/vectors` here, or of the
/// sources that the command was built from.
pub fn folder(given: Option<&Path>) -> PathBuf {
    let named = std::env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty());
    let given = given.map(Path::to_owned).or_else(|| named.map(PathBuf::from));
    given.unwrap_or_else(|| {
        let here = PathBuf::from("public/vectors");
        if here.is_dir() { here } else { PathBuf::from(OF_SOURCES) }
    })
}

/// Loads every part.
///
/// # Errors
/// Where a part is missing or is no such file.
pub fn load(given: Option<&Path>) -> Result<WordVectors, CommandError> {
    let folder = folder(given);
    let mut vectors = WordVectors::new();
    for part in Part::all() {
        let path = folder.join(part.file_name());
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(CommandError::NoVectors { path });
            }
            other => other.map_err(|source| CommandError::Read { path: path.clone(), source })?,
        };
        let part = VectorPart::parse(&bytes);
        vectors.insert_part(part.map_err(|source| CommandError::Vectors { path, source })?);
    }
    Ok(vectors)
}

/// Loads every part if a model needs them: one whose words start from their spelling does not.
///
/// # Errors
/// As [`load`].
pub fn load_if(needed: bool, given: Option<&Path>) -> Result<WordVectors, CommandError> {
    if needed { load(given) } else { Ok(WordVectors::new()) }
}
