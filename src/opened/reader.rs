//! Models from files for every room but Inspect: each has a worker of its own, and a tokenizer if one came with it,
//! which the page itself asks. What is asked and answered is the library's (`nearfar::opened::lend`), and so is what
//! is opened together (`nearfar_inspect::gather`).

use std::cell::RefCell;
use std::rc::Rc;

use nearfar::opened::lend::{LendAnswer, LendAsk, Lent, Reads};
use nearfar::opened::{LayerAnswer, OpenedModel, Wanted};
use nearfar_inspect::gather::together;
use nearfar_inspect::kinds::{is_tokenizer, is_tokenizer_config};
use nearfar_inspect::protocol;
use nearfar_inspect::protocol::tokens::{self, TokenAnswer, TokenAsk};
use nearfar_inspect::room::lent::{NotShown, Waiting, lent, reads_by, say_reads, waits};
use nearfar_inspect::room::pass::{Parts, read_ids};
use nearfar_kit::Stays;
use web_sys::File;

use crate::browser::fetch::fetch_as_file;
use crate::browser::kept::Kept;
use crate::kit::{Answers, Client, Program};

/// The program that reads files.
pub const READER: Program =
    Program { name: "nearfar-inspect-worker", protocol: protocol::PROTOCOL };
/// The program that parts a sentence.
pub const TOKENIZER: Program =
    Program { name: "nearfar-tokenizer-worker", protocol: tokens::PROTOCOL };
/// Where the browser keeps what was chosen by hand for architectures.
pub const ASSIGNED: Kept = Kept::of_visits("nearfar.inspect.assigned");

/// A model that a room shows.
pub struct Model {
    files: Vec<File>,
    live: RefCell<Rc<Live>>,
}

/// Its workers. One that ends is started again, and given its files.
struct Live {
    reader: Client,
    tokenizer: Option<Client>,
    lent: Lent,
    /// The parts of the table of words that its reader has.
    parts: RefCell<Parts>,
}

/// What a sentence's tokens are called, and how many were left out.
type Parted = (Vec<String>, usize);

/// Fetches parts of the table of words.
///
/// # Errors
/// Why there are none, in a sentence.
pub async fn fetch_vectors(names: &[String]) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for name in names {
        let file = fetch_as_file(&format!("vectors/{name}"), name).await;
        files.push(file.map_err(texts::common::no_vectors)?);
    }
    Ok(files)
}

/// Opens files, together with those of a model that is open where they belong to it, or with those that wait: the
/// model and what is known of it.
///
/// # Errors
/// Why no model is shown, or what is waited for.
pub async fn open(
    came: &[File],
    with: Option<Rc<Model>>,
    waiting: &RefCell<Waiting<File>>,
) -> Result<(Rc<Model>, OpenedModel), NotShown> {
    let (open, wanted) = with.map_or_else(Default::default, |model| {
        (model.files.clone(), model.live.borrow().lent.lacks.clone())
    });
    let together = together(came, &open, &wanted, waiting.borrow().files(), File::name);
    let mut files = together.files.clone();
    let mut outcome = Live::start(&files).await;
    // What waited for another model is no obstacle to this one.
    for others in together.in_turn(File::name).into_iter().skip(1) {
        if !matches!(outcome, Err(NotShown::Problem(_))) {
            break;
        }
        let again = Live::start(&others).await;
        if again.is_ok() {
            (files, outcome) = (others, again);
        }
    }
    let mut waiting = waiting.borrow_mut();
    match &outcome {
        Ok(_) => waiting.opened(together.joins),
        Err(NotShown::Problem(_)) => waiting.refused(came, File::name),
        Err(NotShown::Lacks(_) | NotShown::Waits(_)) => waiting.wait(files.clone()),
    }
    let live = outcome?;
    let facts = live.lent.model.clone();
    Ok((Rc::new(Model { files, live: RefCell::new(Rc::new(live)) }), facts))
}

impl Model {
    /// One of its layers.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub async fn layer(&self, wanted: &Wanted) -> Result<LayerAnswer, String> {
        let mut live = Rc::clone(&self.live.borrow());
        // Of workers that ended for good there will be no more: others are given the files anew.
        if live.has_ended() {
            live = Rc::new(Live::start(&self.files).await.map_err(NotShown::says)?);
            self.live.replace(Rc::clone(&live));
        }
        live.layer(wanted).await
    }
}

