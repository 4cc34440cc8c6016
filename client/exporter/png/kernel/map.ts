/**
 * Where things stand in the kernel's memory, in bytes; the compiler of kernel.assembly.ts is given the same numbers.
 * Behind BUFFERS the caller lays out what has the size of a strip.
 */

/** How often each literal, length and end-of-block symbol occurs in the block: 286 × u32. */
export const LITERAL_COUNTS = 1024
/** 30 × u32. */
export const DISTANCE_COUNTS = 2304
/** Bits of each byte value as a literal, as far as known before the block: 256 × u8. */
export const LITERAL_COSTS = 2560
/** Length symbol − 257 by length: 259 × u8. */
export const LENGTH_SYMBOLS = 2816
/** The shortest length of each length symbol: 29 × u16. */
export const LENGTH_BASES = 3200
/** Code × 16 + bits by symbol: 286 × u32. */
export const LITERAL_CODES = 3584
/** The same for 30 distances. */
export const DISTANCE_CODES = 4864
/** The last four places of each hash, newest first: 4 × i32 each. */
export const BUCKETS = 8192
export const HASH_BITS = 13
/** What a block says: pairs of u32, so many literals and then distance << 9 | length, or 0 at the block's end. */
export const TOKENS = BUCKETS + (16 << HASH_BITS)
/** Bytes per block: small enough to follow the picture, large enough to pay for its code tables. */
export const BLOCK_BYTES = 1 << 16
/** Nothing shorter is found, nor would it save much. */
export const MIN_MATCH = 4
export const BUFFERS = TOKENS + 8 * (BLOCK_BYTES / MIN_MATCH + 2)
/** Bytes behind each buffer that whole vectors may read and write. */
export const SLACK = 16

/** How far back DEFLATE can point (RFC 1951). */
export const WINDOW = 32_768
export const MAX_MATCH = 258
/** Longer than this is taken without asking whether the next byte starts a better one. */
export const GOOD_MATCH = 8
/** Longer than this is not compared with older places. */
export const NICE_MATCH = 16
/** Cost in bits of a length and a distance code without the distance's extra bits; tried from 6 to 10 on photos. */
export const MATCH_BITS = 8
/** So many literals of a match are added up one by one; the rest counts as LONG_LITERAL_BITS each. */
export const PRICED_LITERALS = 16
export const LONG_LITERAL_BITS = 2
/** After every 2^PATIENCE misses in a row one more byte is passed over without a look, MAX_SKIP at most: noise. */
export const PATIENCE = 6
export const MAX_SKIP = 8

/** The row filters in use (PNG spec, clause 9). Sub and Paeth would save nothing once repeats are searched for. */
export const UP = 2
export const AVERAGE = 3
