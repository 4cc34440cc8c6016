/** Parsing of untrusted JSON that never throws. */

/** The parsed value; null for invalid JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // damaged
  }
}

/** `value` as a record; an empty one when it is no object. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
