//! `nearfar laws MODEL --text FILE`: what distance does to every head of a model, over the sentences of a text.
//! What is measured is [`nearfar_inspect::laws`]; here are the files, how far it is, the table, the JSON.

use std::io::{IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use nearfar::text::tokenize;
use nearfar_inspect::encoder::{Encoder, Input};
use nearfar_inspect::laws::{Fitted, HeadReport, Interval, Law, Means, Whole};
use nearfar_inspect::study::{Observed, Options, Study};
use rayon::prelude::*;

use crate::error::CommandError;
use crate::files::{self, Checkpoint};
use crate::hand::ByHand;
use crate::print::print_line;
use crate::strangers::{self, LIMIT_BYTES, Parting};
use crate::vectors;

const EXAMPLES: &str = "\
Examples:
  nearfar laws model.safetensors --text sentences.txt
  nearfar laws model.safetensors --text dev.conllu.gz --layer 3 --head 5
  nearfar laws model.safetensors --text dev.conllu --json > laws.json

The text has a sentence on each line; of a file whose name has .conllu in it the lines `# text = ...` are
read. Either may be compressed with gzip. A config.json and a tokenizer.json or vocab.txt beside the model are found.

Every sentence is run twice: by the model as it is, and with its positions silenced. The divergence between the
two is what positions do to a head; laws of distance are laid over the silenced scores, fitted to every other
sentence and judged on the rest. What is measured, and every field of the JSON: docs/laws.md.";

/// Measure what distance does to every head: where it looks, what positions do, which law explains it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Any model that runs
    model: PathBuf,
    /// The sentences: one a line, or a .conllu; also .gz
    #[arg(long, value_name = "FILE")]
    text: PathBuf,
    /// How many sentences are taken, the first that are neither too short nor too long
    #[arg(long, value_name = "N", default_value_t = 48)]
    sentences: usize,
    /// The fewest tokens of a sentence, special ones included
    #[arg(long, value_name = "N", default_value_t = 16)]
    shortest: usize,
    /// The most tokens of a sentence, special ones included
    #[arg(long, value_name = "N", default_value_t = 40)]
    longest: usize,
    /// Only this layer, from 1
    #[arg(long, value_name = "L")]
    layer: Option<usize>,
    /// Only this head of each layer, from 1
    #[arg(long, value_name = "H")]
    head: Option<usize>,
    /// Of the resamples from which intervals come
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    /// A tokenizer.json or vocab.txt that lies elsewhere
    #[arg(long, value_name = "FILE")]
    tokenizer: Option<PathBuf>,
    /// A config.json that lies elsewhere
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder of the word vectors, for models of nearfar [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    #[command(flatten)]
    by_hand: ByHand,
}

/// One sentence as the model reads it.
enum Sentence {
    Pieces {
        ids: Vec<u32>,
        special: Vec<bool>,
    },
    /// `[N, E]`.
    Words(Vec<f32>, usize),
}

/// What parts a text into what the model reads.
enum Reader {
    Tokenizer(Box<Parting>),
    Words(Box<Checkpoint>, Box<nearfar::text::WordVectors>),
}

/// Runs the command.
///
/// # Errors
/// Where the model cannot be run, or the text has no sentence that fits.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let path = &arguments.model;
    let misfit = |why: String| CommandError::Misfit { path: path.clone(), why };
    let (encoder, words) = strangers::load(path, arguments.config.as_deref(), &arguments.by_hand)?;
    let reader = reader(arguments, &encoder, words)?;
    let chosen = chosen(arguments, &encoder)?;
    let silenced = encoder.silences();
    if silenced.is_empty() {
        eprintln!("note: the model has no positions; nothing is silenced");
    }
    let study = observe(arguments, &encoder, &reader)?;
    let bar = bar(chosen.len(), "heads");
    let measured = chosen.par_iter().map(|&(layer, head)| {
        let report = study.head(layer, head);
        bar.inc(1);
        report
    });
    let heads: Vec<HeadReport> =
        measured.collect::<Result<_, _>>().map_err(|error| misfit(error.to_string()))?;
    bar.finish_and_clear();
    let text = arguments.text.display().to_string();
    let whole = Whole::new(path.display().to_string(), text, silenced, &study, heads);
    if arguments.json {
        print_line!("{}", serde_json::to_string(&whole).map_err(std::io::Error::from)?);
    } else {
        print_table(&whole);
    }
    Ok(())
}

