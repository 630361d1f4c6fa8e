//! Controls that know nothing of attention: fields, sliders, menus, dialogs, icons.

mod dialog;
mod drop;
mod icon;
mod menu;
mod number;

pub use dialog::Dialog;
pub use drop::Drop;
pub use icon::Icon;
pub use menu::{Menu, named_menu};
pub use number::{NumberField, Slider};
