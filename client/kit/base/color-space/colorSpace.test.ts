import { describe, expect, it } from 'vitest'
import {
  type ColorSpace,
  conversionMatrix,
  converted,
  encodedOf,
  linearOf,
  luminanceWeights,
  PRIMARIES,
  rgbToD50,
} from './colorSpace.ts'
import { readIccProfile, spaceOfProfile } from './iccProfile.ts'
import { iccProfileOf } from './iccProfileOf.ts'
import { inverse, type Matrix3, multiplied } from './matrix3.ts'

const SPACES = ['srgb', 'display-p3'] as const

describe('the maths', () => {
  it('has the luma weights of Rec. 709 for sRGB', () => {
    const weights = luminanceWeights('srgb')
    for (const [i, known] of [0.2126, 0.7152, 0.0722].entries()) expect(weights[i]).toBeCloseTo(known, 3)
    for (const space of SPACES) expect(luminanceWeights(space).reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12)
  })

  it("matches the columns of the profile in Apple's Display P3 files", () => {
    const known = [
      [0.51512, 0.29198, 0.1571],
      [0.2412, 0.69225, 0.06657],
      [-0.00105, 0.04189, 0.78407],
    ]
    for (const [i, row] of rgbToD50(PRIMARIES['display-p3']).entries())
      for (const [k, value] of row.entries()) expect(value).toBeCloseTo(known[i]?.[k] ?? Number.NaN, 4)
  })

  // CSS Color 4, section 10.3: color(srgb 1 0 0) and others in Display P3.
  it.each([
    [
      [1, 0, 0],
      [0.917488, 0.200287, 0.138561],
    ],
    [
      [0, 1, 0],
      [0.458402, 0.985265, 0.29829],
    ],
    [
      [0, 0, 1],
      [0, 0, 0.959588],
    ],
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
  ] as const)('converts sRGB %s to Display P3 as CSS does', (srgb, p3) => {
    for (const [i, value] of converted(srgb, 'srgb', 'display-p3').entries()) expect(value).toBeCloseTo(p3[i] ?? 0, 4)
  })

  it('clips colours outside sRGB and round-trips colours inside', () => {
    expect(converted([1, 0, 0], 'display-p3', 'srgb')).toEqual([1, 0, 0])
    for (const color of [
      [0.2, 0.5, 0.8],
      [0.9, 0.1, 0.4],
    ] as const) {
      const there = converted(converted(color, 'srgb', 'display-p3'), 'display-p3', 'srgb')
      for (const [i, value] of there.entries()) expect(value).toBeCloseTo(color[i] ?? 0, 10)
    }
  })

  it('keeps greys exactly grey in 8 bits', () => {
    for (let byte = 0; byte < 256; byte++) {
      const grey = byte / 255
      for (const value of converted([grey, grey, grey], 'srgb', 'display-p3'))
        expect(Math.round(255 * value)).toBe(byte)
    }
  })

  it('inverts matrices and the transfer function', () => {
    const matrix: Matrix3 = conversionMatrix('srgb', 'display-p3')
    const identity = multiplied(inverse(matrix), matrix)
    for (const [i, row] of identity.entries())
      for (const [k, value] of row.entries()) expect(value).toBeCloseTo(i === k ? 1 : 0, 12)
    for (let value = 0; value <= 1; value += 1 / 512) expect(encodedOf(linearOf(value))).toBeCloseTo(value, 6)
  })
})

describe('own profiles', () => {
  it.each(SPACES)("the product's profile is read back as %s", (space) => {
    const profile = iccProfileOf(space)
    expect(profile.length).toBeLessThan(600)
    const read = readIccProfile(profile)
    expect(read && spaceOfProfile(read)).toBe(space)
    expect(new DataView(profile.buffer).getUint32(0)).toBe(profile.length)
  })
})

/** Returns the profile of a space with other curves or primaries, with only the tags that matter. */
function changed(space: ColorSpace, change: (view: DataView, tagAt: (name: string) => number) => void) {
  const profile = iccProfileOf(space)
  const view = new DataView(profile.buffer)
  change(view, (name) => {
    for (let at = 132; at < 132 + 12 * view.getUint32(128); at += 12)
      if (String.fromCharCode(...profile.subarray(at, at + 4)) === name) return view.getUint32(at + 4)
    throw new Error(`no tag ${name}`)
  })
  const read = readIccProfile(profile)
  return read && spaceOfProfile(read)
}

describe('similarity', () => {
  it("matches another vendor's profile with different rounding", () => {
    expect(changed('display-p3', (view, at) => view.setInt32(at('rXYZ') + 8, 33_759 + 40))).toBe('display-p3')
  })

  it('does not match a profile with other primaries or another curve', () => {
    expect(changed('display-p3', (view, at) => view.setInt32(at('gXYZ') + 8, 17_000))).toBeNull()
    expect(changed('display-p3', (view, at) => view.setInt32(at('rTRC') + 12, 65_536 * 2.2))).toBeNull()
  })

  it('does not match a space with equal primaries and other luma weights', () => {
    const double = (view: DataView, at: number) => view.setInt32(at, 2 * view.getInt32(at))
    expect(
      changed('srgb', (view, at) => {
        for (const offset of [8, 12, 16]) double(view, at('bXYZ') + offset)
      }),
    ).toBeNull()
  })
})
