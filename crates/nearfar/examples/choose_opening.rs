//! Measures how much a drag of w moves the attention of every head of every bundled model, and of seeded
//! ones, over short sentences: what the opening of the page was chosen by. Argument: the folder `public`.
//! Writes the tables of `docs/opening.md` to the standard output.

use std::error::Error;
use std::fs;
use std::path::Path;

use ndarray::ArrayView2;
use nearfar::Method;
use nearfar::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use nearfar::checkpoint::Trained;
use nearfar::metrics::{head_divergence, zeroed_share};
use nearfar::settings::{DEFAULT_SENTENCE, HEAD_DIMENSIONS, MAX_HEADS, Settings};
use nearfar::text::{DIMENSION, MAX_TOKENS, VectorPart, WordVectors, tokenize_limited};

/// Sentences of 7 to 10 words, written for this page.
const SENTENCES: &[&str] = &[
    DEFAULT_SENTENCE,
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
];
const MODELS: &[&str] = &["sst2-da", "sst2-vanilla", "agnews-da", "agnews-vanilla"];
/// Seeds of untrained projections that are measured.
const SEEDS: std::ops::Range<u64> = 0..40;
/// Rows of a table.
const BEST: usize = 5;

/// How far the weights of a head follow w, in nats: mean Jensen-Shannon divergences of its rows.
struct Followed {
    head: usize,
    own: HeadParameters,
    sentence: &'static str,
    /// From w = -2 to 0, from 0 to 2, from -2 to 2, from -3 to 3.
    drags: [f64; 4],
    /// The head's own w against w = 0: what distance does.
    distance: f64,
    /// w = 0 against vanilla attention: what clipping does.
    clipping: f64,
    zeroed: f64,
}

impl Followed {
    /// What a drag to the less responsive side moves.
    fn weaker_half(&self) -> f64 {
        self.drags[0].min(self.drags[1])
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
            found.extend(measure(&words.projections, &words.heads, sentence, input.matrix.view())?);
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
    let [nearest, near, flat, far, farthest] = [-3.0, -2.0, 0.0, 2.0, 3.0].map(|w| with(Some(w)));
    let (nearest, near, flat, far, farthest) = (nearest?, near?, flat?, far?, farthest?);
    let own = with(None)?;
    let method = Method::Vanilla { positions: false };
    let vanilla = Trace::new(projections, heads, method, Mask::none(), input)?;
    let of_head = |head: usize| {
        let apart = |a, b| head_divergence(a, b, head).unwrap_or_default();
        Followed {
            head,
            own: heads[head],
            sentence,
            drags: [
                apart(&near, &flat),
                apart(&flat, &far),
                apart(&near, &far),
                apart(&nearest, &farthest),
            ],
            distance: apart(&own, &flat),
            clipping: apart(&flat, &vanilla),
            zeroed: zeroed_share(&flat, head),
        }
    };
    Ok((0..heads.len()).map(of_head).collect())
}

fn print(title: &str, mut found: Vec<Followed>, has_opening: bool) {
    found.sort_by(|a, b| b.weaker_half().total_cmp(&a.weaker_half()));
    println!("\n### {title}\n");
    println!(
        "| head | w | v | −2 to 0 | 0 to 2 | −2 to 2 | −3 to 3 | own w to 0 | clipping | zeroed | sentence |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    let opening = Settings::default().head;
    let is_opening =
        |row: &Followed| has_opening && row.head == opening && row.sentence == DEFAULT_SENTENCE;
    let shown = found.iter().enumerate().filter(|(place, row)| *place < BEST || is_opening(row));
    for (_, row) in shown {
        let [near, far, both, all] = row.drags;
        let mark = if is_opening(row) { "**" } else { "" };
        println!(
            "| {mark}{}{mark} | {:.2} | {:.2} | {near:.3} | {far:.3} | {both:.3} | {all:.3} | {:.3} | {:.3} | {:.0} % | {} |",
            row.head + 1,
            row.own.w,
            row.own.v,
            row.distance,
            row.clipping,
            100.0 * row.zeroed,
            row.sentence,
        );
    }
}
