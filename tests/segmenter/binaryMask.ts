import type { BinaryMask } from '#client/media/segmenter/pipeline/plane.ts'

/** Parses a mask from rows of text. '#' is inside the mask. */
export const binaryMask = (...rows: string[]): BinaryMask => ({
  width: rows[0]!.length,
  height: rows.length,
  inside: Uint8Array.from(rows.join(''), (letter) => Number(letter === '#')),
})
