/** Where things stand in memory, bytes. Behind BUFFERS the caller lays out what has the size of a strip. */
import { BLOCK_BYTES, HASH_BITS, MIN_MATCH, PLACES } from '../parameters'

/** How often each symbol occurs in the block: u32. */
export const LITERAL_COUNTS: i32 = 1024
export const DISTANCE_COUNTS: i32 = 2304
/** Bits of each byte value as a literal, as far as known before the block: 256 × u8. */
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
/** The same for the code of the code lengths, and what it says: pairs of u8, symbol and extra bits. */
export const HEADER_COUNTS: i32 = 5632
export const HEADER_LENGTHS: i32 = 5712
export const HEADER_CODES: i32 = 5760
export const HEADER_ITEMS: i32 = 6144
/** Huffman's tree: u32 sort keys and weights, u16 parents, u8 depths, u32 counts per length. */
export const KEYS: i32 = 7168
export const WEIGHTS: i32 = 8448
export const PARENTS: i32 = 10752
export const DEPTHS: i32 = 12032
export const PER_LENGTH: i32 = 12800
/** Eight tables of 256 × u32, so that eight bytes are folded in at once. */
export const CRC_TABLES: i32 = 13312
/** The last places of each hash, newest first, and the four bytes that stood there: 4 × i32, 4 × u32. */
export const BUCKETS: i32 = 21504
export const BUCKET_BYTES: i32 = (8 * PLACES) << HASH_BITS
/** What a block says: pairs of u32, so many literals and then distance << 9 | length, or 0 at the block's end. */
export const TOKENS: i32 = BUCKETS + BUCKET_BYTES
export const BUFFERS: i32 = TOKENS + 8 * (BLOCK_BYTES / MIN_MATCH + 2)
/** Bytes behind each buffer that whole vectors may read and write. */
export const SLACK: i32 = 16
