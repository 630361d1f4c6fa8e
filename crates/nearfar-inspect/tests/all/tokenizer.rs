//! Tokens of sentences against the library of Python, and files that were made to harm.

use nearfar_inspect::tokenizer::{TEXT_BYTES, Tokenizer, TokenizerError};
use serde_json::{Value, json};
use tokenizers::{TruncationDirection, TruncationParams};

const WORDPIECE: &[u8] = include_bytes!("../../samples/tokenizer_wordpiece.json");
const BPE: &[u8] = include_bytes!("../../samples/tokenizer_bpe.json");
const VOCABULARY: &str = include_str!("../../samples/vocab.txt");
const SENTENCE: &str = "the cat sat near far";

fn ids(tokenizer: &Tokenizer, text: &str) -> Vec<u32> {
    tokenizer.encode(text).unwrap().iter().map(|token| token.id).collect()
}

/// The sample with one part replaced.
fn with(sample: &[u8], path: &str, part: Value) -> Result<Tokenizer, TokenizerError> {
    let mut value: Value = serde_json::from_slice(sample).unwrap();
    match path.split_once('.') {
        Some((outer, inner)) => value[outer][inner] = part,
        None => value[path] = part,
    }
    Tokenizer::from_json(value.to_string().as_bytes())
}

fn refused(result: Result<Tokenizer, TokenizerError>, word: &str) {
    let error = result.err().expect("it was accepted");
    assert!(matches!(error, TokenizerError::Part { .. }), "{error}");
    assert!(error.to_string().contains(word), "{error}");
}

#[test]
fn wordpiece_as_in_python() {
    let tokenizer = Tokenizer::from_json(WORDPIECE).unwrap();
    assert_eq!(tokenizer.kind(), "WordPiece");
    assert_eq!(ids(&tokenizer, SENTENCE), [2, 33, 35, 50, 43, 36, 3]);
    let tokens = tokenizer.encode(SENTENCE).unwrap();
    let pieces: Vec<&str> = tokens.iter().map(|token| &SENTENCE[token.start..token.end]).collect();
    assert_eq!(pieces, ["", "the", "cat", "sat", "near", "far", ""]);
    let special: Vec<bool> = tokens.iter().map(|token| token.special).collect();
    assert_eq!(special, [true, false, false, false, false, false, true]);
    assert_eq!(tokenizer.token(2).unwrap(), "[CLS]");
}

#[test]
fn bpe_as_in_python() {
    let tokenizer = Tokenizer::from_json(BPE).unwrap();
    assert_eq!(ids(&tokenizer, SENTENCE), [260, 273, 291, 287, 274]);
}

/// What the library's own truncation leaves of the sample's text.
fn truncated(file: &Value, text: &str, most: usize, direction: TruncationDirection) -> Vec<u32> {
    let mut own = tokenizers::Tokenizer::from_bytes(file.to_string()).unwrap();
    let truncation =
        TruncationParams { max_length: most, direction, ..TruncationParams::default() };
    own.with_truncation(Some(truncation)).unwrap();
    own.encode(text, true).unwrap().get_ids().to_vec()
}

#[test]
fn a_text_that_is_cut_keeps_its_special_tokens() {
    let end_alone = json!({"type": "TemplateProcessing", "pair": [],
        "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "special_tokens": {"[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}});
    let wordpiece: Value = serde_json::from_slice(WORDPIECE).unwrap();
    let mut ends: Value = wordpiece.clone();
    ends["post_processor"] = end_alone;
    let bpe: Value = serde_json::from_slice(BPE).unwrap();
    // Round the text, behind it (T5), none at all; of each the end or the beginning of a text is lost.
    for (mut file, special) in [(wordpiece, 2), (ends, 1), (bpe, 0)] {
        for direction in [TruncationDirection::Right, TruncationDirection::Left] {
            file["truncation"] = json!({"direction": format!("{direction:?}"), "max_length": 512,
                "strategy": "LongestFirst", "stride": 0});
            let tokenizer = Tokenizer::from_json(file.to_string().as_bytes()).unwrap();
            for text in [SENTENCE, "", "sat [SEP] far"] {
                let whole = tokenizer.encode(text).unwrap().len();
                for most in special + 1..whole + 2 {
                    let (tokens, cut) = tokenizer.encode_at_most(text, most).unwrap();
                    let found: Vec<u32> = tokens.iter().map(|token| token.id).collect();
                    assert_eq!(found, truncated(&file, text, most, direction), "{text:?}, {most}");
                    assert_eq!(cut, whole.saturating_sub(most));
                }
                for most in 0..=special {
                    let tokens = tokenizer.encode_at_most(text, most).unwrap().0;
                    assert!(
                        tokens.len() == most.min(whole) && tokens.iter().all(|token| token.special)
                    );
                }
            }
        }
    }
}

#[test]
fn a_vocabulary_is_read_as_wordpiece() {
    let tokenizer = Tokenizer::from_vocab(VOCABULARY).unwrap();
    assert_eq!(ids(&tokenizer, SENTENCE), [2, 33, 35, 50, 43, 36, 3]);
    assert!(tokenizer.notes()[0].contains("lower-cased"));
    // Capitals are lowered, accents taken off.
    assert_eq!(ids(&tokenizer, "Thé"), [2, 33, 3]);
    let cased = Tokenizer::from_vocab("[UNK]\n[CLS]\n[SEP]\nC\nc").unwrap();
    assert_eq!(ids(&cased, "C"), [1, 3, 2]);
    assert!(cased.notes()[0].contains("not lower-cased"));
    assert!(cased.notes()[1].contains("##"));
}

