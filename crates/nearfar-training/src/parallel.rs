//! Work on the chunks of a buffer, on all cores where there are threads. The order of results is
//! that of the chunks, so that sums over them do not depend on the number of threads.

/// Runs `work` on every chunk of `size` with its index, and gives back what it returned, in order.
pub fn for_each_chunk<T: Send, R: Send>(
    buffer: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        use rayon::prelude::*;
        let chunks = buffer.par_chunks_mut(size).enumerate().with_min_len(16);
        chunks.map(|(index, chunk)| work(index, chunk)).collect()
    }
    #[cfg(target_arch = "wasm32")]
    {
        let chunks = buffer.chunks_mut(size).enumerate();
        chunks.map(|(index, chunk)| work(index, chunk)).collect()
    }
}

/// `work` of every item, in order.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        use rayon::prelude::*;
        items.par_iter().map(work).collect()
    }
    #[cfg(target_arch = "wasm32")]
    {
        items.iter().map(work).collect()
    }
}
