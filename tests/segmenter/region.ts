import type { Region } from '#client/media/segmenter/pipeline/plane.ts'

/** A region from rows of text; '#' = inside. */
export const region = (...rows: string[]): Region => ({
  width: rows[0]!.length,
  height: rows.length,
  inside: Uint8Array.from(rows.join(''), (letter) => Number(letter === '#')),
})
