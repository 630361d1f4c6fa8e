//! One encoder: a layer of attention with its residuals, norms, feed-forward and pooling. It takes
//! over where a [`Trace`] ends, so that moving w or v recomputes what follows and nothing before.

use ndarray::{Array2, ArrayView2};

use super::architecture::Architecture;
use super::classifier::ModelError;
use super::layers::{AttentionPooling, Linear, Norm, weighted_sum};
use super::own::{OwnMethod, Sizes, ToRun, own_name, projections_of, without_projections};
use crate::Real;
use crate::attention::parameters::shape;
use crate::attention::{AttentionError, HeadParameters, Line, Mask, Projections, Trace};
use crate::method::{Method, ModelMethod};
use crate::methods::{AttentionMethod, Explained, Sentence};

/// What a method beside the Lab's two has of its own in an encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Own<T> {
    /// The method.
    pub method: OwnMethod,
    /// The sizes that it has here.
    pub sizes: Sizes,
    /// W_in, `[D, h·d]`, where keys are slices of an input of another width.
    pub input: Option<Array2<T>>,
    /// Each of [`OwnMethod::own`] with its values, in the shape that checkpoints have.
    pub values: Vec<(&'static str, Vec<T>)>,
}

impl<T> Own<T> {
    /// k and the rows of a^V, `[2k + 1, d]`, that are added to values by offset, where the method has them.
    fn added_to_values(&self) -> Option<(usize, &[T])> {
        let added = self.method.definition().added_to_values?;
        let (_, table) = self.values.iter().find(|(name, _)| *name == added)?;
        Some((self.method.number()?.1, table))
    }
}

/// The parameters of one encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoder<T> {
    /// W_Q, W_K, W_V and W_O; of width 0 for an encoder that has none, and W_K is 0 where keys are slices.
    pub projections: Projections<T>,
    /// w and v, `[h]`; empty for a method beside the Lab's two.
    pub heads: Vec<HeadParameters>,
    /// k and b, `[h]`, of a method whose heads have lines of their own; else empty.
    pub lines: Vec<Line>,
    /// What another method than the Lab's has.
    pub own: Option<Own<T>>,
    /// After the attention.
    pub attention_norm: Norm<T>,
    /// W_1 and b_1, `[D, F]`.
    pub hidden: Linear<T>,
    /// W_2 and b_2, `[F, D]`.
    pub output: Linear<T>,
    /// After the feed-forward layer.
    pub feed_forward_norm: Norm<T>,
    /// `None` pools by the mean.
    pub pooling: Option<AttentionPooling<T>>,
}

/// What an encoder makes of one sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded<T> {
    /// The multi-head attention's output, `[N, D]` (Eq. 3).
    pub attended: Vec<T>,
    /// LN(H + attended), `[N, D]`.
    pub after_attention: Vec<T>,
    /// The feed-forward layer's output, `[N, D]`.
    pub fed_forward: Vec<T>,
    /// LN(after_attention + fed_forward), `[N, D]`.
    pub hidden: Vec<T>,
    /// The share of each token in the pooled vector, `[N]`.
    pub shares: Vec<T>,
    /// The vector of the sequence, `[D]`.
    pub pooled: Vec<T>,
}

