//! Tensors and figures as files: .npy, CSV, JSON, .safetensors. Written a chunk at a time to
//! whatever takes bytes.

use std::io::Write;

use crate::checkpoint::Checkpoint;
use crate::error::InspectError;
use crate::limits;
use crate::statistics::Statistics;
use crate::tensor::{Dtype, Tensor};

/// Why an export stopped.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Numbers could not be read.
    #[error(transparent)]
    Read(#[from] InspectError),
    /// Bytes could not be written.
    #[error("could not be written: {0}")]
    Write(#[from] std::io::Error),
}

/// The type that a tensor is written as: integers and f64 as they are, the rest as f32, which holds
/// f16, bf16 and what block formats stand for exactly.
fn written_as(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::Quantised | Dtype::Other => Dtype::F32,
        other => other,
    }
}

/// A number's bytes in a type of [`written_as`], least first.
fn encode(dtype: Dtype, value: f64, out: &mut Vec<u8>) {
    match dtype {
        Dtype::F64 => out.extend(value.to_le_bytes()),
        Dtype::I64 => out.extend((value as i64).to_le_bytes()),
        Dtype::U64 => out.extend((value as u64).to_le_bytes()),
        Dtype::I32 => out.extend((value as i32).to_le_bytes()),
        Dtype::U32 => out.extend((value as u32).to_le_bytes()),
        Dtype::I16 => out.extend((value as i16).to_le_bytes()),
        Dtype::U16 => out.extend((value as u16).to_le_bytes()),
        Dtype::I8 => out.extend((value as i8).to_le_bytes()),
        Dtype::U8 | Dtype::Bool => out.push(value as u8),
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 | Dtype::Quantised | Dtype::Other => {
            out.extend((value as f32).to_le_bytes());
        }
    }
}

fn each_chunk(
    tensor: &Tensor,
    mut each: impl FnMut(u64, &[f64]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    tensor.whole()?;
    let mut chunk = vec![0.0; (limits::CHUNK_BYTES as u64 / 8).min(tensor.len()) as usize];
    let mut at = 0;
    while at < tensor.len() {
        let many = (tensor.len() - at).min(chunk.len() as u64) as usize;
        tensor.read(at, &mut chunk[..many])?;
        each(at, &chunk[..many])?;
        at += many as u64;
    }
    Ok(())
}

fn write_numbers(tensor: &Tensor, out: &mut dyn Write) -> Result<(), ExportError> {
    let dtype = written_as(tensor.dtype);
    let mut bytes = Vec::new();
    each_chunk(tensor, |_, values| {
        bytes.clear();
        values.iter().for_each(|&value| encode(dtype, value, &mut bytes));
        Ok(out.write_all(&bytes)?)
    })
}

/// One tensor as .npy (version 1.0, row-major, little-endian).
///
/// # Errors
/// Where its numbers cannot be read, or the bytes not written.
pub fn npy(tensor: &Tensor, out: &mut dyn Write) -> Result<(), ExportError> {
    let descr = match written_as(tensor.dtype) {
        Dtype::F64 => "<f8",
        Dtype::I64 => "<i8",
        Dtype::U64 => "<u8",
        Dtype::I32 => "<i4",
        Dtype::U32 => "<u4",
        Dtype::I16 => "<i2",
        Dtype::U16 => "<u2",
        Dtype::I8 => "|i1",
        Dtype::U8 => "|u1",
        Dtype::Bool => "|b1",
        _ => "<f4",
    };
    out.write_all(&npy_header(descr, &tensor.shape))?;
    write_numbers(tensor, out)
}

/// Texts as .npy: `[N]`, of the type `<U` and the most characters that one has.
///
/// # Errors
/// Where the bytes cannot be written.
pub fn npy_texts(texts: &[String], out: &mut dyn Write) -> Result<(), ExportError> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    out.write_all(&npy_header(&format!("<U{width}"), &[texts.len() as u64]))?;
    for text in texts {
        let points = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
        out.write_all(&points.flat_map(u32::to_le_bytes).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// What stands before the numbers of an .npy.
fn npy_header(descr: &str, shape: &[u64]) -> Vec<u8> {
    let mut sides: String = shape.iter().map(|n| format!("{n}, ")).collect();
    if shape.len() > 1 {
        sides.truncate(sides.len() - 2);
    } else {
        sides = sides.trim_end().to_owned();
    }
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sides}), }}");
    // Magic, version and length take 10 bytes; all together are a multiple of 64, with a line's end.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

