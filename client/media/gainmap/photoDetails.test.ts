/** Tests the details in exported files with independent programs: ExifTool writes the photos and lists the results. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { concatBytes, jpegSegment, latin } from '#client/kit/bytes/bytes.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { hasProgram } from '../../../scripts/setup/apt.mjs'
import { encodeWholePng } from '../exporter/fixtures/encodeWhole.ts'
import { sourceOf } from '../exporter/fixtures/sourceOf.ts'
import { riffChunk, webpWith } from '../exporter/formats/encodeWebp.ts'
import { encodePsd } from '../exporter/formats/psd/encodePsd.ts'
import { jpeg, webp } from '../exporter/formats/registry.ts'
import { exifBlock, type PhotoDetails, readExif } from '../file/exif.ts'
import { embedProfile } from '../importer/heic/encodedPicture.ts'
import { photoDataOf } from './photoData.ts'
import { readDetails } from './photoDetails.ts'
import { addMetadata, pngWithMetadata } from './writeGainMap.ts'
import { xmpSegment } from './xmp.ts'

const DETAILS: PhotoDetails = {
  date: '2024:05:06 07:08:09',
  offset: '+02:00',
  author: 'Zoë Kowalski',
  copyright: '© 2024 Łódź',
  resolution: 300,
}
const folder = mkdtempSync(join(tmpdir(), 'midground-details-'))
afterAll(() => rmSync(folder, { recursive: true }))
const withExiftool = it.skipIf(!hasProgram('exiftool'))

const exiftool = (...args: string[]) => execFileSync('exiftool', args, { encoding: 'utf8' })
const plain = (type: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 16, height: 12, channels: 3, background: '#c86432' } })
    [type]()
    .toBuffer()

/** Returns photos of these types with tags that ExifTool has written. */
async function tagged(types: readonly ('jpeg' | 'png' | 'webp')[], tags: readonly string[]): Promise<Blob[]> {
  const paths = types.map((type) => join(folder, `${type}-${tags.join('').length}.${type}`))
  for (const [i, path] of paths.entries()) writeFileSync(path, await plain(types[i]!))
  exiftool('-q', '-overwrite_original', ...tags, ...paths)
  return paths.map((path) => new Blob([Uint8Array.from(readFileSync(path))]))
}

const EXIF_TAGS = [
  '-EXIF:DateTimeOriginal=2024:05:06 07:08:09',
  '-EXIF:OffsetTimeOriginal=+02:00',
  '-EXIF:Artist=Zoë Kowalski',
  '-EXIF:Copyright=© 2024 Łódź',
  '-EXIF:XResolution=300',
  '-EXIF:YResolution=300',
  '-EXIF:ResolutionUnit=inches',
  '-EXIF:GPSLatitude=51.77',
  '-EXIF:GPSLatitudeRef=N',
]

it('the details of a HEIC that the browser decodes itself are read from its Exif', async () => {
  const head = Uint8Array.from(latin('\0\0\0\x18ftypheic\0\0\0\0mif1heicExif\0\0'))
  const file = new Blob([head, exifBlock(DETAILS)!])
  expect((await photoDataOf(file)).details).toEqual(DETAILS)
})

withExiftool('the details of JPEG, PNG and WebP files are read from Exif, without the location', async () => {
  for (const photo of await tagged(['jpeg', 'png', 'webp'], EXIF_TAGS))
    expect((await photoDataOf(photo)).details).toEqual(DETAILS)
})

withExiftool.each([
  [
    'XMP',
    ['-XMP-dc:Creator=Zoë & <Co>', '-XMP-dc:Rights=© Łódź', '-XMP-exif:DateTimeOriginal=2024:05:06 07:08:09+02:00'],
    { author: 'Zoë & <Co>', copyright: '© Łódź', date: DETAILS.date, offset: '+02:00' },
  ],
  [
    'IPTC',
    [
      '-IPTC:By-line=Ann',
      '-IPTC:CopyrightNotice=Ann Ltd',
      '-IPTC:DateCreated=2024:05:06',
      '-IPTC:TimeCreated=07:08:09+02:00',
    ],
    { author: 'Ann', copyright: 'Ann Ltd', date: DETAILS.date, offset: '+02:00' },
  ],
])('the details of a JPEG are read from %s', async (_, tags, expected) => {
  const [photo] = await tagged(['jpeg'], tags)
  expect((await photoDataOf(photo!)).details).toMatchObject(expected)
})

it.each([
  ['ignored if its date differs from', '2024-05-06T05:08:09Z', undefined],
  ['used if its date equals', '2024-05-06T07:08:09+02:00', '+02:00'],
])('the UTC offset in XMP is %s the date in Exif', async (_, date, offset) => {
  const file = await plain('jpeg')
  const exif = jpegSegment(0xe1, 'Exif\0\0', exifBlock({ date: DETAILS.date! })!)
  const xmp = xmpSegment(`xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="${date}"`)
  const bytes = concatBytes([file.subarray(0, 2), exif, xmp, file.subarray(2)])
  const details = readDetails('jpeg', bytes)
  expect([details.date, details.offset]).toEqual([DETAILS.date, offset])
})

