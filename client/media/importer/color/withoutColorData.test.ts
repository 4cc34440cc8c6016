import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { embedProfile } from '../heic/embedProfile.ts'
import { isComplete } from '../importImage.ts'
import { sniff } from '../sniff.ts'
import { withoutColorData } from './embeddedProfile.ts'
import { photoColorSpace } from './photoColorSpace.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const typeOf = (bytes: Uint8Array<ArrayBuffer>) => sniff(bytes) as 'jpeg' | 'png' | 'webp'

it.each(['p3.jpg', 'p3.png', 'p3.webp'])('keeps %s complete except for its colour data', async (name) => {
  const stored = withoutColorData(typeOf(fixture(name)), fixture(name))
  expect(await photoColorSpace(typeOf(stored), stored)).toEqual({ space: 'srgb', note: null })
  expect(isComplete(typeOf(stored), stored)).toBe(true)
})

it('restores the bytes of a JPEG before its profile was embedded', async () => {
  const jpeg = fixture('progressive.jpg')
  const profile = new Uint8Array(100_000).fill(7) // too long for one APP2 segment
  profile.set(iccProfileOf('display-p3'))
  const embedded = await embedProfile(new Blob([jpeg], { type: 'image/jpeg' }), profile)
  const bytes = new Uint8Array(await embedded.arrayBuffer())
  expect(bytes.length).toBeGreaterThan(jpeg.length + profile.length)
  expect(withoutColorData('jpeg', bytes)).toEqual(jpeg)
})

it.each(['p3.jpg', 'p3.png', 'p3.webp'])('never throws for damaged bytes of %s', (name) => {
  const random = randomFrom(11)
  for (let i = 0; i < 100; i++) {
    const bytes = fixture(name)
    for (let n = 0; n < 20; n++) bytes[12 + Math.floor((bytes.length - 12) * random())] = Math.floor(256 * random())
    expect(withoutColorData(typeOf(fixture(name)), bytes).length).toBeGreaterThan(0)
    expect(withoutColorData(typeOf(fixture(name)), bytes.slice(0, 20 + i)).length).toBeGreaterThan(0)
  }
})
