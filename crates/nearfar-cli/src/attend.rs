//! `nearfar attend`: one text through a checkpoint, with every intermediate.

use std::path::PathBuf;

use clap::Args;
use ndarray::{Array2, ArrayView2, Axis};
use nearfar::ModelMethod;
use nearfar::attention::{Step, Trace};
use nearfar::methods::{Axis as TermAxis, Explained, Role, Sentence, Term, Values};
use nearfar::model::{Answer, Encoded, Encoder, Structure};
use nearfar::settings::model_method_text;
use nearfar::text::embedding::Origin;
use nearfar::text::{MAX_TOKENS, WordVectors, tokenize, tokenize_limited};
use nearfar_inspect::report::Assignment;
use nearfar_training::data::split_sentences;
use nearfar_training::data::treebank::Reading;
use serde::Serialize;

use crate::datasets::{self, REVIEW_LIMITS};
use crate::error::CommandError;
use crate::files::{self, Checkpoint, ending};
use crate::hand::ByHand;
use crate::maps::{self, Attention};
use crate::print::print_line;
use crate::vectors;

const EXAMPLES: &str = "\
Examples:
  nearfar attend sst2-da.safetensors \"not a bad film at all\"
  nearfar attend sst2-da.safetensors \"not a bad film at all\" --json > trace.json
  nearfar attend snli.safetensors \"a man sleeps\" \"nobody is awake\"
  nearfar attend model.safetensors \"the cat sat\" --out maps.npz
  nearfar attend model.safetensors --ids 101,7592,102
  nearfar attend ewt-da.safetensors --conllu my.conllu --sentence 2

Any model that runs is read (`nearfar inspect MODEL` says whether it does, and why not). A config.json and a
tokenizer.json or vocab.txt beside it are found. The .npz holds tokens [N], ids [N] (of a tokenizer) and attentions
[layers, heads, N, N], float32; the page's Lab opens it. --json prints the same of a model that nearfar did
not write. What no file says and is assumed is written to standard error; choose it by hand where it is another.

Of a checkpoint that nearfar wrote, the JSON holds, for every sequence: tokens, where each vector comes from (known: the shared table;
learned: the checkpoint; borrowed: another word's; unknown: seeded by the spelling), and per head w, v,
its coefficients by distance and every matrix between tokens in the order of the method's steps
(rows are queries), or of other methods every intermediate between tokens under its paper's letter,
the weights last; A V of the head, and what follows: the projected attention, both layer norms, the
feed-forward layer, the share of every token in the pooled vector, logits and probabilities. Of a model that gives
every word a class, each sequence has the class and the probabilities of its words, and the shares and the pooled
vector say nothing.";

/// Links that the summary names per head.
const STRONGEST: usize = 3;

/// Show how a model attends to a text and what it answers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Any model that runs
    pub checkpoint: PathBuf,
    /// The text; two for a model of pairs
    #[arg(conflicts_with = "ids", num_args = 0..=2)]
    pub texts: Vec<String>,
    /// A sentence of a file in CoNLL-U, its words and its tree as they stand there, in place of a text
    #[arg(long, value_name = "FILE", conflicts_with_all = ["texts", "ids"])]
    pub conllu: Option<PathBuf>,
    /// Which one, from 1
    #[arg(long, value_name = "N", requires = "conllu", default_value_t = 1)]
    pub sentence: usize,
    /// The token IDs, special ones included, in place of a text
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    pub ids: Vec<u32>,
    /// Write the attention as .npz
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub out: Option<PathBuf>,
    /// A tokenizer.json or vocab.txt that lies elsewhere
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    pub tokenizer: Option<PathBuf>,
    /// A config.json that lies elsewhere
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub by_hand: ByHand,
    /// Print every number as JSON
    #[arg(long)]
    pub json: bool,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

impl Arguments {
    /// What is said where there is nothing to attend to.
    pub const NOTHING: &str = "give a text, or the token IDs by --ids";
}

/// All that is printed as JSON.
#[derive(Serialize)]
struct Whole<'a> {
    checkpoint: String,
    method: String,
    classes: &'a [String],
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    answer: Option<Answered>,
    /// The words of each text or sentence.
    sequences: Vec<Sequence>,
    /// The sentences of a document, for hierarchical models.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Sequence>,
}

