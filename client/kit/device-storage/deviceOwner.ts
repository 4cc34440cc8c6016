/**
 * The account that owns the personal data that this page stores on the device. `deviceData.ts` lists all stored data.
 * After a session has expired, the last account stays the owner, because its document is still open.
 */
import { emailKey } from '#server/contract/api/credentials.ts'
import { createListeners } from '../async/listeners.ts'
import { PERSONAL_SETTINGS } from './deviceData.ts'
import { type DeviceStorage, deviceStorage, tryRead, tryWrite } from './deviceStorage.ts'

/** The owner's id and email address, or null before the first sign-in. */
let owner: { readonly id: string; readonly email: string } | null = null
const changes = createListeners()

/** Returns the owner's id, or null before an account has signed in on this page. */
export const deviceOwner = (): string | null => owner?.id ?? null

/** Returns true if `name` is the owner's id or email address. */
export const isDeviceOwner = (name: string): boolean =>
  owner !== null && (name === owner.id || emailKey(name) === emailKey(owner.email))

/** Calls `listener` after another account has become the owner. Returns a function that removes the listener. */
export const onDeviceOwner = changes.subscribe

/**
 * Makes an account the owner, or nobody after a sign-out (null). Returns true if the page had another owner before.
 * Returns false and does nothing if the owner doesn't change. Settings that were stored before settings had owners go
 * to the first account that signs in.
 */
export function setDeviceOwner(next: { readonly id: string; readonly email: string } | null): boolean {
  const before = deviceOwner()
  owner = next
  if (before === deviceOwner()) return false
  if (next) adoptSettings(next.id)
  changes.emit()
  return before !== null
}

/** Returns the local storage key of a personal setting. Without an owner, the key is the setting's name. */
export const personalKey = (name: string, id = deviceOwner()): string => (id === null ? name : `${name}:${id}`)

/**
 * Returns a view of local storage that replaces each key with the owner's key (`personalKey`). Returns null if the
 * browser forbids access.
 */
export function personalStorage(): DeviceStorage | null {
  const storage = deviceStorage()
  return (
    storage && {
      getItem: (name) => storage.getItem(personalKey(name)),
      setItem: (name, value) => storage.setItem(personalKey(name), value),
      removeItem: (name) => storage.removeItem(personalKey(name)),
    }
  )
}

/** Deletes the personal settings of an account. */
export const removeSettingsOf = (id: string): void =>
  tryWrite(() => {
    for (const name of PERSONAL_SETTINGS) deviceStorage()?.removeItem(personalKey(name, id))
  })

function adoptSettings(id: string): void {
  const storage = deviceStorage()
  for (const name of PERSONAL_SETTINGS) {
    const unowned = tryRead(name, storage)
    if (unowned === null) continue
    tryWrite(() => {
      if (storage?.getItem(personalKey(name, id)) === null) storage.setItem(personalKey(name, id), unowned)
      storage?.removeItem(name)
    })
  }
}
