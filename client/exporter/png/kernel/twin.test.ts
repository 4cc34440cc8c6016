import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTENTS, makePicture } from '../../fixtures/pictures.ts'
import { createStripEncoder } from '../strip.ts'
import { createKernel } from './kernel.ts'

it('runs compiled where WebAssembly is to be had', () => {
  expect(createKernel().memory).toBeInstanceOf(WebAssembly.Memory)
})

it('makes the same file compiled as in plain TypeScript, byte for byte', () => {
  const compiled = createStripEncoder(createKernel())
  const twin = createStripEncoder(createKernel(null))
  const any = fc.tuple(
    fc.constantFrom(...CONTENTS),
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 1, max: 90 }),
    fc.boolean(),
    fc.nat(9999),
  )
  fc.assert(
    fc.property(any, ([content, width, rows, opaque, seed]) => {
      const picture = makePicture({ width, height: rows + 1 }, content, opaque, seed + 1)
      const [above, rgba] = [picture.subarray(0, 4 * width), picture.subarray(4 * width)]
      const strip = { width, rows, rgba, above: seed % 3 ? above : null, opaque }
      expect(twin(strip, new ArrayBuffer(0))).toEqual(compiled(strip, new ArrayBuffer(0)))
    }),
    { numRuns: 150 },
  )
})
