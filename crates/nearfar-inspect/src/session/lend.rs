//! The open model for other rooms: whether it is lent to them, and one layer of it on a sentence. What is asked and
//! answered is the library's ([`nearfar::opened::lend`]).

use nearfar::opened::lend::{LendAnswer, LendAsk, Lent, NotLent, Reads};
use nearfar::opened::{LayerAnswer, OpenedModel, Wanted};
use nearfar::settings::method_text;

use super::{Open, Session, forward, layers, nothing_open, opened};
use crate::bundle;
use crate::checkpoint::Named;
use crate::gather;
use crate::maps::Maps;
use crate::protocol::Failure;
use crate::protocol::forward::{HeadRescale, LayerHeads, Rescale};

use crate::room::pass::labels_of_ids;

impl Session {
    /// Answers a request of the page. `busy` is told of every step of long work.
    pub fn lend(&mut self, ask: LendAsk, files: Vec<Named>, busy: &mut dyn FnMut()) -> LendAnswer {
        self.try_lend(ask, files, busy).unwrap_or_else(|failure| {
            LendAnswer::Failed(match failure.file {
                Some(file) => format!("{file}: {}", failure.message),
                None => failure.message,
            })
        })
    }

    fn try_lend(
        &mut self,
        ask: LendAsk,
        files: Vec<Named>,
        busy: &mut dyn FnMut(),
    ) -> Result<LendAnswer, Failure> {
        match ask {
            LendAsk::Open { assignments } => self.lend_files(&assignments, files),
            LendAsk::Vectors => {
                forward::vectors(&mut self.vectors, &files)?;
                Ok(LendAnswer::Taken)
            }
            LendAsk::Layer { wanted, ids, most } => {
                let open = self.open.as_mut().ok_or_else(nothing_open)?;
                let ask = layers::LayerAsk { ids, most, rescale: rescale(&wanted), wanted };
                let (inputs, words) = layers::layer(open, &self.vectors, &ask, &mut |_, _| busy())?;
                // Who parted the sentence knows what its tokens are called.
                let labels = match words.tokens.is_empty() {
                    true => labels_of_ids(&ask.ids),
                    false => words.tokens,
                };
                let answer = LayerAnswer { labels, cut: words.cut, inputs };
                Ok(LendAnswer::Layer { answer, lacks: words.wanted })
            }
        }
    }

    fn lend_files(&mut self, assignments: &str, files: Vec<Named>) -> Result<LendAnswer, Failure> {
        let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        let bundle = match bundle::open_together(files) {
            Ok(bundle) => bundle,
            Err(error) => match gather::awaited(&names, &error) {
                Some(wanted) => return Ok(LendAnswer::Not(NotLent::Waits { wanted })),
                None => return Err(error.into()),
            },
        };
        // What the browser kept may be of an earlier version, and is then as nothing.
        let assignments = serde_json::from_str(assignments).unwrap_or_else(|_| Vec::new());
        let (open, opened) = opened(bundle, &assignments);
        let open = self.open.insert(open);
        if let Some(maps) = opened.maps {
            maps.map_err(Failure::new)?;
        }
        if let Some(maps) = &open.maps {
            let lent = Lent {
                model: weights_alone(&open.name, maps),
                reads: Reads::Nothing { labels: maps.labels.clone() },
                most: maps.labels.len(),
                lacks: Vec::new(),
            };
            return Ok(LendAnswer::Lent(lent));
        }
        if let Err(why) = open.report.lends(names.into_iter()) {
            return Ok(LendAnswer::Not(match why {
                // What came with it and is not used may be what it lacks.
                NotLent::CannotRun { why, waits } => {
                    let why = [vec![format!("{}: {why}", open.name)], opened.passed_over].concat();
                    NotLent::CannotRun { why: why.join(". "), waits }
                }
                other => other,
            }));
        }
        Ok(LendAnswer::Lent(Lent {
            model: model(open, opened.passed_over)?,
            reads: match open.report.reads_words() {
                true => Reads::Words,
                false => Reads::Ids { rows: open.report.words },
            },
            most: open.report.most_lent(),
            lacks: opened.wanted,
        }))
    }
}

/// What is laid over the heads of the layers before the one that is wanted.
fn rescale(wanted: &Wanted) -> Rescale {
    let heads = wanted.moved.iter().map(|moved| HeadRescale {
        layer: moved.layer,
        head: moved.head,
        w: moved.parameters.w,
        v: moved.parameters.v,
    });
    Rescale { method: method_text(wanted.method), heads: heads.collect() }
}

/// What other rooms are told of a model.
fn model(open: &Open, passed_over: Vec<String>) -> Result<OpenedModel, Failure> {
    let report = &open.report;
    let learned = forward::heads(open)?;
    let order = &report.order.value;
    let heads = order.iter().map(|&place| report.layers.get(place).map_or(0, |layer| layer.heads));
    let own = order.iter().map(|&place| {
        let of_layer = learned.iter().find(|layer| layer.layer == place);
        of_layer.map_or_else(Vec::new, LayerHeads::all_learned)
    });
    let assumed = report.assumptions.iter();
    let assumptions = assumed.map(|one| format!("{}: {} ({})", one.what, one.value, one.why));
    let attends = report.method_beside();
    Ok(OpenedModel {
        name: open.name.clone(),
        heads: heads.collect(),
        own: own.collect(),
        method: report.own_method().map_err(Failure::new)?,
        causal: report.causal.value,
        assumptions: assumptions.collect(),
        departures: report.departures.iter().cloned().chain(passed_over).collect(),
        reads: String::new(),
        attends: attends
            .map_or_else(String::new, |method| method.kind().definition().short.to_owned()),
        weights_only: false,
    })
}

/// What they are told of attention weights without a model.
fn weights_alone(name: &str, maps: &Maps) -> OpenedModel {
    OpenedModel {
        causal: maps.causal,
        weights_only: true,
        ..OpenedModel::plain(name, maps.heads())
    }
}
