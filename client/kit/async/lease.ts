/** Shared values that are created at their first use and destroyed after their last use. */
import { once } from './scheduling.ts'

/** One use of a shared value. */
export interface Lease<T> {
  readonly value: T
  /** Ends this use. When the last use ends, the value is destroyed. */
  release(): void
}

interface Shared<T> {
  value: T
  users: number
}

const sharedByOwner = new WeakMap<object, Map<string, Shared<unknown>>>()

/**
 * Returns a lease of the owner's shared value `name`. The owner is an object such as a renderer. The first lease calls
 * `create`.
 */
export function leaseShared<T extends { destroy(): void }>(owner: object, name: string, create: () => T): Lease<T> {
  const values = sharedByOwner.get(owner) ?? new Map<string, Shared<unknown>>()
  sharedByOwner.set(owner, values)
  const known = values.get(name) as Shared<T> | undefined // safe cast: all leases of one name have the same type
  const shared = known ?? { value: create(), users: 0 }
  values.set(name, shared)
  shared.users++
  const release = once(() => {
    if (--shared.users > 0) return
    values.delete(name)
    shared.value.destroy()
  })
  return { value: shared.value, release }
}