impl Live {
    async fn start(files: &[File]) -> Result<Live, NotShown> {
        let (tokenizers, others): (Vec<File>, Vec<File>) =
            files.iter().cloned().partition(|file| is_tokenizer(&file.name()));
        let names: Vec<String> = files.iter().map(File::name).collect();
        if others.is_empty() {
            return Err(NotShown::Waits(waits(&names, "")));
        }
        let reader = Client::start(READER, |_| {});
        let open = LendAsk::Open { assignments: ASSIGNED.get().unwrap_or_default() };
        let mut lent = lent(ask_reader(&reader, Stays::Kept, open, &others).await?, &names)?;
        let (tokenizer, reads) = match (&lent.reads, tokenizers.first()) {
            (Reads::Ids { rows }, Some(file)) => {
                let config = others.iter().find(|file| is_tokenizer_config(&file.name()));
                let (client, reads) = start_tokenizer(file, config, *rows).await?;
                (Some(client), Some(reads))
            }
            _ => (None, None),
        };
        say_reads(&mut lent, reads);
        Ok(Live { reader, tokenizer, lent, parts: RefCell::default() })
    }

    fn has_ended(&self) -> bool {
        self.reader.has_ended() || self.tokenizer.as_ref().is_some_and(Client::has_ended)
    }

    async fn layer(&self, wanted: &Wanted) -> Result<LayerAnswer, String> {
        let (ids, parted) = match &self.lent.reads {
            Reads::Ids { .. } => self.tokens(&wanted.sentence).await?,
            Reads::Words | Reads::Nothing { .. } => Default::default(),
        };
        let ask = LendAsk::Layer { wanted: wanted.clone(), ids, most: self.lent.most };
        let (mut answer, lacks) = self.asked(ask.clone()).await?;
        if self.hand_over_vectors(&lacks).await? {
            (answer, _) = self.asked(ask).await?;
        }
        if let Some((labels, cut)) = parted {
            (answer.labels, answer.cut) = (labels, cut);
        }
        Ok(answer)
    }

    async fn asked(&self, ask: LendAsk) -> Result<(LayerAnswer, Vec<String>), String> {
        match ask_reader(&self.reader, Stays::Once, ask, &[]).await? {
            LendAnswer::Layer { answer, lacks } => Ok((answer, lacks)),
            _ => Err(texts::page::lent_reader_odd().to_owned()),
        }
    }

    /// Fetches parts of the table of words that the reader has not, and hands them to it; whether there were any.
    async fn hand_over_vectors(&self, wanted: &[String]) -> Result<bool, String> {
        if !matches!(self.lent.reads, Reads::Words) {
            return Ok(false);
        }
        let lacking = self.parts.borrow().lacking(wanted);
        let files = fetch_vectors(&lacking).await?;
        if files.is_empty() {
            return Ok(false);
        }
        ask_reader(&self.reader, Stays::Kept, LendAsk::Vectors, &files).await?;
        self.parts.borrow_mut().fetch(&lacking);
        Ok(true)
    }

    /// Numbers of tokens; where a tokenizer parted the sentence, what they are called and how many were left out.
    async fn tokens(&self, sentence: &str) -> Result<(Vec<u32>, Option<Parted>), String> {
        let Some(tokenizer) = &self.tokenizer else {
            let ids = read_ids(sentence, self.lent.most)
                .map_err(|why| texts::page::lent_no_tokenizer(&self.lent.model.name, why))?;
            return Ok((ids, None));
        };
        let ask = TokenAsk::Encode { text: sentence.to_owned(), most: self.lent.most };
        let answer = ask_tokenizer(tokenizer, Stays::Once, ask, &[]).await?;
        let (tokens, cut) = answer.parted()?;
        let ids = tokens.iter().map(|token| token.id).collect();
        let labels = tokens.into_iter().map(|token| token.text).collect();
        Ok((ids, Some((labels, cut))))
    }
}

/// Asks a reader; what it refuses is an error.
async fn ask_reader(
    reader: &Client,
    stays: Stays,
    ask: LendAsk,
    files: &[File],
) -> Result<LendAnswer, String> {
    let answer = reader.answer(stays, ask.into_message(), files, |message| {
        let answer = LendAnswer::read(message)?;
        let answers = Answers::last_if(answer != LendAnswer::Busy);
        Some((answer, answers))
    });
    match answer.await? {
        LendAnswer::Failed(why) => Err(why),
        answer => Ok(answer),
    }
}

async fn ask_tokenizer(
    tokenizer: &Client,
    stays: Stays,
    ask: TokenAsk,
    files: &[File],
) -> Result<TokenAnswer, String> {
    let read = |message| Some((TokenAnswer::read(message)?, Answers::Last));
    tokenizer.answer(stays, ask.into_message(), files, read).await
}

async fn start_tokenizer(
    file: &File,
    config: Option<&File>,
    rows: usize,
) -> Result<(Client, String), String> {
    let name = file.name();
    let client = Client::start(TOKENIZER, |_| {});
    let ask = TokenAsk::Load { name: name.clone() };
    let files: Vec<File> = [Some(file), config].into_iter().flatten().cloned().collect();
    let answer = ask_tokenizer(&client, Stays::Kept, ask, &files).await?;
    let (kind, pieces, _) = answer.loaded().map_err(|why| format!("{name}: {why}"))?;
    Ok((client, reads_by(&name, &kind, pieces, rows)?))
}
