/** Tests that no parser throws, hangs or exhausts the memory on damaged and hostile files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readProjectFile, withChecksum } from '#client/engine/project-file/file.ts'
import { parseProject } from '#client/engine/project-file/parseProject.ts'
import { fullProject } from '#client/engine/project-file/testing.ts'
import { concatBytes, jpegSegment } from '#client/kit/bytes/bytes.ts'
import { readFont } from '#client/kit/fonts/own/readFont.ts'
import { sfnt } from '#client/kit/fonts/own/testing.ts'
import { profileConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { isWideGamut, readIccProfile, spaceOfProfile } from '#client/kit/pixels/color-space/iccProfile.ts'
import { exifBlock, readExif } from '#client/media/file/exif.ts'
import { findOrientation, readHeader } from '#client/media/file/fileParts.ts'
import { sniff } from '#client/media/file/sniff.ts'
import { readDetails } from '#client/media/gainmap/photoDetails.ts'
import { xmpSegment } from '#client/media/gainmap/xmp.ts'
import { findEmbeddedProfile, photoColorSpace, withoutColorData } from '#client/media/importer/color/photoColorSpace.ts'
import { readMeta } from '#client/media/importer/heic/heicMeta.ts'
import { isComplete } from '#client/media/importer/importImage.ts'
import { decodePng } from '#client/media/importer/straight-alpha/png/decodePng.ts'
import { parseRecords, parseTable } from '#server/contract/tables/csv.ts'
import { decodeTable, TableError } from '#server/contract/tables/tableText.ts'
import { illegalDocument } from '../helpers/legalDocument.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { randomFrom } from '../helpers/random.ts'
import { type Bytes, hostileJson, mutantOf } from './mutants.ts'

const MUTANTS = shortOrLong(1500, 5000)
/** Maximum processor time of this thread for a file, ms. A slow file runs three times, and the fastest run counts. */
const LONGEST_MS = 200
const MOST_BYTES = 300e6
/** Maximum size of timed images. Our PNG decoder runs in a worker, so larger images aren't timed. */
const MAX_DECODED_PIXELS = 1e5

const fixture = (name: string): Bytes =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../client/media/importer/fixtures', name)))

