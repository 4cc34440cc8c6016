import { expect, it } from 'vitest'
import { sparseCopy } from './bytes.ts'

it('sparseCopy copies every byte of arrays with zeros anywhere', () => {
  for (const length of [0, 1, 3, 4095, 4096, 4097, 20_003]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i % 9000 < 5000 ? 0 : i % 256))
    if (length > 0) bytes[length - 1] = 7
    const copy = sparseCopy(bytes)
    expect(copy).toEqual(bytes)
    expect(copy.buffer).not.toBe(bytes.buffer)
  }
})

it('sparseCopy copies a part of a buffer', () => {
  const bytes = Uint8Array.from({ length: 9000 }, (_, i) => (i === 4500 ? 200 : 0)).subarray(3, 8999)
  expect(sparseCopy(bytes)).toEqual(bytes)
})
