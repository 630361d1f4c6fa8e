//! What is to be trained: a task, a method, and settings, from the command line or from a table of
//! runs. No data are opened here.

use std::collections::BTreeMap;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nearfar::ModelMethod;
use nearfar::model::{Architecture, Pooling, Structure};
use nearfar::settings::{
    Choice, TextError, adjustment_forms, mapping_forms, model_method_forms, model_method_from_text,
    model_method_text,
};
use nearfar::text::DIMENSION;
use nearfar::text::dependency::WordLabel;
use nearfar_training::data::treebank::Reading;
use nearfar_training::options::{Options, Schedule};
use nearfar_training::parameters::HeadStart;

use crate::datasets;
use crate::error::CommandError;
use crate::task::{self, Defaults};

/// A run before it has data.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The task's name, or the path of a labelled file.
    pub task: String,
    /// Of a treebank, what is learned of every word.
    pub label: WordLabel,
    /// How words attend.
    pub method: ModelMethod,
    /// Everything else.
    pub settings: Defaults,
    /// Epochs without a better dev accuracy after which to stop.
    pub patience: Option<usize>,
}

impl Plan {
    /// A task with its default settings.
    pub fn new(task: &str, method: impl Into<ModelMethod>, seed: u64) -> Plan {
        let mut settings = task::defaults(task);
        settings.options.seed = seed;
        let (task, method) = (task.to_owned(), method.into());
        Plan { task, label: WordLabel::default(), method, settings, patience: None }
    }

    /// What is made of the labels of a treebank.
    pub fn reading(&self) -> Reading {
        Reading::new(self.label, self.method)
    }

    /// The model for texts of this structure and these classes.
    pub fn architecture(&self, structure: Structure, classes: &[String]) -> Architecture {
        let settings = &self.settings;
        Architecture {
            method: self.method,
            heads: settings.heads,
            dimensions: settings.dimensions,
            width: settings.own_vectors.unwrap_or(DIMENSION),
            feed_forward: settings.feed_forward,
            pooling: settings.pooling,
            structure,
            classes: classes.to_vec(),
        }
    }

