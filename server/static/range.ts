/** One byte range (RFC 9110 §14). Several at once are answered with the whole file, which the RFC allows. */

/** A range of bytes. */
export interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/**
 * Returns the range that a Range header asks for. Null: send the whole file, because the header is missing, not
 * understood, or `ifRange` is another entity tag. 'unsatisfiable': answer 416.
 */
export function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!found || (ifRange !== undefined && ifRange !== etag)) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable'
  return start > end ? null : { start, end }
}
