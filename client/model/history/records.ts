/** Comparing and restoring plain JSON records inside a valtio proxy. */
export type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equality of plain JSON: a drag that returns to its start is no change. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => key in b && same((a as Bag)[key], (b as Bag)[key]))
  )
}

/** `value` with the fields of a record that still were as `before` said set to what `after` says. */
export function amended(value: unknown, { before, after }: { before: unknown; after: unknown }): unknown {
  if (same(value, before)) return after
  if (!isBag(value) || !isBag(before) || !isBag(after)) return value
  const fields = Object.entries(value).map(([name, held]) => [
    name,
    name in after ? amended(held, { before: before[name], after: after[name] }) : held,
  ])
  return Object.fromEntries(fields)
}

/** Make `owner[key]` equal to `value`, writing into records that already live there; undefined removes the key. */
export function put(owner: object, key: string, value: unknown): void {
  const bag = owner as Bag
  const held = bag[key]
  if (value === undefined) delete bag[key]
  else if (isBag(held) && isBag(value)) {
    for (const name of Object.keys(held)) if (!(name in value)) delete held[name]
    for (const name of Object.keys(value)) put(held, name, value[name])
  } else if (!Object.is(held, value)) {
    bag[key] = owned(value)
  }
}

/**
 * A copy of a snapshot that the document may own: valtio would adopt the read-only object itself and swallow later
 * writes without an error. Lists stay what they are, for they are values (`base/list.ts`).
 */
export function owned<T>(value: T): T
export function owned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return value.map((item) => owned(item))
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, owned(held)]))
}
