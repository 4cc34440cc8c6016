import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { concatBytes } from '#client/kit/bytes/bytes.ts'
import { type Box, parseBoxes, writeBoxes } from '../../../../tests/heic/isoBoxes.ts'
import { readIso } from '../../gainmap/metadata.ts'
import { readMeta } from './heicMeta.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)))

it('readMeta reads the size, the transparency and the range of a HEIC', () => {
  const opaque = {
    width: 96,
    height: 64,
    hasAlpha: false,
    depth: 8,
    isFullRange: true,
    profile: null,
    cicp: { primaries: 2, transfer: 2 },
    orientation: 1,
    isPlain: true,
    thumbnailItem: null,
    gainMap: null,
  }
  expect(readMeta(fixture('four-corners.heic'))).toEqual(opaque)
  expect(readMeta(fixture('half-transparent.heic'))).toEqual({ ...opaque, hasAlpha: true, isPlain: false })
})

it.each([
  ['ten-bits.heic', { depth: 10, isPlain: false, width: 320, height: 240 }],
  ['second-primary.heic', { depth: 8, isPlain: false, width: 64, height: 96 }],
  ['pq.heic', { depth: 10, isPlain: false, cicp: { primaries: 9, transfer: 16 } }],
  ['hlg.heic', { depth: 10, isPlain: false, cicp: { primaries: 9, transfer: 18 } }],
  ['recent-phone.heic', { depth: 8, isPlain: false }],
  ['with-thumbnail.heic', { depth: 8, isPlain: true, thumbnailItem: 3 }],
])('readMeta reads depth and colors of %s', (name, meta) => {
  expect(readMeta(fixture(name))).toMatchObject(meta)
})

it('readMeta finds the gain map of a tone-mapped HEIC', () => {
  const meta = readMeta(fixture('tone-map.heic'))
  expect(meta).toMatchObject({ width: 256, height: 192, isPlain: false, gainMap: { item: 2 } })
  expect(readIso(meta?.gainMap?.iso ?? new Uint8Array())).toMatchObject({ max: [2, 2, 2], capacityMax: 2 })
})

it('readMeta returns the size of a rotated image after the rotation', () => {
  const size = (quarterTurns: 1 | 2 | 3) => readMeta(fixture(`turned-${quarterTurns}.heic`))
  expect(size(1)).toMatchObject({ width: 64, height: 96 })
  expect(size(2)).toMatchObject({ width: 96, height: 64 })
  expect(size(3)).toMatchObject({ width: 64, height: 96 })
})

it.each([1, 3, 6, 8])('readMeta reads EXIF orientation %i of an image without a rotation box', (exifOrientation) => {
  const meta = readMeta(fixture(`exif-${exifOrientation}.heic`))
  const size = exifOrientation > 4 ? { width: 64, height: 96 } : { width: 96, height: 64 }
  expect(meta).toMatchObject({ orientation: exifOrientation, ...size })
})

it('readMeta ignores the EXIF orientation of an image with a rotation box', () => {
  expect(readMeta(fixture('exif-6-turned-1.heic'))).toMatchObject({ orientation: 1, width: 64, height: 96 })
})

it('readMeta reads the other metadata of a file with truncated EXIF data', () => {
  const file = fixture('exif-6.heic')
  const cut = file.subarray(0, file.length - 40)
  expect(readMeta(cut)).toMatchObject({ orientation: 1, width: 96, height: 64 })
})

it('readMeta finds an alpha image that belongs to two images', () => {
  expect(readMeta(fixture('half-transparent-recent-phone.heic'))?.hasAlpha).toBe(true)
})

it("readMeta returns null for bytes that aren't HEIC", () => {
  expect(readMeta(new Uint8Array(0))).toBeNull()
  expect(readMeta(Uint8Array.from({ length: 100 }, (_, i) => i))).toBeNull()
  const file = fixture('half-transparent.heic')
  for (let length = 0; length < file.length; length++) readMeta(file.subarray(0, length))
})

/** Returns the file with `change` applied to the body of each box of this type. */
function withBody(file: Uint8Array, type: string, change: (body: Uint8Array) => Uint8Array): Uint8Array {
  const inside = (boxes: Box[]): Box[] =>
    boxes.map((box) => {
      if (box.type === type) return { type, body: change(box.body) }
      const from = box.type === 'meta' ? 4 : box.type === 'iprp' ? 0 : null
      if (from === null) return box
      return {
        ...box,
        body: concatBytes([box.body.subarray(0, from), writeBoxes(inside(parseBoxes(box.body.subarray(from))))]),
      }
    })
  return writeBoxes(inside(parseBoxes(file)))
}

it.each(['ipco', 'iref', 'iprp', 'meta'])('readMeta returns null if the box %s contains thousands of boxes', (type) => {
  const free = Uint8Array.of(0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65)
  const many = concatBytes(Array.from({ length: 5000 }, () => free))
  const from = ['meta', 'iref'].includes(type) ? 4 : 0
  const file = fixture('half-transparent.heic')
  const filled = withBody(file, type, (body) => concatBytes([body.subarray(0, from), many, body.subarray(from)]))
  expect(readMeta(filled)).toBeNull()
  expect(readMeta(file)).not.toBeNull()
})

it("readMeta reads an item's properties once, even if the file lists them many times", () => {
  const heic = fixture('four-corners.heic')
  const entry = Uint8Array.of(0, 1, 255, ...new Array(255).fill(1)) // adds item 1 with 255 properties
  const repeated = withBody(heic, 'ipma', (body) =>
    concatBytes([body.subarray(0, 4), Uint8Array.of(0, 0, 3, 232), ...Array.from({ length: 1000 }, () => entry)]),
  )
  const create = vi.spyOn(Array, 'from')
  readMeta(repeated)
  const created = create.mock.calls.length
  create.mockRestore()
  expect(created).toBe(1)
})
