//! Text to tokens to vectors: the training data's words, every script, hostile text, hostile files.

use std::path::PathBuf;

use nearfar::text::embedding::seeded_by_spelling;
use nearfar::text::vectors::{FREQUENT_WORDS, LONGEST_WORD, PARTS, fnv1a, may_be_in_table};
use nearfar::text::{
    DIMENSION, MAX_TOKENS, Origin, Part, VectorPart, VectorsError, WordVectors, part_of, tokenize,
    tokenize_limited,
};
use proptest::prelude::*;

/// The words of a text, and what holds for the tokens of any text.
fn words(text: &str) -> Vec<String> {
    let tokens = tokenize(text);
    let mut end = 0;
    for token in &tokens {
        assert!(token.range.start >= end && token.range.end > token.range.start, "{token:?}");
        assert_eq!(text.get(token.range.clone()), Some(token.text.as_str()), "{text:?}");
        assert!(!token.word.is_empty(), "{token:?}");
        skipped(&text[end..token.range.start]);
        end = token.range.end;
    }
    skipped(&text[end..]);
    tokens.into_iter().map(|token| token.word).collect()
}

/// What lies between tokens is white space, control or invisible, never something to be read.
fn skipped(between: &str) {
    let blank = |c: char| {
        let format = matches!(u32::from(c),
            0xad | 0x34f | 0x61c | 0x180b..=0x180f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f
            | 0xfe00..=0xfe0f | 0xfeff | 0xfff9..=0xfffb | 0xe0000..=0xe0fff);
        c.is_whitespace() || c.is_control() || format
    };
    assert!(between.chars().all(blank), "{between:?} is in no token");
}

/// `expected`: the words, a space between them.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(words(text).join(" "), expected, "words of {text:?}");
}

/// Cut as typed: the texts of the tokens, a bar between them.
#[track_caller]
fn check_typed(text: &str, expected: &str) {
    words(text);
    let typed: Vec<String> = tokenize(text).into_iter().map(|token| token.text).collect();
    assert_eq!(typed.join("|"), expected, "tokens of {text:?}");
}

#[test]
fn english_is_cut_as_the_training_data_was() {
    #[derive(serde::Deserialize)]
    struct Row {
        text: String,
        words: Vec<String>,
    }
    let rows: Vec<Row> = serde_json::from_str(include_str!("data/tokens_en.json")).unwrap();
    assert!(rows.len() >= 300);
    for row in rows {
        assert_eq!(words(&row.text), row.words, "words of {:?}", row.text);
    }
}

#[test]
fn the_text_is_kept_as_typed() {
    check_typed("Don’t PAY $1,000 -LRB- sic -RRB-", "Do|n’t|PAY|$|1,000|-LRB-|sic|-RRB-");
    check("Don’t PAY $1,000 -LRB- sic -RRB-", "do n't pay $ <num> ( sic )");
    check_typed("``Is it?'' ‘’", "``|Is|it|?|''|‘’");
}

#[test]
fn words_of_every_alphabet_are_whole() {
    check("Dvořák's Łódź, Đà Nẵng", "dvořák 's łódź , đà nẵng");
    check("Straße, STRASSE, GROẞ", "straße , strasse , groß");
    check("cafe\u{301} nai\u{308}ve Zu\u{308}rich's", "cafe\u{301} nai\u{308}ve zu\u{308}rich 's");
    check("Я не знаю. Сине-зелёный М'ЯЧ", "я не знаю . сине-зелёный м'яч");
    check("ΟΔΥΣΣΕΥΣ, ὁ ἀνήρ", "οδυσσευς , ὁ ἀνήρ");
    check("Tiếng Việt rất đẹp", "tiếng việt rất đẹp");
    check("나는 학교에 갑니다.", "나는 학교에 갑니다 .");
    check("हिन्दी में क्षत्रिय", "हिन्दी में क्षत्रिय");
    check("Հայերեն ქართული አማርኛ", "հայերեն ქართული አማርኛ");
    check("привет:как", "привет : как");
}

#[test]
fn case_mapping_keeps_the_bytes() {
    check("İstanbul'da ﬁne ŸES", "i\u{307}stanbul ' da ﬁne ÿes");
    check_typed("İstanbul ﬁne Straße ẞ", "İstanbul|ﬁne|Straße|ẞ");
}

