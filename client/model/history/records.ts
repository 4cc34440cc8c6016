/** Restores plain JSON records in a valtio proxy. */
import { isEqual } from '#client/kit/values/identity.ts'

export type JsonRecord = Record<string, unknown>

const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns `value` with an amendment applied. Each field, at any depth, whose value equals `before` gets the value of
 * `after`.
 */
export function withAmendment(value: unknown, { before, after }: { before: unknown; after: unknown }): unknown {
  if (isEqual(value, before)) return after
  if (!isJsonRecord(value) || !isJsonRecord(before) || !isJsonRecord(after)) return value
  const fields = Object.entries(value).map(([name, held]) => [
    name,
    name in after ? withAmendment(held, { before: before[name], after: after[name] }) : held,
  ])
  return Object.fromEntries(fields)
}

/**
 * Makes `owner[key]` equal to `value`. Existing records are written to and not replaced. If `value` is undefined, the
 * key is removed.
 */
export function assignInPlace(owner: object, key: string, value: unknown): void {
  const bag = owner as JsonRecord
  const held = bag[key]
  if (value === undefined) delete bag[key]
  else if (isJsonRecord(held) && isJsonRecord(value)) {
    for (const name of Object.keys(held)) if (!(name in value)) delete held[name]
    for (const name of Object.keys(value)) assignInPlace(held, name, value[name])
  } else if (!Object.is(held, value)) {
    bag[key] = mutableCopy(value)
  }
}

/** Sorts the keys of `owner` by the order of `keys`. Other keys come last. The value objects stay the same. */
export function orderKeys(owner: object, keys: readonly string[]): void {
  const bag = owner as JsonRecord
  const held = Object.keys(bag)
  const ordered = [...keys.filter((key) => key in bag), ...held.filter((key) => !keys.includes(key))]
  const first = ordered.findIndex((key, i) => key !== held[i])
  if (first < 0) return
  for (const key of ordered.slice(first)) {
    const value = bag[key]
    delete bag[key]
    bag[key] = value
  }
}

/**
 * Returns a deep copy of a snapshot that can be written to the document. Without the copy, valtio would store the
 * read-only object itself and silently ignore later writes. Frozen lists (`listOf`) aren't copied, because they never
 * change.
 */
export function mutableCopy<T>(value: T): T
export function mutableCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return value.map((item) => mutableCopy(item))
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, mutableCopy(held)]))
}