#[test]
fn what_lies_beside_a_vocabulary_says_how_text_is_read() {
    let vocabulary = "[UNK]\n[CLS]\n[SEP]\nC\nc\n##c\né\ne";
    let of = |config: &Value| {
        let config = config.to_string();
        Tokenizer::from_vocab_beside(vocabulary, Some(config.as_bytes())).unwrap()
    };
    for (config, expected) in
        [(json!({"do_lower_case": false}), [1, 3, 2]), (json!({"do_lower_case": true}), [1, 4, 2])]
    {
        let tokenizer = of(&config);
        assert_eq!(ids(&tokenizer, "C"), expected, "{config}");
        assert!(!tokenizer.notes().iter().any(|note| note.contains("assumed")), "{config}");
    }
    // Where nothing is said of accents, they go with the capitals.
    let accents = |strip: Value| json!({"do_lower_case": true, "strip_accents": strip});
    assert_eq!(ids(&of(&accents(Value::Null)), "é"), [1, 7, 2]);
    assert_eq!(ids(&of(&accents(json!(false))), "é"), [1, 6, 2]);
    // A configuration that says nothing of it leaves the assumption.
    assert!(of(&json!({"model_max_length": 512})).notes()[0].contains("not lower-cased"));
    let broken = Tokenizer::from_vocab_beside(vocabulary, Some(&b"{"[..]));
    assert!(matches!(broken.err().unwrap(), TokenizerError::Json { .. }));
}

#[test]
fn a_vocabulary_without_its_special_words() {
    let error = Tokenizer::from_vocab("a\nb").err().unwrap();
    assert_eq!(error, TokenizerError::Vocabulary { missing: "[UNK]" });
}

#[test]
fn padding_and_truncation_are_off() {
    let padding = json!({"strategy": {"Fixed": 4_000_000_000_u32}, "direction": "Right",
        "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"});
    let tokenizer = with(WORDPIECE, "padding", padding).unwrap();
    assert_eq!(ids(&tokenizer, SENTENCE).len(), 7);
    assert!(tokenizer.notes()[0].contains("padding"));
    let truncation = json!({"max_length": 1, "strategy": "LongestFirst", "stride": 9});
    let tokenizer = with(WORDPIECE, "truncation", truncation).unwrap();
    assert_eq!(ids(&tokenizer, SENTENCE).len(), 7);
}

#[test]
fn no_json() {
    assert!(matches!(Tokenizer::from_json(b"{"), Err(TokenizerError::Json { .. })));
    let deep = "[".repeat(1_000_000);
    assert!(matches!(Tokenizer::from_json(deep.as_bytes()), Err(TokenizerError::Json { .. })));
    assert!(matches!(
        Tokenizer::from_json(b"{\"model\": {}}"),
        Err(TokenizerError::Library { .. })
    ));
    refused(Tokenizer::from_json(b"[]"), "no object");
    refused(Tokenizer::from_json(b"{}"), "missing");
}

#[test]
fn a_text_that_is_too_long() {
    let tokenizer = Tokenizer::from_json(WORDPIECE).unwrap();
    let error = tokenizer.encode(&"a".repeat(TEXT_BYTES + 1)).unwrap_err();
    assert!(matches!(error, TokenizerError::Text { unit: "bytes", .. }));
    assert_eq!(tokenizer.encode("").unwrap().len(), 2);
}

#[test]
fn a_template_that_names_an_unknown_token() {
    let template = json!({"type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[NO]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [], "special_tokens": {}});
    refused(with(WORDPIECE, "post_processor", template), "[NO]");
}

#[test]
fn a_template_with_more_numbers_than_texts() {
    let template = json!({"type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 0}}], "pair": [],
        "special_tokens": {"x": {"id": "x", "ids": [1, 2], "tokens": ["x"]}}});
    refused(with(WORDPIECE, "post_processor", template), "as many");
}

#[test]
fn replacements_that_grow_without_end() {
    let double = json!({"type": "Replace", "pattern": {"String": "a"}, "content": "aa"});
    let normalizer = json!({"type": "Sequence", "normalizers": vec![double; 40]});
    refused(with(WORDPIECE, "normalizer", normalizer), "256 times");
}

#[test]
fn steps_within_steps_without_end() {
    let mut step = json!({"type": "Lowercase"});
    for _ in 0..40 {
        step = json!({"type": "Sequence", "normalizers": [step]});
    }
    refused(with(WORDPIECE, "normalizer", step), "within");
}

#[test]
fn merges_that_cut_letters_apart() {
    refused(with(BPE, "model.continuing_subword_prefix", json!("é")), "does not begin");
}

#[test]
fn a_table_of_normalisations_that_leads_astray() {
    let normalizer = json!({"type": "Precompiled", "precompiled_charsmap": "/////w=="});
    refused(with(WORDPIECE, "normalizer", normalizer), "announces");
}

#[test]
fn pieces_of_no_letters() {
    refused(
        with(WORDPIECE, "pre_tokenizer", json!({"type": "FixedLength", "length": 0})),
        "no letters",
    );
}

/// A few thousand changed files: each is refused, or parts a sentence.
#[test]
fn changed_files_do_no_harm() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..2_000 {
        let sample = if round % 2 == 0 { WORDPIECE } else { BPE };
        let mut bytes = sample.to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = b"0123456789\"{}[],:ae-"[random(20)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b'9'),
                _ => {
                    let to = (at + random(40)).min(bytes.len());
                    let copy = bytes[at..to].to_vec();
                    let place = random(bytes.len());
                    bytes.splice(place..place, copy);
                }
            }
        }
        match Tokenizer::from_json(&bytes) {
            Ok(tokenizer) => {
                accepted += 1;
                let _ = tokenizer.encode("The cat sat near, fär [SEP] \u{1F600}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}
