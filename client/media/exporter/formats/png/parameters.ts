/** What both encoders go by: the compiled one in kernel/ and its twin in plain/. Whole numbers, for AssemblyScript too. */

/** Bytes per DEFLATE block: small enough to follow the picture, large enough to pay for its code tables. */
export const BLOCK_BYTES = 65_536
/** How far back DEFLATE can point (RFC 1951). */
export const WINDOW = 32_768
export const MAX_MATCH = 258
/** Nothing shorter is found, nor would it save much. */
export const MIN_MATCH = 4
/** Places of the same hash that are looked at. */
export const PLACES = 4
export const HASH_BITS = 13
export const HASH_FACTOR = 0x9e3779b1
/** Longer than this is taken without asking whether the next byte starts a better one. */
export const GOOD_MATCH = 10
/** Longer than this is not compared with older places. */
export const NICE_MATCH = 16
/** Cost in bits of a length and a distance code without the distance's extra bits; tried from 6 to 10 on photos. */
export const MATCH_BITS = 10
/** So many literals of a match are added up one by one; the rest counts as LONG_LITERAL_BITS each. */
export const PRICED_LITERALS = 16
export const LONG_LITERAL_BITS = 2
/** Before anything is known of a strip: what a byte costs in most photos, bits. */
export const USUAL_LITERAL_BITS = 4
/** After every 2^PATIENCE misses in a row one more byte is passed over without a look, MAX_SKIP at most: noise. */
export const PATIENCE = 6
export const MAX_SKIP = 8

/** Four codes and seven waiting bits fit into one 64-bit word; DEFLATE would allow 15. */
export const MAX_CODE_BITS = 12
export const LITERALS = 286
export const DISTANCES = 30
export const END_OF_BLOCK = 256

/**
 * The row filters in use (PNG spec, clause 9). Up suits smooth photos and drawings, whose rows repeat; Average keeps
 * noise small. Sub and Paeth save nothing on photos once repeats are searched for.
 */
export const UP = 2
export const AVERAGE = 3
/** So many rows from a strip's middle decide which. */
export const TRIAL_ROWS = 4

/** Length and name before a chunk's data, checksum behind it, bytes. */
export const CHUNK_HEAD = 8
export const CHUNK_TAIL = 4
