//! Temporary.
#![allow(clippy::unwrap_used, missing_docs)]
use nearfar::model::*;
use nearfar::settings::method_from_text;
use nearfar::text::{Part, VectorPart, WordVectors};
use nearfar_training::{corpus::Corpus, data, options::Options, run::*};
use std::collections::BTreeMap;
fn main() {
    let args: BTreeMap<String, String> = std::env::args()
        .skip(1)
        .map(|a| {
            let (k, v) = a.split_once('=').unwrap();
            (k.to_owned(), v.to_owned())
        })
        .collect();
    let mut vectors = WordVectors::new();
    for part in Part::all() {
        vectors.insert_part(
            VectorPart::parse(
                &std::fs::read(format!("public/vectors/{}", part.file_name())).unwrap(),
            )
            .unwrap(),
        );
    }
    let file = args.get("file").map_or("/tmp/sst2.tsv", |f| f);
    let dataset = data::tsv::parse("sst2", &std::fs::read(file).unwrap()).unwrap().dataset;
    let options = Options::from_entries(&args).unwrap();
    let corpus = Corpus::new(&dataset, &options);
    let get = |k: &str, d: usize| args.get(k).map_or(d, |v| v.parse().unwrap());
    let architecture = Architecture {
        method: method_from_text(args.get("method").map_or("da", |m| m)).unwrap(),
        heads: get("h", 16),
        dimensions: get("d", 16),
        width: 100,
        feed_forward: get("ff", 256),
        pooling: if get("pool", 64) == 0 {
            Pooling::Mean
        } else {
            Pooling::Attention { size: get("pool", 64) }
        },
        structure: dataset.structure,
        classes: dataset.classes.clone(),
    };
    let test = corpus.test.clone();
    let mut run = Run::new(architecture, options, corpus, Some(&vectors)).unwrap();
    let mut clock = std::time::Instant::now();
    let (mut loss, mut right, mut seen, mut tokens) = (0.0, 0, 0, 0);
    let most = get("steps", 1000000);
    while !run.is_done() && (run.step_number() as usize) < most {
        let r = run.advance().unwrap();
        loss += r.loss as f64;
        right += r.correct;
        seen += r.examples;
        tokens += r.tokens;
        if r.ends_epoch || run.step_number() as usize == most {
            let t = clock.elapsed().as_secs_f64();
            let c2 = std::time::Instant::now();
            let dev = run.close_epoch().unwrap();
            println!(
                "epoch {} {:.1}s {:.1} ms/step {:.0} tok/s loss {:.4} train {:.4} dev {:?} (eval {:.1}s)",
                r.epoch,
                t,
                1e3 * t / (seen as f64 / run.options.batch as f64),
                tokens as f64 / t,
                loss / (seen as f64 / run.options.batch as f64),
                right as f64 / seen as f64,
                dev,
                c2.elapsed().as_secs_f64()
            );
            (loss, right, seen, tokens) = (0.0, 0, 0, 0);
            clock = std::time::Instant::now();
        }
    }
    let answers = run.best_answers(&test).unwrap();
    println!(
        "best epoch {} test {:?}",
        run.best().map_or(0, |b| b.epoch),
        accuracy(&answers, &test)
    );
    if let Some(out) = args.get("out") {
        for rows in [0, 500, 1000, 2000, 4000, 8000, 100000] {
            let bytes = nearfar_training::save::pack(
                &run.checkpoint(&args),
                rows,
                &vectors,
                &Default::default(),
            )
            .unwrap();
            let t = nearfar::checkpoint::Trained::read(&bytes).unwrap();
            let right = dataset
                .test
                .iter()
                .filter(|e| {
                    let words = nearfar_training::corpus::words_of(&e.texts, &run.options);
                    let m = t.embed(words[0].iter().map(String::as_str), &vectors).matrix;
                    t.model.classify(&[m.view()]).unwrap().class() == e.label
                })
                .count();
            println!(
                "rows {rows}: {} bytes, test {:.4}",
                bytes.len(),
                right as f64 / dataset.test.len() as f64
            );
            if rows == get("rows", 2000) {
                std::fs::write(out, bytes).unwrap();
            }
        }
    }
    let show = |h: Vec<nearfar::attention::HeadParameters>| {
        h.iter().map(|h| format!("{:.2}/{:.2}", h.w, h.v)).collect::<Vec<_>>().join(" ")
    };
    println!("start {}\nnow   {}", show(run.start_heads()), show(run.heads()));
}