#[test]
fn an_ideograph_is_a_token() {
    check("我爱自然语言。", "我 爱 自 然 语 言 。");
    check("COVID-19疫情和iPhone手机，2024年", "covid-19 疫 情 和 iphone 手 机 ， <num> 年");
    check("コーヒーを飲む", "コーヒー を 飲 む");
    check("𠮷野家 葛\u{e0100}城", "𠮷 野 家 葛\u{e0100} 城");
}

#[test]
fn a_cluster_of_thai_is_a_token() {
    check("ภาษาไทยที่นี่", "ภ า ษ า ไ ท ย ที่ นี่");
}

#[test]
fn text_from_right_to_left() {
    check("العربية لغة جميلة، أليس كذلك؟", "العربية لغة جميلة ، أليس كذلك ؟");
    check("كَتَبَ ١٬٢٣٤ كتابًا", "كَتَبَ <num> كتابًا");
    check("שלום, צה״ל צה\"ל וג'ירפה", "שלום , צה״ל צה\"ל וג'ירפה");
    check("\u{202b}שלום\u{202c} \u{200f}abc\u{200e}", "שלום abc");
    check("می\u{200c}خواهم", "می\u{200c}خواهم");
}

#[test]
fn a_joined_emoji_is_a_token() {
    check("I ❤️ 👩‍👩‍👧 and 🇰🇷🇺🇳!", "i ❤️ 👩‍👩‍👧 and 🇰🇷 🇺🇳 !");
    check("👍🏽👍🏽ok🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ #️⃣", "👍🏽 👍🏽 ok 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ #️⃣");
}

#[test]
fn invisible_characters_break_nothing() {
    check("", "");
    check(" \t\r\n\u{a0}\u{3000}\u{2028}", "");
    check("\0\u{1}\u{7f}\u{85}\u{97}\u{feff}\u{200b}\u{200d}\u{fe0f}", "");
    check("\u{feff}a\0b\u{200b}c\u{97}d\r\ne", "a b c d e");
    check("co\u{ad}operate a\u{2060}b \u{200e}don't\u{200e}", "cooperate ab do n't");
    check_typed("co\u{ad}operate\u{200e}!", "co\u{ad}operate|!");
    check("a\u{fffd}b", "a \u{fffd} b");
    check("\u{301}", "\u{301}");
    check("\u{e000}\u{fdd0}\u{10ffff}", "\u{e000} \u{fdd0} \u{10ffff}");
    check("\u{600} 1 \u{600}\u{600}", "\u{600} <num> \u{600}\u{600}");
}

#[test]
fn numbers_of_every_script() {
    check("１２３ ٣ ४५ Ⅷ ½ ①", "<num> <num> <num> <num> ½ ①");
}

#[test]
fn a_long_text_is_cut_and_says_so() {
    let text = "word ".repeat(10_000);
    let limited = tokenize_limited(&text, MAX_TOKENS);
    assert_eq!(limited.tokens.len(), MAX_TOKENS);
    let cut = limited.cut.unwrap();
    assert_eq!((cut.total, cut.first_left_out), (10_000, 5 * MAX_TOKENS));
    assert_eq!(tokenize(&text).len(), 10_000);

    let whole = tokenize_limited(&"a ".repeat(MAX_TOKENS), MAX_TOKENS);
    assert_eq!((whole.tokens.len(), whole.cut), (MAX_TOKENS, None));
    assert_eq!(tokenize_limited("", MAX_TOKENS).tokens, []);
}

