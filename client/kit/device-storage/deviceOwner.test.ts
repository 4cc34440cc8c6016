import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isDeviceOwner, onDeviceOwner, personalStorage, removeSettingsOf, setDeviceOwner } from './deviceOwner.ts'

const [ANNA, BEN] = [
  { id: 'anna', email: 'Anna@example.org' },
  { id: 'ben', email: 'ben@example.org' },
]
const COLORS = 'midground.recent-colors'
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => {
  setDeviceOwner(null)
})

it('each account reads only its own settings', () => {
  setDeviceOwner(ANNA)
  personalStorage()?.setItem(COLORS, 'red')
  expect(setDeviceOwner(BEN)).toBe(true)
  expect(personalStorage()?.getItem(COLORS)).toBeNull()
  personalStorage()?.setItem(COLORS, 'blue')
  setDeviceOwner(ANNA)
  expect(personalStorage()?.getItem(COLORS)).toBe('red')
  removeSettingsOf(ANNA.id)
  expect([...stored]).toEqual([[`${COLORS}:ben`, 'blue']])
})

it('settings without an owner go to the first account that signs in', () => {
  stored.set(COLORS, 'red')
  expect(setDeviceOwner(ANNA)).toBe(false)
  setDeviceOwner(BEN)
  expect([...stored]).toEqual([[`${COLORS}:anna`, 'red']])
})

it("settings without an owner don't replace the account's settings", () => {
  stored.set(COLORS, 'old').set(`${COLORS}:anna`, 'red')
  setDeviceOwner(ANNA)
  expect([...stored]).toEqual([[`${COLORS}:anna`, 'red']])
})

it('onDeviceOwner reports another account and a sign-out, but not a new email address', () => {
  const changed = vi.fn()
  const stop = onDeviceOwner(changed)
  setDeviceOwner(ANNA)
  setDeviceOwner({ ...ANNA, email: 'new@bücher.de' })
  expect(changed).toHaveBeenCalledTimes(1)
  const names = ['anna', 'NEW@bücher.de', 'new@xn--bcher-kva.de', ANNA.email]
  expect(names.map(isDeviceOwner)).toEqual([true, true, true, false])
  setDeviceOwner(null)
  expect([changed.mock.calls.length, isDeviceOwner('anna')]).toEqual([2, false])
  stop()
})
