//! Zip archives: entries by name, stored ones as parts of the file.
