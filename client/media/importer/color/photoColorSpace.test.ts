import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { chunk, join, SIGNATURE, uint32 } from '#client/kit/base/png/chunks.ts'
import { iccpChunk } from '#client/kit/base/png/iccp.ts'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { embedProfile } from '../heic/embedProfile.ts'
import { sniff } from '../sniff.ts'
import { photoColorSpace } from './photoColorSpace.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const spaceOf = (bytes: Uint8Array<ArrayBuffer>) => photoColorSpace(sniff(bytes)!, bytes)

const png = (...extra: Uint8Array[]) =>
  join([SIGNATURE, chunk('IHDR', [...uint32(1), ...uint32(1), 8, 2, 0, 0, 0]), ...extra, chunk('IEND', [])])
const withProfile = async (name: string, profile: Uint8Array) => {
  const type = name.endsWith('png') ? 'image/png' : 'image/jpeg'
  return new Uint8Array(await (await embedProfile(new Blob([fixture(name)], { type }), profile)).arrayBuffer())
}

it.each(['p3.jpg', 'p3.png', 'p3.webp', 'p3.heic'])('finds Display P3 in %s', async (name) => {
  expect(await spaceOf(fixture(name))).toEqual({ space: 'display-p3', note: null })
})

it.each([
  ...['grey.jpg', 'progressive.jpg', 'cmyk.jpg', 'palette.png', 'rgba16.png', 'exif6.png'],
  ...['lossy.webp', 'exif6.webp', 'animated.webp', 'four-corners.heic'],
])('takes %s, which says nothing, for sRGB', async (name) => {
  expect(await spaceOf(fixture(name))).toEqual({ space: 'srgb', note: null })
})

it.each(['srgb', 'display-p3'] as const)('reads the profile of %s that our own exports contain', async (space) => {
  for (const name of ['progressive.jpg', 'palette.png'])
    expect(await spaceOf(await withProfile(name, iccProfileOf(space)))).toEqual({ space, note: null })
})

it.each([
  [[12, 13, 0, 1], 'display-p3'],
  [[1, 13, 0, 1], 'srgb'],
  [[9, 16, 0, 1], 'other'],
  [[12, 16, 0, 1], 'other'],
  [[2, 2, 2, 1], 'srgb'],
] as const)('reads the code points %s of a PNG as %s', async (codes, space) => {
  expect((await spaceOf(png(chunk('cICP', codes)))).space).toBe(space)
  const iccp = await iccpChunk(iccProfileOf('srgb'))
  expect((await spaceOf(png(iccp, chunk('cICP', codes)))).space, 'they take precedence').toBe(space)
})

it('leaves profiles of other kinds to the engine', async () => {
  const kinds: [number, string][] = [
    [16, 'CMYK'],
    [16, 'GRAY'],
    [20, 'Lab '],
  ]
  for (const [at, signature] of kinds) {
    const profile = iccProfileOf('display-p3')
    profile.set(
      Array.from(signature, (character) => character.charCodeAt(0)),
      at,
    )
    expect(await spaceOf(await withProfile('progressive.jpg', profile))).toEqual({ space: 'other', note: null })
  }
})

describe('a damaged profile', () => {
  it('is sRGB with a note when a segment of a JPEG is missing', async () => {
    const profile = new Uint8Array(100_000)
    profile.set(iccProfileOf('display-p3'))
    const whole = await withProfile('progressive.jpg', profile)
    expect((await spaceOf(whole)).space).toBe('display-p3')
    const second = 2 + 2 + new DataView(whole.buffer).getUint16(4)
    const end = second + 2 + new DataView(whole.buffer).getUint16(second + 2)
    const cut = join([whole.subarray(0, second), whole.subarray(end)])
    expect(await spaceOf(cut)).toEqual({
      space: 'srgb',
      note: 'the colour profile is damaged: 1 of its 2 segments are missing',
    })
  })

  it('is sRGB with a note when it inflates without end', async () => {
    const bomb = await iccpChunk(new Uint8Array(20 << 20))
    expect(bomb.length).toBeLessThan(100_000)
    expect((await spaceOf(png(bomb))).note).toContain('more than')
  })

  it('is sRGB with a note, never an error, in any of 300 mutations', async () => {
    const random = randomFrom(300)
    const below = (limit: number) => Math.floor(random() * limit)
    let notes = 0
    for (let i = 0; i < 300; i++) {
      const own = iccProfileOf('display-p3')
      const kind = i % 4
      const profile = kind === 0 ? own.slice(0, below(own.length)) : own
      if (kind === 1) for (let n = 1 + below(40); n > 0; n--) own[below(own.length)] = below(256)
      if (kind === 2) new DataView(own.buffer).setUint32(128 + 4 * below(30), below(2 ** 32))
      if (kind === 3) own.fill(below(256), below(own.length))
      const name = i % 8 < 4 ? 'progressive.jpg' : 'palette.png'
      const found = await spaceOf(await withProfile(name, profile))
      expect(['srgb', 'display-p3', 'other']).toContain(found.space)
      if (found.note) expect(found.space).toBe('srgb')
      notes += Number(found.note !== null)
    }
    expect(notes).toBeGreaterThan(100)
  })

  it.each(['p3.jpg', 'p3.png', 'p3.webp', 'p3.heic'])(
    'never fails in %s when the file is cut anywhere',
    async (name) => {
      const bytes = fixture(name)
      for (let length = 64; length < bytes.length; length += 13)
        expect(['srgb', 'display-p3', 'other']).toContain((await spaceOf(bytes.slice(0, length))).space)
    },
  )
})
