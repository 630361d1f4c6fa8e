//! Tensors and figures as files, handed out a piece at a time, so that a file of any size passes
//! through.

use std::io::Write;

use super::Send;
use super::figures::{Figures, Step, Wanted};
use crate::checkpoint::Checkpoint;
use crate::export::{self, ExportError, Line};
use crate::protocol::{Answer, Export, Failure};
use crate::statistics::Statistics;

/// Bytes of a piece.
const PIECE: usize = 4 << 20;

/// Hands out what is written to it.
struct Pieces<'a, 'b> {
    send: &'a mut (dyn FnMut(Answer, Vec<Vec<u8>>) + 'b),
    bytes: Vec<u8>,
}

impl Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if !self.bytes.is_empty() {
            (self.send)(Answer::Part, vec![std::mem::take(&mut self.bytes)]);
        }
        Ok(())
    }
}

/// Writes a file, named after the one that is `open`.
pub fn export(
    open: &str,
    checkpoint: &Checkpoint,
    found: &mut [Option<Statistics>],
    what: Export,
    send: Send,
) -> Result<(), Failure> {
    let tensor = |place: usize| {
        let tensor = checkpoint.tensors.get(place);
        tensor.ok_or_else(|| Failure::new(format!("There is no tensor {place} in this file.")))
    };
    if matches!(what, Export::StatisticsCsv | Export::StatisticsJson) {
        find_all(checkpoint, found, send);
    }
    let lines = lines(checkpoint, found);
    let mut out = Pieces { send, bytes: Vec::new() };
    let outcome = match what {
        Export::Npy { tensor: place } => export::npy(tensor(place)?, &mut out),
        Export::Csv { tensor: place } => export::csv(tensor(place)?, &mut out),
        Export::StatisticsCsv => export::statistics_csv(&lines, &mut out),
        Export::StatisticsJson => export::statistics_json(&lines, &mut out),
        Export::SafeTensors => export::safetensors(checkpoint, &mut out).map(drop),
    };
    outcome.and_then(|()| Ok(out.flush()?)).map_err(|error: ExportError| Failure::new(error))?;
    let stem = open.rsplit_once('.').map_or(open, |(stem, _)| stem);
    let name = match what {
        Export::Npy { tensor: place } => format!("{}.npy", file_name(&tensor(place)?.name)),
        Export::Csv { tensor: place } => format!("{}.csv", file_name(&tensor(place)?.name)),
        Export::StatisticsCsv => format!("{stem}.statistics.csv"),
        Export::StatisticsJson => format!("{stem}.statistics.json"),
        Export::SafeTensors => format!("{stem}.safetensors"),
    };
    send(Answer::Exported { name }, Vec::new());
    Ok(())
}

/// Finds the figures that are not known yet.
fn find_all(checkpoint: &Checkpoint, found: &mut [Option<Statistics>], send: Send) {
    let count = checkpoint.tensors.len();
    for place in 0..count {
        if found.get(place).is_none_or(Option::is_some) {
            continue;
        }
        let mut figures = Figures::new(Wanted::Statistics(place));
        while let Step::More(part) = figures.step(&checkpoint.tensors, found) {
            let share = (place as f64 + part) / count as f64;
            send(Answer::Progress { what: "finding statistics".to_owned(), share }, Vec::new());
        }
    }
}

/// A line for every tensor, with the figures that were found.
fn lines<'a>(checkpoint: &'a Checkpoint, found: &'a [Option<Statistics>]) -> Vec<Line<'a>> {
    let tensors = checkpoint.tensors.iter().zip(found);
    tensors
        .map(|(tensor, statistics)| Line {
            name: &tensor.name,
            dtype: &tensor.type_name,
            shape: &tensor.shape,
            bytes: tensor.bytes,
            statistics: statistics.as_ref(),
        })
        .collect()
}

/// A tensor's name as a file's: letters, digits, dots, hyphens.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = name.chars().take(120).map(plain).collect();
    if name.trim_matches('.').is_empty() { "tensor".to_owned() } else { name }
}
