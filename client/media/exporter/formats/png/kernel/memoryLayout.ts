/**
 * Addresses in the kernel's memory, bytes. The kernel's tables end at STRIP_BUFFERS. The caller arranges the buffers of
 * a strip after this address.
 */
import { BLOCK_BYTES, CANDIDATES_PER_HASH, HASH_BITS, MIN_MATCH_LENGTH } from './parameters'

/** Address of the number of occurrences of each literal or length symbol in the block: u32 each. */
export const LITERAL_COUNTS: i32 = 1024
/** Address of the number of occurrences of each distance symbol in the block: u32 each. */
export const DISTANCE_COUNTS: i32 = 2304
/** Address of the estimated cost of each literal in bits, from the previous block: 256 × u8. */
export const LITERAL_COSTS: i32 = 2560
/** Address of the length symbol minus 257 for each match length: 259 × u8. */
export const LENGTH_SYMBOLS: i32 = 2816
/** Address of the shortest length of each length symbol: 29 × u16. */
export const LENGTH_BASES: i32 = 3200
/** Address of the Huffman code of each literal or length symbol, as code × 16 + length in bits: u32. */
export const LITERAL_CODES: i32 = 3584
/** Address of the Huffman code of each distance symbol, as code × 16 + length in bits: u32. */
export const DISTANCE_CODES: i32 = 4864
/**
 * Address of the code length of each literal or length symbol: 286 × u8. DISTANCE_LENGTHS follows it directly, because
 * DEFLATE sends both in one sequence.
 */
export const LITERAL_LENGTHS: i32 = 5120
/** Address of the code length of each distance symbol: 30 × u8. */
export const DISTANCE_LENGTHS: i32 = 5406
/** Address of the number of occurrences of each symbol of the code length alphabet (RFC 1951, 3.2.7): u32 each. */
export const CODE_LENGTH_COUNTS: i32 = 5632
/** Address of the code length of each symbol of the code length alphabet: u8 each. */
export const CODE_LENGTH_LENGTHS: i32 = 5712
/** Address of the Huffman code of each code length symbol, as code × 16 + length in bits: u32. */
export const CODE_LENGTH_CODES: i32 = 5760
/** Address of the block's code lengths in the code length alphabet, as pairs of u8: symbol, value of the extra bits. */
export const CODE_LENGTH_SYMBOLS: i32 = 6144
/** Address of the sort keys of the Huffman tree's leaves, u32. */
export const SORT_KEYS: i32 = 7168
/** Address of the Huffman tree's node weights, u32. */
export const WEIGHTS: i32 = 8448
/** Address of the Huffman tree's node parents, u16. */
export const PARENTS: i32 = 10752
/** Address of the Huffman tree's node depths, u8. */
export const DEPTHS: i32 = 12032
/** Address of the number of Huffman codes of each length in bits, u32. */
export const LENGTH_COUNTS: i32 = 12800
/** Address of eight tables of 256 × u32. With eight tables, one step computes the CRC of eight bytes. */
export const CRC_TABLES: i32 = 13312
/**
 * Address of the hash table. Each bucket contains the last four positions, newest first, and the four bytes at each
 * position: 4 × i32, 4 × u32.
 */
export const BUCKETS: i32 = 21504
/** Size of the hash table at BUCKETS, bytes. */
export const BUCKET_BYTES: i32 = (8 * CANDIDATES_PER_HASH) << HASH_BITS
/**
 * Address of a block's tokens, as pairs of u32. First: number of literals. Second: distance << 9 | length, or 0 at the
 * end of the block.
 */
export const TOKENS: i32 = BUCKETS + BUCKET_BYTES
/** First address after the kernel's own tables. The caller arranges the buffers of a strip starting at this address. */
export const STRIP_BUFFERS: i32 = TOKENS + 8 * (BLOCK_BYTES / MIN_MATCH_LENGTH + 2)
/** Number of unused bytes after each buffer, because the kernel reads and writes whole vectors. */
export const VECTOR_PADDING: i32 = 16
