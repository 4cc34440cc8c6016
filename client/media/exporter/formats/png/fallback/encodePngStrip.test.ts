import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTENTS, makePicture } from '../../../fixtures/pictures.ts'
import { createStripEncoder, wasmModule } from '../stripEncoder.ts'
import { encodePngStrip } from './encodePngStrip.ts'

it('is used only where WebAssembly is unavailable', () => {
  expect(wasmModule()).toBeInstanceOf(WebAssembly.Module)
  expect(createStripEncoder()).not.toBe(encodePngStrip)
  expect(createStripEncoder(null)).toBe(encodePngStrip)
})

it('makes the same bytes as the compiled encoder', () => {
  const compiled = createStripEncoder()
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
      expect(encodePngStrip(strip, new ArrayBuffer(0))).toEqual(compiled(strip, new ArrayBuffer(0)))
    }),
    { numRuns: 150 },
  )
})