/// A scan that went back over what it had seen would take hours for a megabyte of these.
#[test]
fn hostile_text_takes_linear_time() {
    #[rustfmt::skip]
    let units = [
        "'", "''n", "`", "a.", "a", "a'", "n't", "dn't'", "-", "--lrb", "-rrb-lrb", "-lrb-",
        "1,000", "1,", ",", "&a", "a&", "/", ".", "\u{301}", "a\u{301}", "'\u{301}", "\u{200d}",
        "a\u{200d}", "\u{200e}", "a\u{200e}", "!\u{200e}", "👩\u{200d}", "🇰", "\u{600}",
        "\u{600} \u{301}", "क\u{94d}", "\u{94d}", "ㄱ", "한", "ア", "中", "ก", "я'", "я.", "я\"",
        "א\"", "٣,", "İ", "ß", "Σ", "\0", " ", "\u{fffd}", "é", "\u{feff}",
    ];
    let start = std::time::Instant::now();
    for unit in units {
        let text = unit.repeat(1_000_000 / unit.len());
        words(&text);
    }
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn any_text_is_covered(text in any::<String>()) {
        words(&text);
    }

    #[test]
    fn any_mixture_is_covered(text in "([a-n]|n't|'s|[éřя한中アก٣א]|[-'’.,&/` \"]|-lrb-|-RRB-|1,000|\u{301}|\u{200d}|\u{200e}|\u{600}|👩|🇰|\u{fe0f}){0,24}") {
        words(&text);
        let limited = tokenize_limited(&text, MAX_TOKENS);
        prop_assert_eq!(limited.tokens, tokenize(&text));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = VectorPart::parse(&bytes);
    }

    #[test]
    fn a_part_with_one_byte_changed_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = small().write();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = VectorPart::parse(&bytes);
    }

    #[test]
    fn what_is_written_is_read(rows in prop::collection::btree_map("[^\n]{1,8}", (0.0_f32..1e3, any::<i8>()), 0..20)) {
        let rows = rows.into_iter().map(|(word, (scale, value))| (word, scale, [value; DIMENSION])).collect();
        let part = VectorPart::new(Part::Frequent, rows).unwrap();
        prop_assert_eq!(VectorPart::parse(&part.write()).unwrap(), part);
    }
}

fn row(word: &str, value: i8) -> (String, f32, [i8; DIMENSION]) {
    (word.to_owned(), 0.5, [value; DIMENSION])
}

/// Three words: 24 bytes of header, 12 of text ("are\nno\nyes\n" and a zero), 12 of scales, 300 of rows.
fn small() -> VectorPart {
    VectorPart::new(Part::Frequent, vec![row("yes", 2), row("no", -2), row("are", 4)]).unwrap()
}

/// The error that these bytes, written at `at` into the small part, are refused with.
fn refused(at: usize, bytes: &[u8]) -> VectorsError {
    let mut file = small().write();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    VectorPart::parse(&file).unwrap_err()
}

#[test]
fn the_bytes_of_a_part() {
    let bytes = small().write();
    assert_eq!(&bytes[..24], b"NFWV\x01\0\0\0\xff\xff\xff\xff\x64\0\0\0\x03\0\0\0\x0c\0\0\0");
    assert_eq!(&bytes[24..36], b"are\nno\nyes\n\0");
    assert_eq!(&bytes[36..40], 0.5_f32.to_le_bytes());
    assert_eq!((bytes[48], bytes[148], bytes[248], bytes.len()), (4, 0xfe, 2, 348));

    let part = VectorPart::parse(&bytes).unwrap();
    assert_eq!(part.vector("no"), Some([-1.0; DIMENSION]));
    assert_eq!(part.vector("nothing"), None);
    assert_eq!(part, small());
}

#[test]
fn an_empty_part() {
    let bytes = VectorPart::new(Part::Hashed(3), vec![]).unwrap().write();
    assert_eq!(bytes.len(), 24);
    assert_eq!(VectorPart::parse(&bytes).unwrap().words(), [""; 0]);
}