/// The heads that are measured, from 0.
fn chosen(arguments: &Arguments, encoder: &Encoder) -> Result<Vec<(usize, usize)>, CommandError> {
    let is_in =
        |wanted: Option<usize>, place: usize| wanted.is_none_or(|wanted| wanted == place + 1);
    let of_layer = |layer| (0..encoder.heads(layer)).map(move |head| (layer, head));
    let all: Vec<(usize, usize)> = (0..encoder.depth())
        .flat_map(of_layer)
        .filter(|&(layer, head)| is_in(arguments.layer, layer) && is_in(arguments.head, head))
        .collect();
    if all.is_empty() {
        let heads: Vec<String> =
            (0..encoder.depth()).map(|layer| encoder.heads(layer).to_string()).collect();
        let why = format!("there is no such head; the layers have {} heads", heads.join(", "));
        return Err(CommandError::Usage(why));
    }
    Ok(all)
}

/// A tokenizer beside the model, or words and their vectors for a model of ours.
fn reader(arguments: &Arguments, encoder: &Encoder, words: usize) -> Result<Reader, CommandError> {
    if encoder.reads_vectors() {
        let checkpoint = Checkpoint::open(&arguments.model)?;
        let vectors =
            vectors::load_if(checkpoint.trained.shared_vectors, arguments.vectors.as_deref())?;
        return Ok(Reader::Words(Box::new(checkpoint), Box::new(vectors)));
    }
    let named = arguments.tokenizer.as_deref();
    Ok(Reader::Tokenizer(Box::new(Parting::of(&arguments.model, named, words, "")?)))
}

impl Reader {
    /// A sentence, and how many tokens it has.
    fn read(&self, text: &str) -> Result<(Sentence, usize), CommandError> {
        match self {
            Reader::Tokenizer(parting) => {
                let (tokens, _) = parting.read(text, usize::MAX)?;
                let ids = tokens.iter().map(|token| token.id).collect();
                let special = tokens.iter().map(|token| token.special).collect();
                Ok((Sentence::Pieces { ids, special }, tokens.len()))
            }
            Reader::Words(checkpoint, vectors) => {
                let tokens = tokenize(text);
                let words = tokens.iter().map(|token| token.word.as_str());
                let matrix = checkpoint.trained.embed(words, vectors).matrix;
                let rows = matrix.iter().copied().collect();
                Ok((Sentence::Words(rows, tokens.len()), tokens.len()))
            }
        }
    }
}

/// The sentences of a file.
fn sentences(path: &Path) -> Result<Vec<String>, CommandError> {
    let bytes = files::read(path)?;
    let bytes = match bytes.starts_with(&[0x1f, 0x8b]) {
        false => bytes,
        true => {
            let mut whole = Vec::new();
            MultiGzDecoder::new(bytes.as_slice())
                .read_to_end(&mut whole)
                .map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
            whole
        }
    };
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    Ok(nearfar_inspect::laws::sentences(&String::from_utf8_lossy(&bytes), &name))
}

