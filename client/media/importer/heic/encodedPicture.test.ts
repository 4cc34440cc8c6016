import { expect, it, vi } from 'vitest'
import { concatBytes } from '#client/kit/bytes/bytes.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { chunk, chunksOf, iendChunk, pngStart } from '#client/kit/pixels/png/chunks.ts'
import { embedProfile, profileToEmbed } from './encodedPicture.ts'

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9)
const PNG = concatBytes([pngStart({ width: 1, height: 1 }, 2), chunk('sRGB', [0]), chunk('IDAT', [1]), iendChunk()])

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

it.each([1, 536, 65_519, 65_520, 200_000])(
  'embedProfile splits a profile of %i bytes into numbered JPEG segments',
  async (length) => {
    const profile = Uint8Array.from({ length }, (_, i) => (i * 31) & 255)
    const { segments, rest } = await segmentsOf(await embedProfile(new Blob([JPEG], { type: 'image/jpeg' }), profile))
    expect(segments.map(({ number }) => number)).toEqual(segments.map((_, i) => i + 1))
    for (const { text, count } of segments) expect([text, count]).toEqual(['ICC_PROFILE\0', segments.length])
    expect(Buffer.concat(segments.map(({ data }) => data)).equals(Buffer.from(profile))).toBe(true)
    expect(rest).toEqual(JPEG.subarray(2))
  },
)

it.each([JPEG, PNG])(
  'embedProfile returns a Blob of one part, because browsers sniff only the first part',
  async (bytes) => {
    const pieces: number[] = []
    class Watched extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options)
        if (options) pieces.push(parts.length)
      }
    }
    const picture = new Blob([bytes], { type: bytes === PNG ? 'image/png' : 'image/jpeg' })
    vi.stubGlobal('Blob', Watched)
    await embedProfile(picture, Uint8Array.of(1, 2, 3))
    vi.unstubAllGlobals()
    expect(pieces).toEqual([1])
  },
)

it('embedProfile replaces the color chunks of a PNG', async () => {
  const made = await embedProfile(new Blob([PNG], { type: 'image/png' }), Uint8Array.of(1, 2, 3))
  const chunks = [...chunksOf(new Uint8Array(await made.arrayBuffer()))]
  expect(chunks.map(({ name }) => name)).toEqual(['IHDR', 'iCCP', 'IDAT', 'IEND'])
  expect(made.type).toBe('image/png')
})

it.each([
  [{ primaries: 12, transfer: 13 }, iccProfileOf('display-p3')],
  [{ primaries: 1, transfer: 13 }, null],
  [{ primaries: 2, transfer: 2 }, null],
  [{ primaries: 9, transfer: 16 }, null],
  [null, null],
])(
  'profileToEmbed for a file with the code points %o and no profile returns a profile only for Display P3',
  (cicp, profile) => {
    expect(profileToEmbed({ profile: null, cicp })).toEqual(profile)
    expect(profileToEmbed({ profile: Uint8Array.of(1), cicp }), "the file's own profile takes precedence").toEqual(
      Uint8Array.of(1),
    )
  },
)