/// What is answered to a text, or to a word.
#[derive(Serialize)]
struct Answered {
    answer: String,
    logits: Vec<f32>,
    probabilities: Vec<f32>,
}

impl Answered {
    fn of(classes: &[String], answer: Answer<f32>) -> Answered {
        let name = classes.get(answer.class()).cloned().unwrap_or_default();
        let Answer { logits, probabilities } = answer;
        Answered { answer: name, logits, probabilities }
    }
}

/// One sequence through one encoder of N tokens.
#[derive(Serialize)]
struct Sequence {
    tokens: Vec<String>,
    origins: Vec<&'static str>,
    /// One for each token, where each has a class.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Answered>,
    /// What the projections saw, `[N, D]`.
    input: Vec<Vec<f32>>,
    heads: Vec<Head>,
    attended: Vec<Vec<f32>>,
    after_attention: Vec<Vec<f32>>,
    fed_forward: Vec<Vec<f32>>,
    hidden: Vec<Vec<f32>>,
    shares: Vec<f32>,
    pooled: Vec<f32>,
}

#[derive(Serialize)]
struct Head {
    /// `None` where the method does not know distance; so are v and the coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coefficients: Option<Vec<f32>>,
    steps: Vec<StepMatrix>,
    output: Vec<Vec<f32>>,
}

#[derive(Serialize)]
struct StepMatrix {
    step: &'static str,
    matrix: Vec<Vec<f32>>,
}

/// Runs the command.
///
/// # Errors
/// Where the checkpoint cannot be read, or the model takes other texts.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if let Some(other) = arguments.out.as_deref().map(ending).filter(|&ending| ending != "npz") {
        return Err(CommandError::Usage(format!(
            "--out: attention is written as .npz, not as `.{other}`; --json prints its numbers"
        )));
    }
    if !arguments.ids.is_empty() || !files::is_own(&arguments.checkpoint)? {
        if arguments.conllu.is_some() {
            let why = "--conllu is for models that nearfar trained to give every word a class";
            return Err(CommandError::Usage(why.to_owned()));
        }
        return maps::run(arguments);
    }
    if arguments.texts.is_empty() && arguments.conllu.is_none() {
        return Err(CommandError::Usage(Arguments::NOTHING.to_owned()));
    }
    let of_strangers = arguments.tokenizer.is_some() || arguments.config.is_some();
    if of_strangers || arguments.by_hand.assignment()? != Assignment::default() {
        let why = "nearfar wrote the checkpoint, which says how it reads and attends: --tokenizer, --config and \
                   choices by hand are for models of others";
        return Err(CommandError::Usage(why.to_owned()));
    }
    let checkpoint = Checkpoint::open(&arguments.checkpoint)?;
    let vectors = arguments.vectors.as_deref();
    let vectors = vectors::load_if(checkpoint.trained.shared_vectors, vectors)?;
    let (answer, sequences, document) = attend(&checkpoint, arguments, &vectors)?;
    if arguments.out.is_some() {
        let [sequence] = &*sequences else {
            let why = "the model reads several texts, and an .npz holds the attention of one; --json has all";
            return Err(CommandError::Usage(why.to_owned()));
        };
        let weights = sequence.heads.iter().map(|head| Sequence::weights(head).to_vec()).collect();
        let tokens = sequence.tokens.clone();
        return Attention { tokens, ids: Vec::new(), weights: vec![weights] }.give(arguments);
    }
    let architecture = &checkpoint.trained.model.architecture;
    let whole = Whole {
        checkpoint: checkpoint.path.display().to_string(),
        method: model_method_text(architecture.method),
        classes: &architecture.classes,
        answer,
        sequences,
        document,
    };
    if arguments.json {
        // f32 is written as short as it can be read back, which a tree of values would not do.
        let text = serde_json::to_string(&whole).map_err(std::io::Error::from)?;
        print_line!("{text}");
    } else {
        print_summary(&whole);
    }
    Ok(())
}

type Attended = (Option<Answered>, Vec<Sequence>, Option<Sequence>);

