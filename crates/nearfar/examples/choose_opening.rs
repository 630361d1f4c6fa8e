//! Measures where the attention of every head of every bundled model, and of seeded ones, goes as w is
//! dragged, over short sentences: what the opening of the page was chosen by. Argument: the folder
//! `public`. Writes the tables of `docs/opening.md` to the standard output.

use std::error::Error;
use std::fs;
use std::path::Path;

use ndarray::{Array2, ArrayView2};
use nearfar::Method;
use nearfar::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use nearfar::checkpoint::Trained;
use nearfar::metrics::{HeadFigures, RowFigures, head_divergence, zeroed_share};
use nearfar::settings::{DEFAULT_SENTENCE, HEAD_DIMENSIONS, MAX_HEADS, Settings};
use nearfar::text::{DIMENSION, MAX_TOKENS, VectorPart, WordVectors, tokenize_limited};

/// Sentences of 8 to 10 words, written for this page.
const SENTENCES: &[&str] = &[
    DEFAULT_SENTENCE,
    "The plot is weak but the actors are very good",
    "The film was not good but she loved it",
    "I did not like the long boring film at all",
    "I have never seen a film as bad as this",
    "It is hard to like a film this bad",
    "It is a good film with a bad ending",
    "The actors are great but the story is weak",
    "The story is funny, but the end is sad",
    "Great actors can not save a bad story",
    "The film is too long but never boring",
    "A film that is as warm as it is wise",
    "The old man said that the food was not good",
    "The letters that the boy wrote are gone",
    "The keys to the old house are on the table",
    "The team won the game in the last minute",
    "The company said its profit fell in the third quarter",
    "The president said that oil prices will not fall",
    "She said that the film he liked was bad",
    "He said the film that she liked was great",
    "The dog that chased the cat was tired",
    "The man who wrote the book is very kind",
    "The film that she saw was not good",
    "The story that he tells is not funny",
    "The cast is great but the jokes are old",
    "She laughed at the jokes but hated the end",
    "I liked the book more than the film",
    "The film is short but it felt too long",
    "It was not the best film but we laughed",
    "The music is lovely but the plot is dull",
    "Nobody who saw this film will forget it",
    "This is the kind of film that I love",
    "My friends loved the film that I hated",
    "The film that my friends loved was not funny",
    "Not one of the actors is bad here",
    "There is nothing in this film to like",
    "The film he made last year was much better",
    "I liked the film my friends told me about",
    "I will always love the film you told me about",
    "I did not like the song you sent me",
    "I liked the story that my friends wrote about",
];
const MODELS: &[&str] = &["sst2-da", "sst2-vanilla", "agnews-da", "agnews-vanilla"];
/// Seeds of untrained projections that are measured.
const SEEDS: std::ops::Range<u64> = 0..40;
/// Rows of a table.
const BEST: usize = 5;

/// The values of w that are compared.
const DRAG: [f64; 3] = [-2.0, 0.0, 2.0];
/// An opening's mean distance at w = -2 is at most this share of that at w = 0, ...
const NEARER: f64 = 0.85;
/// ... and at w = 2 at least this multiple.
const FARTHER: f64 = 1.2;
/// A row is even if its weights are spread over as many tokens as this share of all.
const EVEN: f64 = 0.95;

/// Where a head looks as w is dragged.
struct Followed {
    head: usize,
    own: HeadParameters,
    sentence: &'static str,
    /// Mean distance of the weights, in tokens, at each w of the drag.
    distances: [f64; 3],
    /// The same at the head's own w.
    own_distance: f64,
    /// Share of rows that are even, at each w of the drag.
    even: [f64; 3],
    /// Mean Jensen-Shannon divergences of rows, in nats: from w = -2 to 0, and from 0 to 2.
    moved: [f64; 2],
    zeroed: f64,
    /// The most probable answer of the model at its own w and v; `None` for projections alone.
    answer: Option<(String, f64)>,
}

impl Followed {
    /// By how much the mean distance shrinks and grows: the lesser of the two ratios' logarithms.
    fn follows(&self) -> f64 {
        let [near, flat, far] = self.distances;
        (flat / near).ln().min((far / flat).ln())
    }

