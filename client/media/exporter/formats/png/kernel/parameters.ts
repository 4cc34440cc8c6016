/**
 * Parameters of the kernel. The surrounding TypeScript code reads the parameters too. All parameters are whole numbers,
 * because AssemblyScript needs integers.
 */

/** Bytes per DEFLATE block. Smaller blocks adapt better to the image, but the code tables cost more. */
export const BLOCK_BYTES = 65_536
/** Maximum distance of a match, bytes (RFC 1951, 2). */
export const WINDOW_BYTES = 32_768
/** Maximum length of a match, bytes (RFC 1951, 3.2.5). */
export const MAX_MATCH_LENGTH = 258
/** Minimum length of a match, bytes. Shorter matches would barely make the file smaller. */
export const MIN_MATCH_LENGTH = 4
/** Maximum number of earlier positions with the same hash that are compared. */
export const CANDIDATES_PER_HASH = 4
/** Bits of a hash. The hash table of match positions has 2^HASH_BITS buckets. */
export const HASH_BITS = 13
/** Factor of the multiplicative hash of four bytes: a prime near 2^32 / the golden ratio (Knuth, TAOCP 3, 6.4). */
export const HASH_FACTOR = 0x9e3779b1
/**
 * Maximum length of a match, in bytes, for lazy evaluation: up to this length, the parser also tries the next position.
 * Corresponds to zlib's `max_lazy`.
 */
export const MAX_LAZY_LENGTH = 10
/**
 * Length of a match, in bytes. After a longer match, no older candidates are compared. Corresponds to zlib's
 * `nice_length`.
 */
export const NICE_LENGTH = 16
/**
 * Assumed cost, in bits, of a length code plus a distance code without their extra bits. Values from 6 to 10 were
 * compared on photos.
 */
export const MATCH_BITS = 10
/**
 * Number of bytes of a match that are priced by their own literal costs. Each additional byte costs LONG_LITERAL_BITS.
 */
export const PRICED_LITERALS = 16
/** Assumed cost of each literal after the first PRICED_LITERALS of a match, bits. */
export const LONG_LITERAL_BITS = 2
/** Assumed cost of each literal before the first block of a strip, bits. The value is typical of photos. */
export const INITIAL_LITERAL_BITS = 4
/**
 * After every 2^SKIP_TRIGGER failed searches in a row, each search skips one more byte, up to MAX_SKIP. In noise, this
 * reduces the number of searches.
 */
export const SKIP_TRIGGER = 6
/** Maximum number of bytes skipped after a failed search. */
export const MAX_SKIP = 8

/**
 * Maximum length of a Huffman code, bits. With this length, four codes and seven pending bits fit into 64 bits. DEFLATE
 * allows 15.
 */
export const MAX_CODE_BITS = 12
/** Number of symbols of the literal and length alphabet: 0..285 (RFC 1951, 3.2.5). */
export const LITERAL_ALPHABET_SIZE = 286
/** Number of symbols of the distance alphabet: 0..29 (RFC 1951, 3.2.5). */
export const DISTANCE_ALPHABET_SIZE = 30
/** Symbol of the literal alphabet that ends a block. */
export const END_OF_BLOCK = 256

/**
 * PNG filter type 2, Up (PNG spec, 9.2). Up suits smooth photos and drawings with repeated rows. Average suits noise.
 * With LZ77 matches, the filters Sub and Paeth don't make photos smaller.
 */
export const UP = 2
/** PNG filter type 3, Average (PNG spec, 9.2). */
export const AVERAGE = 3
/**
 * Number of rows in the middle of a strip that are encoded with both filters. The filter with the smaller result is
 * used.
 */
export const TRIAL_ROWS = 4

/** Number of bytes before a chunk's data: length and type. */
export const CHUNK_HEAD_BYTES = 8
/** Number of bytes after a chunk's data: CRC-32. */
export const CHUNK_TAIL_BYTES = 4
