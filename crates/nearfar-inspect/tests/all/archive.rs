//! Zip archives, by way of arrays in them: kept in every way, 64-bit, damaged, and made to harm. What
//! the `zip` crate writes is what must be read.

use std::io::Write;

use nearfar_inspect::{InspectError, limits};
use zip::CompressionMethod::{Deflated, Stored};
use zip::write::SimpleFileOptions;

use crate::mutants::{names, numbers_of, open_bytes, refusal_of};

/// An array of bytes, all alike.
fn npy(count: usize, value: u8) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({count},), }}\n");
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + count, value);
    bytes
}

fn archive(entries: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(Stored)
}

fn position(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).position(|found| found == what).unwrap()
}

fn refusal(bytes: Vec<u8>) -> String {
    refusal_of(bytes, "archive").to_string()
}

#[test]
fn kept_in_every_way() {
    let (small, large) = (npy(3, 7), npy(300_000, 5));
    for options in [
        options(),
        options().compression_method(Deflated),
        options().large_file(true),
        options().compression_method(Deflated).large_file(true),
        options().with_alignment(64),
    ] {
        let bytes = archive(&[("a.npy", &small), ("folder/b.npy", &large)], options);
        let checkpoint = open_bytes(bytes).unwrap();
        assert_eq!(names(&checkpoint), ["a", "folder/b"]);
        assert_eq!(numbers_of(&checkpoint, "a"), [7.0; 3]);
        // Back and forth between entries, of which one is held unpacked.
        assert_eq!(numbers_of(&checkpoint, "folder/b"), vec![5.0; 300_000]);
        assert_eq!(numbers_of(&checkpoint, "a"), [7.0; 3]);
        assert_eq!(numbers_of(&checkpoint, "folder/b").len(), 300_000);
    }
}

#[test]
fn comment_and_folders() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.add_directory("folder", options()).unwrap();
    zip.start_file("folder/a.npy", options()).unwrap();
    zip.write_all(&npy(3, 7)).unwrap();
    let _ = zip.set_comment("saved on a Friday");
    let checkpoint = open_bytes(zip.finish().unwrap().into_inner()).unwrap();
    assert_eq!(names(&checkpoint), ["folder/a"]);
    assert!(checkpoint.notes.is_empty());
}

#[test]
fn more_entries_than_16_bits_count() {
    let entries = 70_000;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let array = npy(1, 9);
    for number in 0..entries {
        let name = if number == 69_999 { "last.npy".to_owned() } else { format!("{number}") };
        zip.start_file(name, options()).unwrap();
        if number == 69_999 {
            zip.write_all(&array).unwrap();
        }
    }
    let checkpoint = open_bytes(zip.finish().unwrap().into_inner()).unwrap();
    assert_eq!(names(&checkpoint), ["last"]);
    assert_eq!(numbers_of(&checkpoint, "last"), [9.0]);
}

#[test]
fn other_archives_are_unknown() {
    let bytes = archive(&[("read.me", b"text")], options());
    let error = refusal_of(bytes, "archive");
    assert!(
        matches!(&error, InspectError::Unknown { begins } if begins.contains("read.me")),
        "{error}"
    );
}

#[test]
fn cut_off_or_continued() {
    let whole = archive(&[("a.npy", &npy(3, 7))], options());
    for length in [4, 40, whole.len() - 1] {
        let error = refusal(whole[..length].to_vec());
        assert!(error.contains("the record that ends an archive is not there"), "{error}");
    }
    let error = refusal([&whole[..], b"more"].concat());
    assert!(error.contains("the record that ends an archive is not there"), "{error}");
}

#[test]
fn directory_that_is_not_there() {
    let whole = archive(&[("a.npy", &npy(3, 7))], options());
    let end = position(&whole, b"PK\x05\x06");
    let mut beyond = whole.clone();
    beyond[end + 16..end + 20].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
    assert!(matches!(refusal_of(beyond, "archive"), InspectError::Truncated { .. }));
    let mut elsewhere = whole.clone();
    elsewhere[end + 16..end + 20].copy_from_slice(&0_u32.to_le_bytes());
    assert!(refusal(elsewhere).contains("an entry is announced, but is not there"));
    let mut more = whole;
    more[end + 10..end + 12].copy_from_slice(&2_u16.to_le_bytes());
    assert!(refusal(more).contains("entry 1 of the archive's directory"));
}

