/** Addresses in the kernel's memory, bytes. From STRIP_BUFFERS on the caller lays out the buffers of a strip. */
import { BLOCK_BYTES, CANDIDATES_PER_HASH, HASH_BITS, MIN_MATCH_LENGTH } from '../parameters'

/** Occurrences of each symbol in the block: u32. */
export const LITERAL_COUNTS: i32 = 1024
export const DISTANCE_COUNTS: i32 = 2304
/** Estimated bits of each literal, from the block before: 256 × u8. */
export const LITERAL_COSTS: i32 = 2560
/** Length symbol − 257 by length: 259 × u8. */
export const LENGTH_SYMBOLS: i32 = 2816
/** The shortest length of each length symbol: 29 × u16. */
export const LENGTH_BASES: i32 = 3200
/** Code × 16 + bits by symbol: u32. */
export const LITERAL_CODES: i32 = 3584
export const DISTANCE_CODES: i32 = 4864
/** Code lengths: 286 × u8 and, right behind, 30 × u8, as DEFLATE sends them. */
export const LITERAL_LENGTHS: i32 = 5120
export const DISTANCE_LENGTHS: i32 = 5406
/** The code length alphabet (RFC 1951, 3.2.7): counts, lengths, codes, and symbols as pairs of u8: symbol, extra bits. */
export const CODE_LENGTH_COUNTS: i32 = 5632
export const CODE_LENGTH_LENGTHS: i32 = 5712
export const CODE_LENGTH_CODES: i32 = 5760
export const CODE_LENGTH_SYMBOLS: i32 = 6144
/** The Huffman tree: u32 sort keys and weights, u16 parents, u8 depths, u32 counts per code length. */
export const SORT_KEYS: i32 = 7168
export const WEIGHTS: i32 = 8448
export const PARENTS: i32 = 10752
export const DEPTHS: i32 = 12032
export const LENGTH_COUNTS: i32 = 12800
/** Eight tables of 256 × u32, so that eight bytes are folded in at once. */
export const CRC_TABLES: i32 = 13312
/** Hash table: per bucket the last positions, newest first, and the four bytes there: 4 × i32, 4 × u32. */
export const BUCKETS: i32 = 21504
export const BUCKET_BYTES: i32 = (8 * CANDIDATES_PER_HASH) << HASH_BITS
/** Tokens of a block, pairs of u32: number of literals, then distance << 9 | length, or 0 at the end of the block. */
export const TOKENS: i32 = BUCKETS + BUCKET_BYTES
export const STRIP_BUFFERS: i32 = TOKENS + 8 * (BLOCK_BYTES / MIN_MATCH_LENGTH + 2)
/** Bytes behind each buffer, because whole vectors are read and written. */
export const VECTOR_PADDING: i32 = 16
