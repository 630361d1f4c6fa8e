//! One tensor, from what PyTorch's rebuild functions would have been called with. They are not
//! called: their arguments say type, shape, steps and storage.

use std::collections::HashMap;
use std::sync::Arc;

use super::dtypes::{self, Kind};
use super::storages::{self, Named, Storages};
use crate::error::InspectError;
use crate::formats::pickle::{Graph, Id, Node};
use crate::limits;
use crate::source::Source;
use crate::tensor::{self, Dtype, Storage, Tensor};

/// Wrappers within wrappers that are followed; genuine files have two.
const WRAPPERS: usize = 8;

/// Makes tensors, and remembers which storages they look at.
pub(super) struct Rebuild<'a> {
    graph: &'a Graph,
    storages: &'a Storages,
    sources: HashMap<Arc<str>, Result<Arc<dyn Source>, InspectError>>,
    marks: HashMap<Arc<str>, u64>,
}

/// What the arguments say.
struct Described {
    kind: Option<Kind>,
    shape: Vec<u64>,
    /// Steps, storage, and the first number in it; or why there are none.
    place: Result<(Vec<u64>, Named, u64), String>,
}

impl<'a> Rebuild<'a> {
    pub(super) fn new(graph: &'a Graph, storages: &'a Storages) -> Rebuild<'a> {
        Rebuild { graph, storages, sources: HashMap::new(), marks: HashMap::new() }
    }

    /// A value as a tensor; `None` where it is none.
    pub(super) fn tensor(&mut self, id: Id, name: &str) -> Option<Tensor> {
        let described = self.describe(id)?;
        let kind = described.kind;
        let mut tensor = Tensor {
            name: name.to_owned(),
            dtype: kind.map_or(Dtype::Other, |kind| kind.dtype),
            type_name: kind.map_or("unknown", |kind| kind.name).to_owned(),
            shape: described.shape,
            bytes: 0,
            shared: None,
            repeats: false,
            storage: Storage::Values(Arc::default()),
        };
        let placed = described.place.and_then(|(strides, storage, first)| {
            self.place(&mut tensor, strides, &storage, first)
        });
        tensor.storage = placed.unwrap_or_else(|why| {
            if tensor::count(&tensor.shape).is_err() {
                // Its product must be countable for whoever lists it.
                tensor.shape = Vec::new();
            }
            Storage::Nowhere(InspectError::Tensor { name: name.to_owned(), why })
        });
        Some(tensor)
    }

    /// Checks that every number lies within the storage.
    fn place(
        &mut self,
        tensor: &mut Tensor,
        strides: Vec<u64>,
        storage: &Named,
        first: u64,
    ) -> Result<Storage, String> {
        let next = self.marks.len() as u64;
        tensor.shared = Some(*self.marks.entry(storage.key.clone()).or_insert(next));
        let count = tensor::count(&tensor.shape).map_err(|why| why.to_string())?;
        let size = dtypes::of_name(&tensor.type_name).map_or(1, |kind| kind.bytes);
        let all = count.checked_mul(size);
        let all = all.ok_or_else(|| format!("{count} numbers are more than a file holds"))?;
        if tensor.shape.len() != strides.len() {
            let (axes, steps) = (tensor.shape.len(), strides.len());
            return Err(format!("{axes} axes, but steps along {steps}"));
        }
        let key = &storage.key;
        let found = self.sources.entry(key.clone()).or_insert_with(|| self.storages.source(key));
        let source = match found {
            Ok(source) => source.clone(),
            Err(error) => return Err(error.to_string()),
        };
        tensor.bytes = all.min(source.len());
        if count == 0 {
            return Ok(Storage::Values(Arc::default()));
        }
        // The announced count and the bytes that are there: neither is believed alone.
        let announced = storage.count.saturating_mul(storage.kind.bytes);
        let held = announced.min(source.len()) / size;
        let start = storage.start.saturating_mul(storage.kind.bytes) / size;
        let start = start.checked_add(first).ok_or("it begins beyond any file")?;
        let last =
            tensor.shape.iter().zip(&strides).try_fold(start, |last, (&n, &stride)| {
                last.checked_add((n - 1).checked_mul(stride)?)
            });
        if last.is_none_or(|last| last >= held) {
            let last = last.map_or("one beyond counting".to_owned(), |last| last.to_string());
            return Err(format!(
                "its last number is number {last} of the storage `{}`, which has {held}; the file \
                 is damaged, or was cut off",
                key.escape_debug()
            ));
        }
        if tensor.dtype == Dtype::Other {
            return Err(format!("numbers of type {} are not read", tensor.type_name));
        }
        let strides = (!row_major(&tensor.shape, &strides)).then_some(strides);
        // Within the storage, as checked.
        Ok(Storage::Region { source, at: start * size, order: self.storages.order(), strides })
    }

    /// Goes through wrappers to the function that says what the tensor is.
    fn describe(&self, id: Id) -> Option<Described> {
        let graph = self.graph;
        let (name, made) = graph.made(id)?;
        let (mut name, mut args) = (name.clone(), made.args);
        for _ in 0..WRAPPERS {
            let given = graph.items(args)?;
            let inner = match &*name {
                "torch._utils._rebuild_parameter"
                | "torch._utils._rebuild_parameter_with_state"
                | "torch._utils._rebuild_device_tensor_from_cpu_tensor"
                | "torch.nn.parameter.Parameter"
                | "torch.nn.parameter.Buffer"
                | "torch.autograd.variable.Variable" => *given.first()?,
                "torch._tensor._rebuild_from_type"
                | "torch._tensor._rebuild_from_type_v2"
                | "torch.tensor._rebuild_from_type" => {
                    let &[function, _, inner, ..] = given else { return None };
                    name = graph.global(function)?.clone();
                    args = inner;
                    continue;
                }
                function => {
                    let function = function.strip_prefix("torch._utils._rebuild_")?;
                    return self.rebuild(function, given);
                }
            };
            let (inner_name, made) = graph.made(inner)?;
            (name, args) = (inner_name.clone(), made.args);
        }
        None
    }

    fn rebuild(&self, function: &str, args: &[Id]) -> Option<Described> {
        let refused =
            |kind, shape, why: &str| Some(Described { kind, shape, place: Err(why.to_owned()) });
        match (function, args) {
            (
                "tensor" | "tensor_v2" | "tensor_v3",
                &[storage, first, shape, strides, ref more @ ..],
            ) => {
                let shape = self.naturals(shape)?;
                let named = match storages::named(self.graph, storage) {
                    Ok(named) => named,
                    Err(why) => return refused(None, shape, &why),
                };
                let (kind, flags) = match function {
                    "tensor_v3" => match self.dtype(more.get(2).copied()) {
                        Some(kind) => (kind, more.get(3)),
                        None => return refused(None, shape, "its type is not known"),
                    },
                    _ => (named.kind, more.get(2)),
                };
                let flags = flags.map(|&flags| self.graph.get(flags));
                if let Some(Node::Dict(flags)) = flags
                    && !flags.is_empty()
                {
                    let why = "it is stored as the conjugate or the negative of another; save it \
                               with `.resolve_conj().resolve_neg()`";
                    return refused(Some(kind), shape, why);
                }
                let strides = self.naturals(strides);
                let first = self.graph.natural(first);
                let place = match strides.zip(first) {
                    Some((strides, first)) => Ok((strides, named, first)),
                    None => Err("its steps or its first number are not natural numbers".to_owned()),
                };
                Some(Described { kind: Some(kind), shape, place })
            }
            ("qtensor", &[storage, _, shape, ..]) => {
                let kind = storages::named(self.graph, storage).ok().map(|named| named.kind);
                let why = "quantised numbers are not read; save it with `.dequantize()`";
                refused(kind, self.naturals(shape)?, why)
            }
            ("sparse_tensor" | "sparse_csr_tensor", &[_, data, ..]) => {
                let parts = self.graph.items(data)?;
                let shape = parts.iter().find_map(|&part| self.naturals(part))?;
                let values = match parts.len() {
                    0..=2 => None,
                    3 if function == "sparse_tensor" => parts.get(1),
                    _ => parts.iter().rev().find(|&&part| self.describe_plain(part).is_some()),
                };
                let kind = values.and_then(|&values| self.describe_plain(values));
                refused(kind, shape, "sparse tensors are not read; save it with `.to_dense()`")
            }
            ("meta_tensor_no_storage", &[dtype, shape, ..]) => {
                let why = "it is a `meta` tensor: it was saved without numbers";
                refused(self.dtype(Some(dtype)), self.naturals(shape)?, why)
            }
            ("wrapper_subclass", &[_, dtype, shape, ..]) => {
                let why = "tensors of a class of their own are not read; save a plain tensor";
                refused(self.dtype(Some(dtype)), self.naturals(shape)?, why)
            }
            _ => None,
        }
    }

    /// The type of a tensor that is not wrapped.
    fn describe_plain(&self, id: Id) -> Option<Kind> {
        let (name, made) = self.graph.made(id)?;
        let function = name.strip_prefix("torch._utils._rebuild_tensor")?;
        let args = self.graph.items(made.args)?;
        match function {
            "_v3" => self.dtype(args.get(6).copied()),
            _ => storages::named(self.graph, *args.first()?).ok().map(|named| named.kind),
        }
    }

    fn dtype(&self, id: Option<Id>) -> Option<Kind> {
        dtypes::of_name(self.graph.global(id?)?)
    }

    /// A tuple of natural numbers, or `torch.Size` of one.
    fn naturals(&self, id: Id) -> Option<Vec<u64>> {
        let items = match (self.graph.items(id), self.graph.made(id)) {
            (Some(items), _) => items,
            (None, Some((name, made))) if **name == *"torch.Size" => {
                self.graph.items(*self.graph.items(made.args)?.first()?)?
            }
            _ => return None,
        };
        // A shape that is shared by many tensors must not be copied at length for each.
        if items.len() > limits::AXES {
            return None;
        }
        items.iter().map(|&item| self.graph.natural(item)).collect()
    }
}

/// Whether numbers lie one after the other, the last axis first. Axes of one have no steps.
fn row_major(shape: &[u64], strides: &[u64]) -> bool {
    let mut expected = 1_u64;
    shape.iter().zip(strides).rev().filter(|&(&n, _)| n != 1).all(|(&n, &stride)| {
        let fits = stride == expected;
        expected = expected.saturating_mul(n);
        fits
    })
}
