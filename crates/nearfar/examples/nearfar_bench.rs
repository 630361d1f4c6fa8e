//! The Lab's attention and colours, handed to whoever times them in a browser: `benches/page` makes
//! `window.nearfarBench` of it. Computes nothing itself, and is no part of the site.
#![allow(clippy::missing_errors_doc)]

use ndarray::{Array2, ArrayView2};
use nearfar::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use nearfar::method::Method;
use nearfar::picture::heatmap;
use nearfar::picture::palette::{Palette, Table, Theme};
use nearfar::picture::scale::Scale;
use wasm_bindgen::prelude::*;

/// A layer and a sequence, and what came of them last. Where results lie in the memory of the
/// program is told by address: reading them costs nothing, and they last until the next call.
#[wasm_bindgen]
pub struct Layer {
    projections: Projections<f32>,
    input: Array2<f32>,
    trace: Option<Trace<f32>>,
    projected: Array2<f32>,
}

#[wasm_bindgen]
impl Layer {
    /// `input` `[N, D]`; `query`, `key` and `value` `[D, h·d]`, head i in columns i·d and on;
    /// `output` `[h·d, m]`; all row-major. Fails where they do not belong together.
    #[wasm_bindgen(constructor)]
    pub fn new(
        tokens: usize,
        heads: usize,
        input: Vec<f32>,
        query: &[f32],
        key: &[f32],
        value: &[f32],
        output: Vec<f32>,
    ) -> Result<Layer, JsError> {
        let width = input.len() / tokens.max(1);
        let columns = query.len() / width.max(1);
        let input = Array2::from_shape_vec((tokens, width), input)?;
        let matrix = |values| ArrayView2::from_shape((width, columns), values);
        let m = output.len() / columns.max(1);
        let output = Array2::from_shape_vec((columns, m), output)?;
        let projections =
            Projections::from_columns(heads, matrix(query)?, matrix(key)?, matrix(value)?, output)?;
        Ok(Layer { projections, input, trace: None, projected: Array2::zeros((0, 0)) })
    }

    /// Everything from the input on: what a keystroke costs. `w`, `v` `[h]`.
    pub fn forward(&mut self, w: &[f32], v: &[f32]) -> Result<(), JsError> {
        let heads: Vec<HeadParameters> = w.iter().zip(v).map(|(&w, &v)| parameters(w, v)).collect();
        // As the Lab: the memory of the last sentence is given back first.
        self.trace = None;
        let method = Method::DISTANCE_AWARE;
        let trace = Trace::new(&self.projections, &heads, method, Mask::none(), self.input.view())?;
        self.projected = trace.outputs(self.projections.output.view())?.projected;
        self.trace = Some(trace);
        Ok(())
    }

    /// Other w and v for one head, from the scores that the last `forward` left.
    pub fn move_head(&mut self, head: usize, w: f32, v: f32) -> Result<(), JsError> {
        let trace = self.trace.as_mut().ok_or(AttentionError::Empty { what: "the trace" })?;
        Ok(trace.set_head(head, parameters(w, v))?)
    }

    /// Where the weights `[h, N, N]` lie.
    pub fn weights_at(&self) -> usize {
        self.trace.as_ref().map_or(0, |trace| trace.weights().as_ptr() as usize)
    }

    /// Where the projected outputs `[N, m]` lie.
    pub fn projected_at(&self) -> usize {
        self.projected.as_ptr() as usize
    }
}

fn parameters(w: f32, v: f32) -> HeadParameters {
    HeadParameters { w: f64::from(w), v: f64::from(v) }
}

/// Paints matrices as the Lab's pictures are painted, into one buffer of pixels.
#[wasm_bindgen]
pub struct Painter {
    values: Vec<f32>,
    table: Table,
    scale: Scale,
    pixels: Vec<u8>,
}

#[wasm_bindgen]
impl Painter {
    /// For values between 0 and 1, `[heads, N, N]` one after the other.
    #[wasm_bindgen(constructor)]
    pub fn new(values: Vec<f32>) -> Painter {
        let table = Palette::Cividis.table(Theme::Light);
        Painter {
            values,
            table,
            scale: Scale::Sequential { min: 0.0, max: 1.0 },
            pixels: Vec::new(),
        }
    }

    /// Paints the cells from `first` on, as many as `count`; tells where their pixels lie.
    pub fn paint(&mut self, first: usize, count: usize) -> usize {
        let Some(values) = self.values.get(first..first + count) else { return 0 };
        self.pixels.resize(4 * count, 0);
        heatmap::paint(values, self.scale, &self.table, &mut self.pixels);
        self.pixels.as_ptr() as usize
    }
}
