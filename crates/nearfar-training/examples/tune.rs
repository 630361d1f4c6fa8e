//! Temporary.
#![allow(clippy::unwrap_used, missing_docs)]
use nearfar::model::*;
use nearfar::settings::method_from_text;
use nearfar_training::data::Generated;
use nearfar_training::{corpus::Corpus, options::Options, run::*};
use std::collections::BTreeMap;
fn main() {
    let args: BTreeMap<String, String> = std::env::args()
        .skip(1)
        .map(|a| {
            let (k, v) = a.split_once('=').unwrap();
            (k.to_owned(), v.to_owned())
        })
        .collect();
    let get = |k: &str, d: usize| args.get(k).map_or(d, |v| v.parse().unwrap());
    let task = Generated::from_name(args.get("task").map_or("near", |m| m)).unwrap();
    let seeds = get("seeds", 5);
    let every = get("every", 100);
    let words = task.usual_words();
    let words = get("lo", *words.start())..=get("hi", *words.end());
    for seed in 1..=seeds {
        let mut a = args.clone();
        a.entry("seed".into()).or_insert(seed.to_string());
        a.entry("head_start".into()).or_insert("zero".into());
        a.entry("epochs".into()).or_insert("1000".into());
        let options = Options::from_entries(&a).unwrap();
        let dataset = match args.get("variant") {
            None => task
                .dataset(options.seed, get("train", 2000), get("dev", 200), words.clone())
                .unwrap(),
            Some(v) => variant(v, options.seed, get("train", 2000), get("dev", 200), words.clone()),
        };
        if seed == 1 {
            for e in &dataset.train[..2] {
                println!("{} {:?}", e.label, e.texts);
            }
        }
        let corpus = Corpus::new(&dataset, &options);
        let architecture = Architecture {
            method: method_from_text(args.get("method").map_or("da", |m| m)).unwrap(),
            heads: get("h", 4),
            dimensions: get("d", 8),
            width: get("width", 32),
            feed_forward: get("ff", 32),
            pooling: if get("pool", 0) == 0 {
                Pooling::Mean
            } else {
                Pooling::Attention { size: get("pool", 0) }
            },
            structure: dataset.structure,
            classes: dataset.classes.clone(),
        };
        let mut run = Run::new(architecture, options, corpus, None).unwrap();
        let most = get("steps", 800);
        let clock = std::time::Instant::now();
        let (mut loss, mut right, mut seen) = (0.0, 0, 0);
        while (run.step_number() as usize) < most {
            let r = match run.advance() {
                Ok(r) => r,
                Err(e) => {
                    println!("{e}");
                    break;
                }
            };
            loss += r.loss as f64;
            right += r.correct;
            seen += 1;
            let n = r.examples;
            if run.step_number() as usize % every == 0 {
                let dev = run.corpus.dev.clone();
                let answers = run.answers(&dev).unwrap();
                println!(
                    "seed {seed} step {} {:.1}s loss {:.3} train {:.3} dev {:?} w {}",
                    run.step_number(),
                    clock.elapsed().as_secs_f64(),
                    loss / seen as f64,
                    right as f64 / (seen * n) as f64,
                    accuracy(&answers, &dev),
                    run.heads()
                        .iter()
                        .map(|h| format!("{:.2}/{:.2}", h.w, h.v))
                        .collect::<Vec<_>>()
                        .join(" ")
                );
                if args.contains_key("ablate") {
                    let model = run.model().unwrap();
                    let nll = |m: &Model<f32>| -> f64 {
                        let width = m.architecture.width;
                        dev.iter()
                            .map(|e| {
                                let rows: Vec<f32> = e.sequences[0]
                                    .iter()
                                    .flat_map(|&r| {
                                        run.vector(&run.corpus.words[r as usize]).unwrap().to_vec()
                                    })
                                    .collect();
                                let x = ndarray::Array2::from_shape_vec(
                                    (e.sequences[0].len(), width),
                                    rows,
                                )
                                .unwrap();
                                -(m.classify(&[x.view()]).unwrap().probabilities[e.label] as f64)
                                    .max(1e-9)
                                    .ln()
                            })
                            .sum::<f64>()
                            / dev.len() as f64
                    };
                    let base = nll(&model);
                    let d: Vec<String> = (0..model.words.heads.len())
                        .map(|i| {
                            let mut m = model.clone();
                            m.words.heads[i].w = 0.0;
                            format!(
                                "{:.2}({:.2}/{:.1})",
                                nll(&m) - base,
                                model.words.heads[i].w,
                                model.words.heads[i].v
                            )
                        })
                        .collect();
                    println!("   ablation base {base:.3}: {}", d.join(" "));
                }
                (loss, right, seen) = (0.0, 0, 0);
            }
        }
    }
}

