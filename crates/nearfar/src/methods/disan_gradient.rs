//! The way back through [`super::disan`]: from the sentence vector to the embeddings and every
//! parameter of both blocks and of source2token.

use ndarray::{Array2, Array3, ArrayView1, ArrayView2, Axis, Zip, s};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::methods::disan::{
    BlockTrace, DirectionalBlock, Disan, DisanTrace, SOFT_LIMIT, affine, elu,
};
use crate::methods::loops::product;
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> Disan<T> {
    /// dL/dX (`X`) and the gradient of every parameter (`fw_W_h`, …, `bw_b_f`, `st_W_1`, `st_b_1`,
    /// `st_W`, `st_b`) from dL/dsentence `[2F]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dsentence has another shape than the sentence vector, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &DisanTrace<T>,
        d_sentence: ArrayView1<T>,
    ) -> Result<Gradients<T>, MethodError> {
        shape("dL/dsentence", d_sentence.shape(), trace.sentence.shape())?;
        finite("dL/dsentence", d_sentence.iter())?;
        let mut gradients = Gradients::new();
        let u = &trace.common.concatenated;

        // sentence = Σ_i P_i ∘ u_i; P = softmax of f over i, for each feature.
        let p = &trace.source_weights;
        let mut d_u = p * &d_sentence;
        let d_p = u * &d_sentence;
        let d_f = softmax_of_features_backward(p.view(), d_p.view());
        // f = ELU(u W_1 + b_1) W + b
        let inner = affine(u.view(), &self.source.inner, &self.source.inner_bias).mapv(elu);
        gradients.add("st_W", product(inner.t(), d_f.view()));
        gradients.add("st_b", d_f.sum_axis(Axis(0)));
        let mut d_inner = product(d_f.view(), self.source.outer.t());
        through_elu(&mut d_inner, &inner);
        gradients.add("st_W_1", product(u.t(), d_inner.view()));
        gradients.add("st_b_1", d_inner.sum_axis(Axis(0)));
        add(&mut d_u, &product(d_inner.view(), self.source.inner.t()));

        let features = self.forward.dim().1;
        let mut d_x = Array2::zeros(sentence.embeddings.dim());
        for (block, of_block, columns, names) in [
            (&self.forward, &trace.forward, s![.., ..features], FORWARD),
            (&self.backward, &trace.backward, s![.., features..], BACKWARD),
        ] {
            let d_u = d_u.slice(columns).to_owned();
            block.backward(sentence.embeddings, of_block, &d_u, names, &mut gradients, &mut d_x);
        }
        gradients.add("X", d_x);
        Ok(gradients)
    }
}

/// The names of a block's gradients, in the order of [`DirectionalBlock`]'s fields.
type Names = [&'static str; 8];
const FORWARD: Names =
    ["fw_W_h", "fw_b_h", "fw_W_1", "fw_W_2", "fw_b_1", "fw_W_f1", "fw_W_f2", "fw_b_f"];
const BACKWARD: Names =
    ["bw_W_h", "bw_b_h", "bw_W_1", "bw_W_2", "bw_b_1", "bw_W_f1", "bw_W_f2", "bw_b_f"];

impl<T: Real> DirectionalBlock<T> {
    fn backward(
        &self,
        x: ArrayView2<T>,
        trace: &BlockTrace<T>,
        d_output: &Array2<T>,
        names: Names,
        gradients: &mut Gradients<T>,
        d_x: &mut Array2<T>,
    ) {
        let BlockTrace { hidden, context, gate, weights, logits, .. } = trace;
        let one = T::one();
        // u = F ∘ h + (1 - F) ∘ s
        let mut d_hidden = d_output * gate;
        let mut d_context = d_output.clone();
        Zip::from(&mut d_context).and(gate).for_each(|d: &mut T, &gate| *d = *d * (one - gate));
        // F = σ(s W_f1 + h W_f2 + b_f); σ' = F (1 - F)
        let mut d_gate = d_output.clone();
        Zip::from(&mut d_gate)
            .and(hidden)
            .and(context)
            .and(gate)
            .for_each(|d: &mut T, &h, &s, &gate| *d = *d * (h - s) * gate * (one - gate));
        gradients.add(names[5], product(context.t(), d_gate.view()));
        gradients.add(names[6], product(hidden.t(), d_gate.view()));
        gradients.add(names[7], d_gate.sum_axis(Axis(0)));
        add(&mut d_context, &product(d_gate.view(), self.gate_context.t()));
        add(&mut d_hidden, &product(d_gate.view(), self.gate_token.t()));

        // s_i = Σ_j P_ij ∘ h_j; P_i = softmax over j, for each feature.
        let mut d_attended = Array2::zeros(hidden.dim());
        let mut d_attending = Array2::zeros(hidden.dim());
        for i in 0..x.nrows() {
            let (p, d_s) = (weights.index_axis(Axis(0), i), d_context.row(i));
            add(&mut d_hidden, &(&p * &d_s));
            let mut d_logits = softmax_of_features_backward(p, (hidden * &d_s).view());
            through_soft_limit(&mut d_logits, logits, i);
            add(&mut d_attended, &d_logits);
            d_attending.row_mut(i).assign(&d_logits.sum_axis(Axis(0)));
        }
        gradients.add(names[2], product(hidden.t(), d_attended.view()));
        gradients.add(names[3], product(hidden.t(), d_attending.view()));
        gradients.add(names[4], d_attending.sum_axis(Axis(0)));
        add(&mut d_hidden, &product(d_attended.view(), self.attended.t()));
        add(&mut d_hidden, &product(d_attending.view(), self.attending.t()));

        // h = ELU(x W_h + b_h)
        through_elu(&mut d_hidden, hidden);
        gradients.add(names[0], product(x.t(), d_hidden.view()));
        gradients.add(names[1], d_hidden.sum_axis(Axis(0)));
        add(d_x, &product(d_hidden.view(), self.hidden.t()));
    }
}

fn add<T: Real>(sum: &mut Array2<T>, more: &Array2<T>) {
    sum.zip_mut_with(more, |sum, &x| *sum = *sum + x);
}

/// Through ELU, given what came out: its slope is 1 where that is positive, else out + 1.
fn through_elu<T: Real>(d: &mut Array2<T>, out: &Array2<T>) {
    d.zip_mut_with(out, |d, &out| {
        *d = if out > T::zero() { *d } else { *d * (out + T::one()) };
    });
}

/// Through c·tanh(x / c) of query i, given what came out: its slope is 1 - (out / c)².
fn through_soft_limit<T: Real>(d: &mut Array2<T>, logits: &Array3<T>, i: usize) {
    let inverse = T::from_f64(1.0 / SOFT_LIMIT);
    d.zip_mut_with(&logits.index_axis(Axis(0), i), |d, &out| {
        let tanh = out * inverse;
        *d = *d * (T::one() - tanh * tanh);
    });
}

/// Back through a softmax over the first axis for each feature, `[N, F]`; what is masked has P = 0.
fn softmax_of_features_backward<T: Real>(p: ArrayView2<T>, d_p: ArrayView2<T>) -> Array2<T> {
    let dots = (&p * &d_p).sum_axis(Axis(0));
    let mut d = d_p.to_owned();
    for (mut row, p) in d.outer_iter_mut().zip(p.outer_iter()) {
        Zip::from(&mut row).and(p).and(&dots).for_each(|d: &mut T, &p, &dot| *d = p * (*d - dot));
    }
    d
}