/// A sentence through a model that gives every word a class.
fn tag(
    checkpoint: &Checkpoint,
    arguments: &Arguments,
    vectors: &WordVectors,
) -> Result<Sequence, CommandError> {
    let trained = &checkpoint.trained;
    let model = &trained.model;
    let reading = Reading::of(&model.architecture);
    let (tokens, syntax) = match (&arguments.conllu, &*arguments.texts) {
        (Some(path), _) => {
            let sentences = datasets::sentences(path, reading.guide.as_slice())?;
            let place = arguments.sentence.checked_sub(1);
            let found = place.and_then(|place| sentences.get(place)).ok_or_else(|| {
                let (wanted, last) = (arguments.sentence, sentences.len());
                let path = path.display();
                CommandError::Usage(format!(
                    "--sentence {wanted}: {path} has sentences 1 to {last}"
                ))
            })?;
            (found.tokens(), Some(found.syntax()))
        }
        (None, _) if matches!(model.architecture.method, ModelMethod::Own(own) if own.needs_syntax()) =>
        {
            let method = model_method_text(model.architecture.method);
            let why = "reads what a parser gives of a sentence, which a text does not have: give it as CoNLL-U by \
                       --conllu FILE";
            return Err(CommandError::Usage(format!("{method} {why}")));
        }
        (None, [text]) => (tokenize_limited(text, MAX_TOKENS).tokens, None),
        (None, texts) => {
            let why = format!("{} texts, but the model reads 1", texts.len());
            return Err(CommandError::Usage(why));
        }
    };
    let tokens: Vec<String> = tokens.into_iter().map(|token| token.word).collect();
    if tokens.is_empty() {
        return Err(CommandError::NoWords(arguments.texts.concat()));
    }
    let embedded = trained.embed(tokens.iter().map(String::as_str), vectors);
    let origins = embedded.origin.iter().map(origin_name).collect();
    let sentence = Sentence::new(embedded.matrix.view()).with_syntax(syntax.as_ref());
    let method = model.architecture.method;
    let mut sequence = Sequence::of(tokens, origins, &model.words, method, &sentence)?;
    let answers = model.tag(&sentence)?.into_iter();
    let classes = &model.architecture.classes;
    sequence.answers = answers.map(|answer| Answered::of(classes, answer)).collect();
    Ok(sequence)
}

fn attend(
    checkpoint: &Checkpoint,
    arguments: &Arguments,
    vectors: &WordVectors,
) -> Result<Attended, CommandError> {
    let (trained, options) = (&checkpoint.trained, &checkpoint.options);
    let (model, method) = (&trained.model, trained.model.architecture.method);
    let structure = model.architecture.structure;
    if structure == Structure::Tokens {
        return Ok((None, vec![tag(checkpoint, arguments, vectors)?], None));
    }
    if arguments.conllu.is_some() {
        let why = "the model answers to texts: give it one; --conllu is for models that give every word a class";
        return Err(CommandError::Usage(why.to_owned()));
    }
    let texts = &arguments.texts;
    let expected = if structure == Structure::Pair { 2 } else { 1 };
    if texts.len() != expected {
        let why = format!("{} texts, but the model reads {expected}", texts.len());
        return Err(CommandError::Usage(why));
    }
    let texts = match structure {
        Structure::Hierarchical => split_sentences(&texts.concat(), REVIEW_LIMITS).sentences,
        _ => texts.to_vec(),
    };
    let (mut sequences, mut matrices) = (Vec::new(), Vec::new());
    for text in texts.iter().take(options.most_texts.max(expected)) {
        let tokens: Vec<_> = tokenize(text).into_iter().take(options.longest).collect();
        if tokens.is_empty() {
            return Err(CommandError::NoWords(text.clone()));
        }
        let words = tokens.iter().map(|token| token.word.as_str());
        let embedded = trained.embed(words, vectors);
        let tokens = tokens.into_iter().map(|token| token.word).collect();
        let origins = embedded.origin.iter().map(origin_name).collect();
        let sentence = Sentence::new(embedded.matrix.view());
        sequences.push(Sequence::of(tokens, origins, &model.words, method, &sentence)?);
        matrices.push(embedded.matrix);
    }
    let views: Vec<_> = matrices.iter().map(|matrix| matrix.view()).collect();
    let answer = Answered::of(&model.architecture.classes, model.classify(&views)?);
    let document = match &model.sentences {
        None => None,
        Some(encoder) => Some(document(encoder, method, &sequences, &texts)?),
    };
    Ok((Some(answer), sequences, document))
}

