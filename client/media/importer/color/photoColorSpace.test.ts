import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { concatBytes, uint32 } from '#client/kit/bytes/bytes.ts'
import { isWideGamut, MAX_PROFILE_BYTES, readIccProfile } from '#client/kit/pixels/color-space/iccProfile.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { chunk, iccpChunk, SIGNATURE } from '#client/kit/pixels/png/chunks.ts'
import { type PlainType, sniff } from '../../file/sniff.ts'
import { embedProfile } from '../heic/encodedPicture.ts'
import { findEmbeddedProfile, photoColorSpace } from './photoColorSpace.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const spaceOf = (bytes: Uint8Array<ArrayBuffer>) => photoColorSpace(sniff(bytes) as PlainType, bytes)

const png = (...extra: Uint8Array[]) =>
  concatBytes([SIGNATURE, chunk('IHDR', [...uint32(1), ...uint32(1), 8, 2, 0, 0, 0]), ...extra, chunk('IEND', [])])
const withProfile = async (name: string, profile: Uint8Array, file = fixture(name)) => {
  const type = name.endsWith('png') ? 'image/png' : 'image/jpeg'
  return new Uint8Array(await (await embedProfile(new Blob([file], { type }), profile)).arrayBuffer())
}

it.each(['p3.jpg', 'p3.png', 'p3.webp'])('the color space of the file %s is Display P3', async (name) => {
  expect(await spaceOf(fixture(name))).toEqual({ space: 'display-p3', note: null })
})

it.each([
  ...['grey.jpg', 'progressive.jpg', 'cmyk.jpg', 'palette.png', 'rgba16.png', 'exif6.png'],
  ...['lossy.webp', 'exif6.webp', 'animated.webp'],
])('the color space of the file %s without color data is sRGB', async (name) => {
  expect(await spaceOf(fixture(name))).toEqual({ space: 'srgb', note: null })
})

it.each(['srgb', 'display-p3'] as const)("a file with the product's %s profile has that color space", async (space) => {
  for (const name of ['progressive.jpg', 'palette.png'])
    expect(await spaceOf(await withProfile(name, iccProfileOf(space)))).toEqual({ space, note: null })
})

it.each(['progressive.jpg', 'palette.png'])(
  'embedding a different color profile replaces the first profile in the file %s',
  async (name) => {
    const first = await withProfile(name, iccProfileOf('srgb'))
    const second = await withProfile(name, iccProfileOf('display-p3'), first)
    expect(await spaceOf(second)).toEqual({ space: 'display-p3', note: null })
  },
)

it.each([
  [[12, 13, 0, 1], 'display-p3'],
  [[1, 13, 0, 1], 'srgb'],
  [[9, 16, 0, 1], 'other'],
  [[12, 16, 0, 1], 'other'],
  [[2, 2, 2, 1], 'srgb'],
] as const)('the color space of a PNG with the code points %s is %s', async (codes, space) => {
  expect((await spaceOf(png(chunk('cICP', codes)))).space).toBe(space)
  const iccp = await iccpChunk(iccProfileOf('srgb'))
  expect((await spaceOf(png(iccp, chunk('cICP', codes)))).space, 'cICP takes precedence over iCCP').toBe(space)
})

/** Returns the product's Display P3 profile with another signature at byte `at`. */
function profileWith(at: number, signature: string): Uint8Array {
  const profile = iccProfileOf('display-p3')
  profile.set(new TextEncoder().encode(signature), at)
  return profile
}

it.each([
  ['cmyk.jpg', 16, 'CMYK'],
  ['grey.jpg', 16, 'GRAY'],
  ['progressive.jpg', 20, 'Lab '],
])("the color space of %s with a different color model in its profile is 'other'", async (name, at, signature) => {
  const file = await withProfile(name, profileWith(at, signature))
  expect(await spaceOf(file)).toEqual({ space: 'other', note: null })
})

it('a color profile of 16 MB in a JPEG is read only up to the size limit', async () => {
  const large = new Uint8Array(250 * 65_000)
  large.set(profileWith(16, 'RGB '))
  const file = await withProfile('progressive.jpg', large)
  const profile = await findEmbeddedProfile('jpeg', file)
  expect(profile?.kind === 'icc' && profile.bytes.length).toBe(MAX_PROFILE_BYTES + 1)
})

it.each([
  ['cmyk.jpg', iccProfileOf('display-p3')],
  ['progressive.jpg', profileWith(16, 'CMYK')],
  ['progressive.jpg', profileWith(16, 'GRAY')],
])('the file %s with a profile of a different color model is treated as sRGB', async (name, profile) => {
  const { space, note } = await spaceOf(await withProfile(name, profile))
  expect(space).toBe('srgb')
  expect(note).toContain('components')
})

it('a color profile with impossible primaries is ignored', async () => {
  const profile = iccProfileOf('display-p3')
  const view = new DataView(profile.buffer)
  const red = 132 + 12 * ['desc', 'cprt', 'wtpt', 'chad', 'rXYZ'].indexOf('rXYZ')
  view.setInt32(view.getUint32(red + 4) + 8, 3 * 65_536)
  const { space, note } = await spaceOf(await withProfile('palette.png', profile))
  expect([space, note]).toEqual(['srgb', 'the color profile describes no display'])
})

it('a file with Rec. 2020 code points for SDR gets a wide-gamut profile', async () => {
  for (const transfer of [1, 13, 14]) {
    const { space, wideProfile } = await spaceOf(png(chunk('cICP', [9, transfer, 0, 1])))
    const read = wideProfile && readIccProfile(wideProfile)
    expect(space).toBe('other')
    expect(read && isWideGamut(read)).toBe(true)
  }
  expect(
    (await spaceOf(png(chunk('cICP', [9, 16, 0, 1])))).wideProfile,
    'an HDR image does not get an SDR profile',
  ).toBeUndefined()
})

it('code points for limited range are ignored in a PNG, because the PNG standard forbids them', async () => {
  expect(await spaceOf(png(chunk('cICP', [12, 13, 0, 0])))).toEqual({ space: 'srgb', note: null })
})

describe('a damaged profile', () => {
  it('a JPEG whose color profile lacks a segment is treated as sRGB', async () => {
    const profile = new Uint8Array(100_000)
    profile.set(iccProfileOf('display-p3'))
    const whole = await withProfile('progressive.jpg', profile)
    expect((await spaceOf(whole)).space).toBe('display-p3')
    const second = 2 + 2 + new DataView(whole.buffer).getUint16(4)
    const end = second + 2 + new DataView(whole.buffer).getUint16(second + 2)
    const cut = concatBytes([whole.subarray(0, second), whole.subarray(end)])
    expect(await spaceOf(cut)).toEqual({
      space: 'srgb',
      note: 'the color profile is damaged: 1 of its 2 segments are missing',
    })
  })

  it('a color profile that decompresses without end is treated as sRGB', async () => {
    const bomb = await iccpChunk(new Uint8Array(20 << 20))
    expect(bomb.length).toBeLessThan(100_000)
    expect((await spaceOf(png(bomb))).note).toContain('more than')
  })
})
