/** Addresses in the kernel's memory, bytes. From STRIP_BUFFERS on the caller lays out the buffers of a strip. */
import { BLOCK_BYTES, CANDIDATES_PER_HASH, HASH_BITS, MIN_MATCH_LENGTH } from './parameters'

/** Address of the occurrences of each literal or length symbol in the block: u32. */
export const LITERAL_COUNTS: i32 = 1024
/** Address of the occurrences of each distance symbol in the block: u32. */
export const DISTANCE_COUNTS: i32 = 2304
/** Address of the estimated bits of each literal, from the block before: 256 × u8. */
export const LITERAL_COSTS: i32 = 2560
/** Address of a table, length symbol − 257 by length: 259 × u8. */
export const LENGTH_SYMBOLS: i32 = 2816
/** Address of the shortest length of each length symbol: 29 × u16. */
export const LENGTH_BASES: i32 = 3200
/** Address of a table, code × 16 + bits by literal or length symbol: u32. */
export const LITERAL_CODES: i32 = 3584
/** Address of a table, code × 16 + bits by distance symbol: u32. */
export const DISTANCE_CODES: i32 = 4864
/**
 * Address of the code length of each literal or length symbol: 286 × u8. DISTANCE_LENGTHS follows it directly, because
 * DEFLATE sends both in one sequence.
 */
export const LITERAL_LENGTHS: i32 = 5120
/** Address of the code length of each distance symbol: 30 × u8. */
export const DISTANCE_LENGTHS: i32 = 5406
/** Address of the occurrences of each symbol of the code length alphabet (RFC 1951, 3.2.7): u32. */
export const CODE_LENGTH_COUNTS: i32 = 5632
/** Address of the code length of each symbol of the code length alphabet: u8. */
export const CODE_LENGTH_LENGTHS: i32 = 5712
/** Address of a table, code × 16 + bits by symbol of the code length alphabet: u32. */
export const CODE_LENGTH_CODES: i32 = 5760
/** Address of the block's code lengths in the code length alphabet, pairs of u8: symbol, value of its extra bits. */
export const CODE_LENGTH_SYMBOLS: i32 = 6144
/** Address, for the construction of the Huffman tree: sort keys of the leaves, u32. */
export const SORT_KEYS: i32 = 7168
/** Address, for the construction of the Huffman tree: weights of the nodes, u32. */
export const WEIGHTS: i32 = 8448
/** Address, for the construction of the Huffman tree: parent of each node, u16. */
export const PARENTS: i32 = 10752
/** Address, for the construction of the Huffman tree: depth of each node, u8. */
export const DEPTHS: i32 = 12032
/** Address, for the construction of the Huffman tree: number of codes of each length in bits, u32. */
export const LENGTH_COUNTS: i32 = 12800
/** Address of eight tables of 256 × u32, so that the CRC of eight bytes is computed per step. */
export const CRC_TABLES: i32 = 13312
/** Address of the hash table: per bucket the last positions, newest first, and the four bytes there: 4 × i32, 4 × u32. */
export const BUCKETS: i32 = 21504
/** Bytes of the hash table at BUCKETS. */
export const BUCKET_BYTES: i32 = (8 * CANDIDATES_PER_HASH) << HASH_BITS
/**
 * Address of the tokens of a block, pairs of u32: number of literals, then distance << 9 | length, or 0 at the end of the
 * block.
 */
export const TOKENS: i32 = BUCKETS + BUCKET_BYTES
/** First address behind the kernel's own tables. The caller lays out the buffers of a strip from here. */
export const STRIP_BUFFERS: i32 = TOKENS + 8 * (BLOCK_BYTES / MIN_MATCH_LENGTH + 2)
/** Bytes behind each buffer, because whole vectors are read and written. */
export const VECTOR_PADDING: i32 = 16
