//! Whatever a script hands over: a precise error, or it is done. Arguments of any kind, and calls that are
//! right but for one argument.

use nearfar::checkpoint::Trained;
use nearfar::lab::{Lab, Panel};
use nearfar::script::{
    Argument, MOST_WEIGHTS, ScriptError, attend, changed, joined, opening, panel,
};
use nearfar::settings::{FIELDS, ModelChoice, Settings};
use nearfar::text::MAX_LONG_TOKENS;
use proptest::collection::vec;
use proptest::prelude::*;

const MODEL: &[u8] = include_bytes!("../../../../public/checkpoints/sst2-da.safetensors");

/// A page after its start: the model and the sentence of the first visit.
fn page() -> (Lab, Settings) {
    let settings = Settings::default();
    let mut lab = Lab::default();
    lab.insert_model(settings.model, Trained::read(MODEL).unwrap()).unwrap();
    lab.tokenize(&settings);
    (lab, settings)
}

fn object(properties: &[(&str, Argument)]) -> Argument {
    let owned = |(name, value): &(&str, Argument)| ((*name).to_owned(), value.clone());
    Argument::Object(properties.iter().map(owned).collect())
}

fn text(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

fn numbers(numbers: &[f64]) -> Argument {
    Argument::List(numbers.iter().copied().map(Argument::Number).collect())
}

fn refusal(changes: &[(&str, Argument)]) -> String {
    let (lab, before) = page();
    let error = changed(&before, &object(changes), &lab).expect_err("a wrong setting");
    precise(&error)
}

/// That a message is one for people: it has words, and none of Rust's own.
fn precise(error: &ScriptError) -> String {
    let says = error.to_string();
    for word in ["Some(", "None", "Ok(", "Err(", "Argument"] {
        assert!(!says.contains(word), "{says}");
    }
    assert!(says.len() > 10 && says.len() < 400, "{says}");
    says
}

/// Any value; those that a call could mean are among them.
fn any_argument() -> impl Strategy<Value = Argument> {
    let number = prop_oneof![
        any::<f64>(),
        (-3..5_000_i32).prop_map(f64::from),
        prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-0.0), Just(1e9), Just(1e300)],
    ];
    let word = prop_oneof![
        any::<String>(),
        prop_oneof![
            Just("yes"),
            Just("opened"),
            Just("untrained"),
            Just("da"),
            Just("vanilla"),
            Just("1,2"),
            Just("a"),
            Just("b"),
            Just("da:clip(3):late-add"),
            Just("exponent;clip(2)"),
        ]
        .prop_map(str::to_owned),
    ];
    let plain = prop_oneof![
        Just(Argument::Undefined),
        Just(Argument::Null),
        any::<bool>().prop_map(Argument::Flag),
        number.prop_map(Argument::Number),
        word.prop_map(Argument::Text),
        vec(any::<f32>(), 0..20).prop_map(Argument::Floats),
        vec(any::<u8>(), 0..20).prop_map(Argument::Bytes),
        Just(Argument::Other("a function")),
    ];
    plain.prop_recursive(2, 24, 8, |inner| {
        let name = prop_oneof![
            any::<String>(),
            (0..FIELDS.len()).prop_map(|place| FIELDS[place].name.to_owned()),
            prop_oneof![Just("panel"), Just("N"), Just("h"), Just("H"), Just("w")]
                .prop_map(str::to_owned),
        ];
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Argument::List),
            vec((name, inner), 0..4).prop_map(Argument::Object),
        ]
    })
}

/// Changes to settings by their names.
fn any_changes() -> impl Strategy<Value = Argument> {
    let change = (0..FIELDS.len(), any_argument());
    let changes = vec(change, 0..5).prop_map(|changes| {
        let named = |(place, value): (usize, Argument)| (FIELDS[place].name.to_owned(), value);
        Argument::Object(changes.into_iter().map(named).collect())
    });
    prop_oneof![3 => changes, 1 => any_argument()]
}

