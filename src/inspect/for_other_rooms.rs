//! Models for the other rooms: each model that is shown elsewhere has a reader of its own here, and a
//! tokenizer if one came with it. The page asks by `window.nearfarModels`; what it asks and what it gets are
//! the library's (`nearfar::opened`).

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Object, Promise, Uint8Array};
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{LayerInputs, TermRule};
use nearfar::opened::{LayerAnswer, OpenedModel, Wanted};
use nearfar::settings::method_text;
use nearfar_inspect::gather::together;
use nearfar_inspect::kinds::{is_tokenizer, is_tokenizer_config};
use nearfar_inspect::protocol::forward::{HeadRescale, LayerHeads, Rescale};
use nearfar_inspect::protocol::layers::{LayerAsk, LayerShape};
use nearfar_inspect::protocol::tokens::{TokenAnswer, TokenAsk};
use nearfar_inspect::protocol::{Answer, Ask, MapsLine, Opened};
use nearfar_inspect::recognise::{Report, departures};
use nearfar_inspect::room::lent::{Lent, NotLent};
use nearfar_inspect::room::pass::{labels_of_ids, lacking};
use nearfar_inspect::words::tokenizer_fits;
use nearfar_kit::Stays;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::File;

use super::files::fetch_file;
use super::forward_pass::TOKENIZER;
use super::ids::read_ids;
use super::state::{READER, in_words};
use super::store;
use crate::kit::{Client, f32s};
use crate::opened::{MODELS, MODELS_ARE_THERE, NotShown, from_js, to_js};
use crate::room::listed_in;
use crate::values::set;

/// A model that another room shows.
struct Model {
    files: Vec<File>,
    live: RefCell<Option<Rc<Live>>>,
}

/// Its workers. One that ends is started again, and given its files.
struct Live {
    reader: Client,
    tokenizer: Option<Client>,
    facts: OpenedModel,
    /// Files that the model lacks.
    wanted: Vec<String>,
    /// The most tokens that it is run on.
    most: usize,
    /// The tokens of weights alone, which are those of one text.
    labels: Option<Vec<String>>,
    /// Of a model that reads words: the parts of the table of words that its reader has.
    vectors: Option<RefCell<Vec<String>>>,
}

thread_local! {
    static LENT: RefCell<Lent<Rc<Model>, File>> = const { RefCell::new(Lent::new()) };
}

/// Publishes `window.nearfarModels`, and says so.
pub fn publish() {
    let functions = Object::new();
    let open =
        Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(|files: JsValue, with: JsValue| {
            future_to_promise(async move { open(&files, &with).await.map_err(error) })
        });
    let layer = Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(|handle, wanted| {
        future_to_promise(async move { layer(&handle, &wanted).await.map_err(error) })
    });
    let close = Closure::<dyn Fn(JsValue)>::new(|handle: JsValue| {
        if let Some(handle) = handle.as_f64() {
            LENT.with_borrow_mut(|lent| lent.close(handle as u32));
        }
    });
    set(&functions, "open", &open.into_js_value());
    set(&functions, "layer", &layer.into_js_value());
    set(&functions, "close", &close.into_js_value());
    set(&window(), MODELS, &functions);
    if let Ok(event) = web_sys::Event::new(MODELS_ARE_THERE) {
        let _ = window().dispatch_event(&event);
    }
}

fn error(message: String) -> JsValue {
    js_sys::Error::new(&message).into()
}

fn model_of(handle: &JsValue) -> Option<Rc<Model>> {
    let handle = handle.as_f64()? as u32;
    LENT.with_borrow(|lent| lent.model(handle))
}