impl<T: Real> Encoder<T> {
    /// An encoder from its named tensors: `find` gives the values of a name, row-major, of the
    /// length that [`Architecture::tensors`] says.
    pub(super) fn from_tensors(
        architecture: &Architecture,
        prefix: &str,
        find: &mut dyn FnMut(&str) -> Vec<T>,
    ) -> Result<Self, AttentionError> {
        let (h, width) = (architecture.heads, architecture.width);
        let sizes = architecture.sizes();
        let all_heads = sizes.all_heads();
        let mut find = |name: &str| find(&format!("{prefix}.{name}"));
        let own = match architecture.method {
            ModelMethod::Lab(_) | ModelMethod::Lines(_) => None,
            ModelMethod::Own(method) => Some(method),
        };
        let has_lines = matches!(architecture.method, ModelMethod::Lines(_));
        let slices_keys = own.is_some_and(|own| own.definition().slices_keys);
        let rows = if slices_keys { all_heads } else { width };
        let mut matrix = |name: &str, rows: usize, columns: usize| {
            Array2::from_shape_vec((rows, columns), find(name)).map_err(|_| AttentionError::Shape {
                what: "a projection",
                found: vec![],
                expected: vec![rows, columns],
            })
        };
        let input = (slices_keys && width != all_heads)
            .then(|| matrix("attention.input", width, all_heads))
            .transpose()?;
        let projections = if own.is_some_and(|own| own.definition().is_encoder) {
            without_projections(sizes)
        } else {
            let query = matrix("attention.query", rows, all_heads)?;
            let key = (!slices_keys).then(|| matrix("attention.key", rows, all_heads));
            let value = matrix("attention.value", rows, all_heads)?;
            let output = matrix("attention.output", all_heads, width)?;
            projections_of(h, [query, value, output], key.transpose()?)?
        };
        let heads = if own.is_none() {
            let w = find("attention.w");
            let v = if has_lines { vec![T::zero(); w.len()] } else { find("attention.v") };
            let heads = w.iter().zip(&v);
            heads.map(|(w, v)| HeadParameters { w: w.as_f64(), v: v.as_f64() }).collect()
        } else {
            Vec::new()
        };
        let lines = if has_lines {
            let (k, b) = (find("attention.k"), find("attention.b"));
            let lines = k.iter().zip(&b);
            lines.map(|(k, b)| Line { slope: k.as_f64(), intercept: b.as_f64() }).collect()
        } else {
            Vec::new()
        };
        let own = own.map(|method| {
            let values = method.own(sizes);
            let values = values.iter().map(|own| {
                let name = own_name("", own);
                (own.name, find(name.trim_start_matches('.')))
            });
            Own { method, sizes, input, values: values.collect() }
        });
        Ok(Encoder {
            projections,
            heads,
            lines,
            own,
            attention_norm: Norm {
                gain: find("attention_norm.gain"),
                bias: find("attention_norm.bias"),
            },
            hidden: Linear {
                weight: find("feed_forward.hidden.weight"),
                bias: find("feed_forward.hidden.bias"),
            },
            output: Linear {
                weight: find("feed_forward.output.weight"),
                bias: find("feed_forward.output.bias"),
            },
            feed_forward_norm: Norm {
                gain: find("feed_forward_norm.gain"),
                bias: find("feed_forward_norm.bias"),
            },
            pooling: match architecture.pooling_size() {
                None => None,
                Some(_) => Some(AttentionPooling {
                    projection: Linear {
                        weight: find("pooling.weight"),
                        bias: find("pooling.bias"),
                    },
                    query: find("pooling.query"),
                }),
            },
        })
    }

