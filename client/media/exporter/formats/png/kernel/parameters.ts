/**
 * Parameters of the kernel, which the TypeScript code around it reads too. Whole numbers, as AssemblyScript needs.
 */

/** Bytes per DEFLATE block: small enough to follow the picture, large enough to pay for its code tables. */
export const BLOCK_BYTES = 65_536
/** The farthest distance of a match (RFC 1951, 2). */
export const WINDOW_BYTES = 32_768
/** The longest match, bytes (RFC 1951, 3.2.5). */
export const MAX_MATCH_LENGTH = 258
/** Minimum length of a match, bytes. Shorter matches would save little. */
export const MIN_MATCH_LENGTH = 4
/** Maximum number of earlier positions of the same hash that are compared. */
export const CANDIDATES_PER_HASH = 4
/** Bits of a hash; the hash table of match positions has 2^HASH_BITS buckets. */
export const HASH_BITS = 13
/** Factor of the multiplicative hash of four bytes: a prime close to 2^32 / the golden ratio (Knuth, TAOCP 3, 6.4). */
export const HASH_FACTOR = 0x9e3779b1
/** Longer matches are taken without lazy evaluation, as by zlib's `max_lazy`. */
export const MAX_LAZY_LENGTH = 10
/** Once a match is longer, older candidates are not compared, as by zlib's `nice_length`. */
export const NICE_LENGTH = 16
/** Cost in bits of a length and a distance code without the distance's extra bits; tried from 6 to 10 on photos. */
export const MATCH_BITS = 10
/**
 * To price a match, this many of its bytes count with their own costs as literals, the rest with LONG_LITERAL_BITS
 * each.
 */
export const PRICED_LITERALS = 16
/** Assumed cost of a literal after the first PRICED_LITERALS of a match, bits. */
export const LONG_LITERAL_BITS = 2
/** Assumed cost of every literal before the first block of a strip, bits; typical of photos. */
export const INITIAL_LITERAL_BITS = 4
/**
 * In noise, every 2^SKIP_TRIGGER failed searches in a row add one byte that is skipped without a search, up to
 * MAX_SKIP.
 */
export const SKIP_TRIGGER = 6
/** The most bytes that are skipped without a search in noise. */
export const MAX_SKIP = 8

/** The longest Huffman code, bits. Four codes and seven pending bits fit into one 64-bit word; DEFLATE allows 15. */
export const MAX_CODE_BITS = 12
/** Symbols of the literal and length alphabet: 0..285 (RFC 1951, 3.2.5). */
export const LITERAL_ALPHABET_SIZE = 286
/** Symbols of the distance alphabet: 0..29 (RFC 1951, 3.2.5). */
export const DISTANCE_ALPHABET_SIZE = 30
/** The literal alphabet's symbol that ends a block. */
export const END_OF_BLOCK = 256

/**
 * PNG filter type 2, Up (PNG spec, 9.2). Up suits smooth photos and drawings, whose rows repeat; Average keeps noise
 * small. With LZ77 matches, Sub and Paeth save nothing on photos.
 */
export const UP = 2
/** PNG filter type 3, Average (PNG spec, 9.2). */
export const AVERAGE = 3
/** Rows from the middle of a strip that are encoded with both filters to choose one. */
export const TRIAL_ROWS = 4

/** Bytes before a chunk's data: its length and its type. */
export const CHUNK_HEAD_BYTES = 8
/** Bytes behind a chunk's data: its CRC-32. */
export const CHUNK_TAIL_BYTES = 4
