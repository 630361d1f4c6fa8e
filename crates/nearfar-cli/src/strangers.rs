//! Models of others on the disk: the file, what lies beside it, and the parts that an index names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar_inspect::bundle::{self, Bundle};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::source::FileSource;

use crate::error::CommandError;

/// The configuration that lies beside a model.
const CONFIG: &str = "config.json";

/// Opens a model with the files named, and with the config.json and the parts that lie beside it;
/// `config` is its configuration, whatever its name.
///
/// # Errors
/// Where a file cannot be read or is refused.
pub fn open(
    path: &Path,
    beside: &[PathBuf],
    config: Option<&Path>,
) -> Result<Bundle, CommandError> {
    let mut files = vec![named(path)?];
    for path in beside {
        files.push(named(path)?);
    }
    if let Some(config) = config {
        files.push(Named { name: CONFIG.to_owned(), ..named(config)? });
    }
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let mut lying = Vec::new();
    let has_config = files.iter().skip(1).any(|file| file.name.ends_with(CONFIG));
    if !has_config && path.file_name().is_some_and(|name| name != CONFIG) {
        lying.push(CONFIG.to_owned());
    }
    let refused = |path: &Path, source| CommandError::Inspect { path: path.to_owned(), source };
    if let Some(index) = files.first().filter(|file| bundle::is_index(&file.name)) {
        lying.extend(bundle::parts_of(index).map_err(|source| refused(path, source))?);
    }
    for name in lying {
        let path = folder.join(&name);
        if path.is_file() && files.iter().all(|file| file.name != name) {
            files.push(named(&path)?);
        }
    }
    bundle::open_together(files).map_err(|error| {
        let named = Path::new(&error.file).file_name().unwrap_or_default();
        let of = if path.file_name() == Some(named) { path.to_owned() } else { folder.join(named) };
        refused(&of, error.error)
    })
}

fn named(path: &Path) -> Result<Named, CommandError> {
    let read = |source| CommandError::Read { path: path.to_owned(), source };
    if path.is_dir() {
        let why = "it is a folder; name the file in it".to_owned();
        return Err(read(std::io::Error::other(why)));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Named { name, source: FileSource::open(path).map(Arc::new).map_err(read)? })
}