fn document(
    encoder: &Encoder<f32>,
    method: ModelMethod,
    sequences: &[Sequence],
    texts: &[String],
) -> Result<Sequence, CommandError> {
    let width = encoder.projections.width();
    let rows = sequences.iter().flat_map(|sequence| &sequence.pooled).copied().collect();
    let matrix = Array2::from_shape_vec((sequences.len(), width), rows)
        .map_err(|error| CommandError::System(error.to_string()))?;
    let tokens = texts.iter().take(sequences.len()).cloned().collect();
    let origins = vec!["sentence"; sequences.len()];
    Sequence::of(tokens, origins, encoder, method, &Sentence::new(matrix.view()))
}

/// Every matrix between tokens of a head, the weights last, and what the head gives.
fn own_head(trace: &dyn Explained<f32>, head: usize) -> Head {
    let terms = trace.terms();
    // Numbers of the specialised head alone stand among those of all heads, too.
    let of_one_head = |term: &Term<f32>| {
        matches!(term.values, Values::Numbers(_)) && *term.axes == [TermAxis::Query, TermAxis::Key]
    };
    let between = terms.iter().filter(|term| term.is_between_tokens() && !of_one_head(term));
    let (weights, others): (Vec<_>, Vec<_>) =
        between.partition(|term| term.role == Some(Role::Weights));
    let step = |term: &Term<f32>| {
        let matrix = rows(term.matrix(head, None)?.view());
        Some(StepMatrix { step: term.name, matrix })
    };
    let steps = others.into_iter().chain(weights).filter_map(step).collect();
    let output = rows(trace.common().heads.index_axis(Axis(0), head));
    Head { w: None, v: None, coefficients: None, steps, output }
}

impl Sequence {
    fn of(
        tokens: Vec<String>,
        origins: Vec<&'static str>,
        encoder: &Encoder<f32>,
        method: ModelMethod,
        sentence: &Sentence<f32>,
    ) -> Result<Sequence, CommandError> {
        let input = sentence.embeddings;
        if let Some(method) = method.attention() {
            let trace = encoder.attend(method, input)?;
            let encoded = encoder.encode(&trace)?;
            return Sequence::new(tokens, origins, &trace, encoder, encoded);
        }
        let misfit = || CommandError::System("the model lacks its own numbers".to_owned());
        let own = encoder.own.as_ref().ok_or_else(misfit)?;
        let trace = encoder.own_method(own)?.run(sentence);
        let trace = trace.map_err(|error| CommandError::System(error.to_string()))?;
        let encoded = encoder.encode_own(own, input, &*trace)?;
        let heads = trace.common().head_count();
        let heads = (0..heads).map(|head| own_head(&*trace, head)).collect();
        Ok(Sequence::with_heads(tokens, origins, input, heads, encoded))
    }

    fn new(
        tokens: Vec<String>,
        origins: Vec<&'static str>,
        trace: &Trace<f32>,
        encoder: &Encoder<f32>,
        encoded: Encoded<f32>,
    ) -> Result<Sequence, CommandError> {
        let outputs = trace.outputs(encoder.projections.output.view())?;
        let knows_distance = trace.method().knows_distance();
        let head = |head: usize| Head {
            w: knows_distance.then(|| trace.heads()[head].w),
            v: knows_distance.then(|| trace.heads()[head].v),
            coefficients: knows_distance.then(|| trace.coefficients_of(head).to_vec()),
            steps: trace
                .method()
                .steps()
                .iter()
                .map(|&step| StepMatrix {
                    step: step_name(step),
                    matrix: rows(trace.matrix(head, step).view()),
                })
                .collect(),
            output: rows(outputs.heads.index_axis(Axis(0), head)),
        };
        let heads = (0..trace.head_count()).map(head).collect();
        Ok(Sequence::with_heads(tokens, origins, trace.input(), heads, encoded))
    }

