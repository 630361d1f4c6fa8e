//! The Inspect room's part of a link: which file is open, what of it is looked at, what is laid over its heads. The
//! page keeps it as one text. A link comes from anyone: what is too long or not understood is left out.

use std::collections::BTreeMap;

use form_urlencoded::{Serializer, parse};
use nearfar::Method;
use nearfar::settings::{
    Choice, MAX_PARAMETER, MAX_ROOM_TEXT, method_from_text, method_text, quoted,
};

use crate::protocol::Opened;
use crate::room::View;

/// Bytes of a name. Those of files have at most 255 letters.
const LONGEST_NAME: usize = 1_000;
/// Numbers of layers and heads go so far.
const MOST: usize = 1_000;
/// Heads over which something is laid.
const MOST_HEADS: usize = 20_000;

/// The numbers of tokens that the room begins with where nobody knows words, as they are typed.
pub const FIRST_IDS: &str = "1 2 3 4 5 6 7 8";

/// A layer and a head, from 0; in a link from 1.
pub type Place = (usize, usize);

/// The file that a link is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Named {
    /// The one that the room begins with, which no link names.
    #[default]
    Example,
    /// A file of the site, by its address.
    Site(String),
    /// A file of the user's, by its name: the link does not hold it.
    Own(String),
}

/// What is looked at in the model, and what is laid over its heads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looked {
    /// The head, where it is not the one that stands first.
    pub place: Option<Place>,
    /// w and v of heads that were moved.
    pub laid: BTreeMap<Place, (f64, f64)>,
    /// Mapping and adjustment of these, where they are not the model's own.
    pub method: Option<Method>,
}

/// What a link restores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    /// The file.
    pub file: Named,
    /// The view, where one was chosen.
    pub view: Option<View>,
    /// The name of the tensor that is looked at, where it is not the first.
    pub tensor: Option<String>,
    /// The model.
    pub looked: Looked,
    /// Numbers of tokens as they were typed, where they are not [`FIRST_IDS`].
    pub ids: Option<String>,
}

impl Linked {
    /// What a link to the open file says: the tensor that is looked at where it is not the first.
    pub fn of(
        file: Named,
        view: Option<View>,
        (opened, shown): (Option<&Opened>, Option<usize>),
        looked: Looked,
        ids: String,
    ) -> Linked {
        let shown = shown.filter(|place| *place > 0);
        let tensor = opened.zip(shown).and_then(|(opened, shown)| opened.tensors.get(shown));
        let ids = Some(ids).filter(|ids| ids != FIRST_IDS);
        Linked { file, view, tensor: tensor.map(|line| line.name.clone()), looked, ids }
    }

    /// The view that it shows: a tensor is named where tensors are looked at.
    pub fn shows(&self) -> Option<View> {
        self.view.or(self.tensor.as_ref().map(|_| View::Tensors))
    }

