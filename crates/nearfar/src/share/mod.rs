//! What one hands on: a link with what it shows, its QR code, code for other pages, and an experiment as one
//! picture. Plain texts; clipboard and files are the page's.

pub mod figure;
pub mod link;
pub mod qr;