async function readImage(bytes: Bytes): Promise<void> {
  const type = sniff(bytes.subarray(0, 64))
  if (!type) return
  isComplete(type, bytes)
  if (type === 'heic') return void readMeta(bytes)
  await photoColorSpace(type, bytes)
  const header = readHeader(type, bytes)
  findOrientation(type, bytes)
  readDetails(type, bytes)
  withoutColorData(type, bytes)
  if (type === 'png' && header && header.width * header.height <= MAX_DECODED_PIXELS)
    await decodePng(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
}

function readProfile(bytes: Bytes): void {
  const profile = readIccProfile(bytes)
  if (!profile) return
  spaceOfProfile(profile)
  if (isWideGamut(profile)) profileConversion(profile, 'display-p3')(new Uint8Array(4))
}

/** Reads a project from a mutated archive. First recomputes the archive's checksum. */
const readProject = async (zip: Bytes) => void (await readProjectFile(new Blob([await withChecksum(zip)])))

function readCsv(bytes: Bytes): void {
  try {
    const text = decodeTable(bytes)
    parseRecords(text, { isPasted: true })
    parseTable(text)
  } catch (error) {
    expect(error).toBeInstanceOf(TableError)
  }
}

const embedded = await findEmbeddedProfile('jpeg', fixture('p3.jpg'))
const profile = new Uint8Array(embedded?.kind === 'icc' ? embedded.bytes : [])
const project = new Uint8Array(await (await fullProject()).file.arrayBuffer()).slice(0, -64)
project.fill(0, -2) // sets the checksum's length to 0
const names = [1, 4].map((id) => ({ platform: 3, language: 0x409, id, text: 'My Font' }))
const font = sfnt(names)
const details = { date: '2024:05:06 07:08:09', offset: '+02:00', author: 'A', copyright: '© B', resolution: 300 }
const exif = exifBlock(details) ?? new Uint8Array()
const iptc = new TextEncoder().encode('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08\x1c\x02P\0\x03Ann')
const detailed = concatBytes([
  Uint8Array.of(0xff, 0xd8),
  jpegSegment(0xe1, 'Exif\0\0', exif),
  jpegSegment(0xed, '', iptc),
  xmpSegment(
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    '<dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator>',
  ),
  fixture('grey.jpg').subarray(2),
])
const csv = new TextEncoder().encode('photo;headline;"a ""quoted"" name"\r\na.jpg;Hello;"x\ny"\r\nb.jpg;"";z\r\n')

const PARSERS: readonly [string, readonly Bytes[], (bytes: Bytes) => unknown][] = [
  ['PNG', ['rgba16.png', 'palette.png', 'exif6.png', 'p3.png'].map(fixture), readImage],
  ['JPEG', ['cmyk.jpg', 'grey.jpg', 'progressive.jpg', 'p3.jpg'].map(fixture), readImage],
  ['WebP', ['lossy.webp', 'animated.webp', 'exif6.webp', 'p3.webp'].map(fixture), readImage],
  ['HEIC', ['four-corners.heic', 'half-transparent.heic', 'p3.heic'].map(fixture), readImage],
  ['ICC', [profile], readProfile],
  ['project', [project], readProject],
  ['font', [font], readFont],
  ['Exif', [exif], readExif],
  ['photo details', [detailed], (bytes) => readDetails('jpeg', bytes)],
  ['CSV', [csv], readCsv],
]

it(`parseProject either rejects each of ${MUTANTS} hostile documents or returns a valid document`, async () => {
  const random = randomFrom(3)
  const { project } = await fullProject()
  let opened = 0
  for (let i = 0; i < MUTANTS; i++) {
    const read = parseProject(hostileJson(project, random))
    if (read.ok) opened++
    expect(read.ok ? illegalDocument(read.value.document) : [], `document ${i}`).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  }
  expect(opened).toBeGreaterThan(MUTANTS / 10)
})

it.each<[string, () => unknown]>([
  ['a font with thousands of long names', () => readFont(fontWithLongNames())],
  ['a table with 20,000 columns', () => parseTable(Array.from({ length: 20_000 }, (_, i) => `c${i}`).join())],
])('the parser reads %s within the time limit', (_, read) => {
  const start = process.threadCpuUsage()
  read()
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(LONGEST_MS)
})

/** Returns a font with 2,000 names of 65,000 bytes each. */
function fontWithLongNames(): Bytes {
  const small = sfnt(Array.from({ length: 2000 }, () => names[0]!))
  const bytes = new Uint8Array(small.length + 65_000)
  bytes.set(small)
  const view = new DataView(bytes.buffer)
  const table = view.getUint32(20)
  view.setUint32(24, bytes.length - table)
  for (let i = 0; i < 2000; i++) view.setUint32(table + 6 + 12 * i + 8, 65_000 * 2 ** 16)
  return bytes
}

const figures: string[] = []
afterAll(() => console.info(figures.join('\n')))

it.each(PARSERS)(
  `${MUTANTS} mutated files of %s are parsed within the time limit and without an exception`,
  async (name, seeds, read) => {
    const random = randomFrom(name.length)
    const timed = async (bytes: Bytes) => {
      const start = process.threadCpuUsage()
      await read(bytes)
      const { user, system } = process.threadCpuUsage(start)
      return (user + system) / 1000
    }
    const memory = () => process.memoryUsage().rss
    const before = memory()
    let [slowest, most] = [0, 0]
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutantOf(seeds[i % seeds.length] as Bytes, random)
      let ms = await timed(mutant)
      for (let again = 0; ms > LONGEST_MS / 2 && again < 2; again++) ms = Math.min(ms, await timed(mutant))
      slowest = Math.max(slowest, ms)
      most = Math.max(most, memory() - before)
      expect(ms, `mutant ${i}`).toBeLessThan(LONGEST_MS)
    }
    figures.push(`${name}: at most ${slowest.toFixed(1)} ms and ${(most / 1e6).toFixed(0)} MB`)
    expect(most).toBeLessThan(MOST_BYTES)
  },
)
