//! Cuts a table of word vectors into the parts of `public/vectors`. Arguments: the folder with
//! `glove100d_int8.safetensors` and `vocab.txt` (see `public/vectors/README.md`), the output folder.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(source), Some(output), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("two arguments expected: the source folder and the output folder".into());
    };
    native::make(source.as_ref(), output.as_ref())
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::collections::BTreeMap;
    use std::error::Error;
    use std::fs;
    use std::path::Path;

    use nearfar::text::vectors::{FREQUENT_WORDS, LONGEST_WORD, may_be_in_table};
    use nearfar::text::{DIMENSION, Part, VectorPart, part_of};
    use safetensors::{Dtype, SafeTensors};

    type Row = (String, f32, [i8; DIMENSION]);

    pub fn make(source: &Path, output: &Path) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(output)?;
        let mut parts: BTreeMap<Part, Vec<Row>> = Part::all().map(|part| (part, vec![])).collect();
        for (rank, row) in rows(source)?.into_iter().enumerate() {
            let part = if rank < FREQUENT_WORDS { Part::Frequent } else { part_of(&row.0) };
            parts.entry(part).or_default().push(row);
        }
        for (part, rows) in parts {
            let words = rows.len();
            let bytes = VectorPart::new(part, rows)?.write();
            fs::write(output.join(part.file_name()), &bytes)?;
            println!("{} {words} words {} bytes", part.file_name(), bytes.len());
        }
        Ok(())
    }

    /// Word, scale and values, the most frequent word first.
    fn rows(source: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
        let vocabulary = fs::read_to_string(source.join("vocab.txt"))?;
        let words: Vec<&str> = vocabulary.lines().collect();
        if let Some(word) = words.iter().find(|word| !may_be_in_table(word)) {
            return Err(format!(
                "{word:?} would never be looked for: over {LONGEST_WORD} bytes, or not ASCII"
            )
            .into());
        }

        let bytes = fs::read(source.join("glove100d_int8.safetensors"))?;
        let tensors = SafeTensors::deserialize(&bytes)?;
        let values = tensors.tensor("embedding_q")?;
        let scales = tensors.tensor("scale")?;
        let expected = (vec![words.len(), DIMENSION], vec![words.len()]);
        if (values.shape(), scales.shape()) != (&expected.0, &expected.1)
            || (values.dtype(), scales.dtype()) != (Dtype::I8, Dtype::F32)
        {
            return Err(format!(
                "embedding_q {:?} {:?} and scale {:?} {:?}, expected int8 {:?} and float32 {:?}",
                values.dtype(),
                values.shape(),
                scales.dtype(),
                scales.shape(),
                expected.0,
                expected.1
            )
            .into());
        }
        let (values, _) = values.data().as_chunks::<DIMENSION>();
        let (scales, _) = scales.data().as_chunks::<4>();
        Ok(words
            .iter()
            .zip(scales)
            .zip(values)
            .map(|((word, &scale), row)| {
                let row = row.map(|value| i8::from_le_bytes([value]));
                ((*word).to_owned(), f32::from_le_bytes(scale), row)
            })
            .collect())
    }
}
