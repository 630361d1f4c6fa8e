//! What every target does: open the bytes as a format, look at all that was found, read some of its
//! numbers. A panic, a second without an end or more than [`MOST`] bytes at once is a finding.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::{Format, open_as};

/// Bytes that may be held at once: what the page gives its worker.
const MOST: usize = 256 << 20;

/// The tensors whose numbers are read, and how many of each: what a mutant announces beyond that is
/// not worth the time.
const TENSORS: usize = 64;
const NUMBERS: u64 = 4_096;

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is the system allocator's own; counting changes no pointer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        if held > MOST {
            eprintln!("{held} bytes at once, {} of them now", layout.size());
            std::process::abort();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Opens `data` as a format and reads from what is found.
pub fn read(format: Format, data: &[u8]) {
    let beside = [Named { name: "beside.data".to_owned(), source: Arc::new(vec![1_u8; 64]) }];
    let Ok(checkpoint) = open_as(format, Arc::new(data.to_vec()), &beside) else { return };
    let mut numbers = vec![0.0; NUMBERS as usize];
    for tensor in checkpoint.tensors.iter().take(TENSORS) {
        let count = tensor.len();
        let many = count.min(NUMBERS) as usize;
        let _ = tensor.read(0, &mut numbers[..many]);
        let _ = tensor.read(count - many as u64, &mut numbers[..many]);
    }
    let _ = nearfar_inspect::recognise::recognise(&checkpoint);
}
