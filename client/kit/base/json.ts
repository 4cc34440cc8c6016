/** Returns the parsed value; null when `text` is null or invalid JSON. For untrusted input: never throws. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // invalid JSON
  }
}

/** Returns `value` when it is an object, else an empty record. For untrusted input. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
