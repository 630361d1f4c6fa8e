//! A vocab.txt as the tokenizer.json that it stands for.

use serde_json::{Map, Value, json};

use super::TokenizerError;

/// The same as JSON, and what was assumed: what the tokenizer_config.json `beside` it does not say.
pub(crate) fn read(
    text: &str,
    beside: Option<&Value>,
) -> Result<(Value, Vec<String>), TokenizerError> {
    let said = |key: &str| beside.and_then(|beside| beside.get(key)).and_then(Value::as_bool);
    let mut vocabulary = Map::new();
    let mut added = Vec::new();
    let (mut pieces, mut capitals, mut repeated) = (0_usize, false, 0_usize);
    for (id, line) in text.lines().enumerate() {
        let piece = line.trim_end_matches('\r');
        if vocabulary.contains_key(piece) {
            repeated += 1;
            continue;
        }
        let special = piece.starts_with('[') && piece.ends_with(']') && piece.len() > 2;
        if special && !piece.starts_with("[unused") {
            added.push(json!({
                "id": id, "content": piece, "single_word": false, "lstrip": false,
                "rstrip": false, "normalized": false, "special": true,
            }));
        }
        pieces += usize::from(piece.starts_with("##"));
        // Signs such as the double-struck R count as capitals, and stand in lower-cased vocabularies.
        capitals |= !special && piece.contains(|c: char| c.is_ascii_uppercase());
        vocabulary.insert(piece.to_owned(), json!(id));
    }
    for missing in ["[UNK]", "[CLS]", "[SEP]"] {
        if !vocabulary.contains_key(missing) {
            return Err(TokenizerError::Vocabulary { missing });
        }
    }
    let mut notes = Vec::new();
    let lowercase = said("do_lower_case").unwrap_or_else(|| {
        notes.push(match capitals {
            true => {
                "assumed: text is not lower-cased, since the vocabulary has capitals".to_owned()
            }
            false => {
                "assumed: text is lower-cased, since the vocabulary has no capitals".to_owned()
            }
        });
        !capitals
    });
    if pieces == 0 {
        notes.push(
            "no entry begins with ##: this is no vocabulary of WordPiece, and a word that is not \
             one of its entries as a whole becomes [UNK]"
                .to_owned(),
        );
    }
    if repeated > 0 {
        notes.push(format!("{repeated} entries stand twice; the first place of each counts"));
    }
    let (cls, sep) = (vocabulary.get("[CLS]").cloned(), vocabulary.get("[SEP]").cloned());
    let value = json!({
        "version": "1.0",
        "added_tokens": added,
        "normalizer": {
            "type": "BertNormalizer", "clean_text": true,
            "handle_chinese_chars": said("tokenize_chinese_chars").unwrap_or(true),
            "strip_accents": said("strip_accents"), "lowercase": lowercase,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", sep], "cls": ["[CLS]", cls]},
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary,
        },
    });
    Ok((value, notes))
}
