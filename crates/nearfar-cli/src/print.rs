//! What the command prints on standard output, one line at a time. A reader that has heard enough
//! (`nearfar attend … | head`) ends it quietly, where `println!` would panic.

use std::io::ErrorKind;

/// As `println!`, but ends the program where nobody reads on.
macro_rules! print_line {
    ($($argument:tt)*) => {{
        use std::io::Write as _;
        if let Err(error) = writeln!(std::io::stdout(), $($argument)*) {
            crate::print::unread(&error);
        }
    }};
}
pub(crate) use print_line;

/// Ends the program: 0 where the reader has closed the pipe, 1 where writing failed.
pub fn unread(error: &std::io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    eprintln!("error: standard output cannot be written: {error}");
    std::process::exit(1);
}