/// Opens files, together with those of a model that is open where they belong to it, or with those that waited:
/// its number and what is known of it, or what is waited for.
async fn open(came: &JsValue, with: &JsValue) -> Result<JsValue, String> {
    let (came, with) = (listed_in(came), model_of(with));
    let (open, wanted) = with.map_or_else(Default::default, |model| {
        let live = model.live.borrow();
        (model.files.clone(), live.as_ref().map_or_else(Vec::new, |live| live.wanted.clone()))
    });
    let waiting = LENT.with_borrow(|lent| lent.waiting().to_vec());
    let together = together(&came, &open, &wanted, &waiting, File::name);
    let (mut model, mut outcome) = opened(together.files.clone()).await;
    // What waited for another model is no obstacle to this one.
    for files in together.in_turn(File::name).into_iter().skip(1) {
        if !matches!(outcome, Err(NotShown::Problem(_))) {
            break;
        }
        let (other, again) = opened(files).await;
        if again.is_ok() {
            (model, outcome) = (other, again);
        }
    }
    let facts = match outcome {
        Ok(live) => live.facts.clone(),
        Err(NotShown::Problem(problem)) => {
            LENT.with_borrow_mut(|lent| lent.refused(File::name));
            return Err(problem);
        }
        Err(NotShown::Lacks(problem)) => {
            LENT.with_borrow_mut(|lent| lent.wait(model.files));
            return Err(problem);
        }
        Err(NotShown::Waits(says)) => {
            LENT.with_borrow_mut(|lent| lent.wait(model.files));
            return Ok(Array::of1(&says.into()).into());
        }
    };
    let handle = LENT.with_borrow_mut(|lent| lent.opened(Rc::new(model), together.joins));
    Ok(Array::of2(&handle.into(), &to_js(facts.into_message())).into())
}

/// A model of these files, and whether it can be shown.
async fn opened(files: Vec<File>) -> (Model, Result<Rc<Live>, NotShown>) {
    let model = Model { files, live: RefCell::new(None) };
    let live = model.live().await;
    (model, live)
}

async fn layer(handle: &JsValue, wanted: &JsValue) -> Result<JsValue, String> {
    let model = model_of(handle).ok_or_else(texts::inspect::lent_closed)?;
    let wanted = from_js(wanted).and_then(Wanted::read);
    let wanted = wanted.ok_or_else(texts::page::page_other_version)?;
    let live = model.live().await.map_err(NotShown::says)?;
    let answer = live.layer(&wanted).await;
    if live.reader.has_ended() || live.tokenizer.as_ref().is_some_and(Client::has_ended) {
        // There will be no more of them; the next request begins anew.
        model.live.replace(None);
    }
    Ok(to_js(answer?.into_message()))
}

impl Model {
    /// Its workers, with the file open.
    async fn live(&self) -> Result<Rc<Live>, NotShown> {
        let live = self.live.borrow().clone();
        if let Some(live) = live {
            return Ok(live);
        }
        let live = Rc::new(Live::start(&self.files).await?);
        self.live.replace(Some(Rc::clone(&live)));
        Ok(live)
    }
}

impl Live {
    async fn start(files: &[File]) -> Result<Live, NotShown> {
        let (tokenizers, others): (Vec<File>, Vec<File>) =
            files.iter().cloned().partition(|file| is_tokenizer(&file.name()));
        let names: Vec<String> = files.iter().map(File::name).collect();
        if others.is_empty() {
            return Err(NotShown::Waits(in_words(&names, "")));
        }
        let reader = Client::start(READER, |_| {});
        let ask = Ask::Open { assignments: store::assignments() };
        let opened = match ask_reader(&reader, Stays::Kept, &ask, &others).await? {
            (Answer::Opened(opened), _) => opened,
            (Answer::Waits { wanted, .. }, _) => {
                return Err(NotShown::Waits(in_words(&names, &wanted)));
            }
            _ => return Err(texts::inspect::lent_reader_odd().to_owned().into()),
        };
        if let Some(maps) = &opened.maps {
            let maps = maps.as_ref().map_err(Clone::clone)?;
            let (facts, labels) = (weights_alone(&opened.name, maps), Some(maps.labels.clone()));
            let (most, wanted) = (maps.labels.len(), Vec::new());
            return Ok(Live {
                reader,
                tokenizer: None,
                facts,
                wanted,
                most,
                labels,
                vectors: None,
            });
        }
        let report = &opened.report;
        match report.lends(others.iter().map(File::name)) {
            Ok(()) => {}
            Err(NotLent::CannotRun { why, waits }) => {
                let lacks = texts::inspect::lent_cannot_run(why);
                let says = [format!("{}: {lacks}", opened.name)];
                let says: Vec<String> =
                    says.into_iter().chain(opened.passed_over.clone()).collect();
                let says = says.join(". ");
                return Err(if waits { NotShown::Lacks(says) } else { NotShown::Problem(says) });
            }
            Err(NotLent::OfTheLab) => return Err(texts::inspect::lent_own().to_owned().into()),
        }
        let reads_words = report.reads_words();
        let learned = match ask_reader(&reader, Stays::Once, &Ask::Heads, &[]).await? {
            (Answer::Heads(learned), _) => learned,
            _ => Vec::new(),
        };
        let (tokenizer, reads) = match tokenizers.first() {
            Some(file) => {
                let config = others.iter().find(|file| is_tokenizer_config(&file.name()));
                let (client, reads) = start_tokenizer(file, config, report.words).await?;
                (Some(client), reads)
            }
            None if reads_words => (None, texts::inspect::lent_reads_words().to_owned()),
            None => (None, texts::inspect::lent_reads_numbers().to_owned()),
        };
        let most = report.most_lent();
        let facts = facts(&opened, &learned, reads)?;
        let wanted = opened.wanted.clone();
        let vectors = reads_words.then(RefCell::default);
        Ok(Live { reader, tokenizer, facts, wanted, most, labels: None, vectors })
    }

