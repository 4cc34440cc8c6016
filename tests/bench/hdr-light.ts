/**
 * Measures the colors of exported HDR photos with other programs: hdrify and sharp decode the file; ExifTool, ffprobe
 * and ImageMagick read its structure. hdrify and libultrahdr made the photos from a known image, with gain maps of full
 * size. The map of `phone` has half the size, as maps of phones and of our exports do. `iPhone` is a HEIC outside the
 * repository.
 *
 * A file differs from its photo in two parts: the SDR image, a JPEG, and the gain map. Rows end in
 * - ": file" for the whole file,
 * - ": map" for the file's map on the exact SDR image, which the PNG export of the same edit contains,
 * - ": picture" for the photo's own map on another SDR image.
 * These rows interpolate the map, as browsers do. Rows ": hdrify" repeat its pixels, which adds 0.6 to 15 PQ steps.
 * `npm run bench hdr-light [-- --json]`
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeGainMapFromFloatEncoding,
  encodeGainMap,
  type GainMapMetadata,
  readJpegGainMap,
  resizeImage,
  writeJpegGainMap,
} from 'hdrify'
import sharp, { type Sharp } from 'sharp'
import { readGainMap } from '#client/media/gainmap/readGainMap.ts'
import { addMetadata } from '#client/media/gainmap/writeGainMap.ts'
import { withExifOrientation } from '#client/media/importer/fixtures/files.ts'
import { inPage } from '../helpers/inPage.ts'
import { benchOptions, openBench } from './browser/pages.ts'
import { type Figures, printFigures } from './figures.ts'
import type { Edit } from './hdrPage.ts'

const [WIDTH, HEIGHT] = [512, 384]
/** A photo of an iPhone 15 Pro. Its gain map is an auxiliary image of the HEIC. */
const IPHONE = '../shared/heic/iphone_15_pro.heic'
/** Limit of the differences' 99th percentile over all values, in steps of 10-bit PQ. */
const PQ_BAR = 2

/** Returns the position in the original of a position in the exported image, px, or null where the image was edited. */
type Origin = (x: number, y: number) => readonly [number, number] | null

const fromCenter = (x: number, y: number) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)
/** Width of the disc's edge, where colors are mixed, px. */
const EDGE = 24
const RADIUS = HEIGHT / 3 + EDGE
const EDITS: Record<Edit, Origin> = {
  untouched: (x, y) => [x, y],
  crop: (x, y) => [x + 64, y + 32],
  'crop at odd px': (x, y) => [x + 65, y + 33],
  'odd crop at odd px': (x, y) => [x + 65, y + 33],
  mirrored: (x, y) => [WIDTH - 1 - x, y],
  'turned by 90°': (x, y) => [y, HEIGHT - 1 - x],
  'subject moved': (x, y) => (Math.min(fromCenter(x, y), fromCenter(x - WIDTH / 4, y)) > RADIUS ? [x, y] : null),
  'object erased': (x, y) => (fromCenter(x, y) > RADIUS ? [x, y] : null),
  'white shape': (x, y) => (fromCenter(x, y) > 100 ? [x, y] : null),
}

/** Maps a pixel of the upright photo to its pixel in the stored photo, for each EXIF orientation from 1 to 8. */
const STORED: Origin[] = [
  (x, y) => [x, y],
  (x, y) => [WIDTH - 1 - x, y],
  (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  (x, y) => [x, HEIGHT - 1 - y],
  (x, y) => [y, x],
  (x, y) => [y, HEIGHT - 1 - x],
  (x, y) => [WIDTH - 1 - y, HEIGHT - 1 - x],
  (x, y) => [WIDTH - 1 - y, x],
]

/** Converts light to 10-bit steps of PQ (SMPTE ST 2084). `light`: 1 is SDR white, 203 cd/m². */
function pq(light: number): number {
  const power = Math.max(0, (light * 203) / 10_000) ** 0.1593017578125
  return 1023 * ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375
}

/** Returns the test photos, with the programs that made them as keys. */
async function photos(): Promise<Record<'phone' | 'hdrify' | 'libultrahdr', Uint8Array>> {
  const { data } = await sharp('client/editor/samples/coffee.png')
    .resize(WIDTH, HEIGHT)
    .removeAlpha()
    .blur(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const light = new Float32Array(4 * WIDTH * HEIGHT).fill(1)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const lamp = 1 + 4 * Math.exp(-((x - 380) ** 2 + (y - 90) ** 2) / 6000)
    for (let c = 0; c < 3; c++) light[4 * i + c] = lamp * (0.1 + 0.9 * ((data[3 * i + c] as number) / 255) ** 2.2)
  }
  const image = { width: WIDTH, height: HEIGHT, data: light, linearColorSpace: 'linear-rec709' as const }
  const byHdrify = Uint8Array.from(writeJpegGainMap(encodeGainMap(image), { quality: 98 }))
  // the types of sharp 0.35 lack this method
  const kept = (sharp(byHdrify) as Sharp & { keepGainMap(): Sharp }).keepGainMap().jpeg({ quality: 98 })
  const stored = readGainMap(byHdrify)
  if (!stored) throw new Error('the photo has no map')
  const half = sharp(stored.image).resize(WIDTH / 2, HEIGHT / 2, { kernel: 'linear' })
  const jpeg = new Blob([Uint8Array.from(await half.jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer())])
  const base = new Blob([
    Uint8Array.from(await sharp(byHdrify).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer()),
  ])
  const phone = await addMetadata(base, { gainMap: { jpeg, metadata: stored.metadata } })
  return {
    phone: new Uint8Array(await phone.arrayBuffer()),
    hdrify: byHdrify,
    libultrahdr: Uint8Array.from(await kept.toBuffer()),
  }
}

/** RGBA in linear light. 1 is SDR white. */
type Light = Pick<ReturnType<typeof readJpegGainMap>, 'width' | 'height' | 'data'>

/** Returns the pixels as RGBA, 0 to 1. */
async function pixelsOf(image: Uint8Array): Promise<Light> {
  const rgba = sharp(image).toColourspace('srgb').removeAlpha().ensureAlpha().raw()
  const { data, info } = await rgba.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Float32Array.from(data, (byte) => byte / 255) }
}

