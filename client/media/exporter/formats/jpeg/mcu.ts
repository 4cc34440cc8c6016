/** The minimum coded unit (T.81, A.2): blocks of 64 level-shifted samples, row-major. */
export interface Mcu {
  /** One block, or four: two rows of two. */
  luma: readonly Float32Array[]
  cb: Float32Array
  cr: Float32Array
  /** Fills the blocks from the pixels whose top left corner is (x, y). Repeats the last column and row at the edges. */
  read(from: { width: number; rows: number; rgba: Uint8Array }, x: number, y: number): void
}

const block = () => new Float32Array(64)

/**
 * Creates a reader of MCUs (minimum coded units), squares of `side` px. Its `read` converts RGBA bytes to 8 × 8 blocks of
 * YCbCr (BT.601, full range) and subtracts 128 from luma (level shift). It ignores alpha, so the pixels must be opaque. With
 * side 8 there is one block of luma and chroma has full resolution (4:4:4). With side 16 there are four blocks of luma, and
 * each chroma sample is the mean of 2 × 2 px (4:2:0). Every `read` overwrites the same blocks.
 */
export function createMcu(side: 8 | 16): Mcu {
  const luma = side === 8 ? [block()] : [block(), block(), block(), block()]
  const [cb, cr] = [block(), block()]
  const shift = side === 8 ? 0 : 1
  const share = 1 / (1 << (2 * shift))
  return {
    luma,
    cb,
    cr,
    read({ width, rows, rgba }, left, top) {
      cb.fill(0)
      cr.fill(0)
      for (let v = 0; v < side; v++) {
        const row = Math.min(rows - 1, top + v) * width
        for (let u = 0; u < side; u++) {
          const i = 4 * (row + Math.min(width - 1, left + u))
          const [r, g, b] = [rgba[i] as number, rgba[i + 1] as number, rgba[i + 2] as number]
          const block = luma[((v >> 3) << 1) | (u >> 3)] as Float32Array
          // JFIF 1.02: BT.601 at full range
          block[((v & 7) << 3) | (u & 7)] = 0.299 * r + 0.587 * g + 0.114 * b - 128
          const at = ((v >> shift) << 3) | (u >> shift)
          cb[at] = (cb[at] as number) + share * (-0.168735892 * r - 0.331264108 * g + 0.5 * b)
          cr[at] = (cr[at] as number) + share * (0.5 * r - 0.418687589 * g - 0.081312411 * b)
        }
      }
    },
  }
}
