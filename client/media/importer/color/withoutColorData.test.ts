import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { sniff } from '../../file/sniff.ts'
import { embedProfile } from '../heic/encodedPicture.ts'
import { isComplete } from '../importImage.ts'
import { photoColorSpace, withoutColorData } from './photoColorSpace.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))
const typeOf = (bytes: Uint8Array<ArrayBuffer>) => sniff(bytes) as 'jpeg' | 'png' | 'webp'

it.each(['p3.jpg', 'p3.png', 'p3.webp'])("removing color data doesn't change the other bytes of %s", async (name) => {
  const stored = withoutColorData(typeOf(fixture(name)), fixture(name))
  expect(await photoColorSpace(typeOf(stored), stored)).toEqual({ space: 'srgb', note: null })
  expect(isComplete(typeOf(stored), stored)).toBe(true)
})

it('removing an embedded profile restores the original bytes of a JPEG', async () => {
  const jpeg = fixture('progressive.jpg')
  const profile = new Uint8Array(100_000).fill(7) // the profile is larger than one APP2 segment
  profile.set(iccProfileOf('display-p3'))
  const embedded = await embedProfile(new Blob([jpeg], { type: 'image/jpeg' }), profile)
  const bytes = new Uint8Array(await embedded.arrayBuffer())
  expect(bytes.length).toBeGreaterThan(jpeg.length + profile.length)
  expect(withoutColorData('jpeg', bytes)).toEqual(jpeg)
})
