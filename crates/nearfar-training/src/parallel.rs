//! Work on the items of a list, on all cores where there are threads. Results come in the order of
//! the items, so that sums over them do not depend on the number of threads.

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

/// As [`map`], on threads of their own: for work that holds locks of the autodiff library, in which
/// a thread of the pool that waits could take up other work that wants the same lock.
pub fn map_on_threads<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let threads = rayon::current_num_threads().min(items.len()).max(1);
        if threads == 1 {
            return items.iter().map(work).collect();
        }
        let next = std::sync::atomic::AtomicUsize::new(0);
        let take = || {
            let mut done = Vec::new();
            loop {
                let place = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(item) = items.get(place) else { return done };
                done.push((place, work(item)));
            }
        };
        let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
            let own = take();
            let join = |other: std::thread::ScopedJoinHandle<Vec<(usize, R)>>| {
                other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            own.into_iter().chain(others.into_iter().flat_map(join)).collect()
        });
        done.sort_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, result)| result).collect()
    }
    #[cfg(target_arch = "wasm32")]
    {
        items.iter().map(work).collect()
    }
}
