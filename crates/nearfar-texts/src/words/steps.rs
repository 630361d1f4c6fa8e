//! The steps from distances to weights: what each is called and what it is for, and their arithmetic in one cell.

use nearfar::attention::{Adjustment, Arithmetic, LayerInputs, Normalisation, Step};
use nearfar::in_numbers::{of_coefficient, operand, signed};
use nearfar::lab::{Lab, Panel};
use nearfar::method::Method;
use nearfar::picture::scale::format_digits;
use nearfar::settings::Settings;

use crate::lab;

/// What is said of a step.
#[derive(Clone, Copy, Debug)]
pub struct StepTexts {
    /// Its formula, in one line.
    pub formula: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What its numbers are, where there is little room.
    pub counts: &'static str,
    /// The same where there is more.
    pub unit: &'static str,
    /// What the step is for, in a sentence.
    pub why: &'static str,
}

/// What is said of a step of a method.
pub fn step_texts(step: Step, method: Method) -> StepTexts {
    let adjustment = match method {
        Method::DistanceAware { adjustment, .. } => Some(adjustment),
        Method::Vanilla { .. } => None,
    };
    let adds = adjustment.is_some_and(|adjustment| !adjustment.multiplies());
    let of = |formula, name, counts, why| StepTexts { formula, name, counts, unit: counts, why };
    let weight = |formula, name, unit, why| StepTexts {
        unit,
        ..of(formula, name, lab::counts_weight(), why)
    };
    match step {
        Step::Distance => {
            of("R = |i − j|", lab::step_distance(), lab::counts_tokens(), lab::why_distance())
        }
        Step::WeightedDistance => {
            of("w·R", lab::step_weighted(), lab::counts_weighted(), lab::why_weighted())
        }
        Step::Coefficient => {
            let (counts, unit, why) = match adds {
                true => {
                    (lab::counts_addend(), lab::counts_addend_more(), lab::why_coefficient_added())
                }
                false => (lab::counts_factor(), lab::counts_factor_more(), lab::why_coefficient()),
            };
            StepTexts { unit, ..of("f(w·R; v)", lab::step_coefficient(), counts, why) }
        }
        Step::Term => of("β·b(i, j)", lab::step_term(), lab::counts_score(), lab::why_term()),
        Step::Score => {
            let formula = score_formula(false, false);
            of(formula, lab::step_raw_score(), lab::counts_score(), lab::why_raw_score())
        }
        Step::Clipped => {
            of("ReLU(S)", lab::step_clipped(), lab::counts_score(), lab::why_clipped())
        }
        Step::Logit => match adjustment.filter(|adjustment| adjustment.is_early()) {
            Some(adjustment) => {
                let formula = match (adjustment.clips(), adjustment.multiplies()) {
                    (true, true) => "ReLU(S) ∘ f",
                    (true, false) => "ReLU(S) + f",
                    (false, true) => "S ∘ f",
                    (false, false) => "S + f",
                };
                of(formula, lab::step_adjusted(), lab::counts_score(), lab::why_adjusted())
            }
            None => of("S", lab::step_score(), lab::counts_score(), lab::why_score()),
        },
        Step::Normalised => weight(
            "softmax(S)",
            lab::step_normalised(),
            lab::counts_weight_sums(),
            lab::why_softmax(),
        ),
        Step::Weight => match adjustment.filter(|adjustment| !adjustment.is_early()) {
            Some(adjustment) => {
                let formula =
                    if adjustment.multiplies() { "softmax(S) ∘ f" } else { "softmax(S) + f" };
                let unit = lab::counts_weight_unsummed();
                weight(formula, lab::step_weight(), unit, lab::why_weight())
            }
            None => {
                weight("softmax", lab::step_weight(), lab::counts_weight_sums(), lab::why_softmax())
            }
        },
    }
}

/// The formula of a score in a model from a file, which may have a scale and a bias of its own.
pub fn score_formula(has_scale: bool, has_bias: bool) -> &'static str {
    match (has_scale, has_bias) {
        (false, false) => "S = QKᵀ/√d",
        (false, true) => "S = QKᵀ/√d + βb",
        (true, false) => lab::formula_scale(),
        (true, true) => lab::formula_scale_bias(),
    }
}

