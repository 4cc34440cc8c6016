/**
 * Addresses in the kernel's memory, bytes. The caller fills the tables of factors and codes once, and arranges the
 * buffers of a strip after STRIP_BUFFERS. A block has 64 samples as f64.
 */

/** Address of the row-major index of each coefficient in zigzag order: 64 × u8. */
export const ZIGZAG_ORDER: i32 = 1024
/** Address of the quantization factors of the luma coefficients, row-major: 64 × f64. */
export const LUMA_FACTORS: i32 = 2048
/** Address of the quantization factors of the chroma coefficients, row-major: 64 × f64. */
export const CHROMA_FACTORS: i32 = 2560
/** Address of the Huffman code of each luma DC symbol, as code × 32 + length in bits: 256 × u32. */
export const LUMA_DC_CODES: i32 = 3072
/** Address of the Huffman code of each luma AC symbol, as code × 32 + length in bits: 256 × u32. */
export const LUMA_AC_CODES: i32 = 4096
/** Address of the Huffman code of each chroma DC symbol, as code × 32 + length in bits: 256 × u32. */
export const CHROMA_DC_CODES: i32 = 5120
/** Address of the Huffman code of each chroma AC symbol, as code × 32 + length in bits: 256 × u32. */
export const CHROMA_AC_CODES: i32 = 6144

/** Size of a block, bytes. */
export const BLOCK_BYTES: i32 = 512
/** Address of four luma blocks of an MCU: top left, top right, bottom left, bottom right. */
export const LUMA_BLOCKS: i32 = 8192
/** Address of four Cb blocks with a sample per px: top left, top right, bottom left, bottom right. */
export const CB_BLOCKS: i32 = 10240
/** Address of four Cr blocks with a sample per px: top left, top right, bottom left, bottom right. */
export const CR_BLOCKS: i32 = 12288
/** Address of a block with the means of 2 × 2 samples. */
export const MEANS: i32 = 14336
/** Address of a transposed block. */
export const TRANSPOSED: i32 = 14848
/** Address of the quantized coefficients, row-major: 64 × i16. */
export const COEFFICIENTS: i32 = 15360
/** Address of the quantized coefficients in zigzag order: 64 × i16. */
export const ZIGZAG_COEFFICIENTS: i32 = 15488
/** Address of the pixels of an MCU at the image's edge, where the last column and row are repeated: 16 × 16 × RGBA. */
export const EDGE_PIXELS: i32 = 16384
/** First address after the kernel's own tables. */
export const STRIP_BUFFERS: i32 = 17408
