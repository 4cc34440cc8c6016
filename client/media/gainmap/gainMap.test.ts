import { execFileSync } from 'node:child_process'
import { encodeGainMap, readJpegGainMap, writeJpegGainMap } from 'hdrify'
import sharp, { type Sharp } from 'sharp'
import { expect, it, vi } from 'vitest'
import { latin } from '#client/kit/bytes/bytes.ts'
import { hasProgram } from '../../../scripts/setup/apt.mjs'
import { randomFrom } from '../../../tests/helpers/random.ts'
import { riffChunk, webpWith } from '../exporter/formats/encodeWebp.ts'
import { exifBlock } from '../file/exif.ts'
import { withHeicData } from '../importer/heic/heicGainMap.ts'
import { withZero } from './decodeGainMap.ts'
import { applePhotoOf, TWO_STOPS, ultraHdrOf, withText } from './fixtures/ultraHdr.ts'
import { equalChannels } from './metadata.ts'
import { photoDataOf } from './photoData.ts'
import { readDetails } from './photoDetails.ts'
import { readGainMap } from './readGainMap.ts'
import { addMetadata, pngWithGainMap, pngWithMetadata, sourceTypeXmp } from './writeGainMap.ts'
import { xmpData } from './xmp.ts'

const [WIDTH, HEIGHT] = [64, 48]
const hasExiftool = hasProgram('exiftool')

async function jpegOf(gray: (x: number) => number, width = WIDTH, height = HEIGHT): Promise<Uint8Array<ArrayBuffer>> {
  const raw = Buffer.from(Array.from({ length: 3 * width * height }, (_, i) => gray(Math.floor(i / 3) % width)))
  const file = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()
  return Uint8Array.from(file)
}

const base = await jpegOf((x) => 4 * x)
const map = await jpegOf((x) => 8 * x, WIDTH / 2, HEIGHT / 2)
const photo = await ultraHdrOf(base, map)
const colored = { ...TWO_STOPS, min: [-1, -0.5, 0], max: [2, 1.5, 3], gamma: [1, 1.5, 2.2] } as const

it.each([
  ['equal channels', TWO_STOPS],
  ['different channels', colored],
])('written gain map metadata with %s is read back unchanged', async (_, metadata) => {
  const file = await ultraHdrOf(base, map, metadata)
  expect(readGainMap(file)?.metadata).toEqual(metadata)
  const onlyXmp = [1, 2].reduce((bytes) => withText(bytes, 'urn:iso:std:iso:ts:21496:-1', 'x'.repeat(27)), file)
  expect(readGainMap(onlyXmp)?.metadata).toEqual(metadata)
})

it("adding a gain map to a file doesn't change the bytes of the base image", async () => {
  const added = photo.length - base.length - (readGainMap(photo)?.image.length ?? 0)
  const picture = Uint8Array.from([...photo.subarray(0, 2), ...photo.subarray(2 + added, base.length + added)])
  expect(picture).toEqual(base)
})

it('sharp finds the gain map in a file written by the product', async () => {
  const { gainMap } = await sharp(photo).metadata()
  expect(gainMap && (await sharp(gainMap.image).metadata()).width).toBe(WIDTH / 2)
})

it('hdrify reconstructs the HDR values of an exported file', () => {
  const { data } = readJpegGainMap(photo)
  const [sdr, gain] = [((200 / 255 + 0.055) / 1.055) ** 2.4, (2 * 8 * 25) / 255]
  expect(data[4 * 50]).toBeCloseTo((sdr + 1 / 64) * 2 ** gain - 1 / 64, 1)
})

it('readGainMap reads a map that hdrify wrote', () => {
  const data = Float32Array.from({ length: 4 * WIDTH * HEIGHT }, (_, i) => (i % 4 === 3 ? 1 : (i % 256) / 64))
  const image = { width: WIDTH, height: HEIGHT, data, linearColorSpace: 'linear-rec709' as const }
  const encoded = encodeGainMap(image)
  const found = readGainMap(Uint8Array.from(writeJpegGainMap(encoded)))
  const { gainMapMax, hdrCapacityMax, offsetSdr } = encoded.metadata
  for (const [c, value] of gainMapMax.entries()) expect(found?.metadata.max[c]).toBeCloseTo(value, 4)
  expect(found?.metadata.capacityMax).toBeCloseTo(hdrCapacityMax, 4)
  expect(found?.metadata.offsetSdr[0]).toBeCloseTo(offsetSdr[0], 4)
})

