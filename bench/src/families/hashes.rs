//! Checksums and hashes of symbolic bytes.

use super::writer::{Writer, hex};

/// `h = h * 31 + c`, compared with hashes of words and used as the index of a bucket.
pub fn times_31() -> String {
    let mut script = Writer::new("QF_BV");
    script.define("h0", 32, hex(32, 7));
    let word = b"leaf";
    let mut hash = 7u32;
    for (i, &byte) in word.iter().enumerate() {
        script.bits(format_args!("c{i}"), 8);
        script.branch(format_args!("(bvule (bvsub c{i} #x61) #x19)"), true);
        let next = format!("(bvadd (bvmul h{i} {}) ((_ zero_extend 24) c{i}))", hex(32, 31));
        script.define(format_args!("h{}", i + 1), 32, next);
        hash = hash.wrapping_mul(31).wrapping_add(byte.into());
        let bucket = format!("((_ extract 5 0) h{})", i + 1);
        script.ask(format_args!("(= {bucket} #b{:06b})", hash & 63));
        script.ask(format_args!("(= {bucket} #b{:06b})", (hash + 1) & 63));
        script.ask(format_args!("(= h{} {})", i + 1, hex(32, hash.into())));
        script.ask(format_args!("(= h{} {})", i + 1, hex(32, (hash ^ 0x4000_0000).into())));
    }
    script.finish()
}

/// A CRC by its table, of four symbolic bytes.
pub fn crc() -> String {
    let mut script = Writer::new("QF_ABV");
    let table: Vec<u32> = (0..256).map(crc_entry).collect();
    let sort = "(Array (_ BitVec 8) (_ BitVec 32))";
    script.line(format_args!("(declare-const table {sort})"));
    for (i, &entry) in table.iter().enumerate() {
        let element = format!("(select table {})", hex(8, i as u64));
        script.assert(format_args!("(= {element} {})", hex(32, entry.into())));
    }
    script.define("r0", 32, "#xffffffff");
    let mut crc = u32::MAX;
    for (i, &byte) in b"crc!".iter().enumerate() {
        script.bits(format_args!("c{i}"), 8);
        let index = format!("(bvxor ((_ extract 7 0) r{i}) c{i})");
        let next = format!("(bvxor (select table {index}) (bvlshr r{i} #x00000008))");
        script.define(format_args!("r{}", i + 1), 32, next);
        crc = table[usize::from(crc as u8 ^ byte)] ^ (crc >> 8);
        script.ask(format_args!("(= r{} {})", i + 1, hex(32, crc.into())));
        script.ask(format_args!("(and (bvult c0 #x20) (= r{} {}))", i + 1, hex(32, crc.into())));
    }
    script.finish()
}

/// An entry of the table of the polynomial 0xEDB88320.
fn crc_entry(index: u32) -> u32 {
    (0..8).fold(index, |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 })
}