    /// Runs embeddings `[N, D]` through the attention.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn attend(
        &self,
        method: Method,
        embeddings: ArrayView2<T>,
    ) -> Result<Trace<T>, AttentionError> {
        self.attend_masked(method, Mask::none(), embeddings)
    }

    /// As [`Encoder::attend`], with keys that queries may not look at.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn attend_masked(
        &self,
        method: Method,
        mask: Mask,
        embeddings: ArrayView2<T>,
    ) -> Result<Trace<T>, AttentionError> {
        let mut trace = Trace::new(&self.projections, &self.heads, method, mask, embeddings)?;
        if !self.lines.is_empty() {
            trace.set_lines(&self.lines)?;
        }
        Ok(trace)
    }

    /// The attention as a method of [`crate::methods`], with this encoder's numbers.
    ///
    /// # Errors
    /// Where a tensor has another length than its shape.
    pub fn own_method(&self, own: &Own<T>) -> Result<Box<dyn AttentionMethod<T>>, AttentionError> {
        let projections = self.projections.clone();
        own.method.with_numbers::<T, ToRun>(
            own.sizes,
            projections,
            own.input.clone(),
            &mut |wanted| {
                let found = own.values.iter().find(|(name, _)| *name == wanted.name);
                found.map(|(_, values)| values.clone()).unwrap_or_default()
            },
        )
    }

    /// From the embeddings `[N, D]` of a sentence to its vector, by any method.
    ///
    /// # Errors
    /// Where the attention refuses, or the sentence lacks what the method needs.
    pub fn run(
        &self,
        method: ModelMethod,
        sentence: &Sentence<T>,
    ) -> Result<Encoded<T>, ModelError> {
        let embeddings = sentence.embeddings;
        if let Some(method) = method.attention() {
            let mask = sentence.mask.clone();
            return Ok(self.encode(&self.attend_masked(method, mask, embeddings)?)?);
        }
        let missing = || ModelError::Missing { name: "attention.position".to_owned() };
        let own = self.own.as_ref().ok_or_else(missing)?;
        let trace = self.own_method(own)?.run(sentence)?;
        Ok(self.encode_own(own, embeddings, &*trace)?)
    }

    /// What follows the attention of another method than the Lab's, given its trace over embeddings
    /// `[N, D]`.
    ///
    /// # Errors
    /// Where the trace is of another width.
    pub fn encode_own(
        &self,
        own: &Own<T>,
        embeddings: ArrayView2<T>,
        trace: &dyn Explained<T>,
    ) -> Result<Encoded<T>, AttentionError> {
        let output = &trace.common().output;
        let values = output.iter().copied().collect();
        if !own.method.definition().is_encoder {
            return self.encode_attended(embeddings, values);
        }
        // DiSAN's own weights of tokens, the mean over its features.
        let shares = trace.term("st.P").and_then(|term| {
            let weights = term.matrix(0, None)?;
            let count = T::from_f64(weights.ncols().max(1) as f64);
            Some(weights.outer_iter().map(|row| row.sum() / count).collect())
        });
        let none = Vec::new;
        Ok(Encoded {
            attended: none(),
            after_attention: none(),
            fed_forward: none(),
            hidden: none(),
            shares: shares.unwrap_or_default(),
            pooled: values,
        })
    }

    /// What follows the attention: residual, layer norm, feed-forward, residual, layer norm,
    /// pooling.
    ///
    /// # Errors
    /// Where the trace has other heads than W_O, or another width.
    pub fn encode(&self, trace: &Trace<T>) -> Result<Encoded<T>, AttentionError> {
        let (attended, _) =
            trace.outputs(self.projections.output.view())?.projected.into_raw_vec_and_offset();
        self.encode_attended(trace.input(), attended)
    }

    /// The same of attention that was computed elsewhere, over embeddings `[N, D]`: its trace has weights and values
    /// ([`Trace::from_inputs`]). What the method adds to values, by where they stand (a^V of Shaw et al. 2018,
    /// Eq. 3), is added here.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_elsewhere(
        &self,
        embeddings: ArrayView2<T>,
        trace: &Trace<T>,
    ) -> Result<Encoded<T>, AttentionError> {
        let none = Array2::zeros((self.projections.output.nrows(), 0));
        let mut concatenated = trace.outputs(none.view())?.concatenated;
        let own = self.own.as_ref();
        if let Some((k, table)) = own.and_then(|own| own.added_to_values()) {
            let d = trace.value().dim().2;
            for (head, weights) in trace.weights().outer_iter().enumerate() {
                for ((i, j), &weight) in weights.indexed_iter() {
                    // Row 0 is of the offset -k.
                    let row = (j + k).saturating_sub(i).min(2 * k);
                    let Some(added) = table.get(row * d..(row + 1) * d) else { continue };
                    for (c, &added) in added.iter().enumerate() {
                        let cell = &mut concatenated[[i, head * d + c]];
                        *cell = *cell + weight * added;
                    }
                }
            }
        }
        let (attended, _) = concatenated.dot(&self.projections.output).into_raw_vec_and_offset();
        self.encode_attended(embeddings, attended)
    }

    /// The same, given the attention's input and output, both `[N, D]`.
    fn encode_attended(
        &self,
        input: ArrayView2<T>,
        attended: Vec<T>,
    ) -> Result<Encoded<T>, AttentionError> {
        let (width, tokens) = (self.attention_norm.gain.len(), input.nrows());
        shape("the input", input.shape(), &[tokens, width])?;
        shape("the attention's output", &[attended.len()], &[tokens * width])?;
        let input: Vec<T> = input.iter().copied().collect();
        let after_attention = self.attention_norm.of_sum(&input, &attended);
        let mut hidden = self.hidden.apply(&after_attention);
        for x in &mut hidden {
            *x = nearfar_kernel::relu(*x);
        }
        let fed_forward = self.output.apply(&hidden);
        let hidden = self.feed_forward_norm.of_sum(&after_attention, &fed_forward);
        let shares = match &self.pooling {
            None => vec![T::from_f64(1.0 / tokens as f64); tokens],
            Some(pooling) => pooling.weights(&hidden),
        };
        let pooled = weighted_sum(&hidden, &shares);
        Ok(Encoded { attended, after_attention, fed_forward, hidden, shares, pooled })
    }
}
