import { beforeEach, expect, it, vi } from 'vitest'
import { storeChoice, storedChoice } from './encoderChoice.ts'

const GPU = 'ANGLE (NVIDIA, GeForce)'
const measured = { gpu: GPU, backend: 'webgl', wasmMs: 3000, webglMs: 900 } as const

/** In-memory replacement for the device's storage. */
function newStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const browse = (userAgent: string) => vi.stubGlobal('navigator', { userAgent })
beforeEach(() => browse('Chromium/156'))

it.each(['webgl', 'wasm'] as const)('storedChoice returns the measured backend %s for the same GPU', (backend) => {
  const storage = newStorage()
  storeChoice({ ...measured, backend }, storage)
  expect(storedChoice(storage)).toEqual({ browser: 'Chromium/156', gpu: GPU, backend })
})

it('storedChoice returns null after a browser update', () => {
  const storage = newStorage()
  storeChoice(measured, storage)
  browse('Chromium/157')
  expect(storedChoice(storage)).toBeNull()
})

it("storeChoice doesn't store a choice without a GPU", () => {
  const storage = newStorage()
  storeChoice({ gpu: null, backend: 'wasm', wasmMs: 3000, webglMs: null }, storage)
  expect(storage.items.size).toBe(0)
})

it.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a choice without a GPU', '{"browser":"Chromium/156","backend":"webgl"}'],
])('storedChoice returns null if the storage contains %s', (_, text) => {
  const storage = newStorage()
  storeChoice(measured, storage)
  for (const key of storage.items.keys()) storage.items.set(key, text)
  expect(storedChoice(storage)).toBeNull()
})

it('storedChoice returns WebAssembly if the storage contains an unknown backend', () => {
  const storage = newStorage()
  storeChoice(measured, storage)
  for (const [key, text] of storage.items) storage.items.set(key, text.replace('"webgl"', '"webgpu"'))
  expect(storedChoice(storage)?.backend).toBe('wasm')
})

it("storeChoice doesn't throw if storage is full or blocked", () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const full = {
    ...newStorage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => storeChoice(measured, full)).not.toThrow()
  expect(() => storeChoice(measured, null)).not.toThrow()
  expect([storedChoice(full), storedChoice(null)]).toEqual([null, null])
})
