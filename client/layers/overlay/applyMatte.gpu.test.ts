import { expect, it } from 'vitest'
import { pixelsOf } from '#client/media/importer/fixtures/files.ts'
import { bitmapOf } from '../../../tests/helpers/gpu.ts'
import { edgeError, mixtureOf } from '../../../tests/helpers/mixture.ts'
import { applyMatte } from './applyMatte.ts'

const SIZE = { width: 200, height: 150 }

it('applyMatte removes the background color from soft edges', async () => {
  const { rgba, front, coverage } = mixtureOf(SIZE)
  const cut = await applyMatte(await bitmapOf(rgba.slice(), SIZE.width, SIZE.height), { ...SIZE, coverage })
  const bytes = new Uint8ClampedArray(pixelsOf(cut))
  expect(bytes.filter((_, i) => i % 4 === 3)).toEqual(new Uint8ClampedArray(coverage))
  expect(edgeError(rgba, front, coverage)).toBeGreaterThan(15)
  expect(edgeError(bytes, front, coverage)).toBeLessThan(6) // mean error of soft pixels, not weighted by coverage
})
