/**
 * Computes the two checksums of a PNG: CRC-32 of each chunk (PNG spec, annex D), and Adler-32 of the unpacked rows (RFC
 * 1950).
 */
import { CRC_TABLES } from './memoryLayout'

/** Fills the tables of `crc32` at CRC_TABLES (slicing-by-8). Call this function once, before the first `crc32`. */
export function makeCrcTables(): void {
  for (let n = 0; n < 256; n++) {
    let crc: u32 = n
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    store<u32>(CRC_TABLES + 4 * n, crc)
  }
  for (let at = CRC_TABLES; at < CRC_TABLES + 4 * 7 * 256; at += 4) {
    const crc = load<u32>(at)
    store<u32>(at + 4 * 256, tableEntry(0, crc) ^ (crc >> 8))
  }
}

function tableEntry(table: i32, value: u32): u32 {
  return load<u32>(CRC_TABLES + 1024 * table + 4 * (value & 255))
}

/** Returns the CRC-32 of the bytes at the addresses from `from` to `to` − 1. */
export function crc32(from: i32, to: i32): u32 {
  let crc: u32 = 0xffffffff
  let at = from
  for (; at + 8 <= to; at += 8) {
    const low = crc ^ load<u32>(at)
    const high = load<u32>(at, 4)
    crc = tableEntry(7, low) ^ tableEntry(6, low >> 8) ^ tableEntry(5, low >> 16) ^ tableEntry(4, low >> 24)
    crc ^= tableEntry(3, high) ^ tableEntry(2, high >> 8) ^ tableEntry(1, high >> 16) ^ tableEntry(0, high >> 24)
  }
  for (; at < to; at++) crc = tableEntry(0, crc ^ load<u8>(at)) ^ (crc >> 8)
  return ~crc
}

const MODULUS: u32 = 65_521
/**
 * Maximum number of bytes between two modulo reductions. With more bytes, the sums would exceed 32 bits (zlib's NMAX).
 */
const STEP: i32 = 5552

/** Returns the Adler-32 of the bytes at the addresses from `from` to `to` − 1. */
export function adler32(from: i32, to: i32): u32 {
  let a: u32 = 1
  let b: u32 = 0
  let at = from
  while (at < to) {
    const stop = min(to, at + STEP)
    for (; at + 4 <= stop; at += 4) {
      const four = load<u32>(at)
      const p = four & 255
      const q = (four >> 8) & 255
      const r = (four >> 16) & 255
      const s = four >> 24
      b += 4 * (a + p) + 3 * q + 2 * r + s
      a += p + q + r + s
    }
    for (; at < stop; at++) {
      a += load<u8>(at)
      b += a
    }
    a %= MODULUS
    b %= MODULUS
  }
  return (b << 16) | a
}
