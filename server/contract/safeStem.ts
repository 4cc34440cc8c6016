/** File systems take 255 bytes; a time, the number of a namesake and the extension follow. */
const STEM_BYTES = 200

/**
 * Returns `name` (a file name without its extension) as every file system and browser takes it: nothing that leads out of the
 * folder, that is refused, or that hides the file; at most 200 bytes of UTF-8, no letter cut. Invisible characters are left out, but
 * for the joiners of letters and emoji. Empty when nothing is left.
 */
export const safeStem = (name: string): string =>
  shortened(
    name
      .replace(/[/\\:*?"<>|~\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '_')
      .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
      .replace(/^[.\s]+|[.\s]+$/g, ''),
  ).replace(/[.\s]+$/, '')

function shortened(name: string): string {
  const utf8 = new TextEncoder()
  let bytes = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += utf8.encode(segment).length
    if (bytes > STEM_BYTES) break
    end += segment.length
  }
  return name.slice(0, end)
}
