//! A source as the storage that `hdf5-reader` asks for: cached in blocks, and with a budget, so that a
//! file whose parts point at each other ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hdf5_reader::error::{Error, Result};
use hdf5_reader::{BlockCacheStorage, Storage, StorageBuffer};

use crate::limits;
use crate::source::{Source, check_range};

/// Blocks that are fetched at once, and how many are kept.
const BLOCK_BYTES: usize = 64 << 10;
const BLOCKS: usize = 256;
/// What a read costs of the budget at least.
const READ_COST: u64 = 64;

/// Bytes of a file for as long as the budget lasts.
pub(super) struct Budgeted {
    cached: BlockCacheStorage,
    left: AtomicU64,
}

impl Budgeted {
    /// With the budget of a listing: several times the file, as headers are read more than once.
    pub(super) fn new(source: Arc<dyn Source>) -> Budgeted {
        let budget = (16 << 20) + source.len().saturating_mul(8);
        let cached = BlockCacheStorage::new(Arc::new(Direct(source)), BLOCK_BYTES, BLOCKS);
        Budgeted { cached, left: AtomicU64::new(budget.min(limits::WALK_BYTES)) }
    }

    /// The budget of one read of numbers.
    pub(super) fn refill(&self) {
        self.left.store(limits::WALK_BYTES, Ordering::Relaxed);
    }
}

impl Storage for Budgeted {
    fn len(&self) -> u64 {
        self.cached.len()
    }

    fn read_range(&self, offset: u64, len: usize) -> Result<StorageBuffer> {
        let length = len as u64;
        if length > limits::UNPACKED_BYTES {
            let limit = limits::UNPACKED_BYTES;
            return Err(Error::ResourceLimit(format!(
                "{length} bytes at once, but at most {limit} are read"
            )));
        }
        let cost = length.max(READ_COST);
        let spend = |left: u64| left.checked_sub(cost);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_err() {
            let why = "its parts point at each other more often than those of any genuine file";
            return Err(Error::ResourceLimit(why.to_owned()));
        }
        self.cached.read_range(offset, len)
    }
}

/// Bytes as they come.
struct Direct(Arc<dyn Source>);

impl Storage for Direct {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_range(&self, offset: u64, len: usize) -> Result<StorageBuffer> {
        let failed = |error: crate::InspectError| Error::Other(error.to_string());
        check_range(offset, len as u64, self.0.len()).map_err(failed)?;
        let mut bytes = vec![0; len];
        self.0.read_at(offset, &mut bytes).map_err(failed)?;
        Ok(StorageBuffer::from_vec(bytes))
    }
}
