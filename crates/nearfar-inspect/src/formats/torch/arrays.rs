//! NumPy's arrays within pickles: `_reconstruct` with a state, and `_frombuffer`. Their bytes stay in
//! the file where the pickle has them as bytes.

use std::sync::Arc;

use crate::error::InspectError;
use crate::formats::numpy;
use crate::formats::pickle::{Graph, Id, Node};
use crate::limits;
use crate::source::{Part, Source};
use crate::tensor::{Storage, Tensor};

/// Functions of NumPy that stand for data, by NumPy 1's and 2's names, and what carries bytes in
/// pickles of protocol 2.
pub(super) fn is_data(name: &str) -> bool {
    let inner = name
        .strip_prefix("numpy.")
        .and_then(|name| name.strip_prefix("_core.").or_else(|| name.strip_prefix("core.")));
    name == "_codecs.encode"
        || matches!(
            inner,
            Some("multiarray._reconstruct" | "multiarray.scalar" | "numeric._frombuffer")
        )
}

/// The bytes of an array: in the source, or as a text of Latin-1 in memory.
enum Data<'a> {
    Range(u64, u64),
    Latin(&'a str),
}

/// Steps that [`tensor`] makes: those of copying a text.
pub(super) fn cost(graph: &Graph, id: Id) -> usize {
    match parts(graph, id) {
        Some((_, _, _, Ok(Data::Latin(text)))) => text.len() / 4,
        _ => 1,
    }
}

/// Shape, type, whether the first axis runs first, and the bytes or why there are none.
type Parts<'a> = (Vec<u64>, Result<String, String>, bool, Result<Data<'a>, String>);

fn parts(graph: &Graph, id: Id) -> Option<Parts<'_>> {
    let (name, made) = graph.made(id)?;
    if !is_data(name) {
        return None;
    }
    let (shape, dtype, fortran, data) = if name.ends_with("._reconstruct") {
        match *graph.items(made.state?)? {
            [_, shape, dtype, fortran, data] => {
                (shape, dtype, *graph.get(fortran) == Node::Bool(true), data)
            }
            _ => return None,
        }
    } else if name.ends_with("._frombuffer") {
        match *graph.items(made.args)? {
            [data, dtype, shape, order] => {
                (shape, dtype, graph.text(order).is_some_and(|order| **order == *"F"), data)
            }
            _ => return None,
        }
    } else {
        return None;
    };
    let shape = graph.items(shape).filter(|shape| shape.len() <= limits::AXES)?;
    let shape = shape.iter().map(|&n| graph.natural(n)).collect::<Option<_>>()?;
    Some((shape, descr(graph, dtype), fortran, data_of(graph, data)))
}

/// The type as .npy files have it: `numpy.dtype('f4', False, True)` with the state `(3, '<', …)`.
fn descr(graph: &Graph, id: Id) -> Result<String, String> {
    let unknown = || "its type is not one that is known".to_owned();
    let (name, made) = graph.made(id).ok_or_else(unknown)?;
    let args = graph.items(made.args).unwrap_or_default();
    let code = args.first().and_then(|&code| graph.text(code)).ok_or_else(unknown)?;
    if **name != *"numpy.dtype" || code.len() > 8 {
        return Err(unknown());
    }
    let state = made.state.and_then(|state| graph.items(state)).unwrap_or_default();
    let order = state.get(1).and_then(|&order| graph.text(order)).map_or("|", |order| order);
    if state.get(3).is_some_and(|&names| *graph.get(names) != Node::None) {
        return Err("records of several fields are not read; save its fields apart".to_owned());
    }
    Ok(format!("{}{code}", order.chars().next().unwrap_or('|')))
}

fn data_of(graph: &Graph, id: Id) -> Result<Data<'_>, String> {
    match graph.get(id) {
        Node::Bytes { at, length } => Ok(Data::Range(*at, *length)),
        // A string of Python 2 that happens to be plain.
        Node::Text(text) => Ok(Data::Latin(text)),
        Node::Made(_) => match graph.made(id) {
            Some((name, made)) if **name == *"_codecs.encode" => {
                match graph.items(made.args).unwrap_or_default() {
                    [text, ..] => match graph.get(*text) {
                        Node::Text(text) => Ok(Data::Latin(text)),
                        Node::LongText { .. } => {
                            Err("a long array in a pickle of protocol 2 is not \
                                                      read; save it with protocol 4, or with \
                                                      numpy.save"
                                .to_owned())
                        }
                        _ => Err("its bytes are missing".to_owned()),
                    },
                    [] => Err("its bytes are missing".to_owned()),
                }
            }
            // bytearray(b'…') and its kin.
            Some((_, made)) => match graph.items(made.args).unwrap_or_default() {
                &[bytes] => match graph.get(bytes) {
                    Node::Bytes { at, length } => Ok(Data::Range(*at, *length)),
                    _ => Err("its bytes are not in the pickle".to_owned()),
                },
                _ => Err("its bytes are not in the pickle".to_owned()),
            },
            None => Err("its bytes are not in the pickle".to_owned()),
        },
        Node::List(_) => Err("an array of Python objects is not read".to_owned()),
        _ => Err("its bytes are missing".to_owned()),
    }
}

/// A value as a tensor; `None` where it is no array.
pub(super) fn tensor(
    graph: &Graph,
    id: Id,
    source: &Arc<dyn Source>,
    name: &str,
) -> Option<Tensor> {
    let (shape, descr, fortran, data) = parts(graph, id)?;
    let located = data.and_then(|data| -> Result<Arc<dyn Source>, String> {
        match data {
            Data::Range(at, length) => {
                let part = Part::new(source.clone(), at, length);
                Ok(Arc::new(part.map_err(|error| error.to_string())?))
            }
            Data::Latin(text) => {
                let bytes: Option<Vec<u8>> =
                    text.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect();
                Ok(Arc::new(bytes.ok_or("its bytes are beyond Latin-1")?))
            }
        }
    });
    let refused = |error: InspectError| error.to_string();
    let (kind, error) = match (&descr, located) {
        (Ok(descr), Ok(source)) => match array(name, source, descr, shape.clone(), fortran) {
            Ok(tensor) => return Some(tensor),
            Err(error) => (descr.clone(), refused(error)),
        },
        (Ok(descr), Err(why)) => (descr.clone(), why),
        (Err(why), _) => ("unknown".to_owned(), why.clone()),
    };
    let why = InspectError::Tensor { name: name.to_owned(), why: error };
    Some(numpy::listed(name, &kind, shape, Storage::Nowhere(why)))
}

/// An array whose bytes are all of a source.
fn array(
    name: &str,
    source: Arc<dyn Source>,
    descr: &str,
    shape: Vec<u64>,
    fortran: bool,
) -> Result<Tensor, InspectError> {
    let held = source.len();
    let tensor = numpy::array(name, source, 0, descr, shape, fortran)?;
    if matches!(tensor.storage, Storage::Region { .. }) && tensor.bytes != held {
        let why = format!("its shape takes {} bytes, but it has {held}", tensor.bytes);
        return Err(InspectError::Tensor { name: name.to_owned(), why });
    }
    Ok(tensor)
}
