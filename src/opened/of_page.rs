//! The page's own models of methods beside the Lab's: named in the settings as files are, and fetched where the
//! settings name one.

use nearfar::opened::{OF_PAGE, Showing};
use nearfar::settings::ModelChoice;

use super::{NotShown, open};
use crate::fetch::fetch_as_file;
use crate::state::Store;

/// The address of the model of the page behind a place among the models, where one is.
pub fn behind(store: Store, choice: ModelChoice) -> Option<&'static str> {
    store.settings_now(|settings| {
        let name = settings.file_of(choice);
        OF_PAGE.iter().map(|(address, _)| *address).find(|address| *address == name)
    })
}

/// Fetches a model that the settings name, and opens it in its place.
///
/// # Errors
/// Why it is not there, in a sentence.
pub async fn fetch(store: Store, address: &'static str) -> Result<(), String> {
    // No file of anybody's has an address for a name.
    let file = fetch_as_file(address, address).await?;
    // The settings show it already, or another by now.
    let showing = Showing { elsewhere: true, ..Showing::default() };
    let opened = open(store, vec![file], showing).await;
    opened.map(|_| ()).map_err(NotShown::says)
}
