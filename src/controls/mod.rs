//! Controls that know nothing of attention: fields, sliders, menus, dialogs, icons.

mod dialog;
mod drop;
mod files;
mod icon;
mod menu;
mod number;
mod panel;
mod toggle;

pub use dialog::Dialog;
pub use drop::Drop;
pub use files::{FilesMissing, ask_for_files, chosen_files, dropped};
pub use icon::{Icon, icon_button, icon_view};
pub use menu::{Menu, field, named_menu, select, select_of};
pub use number::{NumberField, Slider, whole_number};
pub use panel::Panel;
pub use toggle::{Toggle, check};