it('readGainMap reads a map that libultrahdr wrote', async () => {
  // the types of sharp 0.35 lack `keepGainMap`
  const file = await (sharp(photo) as Sharp & { keepGainMap(): Sharp })
    .keepGainMap()
    .resize(WIDTH / 2)
    .toBuffer()
  const found = readGainMap(Uint8Array.from(file))
  expect(found?.metadata.max[0]).toBeCloseTo(2, 4)
  expect(found?.image.length).toBeGreaterThan(100)
})

const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

async function listedBy(file: Blob): Promise<string> {
  const input = Buffer.from(await file.arrayBuffer())
  return execFileSync('exiftool', ['-a', '-s', '-warning', '-all', '-'], { input, encoding: 'utf8' })
}

it.skipIf(!hasExiftool).each(['png', 'webp'] as const)(
  'exiftool and sharp read the IPTC source type of a %s file',
  async (type) => {
    const image = sharp(Buffer.from(base))
    const plain = new Blob([Uint8Array.from(await image[type]().toBuffer())])
    const xmp = riffChunk('XMP ', xmpData('webp', sourceTypeXmp(sourceType)))
    const bytes = new Uint8Array(await plain.arrayBuffer())
    const file =
      type === 'png'
        ? pngWithMetadata(plain, { sourceType })
        : webpWith(bytes, { width: WIDTH, height: HEIGHT }, { profile: null, exif: null, xmp })
    const listed = await listedBy(file)
    expect(listed).toContain(`: ${sourceType}`)
    expect(listed).not.toContain('Warning')
    const written = sharp(Buffer.from(await file.arrayBuffer()))
    expect((await written.metadata()).xmpAsString).toContain(sourceType)
    expect(await written.raw().toBuffer()).toEqual(await sharp(Buffer.from(bytes)).raw().toBuffer())
    expect((await photoDataOf(file)).sourceType).toBe(sourceType)
  },
)

it.skipIf(!hasExiftool)('exiftool lists the gain map and the IPTC DigitalSourceType of an exported file', async () => {
  const [file, jpeg] = [base, map].map((bytes) => new Blob([bytes])) as [Blob, Blob]
  const listed = await listedBy(await addMetadata(file, { gainMap: { jpeg, metadata: TWO_STOPS }, sourceType }))
  expect(listed).toMatch(/NumberOfImages\s*: 2/)
  expect(listed).toMatch(/DirectoryItemSemantic\s*: GainMap/)
  expect(listed).toContain(sourceType)
  expect(listed).not.toContain('Warning')
})

it('the headroom of an iPhone’s gain map comes from the maker note', async () => {
  const found = readGainMap(await applePhotoOf(base, map))
  expect(2 ** (found?.metadata.max[0] ?? 0)).toBeCloseTo(3.8479, 3)
  expect(found?.gainOf?.(1)).toBeCloseTo(Math.log2(3.8479), 3)
  expect(found?.gainOf?.(0)).toBe(0)
})

it.each([
  ['an unchanged range', TWO_STOPS, 0],
  ['darkening gains', { ...TWO_STOPS, min: equalChannels(-0.7) }, 67],
])('withZero shifts the encoding so that a gain of 0 is a whole byte value, for %s', (_, metadata, zero) => {
  const found = withZero({ metadata })
  const [min, max] = [found.metadata.min[0], found.metadata.max[0]]
  expect(found.zero[0]).toBe(zero)
  expect(min + ((max - min) * zero) / 255).toBeCloseTo(0, 12)
  const stored = metadata.min[0] + ((metadata.max[0] - metadata.min[0]) * 200) / 255
  const code = found.curves?.[0]?.[200] ?? 200
  expect(min + ((max - min) * code) / 255).toBeCloseTo(stored, 2)
})