    fn with_heads(
        tokens: Vec<String>,
        origins: Vec<&'static str>,
        input: ArrayView2<f32>,
        heads: Vec<Head>,
        encoded: Encoded<f32>,
    ) -> Sequence {
        let n = input.nrows();
        let split = |values: &[f32]| -> Vec<Vec<f32>> {
            values.chunks((values.len() / n.max(1)).max(1)).map(<[f32]>::to_vec).collect()
        };
        Sequence {
            tokens,
            origins,
            answers: Vec::new(),
            input: rows(input),
            heads,
            attended: split(&encoded.attended),
            after_attention: split(&encoded.after_attention),
            fed_forward: split(&encoded.fed_forward),
            hidden: split(&encoded.hidden),
            shares: encoded.shares,
            pooled: encoded.pooled,
        }
    }

    /// The weights of a head.
    fn weights(head: &Head) -> &[Vec<f32>] {
        head.steps.last().map_or(&[], |last| &last.matrix)
    }
}

fn rows(matrix: ArrayView2<f32>) -> Vec<Vec<f32>> {
    matrix.outer_iter().map(|row| row.to_vec()).collect()
}

fn origin_name(origin: &Origin) -> &'static str {
    match origin {
        Origin::Known => "known",
        Origin::Learned => "learned",
        Origin::Unknown | Origin::NotLoaded => "unknown",
        Origin::Borrowed { .. } => "borrowed",
    }
}

fn step_name(step: Step) -> &'static str {
    match step {
        Step::Distance => "distance",
        Step::WeightedDistance => "weighted_distance",
        Step::Coefficient => "coefficient",
        Step::Term => "term",
        Step::Score => "score",
        Step::Clipped => "clipped",
        Step::Logit => "logit",
        Step::Normalised => "normalised",
        Step::Weight => "weight",
    }
}

fn print_summary(whole: &Whole) {
    if let Some(answered) = &whole.answer {
        let chances = whole.classes.iter().zip(&answered.probabilities);
        let chances: Vec<String> =
            chances.map(|(class, p)| format!("{class} {:.1} %", 100.0 * p)).collect();
        print_line!("{} ({})", answered.answer, chances.join(", "));
    }
    for sequence in whole.sequences.iter().chain(&whole.document) {
        print_sequence(sequence);
    }
}

fn print_sequence(sequence: &Sequence) {
    let marked = sequence.tokens.iter().zip(&sequence.origins).enumerate();
    let tokens: Vec<String> = marked
        .map(|(place, (token, origin))| {
            let mark = if *origin == "unknown" { " (no vector of its own)" } else { "" };
            match sequence.answers.get(place) {
                Some(answered) => {
                    let sure = answered.probabilities.iter().copied().fold(0.0, f32::max);
                    format!("{token}{mark} {} {:.0} %", answered.answer, 100.0 * sure)
                }
                None => {
                    let share = sequence.shares.get(place).copied().unwrap_or(0.0);
                    format!("{token}{mark} {:.0} %", 100.0 * share)
                }
            }
        })
        .collect();
    match sequence.answers.is_empty() {
        true => print_line!("\nshare in the pooled vector: {}", tokens.join(", ")),
        false => print_line!("the class of every word: {}", tokens.join(", ")),
    }
    print_line!("head       w       v  strongest links between two tokens, query > key");
    for (place, head) in sequence.heads.iter().enumerate() {
        let strongest = strongest(&sequence.tokens, Sequence::weights(head));
        let number = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:+.2}"));
        let (w, v) = (number(head.w), number(head.v));
        print_line!("{:4} {w:>7} {v:>7}  {strongest}", place + 1);
    }
}

/// The strongest links between two tokens of a map `[N, N]`, in words.
pub fn strongest(tokens: &[String], map: &[Vec<f32>]) -> String {
    let mut links: Vec<(f32, usize, usize)> = Vec::new();
    for (i, row) in map.iter().enumerate() {
        links.extend(row.iter().enumerate().map(|(j, &weight)| (weight, i, j)));
    }
    links.retain(|(_, i, j)| i != j);
    links.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let token = |place: usize| tokens.get(place).map_or("", String::as_str);
    let strongest: Vec<String> = links
        .iter()
        .take(STRONGEST)
        .map(|&(weight, i, j)| format!("{} > {} {weight:.2}", token(i), token(j)))
        .collect();
    strongest.join(", ")
}
