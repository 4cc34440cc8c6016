import { expect, it } from 'vitest'
import { nonZeroBounds, sparseCopy } from './bytes.ts'

it('sparseCopy copies arrays that contain long runs of zeros', () => {
  for (const length of [0, 1, 3, 4095, 4096, 4097, 20_003]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i % 9000 < 5000 ? 0 : i % 256))
    if (length > 0) bytes[length - 1] = 7
    const copy = sparseCopy(bytes)
    expect(copy).toEqual(bytes)
    expect(copy.buffer).not.toBe(bytes.buffer)
  }
})

it('sparseCopy copies a subarray of a buffer', () => {
  const bytes = Uint8Array.from({ length: 9000 }, (_, i) => (i === 4500 ? 200 : 0)).subarray(3, 8999)
  expect(sparseCopy(bytes)).toEqual(bytes)
})

it('nonZeroBounds returns the box around the bytes above 0', () => {
  const array = Uint8Array.from([0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 7, 0])
  expect(nonZeroBounds(array, { width: 4, height: 3 })).toEqual({ x: 1, y: 1, width: 2, height: 2 })
  expect(nonZeroBounds(array, { y: 2, width: 4, height: 1 })).toEqual({ x: 2, y: 2, width: 1, height: 1 })
  expect(nonZeroBounds(array, { width: 4, height: 1 })).toBeNull()
})
