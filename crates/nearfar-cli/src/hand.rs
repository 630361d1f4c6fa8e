//! What is chosen by hand where no file says it: the flags of `nearfar inspect` and `nearfar attend`.

use clap::{Args, ValueEnum};
use nearfar::settings::{adjustment_forms, mapping_forms};
use nearfar_inspect::report::{Activation, Assigned, Assignment, NormPlacement, Orientation, Role};

use crate::error::CommandError;

/// Where norms stand.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Norms {
    /// Before each map: x + f(LN(x))
    First,
    /// After the sum: LN(x + f(x))
    Last,
}

/// Between the maps of a feed-forward layer, by the names of transformers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Function {
    Relu,
    Gelu,
    #[value(name = "gelu_new")]
    GeluNew,
    Silu,
}

/// Choices that go before what files say.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "By hand, where no file says it")]
pub struct ByHand {
    /// How many heads a layer has
    #[arg(long, value_name = "H")]
    heads: Option<usize>,
    /// How many numbers a head has
    #[arg(long, value_name = "D")]
    head_size: Option<usize>,
    /// How many layers are run
    #[arg(long, value_name = "N")]
    layers: Option<usize>,
    /// Whether a token sees only itself and those before it
    #[arg(long, value_name = "true|false")]
    causal: Option<bool>,
    /// Where the norms stand
    #[arg(long)]
    norms: Option<Norms>,
    /// The function within the feed-forward layer
    #[arg(long)]
    activation: Option<Function>,
    /// What is added to the variance in norms
    #[arg(long, value_name = "E")]
    epsilon: Option<f64>,
    /// What scores are multiplied by before softmax, in place of 1/sqrt(D)
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    scale: Option<f64>,
    /// The mapping of heads with w and v.
    #[arg(long, requires = "adjustment", help = format!("The mapping of heads with w and v: {}", mapping_forms()))]
    mapping: Option<String>,
    /// The adjustment of heads with w and v.
    #[arg(long, requires = "mapping", help = format!("The adjustment of heads with w and v: {}", adjustment_forms()))]
    adjustment: Option<String>,
    /// The row of the position table that the first token has
    #[arg(long, value_name = "ROW")]
    first_position: Option<usize>,
    /// What a tensor is for, as in `layers.*.near=distance-w`; a * is a layer's number, `none` no role;
    /// `layers.*.up=hidden-weight:in-out` also says which way it lies (in-out or out-in)
    #[arg(long = "role", value_name = "TENSOR=ROLE")]
    roles: Vec<String>,
}

impl ByHand {
    /// The choices as they are kept for a model.
    ///
    /// # Errors
    /// Where a role is not understood.
    pub fn assignment(&self) -> Result<Assignment, CommandError> {
        let method = self.mapping.as_ref().zip(self.adjustment.as_ref());
        Ok(Assignment {
            roles: self.roles.iter().map(|text| role(text)).collect::<Result<_, _>>()?,
            heads: self.heads,
            head_size: self.head_size,
            runs: self.layers,
            activation: self.activation.map(|function| match function {
                Function::Relu => Activation::Relu,
                Function::Gelu => Activation::Gelu,
                Function::GeluNew => Activation::GeluTanh,
                Function::Silu => Activation::Swish,
            }),
            norms: self.norms.map(|norms| match norms {
                Norms::First => NormPlacement::Pre,
                Norms::Last => NormPlacement::Post,
            }),
            epsilon: self.epsilon,
            causal: self.causal,
            scale: self.scale,
            method: method.map(|(mapping, adjustment)| format!("da:{mapping}:{adjustment}")),
            first_position: self.first_position,
        })
    }
}

fn role(text: &str) -> Result<Assigned, CommandError> {
    let wrong = |why: String| CommandError::Usage(format!("--role {text}: {why}"));
    let (pattern, name) =
        text.rsplit_once('=').ok_or_else(|| wrong("write TENSOR=ROLE".to_owned()))?;
    let (name, orientation) = match name.split_once(':') {
        None => (name, None),
        Some((name, "in-out")) => (name, Some(Orientation::InOut)),
        Some((name, "out-in")) => (name, Some(Orientation::OutIn)),
        Some((_, way)) => return Err(wrong(format!("`{way}` is neither in-out nor out-in"))),
    };
    let role = match name {
        "none" => None,
        name => Some(Role::ALL.into_iter().find(|role| role.name() == name).ok_or_else(|| {
            let known: Vec<String> = Role::ALL.iter().map(|role| role.name()).collect();
            wrong(format!("`{name}` is not one of none, {}", known.join(", ")))
        })?),
    };
    Ok(Assigned { pattern: pattern.to_owned(), role, orientation, share: None })
}