/// [`score_formula`] of what panel A shows.
fn shown_score_formula(lab: &Lab) -> &'static str {
    let own = lab.trace_of(Panel::A).map(|trace| {
        let usual = LayerInputs::<f64>::usual_scale(trace.dimensions());
        (trace.scale() != usual, trace.position_term().is_some())
    });
    let (has_scale, has_bias) = own.unwrap_or_default();
    score_formula(has_scale, has_bias)
}

/// [`step_texts`]' formula, where each key may have its weight on its own.
fn formula(step: Step, settings: &Settings) -> String {
    let StepTexts { formula, .. } = step_texts(step, settings.a);
    if settings.competition { formula.to_owned() } else { formula.replace("softmax", "σ") }
}

/// What a step of A says where it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownStep {
    /// Its name.
    pub name: &'static str,
    /// Its formula.
    pub formula: String,
    /// What its numbers are, where there is little room.
    pub counts: &'static str,
    /// The same where there is more.
    pub unit: &'static str,
    /// What the step is for, or what leaving softmax out does.
    pub why: &'static str,
}

/// What a step of A says, as the settings have it.
pub fn of_step(lab: &Lab, settings: &Settings, step: Step) -> ShownStep {
    let StepTexts { name, counts, unit, why, .. } = step_texts(step, settings.a);
    let is_weight = matches!(step, Step::Normalised | Step::Weight);
    ShownStep {
        name,
        formula: match step {
            Step::Score => shown_score_formula(lab).to_owned(),
            _ => formula(step, settings),
        },
        counts,
        unit,
        why: if is_weight && !settings.competition { lab::switch_softmax_title() } else { why },
    }
}

/// What the picture of a step shows, where it stands alone and its formula would need the other steps; and what ReLU did
/// there, or what the colours are: below the middle a coefficient lowers a score, above it raises it.
pub fn caption(step: Step) -> Option<[&'static str; 2]> {
    match step {
        Step::Clipped => Some([lab::beside_clipped(), lab::beside_clips()]),
        Step::Coefficient => Some([lab::beside_coefficient(), lab::beside_colours()]),
        _ => None,
    }
}

/// Why softmax gives weight to a pair whose score is 0 after ReLU; empty for another pair.
pub fn share_of_zero(cell: &Arithmetic, method: Method) -> &'static str {
    let clips = method.adjustment().is_some_and(Adjustment::clips);
    let competes = cell.allowed && cell.normalisation == Normalisation::Softmax;
    if competes && clips && cell.logit == 0.0 { lab::share_of_zero() } else { "" }
}

/// Name, formula with numbers, and result of every step that the method takes.
pub fn lines(cell: &Arithmetic, method: Method) -> Vec<(&'static str, String, String)> {
    let line = |&step: &Step| {
        let StepTexts { formula, name, .. } = step_texts(step, method);
        let formula = match step {
            Step::Score => score_formula(cell.scale.is_some(), cell.bias != 0.0),
            _ => formula,
        };
        let is_last = matches!(step, Step::Weight | Step::Normalised);
        let competes = cell.normalisation == Normalisation::Softmax;
        let formula = if is_last && !competes {
            formula.replace("softmax", "σ")
        } else {
            formula.to_owned()
        };
        let (with_numbers, result) = match step {
            Step::Distance => {
                (format!("|{} − {}|", cell.query + 1, cell.key + 1), cell.distance as f64)
            }
            Step::WeightedDistance => {
                (format!("{} · {}", operand(cell.w), cell.distance), cell.weighted_distance)
            }
            Step::Coefficient => (coefficient_in_numbers(cell, method), cell.coefficient),
            Step::Term => (signed(cell.bias), cell.bias),
            Step::Score => (score_in_numbers(cell), cell.score),
            Step::Clipped => (format!("max({}, 0)", operand(cell.score)), cell.clipped),
            Step::Logit => (logit_in_numbers(cell, method), cell.logit),
            Step::Normalised => (softmax_in_numbers(cell), cell.normalised),
            Step::Weight => (weight_in_numbers(cell, method), cell.weight),
        };
        (name, format!("{formula} = {with_numbers}"), format_digits(result, 4))
    };
    method.steps().iter().map(line).collect()
}

