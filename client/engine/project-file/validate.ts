/** Thrown by the validators in this file if JSON isn't a valid project. */
export class InvalidProjectError extends Error {}

/** An untrusted JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Returns `raw` if it is an object but not an array. @throws InvalidProjectError */
export function jsonRecord(raw: unknown): JsonRecord {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new InvalidProjectError('no record')
  return raw as JsonRecord
}

/** Returns `raw` if it is an array of at most `most` items. @throws InvalidProjectError */
export function jsonArray(raw: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(raw) || raw.length > most) throw new InvalidProjectError('no list')
  return raw
}

/** Returns `raw` if it is a string of at most `longest` UTF-16 code units. @throws InvalidProjectError */
export function text(raw: unknown, longest = 1000): string {
  if (typeof raw !== 'string' || raw.length > longest) throw new InvalidProjectError('no text')
  return raw
}

/** Returns `raw` if it is a finite number. @throws InvalidProjectError */
export function finite(raw: unknown): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) throw new InvalidProjectError('no number')
  return raw
}

/** Returns `raw` if it is a length in px: a whole number from 1 to 100,000. @throws InvalidProjectError */
export function pixels(raw: unknown): number {
  const value = finite(raw)
  if (!Number.isInteger(value) || value < 1 || value > 100_000) throw new InvalidProjectError('no size')
  return value
}

/** Returns `raw` if it is a boolean. @throws InvalidProjectError */
export function flag(raw: unknown): boolean {
  if (typeof raw !== 'boolean') throw new InvalidProjectError('no flag')
  return raw
}

/**
 * Returns `raw` if it is an id as `newId` creates it: 1 to 40 lower-case letters and digits. Such an id can't be a
 * special property name, a path or HTML. @throws InvalidProjectError
 */
export function id<Id extends string>(raw: unknown): Id {
  if (typeof raw !== 'string' || !/^[0-9a-z]{1,40}$/.test(raw) || raw in {}) throw new InvalidProjectError('no id')
  return raw as Id
}

/** Returns `raw` if it is a hexadecimal SHA-256 hash. @throws InvalidProjectError */
export function hash(raw: unknown): string {
  if (typeof raw !== 'string' || !/^[0-9a-f]{64}$/.test(raw)) throw new InvalidProjectError('no hash')
  return raw
}