/// One tensor as CSV: a row of the last axis a line; a tensor of one axis or none is one column.
///
/// # Errors
/// As [`npy`].
pub fn csv(tensor: &Tensor, out: &mut dyn Write) -> Result<(), ExportError> {
    let columns =
        if tensor.shape.len() > 1 { tensor.shape.last().copied().unwrap_or(1) } else { 1 };
    let mut line = String::new();
    each_chunk(tensor, |start, values| {
        line.clear();
        for (at, value) in (start..).zip(values) {
            let end = if (at + 1) % columns.max(1) == 0 { '\n' } else { ',' };
            // The shortest text that reads back as the same number, in the tensor's own precision.
            match written_as(tensor.dtype) {
                Dtype::F32 => line.push_str(&(*value as f32).to_string()),
                _ => line.push_str(&value.to_string()),
            }
            line.push(end);
        }
        Ok(out.write_all(line.as_bytes())?)
    })
}

/// Every tensor that can be read as one .safetensors file, with the metadata that are texts; the
/// names of those that cannot are returned, with the reason.
///
/// # Errors
/// Where the bytes cannot be written, or a tensor breaks off halfway.
pub fn safetensors(
    checkpoint: &Checkpoint,
    out: &mut dyn Write,
) -> Result<Vec<(String, InspectError)>, ExportError> {
    let mut left_out = Vec::new();
    let mut kept: Vec<&Tensor> = Vec::new();
    for tensor in &checkpoint.tensors {
        let probe = if tensor.is_empty() {
            Ok(())
        } else {
            tensor.whole().and_then(|()| tensor.read(0, &mut [0.0]))
        };
        match probe {
            Ok(()) => kept.push(tensor),
            Err(error) => left_out.push((tensor.name.clone(), error)),
        }
    }
    let mut header = serde_json::Map::new();
    let metadata: serde_json::Map<_, _> = checkpoint
        .metadata
        .iter()
        .map(|(key, value)| (key.clone(), value.clone().into()))
        .collect();
    if !metadata.is_empty() {
        header.insert("__metadata__".to_owned(), metadata.into());
    }
    let mut at = 0_u64;
    for tensor in &kept {
        let dtype = written_as(tensor.dtype);
        let name = match dtype {
            Dtype::F64 => "F64",
            Dtype::I64 => "I64",
            Dtype::U64 => "U64",
            Dtype::I32 => "I32",
            Dtype::U32 => "U32",
            Dtype::I16 => "I16",
            Dtype::U16 => "U16",
            Dtype::I8 => "I8",
            Dtype::U8 => "U8",
            Dtype::Bool => "BOOL",
            _ => "F32",
        };
        let end = at + tensor.len() * dtype.bytes().unwrap_or(4);
        let entry = serde_json::json!({
            "dtype": name, "shape": tensor.shape, "data_offsets": [at, end],
        });
        header.insert(tensor.name.clone(), entry);
        at = end;
    }
    let mut header = serde_json::Value::from(header).to_string().into_bytes();
    while header.len() % 8 != 0 {
        header.push(b' ');
    }
    out.write_all(&(header.len() as u64).to_le_bytes())?;
    out.write_all(&header)?;
    for tensor in kept {
        write_numbers(tensor, out)?;
    }
    Ok(left_out)
}

/// A line of a table of statistics.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Line<'a> {
    /// The tensor's name.
    pub name: &'a str,
    /// Its type, as the format calls it.
    pub dtype: &'a str,
    /// Its shape.
    pub shape: &'a [u64],
    /// The bytes that it takes.
    pub bytes: u64,
    /// Its figures; absent where they were not computed or could not be.
    pub statistics: Option<&'a Statistics>,
}

/// Statistics as JSON: a list of objects.
///
/// # Errors
/// Where the bytes cannot be written.
pub fn statistics_json(lines: &[Line], out: &mut dyn Write) -> Result<(), ExportError> {
    serde_json::to_writer_pretty(out, lines).map_err(|error| ExportError::Write(error.into()))
}

/// Statistics as CSV, with a line of headings.
///
/// # Errors
/// Where the bytes cannot be written.
pub fn statistics_csv(lines: &[Line], out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(out, "name,dtype,shape,bytes,count,min,max,mean,deviation,zeros,nan,infinite")?;
    for Line { name, dtype, shape, bytes, statistics } in lines {
        let shape: Vec<String> = shape.iter().map(u64::to_string).collect();
        write!(out, "{},{},{},{bytes}", quoted(name), quoted(dtype), shape.join("x"))?;
        match statistics {
            None => writeln!(out, ",,,,,,,,")?,
            Some(found) => {
                let number = |x: Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
                writeln!(
                    out,
                    ",{},{},{},{},{},{},{},{}",
                    found.count,
                    number(found.min),
                    number(found.max),
                    number(found.mean),
                    number(found.deviation),
                    found.zeros,
                    found.nan,
                    found.infinite
                )?;
            }
        }
    }
    Ok(())
}

/// A field of CSV. One that a table program would take for a formula gets an apostrophe: names come
/// from strangers.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