#[test]
fn a_truncated_part_is_refused_at_each_length() {
    let bytes = small().write();
    for length in 0..bytes.len() {
        let error = VectorPart::parse(&bytes[..length]).unwrap_err();
        match error {
            VectorsError::TooShort { found } => assert!(found == length && length < 24),
            VectorsError::Length { found, expected, .. } => {
                assert!(found == length && expected == Some(348))
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn an_overlong_part_is_refused() {
    let mut bytes = small().write();
    bytes.push(0);
    assert!(matches!(VectorPart::parse(&bytes), Err(VectorsError::Length { found: 349, .. })));
}

#[test]
fn another_magic_is_refused() {
    assert_eq!(refused(0, b"PK"), VectorsError::Magic { found: *b"PKWV" });
}

#[test]
fn another_version_is_refused() {
    assert_eq!(refused(4, &[2]), VectorsError::Version { found: 2 });
}

#[test]
fn an_unknown_part_is_refused() {
    assert_eq!(refused(8, &[PARTS, 0, 0, 0]), VectorsError::UnknownPart { found: 128 });
    assert_eq!(refused(8, &[0, 1, 0, 0]), VectorsError::UnknownPart { found: 256 });
}

#[test]
fn another_dimension_is_refused() {
    assert_eq!(refused(12, &[50]), VectorsError::Dimension { found: 50 });
}

#[test]
fn flipped_counts_are_refused() {
    for at in 16..24 {
        for bit in 0..8 {
            let mut bytes = small().write();
            bytes[at] ^= 1 << bit;
            let error = VectorPart::parse(&bytes).unwrap_err();
            assert!(
                matches!(error, VectorsError::Length { found: 348, .. }),
                "byte {at} bit {bit}: {error}"
            );
        }
    }
    assert!(matches!(refused(16, &[0xff; 8]), VectorsError::Length { words: u32::MAX, .. }));
}

#[test]
fn words_that_are_not_utf8_are_refused() {
    assert_eq!(refused(29, &[0xff]), VectorsError::NotUtf8 { at: 29 });
}

#[test]
fn more_words_than_announced_are_refused() {
    assert_eq!(refused(25, b"\n"), VectorsError::WordCount { found: 4, expected: 3 });
    assert_eq!(refused(27, b"x"), VectorsError::WordCount { found: 2, expected: 3 });
}

#[test]
fn other_bytes_than_zeros_after_the_words_are_refused() {
    assert_eq!(refused(35, b"x"), VectorsError::Padding { found: b"x".to_vec() });
    assert_eq!(refused(30, b"\nxyzzy"), VectorsError::Padding { found: b"xyzz".to_vec() });
}

#[test]
fn an_empty_word_is_refused() {
    assert_eq!(refused(24, b"areno\n\n"), VectorsError::Word { index: 1, found: String::new() });
    let line = VectorPart::new(Part::Frequent, vec![row("a\nb", 1)]).unwrap_err();
    assert_eq!(line, VectorsError::Word { index: 0, found: "a\nb".to_owned() });
}

#[test]
fn words_out_of_order_are_refused() {
    let error =
        VectorsError::Unsorted { index: 1, found: "no".to_owned(), before: "zre".to_owned() };
    assert_eq!(refused(24, b"z"), error);
    let twice = VectorPart::new(Part::Frequent, vec![row("a", 1), row("a", 2)]).unwrap_err();
    assert!(matches!(twice, VectorsError::Unsorted { index: 1, .. }));
}

#[test]
fn a_word_of_another_part_is_refused() {
    let error = VectorsError::WrongPart {
        word: "are".to_owned(),
        found: Part::Hashed(0),
        expected: part_of("are"),
    };
    assert_eq!(refused(8, &[0; 4]), error);
    assert!(
        error.to_string().starts_with("\"are\" stands in part-000.bin, expected in part-"),
        "{error}"
    );
}

#[test]
fn a_scale_that_is_no_number_is_refused() {
    for scale in [f32::NAN, f32::INFINITY, -1.0] {
        let error = refused(40, &scale.to_le_bytes());
        assert!(matches!(error, VectorsError::Scale { ref word, .. } if word == "no"), "{error}");
    }
}

#[test]
fn the_hash_is_fnv1a() {
    // Test vectors of draft-eastlake-fnv, appendix C.
    assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    assert_eq!(part_of("foobar"), Part::Hashed(0xe8 % 128));
}

#[test]
fn names_of_files() {
    let names: Vec<String> = Part::all().map(Part::file_name).collect();
    assert_eq!((names.len(), names[0].as_str()), (129, "frequent.bin"));
    assert_eq!((names[1].as_str(), names[128].as_str()), ("part-000.bin", "part-127.bin"));
}

#[test]
fn a_vector_seeded_by_spelling_is_the_same_everywhere() {
    let vector = seeded_by_spelling("nearfar", 100);
    assert_eq!((vector[0], vector[99]), (-0.133_762_2, 0.270_822_1));
    assert_eq!(seeded_by_spelling("<num>", 100)[0], -0.054_494_86);
    assert_ne!(seeded_by_spelling("nearfar", 100), seeded_by_spelling("farnear", 100));
}

#[test]
fn seeded_vectors_look_like_the_table() {
    let vectors: Vec<_> = (0..1000).map(|i| seeded_by_spelling(&format!("zz{i}"), 100)).collect();
    let mean_square = vectors.iter().flatten().map(|x| f64::from(x * x)).sum::<f64>() / 1e5;
    // The mean over the dimensions of the table's variance.
    assert!((mean_square - 0.235).abs() < 0.005, "{mean_square}");
}

#[test]
fn the_origin_of_every_row() {
    let mut vectors = WordVectors::new();
    let sentence = ["we", "'re", "no", "zyzzyva", "<num>", "中"];
    assert_eq!(vectors.parts_needed(sentence), [Part::Frequent]);
    let origin = vectors.embed(sentence).origin;
    assert!(origin[..4].iter().all(|origin| *origin == Origin::NotLoaded));
    assert!(origin[4..].iter().all(|origin| *origin == Origin::Unknown));

    vectors.insert_part(small());
    assert_eq!(vectors.parts_needed(sentence), [part_of("we"), part_of("zyzzyva")]);
    let we = VectorPart::new(part_of("we"), vec![row("we", 6)]).unwrap();
    vectors.insert_part(we);
    assert!(vectors.has_part(part_of("we")) && !vectors.is_empty() && vectors.len() == 4);

    let embedded = vectors.embed_tokens(&tokenize("We're no zyzzyva 7 中"));
    let origin = [
        Origin::Known,
        Origin::Borrowed { from: "are" },
        Origin::Known,
        Origin::NotLoaded,
        Origin::Unknown,
        Origin::Unknown,
    ];
    assert_eq!(embedded.origin, origin);
    assert_eq!(embedded.matrix.dim(), (6, DIMENSION));
    assert_eq!(embedded.matrix.column(0).to_vec()[..3], [3.0, 2.0, -1.0]);
    assert_eq!(embedded.matrix.row(3).to_vec(), seeded_by_spelling("zyzzyva", 100));
    assert_eq!(embedded.matrix.row(4).to_vec(), seeded_by_spelling("<num>", 100));

    vectors.insert_part(VectorPart::new(part_of("zyzzyva"), vec![]).unwrap());
    assert_eq!(vectors.parts_needed(sentence), []);
    assert_eq!(vectors.embed(sentence).origin[3], Origin::Unknown);
    assert_eq!(vectors.embed([]).matrix.dim(), (0, DIMENSION));
}

#[test]
fn the_table_that_is_served() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/vectors");
    let mut vectors = WordVectors::new();
    for part in Part::all() {
        let bytes = std::fs::read(folder.join(part.file_name())).unwrap();
        let read = VectorPart::parse(&bytes).unwrap();
        assert_eq!(read.part(), part);
        assert_eq!(read.write(), bytes);
        assert!(read.words().iter().all(|word| may_be_in_table(word)));
        if part == Part::Frequent {
            assert_eq!(read.words().len(), FREQUENT_WORDS);
        }
        vectors.insert_part(read);
    }
    assert_eq!(vectors.len(), 54_051);

    assert!(
        may_be_in_table(&"x".repeat(LONGEST_WORD))
            && !may_be_in_table(&"x".repeat(LONGEST_WORD + 1))
    );

    let tokens = tokenize("The film isn't bad; they'd say it's memorable, rarely dull.");
    for (token, origin) in tokens.iter().zip(vectors.embed_tokens(&tokens).origin) {
        let expected = match token.word.as_str() {
            "'d" => Origin::Borrowed { from: "would" },
            _ => Origin::Known,
        };
        assert_eq!(origin, expected, "{token:?}");
    }
    // The first row of the original GloVe 6B 100 d, to half a step of int8.
    let the = vectors.vector("the").unwrap();
    for (found, expected) in the.iter().zip([-0.038194, -0.24487, 0.72812, -0.39961]) {
        assert!((found - expected).abs() < 0.016, "{found} {expected}");
    }
}