    /// The text, of at most [`MAX_ROOM_TEXT`] bytes: what does not fit is left out.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut put = |name: &str, value: &str| {
            let pair = Serializer::new(String::new()).append_pair(name, value).finish();
            if text.len() + pair.len() < MAX_ROOM_TEXT {
                if !text.is_empty() {
                    text.push('&');
                }
                text.push_str(&pair);
            }
        };
        match &self.file {
            Named::Example => {}
            Named::Site(address) => put("open", address),
            Named::Own(name) => put("file", name),
        }
        if let Some(view) = self.view {
            put("view", view.name());
        }
        if let Some(tensor) = &self.tensor {
            put("tensor", tensor);
        }
        if let Some(ids) = &self.ids {
            put("ids", ids);
        }
        let Looked { place, laid, method } = &self.looked;
        if let Some((layer, head)) = place {
            put("layer", &(layer + 1).to_string());
            put("head", &(head + 1).to_string());
        }
        if let Some(method) = method {
            put("method", &method_text(*method));
        }
        for moved in moved(laid) {
            put("moved", &moved);
        }
        text
    }

    /// What a text says, and the parts that were not understood and are left out, as they stand in it.
    pub fn from_text(text: &str) -> (Linked, Vec<String>) {
        let (mut linked, mut odd) = (Linked::default(), Vec::new());
        let (mut layer, mut head) = (None, None);
        for (name, value) in parse(text.as_bytes()) {
            let short = || (value.len() <= LONGEST_NAME).then(|| value.clone().into_owned());
            let is_understood = match name.as_ref() {
                "open" => {
                    let file = short().map(Named::Site);
                    file.map(|file| linked.file = file).is_some()
                }
                "file" => {
                    let is_name =
                        |name: &String| !name.is_empty() && !name.contains(char::is_control);
                    let file = short().filter(is_name).map(Named::Own);
                    file.map(|file| linked.file = file).is_some()
                }
                "view" => {
                    let known = View::ALL.iter().find(|(_, name)| *name == value);
                    linked.view = known.map(|(view, _)| *view);
                    known.is_some()
                }
                "tensor" => {
                    linked.tensor = short();
                    linked.tensor.is_some()
                }
                "layer" => {
                    layer = from_one(&value);
                    layer.is_some()
                }
                "head" => {
                    head = from_one(&value);
                    head.is_some()
                }
                "method" => {
                    let method = method_from_text(&value).ok();
                    linked.looked.method = method.filter(|method| method.knows_distance());
                    linked.looked.method.is_some()
                }
                "ids" => {
                    linked.ids = Some(value.clone().into_owned());
                    true
                }
                "moved" => lay(&mut linked.looked.laid, &value),
                _ => false,
            };
            if !is_understood {
                odd.push(quoted(&format!("{name}={value}")));
            }
        }
        if layer.is_some() || head.is_some() {
            linked.looked.place = Some((layer.unwrap_or(0), head.unwrap_or(0)));
        }
        (linked, odd)
    }
}

/// A number from 1 as one from 0.
fn from_one(text: &str) -> Option<usize> {
    let number = text.parse::<usize>().ok()?;
    (1..=MOST).contains(&number).then(|| number - 1)
}

/// One text for all heads with the same w and v: `-1_0.5_2.9_3.1-12`, w and v, then layer and head, or heads from
/// and to.
fn moved(laid: &BTreeMap<Place, (f64, f64)>) -> Vec<String> {
    let mut groups: Vec<((f64, f64), Vec<Place>)> = Vec::new();
    for (&place, &parameters) in laid {
        match groups.iter_mut().find(|(known, _)| *known == parameters) {
            Some((_, places)) => places.push(place),
            None => groups.push((parameters, vec![place])),
        }
    }
    let text = |((w, v), places): ((f64, f64), Vec<Place>)| {
        let follows = |one: &Place, next: &Place| next.0 == one.0 && next.1 == one.1 + 1;
        let mut text = format!("{w}_{v}");
        for heads in places.chunk_by(follows) {
            if let [(layer, first), ..] = heads {
                text.push_str(&format!("_{}.{}", layer + 1, first + 1));
                if heads.len() > 1 {
                    text.push_str(&format!("-{}", first + heads.len()));
                }
            }
        }
        text
    };
    groups.into_iter().map(text).collect()
}

/// Reads one text of [`moved`]; whether all of it is understood.
fn lay(laid: &mut BTreeMap<Place, (f64, f64)>, text: &str) -> bool {
    let number = |text: Option<&str>| {
        let number = text?.parse::<f64>().ok()?;
        // Not -0, which is written otherwise than 0.
        (number.abs() <= MAX_PARAMETER).then_some(number + 0.0)
    };
    let mut parts = text.split('_');
    let (Some(w), Some(v)) = (number(parts.next()), number(parts.next())) else { return false };
    let mut is_understood = true;
    for part in parts {
        let heads_of = || {
            let (layer, heads) = part.split_once('.')?;
            let (first, last) = heads.split_once('-').unwrap_or((heads, heads));
            Some((from_one(layer)?, from_one(first)?..=from_one(last)?))
        };
        let Some((layer, heads)) = heads_of() else {
            is_understood = false;
            continue;
        };
        for head in heads {
            if laid.len() < MOST_HEADS {
                laid.insert((layer, head), (w, v));
            }
        }
    }
    is_understood
}
