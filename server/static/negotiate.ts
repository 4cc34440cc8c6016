/** What a browser takes, and what it has already (RFC 9110 §12.5.3, §13.1.2). */

/** A content coding that files are stored in. */
export type Coding = 'br' | 'gzip'

/**
 * Returns whether an Accept-Encoding header accepts a coding: by its name, or by `*` where the name is missing. `q=0`
 * refuses.
 */
export function accepts(header: string, coding: Coding): boolean {
  let star = false
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
    if (name === coding || (coding === 'gzip' && name === 'x-gzip')) return !refused
    if (name === '*') star = !refused
  }
  return star
}

/**
 * Returns true when an If-None-Match header contains the entity tag. The comparison is weak: variants of one tag differ
 * in their encoding only.
 */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = withoutWeakness(etag)
  return (
    header.trim() === '*' || (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => withoutWeakness(tag) === opaque)
  )
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '')
