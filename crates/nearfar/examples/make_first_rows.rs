//! Writes what the first visit shows first beside the files that it is taken from: the word vectors of
//! its sentence, `public/vectors/first.bin` and `public/checkpoints/sst2-da.first.bin`. Argument: the folder `public`.

use std::error::Error;
use std::fs;
use std::path::Path;

use nearfar::checkpoint::SafeTensors;
use nearfar::checkpoint::trained::{ROW_SCALES, ROWS, WORDS};
use nearfar::settings::DEFAULT_SENTENCE;
use nearfar::text::{DIMENSION, MAX_TOKENS, Part, VectorPart, tokenize_limited};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("one argument expected: the folder `public`")?;
    let folder = Path::new(&folder);
    let tokens = tokenize_limited(DEFAULT_SENTENCE, MAX_TOKENS).tokens;
    let words: Vec<&str> = tokens.iter().map(|token| token.word.as_str()).collect();

    let frequent = VectorPart::parse(&fs::read(folder.join("vectors/frequent.bin"))?)?;
    let shared = frequent.only(&words);
    fs::write(folder.join("vectors/first.bin"), shared.write())?;

    let bytes = fs::read(folder.join("checkpoints/sst2-da.safetensors"))?;
    let file = SafeTensors::read(&bytes)?;
    let (rows, scales) = (file.numbers(ROWS)?, file.numbers(ROW_SCALES)?);
    let (rows, _) = rows.as_chunks::<DIMENSION>();
    let rows = std::str::from_utf8(file.bytes(WORDS)?)?.lines().zip(&scales).zip(rows);
    // The numbers of a tensor of type I8 are such integers.
    let rows = rows.map(|((word, &scale), row)| (word.to_owned(), scale, row.map(|x| x as i8)));
    let learned = VectorPart::new(Part::Frequent, rows.collect())?.only(&words);
    fs::write(folder.join("checkpoints/sst2-da.first.bin"), learned.write())?;
    Ok(())
}