/// Numbers for [`attend`], right as they are.
fn right(n: usize, width: usize, h: usize, d: usize, m: usize) -> Vec<(String, Argument)> {
    let wave = |count: usize, phase: f32| {
        Argument::Floats((0..count).map(|place| (place as f32 * 0.7 + phase).sin()).collect())
    };
    let size = |size: usize| Argument::Number(size as f64);
    let all = [
        ("N", size(n)),
        ("D", size(width)),
        ("h", size(h)),
        ("d", size(d)),
        ("H", wave(n * width, 0.1)),
        ("Wq", wave(width * h * d, 0.2)),
        ("Wk", wave(width * h * d, 0.3)),
        ("Wv", wave(width * h * d, 0.4)),
        ("Wo", wave(h * d * m, 0.5)),
        ("w", wave(h, 0.6)),
        ("v", wave(h, 0.7)),
    ];
    all.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// That a change was done: every setting is one that can be written back, and agrees with the others.
fn is_done(after: &Settings, before: &Settings, changes: &Argument, lab: &Lab) {
    let Argument::Object(changes) = changes else { panic!("{changes:?} is no object") };
    for field in FIELDS {
        let value = (field.get)(after);
        let mut again = after.clone();
        (field.set)(&mut again, &value).unwrap();
        assert_eq!((field.get)(&again), value, "{}", field.name);
        let is_named = changes.iter().any(|(name, _)| name == field.name);
        // w and v say whether they are the model's; heads beyond the last are none.
        let follows = ["learned", "chosen", "head"].contains(&field.name);
        assert!(is_named || follows || value == (field.get)(before), "{}", field.name);
    }
    assert!(after.model != ModelChoice::Opened && after.model_b != ModelChoice::Opened);
    assert!(after.head < after.heads && after.chosen.iter().all(|&head| head < after.heads));
    if lab.tokenized_text() == after.sentence {
        let tokens = lab.tokens().len();
        assert!(after.cursor.is_none_or(|(i, j)| i < tokens && j < tokens));
        assert!(after.selected.iter().all(|&token| token < tokens));
    }
}

#[test]
fn a_number_with_hundreds_of_digits_is_told_in_few() {
    for number in [5.570632200067405e-309, -1.7e308, f64::MAX] {
        let error = attend(&Argument::Number(number)).expect_err("no object");
        assert!(precise(&error).len() < 120, "{error}");
    }
    let error = attend(&Argument::Number(0.25)).expect_err("no object");
    assert!(error.to_string().ends_with("not 0.25"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_change_is_done_or_refused(changes in any_changes()) {
        let (lab, before) = page();
        match changed(&before, &changes, &lab) {
            Ok(after) => is_done(&after, &before, &changes, &lab),
            Err(error) => drop(precise(&error)),
        }
    }

    #[test]
    fn any_options_name_a_panel_or_are_refused(options in any_argument()) {
        if let Err(error) = panel(&options) {
            precise(&error);
        }
        if let Err(error) = joined(&options) {
            precise(&error);
        }
    }

    #[test]
    fn anything_is_opened_or_refused(bytes in any_argument(), name in any_argument()) {
        let is_right = matches!((&bytes, &name), (Argument::Bytes(_), Argument::Text(_)));
        match opening(bytes, name) {
            Ok(_) => prop_assert!(is_right),
            Err(error) => {
                precise(&error);
                prop_assert!(!is_right);
            }
        }
    }

    #[test]
    fn anything_is_attended_to_or_refused(raw in any_argument()) {
        if let Err(error) = attend(&raw) {
            precise(&error);
        }
    }

    /// One argument is another: done, with rows that sum to 1, or refused.
    #[test]
    fn attention_with_one_argument_changed(
        (n, width, h, d, m) in (1..5_usize, 1..4_usize, 1..4_usize, 1..4_usize, 1..4_usize),
        at in 0..11_usize,
        other in any_argument(),
    ) {
        let mut raw = right(n, width, h, d, m);
        let name = raw[at].0.clone();
        let size = |raw: &[(String, Argument)], at: usize| match raw[at].1 {
            Argument::Number(number) => number as usize,
            _ => 0,
        };
        prop_assert!(attend(&Argument::Object(raw.clone())).is_ok());
        raw[at].1 = other;
        match attend(&Argument::Object(raw.clone())) {
            Err(error) => {
                let says = precise(&error);
                prop_assert!(says.starts_with("attend: "), "{}: {}", name, says);
            }
            Ok(attended) => {
                let (n, h) = (size(&raw, 0), size(&raw, 2));
                prop_assert_eq!(attended.weights.len(), h * n * n);
                for row in attended.weights.chunks(n) {
                    prop_assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                }
                prop_assert!(attended.output.iter().all(|x| x.is_finite()));
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let says = |changes: &[(&str, Argument)], expected: &str| {
        assert_eq!(refusal(changes), expected);
    };
    says(&[("colour", text("red"))], "there is no setting “colour”");
    says(
        &[("model", text("opened"))],
        "“model”: no checkpoint is open; open(bytes, name) opens one",
    );
    says(
        &[("model-b", text("opened"))],
        "“model-b”: no checkpoint is open; open(bytes, name) opens one",
    );
    says(
        &[("cursor", numbers(&[99.0, 1.0]))],
        "“cursor”: token 99 is beyond the 9 of the sentence",
    );
    says(
        &[("selected", numbers(&[1.0, 24.0]))],
        "“selected”: token 24 is beyond the 9 of the sentence",
    );
    let shorter = [("cursor", numbers(&[3.0, 4.0])), ("sentence", text("One two three"))];
    says(&shorter, "“cursor”: token 4 is beyond the 3 of the sentence");
    let few = [("model", text("untrained")), ("heads", Argument::Number(3.0))];
    says(
        &[&few[..], &[("head", Argument::Number(9.0))]].concat(),
        "“head”: 9 is beyond the 3 heads",
    );
    says(
        &[&few[..], &[("chosen", numbers(&[2.0, 4.0]))]].concat(),
        "“chosen”: 4 is beyond the 3 heads",
    );
    says(
        &[("heads", Argument::Number(3.0))],
        "“heads”: the model has 16 heads of its own; untrained projections have any",
    );
    says(
        &[("seed", Argument::Other("a function"))],
        "“seed”: a text, a number, a flag or a list of them is needed, not a function",
    );
    says(
        &[("w", Argument::List(vec![Argument::Number(1.0), text("x")]))],
        "“w”: a list must be all numbers or all texts",
    );
    let (lab, before) = page();
    let found = |changes: &Argument| changed(&before, changes, &lab).unwrap_err().to_string();
    let kind = "set() takes an object of settings, as settings() returns, not";
    assert_eq!(found(&Argument::Undefined), format!("{kind} nothing"));
    assert_eq!(found(&Argument::Other("a function")), format!("{kind} a function"));
    assert_eq!(found(&numbers(&[1.0])), format!("{kind} a list of 1"));
}

/// What a script reads it can write back, though a link came with a cell beyond the sentence.
#[test]
fn what_was_so_before_is_no_error() {
    let (lab, mut before) = page();
    before.cursor = Some((500, 3));
    before.selected = vec![MAX_LONG_TOKENS - 1];
    before.model_b = ModelChoice::Opened;
    let all: Vec<_> = FIELDS
        .iter()
        .map(|field| {
            let value = match (field.get)(&before) {
                nearfar::settings::Value::Nothing => Argument::Null,
                nearfar::settings::Value::Text(text) => Argument::Text(text),
                nearfar::settings::Value::Number(number) => Argument::Number(number),
                nearfar::settings::Value::Flag(flag) => Argument::Flag(flag),
                nearfar::settings::Value::Numbers(all) => numbers(&all),
                nearfar::settings::Value::Texts(texts) => {
                    Argument::List(texts.into_iter().map(Argument::Text).collect())
                }
            };
            (field.name.to_owned(), value)
        })
        .collect();
    assert_eq!(changed(&before, &Argument::Object(all), &lab), Ok(before));
}

#[test]
fn panels_are_a_and_b() {
    let of = |value: Argument| panel(&object(&[("panel", value)]));
    assert_eq!(panel(&Argument::Undefined), Ok(Panel::A));
    assert_eq!(of(text("b")), Ok(Panel::B));
    assert_eq!(of(Argument::Undefined), Ok(Panel::A));
    let message = |found: Result<Panel, ScriptError>| found.unwrap_err().to_string();
    assert_eq!(message(of(text("c"))), "there is no panel “c”; panels are “a” and “b”");
    assert_eq!(message(of(Argument::Number(2.0))), "there is no panel 2; panels are “a” and “b”");
    let misspelt = panel(&object(&[("pannel", text("b"))]));
    assert_eq!(message(misspelt), "trace() knows no “pannel”; it takes “panel”");
    assert!(message(panel(&Argument::Number(1.0))).contains("{ panel: \"b\" }, not 1"));
}

#[test]
fn attention_says_what_does_not_fit() {
    let message = |change: &str, value: Argument| {
        let mut raw = right(2, 3, 2, 2, 3);
        raw.iter_mut().find(|(name, _)| name == change).unwrap().1 = value;
        attend(&Argument::Object(raw)).unwrap_err().to_string()
    };
    let sizes = "must be a whole number from 1 to 1048576, not";
    assert_eq!(message("N", Argument::Number(1e9)), format!("attend: N {sizes} 1000000000"));
    assert_eq!(message("d", Argument::Number(1.5)), format!("attend: d {sizes} 1.5"));
    assert_eq!(message("h", Argument::Undefined), format!("attend: h {sizes} nothing"));
    assert_eq!(
        message("H", Argument::Floats(vec![0.0; 5])),
        "attend: H has 5 numbers, but its shape [2, 3] needs 6"
    );
    assert_eq!(
        message("Wk", numbers(&[1.0, 2.0])),
        "attend: Wk must be a Float32Array [3, 4], not a list of 2"
    );
    assert_eq!(
        message("Wo", Argument::Floats(vec![0.0; 11])),
        "attend: Wo has 11 numbers, but its shape [h·d = 4, m] needs a multiple of 4"
    );
    let weights = 2_000_000_000_000_u64;
    assert_eq!(
        message("N", Argument::Number(1e6)),
        format!("attend: h·N² is {weights}; at most {MOST_WEIGHTS} weights are computed")
    );
    assert!(message("w", Argument::Floats(vec![f32::NAN, 1.0])).contains("NaN"));
    // Finite numbers whose products are not.
    let mut raw = right(2, 3, 2, 2, 3);
    for (_, value) in raw.iter_mut().filter(|(name, _)| ["Wv", "Wo"].contains(&name.as_str())) {
        *value = Argument::Floats(vec![1e30; 12]);
    }
    let says = attend(&Argument::Object(raw)).unwrap_err().to_string();
    assert!(says.starts_with("attend: ") && says.contains("must be finite"), "{says}");
}

#[test]
fn attention_refuses_what_it_does_not_know() {
    let known = "it takes N, D, h, d, H, Wq, Wk, Wv, Wo, w and v";
    for (name, value) in
        [("causal", Argument::Flag(true)), ("mask", text("causal")), ("method", text("zzz"))]
    {
        let mut raw = right(2, 3, 2, 2, 3);
        raw.push((name.to_owned(), value));
        let says = attend(&Argument::Object(raw)).unwrap_err().to_string();
        assert_eq!(says, format!("attend() knows no “{name}”; {known}"));
    }
    // It knows what it asks for.
    let raw = right(2, 3, 2, 2, 3);
    let names: Vec<&str> = raw.iter().map(|(name, _)| name.as_str()).collect();
    let (last, others) = names.split_last().unwrap();
    assert_eq!(known, format!("it takes {} and {last}", others.join(", ")));
    assert!(attend(&Argument::Object(raw)).is_ok());
}

#[test]
fn what_can_be_opened_is_said_as_a_whole() {
    let says = opening(Argument::Number(5.0), Argument::Undefined).unwrap_err().to_string();
    let takes = "the bytes of a file, a Uint8Array, and its name, or a File or a list of files";
    assert_eq!(says, format!("open() takes {takes}, not 5"));
}