    async fn layer(&self, wanted: &Wanted) -> Result<LayerAnswer, String> {
        let (ids, mut labels, mut cut) = match self.vectors {
            Some(_) => Default::default(),
            None => self.tokens(&wanted.sentence).await?,
        };
        let heads = wanted.moved.iter().map(|moved| HeadRescale {
            layer: moved.layer,
            head: moved.head,
            w: moved.parameters.w,
            v: moved.parameters.v,
        });
        let rescale = Rescale { method: method_text(wanted.method), heads: heads.collect() };
        let (layer, text, most) = (wanted.layer, wanted.sentence.clone(), self.most);
        let ask = Ask::Layer(LayerAsk { layer, ids, text, most, rescale });
        let (mut shape, mut bytes) = self.asked(&ask).await?;
        if let Some(known) = &self.vectors {
            if self.hand_over_vectors(known, &shape.wanted).await? {
                (shape, bytes) = self.asked(&ask).await?;
            }
            (labels, cut) = (std::mem::take(&mut shape.words), shape.cut);
        }
        let inputs = inputs(&shape, &bytes).ok_or_else(texts::inspect::lent_no_fit)?;
        Ok(LayerAnswer { labels, cut, inputs })
    }

    async fn asked(&self, ask: &Ask) -> Result<(LayerShape, Vec<Uint8Array>), String> {
        match ask_reader(&self.reader, Stays::Once, ask, &[]).await? {
            (Answer::Layer(shape), bytes) => Ok((shape, bytes)),
            _ => Err(texts::inspect::lent_reader_odd().to_owned()),
        }
    }

    /// Fetches parts of the table of words that the reader has not, and hands them to it; whether there were any.
    async fn hand_over_vectors(
        &self,
        known: &RefCell<Vec<String>>,
        wanted: &[String],
    ) -> Result<bool, String> {
        let lacking = lacking(&known.borrow(), wanted);
        let mut files = Vec::new();
        for name in &lacking {
            let file = fetch_file(None, &format!("vectors/{name}")).await;
            files.push(file.map_err(texts::inspect::no_vectors)?);
        }
        if !files.is_empty() {
            ask_reader(&self.reader, Stays::Kept, &Ask::Vectors, &files).await?;
            known.borrow_mut().extend(lacking);
        }
        Ok(!files.is_empty())
    }

    /// Numbers of tokens, what they are called, how many were left out.
    async fn tokens(&self, sentence: &str) -> Result<(Vec<u32>, Vec<String>, usize), String> {
        if let Some(labels) = &self.labels {
            return Ok((Vec::new(), labels.clone(), 0));
        }
        let Some(tokenizer) = &self.tokenizer else {
            let ids = read_ids(sentence, self.most)
                .map_err(|why| texts::inspect::lent_no_tokenizer(&self.facts.name, why))?;
            let labels = labels_of_ids(&ids);
            return Ok((ids, labels, 0));
        };
        let ask = TokenAsk::Encode { text: sentence.to_owned(), most: self.most };
        match ask_tokenizer(tokenizer, Stays::Once, &ask, &[]).await? {
            TokenAnswer::Encoded { tokens, cut, .. } => {
                let ids = tokens.iter().map(|token| token.id).collect();
                Ok((ids, tokens.into_iter().map(|token| token.text).collect(), cut))
            }
            TokenAnswer::Failed { message } => Err(message),
            _ => Err(texts::inspect::lent_tokenizer_odd().to_owned()),
        }
    }
}

