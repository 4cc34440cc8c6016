/**
 * Compares exported files of sRGB photos with hashes of earlier versions. The photos are unedited, so every GPU gives
 * the same pixels at full size. At half size, the pixels depend on the GPU's rounding. Compares decompressed pixels for
 * PNG, because browsers compress palette images differently. Update a hash only when an encoder changes, and say so in
 * the commit message.
 */
import { expect, inject, it } from 'vitest'
import { concatBytes } from '#client/kit/bytes/bytes.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { chunksOf, SIGNATURE } from '#client/kit/pixels/png/chunks.ts'
import { withExifOrientation } from '#client/media/importer/fixtures/files.ts'
import { exportedFile, openedPhoto } from '../helpers/colorSpaces.ts'
import { sharedRenderer } from '../helpers/gpu.ts'
import known from './srgbExports.json'

const FIXTURES = import.meta.glob<string>('../../client/media/importer/fixtures/*.{jpg,png,webp}', {
  query: '?url',
  import: 'default',
})

const renderer = await sharedRenderer()

async function fixture(name: string): Promise<Blob> {
  const url = await FIXTURES[`../../client/media/importer/fixtures/${name}`]?.()
  if (!url) throw new Error(`no fixture ${name}`)
  return (await fetch(url)).blob()
}

/** Returns the file. For a PNG, returns its chunks with decompressed image data. */
async function contentOf(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!SIGNATURE.every((byte, i) => file[i] === byte)) return file
  const chunks = [...chunksOf(file)]
  const deflated = new Blob(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const inflated = await new Response(deflated.stream().pipeThrough(new DecompressionStream('deflate'))).bytes()
  return concatBytes([...chunks.filter(({ name }) => name !== 'IDAT').map(({ data }) => data), inflated])
}

/** Exports an unedited photo. Returns the SHA-256 of its content. */
async function hashOfExport(photo: Blob, name: string, values: object): Promise<string> {
  const session = await openedPhoto(new File([photo], name), false)
  const file = await exportedFile(renderer, session, values)
  return sha256(await contentOf(file))
}

/** Photos that every engine exports as the same file: they are lossless, or the product's code decodes them. */
const EXACT = ['noise.png', 'palette.png', 'exif6.png', 'noise.webp', 'exif6.webp']
/** Photos whose decoded colors each engine rounds differently. */
const BY_ENGINE = ['grey.jpg', 'progressive.jpg', 'cmyk.jpg', 'rgba16.png', 'lossy.webp', 'noise-lossy.webp']
const SETTINGS = {
  png: {},
  palette: { size: 'half' },
  jpeg: { format: 'jpeg' },
  best: { format: 'jpeg', quality: 100 },
}

const inChromium = inject('engine') === 'chromium'
const rows = [...EXACT, ...(inChromium ? BY_ENGINE : [])].flatMap((photo) =>
  Object.entries({ ...SETTINGS, ...(inChromium ? { webp: { format: 'webp' } } : {}) }).map(
    ([name, values]) => [`${photo} as ${name}`, photo, values] as const,
  ),
)

it.each(rows)('the exported file of %s is the same as in earlier versions', async (row, photo, values) => {
  expect(await hashOfExport(await fixture(photo), photo, values)).toBe((known as Record<string, string>)[row])
})

it.runIf(inChromium).each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the exported file of a JPEG of orientation %i is the same as in earlier versions',
  async (orientation) => {
    const turned = await withExifOrientation(await fixture('progressive.jpg'), orientation)
    expect(await hashOfExport(turned, 'a.jpg', {})).toBe(
      (known as Record<string, string>)[`orientation ${orientation}`],
    )
  },
)
