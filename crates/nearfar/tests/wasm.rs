//! The kernel as the browser runs it: the reference values, and the exponential's SIMD.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "all/golden"]
mod golden {
    mod block;
    pub mod cases;
    mod forms;
    mod gradients;
    mod method_gradients;
    pub mod methods;
    mod models;
    pub mod named;
    mod positions;
}

use golden::cases;
use golden::methods;
use nearfar::attention::{HeadParameters, Mask, Projections, Trace};
use nearfar::{Method, Real};
use wasm_bindgen_test::wasm_bindgen_test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

macro_rules! golden {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[wasm_bindgen_test]
        fn $in_f64() {
            let ran = cases::$check::<f64>(&cases::parse(include_str!(concat!("../golden/", $file))));
            assert!(ran > 0);
        }
        #[wasm_bindgen_test]
        fn $in_f32() {
            let ran = cases::$check::<f32>(&cases::parse(include_str!(concat!("../golden/", $file))));
            assert!(ran > 0);
        }
    )*};
}

cases::every_file!(golden);

macro_rules! paper_methods {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[wasm_bindgen_test]
        fn $in_f64() {
            let text = include_str!(concat!("../golden/", $file));
            assert!(methods::$check::<f64>(&methods::parse(text)).tensors > 0);
        }
        #[wasm_bindgen_test]
        fn $in_f32() {
            let text = include_str!(concat!("../golden/", $file));
            assert!(methods::$check::<f32>(&methods::parse(text)).tensors > 0);
        }
    )*};
}

methods::every_method_file!(paper_methods);
methods::every_gradient_file!(paper_methods);

static GOLDEN: include_dir::Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/golden");

/// The reference values of every method whose table names a file.
#[wasm_bindgen_test]
fn files_that_the_table_of_methods_names() {
    for (file, of) in golden::named::files() {
        let text = GOLDEN.get_file(format!("{file}.json")).and_then(|file| file.contents_utf8());
        let file = methods::parse(text.expect("the file"));
        assert!(golden::named::named::<f64>(&of, &file).tensors > 0);
        assert!(golden::named::named::<f32>(&of, &file).tensors > 0);
        assert!(golden::named::named_gradients::<f64>(&of, &file).tensors > 0);
        assert!(golden::named::named_gradients::<f32>(&of, &file).tensors > 0);
    }
}

#[wasm_bindgen_test]
fn the_exponential_is_within_two_ulp_of_f64() {
    let mut x = -87.3_f32;
    while x < 88.3 {
        let exact = f64::from(x).exp();
        let nearest = exact as f32;
        let ulp = f64::from(f32::from_bits(nearest.to_bits() + 1)) - f64::from(nearest);
        assert!((f64::from(x.exponential()) - exact).abs() <= 2.0 * ulp, "e^{x}");
        x += 0.003_7;
    }
}

#[wasm_bindgen_test]
fn untrained_projections_are_those_of_every_machine() {
    let projections = Projections::<f64>::untrained(7, 1, 2, 2);
    let expected =
        [-1.0965415038400543, -1.9564537589174065, 1.258244217726311, 0.5088044237679388]
            .map(|x| x * 1.25);
    for (found, expected) in projections.query.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12);
    }
}

#[wasm_bindgen_test]
fn a_long_sentence_at_the_extremes_stays_finite() {
    let projections = Projections::<f32>::untrained(7, 2, 100, 16);
    let heads = [HeadParameters { w: 1e3, v: 1e3 }, HeadParameters { w: -1e3, v: -1e3 }];
    let input = ndarray::Array2::from_shape_fn((512, 100), |(i, j)| {
        ((i * 31 + j * 17) % 23) as f32 / 23.0 - 0.5
    });
    let trace =
        Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::none(), input.view())
            .unwrap();
    assert!(trace.weights().iter().all(|x| x.is_finite()));
}
