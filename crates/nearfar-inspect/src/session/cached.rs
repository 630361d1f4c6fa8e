//! A source behind a few blocks that were read last: where each read costs a message or a call of
//! the browser, a reader that takes a file in bites would wait for each.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::InspectError;
use crate::source::{Source, check_range};

/// Bytes of a block, where nothing else is asked for.
const BLOCK: u64 = 64 << 10;
/// Blocks that are kept.
const KEPT: usize = 64;

/// A source with its last blocks in memory.
pub struct Cached {
    source: Arc<dyn Source>,
    /// Bytes of a block, at least 1.
    block: u64,
    /// The number of each block and its bytes, the last used at the end.
    blocks: Mutex<Vec<(u64, Vec<u8>)>>,
}

impl Cached {
    /// Nothing read yet.
    pub fn new(source: Arc<dyn Source>) -> Cached {
        Cached::of_blocks(source, BLOCK)
    }

    /// As [`Cached::new`], with blocks of so many bytes: of a server, where a read is a request.
    pub fn of_blocks(source: Arc<dyn Source>, block: u64) -> Cached {
        Cached { source, block: block.max(1), blocks: Mutex::new(Vec::new()) }
    }

    fn with_block(&self, number: u64, take: &mut dyn FnMut(&[u8])) -> Result<(), InspectError> {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let block = match blocks.iter().position(|(known, _)| *known == number) {
            Some(place) => blocks.remove(place),
            None => {
                let at = number * self.block;
                let mut bytes =
                    vec![0; self.source.len().saturating_sub(at).min(self.block) as usize];
                self.source.read_at(at, &mut bytes)?;
                if blocks.len() >= KEPT {
                    blocks.remove(0);
                }
                (number, bytes)
            }
        };
        take(&block.1);
        blocks.push(block);
        Ok(())
    }
}

impl Source for Cached {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.len())?;
        if buffer.len() as u64 >= self.block {
            return self.source.read_at(at, buffer);
        }
        let mut done = 0;
        while done < buffer.len() {
            let place = at + done as u64;
            let within = (place % self.block) as usize;
            let out = &mut buffer[done..];
            let mut copied = 0;
            self.with_block(place / self.block, &mut |block| {
                let there = block.get(within..).unwrap_or_default();
                copied = there.len().min(out.len());
                out[..copied].copy_from_slice(&there[..copied]);
            })?;
            if copied == 0 {
                let wanted = buffer.len() as u64;
                return Err(InspectError::Truncated { at, wanted, available: self.len() });
            }
            done += copied;
        }
        Ok(())
    }
}
