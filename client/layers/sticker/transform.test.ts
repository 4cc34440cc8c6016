import { describe, expect, it } from 'vitest'
import { paletteScale, sizeOf } from './transform.ts'

describe('the size of an emoji from the palette', () => {
  it.each([
    { width: 512, height: 512, side: 102 },
    { width: 4000, height: 3000, side: 600 },
    { width: 60, height: 400, side: 20 },
    { width: 9000, height: 9000, side: 1000 },
  ])(
    'an emoji from the palette spans a fifth of the shorter side of a $width × $height image',
    ({ side, ...picture }) => {
      expect(sizeOf({ scale: paletteScale(picture), ratio: 1 })).toEqual({ width: side, height: side })
    },
  )
})