    /// Every setting by its name, the data aside.
    pub fn entries(&self) -> BTreeMap<String, String> {
        let settings = &self.settings;
        let pooling = match settings.pooling {
            Pooling::Mean => "mean".to_owned(),
            Pooling::Attention { size } => format!("attention:{size}"),
        };
        let own = settings.own_vectors.map_or("shared".to_owned(), |width| width.to_string());
        let patience = self.patience.map_or("none".to_owned(), |epochs| epochs.to_string());
        let ours = [
            ("task", self.task.clone()),
            ("method", model_method_text(self.method)),
            ("heads", settings.heads.to_string()),
            ("dimensions", settings.dimensions.to_string()),
            ("feed_forward", settings.feed_forward.to_string()),
            ("pooling", pooling),
            ("word_vectors", own),
            ("patience", patience),
        ];
        let all = ours.into_iter().chain(settings.options.entries());
        all.map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// A choice of [`HeadStart`].
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum HeadStartChoice {
    /// Normal with mean 0 and deviation 1.
    Normal,
    /// 0, no preference.
    Zero,
}

/// A choice of [`Schedule`].
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ScheduleChoice {
    /// The learning rates stay.
    Constant,
    /// They fall to 0 in a straight line.
    Linear,
}

fn labels() -> impl TypedValueParser<Value = WordLabel> {
    let names = WordLabel::ALL.iter().map(|(_, name)| *name);
    PossibleValuesParser::new(names).try_map(|name| WordLabel::from_name(&name))
}

/// The settings that the command line can change. What is not given is the task's default.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What is trained")]
pub struct ModelArguments {
    /// What is learned of every word of a treebank: its part of speech (upos), or its relation to its head without
    /// subtype (deprel) [default: upos]
    #[arg(long, value_parser = labels())]
    pub label: Option<WordLabel>,
    /// How words attend.
    #[arg(long, value_name = "METHOD", default_value = "da", help = format!("How words attend: {}", model_method_forms()))]
    pub method: String,
    /// The mapping f of da.
    #[arg(long, value_name = "MAPPING", help = format!("The mapping f of da: {}", mapping_forms()))]
    pub mapping: Option<String>,
    /// How da's coefficients meet the scores.
    #[arg(long, value_name = "ADJUSTMENT", help = format!("How da's coefficients meet the scores: {}", adjustment_forms()))]
    pub adjust: Option<String>,
    /// Attention heads [default: 16; made-up tasks 4]
    #[arg(long, value_name = "N")]
    pub heads: Option<usize>,
    /// Dimensions of a head [default: 16; made-up tasks 8]
    #[arg(long, value_name = "N")]
    pub dimensions: Option<usize>,
    /// Width of the feed-forward layer [default: 256; made-up tasks 32]
    #[arg(long, value_name = "N")]
    pub feed_forward: Option<usize>,
    /// How the vectors of a text become one: mean or attention:SIZE [default: attention:64; made-up
    /// tasks mean]
    #[arg(long, value_name = "POOLING", value_parser = pooling)]
    pub pooling: Option<Pooling>,
    /// Words start from vectors of this width that are seeded by their spelling, and not from the
    /// shared vectors of width 100 [default: shared; made-up tasks 32]
    #[arg(long, value_name = "WIDTH")]
    pub own_vectors: Option<usize>,
}

/// How to train.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "How it is trained")]
pub struct OptionArguments {
    /// Seeds the start, the order of the examples and the dropout
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How often every example is seen [default: by task, e.g. 12 for sst2]
    #[arg(long, value_name = "N")]
    pub epochs: Option<usize>,
    /// Stop after so many epochs without a better dev accuracy
    #[arg(long, value_name = "EPOCHS")]
    pub patience: Option<usize>,
    /// Examples in a step
    #[arg(long, value_name = "N")]
    pub batch: Option<usize>,
    /// Learning rate of Adam for everything but w and v
    #[arg(long, value_name = "RATE")]
    pub learning_rate: Option<f64>,
    /// Learning rate of w and v [default: 0.03, a choice of ours]
    #[arg(long, value_name = "RATE")]
    pub head_learning_rate: Option<f64>,
    /// How both rates go on
    #[arg(long, value_enum)]
    pub schedule: Option<ScheduleChoice>,
    /// Share of cells that are dropped, 0 to 0.9
    #[arg(long, value_name = "SHARE")]
    pub dropout: Option<f64>,
    /// How w and v start
    #[arg(long, value_enum)]
    pub head_start: Option<HeadStartChoice>,
    /// Leave the word vectors as they are
    #[arg(long)]
    pub fixed_vectors: bool,
    /// Words of a text that are read; what is longer is cut
    #[arg(long, value_name = "WORDS")]
    pub longest: Option<usize>,
    /// Sentences of a document that are read
    #[arg(long, value_name = "N")]
    pub most_texts: Option<usize>,
}

fn pooling(text: &str) -> Result<Pooling, String> {
    let size = text.strip_prefix("attention:").and_then(|size| size.parse().ok());
    match (text, size) {
        ("mean", _) => Ok(Pooling::Mean),
        (_, Some(size)) => Ok(Pooling::Attention { size }),
        _ => Err("expected mean or attention:SIZE, as in attention:64".to_owned()),
    }
}

/// The method that the three arguments name together.
fn method(arguments: &ModelArguments) -> Result<ModelMethod, CommandError> {
    let usage = |why: TextError| CommandError::Usage(format!("--method: {why}"));
    let ModelArguments { method, mapping, adjust, .. } = arguments;
    if mapping.is_none() && adjust.is_none() {
        return model_method_from_text(method).map_err(usage);
    }
    if method != "da" {
        let why = "--mapping and --adjust go only with --method da".to_owned();
        return Err(CommandError::Usage(why));
    }
    let mapping = mapping.as_deref().unwrap_or("learnable-sigmoid");
    let adjust = adjust.as_deref().unwrap_or("early-multiply");
    model_method_from_text(&format!("da:{mapping}:{adjust}")).map_err(usage)
}

/// Puts a value where one was given.
fn set<T>(slot: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *slot = value;
    }
}

impl Plan {
    /// What the command line asks for.
    ///
    /// # Errors
    /// Where there is no such method.
    pub fn from_arguments(
        task: &str,
        model: &ModelArguments,
        training: &OptionArguments,
    ) -> Result<Plan, CommandError> {
        let mut plan = Plan::new(task, method(model)?, training.seed);
        plan.patience = training.patience;
        let settings = &mut plan.settings;
        set(&mut settings.heads, model.heads);
        set(&mut settings.dimensions, model.dimensions);
        set(&mut settings.feed_forward, model.feed_forward);
        set(&mut settings.pooling, model.pooling);
        settings.own_vectors = model.own_vectors.or(settings.own_vectors);
        let options: &mut Options = &mut settings.options;
        set(&mut options.epochs, training.epochs);
        set(&mut options.batch, training.batch);
        set(&mut options.learning_rate, training.learning_rate);
        set(&mut options.head_learning_rate, training.head_learning_rate);
        set(&mut options.dropout, training.dropout);
        let given = [
            (training.longest.is_some(), "--longest"),
            (training.most_texts.is_some(), "--most-texts"),
            (model.pooling.is_some(), "--pooling"),
        ];
        if let Some((_, name)) = given.iter().find(|(is_given, _)| *is_given)
            && datasets::is_treebank(task)
        {
            return Err(CommandError::Usage(format!(
                "{name} is for texts: the sentences of {task} are read whole, and every word has a class"
            )));
        }
        plan.label = match model.label {
            Some(_) if !datasets::is_treebank(task) => {
                let why = "--label is for treebanks (ud-ewt, or a file .conllu): other tasks have their classes";
                return Err(CommandError::Usage(why.to_owned()));
            }
            label => label.unwrap_or_default(),
        };
        set(&mut options.longest, training.longest);
        set(&mut options.most_texts, training.most_texts);
        options.train_vectors &= !training.fixed_vectors;
        if let Some(schedule) = training.schedule {
            options.schedule = match schedule {
                ScheduleChoice::Constant => Schedule::Constant,
                ScheduleChoice::Linear => Schedule::Linear,
            };
        }
        if let Some(start) = training.head_start {
            options.head_start = match start {
                HeadStartChoice::Normal => HeadStart::Normal,
                HeadStartChoice::Zero => HeadStart::Zero,
            };
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use nearfar::Method;

    use super::*;

    fn asked(change: impl Fn(&mut ModelArguments)) -> Result<ModelMethod, CommandError> {
        let mut arguments = ModelArguments { method: "da".to_owned(), ..Default::default() };
        change(&mut arguments);
        method(&arguments)
    }

    #[test]
    fn mapping_and_adjustment_belong_to_da() {
        assert_eq!(asked(|_| {}).unwrap(), Method::DISTANCE_AWARE.into());
        let found = asked(|arguments| arguments.mapping = Some("clip(5)".to_owned())).unwrap();
        assert_eq!(model_method_text(found), "da:clip(5):early-multiply");
        let found = asked(|arguments| arguments.adjust = Some("late-add".to_owned())).unwrap();
        assert_eq!(model_method_text(found), "da:learnable-sigmoid:late-add");
        let error = asked(|arguments| {
            arguments.method = "vanilla".to_owned();
            arguments.adjust = Some("late-add".to_owned());
        });
        assert_eq!(error.unwrap_err().exit_code(), 2);
        let found = asked(|arguments| arguments.method = "shaw".to_owned()).unwrap();
        assert_eq!(model_method_text(found), "rpr(16)");
        let error = asked(|arguments| arguments.method = "lstm".to_owned()).unwrap_err();
        assert!(error.to_string().contains("kerple"), "{error}");
    }

    #[test]
    fn pooling_is_read_as_it_is_written() {
        assert_eq!(pooling("mean"), Ok(Pooling::Mean));
        assert_eq!(pooling("attention:64"), Ok(Pooling::Attention { size: 64 }));
        assert!(pooling("attention").is_err());
    }
}
