//! What completes a step: conditions over the page's settings and figures, as they are in a lesson's file.
//! Heads, tokens and requirements count from 1 there, as people do.

use nearfar::attention::requirements::requirements;
use nearfar::lab::Panel;
use nearfar::metrics::HeadFigures;
use nearfar::settings::{Choice, FIELDS, MappingKind, Room, Settings, Value};
use serde::{Deserialize, Serialize};

/// Conditions within conditions, at most so deep.
pub const MOST_DEPTH: usize = 4;
/// Conditions of a step, at most.
pub const MOST_CONDITIONS: usize = 40;
/// Numbers of the page are told apart from here on.
const EPSILON: f64 = 1e-9;

/// What must be so. A range has either end or both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// All of them.
    All(Vec<Condition>),
    /// One of them.
    Any(Vec<Condition>),
    /// A setting has this text form (`causal` is `yes`), or has it no more.
    Setting {
        /// Its name in links.
        name: String,
        /// What it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        is: Option<String>,
        /// What it is not.
        #[serde(default, rename = "is-not", skip_serializing_if = "Option::is_none")]
        is_not: Option<String>,
    },
    /// A setting that is a number, `matrix` say, is in a range.
    Number {
        /// Its name in links.
        name: String,
        /// From here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<f64>,
        /// To there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<f64>,
    },
    /// w of a head is in a range.
    W(OfHead),
    /// v of a head is in a range.
    V(OfHead),
    /// The mean distance that a head of A or B attends to is in a range, in tokens.
    MeanDistance(OfHead),
    /// A cell is locked that is all of this.
    Cell(Cell),
    /// The sentence has the same words in another order, whatever their case.
    OtherOrder {
        /// The words.
        of: String,
    },
    /// A curve is drawn that is all of this.
    Curve(DrawnCurve),
    /// So many heads stand side by side, at least.
    HeadsBeside(usize),
    /// A room is open.
    Room(String),
    /// A run of the Train room is so far.
    Run(Run),
    /// The step's prediction was given.
    Predicted,
}

/// A range of one head's number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfHead {
    /// The head, from 1; none for the one that is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<usize>,
    /// `a`, the usual one, or `b`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<String>,
    /// From here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// To there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
}

/// What the locked cell of panel A is. What is not said may be anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cell {
    /// Its row, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<usize>,
    /// Its column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<usize>,
    /// |i - j|.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<usize>,
    /// It has the largest weight of its row.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strongest: bool,
    /// No raw score of its row is above 0.
    #[serde(default, skip_serializing_if = "is_false")]
    pub none_above_zero: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// What a curve of the Curves room is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawnCurve {
    /// Its mapping, by the name in links without numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapping: Option<String>,
    /// v from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_from: Option<f64>,
    /// v to there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_to: Option<f64>,
    /// A requirement of the paper that it breaks, 1 to 5; 0 for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<usize>,
}

/// How far a run of the Train room is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// `a`, or `b` for the one beside it.
    pub run: String,
    /// The share of the held-out texts that it answers right, at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Its step, at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// Its task, by its name in links.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Its method, as a link has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

/// A run of the Train room as it is seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunSeen {
    /// Steps so far.
    pub step: u64,
    /// The share of held-out texts that it answered right last; none before it was asked.
    pub accuracy: Option<f64>,
    /// Its task, by its name in links.
    pub task: String,
    /// Its method, as a link has it.
    pub method: String,
}

/// A head of a panel as it is seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeadSeen {
    /// N.
    pub tokens: usize,
    /// The attention weights, `[N, N]`.
    pub weight: Vec<f32>,
    /// The raw scores, `[N, N]`.
    pub score: Vec<f32>,
}

impl HeadSeen {
    fn row<'a>(&self, of: &'a [f32], query: usize) -> Option<&'a [f32]> {
        of.get(query.checked_mul(self.tokens)?..)?.get(..self.tokens)
    }
}

/// What a condition is held against.
pub struct Seen<'a> {
    /// The page's settings.
    pub settings: &'a Settings,
    /// A head of a panel, from 0; `None` where there is none yet.
    pub head: &'a dyn Fn(Panel, usize) -> Option<HeadSeen>,
    /// The runs of the Train room.
    pub runs: &'a [Option<RunSeen>; 2],
    /// Whether the step's prediction was given.
    pub predicted: bool,
}

