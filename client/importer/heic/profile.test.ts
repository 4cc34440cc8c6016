import { expect, it, vi } from 'vitest'
import { withProfile } from './profile.ts'

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9)

async function segmentsOf(file: Blob) {
  const view = new DataView(await file.arrayBuffer())
  const segments: { text: string; number: number; count: number; data: Uint8Array }[] = []
  let at = 2
  for (; view.getUint16(at) === 0xffe2; at += 2 + view.getUint16(at + 2)) {
    const body = new Uint8Array(view.buffer, at + 4, view.getUint16(at + 2) - 2)
    const [number = 0, count = 0] = body.subarray(12)
    segments.push({ text: String.fromCharCode(...body.subarray(0, 12)), number, count, data: body.subarray(14) })
  }
  return { segments, rest: new Uint8Array(view.buffer, at) }
}

it.each([1, 536, 65_519, 65_520, 200_000])('carries a profile of %i bytes in numbered segments', async (length) => {
  const profile = Uint8Array.from({ length }, (_, i) => (i * 31) & 255)
  const { segments, rest } = await segmentsOf(withProfile(new Blob([JPEG]), profile))
  expect(segments.map(({ number }) => number)).toEqual(segments.map((_, i) => i + 1))
  for (const { text, count } of segments) expect([text, count]).toEqual(['ICC_PROFILE\0', segments.length])
  expect(Buffer.concat(segments.map(({ data }) => data)).equals(Buffer.from(profile))).toBe(true)
  expect(rest).toEqual(JPEG.subarray(2))
})

it('shows in its first part what it is, for engines that look no further', () => {
  const firstParts: BlobPart[] = []
  class Watched extends Blob {
    constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
      super(parts, options)
      if (options) firstParts.push(parts[0]!)
    }
  }
  vi.stubGlobal('Blob', Watched)
  withProfile(new Blob([JPEG]), Uint8Array.of(1, 2, 3))
  vi.unstubAllGlobals()
  expect(firstParts.map((part) => part instanceof Blob && part.size)).toEqual([2 + 18 + 3])
})
