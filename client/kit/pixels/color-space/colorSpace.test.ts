import { describe, expect, it } from 'vitest'
import { type ColorSpace, converted, luminanceWeights, PRIMARIES, rgbToD50 } from './colorSpace.ts'
import { readIccProfile, spaceOfProfile } from './iccProfile.ts'
import { iccProfileOf } from './iccProfileOf.ts'

const SPACES = ['srgb', 'display-p3'] as const

describe('color spaces', () => {
  it('the luma weights of sRGB equal the luma weights of Rec. 709', () => {
    const weights = luminanceWeights('srgb')
    for (const [i, known] of [0.2126, 0.7152, 0.0722].entries()) expect(weights[i]).toBeCloseTo(known, 3)
    for (const space of SPACES) expect(luminanceWeights(space).reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12)
  })

  it("the computed matrix of Display P3 matches Apple's profile", () => {
    const known = [
      [0.51512, 0.29198, 0.1571],
      [0.2412, 0.69225, 0.06657],
      [-0.00105, 0.04189, 0.78407],
    ]
    for (const [i, row] of rgbToD50(PRIMARIES['display-p3']).entries())
      for (const [k, value] of row.entries()) expect(value).toBeCloseTo(known[i]?.[k] ?? Number.NaN, 4)
  })

  // Expected values are examples of CSS Color 4, section 10.3: colors such as color(srgb 1 0 0) in Display P3.
  it.each([
    { srgb: [1, 0, 0], p3: [0.917488, 0.200287, 0.138561] },
    { srgb: [0, 1, 0], p3: [0.458402, 0.985265, 0.29829] },
    { srgb: [0, 0, 1], p3: [0, 0, 0.959588] },
    { srgb: [1, 1, 1], p3: [1, 1, 1] },
  ] as const)('the sRGB color $srgb becomes the Display P3 color that CSS computes', ({ srgb, p3 }) => {
    for (const [i, value] of converted(srgb, 'srgb', 'display-p3').entries()) expect(value).toBeCloseTo(p3[i] ?? 0, 4)
  })
})

describe("the product's own ICC profiles", () => {
  it.each(SPACES)("reading the product's %s profile returns that color space", (space) => {
    const profile = iccProfileOf(space)
    expect(profile.length).toBeLessThan(600)
    const read = readIccProfile(profile)
    expect(read && spaceOfProfile(read)).toBe(space)
    expect(new DataView(profile.buffer).getUint32(0)).toBe(profile.length)
  })
})

/** Modifies the profile of a space with `change`. Returns the space that the new profile describes, or null. */
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

describe('comparison of profiles with known spaces', () => {
  it('a Display P3 profile with slightly different rounding is recognized', () => {
    expect(changed('display-p3', (view, at) => view.setInt32(at('rXYZ') + 8, 33_759 + 40))).toBe('display-p3')
  })

  it('a profile with other primaries or another tone curve is not recognized', () => {
    expect(changed('display-p3', (view, at) => view.setInt32(at('gXYZ') + 8, 17_000))).toBeNull()
    expect(changed('display-p3', (view, at) => view.setInt32(at('rTRC') + 12, 65_536 * 2.2))).toBeNull()
  })

  it("an sRGB profile whose blue is twice as bright isn't recognized as sRGB", () => {
    const double = (view: DataView, at: number) => view.setInt32(at, 2 * view.getInt32(at))
    expect(
      changed('srgb', (view, at) => {
        for (const offset of [8, 12, 16]) double(view, at('bXYZ') + offset)
      }),
    ).toBeNull()
  })
})
