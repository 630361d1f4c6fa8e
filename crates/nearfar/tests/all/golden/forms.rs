//! Methods that have more forms than the table makes: the form of a case of their reference values, and
//! parameters that a case with Q, K and V gives under other names.

use ndarray::{Array1, Array2, Array3};
use nearfar::Real;
use nearfar::attention::Projections;
use nearfar::methods::Learns;
use nearfar::methods::cope::Cope;
use nearfar::methods::deberta::{Deberta, Distances, Source};
use nearfar::methods::fire::Fire;
use nearfar::methods::forgetting::Forgetting;
use nearfar::methods::log_cpb::{Coordinates, LogCpb};
use nearfar::methods::perceptron::Perceptron;
use nearfar::methods::stick_breaking::StickBreaking;
use nearfar::methods::window_sink::WindowSink;

use super::methods::PaperCase;

/// The method of a case, where it has a form that a seeded one has not; its parameters are still to be
/// filled in.
pub fn form_of<T: Real>(
    file: &str,
    case: &PaperCase,
    projections: &Projections<T>,
) -> Option<Box<dyn Learns<T>>> {
    let projections = projections.clone();
    Some(match file {
        "u_stick_breaking" => Box::new(StickBreaking {
            projections,
            attend_current: case.flag("attend_current"),
            rest_to_self: case.text("remainder") == "to_self",
        }),
        "t_forgetting" => Box::new(Forgetting {
            gate: Array2::zeros((projections.width(), projections.heads())),
            gate_bias: Array1::zeros(projections.heads()),
            projections,
        }),
        "s_cope" => Box::new(Cope {
            position_table: case.input2("pos_emb"),
            scaled: case.flag("scaled"),
            projections,
        }),
        "p_fire" => Box::new(Fire {
            network: network(case, projections.heads(), true),
            steepness: Array1::zeros(1),
            threshold: Array1::zeros(1),
            epsilon: case.number("eps"),
            projections,
        }),
        "r_log_cpb" => Box::new(LogCpb {
            network: network(case, projections.heads(), false),
            logit_scale: match case.text("attention") {
                "cosine" => Some(Array1::zeros(projections.heads())),
                _ => None,
            },
            coordinates: match case.text("coords") {
                "log" => Coordinates::Logarithm,
                _ => Coordinates::Window(case.size("window")),
            },
            squash: case.flag("squash"),
            projections,
        }),
        "v_window_sink" => Box::new(WindowSink {
            window: case.size("window"),
            sink: case.flag("sink").then(|| Array1::zeros(projections.heads())),
            first_keys: case.size("sink_tokens"),
            projections,
        }),
        "q_deberta" => Box::new(deberta(case, projections)),
        _ => return None,
    })
}

fn network<T: Real>(case: &PaperCase, heads: usize, ends: bool) -> Perceptron<T> {
    let width = case.size("width");
    Perceptron {
        first: Array2::zeros((1, width)),
        first_bias: Array1::zeros(width),
        second: Array2::zeros((width, heads)),
        second_bias: ends.then(|| Array1::zeros(heads)),
    }
}

fn distances(case: &PaperCase) -> Distances {
    match case.has_parameter("max_position") {
        true => Distances::Logarithmic { farthest: case.size("max_position") },
        false => Distances::Exact,
    }
}

fn deberta<T: Real>(case: &PaperCase, projections: Projections<T>) -> Deberta<T> {
    let rows = 2 * case.size("span");
    // Where a case gives projected positions, P is the identity.
    let is_projected = case.has("inputs.Q");
    let width = if is_projected { rows } else { projections.width() };
    let (h, d) = (projections.heads(), projections.dimensions());
    let source = |term: &str| match (case.text("terms").contains(term), case.flag("shared")) {
        (false, _) => Source::None,
        (true, true) => Source::Shared,
        (true, false) => Source::Own(Array3::zeros((h, width, d))),
    };
    Deberta {
        positions: Array2::from_shape_fn((rows, width), |at| f64::from(u8::from(at.0 == at.1)))
            .mapv(T::from_f64),
        position_key: source("c2p"),
        position_query: source("p2c"),
        distances: distances(case),
        as_printed: case.text("p2c_index") == "paper",
        projections,
    }
}

/// The bucket of every offset, where a case is a table of these.
pub fn compare_table(case: &PaperCase) -> bool {
    if !case.has("outputs.bucket") {
        return false;
    }
    // The program's buckets span both sides of the table.
    let span = case.size("bucket_size");
    let bucket = |&offset: &f64| distances(case).bucket(offset as i64, span);
    let found: Array1<i64> = case.tensor("inputs.relative").data().iter().map(bucket).collect();
    case.compare_indices("outputs.bucket", &found.into_dyn());
    true
}

/// The numbers of a parameter as a case stores them. Where Q, K and V are given, so is what else would be
/// made of the input or of positions: then these are the parameters, and their input is the identity.
pub fn stored(case: &PaperCase, name: &str, cells: &[f64]) -> Vec<f64> {
    let data = |name: &str| case.tensor(&format!("inputs.{name}")).data().to_vec();
    if case.has(&format!("inputs.{name}")) {
        return data(name);
    }
    match name {
        "W_f" => {
            let of_tokens = case.input2::<f64>("gate_logit");
            of_tokens.t().iter().copied().collect()
        }
        "b_f" => vec![0.0; cells.len()],
        "W_Kr" => data("K_r"),
        "W_Qr" => data("Q_r"),
        // As it was made.
        "P" => cells.to_vec(),
        other => panic!("{} has no {other}", case.name),
    }
}