/// Runs the sentences that are neither too short nor too long.
fn observe(
    arguments: &Arguments,
    encoder: &Encoder,
    reader: &Reader,
) -> Result<Study, CommandError> {
    let misfit = |why: String| CommandError::Misfit { path: arguments.text.clone(), why };
    let options = Options { seed: arguments.seed, limit_bytes: LIMIT_BYTES, ..Options::default() };
    let mut study = Study::new(options);
    let bar = bar(arguments.sentences, "sentences");
    let all = sentences(&arguments.text)?;
    for text in &all {
        if study.tokens().len() >= arguments.sentences {
            break;
        }
        let (sentence, tokens) = reader.read(text)?;
        if !(arguments.shortest.max(1)..=arguments.longest).contains(&tokens) {
            continue;
        }
        let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let observed = match &sentence {
            Sentence::Pieces { ids, special } => {
                Observed::of(encoder, Input::Ids(ids), special, LIMIT_BYTES, go_on)
            }
            Sentence::Words(rows, tokens) => {
                let special = vec![false; *tokens];
                Observed::of(encoder, Input::Vectors(rows), &special, LIMIT_BYTES, go_on)
            }
        };
        let added = observed.and_then(|observed| study.add(&observed));
        added.map_err(|error| misfit(format!("“{}”: {error}", shortened(text))))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let taken = study.tokens().len();
    if taken < 2 {
        return Err(misfit(format!(
            "{taken} of its {} sentences have {} to {} tokens, but at least 2 are needed: one to fit to, one \
             to judge by; see --shortest and --longest",
            all.len(),
            arguments.shortest,
            arguments.longest
        )));
    }
    if taken < arguments.sentences {
        eprintln!("note: {taken} sentences fit, not {}", arguments.sentences);
    }
    Ok(study)
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Shown where standard error is a terminal.
fn bar(length: usize, of: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {of} {{eta}} left"));
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn percent(share: Option<Interval>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share.value))
}

fn label(name: &str) -> &str {
    Law::from_name(name).map_or("", |law| law.row().label)
}

fn print_table(whole: &Whole) {
    let (sentences, all) = (whole.tokens.len(), whole.tokens.iter().sum::<usize>());
    print_line!("{}: {sentences} sentences, {all} tokens", whole.model);
    for silenced in &whole.silenced {
        print_line!("silenced: {silenced}");
    }
    print_line!("");
    print_line!(
        "layer head  back ahead  self first   sep    KL  best law           explains  in   free j-i  as DA: w, v, explains"
    );
    for head in &whole.heads {
        let share = |share: Interval| format!("{:>3.0} %", 100.0 * share.value);
        let shares = &head.shares;
        let of_law = |name: &str| head.laws.iter().find(|fitted| fitted.law == name);
        let best: Option<&Fitted> = head.best.as_deref().and_then(of_law);
        let in_ = head.best_in.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share));
        let da = head.distance_aware.as_ref().map_or_else(String::new, |da| {
            let explained = percent(da.explained);
            format!("{:>6.2}, {:>6.2}, {:>5}  {}", da.w, da.v, explained, label(&da.law))
        });
        print_line!(
            "{:>5} {:>4} {} {} {} {} {} {:>5.3}  {:<18} {:>8} {:>5} {:>8}  {}",
            head.layer,
            head.head,
            share(shares.back),
            share(shares.ahead),
            share(shares.itself),
            share(shares.first),
            share(shares.separators),
            head.silenced.map_or(0.0, |silenced| silenced.value),
            best.map_or("-", |fitted| label(&fitted.law)),
            percent(best.and_then(|fitted| fitted.explained)),
            in_,
            percent(of_law("free-offset").and_then(|fitted| fitted.explained)),
            da
        );
    }
    if let Some(means) = &whole.means {
        print_means(means);
    }
}

fn print_means(means: &Means) {
    let of =
        |figure: &Interval| format!("{:.3} [{:.3}, {:.3}]", figure.value, figure.low, figure.high);
    print_line!("");
    print_line!(
        "mean over {} heads        fit  judged, 95 %           median  explained per head   of all  > 50 %  best",
        means.heads
    );
    print_line!(
        "{:<20} {:>8.3}  {:<22} {:>6.3}",
        "silenced",
        means.silenced_fit,
        of(&means.silenced),
        means.silenced_median
    );
    for law in &means.laws {
        let explained = law.explained.map_or_else(String::new, |share| {
            let [value, low, high] = [share.value, share.low, share.high].map(|x| 100.0 * x);
            format!("{value:.0} % [{low:.0}, {high:.0}]")
        });
        print_line!(
            "{:<20} {:>8.3}  {:<22} {:>6.3}  {:<18} {:>8} {:>7} {:>5}",
            label(&law.law),
            law.fit,
            of(&law.judged),
            law.median,
            explained,
            percent(law.explained_of_all),
            law.over_half,
            law.best_of
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn sentences_of_lines_and_of_trees() {
        let folder = std::env::temp_dir().join(format!("nearfar-laws-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            sentences(&path).unwrap()
        };
        assert_eq!(write("a.txt", "\u{feff}One.\r\n\n  Two. \n"), ["One.", "Two."]);
        let trees = "# sent_id = 1\n# text = A tree.\n1\tA\n\n# text = Another = one.\n";
        assert_eq!(write("a.conllu", trees), ["A tree.", "Another = one."]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
