//! Parts of speech and relations from a treebank: trained, measured, shown, and refused where a file is none.

use serde_json::Value;

use crate::command::{Folder, TINY};

/// Sentences of an animal, what it does and to whom, in CoNLL-U; all are our own. What a word is often hangs on where
/// it stands: `fish` is a noun or a verb.
fn treebank(sentences: usize) -> String {
    let sentence = |place: usize| {
        let animal = ["owls", "cats", "foxes"][place % 3];
        let (act, other) = [("see", "fish"), ("fish", "eels"), ("fear", "owls")][place / 3 % 3];
        let mut rows = vec![("The", "DET", 2, "det"), (animal, "NOUN", 3, "nsubj")];
        rows.extend([(act, "VERB", 0, "root"), (other, "NOUN", 3, "obj")]);
        if place.is_multiple_of(2) {
            rows.push(("slowly", "ADV", 3, "advmod"));
        }
        rows.push((".", "PUNCT", 3, "punct"));
        let row = |(place, (form, part, head, relation)): (usize, (&str, &str, i32, &str))| {
            format!("{}\t{form}\t_\t{part}\t_\t_\t{head}\t{relation}\t_\t_\n", place + 1)
        };
        let rows: String = rows.into_iter().enumerate().map(row).collect();
        format!("# sent_id = {place}\n{rows}\n")
    };
    (0..sentences).map(sentence).collect()
}

/// [`TINY`] without what is for texts.
fn tiny() -> String {
    TINY.replace("--pooling mean ", "")
        .replace("--epochs 3", "--epochs 25 --learning-rate 0.02")
        .replace("--dropout 0.2", "--dropout 0")
}

#[test]
fn parts_of_speech_are_learned_measured_and_shown() {
    let folder = Folder::new("tags");
    folder.write("animals.conllu", &treebank(60));
    for method in ["da", "vanilla", "tree-traversal", "tree-distance(3)", "rpr(2)"] {
        let printed = folder.ok(&format!(
            "train --task animals.conllu --method {method} {} --out tags.safetensors",
            tiny()
        ));
        assert!(printed.contains("test accuracy"), "{printed}");
        let answer: Value =
            serde_json::from_str(&folder.ok("evaluate tags.safetensors --json")).unwrap();
        assert_eq!(answer["as_on_the_card"], true, "{method}");
        assert_eq!(answer["classes"].as_array().unwrap().len(), 17);
        let words = answer["examples"].as_u64().unwrap();
        assert!((30..=36).contains(&words), "6 sentences of 5 or 6 words: {words}");
        assert!(answer["accuracy"].as_f64().unwrap() > 0.8, "{method}: {}", answer["accuracy"]);
        let all = folder.ok("evaluate tags.safetensors --data animals.conllu --json");
        let all: Value = serde_json::from_str(&all).unwrap();
        assert_eq!(all["examples"], 330, "every word of 60 sentences");
    }
    let shown = "attend tags.safetensors --conllu animals.conllu --sentence 2";
    let trace: Value = serde_json::from_str(&folder.ok(&format!("{shown} --json"))).unwrap();
    let sequence = &trace["sequences"][0];
    assert_eq!(sequence["tokens"], serde_json::json!(["the", "cats", "see", "fish", "."]));
    assert_eq!(sequence["answers"][0]["answer"], "DET");
    assert_eq!(sequence["answers"].as_array().unwrap().len(), 5);
    assert_eq!(trace["answer"], Value::Null, "there is none for the text");
    let text = folder.ok(shown);
    assert!(text.contains("the class of every word: the DET "), "{text}");
    let typed = folder.command("attend tags.safetensors").arg("the cats fish").output().unwrap();
    assert!(typed.status.success(), "words that are typed have classes, too");

    let message = folder.fails(2, &shown.replace("--sentence 2", "--sentence 61"));
    assert!(message.contains("has sentences 1 to 60"), "{message}");
    assert!(folder.ok("card tags.safetensors").contains("structure tokens"));
    folder.ok("pack tags.safetensors --rows 5 --out small.safetensors");
    let small = folder.ok("evaluate small.safetensors --json");
    assert_eq!(serde_json::from_str::<Value>(&small).unwrap()["as_on_the_card"], true);

    // An interrupted run ends as if nothing had been.
    let line = |out: &str| {
        format!("train --task animals.conllu --method rpr(2) {} --out {out}.safetensors", tiny())
    };
    folder.fails(130, &format!("{} --stop-after-steps 7", line("parts")));
    folder.ok(&line("parts"));
    assert!(folder.read("parts.safetensors") == folder.read("tags.safetensors"));
}