fn in_range(number: f64, from: Option<f64>, to: Option<f64>) -> bool {
    from.is_none_or(|from| number >= from - EPSILON) && to.is_none_or(|to| number <= to + EPSILON)
}

fn field_value(settings: &Settings, name: &str) -> Option<Value> {
    FIELDS.iter().find(|field| field.name == name).map(|field| (field.get)(settings))
}

fn words(text: &str) -> Vec<String> {
    let is_letter = |letter: char| letter.is_alphanumeric();
    text.split_whitespace()
        .map(|word| word.trim_matches(|letter| !is_letter(letter)).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

impl OfHead {
    fn head_of(&self, settings: &Settings) -> usize {
        self.head.map_or(settings.head, |head| head.saturating_sub(1))
    }

    fn panel(&self) -> Panel {
        if self.panel.as_deref() == Some("b") { Panel::B } else { Panel::A }
    }

    fn holds(&self, number: Option<f64>) -> bool {
        number.is_some_and(|number| in_range(number, self.from, self.to))
    }
}

impl Cell {
    fn is_met(&self, seen: &Seen) -> bool {
        let Some((i, j)) = seen.settings.cursor else { return false };
        let is_there = self.query.is_none_or(|query| query == i + 1)
            && self.key.is_none_or(|key| key == j + 1)
            && self.distance.is_none_or(|distance| distance == i.abs_diff(j));
        if !is_there || !(self.strongest || self.none_above_zero) {
            return is_there;
        }
        let Some(head) = (seen.head)(Panel::A, seen.settings.head) else { return false };
        let is_strongest = || {
            let row = head.row(&head.weight, i)?;
            let own = *row.get(j)?;
            Some(own > 0.0 && row.iter().all(|weight| *weight <= own))
        };
        let has_none = || Some(head.row(&head.score, i)?.iter().all(|score| *score <= 0.0));
        (!self.strongest || is_strongest() == Some(true))
            && (!self.none_above_zero || has_none() == Some(true))
    }
}

impl DrawnCurve {
    fn is_met(&self, settings: &Settings) -> bool {
        settings.curves.iter().any(|curve| {
            let row = curve.mapping.row();
            let breaks = |number: usize| {
                let checks = requirements(curve.mapping, curve.v);
                match number.checked_sub(1) {
                    None => checks.iter().any(|check| !check.met),
                    Some(place) => checks.get(place).is_some_and(|check| !check.met),
                }
            };
            let has_v = self.v_from.is_none() && self.v_to.is_none() || curve.mapping.has_v();
            self.mapping.as_deref().is_none_or(|name| name == row.name)
                && has_v
                && in_range(curve.v, self.v_from, self.v_to)
                && self.breaks.is_none_or(breaks)
        })
    }
}

impl Run {
    fn is_met(&self, runs: &[Option<RunSeen>; 2]) -> bool {
        let [a, b] = runs;
        let Some(run) = (if self.run == "b" { b } else { a }) else { return false };
        self.accuracy.is_none_or(|least| run.accuracy.is_some_and(|found| found + EPSILON >= least))
            && self.step.is_none_or(|least| run.step >= least)
            && self.task.as_deref().is_none_or(|task| task == run.task)
            && self.method.as_deref().is_none_or(|method| method == run.method)
    }
}

impl Condition {
    /// Whether it is so.
    pub fn is_met(&self, seen: &Seen) -> bool {
        let settings = seen.settings;
        match self {
            Condition::All(all) => all.iter().all(|each| each.is_met(seen)),
            Condition::Any(any) => any.iter().any(|each| each.is_met(seen)),
            Condition::Setting { name, is, is_not } => {
                let Some(value) = field_value(settings, name) else { return false };
                let text = value.to_text();
                // Of a sentence the words count: a full stop behind it makes no other one, and none is none of one's own.
                let is_sentence = name == "sentence";
                let is_same = |wanted: &str| match is_sentence {
                    true => words(wanted) == words(&text),
                    false => wanted == text,
                };
                let is_empty = is_sentence && words(&text).is_empty();
                is.as_deref().is_none_or(is_same)
                    && is_not.as_deref().is_none_or(|is_not| !is_empty && !is_same(is_not))
            }
            Condition::Number { name, from, to } => {
                let value = field_value(settings, name);
                matches!(value, Some(Value::Number(number)) if in_range(number, *from, *to))
            }
            Condition::W(of) => of.holds(settings.w.get(of.head_of(settings)).copied()),
            Condition::V(of) => of.holds(settings.v.get(of.head_of(settings)).copied()),
            Condition::MeanDistance(of) => {
                let head = (seen.head)(of.panel(), of.head_of(settings));
                let figures =
                    head.and_then(|head| HeadFigures::of_weights(head.tokens, &head.weight));
                of.holds(figures.map(|figures| figures.mean_distance))
            }
            Condition::Cell(cell) => cell.is_met(seen),
            Condition::OtherOrder { of } => {
                let (now, mut before) = (words(&settings.sentence), words(of));
                let mut sorted = now.clone();
                let is_other = now != before;
                sorted.sort();
                before.sort();
                is_other && sorted == before
            }
            Condition::Curve(curve) => curve.is_met(settings),
            Condition::HeadsBeside(least) => {
                let is_beside = settings.view == nearfar::settings::View::Heads;
                is_beside && settings.heads_on_screen(Panel::A).count() >= *least
            }
            Condition::Room(name) => settings.room.name() == name,
            Condition::Run(run) => run.is_met(seen.runs),
            Condition::Predicted => seen.predicted,
        }
    }

    /// Whether a cell was locked since the step's `start`, and it is not the one that is asked for.
    pub fn is_another_cell(&self, seen: &Seen, start: &Settings) -> bool {
        let locked = seen.settings.cursor;
        let is_new = locked.is_some() && locked != start.cursor;
        is_new && self.any(&|each| matches!(each, Condition::Cell(cell) if !cell.is_met(seen)))
    }

    /// Whether it needs the weights or scores of a head.
    pub fn needs_heads(&self) -> bool {
        self.any(&|each| match each {
            Condition::MeanDistance(_) => true,
            Condition::Cell(cell) => cell.strongest || cell.none_above_zero,
            _ => false,
        })
    }

    /// Whether it needs the runs of the Train room, which are no settings.
    pub fn needs_runs(&self) -> bool {
        self.any(&|each| matches!(each, Condition::Run(_)))
    }

    /// Whether it is about a text that is typed, which is not there at its first letters.
    pub fn is_typed(&self) -> bool {
        self.any(&|each| match each {
            Condition::Setting { name, .. } => name == "sentence",
            Condition::OtherOrder { .. } => true,
            _ => false,
        })
    }

    /// What holds for one of all conditions in it.
    fn any(&self, is: &dyn Fn(&Condition) -> bool) -> bool {
        match self {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().any(|each| each.any(is)),
            other => is(other),
        }
    }

    /// That it can be understood.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub fn check(&self) -> Result<(), String> {
        let mut count = 0;
        self.check_at(0, &mut count)
    }

    fn check_at(&self, depth: usize, count: &mut usize) -> Result<(), String> {
        *count += 1;
        if depth > MOST_DEPTH || *count > MOST_CONDITIONS {
            return Err(format!(
                "its conditions are more than {MOST_CONDITIONS}, or deeper than {MOST_DEPTH}"
            ));
        }
        let known = |name: &str| {
            let is_known = FIELDS.iter().any(|field| field.name == name);
            is_known.then_some(()).ok_or_else(|| format!("there is no setting “{}”", cut(name)))
        };
        let range = |from: &Option<f64>, to: &Option<f64>| match (from, to) {
            (None, None) => Err("a range needs “from” or “to”".to_owned()),
            (Some(from), Some(to)) if from > to => Err(format!("{from} to {to} is no range")),
            _ => Ok(()),
        };
        match self {
            Condition::All(inner) | Condition::Any(inner) if inner.is_empty() => {
                Err("a list of conditions is empty".to_owned())
            }
            Condition::All(inner) | Condition::Any(inner) => {
                inner.iter().try_for_each(|each| each.check_at(depth + 1, count))
            }
            Condition::Setting { name, is, is_not } => {
                known(name)?;
                let is_said = is.is_some() || is_not.is_some();
                is_said.then_some(()).ok_or_else(|| "“setting” needs “is” or “is-not”".to_owned())
            }
            Condition::Number { name, from, to } => {
                known(name)?;
                range(from, to)
            }
            Condition::W(of) | Condition::V(of) | Condition::MeanDistance(of) => {
                range(&of.from, &of.to)?;
                if of.head == Some(0) {
                    return Err("heads count from 1".to_owned());
                }
                match of.panel.as_deref() {
                    None | Some("a" | "b") => Ok(()),
                    Some(other) => Err(format!("“{}” is no panel; a or b", cut(other))),
                }
            }
            Condition::Cell(cell) if *cell == Cell::default() => {
                Err("“cell” does not say which cell".to_owned())
            }
            Condition::Curve(curve) => match (&curve.mapping, curve.breaks) {
                (Some(name), _) if MappingKind::from_name(name).is_err() => {
                    Err(format!("there is no mapping “{}”", cut(name)))
                }
                (_, Some(number)) if number > 5 => {
                    Err(format!("there is no requirement {number}; there are five"))
                }
                _ => Ok(()),
            },
            Condition::Room(name) => {
                Room::from_name(name).map(|_| ()).map_err(|error| error.to_string())
            }
            Condition::Run(run) if !matches!(run.run.as_str(), "a" | "b") => {
                Err(format!("“{}” is no run; a or b", cut(&run.run)))
            }
            Condition::Cell(_)
            | Condition::OtherOrder { .. }
            | Condition::HeadsBeside(_)
            | Condition::Run(_)
            | Condition::Predicted => Ok(()),
        }
    }

    /// What is so at `goal` and was not at `start`: a teacher shows where a step begins and where it ends.
    /// Numbers of heads may be a tenth off. `None` where nothing differs that a learner sets.
    pub fn between(start: &Settings, goal: &Settings) -> Option<Condition> {
        /// What is not to be done, or stands in others.
        const NOT_DONE: [&str; 13] = [
            "theme",
            "lang",
            "learned",
            "w",
            "v",
            "elsewhere",
            "files",
            "lesson",
            "step",
            "only",
            "hide",
            "embed",
            "colours",
        ];
        const NEAR: f64 = 0.1;
        let mut all = Vec::new();
        for field in FIELDS.iter().filter(|field| !NOT_DONE.contains(&field.name)) {
            let (before, after) = ((field.get)(start), (field.get)(goal));
            if before == after {
                continue;
            }
            let name = field.name.to_owned();
            all.push(match (after, before) {
                (Value::Number(to), Value::Number(from))
                    if to.fract() != 0.0 || from.fract() != 0.0 =>
                {
                    Condition::Number { name, from: Some(to - NEAR), to: Some(to + NEAR) }
                }
                (after, _) => Condition::Setting { name, is: Some(after.to_text()), is_not: None },
            });
        }
        for head in 0..goal.heads {
            let near = |number: f64| OfHead {
                head: Some(head + 1),
                panel: None,
                from: Some(number - NEAR),
                to: Some(number + NEAR),
            };
            let is_other = |a: f64, b: f64| (a - b).abs() > NEAR;
            if is_other(start.w[head], goal.w[head]) && goal.altered.w.contains(&head) {
                all.push(Condition::W(near(goal.w[head])));
            }
            if is_other(start.v[head], goal.v[head]) && goal.altered.v.contains(&head) {
                all.push(Condition::V(near(goal.v[head])));
            }
        }
        match all.len() {
            0 => None,
            1 => all.pop(),
            _ => Some(Condition::All(all)),
        }
    }
}

/// The beginning of a stranger's text.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::settings::url::decode;

    const NO_RUNS: [Option<RunSeen>; 2] = [None, None];

    fn no_head(_: Panel, _: usize) -> Option<HeadSeen> {
        None
    }

    fn met(json: &str, link: &str) -> bool {
        let condition: Condition = serde_json::from_str(json).unwrap();
        condition.check().unwrap();
        let (settings, ignored) = decode(link);
        assert!(ignored.is_empty(), "{ignored:?}");
        condition.is_met(&Seen {
            settings: &settings,
            head: &no_head,
            runs: &NO_RUNS,
            predicted: false,
        })
    }

    #[test]
    fn conditions_read_settings() {
        let w = r#"{"w": {"head": 3, "to": -0.5}}"#;
        assert!(met(w, "w=3:-0.5") && met(w, "w=3:-2") && !met(w, "w=3:-0.4"));
        let shown = r#"{"w": {"from": 1}}"#;
        assert!(met(shown, "head=5&w=5:1.5") && !met(shown, "head=4&w=5:1.5,4:0"));
        let v = r#"{"v": {"head": 1, "from": 1, "to": 2}}"#;
        assert!(met(v, "v=1:2") && !met(v, "v=1:2.1"));
        let causal = r#"{"setting": {"name": "causal", "is": "yes"}}"#;
        assert!(met(causal, "causal=yes") && !met(causal, ""));
        let other = r#"{"setting": {"name": "sentence", "is-not": "a b"}}"#;
        let is_typed = |json| serde_json::from_str::<Condition>(json).unwrap().is_typed();
        assert!(is_typed(other) && !is_typed(r#"{"setting": {"name": "head", "is": "4"}}"#));
        assert!(met(other, "sentence=a+c") && !met(other, "sentence=a+b"));
        assert!(!met(other, "sentence=") && !met(other, "sentence=+a+b."));
        let same = r#"{"setting": {"name": "sentence", "is": "a b"}}"#;
        assert!(met(same, "sentence=A+b.+") && !met(same, "sentence=b+a"));
        let number = r#"{"number": {"name": "matrix", "from": 30}}"#;
        assert!(met(number, "matrix=30") && !met(number, "matrix=20"));
        let order = r#"{"other-order": {"of": "Dog bites man"}}"#;
        assert!(met(order, "sentence=man+bites+dog.") && !met(order, "sentence=dog+bites+man"));
        assert!(!met(order, "sentence=man+bites+man"));
        let room = r#"{"room": "train"}"#;
        assert!(met(room, "room=train") && !met(room, ""));
        let beside = r#"{"heads-beside": 2}"#;
        assert!(
            met(beside, "view=heads&chosen=1,2")
                && !met(beside, "view=heads")
                && !met(beside, "chosen=1,2")
        );
    }

    #[test]
    fn conditions_read_curves_and_their_requirements() {
        let breaks = r#"{"curve": {"breaks": 3}}"#;
        assert!(met(breaks, "curves=exponent") && !met(breaks, "curves=learnable-sigmoid(1)"));
        let any = r#"{"curve": {"breaks": 0}}"#;
        assert!(met(any, "curves=clip(5)") && !met(any, "curves=learnable-sigmoid(-1)"));
        let v = r#"{"curve": {"mapping": "learnable-sigmoid", "v-from": 2}}"#;
        assert!(
            met(v, "curves=learnable-sigmoid(2)")
                && !met(v, "curves=learnable-sigmoid(1);exponent")
        );
    }

    /// Two tokens; the first row looks at the second, the second's scores are all below 0.
    fn two(_: Panel, _: usize) -> Option<HeadSeen> {
        Some(HeadSeen {
            tokens: 2,
            weight: vec![0.25, 0.75, 0.5, 0.5],
            score: vec![0.1, 1.2, -1.0, -0.2],
        })
    }

    #[test]
    fn conditions_read_figures_of_heads() {
        let at = |json: &str, cursor: &str| {
            let condition: Condition = serde_json::from_str(json).unwrap();
            assert!(condition.needs_heads());
            let (settings, _) = decode(cursor);
            let seen = Seen { settings: &settings, head: &two, runs: &NO_RUNS, predicted: false };
            condition.is_met(&seen)
        };
        let strongest = r#"{"cell": {"query": 1, "strongest": true}}"#;
        assert!(at(strongest, "cursor=1,2") && !at(strongest, "cursor=1,1") && !at(strongest, ""));
        let negative = r#"{"cell": {"none-above-zero": true}}"#;
        assert!(
            at(negative, "cursor=2,1")
                && !at(negative, "cursor=1,1")
                && !at(negative, "cursor=3,1")
        );
        let is_another = |cursor: &str, start: &str| {
            let condition: Condition = serde_json::from_str(strongest).unwrap();
            let ((settings, _), (start, _)) = (decode(cursor), decode(start));
            let seen = Seen { settings: &settings, head: &two, runs: &NO_RUNS, predicted: false };
            condition.is_another_cell(&seen, &start)
        };
        assert!(is_another("cursor=1,1", "") && is_another("cursor=2,1", "cursor=1,2"));
        // Not the right one, none, or the one that the step began with.
        assert!(!is_another("cursor=1,2", "") && !is_another("", ""));
        assert!(!is_another("cursor=1,1", "cursor=1,1"));
        // Rows attend 0.75 and 0.5 tokens away.
        let mean = r#"{"mean-distance": {"from": 0.6, "to": 0.65}}"#;
        assert!(at(mean, ""));
    }

    #[test]
    fn conditions_read_runs_and_combine() {
        let run = |accuracy| RunSeen {
            step: 300,
            accuracy,
            task: "near".to_owned(),
            method: "vanilla".to_owned(),
        };
        let at = |json: &str, runs: [Option<RunSeen>; 2]| {
            let condition: Condition = serde_json::from_str(json).unwrap();
            let settings = Settings::default();
            condition.is_met(&Seen {
                settings: &settings,
                head: &no_head,
                runs: &runs,
                predicted: true,
            })
        };
        let good = r#"{"run": {"run": "a", "accuracy": 0.9}}"#;
        assert!(at(good, [Some(run(Some(0.9))), None]));
        assert!(!at(good, [Some(run(None)), None]) && !at(good, [None, Some(run(Some(1.0)))]));
        let both =
            r#"{"all": ["predicted", {"run": {"run": "b", "step": 200, "method": "vanilla"}}]}"#;
        assert!(at(both, [None, Some(run(None))]) && !at(both, [None, None]));
        let any = r#"{"any": [{"room": "lab"}, {"room": "train"}]}"#;
        assert!(at(any, NO_RUNS));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_reason() {
        let refused = |json: &str| {
            let condition: Condition = serde_json::from_str(json).unwrap();
            condition.check().unwrap_err()
        };
        assert_eq!(refused(r#"{"all": []}"#), "a list of conditions is empty");
        assert_eq!(refused(r#"{"w": {"head": 3}}"#), "a range needs “from” or “to”");
        assert_eq!(refused(r#"{"w": {"head": 0, "to": 1}}"#), "heads count from 1");
        assert_eq!(refused(r#"{"v": {"from": 2, "to": 1}}"#), "2 to 1 is no range");
        assert_eq!(
            refused(r#"{"setting": {"name": "nosuch", "is": "1"}}"#),
            "there is no setting “nosuch”"
        );
        assert_eq!(refused(r#"{"curve": {"mapping": "cosine"}}"#), "there is no mapping “cosine”");
        assert_eq!(
            refused(r#"{"curve": {"breaks": 6}}"#),
            "there is no requirement 6; there are five"
        );
        assert_eq!(refused(r#"{"cell": {}}"#), "“cell” does not say which cell");
        assert_eq!(refused(r#"{"run": {"run": "c"}}"#), "“c” is no run; a or b");
        let mut deep = r#""predicted""#.to_owned();
        for _ in 0..6 {
            deep = format!(r#"{{"all": [{deep}]}}"#);
        }
        assert!(refused(&deep).contains("deeper than"));
    }

    #[test]
    fn a_goal_is_what_differs_from_the_start() {
        let (start, _) = decode("w=3:0.5");
        let (goal, _) = decode("w=3:-1&causal=yes");
        let between = Condition::between(&start, &goal).unwrap();
        let at = |link: &str| {
            let (settings, _) = decode(link);
            between.is_met(&Seen {
                settings: &settings,
                head: &no_head,
                runs: &NO_RUNS,
                predicted: false,
            })
        };
        assert!(between.check().is_ok());
        assert!(at("w=3:-1.05&causal=yes") && !at("w=3:-1") && !at("w=3:0.5&causal=yes"));
        assert_eq!(Condition::between(&start, &start), None);
    }
}