it.each([
  ['a larger image than the photo', async () => ultraHdrOf(map, base)],
  ['another aspect ratio', async () => ultraHdrOf(base, await jpegOf((x) => x, WIDTH, 16))],
  ['an impossible range', async () => ultraHdrOf(base, map, { ...TWO_STOPS, max: equalChannels(400) })],
])('a gain map with %s is ignored', async (_, make) => {
  const note = vi.spyOn(console, 'info').mockImplementation(() => {})
  expect(readGainMap(await make())).toBeNull()
  expect(note).toHaveBeenCalledOnce()
})

it.each([
  ['writes the gain map into the PNG', 1, colored],
  ['omits a gain map larger than the photo', 2, null],
])('pngWithGainMap %s', async (_, scale, metadata) => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const pngOf = async (width: number) =>
    new Blob([Uint8Array.from(await sharp(Buffer.from(base)).resize(width).png().toBuffer())])
  const file = await pngWithGainMap(await pngOf(WIDTH), await pngOf(scale * WIDTH), colored)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = readGainMap(bytes)
  expect(found?.metadata ?? null).toEqual(metadata)
  expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(Buffer.from(base)).raw().toBuffer())
  if (found) expect((await sharp(found.image).metadata()).width).toBe(WIDTH)
})

it.each([
  ['copies a source type that is an IPTC term', sourceType, sourceType],
  ['omits a source type that is not an IPTC term', 'anything"/>', undefined],
])('withHeicData %s', async (_, written, kept) => {
  const bytes = xmpData('jpeg', sourceTypeXmp(written))
  const heic = { bytes, gainMap: null, orientation: 1 } as const
  const { signal } = new AbortController()
  const png = new Blob([Uint8Array.from(await sharp(Buffer.from(base)).png().toBuffer())], { type: 'image/png' })
  for (const picture of [new Blob([base], { type: 'image/jpeg' }), png])
    expect((await photoDataOf(await withHeicData(picture, heic, signal))).sourceType).toBe(kept)
})

it('withHeicData writes the orientation and the details of the photo into one Exif block', async () => {
  const bytes = Uint8Array.from([
    ...latin('Exif\0\0'),
    ...(exifBlock({ date: '2026:05:01 12:00:00', resolution: 72 }) ?? []),
  ])
  const heic = { bytes, gainMap: null, orientation: 6 } as const
  const { signal } = new AbortController()
  const png = new Blob([Uint8Array.from(await sharp(Buffer.from(base)).png().toBuffer())], { type: 'image/png' })
  for (const picture of [new Blob([base], { type: 'image/jpeg' }), png]) {
    const file = new Uint8Array(await (await withHeicData(picture, heic, signal)).arrayBuffer())
    const type = picture === png ? 'png' : 'jpeg'
    expect((await sharp(file).metadata()).orientation).toBe(6)
    expect(readDetails(type, file)).toEqual({ date: '2026:05:01 12:00:00', resolution: 72 })
    expect(
      Buffer.from(file)
        .toString('latin1')
        .split(type === 'png' ? 'eXIf' : 'Exif\0\0'),
    ).toHaveLength(2)
  }
})

it('readGainMap returns null for a photo without a gain map', () => {
  expect(readGainMap(base)).toBeNull()
})

it("readGainMap doesn't throw for any of 200 damaged files", async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const random = randomFrom(7)
  const files = [photo, await applePhotoOf(base, map), await ultraHdrOf(base, map, colored)]
  let ignored = 0
  for (let i = 0; i < 200; i++) {
    const file = (files[i % files.length] as Uint8Array<ArrayBuffer>).slice()
    const text = new TextDecoder('latin1').decode(file)
    const places = ['MPF', '21496', 'GainMap', 'hdrgm', 'Apple iOS', 'Length'].map((name) => text.indexOf(name))
    for (let n = 0; n < 1 + i / 10; n++) {
      const place = places[Math.floor(random() * places.length)] as number
      file[Math.max(2, place + Math.floor(random() * 100))] = Math.floor(random() * 256)
    }
    const cut = i % 4 === 0 ? file.slice(0, Math.floor(random() * file.length)) : file
    if (!readGainMap(cut)) ignored++
  }
  expect(ignored).toBeGreaterThan(50)
})