#[test]
fn texts_and_treebanks_do_not_mix() {
    let folder = Folder::new("mixed");
    folder.write("animals.conllu", &treebank(20));
    folder.write("films.tsv", &crate::command::films(40));
    folder.ok(&format!("train --task films.tsv {TINY} --out films.safetensors"));
    folder.ok(&format!("train --task animals.conllu {} --out tags.safetensors", tiny()));
    let message = folder.fails(1, "evaluate films.safetensors --data animals.conllu");
    assert!(message.contains("the model answers negative, positive"), "{message}");
    let message = folder.fails(1, "evaluate tags.safetensors --data films.tsv");
    assert!(message.contains("the model answers ADJ"), "{message}");
    let message = folder.fails(2, "attend films.safetensors --conllu animals.conllu");
    assert!(message.contains("the model answers to texts"), "{message}");
    let message = folder.fails(2, "train --task animals.conllu --longest 5");
    assert!(message.contains("--longest is for texts"), "{message}");
    let message =
        folder.fails(1, &format!("train --task animals.conllu --method disan {}", tiny()));
    assert!(message.contains("disan gives a text one vector and its words none"), "{message}");
    // What shows one answer to a text refuses it, and says why.
    let text = folder.ok("inspect tags.safetensors");
    assert!(text.contains("it gives every word a class"), "{text}");
    let message = folder.fails(1, "laws tags.safetensors --text films.tsv");
    assert!(message.contains("every word a class"), "{message}");
}