/// Asks a reader; what it refuses is an error.
async fn ask_reader(
    reader: &Client,
    stays: Stays,
    ask: &Ask,
    files: &[File],
) -> Result<(Answer, Vec<Uint8Array>), String> {
    let is_progress = |answer: &Answer| matches!(answer, Answer::Progress { .. });
    let (answer, bytes) = reader.answer(stays, ask, files, is_progress).await?;
    match answer {
        Answer::Failed(failure) => Err(match failure.file {
            Some(file) => format!("{file}: {}", failure.message),
            None => failure.message,
        }),
        answer => Ok((answer, bytes)),
    }
}

async fn ask_tokenizer(
    tokenizer: &Client,
    stays: Stays,
    ask: &TokenAsk,
    files: &[File],
) -> Result<TokenAnswer, String> {
    Ok(tokenizer.answer(stays, ask, files, |_: &TokenAnswer| false).await?.0)
}

async fn start_tokenizer(
    file: &File,
    config: Option<&File>,
    words: usize,
) -> Result<(Client, String), String> {
    let name = file.name();
    let client = Client::start(TOKENIZER, |_| {});
    let ask = TokenAsk::Load { name: name.clone() };
    let files: Vec<File> = [Some(file), config].into_iter().flatten().cloned().collect();
    match ask_tokenizer(&client, Stays::Kept, &ask, &files).await? {
        TokenAnswer::Loaded { kind, words: pieces, .. } => {
            let more =
                tokenizer_fits(pieces, words, true).map_err(|why| format!("{name}: {why}"))?;
            let mut reads = texts::inspect::lent_reads(name, kind, pieces);
            if more > 0 {
                reads.push_str(&format!("; {}", texts::inspect::tokenizer_more_rows(more)));
            }
            Ok((client, reads))
        }
        TokenAnswer::Failed { message } => Err(format!("{name}: {message}")),
        _ => Err(texts::inspect::lent_tokenizer_odd().to_owned()),
    }
}

/// What the Lab is told of a model.
fn facts(opened: &Opened, learned: &[LayerHeads], reads: String) -> Result<OpenedModel, String> {
    let report: &Report = &opened.report;
    let heads = report
        .order
        .value
        .iter()
        .map(|&place| report.layers.get(place).map_or(0, |layer| layer.heads));
    let own = report.order.value.iter().map(|&place| {
        let of_layer = learned.iter().find(|layer| layer.layer == place);
        of_layer.map_or_else(Vec::new, LayerHeads::all_learned)
    });
    let method = report.own_method().map_err(|why| why.to_string())?;
    let attends = report.method_beside();
    let assumed = report.assumptions.iter();
    let assumptions = assumed.map(|one| format!("{}: {} ({})", one.what, one.value, one.why));
    Ok(OpenedModel {
        name: opened.name.clone(),
        heads: heads.collect(),
        own: own.collect(),
        method,
        causal: report.causal.value,
        assumptions: assumptions.collect(),
        departures: departures(report).into_iter().chain(opened.passed_over.clone()).collect(),
        reads,
        attends: attends
            .map_or_else(String::new, |method| method.kind().definition().short.to_owned()),
        weights_only: false,
    })
}

/// What the Lab is told of attention weights without a model.
fn weights_alone(name: &str, maps: &MapsLine) -> OpenedModel {
    OpenedModel {
        name: name.to_owned(),
        heads: maps.heads.clone(),
        own: vec![Vec::new(); maps.heads.len()],
        method: Method::Vanilla { positions: false },
        causal: maps.causal,
        assumptions: vec![texts::inspect::lent_weights_alone(name, maps.labels.len())],
        departures: Vec::new(),
        reads: texts::inspect::lent_reads_nothing().to_owned(),
        attends: String::new(),
        weights_only: true,
    }
}

fn inputs(shape: &LayerShape, bytes: &[Uint8Array]) -> Option<LayerInputs<f32>> {
    let LayerShape { heads, tokens, size, scale, causal, ref rule, .. } = *shape;
    let array = |place: usize, last: usize| {
        ndarray::Array3::from_shape_vec((heads, tokens, last), f32s(bytes.get(place))).ok()
    };
    let bias = match bytes.get(3) {
        Some(_) => Some(array(3, tokens)?),
        None => None,
    };
    let (query, key, value) = (array(0, size)?, array(1, size)?, array(2, size)?);
    let rule = TermRule::from_numbers(rule)?;
    Some(LayerInputs { query, key, value, scale, bias, rule, causal })
}