    fn is_fit(&self) -> bool {
        let [near, flat, far] = self.distances;
        near <= NEARER * flat && far >= FARTHER * flat && self.even.iter().all(|&even| even < 0.5)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("one argument expected: the folder `public`")?;
    let folder = Path::new(&folder);
    let mut vectors = WordVectors::default();
    for entry in fs::read_dir(folder.join("vectors"))? {
        let path = entry?.path();
        let is_part = path.extension().is_some_and(|end| end == "bin")
            && path.file_stem().is_some_and(|stem| stem != "first");
        if is_part {
            vectors.insert_part(VectorPart::parse(&fs::read(path)?)?);
        }
    }
    let tokens = |sentence| tokenize_limited(sentence, MAX_TOKENS).tokens;
    for name in MODELS {
        let trained =
            Trained::read(&fs::read(folder.join(format!("checkpoints/{name}.safetensors")))?)?;
        let words = &trained.model.words;
        let mut found = Vec::new();
        for sentence in SENTENCES {
            let tokens = tokens(sentence);
            let input = trained.embed(tokens.iter().map(|token| token.word.as_str()), &vectors);
            let measured =
                measure(&words.projections, &words.heads, sentence, input.matrix.view())?;
            let answer = answer(&trained, &input.matrix)?;
            found
                .extend(measured.into_iter().map(|row| Followed { answer: answer.clone(), ..row }));
        }
        print(name, found, *name == "sst2-da");
    }
    let mut found = Vec::new();
    for seed in SEEDS {
        let projections = Projections::untrained(seed, MAX_HEADS, DIMENSION, HEAD_DIMENSIONS);
        let heads = vec![HeadParameters { w: -1.0, v: 1.0 }; MAX_HEADS];
        for sentence in SENTENCES {
            let input = vectors.embed_tokens(&tokens(sentence));
            found.extend(measure(&projections, &heads, sentence, input.matrix.view())?);
        }
    }
    let title = format!("Untrained projections, seeds {} to {}", SEEDS.start, SEEDS.end - 1);
    print(&title, found, false);
    Ok(())
}

/// The most probable class of a text, and its probability; `None` where an answer takes several texts.
fn answer(trained: &Trained, input: &Array2<f32>) -> Result<Option<(String, f64)>, Box<dyn Error>> {
    let model = &trained.model;
    if model.architecture.structure.texts() != (1, Some(1)) {
        return Ok(None);
    }
    let answer = model.classify(&[input.view()])?;
    let class = answer.class();
    let name = model.architecture.classes.get(class).cloned().unwrap_or_default();
    Ok(Some((name, f64::from(answer.probabilities[class]))))
}

fn measure(
    projections: &Projections<f32>,
    heads: &[HeadParameters],
    sentence: &'static str,
    input: ArrayView2<f32>,
) -> Result<Vec<Followed>, AttentionError> {
    let with = |w: Option<f64>| {
        let moved = |head: &HeadParameters| HeadParameters { w: w.unwrap_or(head.w), v: head.v };
        let heads: Vec<_> = heads.iter().map(moved).collect();
        Trace::new(projections, &heads, Method::DISTANCE_AWARE, Mask::none(), input)
    };
    let own = with(None)?;
    let dragged = DRAG.map(|w| with(Some(w)));
    let [near, flat, far] = dragged;
    let dragged = [near?, flat?, far?];
    let distance = |trace: &Trace<f32>, head| {
        HeadFigures::of(trace, head).map_or(f64::NAN, |figures| figures.mean_distance)
    };
    let even = |trace: &Trace<f32>, head| {
        let n = trace.tokens();
        let rows = (0..n)
            .filter_map(|i| RowFigures::of(i, trace.weights_of(head).chunks_exact(n).nth(i)?));
        rows.filter(|row| row.effective_tokens() >= EVEN * n as f64).count() as f64 / n as f64
    };
    let of_head = |head: usize| {
        let [near, flat, far] = &dragged;
        let apart = |a, b| head_divergence(a, b, head).unwrap_or_default();
        Followed {
            head,
            own: heads[head],
            sentence,
            distances: [near, flat, far].map(|trace| distance(trace, head)),
            own_distance: distance(&own, head),
            even: [near, flat, far].map(|trace| even(trace, head)),
            moved: [apart(near, flat), apart(flat, far)],
            zeroed: zeroed_share(flat, head),
            answer: None,
        }
    };
    Ok((0..heads.len()).map(of_head).collect())
}

fn print(title: &str, mut found: Vec<Followed>, has_opening: bool) {
    found.sort_by(|a, b| b.is_fit().cmp(&a.is_fit()).then(b.follows().total_cmp(&a.follows())));
    let fit = found.iter().filter(|row| row.is_fit()).count();
    println!("\n### {title}\n\n{fit} of {} fit.\n", found.len());
    println!(
        "| head | w | v | w = −2 | w = 0 | w = 2 | own w | even rows | −2 to 0 | 0 to 2 | zeroed | answer | sentence |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---|");
    let opening = Settings::default().head;
    let is_opening =
        |row: &Followed| has_opening && row.head == opening && row.sentence == DEFAULT_SENTENCE;
    let shown = found.iter().enumerate().filter(|(place, row)| *place < BEST || is_opening(row));
    for (_, row) in shown {
        let [near, flat, far] = row.distances;
        let [to_flat, to_far] = row.moved;
        let mark = if is_opening(row) { "**" } else { "" };
        let even = row.even.iter().copied().fold(0.0, f64::max);
        let answer = row.answer.as_ref();
        let answer =
            answer.map_or_else(String::new, |(name, p)| format!("{name} {:.0} %", 100.0 * p));
        println!(
            "| {mark}{}{mark} | {:.2} | {:.2} | {near:.2} | {flat:.2} | {far:.2} | {:.2} | {:.0} % | {to_flat:.3} | {to_far:.3} | {:.0} % | {answer} | {} |",
            row.head + 1,
            row.own.w,
            row.own.v,
            row.own_distance,
            100.0 * even,
            100.0 * row.zeroed,
            row.sentence,
        );
    }
}