#[test]
fn a_file_that_is_no_treebank_is_named_with_its_line() {
    let folder = Folder::new("bad-trees");
    // The words of the first sentence are the lines 2 to 7.
    let (good, line) = (treebank(12), "train --task bad.conllu");
    let fails = |from: &str, to: &str, parts: &[&str]| {
        assert!(good.contains(from), "{from:?}");
        folder.write("bad.conllu", &good.replacen(from, to, 1));
        let message = folder.fails(1, &format!("{line} {}", tiny()));
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    let verb = "VERB\t_\t_\t0\troot";
    fails(
        "\t2\tdet",
        "\t9\tdet",
        &["bad.conllu: line 2, column 7 (HEAD)", "the sentence has 6 words"],
    );
    fails("\t2\tdet", "\t1\tdet", &["line 2, column 7 (HEAD)", "cycle"]);
    fails("\t3\tobj", "\t0\troot", &["line 5, column 7 (HEAD)", "a sentence has one root"]);
    fails(verb, "VERB\t_\t_\t1\tdep", &["line ", "one must be the root"]);
    fails(verb, "_\t_\t_\t0\troot", &["line 4, column 4 (UPOS)", "it is what is learned or read"]);
    fails(verb, "DOING\t_\t_\t0\troot", &["line 4, column 4 (UPOS)", "such as NOUN or VERB"]);
    fails("1\tThe\t_", "1\tThe", &["line 2", "there are 9 columns, 10 are needed"]);
    folder.write("bad.conllu", "\n\n");
    assert!(folder.fails(1, line).contains("there is no sentence"));
    let message = folder.fails(1, "train --task ud-ewt --data-dir nowhere");
    assert!(message.contains("train.conllu.gz is missing"), "{message}");
}

#[test]
fn trees_are_read_where_a_method_reads_them() {
    let folder = Folder::new("trees");
    folder.write("animals.conllu", &treebank(60));
    folder.write("films.tsv", &crate::command::films(40));
    let line = format!("train --task animals.conllu --method tree-distance(2) {}", tiny());
    folder.ok(&format!("{line} --out trees.safetensors"));
    let evaluated: Value =
        serde_json::from_str(&folder.ok("evaluate trees.safetensors --json")).unwrap();
    assert_eq!(evaluated["as_on_the_card"], true);
    let card = folder.ok("card trees.safetensors");
    for part in ["tree-distance(2)", "edges", "<OOV>", "‖t‖ at the start"] {
        assert!(card.contains(part), "{part}: {card}");
    }

    // q · t is alike for all keys that are as far in the tree: "the" (2 edges from "see") and none beside it.
    let shown = "attend trees.safetensors --conllu animals.conllu --sentence 2 --json";
    let trace: Value = serde_json::from_str(&folder.ok(shown)).unwrap();
    let steps = trace["sequences"][0]["heads"][0]["steps"].as_array().unwrap();
    let matrix = |name: &str| {
        let step = steps.iter().find(|step| step["step"] == name).unwrap();
        let number = |cell: &Value| cell.as_f64().unwrap();
        let row = |row: &Value| row.as_array().unwrap().iter().map(number).collect::<Vec<f64>>();
        step["matrix"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    // The cats see fish . : the > cats > see (root) < fish, see < .
    let ids = matrix("ids_tree");
    assert_eq!(ids[0], [0.0, 1.0, 2.0, 3.0, 3.0], "more than m = 2 edges are one label");
    assert_eq!(ids[2], [2.0, 1.0, 0.0, 1.0, 1.0]);
    let tree = matrix("tree");
    assert_eq!((tree[2][1], tree[2][1]), (tree[2][3], tree[2][4]), "one vector for one distance");

    let typed = folder.command("attend trees.safetensors").arg("the cats fish").output().unwrap();
    assert_eq!(typed.status.code(), Some(2));
    let message = String::from_utf8(typed.stderr).unwrap();
    assert!(
        message.contains("tree-distance(2) reads what a parser gives of a sentence"),
        "{message}"
    );
    let message = folder.fails(1, &format!("train --task films.tsv --method tree-distance {TINY}"));
    assert!(message.contains("train it on a treebank"), "{message}");
    let message = folder.fails(2, "train --task animals.conllu --method tree-distance(0)");
    assert!(
        message.contains("m of tree-distance is “0”, expected a whole number from 1 to 512"),
        "{message}"
    );
}

/// A head that is guided by one label learns the other, which the checkpoint's classes say.
#[test]
fn relations_are_learned_and_a_head_is_guided_by_the_other_label() {
    let folder = Folder::new("guided");
    let good = treebank(60);
    folder.write("animals.conllu", &good);
    folder.write("films.tsv", &crate::command::films(40));
    for (label, method, classes, entries) in [
        ("deprel", "special-pos", 37, ["special-pos(16)", "PUNCT"]),
        ("upos", "special-relation(4)", 17, ["special-relation(4)", "nsubj"]),
        ("deprel", "vanilla", 37, ["vanilla", "reparandum"]),
    ] {
        let file = format!("{label}-{classes}.safetensors");
        let line =
            format!("train --task animals.conllu --label {label} --method {method} {}", tiny());
        folder.ok(&format!("{line} --out {file}"));
        for data in ["", "--data animals.conllu"] {
            let answer = folder.ok(&format!("evaluate {file} {data} --json"));
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert_eq!(answer["classes"].as_array().unwrap().len(), classes);
            assert!(answer["accuracy"].as_f64().unwrap() > 0.8, "{method}: {}", answer["accuracy"]);
            assert_eq!(answer["as_on_the_card"] == true, data.is_empty(), "{method}");
        }
        let card = folder.ok(&format!("card {file}"));
        assert!(entries.iter().all(|part| card.contains(part)), "{card}");
        folder.ok(&format!("pack {file} --rows 5 --out small.safetensors"));
        let shown = "attend small.safetensors --conllu animals.conllu --sentence 2 --json";
        let trace: Value = serde_json::from_str(&folder.ok(shown)).unwrap();
        let steps = trace["sequences"][0]["heads"][1]["steps"].as_array().unwrap();
        let foreign = steps.iter().any(|step| step["step"] == "attn");
        assert!(!foreign, "{method}: head 2 has none of the specialised head's numbers");
        let first = if label == "upos" { "DET" } else { "det" };
        assert_eq!(trace["sequences"][0]["answers"][0]["answer"], first, "{method}");
        assert!(folder.ok("inspect small.safetensors").contains("it gives every word a class"));
    }
    let shown = "attend deprel-37.safetensors --conllu animals.conllu --sentence 2";
    assert!(folder.ok(shown).contains("the class of every word: the det "));

    let refused = |code: i32, line: &str, part: &str| {
        let message = folder.fails(code, &format!("{line} {}", tiny()));
        assert!(message.contains(part), "{part}: {message}");
    };
    let own = "reads the label of every word that the model is to answer";
    refused(1, "train --task animals.conllu --method special-pos", own);
    refused(1, "train --task animals.conllu --label deprel --method special-relation", own);
    refused(1, "train --task films.tsv --method special-relation", "train it on a treebank");
    refused(2, "train --task films.tsv --label deprel", "--label is for treebanks");
    refused(2, "train --task animals.conllu --method special-pos(0)", "l of special-pos is “0”");
    let typed = folder.command("attend upos-17.safetensors").arg("the cats fish").output().unwrap();
    let message = String::from_utf8(typed.stderr).unwrap();
    assert!(message.contains("special-relation(4) reads what a parser gives"), "{message}");

    // What a model learns or reads must stand there, each in its line; another label need not.
    let without_relation = good.replacen("\t2\tdet", "\t2\t_", 1);
    folder.write("bad.conllu", &without_relation);
    let missing = "bad.conllu: line 2, column 8 (DEPREL): the relation is `_`";
    refused(1, "train --task bad.conllu --label deprel", missing);
    refused(1, "train --task bad.conllu --method special-relation", missing);
    let message = folder.fails(1, "evaluate deprel-37.safetensors --data bad.conllu");
    assert!(message.contains(missing), "{message}");
    let message = folder.fails(1, "attend upos-17.safetensors --conllu bad.conllu");
    assert!(message.contains(missing), "{message}");
    folder.write("bad.conllu", &good.replacen("\t2\tdet", "\t2\tdetermines", 1));
    let other = "line 2, column 8 (DEPREL): “determines” is no relation of Universal Dependencies, such as nsubj";
    refused(1, "train --task bad.conllu --label deprel", other);
}
