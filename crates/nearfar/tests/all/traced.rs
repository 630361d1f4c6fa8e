//! What a script gets of a trace: names and shapes as `public/nearfar.d.ts` has them.

use std::collections::BTreeSet;

use nearfar::checkpoint::Trained;
use nearfar::lab::{Lab, Panel};
use nearfar::script::{Answer, Named, traced};
use nearfar::settings::url::decode;
use nearfar::settings::{ModelChoice, Settings};
use nearfar::text::VectorPart;

const MODEL: &[u8] = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");
const VECTORS: &[u8] = include_bytes!("../../../../public/vectors/frequent.bin");

/// What a script gets, told apart: numbers, texts, tensors with their shapes, and the heads.
#[derive(Default)]
struct Told {
    names: Vec<&'static str>,
    numbers: Vec<(&'static str, f64)>,
    texts: Vec<(&'static str, Vec<String>)>,
    tensors: Vec<(&'static str, Vec<usize>, Vec<f32>)>,
    heads: Vec<Told>,
}

impl Told {
    fn of(parts: Named<'_>) -> Told {
        let mut told = Told::default();
        for (name, answer) in parts {
            told.names.push(name);
            match answer {
                Answer::Number(number) => told.numbers.push((name, number)),
                Answer::Texts(texts) => told.texts.push((name, texts)),
                Answer::Tensor(shape, data) => {
                    assert_eq!(shape.iter().product::<usize>(), data.len(), "{name}");
                    told.tensors.push((name, shape, data));
                }
                Answer::List(parts) => told.heads.extend(parts.map(Told::of)),
            }
        }
        told
    }

    fn tensor(&self, name: &str) -> (&[usize], &[f32]) {
        let found = self.tensors.iter().find(|(known, ..)| *known == name);
        let (_, shape, data) = found.unwrap_or_else(|| panic!("no {name}"));
        (shape, data)
    }
}

/// A page with the sentence, word vectors and untrained projections of two heads.
fn traced_page(a: &str) -> Lab {
    let (model, model_b) = (ModelChoice::Untrained, ModelChoice::Untrained);
    let link = format!("model=untrained&model-b=untrained&heads=2&sentence=near+qqzx+far&a={a}");
    let (settings, ignored) = decode(&link);
    assert_eq!((settings.model, settings.model_b, ignored.len()), (model, model_b, 0));
    let mut lab = Lab::default();
    lab.vectors_mut().insert_part(VectorPart::parse(VECTORS).unwrap());
    lab.update(&settings);
    lab
}

#[test]
fn a_trace_has_its_names_and_shapes() {
    assert!(traced(&Lab::default(), Panel::A).is_none());
    let lab = traced_page("da");
    let told = Told::of(traced(&lab, Panel::A).unwrap());
    let names = ["tokens", "cut", "origins", "input", "Wq", "Wk", "Wv", "Wo", "heads", "output"];
    assert_eq!(told.names, names);
    assert_eq!(told.numbers, [("cut", 0.0)]);
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let tokens = ("tokens", texts(&["near", "qqzx", "far"]));
    assert_eq!(told.texts, [tokens, ("origins", texts(&["known", "waiting", "known"]))]);
    // N = 3, D = 100, h = 2; d and m are the Lab's.
    let d = lab.trace_of(Panel::A).unwrap().dimensions();
    let m = told.tensor("Wo").0[1];
    for (name, shape) in [
        ("input", [3, 100]),
        ("Wq", [100, 2 * d]),
        ("Wk", [100, 2 * d]),
        ("Wv", [100, 2 * d]),
        ("Wo", [2 * d, m]),
        ("output", [3, m]),
    ] {
        assert_eq!(told.tensor(name).0, shape, "{name}");
    }
    assert_eq!(told.heads.len(), 2);
    for head in &told.heads {
        assert_eq!(head.numbers.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["w", "v"]);
        for name in ["query", "key", "value", "output"] {
            assert_eq!(head.tensor(name).0, [3, d], "{name}");
        }
        let names = ["distance", "weightedDistance", "coefficient", "score", "clipped", "logit"];
        for name in names.into_iter().chain(["weight"]) {
            assert_eq!(head.tensor(name).0, [3, 3], "{name}");
        }
        assert_eq!(head.names.len(), 2 + 4 + 7);
        assert_eq!(head.tensor("distance").1, [0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0]);
        for row in head.tensor("weight").1.chunks(3) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{row:?}");
        }
    }
}

#[test]
fn projections_stand_side_by_side_as_the_queries_show() {
    let lab = traced_page("da");
    let told = Told::of(traced(&lab, Panel::A).unwrap());
    let (shape, weights) = told.tensor("Wq");
    let (width, columns) = (shape[0], shape[1]);
    let d = columns / 2;
    let input = told.tensor("input").1;
    for (head, of_head) in told.heads.iter().enumerate() {
        for (place, &query) in of_head.tensor("query").1.iter().enumerate() {
            let (token, column) = (place / d, head * d + place % d);
            // H times a column of W_Q (Eq. 1).
            let product = |row: usize| input[token * width + row] * weights[row * columns + column];
            let expected: f32 = (0..width).map(product).sum();
            assert!((query - expected).abs() < 1e-4, "{query} is not {expected}");
        }
    }
}

/// Every name that `public/nearfar.d.ts` has of a trace and of a head is given by some method, and no other.
#[test]
fn the_types_have_the_names_of_a_trace() {
    let types = include_str!("../../../../public/nearfar.d.ts");
    let names_in = |interface: &str| {
        let (_, rest) = types.split_once(&format!("interface {interface} {{\n")).unwrap();
        let (body, _) = rest.split_once("\n  }").unwrap();
        let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
        let names = lines.filter_map(|line| line.split_once(": ")).map(|(name, _)| name);
        let is_name = |name: &&str| name.chars().all(|letter| letter.is_ascii_alphabetic());
        names.map(|name| name.trim_end_matches('?')).filter(is_name).collect::<BTreeSet<_>>()
    };
    // The words of `about` are the page's.
    let (mut of_trace, mut of_heads) =
        (BTreeSet::from(["about", "probabilities"]), BTreeSet::new());
    for a in ["da", "vanilla", "da:clip(3):late-add", "da:exponent:early-add"] {
        let lab = traced_page(a);
        let told = Told::of(traced(&lab, Panel::A).unwrap());
        of_trace.extend(told.names);
        of_heads.extend(told.heads.into_iter().flat_map(|head| head.names));
    }
    assert_eq!(of_trace, names_in("Trace"));
    assert_eq!(of_heads, names_in("Head"));
}

#[test]
fn a_model_that_answers_gives_its_probabilities() {
    let (mut lab, settings) = (Lab::default(), Settings::default());
    lab.insert_model(settings.model, Trained::read(MODEL).unwrap()).unwrap();
    lab.vectors_mut().insert_part(VectorPart::parse(VECTORS).unwrap());
    lab.update(&settings);
    let told = Told::of(traced(&lab, Panel::A).unwrap());
    let (shape, probabilities) = told.tensor("probabilities");
    assert_eq!(shape, [probabilities.len()]);
    assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert_eq!(told.heads.len(), 16);
}