/** Applies the map in `file` to the SDR image `picture`. sharp decodes both, hdrify applies the map. */
async function lightOf(picture: Uint8Array, file: Uint8Array): Promise<Light> {
  const { gainMap } = await sharp(file).metadata()
  const [base, map] = await Promise.all([pixelsOf(picture), pixelsOf(gainMap?.image ?? file)])
  const { width, height, data: sdrFloat } = base
  const linearColorSpace = 'linear-rec709' as const
  const { data: gainMapFloat } = resizeImage({ ...map, linearColorSpace }, { width, height, filter: 'bilinear' })
  const metadata = readJpegGainMap(file).metadata as unknown as GainMapMetadata // hdrify's type of `metadata` is wrong
  return decodeGainMapFromFloatEncoding({ sdrFloat, gainMapFloat, width, height, metadata })
}

/** Resolution of the differences, per step of 10-bit PQ. */
const FINENESS = 1000

/**
 * Returns the 99th percentile of the differences from the original, in steps of 10-bit PQ. Omits values below
 * `DARKEST`, where one step of the 8-bit SDR image is several steps of PQ.
 */
function difference(now: Light, before: Light, origin: Origin): number {
  const counts = new Uint32Array(1024 * FINENESS)
  let all = 0
  for (let y = 0; y < now.height; y++)
    for (let x = 0; x < now.width; x++) {
      const place = origin(x, y)
      if (!place) continue
      const [to, from] = [4 * (y * now.width + x), 4 * (place[1] * before.width + place[0])]
      for (let c = 0; c < 3; c++) {
        const light = before.data[from + c] as number
        if (light < DARKEST) continue
        const at = Math.floor(FINENESS * Math.abs(pq(now.data[to + c] as number) - pq(light)))
        counts[at] = (counts[at] as number) + 1
        all++
      }
    }
  let [at, below] = [-1, 0]
  while (below <= 0.99 * all) below += counts[++at] ?? Number.NaN
  return at / FINENESS
}

/** Minimum light of the compared values in the original. 1 is SDR white. */
const DARKEST = 0.5

/** Returns the number of different bytes in the decoded SDR images. */
async function differingBytes(hdr: Uint8Array, sdr: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([hdr, sdr].map((file) => sharp(file).raw().toBuffer()))
  return (a as Buffer).reduce((count, byte, i) => count + (byte === b?.[i] ? 0 : 1), 0)
}

/** Returns the number of programs that reject the file or find no gain map. */
async function refusals(file: Uint8Array, isDrawn: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hdr-'))
  const path = join(folder, 'a.jpg')
  writeFileSync(path, file)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, [...args, path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const { gainMap } = await sharp(file).metadata()
  const listed = run('exiftool', '-a', '-s', '-warning', '-all')
  const accepted = {
    Chromium: isDrawn,
    sharp: gainMap !== undefined,
    hdrify: readJpegGainMap(file).metadata?.format === 'ultrahdr',
    ExifTool: /NumberOfImages +: 2/.test(listed) && /: GainMap/.test(listed) && !listed.includes('Warning'),
    ImageMagick: run('identify').includes('JPEG'),
    ffprobe: run('ffprobe', '-v', 'error', '-show_entries', 'stream=codec_name').includes('mjpeg'),
  }
  rmSync(folder, { recursive: true })
  for (const [name, isAccepted] of Object.entries(accepted)) if (!isAccepted) console.log(`${name} refuses the file`)
  return Object.values(accepted).filter((isAccepted) => !isAccepted).length
}

/** Returns the steepest change of gain in the filled disc divided by the steepest change around the disc. */
async function holeSteepness(file: Uint8Array): Promise<number> {
  const { gainMap } = await sharp(file).metadata()
  const { data, info } = await sharp(gainMap?.image).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [inside, around] = [0, 0]
  for (let y = 1; y < info.height - 1; y++)
    for (let x = 1; x < info.width - 1; x++) {
      const at = (u: number, v: number) => data[(y + v) * info.width + x + u] as number
      const steep = Math.hypot(at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1))
      const distance = fromCenter(2 * x + 1, 2 * y + 1)
      if (distance < RADIUS) inside = Math.max(inside, steep)
      else if (distance < 2 * RADIUS) around = Math.max(around, steep)
    }
  return inside / around
}

