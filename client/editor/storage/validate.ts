/** Validators for unknown JSON. Each returns the typed value or throws `InvalidProjectError`. */

export class InvalidProjectError extends Error {}

export type Bag = Readonly<Record<string, unknown>>

export function bag(raw: unknown): Bag {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new InvalidProjectError('no record')
  return raw as Bag
}

export function items(raw: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(raw) || raw.length > most) throw new InvalidProjectError('no list')
  return raw
}

export function text(raw: unknown, longest = 1000): string {
  if (typeof raw !== 'string' || raw.length > longest) throw new InvalidProjectError('no text')
  return raw
}

export function finite(raw: unknown): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) throw new InvalidProjectError('no number')
  return raw
}

/** A whole number of pixels. */
export function pixels(raw: unknown): number {
  const value = finite(raw)
  if (!Number.isInteger(value) || value < 1 || value > 100_000) throw new InvalidProjectError('no size')
  return value
}

export function flag(raw: unknown): boolean {
  if (typeof raw !== 'boolean') throw new InvalidProjectError('no flag')
  return raw
}

/** As `newId` makes them; nothing that means something to an object, a path or a page. */
export function id<Id extends string>(raw: unknown): Id {
  if (typeof raw !== 'string' || !/^[0-9a-z]{1,40}$/.test(raw)) throw new InvalidProjectError('no id')
  return raw as Id
}

export function hash(raw: unknown): string {
  if (typeof raw !== 'string' || !/^[0-9a-f]{64}$/.test(raw)) throw new InvalidProjectError('no hash')
  return raw
}