it('the UTC offset in Exif is read from the tag that belongs to the date', () => {
  const block = exifBlock({ ...DETAILS, author: '2023:01:02 03:04:05' })!
  const retag = (from: number, to: number) => {
    const at = block.findIndex((byte, i) => byte === from >> 8 && block[i + 1] === (from & 0xff))
    block.set([to >> 8, to & 0xff], at)
  }
  const [ARTIST, DATE, ORIGINAL, DIGITIZED, OFFSET, OFFSET_ORIGINAL] = [0x013b, 0x0132, 0x9003, 0x9004, 0x9010, 0x9011]
  retag(ARTIST, DATE)
  retag(ORIGINAL, DIGITIZED)
  expect(readExif(block)).toMatchObject({ date: '2023:01:02 03:04:05' })
  expect(readExif(block)).not.toHaveProperty('offset')
  retag(OFFSET_ORIGINAL, OFFSET)
  expect(readExif(block)).toMatchObject({ date: '2023:01:02 03:04:05', offset: '+02:00' })
})

it('the resolution of a photo is read from the JFIF header or from the pHYs chunk', async () => {
  const sized = (type: 'jpeg' | 'png') =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .withMetadata({ density: 300 })
      [type]()
      .toBuffer()
  for (const type of ['jpeg', 'png'] as const) {
    const file = new Blob([Uint8Array.from(await sized(type))])
    expect((await photoDataOf(file)).details.resolution).toBeCloseTo(300, 1)
  }
})

/** Returns the tags that ExifTool lists for each file, by the file's name. */
async function listed(files: Readonly<Record<string, Blob>>): Promise<[name: string, tags: Record<string, unknown>][]> {
  for (const [name, file] of Object.entries(files))
    writeFileSync(join(folder, name), new Uint8Array(await file.arrayBuffer()))
  const names = Object.keys(files)
  const paths = names.map((name) => join(folder, name))
  const all = JSON.parse(exiftool('-q', '-j', '-a', ...paths)) as Record<string, unknown>[]
  return names.map((name, i) => [name, all[i] ?? {}])
}

const EXPECTED = {
  DateTimeOriginal: '2024:05:06 07:08:09',
  OffsetTimeOriginal: '+02:00',
  Artist: 'Zoë Kowalski',
  Copyright: '© 2024 Łódź',
  XResolution: 300,
}

withExiftool('ExifTool reads the details of exported JPEG, PNG, WebP and PSD files without a warning', async () => {
  const size = { width: 16, height: 12 }
  const signal = new AbortController().signal
  const source = { ...sourceOf(size, new Uint8Array(4 * 16 * 12).fill(255)), photoData: { details: DETAILS } }
  const exported = await jpeg.encode(source, { quality: 92 }, { signal })
  const psd = await encodePsd(source, { signal })
  if (!exported.ok || !psd.ok) throw new Error('not encoded')
  const white = encodeWholePng(size, new Uint8Array(4 * 16 * 12).fill(255), true)
  const png = pngWithMetadata(new Blob([Uint8Array.from(white)]), { details: DETAILS })
  const exif = riffChunk('EXIF', exifBlock(DETAILS) ?? [])
  const webpFile = webpWith(Uint8Array.from(await plain('webp')), size, { profile: null, exif, xmp: null })
  const files = { 'a.jpg': exported.value.file, 'a.png': png, 'a.webp': webpFile, 'a.psd': psd.value }
  const lists = await listed(files)
  for (const [name, tags] of lists) {
    expect(tags, name).toMatchObject(EXPECTED)
    expect(tags, name).not.toHaveProperty('Warning')
    expect(Object.keys(tags).filter((tag) => tag.startsWith('GPS'))).toEqual([])
  }
  expect(new Map(lists).get('a.png')).toMatchObject({ PixelsPerUnitX: 11_811, PixelUnits: 'meters' })
  const read = sharp(Buffer.from(await exported.value.file.arrayBuffer()))
  expect(await read.metadata()).toMatchObject({ density: 300, width: 16 })
})

it.each([
  ['after the JFIF header', 0],
  ['without a JFIF header', 18],
])('adding a resolution leaves a color profile intact %s', async (_, jfifBytes) => {
  const bytes = Uint8Array.from(await plain('jpeg'))
  const jpeg = new Blob([bytes.subarray(0, 2), bytes.subarray(2 + jfifBytes)], { type: 'image/jpeg' })
  const profile = iccProfileOf('display-p3')
  const file = await addMetadata(await embedProfile(jpeg, profile), { details: DETAILS })
  const read = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
  expect(read.density).toBe(300)
  expect(read.icc && Uint8Array.from(read.icc)).toEqual(profile)
  expect((await photoDataOf(file)).details).toEqual(DETAILS)
})

it("adding empty details doesn't change a file", async () => {
  const file = new Blob([Uint8Array.from(await plain('jpeg'))])
  expect(await addMetadata(file, { details: {} })).toBe(file)
  expect(pngWithMetadata(file, { details: {} })).toBe(file)
})

it.each<[string, PhotoDetails]>([
  ['all fields', DETAILS],
  ['only a date', { date: DETAILS.date as string }],
  ['only a resolution', { resolution: 72.5 }],
  ['a short author', { author: 'A' }],
])('written Exif with %s is read back unchanged', (_, details) => {
  expect(readExif(exifBlock(details) ?? new Uint8Array())).toEqual(details)
})

it('invalid details are omitted', () => {
  const block = exifBlock({ date: '0000:00:00 00:00:00', author: '\u0001 ', resolution: 1e6 })
  expect(readExif(block ?? new Uint8Array())).toEqual({})
})

it("every format that writes the photo's details sets `keepsDetails`", () => {
  expect([jpeg, webp].map(({ keepsDetails }) => keepsDetails)).toEqual([true, true])
})