fn score_in_numbers(cell: &Arithmetic) -> String {
    let product = operand(cell.dot_product);
    let scaled = match cell.scale {
        None => format!("{product} / √{}", cell.dimensions),
        Some(scale) => format!("{product} · {}", signed(scale)),
    };
    if cell.bias == 0.0 { scaled } else { format!("{scaled} + {}", signed(cell.bias)) }
}

fn coefficient_in_numbers(cell: &Arithmetic, method: Method) -> String {
    let Method::DistanceAware { mapping, .. } = method else { return String::new() };
    let says = of_coefficient(mapping, cell.weighted_distance, cell.v);
    let (whole, kept) = (mapping.value(cell.weighted_distance, cell.v), cell.coefficient);
    // Later products are to stay finite (`Mapping::coefficient`).
    match whole.abs() > 1.01 * kept.abs().max(1.0) {
        true if kept > 0.0 => format!("min({says}, {})", format_digits(kept, 4)),
        true => format!("max({says}, {})", format_digits(kept, 4)),
        false => says,
    }
}

/// `first · second` or `first + second`, as the adjustment has it.
fn combined(first: f64, second: f64, multiplies: bool) -> String {
    format!("{} {} {}", operand(first), if multiplies { "·" } else { "+" }, signed(second))
}

fn logit_in_numbers(cell: &Arithmetic, method: Method) -> String {
    let Method::DistanceAware { adjustment, .. } = method else { return operand(cell.score) };
    let score = if adjustment.clips() { cell.clipped } else { cell.score };
    combined(score, cell.coefficient, adjustment.multiplies())
}

fn softmax_in_numbers(cell: &Arithmetic) -> String {
    if !cell.allowed {
        return lab::formula_masked().to_owned();
    }
    if cell.normalisation == Normalisation::Sigmoid {
        return format!("1 / (1 + {} · exp(−{}))", cell.keys, signed(cell.logit));
    }
    lab::formula_softmax(operand(cell.logit), signed(cell.log_sum), operand(cell.log_sum))
}