/** Returns the largest error of a white shape in linear light. */
function whiteError(file: Uint8Array): number {
  const { data, width } = readJpegGainMap(file)
  let worst = 0
  for (let y = HEIGHT / 2 - 32; y < HEIGHT / 2 + 32; y++)
    for (let x = WIDTH / 2 - 32; x < WIDTH / 2 + 32; x++)
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs((data[4 * (y * width + x) + c] as number) - 1))
  return worst
}

const options = benchOptions()
const bench = await openBench(options)
const figures: Record<string, Figures[string]> = {}
try {
  const page = await bench.open('/bench.html')
  const side = inPage<typeof import('./hdrPage.ts')>(page, '/tests/bench/hdrPage.ts')
  const exported = async (edit: Edit, photo: Uint8Array) => {
    const { files, isDrawn } = await side.edited(edit, Buffer.from(photo).toString('base64'))
    const [hdr, sdr, png, stored] = [files.hdr, files.sdr, files.png, files.photo].map((file) =>
      Buffer.from(file, 'base64'),
    )
    return { hdr, sdr, png, stored, isDrawn } as { isDrawn: boolean } & Record<'hdr' | 'sdr' | 'png' | 'stored', Buffer>
  }
  let [bytes, refused] = [0, 0]
  /** Exports an edit and adds its figures. `original`: the photo to compare with, or null for the imported file. */
  const measure = async (name: string, edit: Edit, photo: Uint8Array, origin: Origin, original: Uint8Array | null) => {
    const { hdr, sdr, png, stored, isDrawn } = await exported(edit, photo)
    bytes += await differingBytes(hdr, sdr)
    refused += await refusals(hdr, isDrawn)
    const before = await lightOf(original ?? stored, original ?? stored)
    figures[`${name}: file`] = [difference(await lightOf(hdr, hdr), before, origin), PQ_BAR]
    figures[`${name}: map`] = [difference(await lightOf(png, hdr), before, origin), PQ_BAR]
    return { hdr, png, before }
  }
  const { phone, hdrify, libultrahdr } = await photos()
  for (const edit of Object.keys(EDITS) as Edit[]) {
    const { hdr, png, before } = await measure(edit, edit, phone, EDITS[edit], phone)
    figures[`${edit}: hdrify`] = [difference(readJpegGainMap(hdr), readJpegGainMap(phone), EDITS[edit])]
    if (edit === 'object erased') figures[`${edit}: hole`] = [await holeSteepness(hdr), 1.2]
    if (edit === 'white shape') figures[`${edit}: white`] = [whiteError(hdr), 0]
    if (edit !== 'untouched') continue
    const bySharp = await sharp(phone).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    for (const [name, picture] of Object.entries({ JPEG: hdr, "sharp's JPEG": bySharp, painted: png }))
      figures[`${edit}: ${name} picture`] = [difference(await lightOf(picture, phone), before, EDITS.untouched)]
  }
  for (let orientation = 1; orientation <= 8; orientation++) {
    // The stored pixels are rotated. The EXIF orientation turns them upright.
    const turned = await withExifOrientation(new Blob([Uint8Array.from(phone)]), orientation)
    const file = new Uint8Array(await turned.arrayBuffer())
    await measure(`orientation ${orientation}`, 'untouched', file, STORED[orientation - 1] as Origin, phone)
  }
  // The reference of both photos is the hdrify photo. The libultrahdr photo is the same photo, encoded again by a
  // program whose map hdrify can't read. The exported maps have half the size of the photos' maps.
  for (const [name, photo] of Object.entries({ hdrify, libultrahdr }))
    for (const edit of ['untouched', 'crop', 'object erased', 'white shape'] as const) {
      const { hdr, isDrawn } = await exported(edit, photo)
      refused += await refusals(hdr, isDrawn)
      figures[`full-size map by ${name}: ${edit}`] = [
        difference(await lightOf(hdr, hdr), await lightOf(hdrify, hdrify), EDITS[edit]),
      ]
    }
  if (existsSync(IPHONE))
    for (const edit of ['untouched', 'crop at odd px', 'odd crop at odd px'] as const)
      await measure(`iPhone: ${edit}`, edit, readFileSync(IPHONE), EDITS[edit], null)
  else console.log(`The rows of the iPhone are missing: ${IPHONE} does not exist.`)
  figures['bytes of the SDR picture'] = [bytes, 0]
  figures['refusals by six programs'] = [refused, 0]
} finally {
  await bench.close()
}
printFigures(figures, options.json)