fn variant(
    v: &str,
    seed: u64,
    train: usize,
    dev: usize,
    words: std::ops::RangeInclusive<usize>,
) -> nearfar_training::data::Dataset {
    use nearfar_training::data::{Labelled, rules::*};
    use rand::{
        RngExt, SeedableRng,
        rngs::ChaCha8Rng,
        seq::{IndexedRandom, SliceRandom},
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut make = |n: usize| {
        let mut out = Vec::new();
        let mut near: Vec<Labelled> = Vec::new();
        while out.len() < n {
            let len: usize = rng.random_range(words.clone());
            let mut w: Vec<&str> = (0..len).map(|_| *FILLERS.choose(&mut rng).unwrap()).collect();
            let g = *GOOD.choose(&mut rng).unwrap();
            let b = *BAD.choose(&mut rng).unwrap();
            match v {
                // marker first, pair near, middle opposite, last counts
                "A" => {
                    let first = 12;
                    let middle = rng.random_range(first..len - 2 - 8);
                    let last = rng.random_range(middle + 8..len - 2);
                    w[0] = "honestly";
                    let mut p = [1, 2, 3, 4];
                    p.shuffle(&mut rng);
                    w[p[0]] = *GOOD.choose(&mut rng).unwrap();
                    w[p[1]] = *BAD.choose(&mut rng).unwrap();
                    let mut t = w.clone();
                    w[middle] = g;
                    w[last] = b;
                    t[middle] = b;
                    t[last] = g;
                    out.push((w, 0));
                    out.push((t, 1));
                }
                // first word counts, marker at the end, one opposite anywhere in the rest
                "B" => {
                    let other = rng.random_range(len / 3..len - 1);
                    w[len - 1] = "overall";
                    let mut t = w.clone();
                    w[0] = g;
                    w[other] = b;
                    t[0] = b;
                    t[other] = g;
                    out.push((w, 1));
                    out.push((t, 0));
                }
                // first word counts, marker last, others: random opinions at random places, independent
                "C" => {
                    w[len - 1] = "overall";
                    let k = rng.random_range(1..=3);
                    let label: usize = rng.random_range(0..2);
                    for _ in 0..k {
                        let at = rng.random_range(len / 3..len - 1);
                        w[at] = if rng.random() {
                            *GOOD.choose(&mut rng).unwrap()
                        } else {
                            *BAD.choose(&mut rng).unwrap()
                        };
                    }
                    w[0] = if label == 1 { g } else { b };
                    out.push((w, label));
                }
                // as B with a pair near the end in any order
                "D" => {
                    let other = rng.random_range(len / 3..len - 5);
                    w[len - 1] = "overall";
                    let mut p = [2, 3, 4, 5];
                    p.shuffle(&mut rng);
                    w[len - p[0]] = *GOOD.choose(&mut rng).unwrap();
                    w[len - p[1]] = *BAD.choose(&mut rng).unwrap();
                    let mut t = w.clone();
                    w[0] = g;
                    w[other] = b;
                    t[0] = b;
                    t[other] = g;
                    out.push((w, 1));
                    out.push((t, 0));
                }
                "F" | "G" => {
                    if v == "G" && rng.random() {
                        let seed = rng.random_range(0..1u64 << 40);
                        let d = Generated::Near.dataset(seed, 2, 0, words.clone()).unwrap();
                        for e in d.train {
                            near.push(e);
                            out.push((vec![], near.len() - 1));
                        }
                        continue;
                    }
                    w[len - 1] = "overall";
                    let label: usize = rng.random_range(0..2);
                    let mut at: Vec<usize> = (8..len - 1).collect();
                    at.shuffle(&mut rng);
                    for &at in &at[..3] {
                        w[at] = if rng.random() {
                            *GOOD.choose(&mut rng).unwrap()
                        } else {
                            *BAD.choose(&mut rng).unwrap()
                        };
                    }
                    w[0] = if label == 1 { g } else { b };
                    out.push((w, label));
                }
                _ => unreachable!(),
            }
        }
        out.truncate(n);
        out.shuffle(&mut rng);
        out.into_iter()
            .map(|(w, label)| {
                if w.is_empty() {
                    near[label].clone()
                } else {
                    Labelled { texts: vec![w.join(" ")], label }
                }
            })
            .collect::<Vec<_>>()
    };
    nearfar_training::data::Dataset {
        name: "v".into(),
        structure: Structure::Single,
        classes: vec!["negative".into(), "positive".into()],
        train: make(train),
        dev: make(dev),
        test: vec![],
    }
}