fn weight_in_numbers(cell: &Arithmetic, method: Method) -> String {
    match method {
        _ if !cell.allowed => lab::formula_masked().to_owned(),
        Method::DistanceAware { adjustment, .. } if !adjustment.is_early() => {
            combined(cell.normalised, cell.coefficient, adjustment.multiplies())
        }
        _ => softmax_in_numbers(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use nearfar::attention::Mapping;
    use nearfar::opened::LayerAnswer;

    fn aware(adjustment: Adjustment) -> Method {
        Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment }
    }

    #[test]
    fn the_formulas_of_a_method_are_those_of_its_adjustment() {
        let formulas = |method: Method| -> Vec<&str> {
            method.steps().iter().map(|&step| step_texts(step, method).formula).collect()
        };
        let (distances, scores) = (["R = |i − j|", "w·R", "f(w·R; v)"], "S = QKᵀ/√d");
        for (adjustment, last) in [
            (Adjustment::EarlyMultiply, &["ReLU(S)", "ReLU(S) ∘ f", "softmax"][..]),
            (Adjustment::EarlyAddWithRelu, &["ReLU(S)", "ReLU(S) + f", "softmax"]),
            (Adjustment::EarlyMultiplyWithoutRelu, &["S ∘ f", "softmax"]),
            (Adjustment::EarlyAdd, &["S + f", "softmax"]),
            (Adjustment::LateMultiply, &["softmax(S)", "softmax(S) ∘ f"]),
            (Adjustment::LateAdd, &["softmax(S)", "softmax(S) + f"]),
        ] {
            let expected = [&distances[..], &[scores], last].concat();
            assert_eq!(formulas(aware(adjustment)), expected, "{adjustment:?}");
        }
        assert_eq!(formulas(PLAIN), [scores, "softmax"]);
        assert_eq!(step_texts(Step::Logit, PLAIN).formula, "S");
    }

    #[test]
    fn a_step_says_what_its_numbers_count() {
        let of = |step, adjustment| step_texts(step, aware(adjustment));
        assert_eq!(of(Step::Coefficient, Adjustment::EarlyMultiply).counts, "factor");
        let added = of(Step::Coefficient, Adjustment::EarlyAdd);
        assert_eq!(added.counts, "addend");
        assert!(added.why.starts_with("The addend of each pair"), "{}", added.why);
        let of_weight = |adjustment| of(Step::Weight, adjustment).unit;
        assert_eq!(of_weight(Adjustment::EarlyAdd), "weight, a row sums to 1");
        assert_eq!(of_weight(Adjustment::LateAdd), "weight, rows do not sum to 1");
        // Under the small picture there is less room.
        assert_eq!(of(Step::Weight, Adjustment::LateAdd).counts, "weight");
        assert_eq!(step_texts(Step::Weight, PLAIN).why, lab::why_softmax());
    }

    #[test]
    fn what_stands_alone_says_what_its_colours_are_or_what_became_of_it() {
        let says = |step| caption(step).map(|[_, says]| says);
        assert_eq!(says(Step::Coefficient), Some("purple: lowers, green: raises"));
        assert_eq!(says(Step::Clipped), Some("below 0 → 0"));
        assert_eq!(says(Step::Weight), None);
    }

    #[test]
    fn without_competition_a_sigmoid_stands_for_the_softmax() {
        let mut settings = Settings { a: aware(Adjustment::LateMultiply), ..Settings::default() };
        assert_eq!(formula(Step::Weight, &settings), "softmax(S) ∘ f");
        settings.competition = false;
        assert_eq!(formula(Step::Weight, &settings), "σ(S) ∘ f");
        assert_eq!(formula(Step::Score, &settings), "S = QKᵀ/√d");
    }

    #[test]
    fn a_step_is_shown_as_the_settings_and_the_model_have_it() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 0.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        let score = of_step(&lab, &settings, Step::Score);
        assert_eq!((score.name, score.formula.as_str()), ("Raw score", "S = QKᵀ · scale"));
        assert_eq!(of_step(&lab, &settings, Step::Weight).why, lab::why_softmax());
        settings.competition = false;
        let weight = of_step(&lab, &settings, Step::Weight);
        assert_eq!((weight.formula.as_str(), weight.why), ("σ", lab::switch_softmax_title()));
        assert_eq!(of_step(&lab, &settings, Step::Score), score, "only softmax is left out");
    }

    #[test]
    fn a_model_of_another_scale_or_with_a_term_says_so() {
        let settings = sample::settings(Method::WITHOUT_RELU, 0.0, 1.0);
        let mut answer = sample::answer([[0.0; 3]; 3]);
        let says = |answer: &LayerAnswer| shown_score_formula(&sample::lab(&settings, answer));
        assert_eq!(shown_score_formula(&Lab::default()), "S = QKᵀ/√d");
        assert_eq!(says(&answer), "S = QKᵀ · scale");
        answer.inputs.bias = Some(ndarray::Array3::zeros((1, 3, 3)));
        assert_eq!(says(&answer), "QKᵀ · scale + βb");
        answer.inputs.scale = LayerInputs::<f64>::usual_scale(3);
        assert_eq!(says(&answer), "S = QKᵀ/√d + βb");
        answer.inputs.bias = None;
        assert_eq!(says(&answer), "S = QKᵀ/√d");
    }

    /// Query 1 and key 3, with numbers that tell where each of them goes.
    fn cell() -> Arithmetic {
        Arithmetic {
            query: 0,
            key: 2,
            distance: 2,
            w: -1.5,
            v: 0.5,
            weighted_distance: -3.0,
            coefficient: 0.25,
            dimensions: 16,
            dot_product: -8.0,
            scale: None,
            bias: 0.0,
            score: -2.0,
            clipped: 0.0,
            logit: -0.5,
            normalisation: Normalisation::Softmax,
            keys: 3,
            log_sum: 1.25,
            normalised: 0.125,
            weight: 0.03125,
            allowed: true,
        }
    }

    fn said(cell: &Arithmetic, method: Method) -> Vec<String> {
        let lines = lines(cell, method).into_iter();
        lines.map(|(name, formula, value)| format!("{name}: {formula} = {value}")).collect()
    }

    #[test]
    fn a_cell_is_worked_out_step_by_step() {
        assert_eq!(
            said(&cell(), Method::DISTANCE_AWARE),
            [
                "Distance: R = |i − j| = |1 − 3| = 2",
                "Weighted: w·R = −1.5 · 2 = −3",
                "Coefficient: f(w·R; v) = (1 + exp(0.5)) / (1 + exp(0.5 − (−3))) = 0.25",
                "Raw score: S = QKᵀ/√d = −8 / √16 = −2",
                "Clipped: ReLU(S) = max(−2, 0) = 0",
                "Adjusted: ReLU(S) ∘ f = 0 · 0.25 = −0.5",
                "Weight: softmax = exp(−0.5 − 1.25); ln Σ exp of the row is 1.25 = 0.03125",
            ]
        );
        let unclipped = said(&cell(), Method::WITHOUT_RELU);
        assert_eq!(unclipped[4], "Adjusted: S ∘ f = −2 · 0.25 = −0.5");
        let late = said(&cell(), aware(Adjustment::LateAdd));
        assert_eq!(late[5], "Weight: softmax(S) + f = 0.125 + 0.25 = 0.03125");
    }

    #[test]
    fn a_coefficient_that_is_cut_says_at_what() {
        let exponent = Method::DistanceAware {
            mapping: Mapping::Exponent,
            adjustment: Adjustment::EarlyMultiply,
        };
        let cut = Arithmetic { weighted_distance: 70.0, coefficient: 7.9228e28, ..cell() };
        let says = "Coefficient: f(w·R; v) = min(exp(70), 7.923e28) = 7.923e28";
        assert_eq!(said(&cut, exponent)[2], says);
        let line = Method::DistanceAware {
            mapping: Mapping::Linear { slope: 1.0, intercept: 0.0 },
            adjustment: Adjustment::EarlyMultiply,
        };
        let cut = Arithmetic { weighted_distance: -1e30, coefficient: -7.9228e28, ..cell() };
        let says = &said(&cut, line)[2];
        assert!(says.contains("= max(") && says.ends_with(", −7.923e28) = −7.923e28"), "{says}");
        let whole = Arithmetic { weighted_distance: 2.0, coefficient: 7.389056, ..cell() };
        assert!(said(&whole, exponent)[2].ends_with("= exp(2) = 7.389"));
    }

    #[test]
    fn a_score_of_0_keeps_its_share_of_a_softmax_alone() {
        let zero = Arithmetic { logit: 0.0, ..cell() };
        let says = "The score here is 0. It keeps a share, because e⁰ = 1.";
        assert_eq!(share_of_zero(&zero, Method::DISTANCE_AWARE), says);
        assert_eq!(share_of_zero(&cell(), Method::DISTANCE_AWARE), "", "another score");
        for method in [Method::WITHOUT_RELU, PLAIN] {
            assert_eq!(share_of_zero(&zero, method), "", "nothing is clipped");
        }
        let masked = Arithmetic { allowed: false, ..zero };
        assert_eq!(share_of_zero(&masked, Method::DISTANCE_AWARE), "");
        let alone = Arithmetic { normalisation: Normalisation::Sigmoid, ..zero };
        assert_eq!(share_of_zero(&alone, Method::DISTANCE_AWARE), "");
    }

    #[test]
    fn a_cell_of_a_strangers_model_has_its_scale_and_its_term() {
        let own = Arithmetic { scale: Some(-0.5), bias: -0.75, ..cell() };
        let says = &said(&own, PLAIN)[0];
        assert_eq!(says, "Raw score: QKᵀ · scale + βb = −8 · (−0.5) + (−0.75) = −2");
        let biased = Arithmetic { bias: 0.75, ..cell() };
        let says = &said(&biased, PLAIN)[0];
        assert_eq!(says, "Raw score: S = QKᵀ/√d + βb = −8 / √16 + 0.75 = −2");
    }

    #[test]
    fn a_cell_without_softmax_or_behind_a_mask_says_so() {
        let alone = Arithmetic { normalisation: Normalisation::Sigmoid, ..cell() };
        let says = &said(&alone, PLAIN)[1];
        assert_eq!(says, "Weight: σ = 1 / (1 + 3 · exp(−(−0.5))) = 0.03125");
        let masked = Arithmetic { allowed: false, weight: 0.0, ..cell() };
        for method in [PLAIN, aware(Adjustment::LateMultiply)] {
            let says = said(&masked, method);
            let last = says.last().map(String::as_str).unwrap_or_default();
            assert!(last.ends_with("= masked = 0"), "{last}");
        }
    }
}
