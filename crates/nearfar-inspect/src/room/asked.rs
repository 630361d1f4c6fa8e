//! What a link asks of a file until that is open, and what of it is not shown, in sentences. Heads are
//! [`super::pass::Looks`]'s.

use nearfar::settings::quoted;
use nearfar_texts::inspect as texts;

use super::pass::Looks;
use super::report::NONE;
use crate::link::{Linked, Named};
use crate::protocol::Opened;

/// What the last link asks for. It stands until another link comes, or another file is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    file: Named,
    is_open: bool,
    /// The tensor that is looked at once the file is open.
    tensor: Option<String>,
    /// Parts of the link that were not understood, as they stand in it.
    misread: Vec<String>,
    /// That the file has no such tensor, in a sentence.
    no_tensor: Option<String>,
}

impl Asked {
    /// By a link, of which these parts were not understood.
    pub fn new(linked: &Linked, misread: Vec<String>) -> Asked {
        let (file, tensor) = (linked.file.clone(), linked.tensor.clone());
        Asked { file, tensor, misread, ..Asked::default() }
    }

    /// Whether it is the model that the room begins with.
    pub fn is_example(&self) -> bool {
        self.file == Named::Example
    }

    /// The file of the user's that nobody opened yet.
    pub fn awaited(&self) -> Option<&str> {
        match &self.file {
            Named::Own(name) if !self.is_open => Some(name),
            _ => None,
        }
    }

    /// A file is open: the place of the tensor that is looked at in it, which is the one that the link asks for, else the
    /// first. Another file forgets the link.
    pub fn opened(&mut self, file: &Named, opened: &Opened) -> Option<usize> {
        if self.file != *file {
            *self = Asked { file: file.clone(), ..Asked::default() };
        }
        self.is_open = true;
        let first = opened.tensors.first();
        let asked = self.tensor.take();
        let place = asked.as_ref().and_then(|name| opened.place_of(name));
        if let Some(name) = asked.filter(|_| place.is_none()) {
            let shown = first.map_or(NONE, |line| line.name.as_str());
            self.no_tensor = Some(texts::link_no_tensor(quoted(&name), shown));
        }
        place.or(first.map(|_| 0))
    }

    /// What of the link is not shown, and what is shown instead; `looks` has what of it the model lacks. `None` where all
    /// is shown.
    pub fn says(&self, looks: &Looks) -> Option<String> {
        let misread = (!self.misread.is_empty()).then(|| texts::link_odd(self.misread.join(", ")));
        let says = misread.into_iter().chain(self.no_tensor.clone());
        let says: Vec<String> = says.chain(looks.left().iter().cloned()).collect();
        (!says.is_empty()).then(|| says.join(" "))
    }
}
