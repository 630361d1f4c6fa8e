//! Reference values of methods whose table names their file: parameters, intermediates and gradients are
//! found by the names that a case gives them, so that a method needs no check of its own.

use std::collections::BTreeMap;

use nearfar::Real;
use nearfar::attention::Mask;
use nearfar::methods::{Definition, Learns, MethodKind, Options, Reference, Sentence};

use super::forms::{compare_table, form_of, stored};
use super::method_gradients::{check, each_loss};
use super::methods::{Count, PaperCase, PaperFile, each};
use super::positions::{compare, layer_of, under_file_names};

/// The files that the table names.
pub fn files() -> BTreeMap<&'static str, Vec<(MethodKind, Reference)>> {
    let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (kind, _) in MethodKind::ALL {
        if let Definition { reference: Some(reference), .. } = *kind.definition() {
            files.entry(reference.file).or_default().push((kind, reference));
        }
    }
    files
}

/// The method of a case, with its projections and parameters, the input and the mask.
fn method_of<T: Real>(
    of: &[(MethodKind, Reference)],
    case: &PaperCase,
) -> (Box<dyn Learns<T>>, ndarray::Array2<T>, Mask) {
    let says = |(key, value): &(&str, &str)| case.text(key) == *value;
    let mut kinds = of.iter().filter(|(_, reference)| reference.with.iter().all(says));
    let (kind, reference) = kinds.next().unwrap_or_else(|| panic!("{} is of no method", case.name));
    assert!(kinds.next().is_none(), "{} is of two methods", case.name);
    let (projections, x) = layer_of::<T>(case);
    let (heads, _, dimensions) = projections.query.dim();
    let options = Options {
        seed: 1,
        heads,
        width: x.ncols(),
        dimensions,
        clip: 1,
        longest_distance: 1,
        longest_traversal: 1,
        parts_of_speech: 1,
        relations: 1,
        features: 1,
        distance_aware: None,
        projections: None,
    };
    let mut method = form_of(reference.file, case, &projections)
        .unwrap_or_else(|| kind.learner::<T>(&options).expect("a method that learns"));
    *method.projections().expect("an ordinary layer") = projections;
    for (name, cells) in method.own() {
        let own: Vec<f64> = cells.iter().map(|x| x.as_f64()).collect();
        let stored = stored(case, name, &own);
        assert_eq!(stored.len(), cells.len(), "{} {name}", case.name);
        cells.iter_mut().zip(&stored).for_each(|(cell, x)| *cell = T::from_f64(*x));
    }
    let mask = if case.flag("causal") { Mask::causal() } else { Mask::none() };
    (method, x, mask)
}

/// Every intermediate and output.
pub fn named<T: Real>(of: &[(MethodKind, Reference)], file: &PaperFile) -> Count {
    each(file, |case| {
        if compare_table(case) {
            return;
        }
        let (method, x, mask) = method_of::<T>(of, case);
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        compare(case, method.run(&sentence).expect("a trace").as_ref());
    })
}

/// Every gradient.
pub fn named_gradients<T: Real>(of: &[(MethodKind, Reference)], file: &PaperFile) -> Count {
    each_loss(file, |case| {
        let (method, x, mask) = method_of::<T>(of, case);
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        let trace = method.run(&sentence).expect("a trace");
        check(case, &trace.common().output, |d| {
            under_file_names(case, &method.gradients(&sentence, d.view()).expect("gradients"))
        })
    })
}