#[test]
fn counts_beyond_the_limit() {
    // The 64-bit record: a count of 2^60 with nothing behind it.
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.extend([0; 96]);
    let record = bytes.len() as u64;
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([0; 12]);
    bytes.extend((1_u64 << 60).to_le_bytes());
    bytes.extend((1_u64 << 60).to_le_bytes());
    bytes.extend(46_u64.to_le_bytes());
    bytes.extend(4_u64.to_le_bytes());
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend(record.to_le_bytes());
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([0xff; 12]);
    bytes.extend([0; 2]);
    let error = refusal_of(bytes.clone(), "archive");
    let (what, limit) = ("entries of the archive", limits::ENTRIES);
    assert_eq!(error, InspectError::TooMuch { what, found: 1 << 60, limit });
    // The record itself elsewhere.
    let locator = position(&bytes, b"PK\x06\x07");
    bytes[locator + 8] = 0;
    assert!(refusal(bytes).contains("the 64-bit end record should be here"));
}

#[test]
fn entries_that_share_bytes_or_names() {
    let whole = archive(&[("a.npy", &npy(3, 7)), ("b.npy", &npy(3, 7))], options());
    let directory = position(&whole, b"PK\x01\x02");
    let second = directory + 4 + position(&whole[directory + 4..], b"PK\x01\x02");
    let mut same = whole.clone();
    same[second + 46..second + 51].copy_from_slice(b"a.npy");
    assert!(refusal(same).contains("two entries have this name"));
    let mut overlap = whole;
    overlap[second + 42..second + 46].copy_from_slice(&8_u32.to_le_bytes());
    assert!(refusal(overlap).contains("it overlaps the entry `b.npy`"));
}

/// The fields of the only entry of an archive: where it is in the directory.
fn single(options: SimpleFileOptions, content: &[u8]) -> (Vec<u8>, usize) {
    let whole = archive(&[("a.npy", content)], options);
    let entry = position(&whole, b"PK\x01\x02");
    (whole, entry)
}

#[test]
fn other_compression_and_encryption() {
    let (mut bytes, entry) = single(options(), &npy(3, 7));
    bytes[entry + 10] = 14;
    assert!(refusal(bytes).contains("compression method 14 is not read"));
    let (mut bytes, entry) = single(options(), &npy(3, 7));
    bytes[entry + 8] |= 1;
    assert!(refusal(bytes).contains("encryption is not read"));
}

#[test]
fn sizes_that_lie() {
    let (mut bytes, entry) = single(options(), &npy(3, 7));
    bytes[entry + 24] += 1;
    assert!(refusal(bytes).contains("it is stored as it is, yet takes"));
    // Both sizes beyond the file.
    let (mut bytes, entry) = single(options(), &npy(3, 7));
    bytes[entry + 20..entry + 28].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f].repeat(2));
    assert!(matches!(refusal_of(bytes, "archive"), InspectError::Truncated { .. }));
    // Where the entry should begin, there is none.
    let (mut bytes, entry) = single(options(), &npy(3, 7));
    bytes[entry + 42] = 1;
    assert!(refusal(bytes).contains("it should begin at byte 1, but does not"));
    let deflated = options().compression_method(Deflated);
    let (mut bytes, entry) = single(deflated, &npy(3, 7));
    bytes[entry + 24..entry + 28].copy_from_slice(&(200_u32 << 20).to_le_bytes());
    let error = refusal_of(bytes, "archive");
    assert!(
        matches!(error, InspectError::TooMuch { what: "bytes that an entry unpacks to", .. }),
        "{error}"
    );
}

#[test]
fn deflated_bytes_that_are_not_what_they_should_be() {
    let deflated = options().compression_method(Deflated);
    // The beginning is read without the rest, so that the listing stands.
    let (whole, entry) = single(deflated, &npy(300_000, 5));
    let mut sum = whole.clone();
    sum[entry + 16] ^= 1;
    let checkpoint = open_bytes(sum).unwrap();
    let error = checkpoint.tensors[0].read(299_999, &mut [0.0]).unwrap_err().to_string();
    assert!(error.contains("its checksum is not the stored one"), "{error}");
    // More is announced than it yields.
    let mut longer = whole.clone();
    longer[entry + 24..entry + 28].copy_from_slice(&400_000_u32.to_le_bytes());
    let checkpoint = open_bytes(longer).unwrap();
    let error = checkpoint.tensors[0].read(299_999, &mut [0.0]).unwrap_err().to_string();
    assert!(error.contains("it unpacks to 300"), "{error}");
    let (mut damaged, _) = single(deflated, &npy(30, 5));
    damaged[36] = 0xff;
    assert!(refusal(damaged).contains("it cannot be unpacked"));
}
