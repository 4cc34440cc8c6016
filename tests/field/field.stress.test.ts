/**
 * Renders photos like those of cameras, tables like those of spreadsheets, and text in many scripts, with `midground
 * render` and over MCP. The tests of the editor and of Batch edit read the same files.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { TABLES } from '../helpers/tables.ts'
import { inkIn, type Pixels, pixelsOf, sharesOf } from './ink.ts'
import { renderReports, startAgent } from './programs.ts'

const FIXTURES = join(import.meta.dirname, '../../client/media/importer/fixtures')
const plain = readFileSync(join(FIXTURES, 'plain.jpg'))
const fixture = (name: string) => readFileSync(join(FIXTURES, name))

/**
 * Maximum mean difference to plain.jpg per channel, 0 to 255. JPEG files must be equal. HEIC files may differ, because
 * their compression is lossy.
 */
const [SAME, SIMILAR] = [0, 3]
const likePlain = (limit: number) => (pixels: Pixels, reference: Pixels) =>
  expect(differenceOf(pixels, reference)).toBeLessThanOrEqual(limit)

/** Checks a photo whose corners are 203, 50, 200 and 2 cd/m² (ITU-R BT.2408: 203 cd/m² is white). */
function likeHdr({ data, width, height, channels }: Pixels) {
  const at = (x: number, y: number) => data[(y * width + x) * channels] ?? Number.NaN
  const [edge, right, bottom] = [width >> 3, width - 1 - (width >> 3), height - 1 - (height >> 3)]
  expect(at(edge, edge)).toBeGreaterThanOrEqual(252)
  expect(Math.abs(at(right, edge) - 137)).toBeLessThanOrEqual(4)
  expect(Math.abs(at(right, bottom) - 25)).toBeLessThanOrEqual(4)
}

/** Photos: the name, the bytes, and the check of the image that is rendered without layers. */
const PHOTOS: readonly [name: string, bytes: Buffer, check: (pixels: Pixels, reference: Pixels) => void][] = [
  ['plain.jpg', plain, likePlain(SAME)],
  ['stray-byte.jpg', Buffer.concat([plain.subarray(0, 20), Buffer.of(0), plain.subarray(20)]), likePlain(SAME)],
  ['no-end-marker.jpg', plain.subarray(0, -2), likePlain(SAME)],
  ['eight-bits.heic', fixture('eight-bits.heic'), likePlain(SIMILAR)],
  ['ten-bits.heic', fixture('ten-bits.heic'), likePlain(SIMILAR)],
  ['pq.heic', fixture('pq.heic'), likeHdr],
  ['hlg.heic', fixture('hlg.heic'), likeHdr],
]

const folder = makeFolder()
const paths = PHOTOS.map(([name]) => join(folder, name))
/** Black photos: a square, and a tall one for layered images with many rows. */
const [black, tall] = [join(folder, 'black.png'), join(folder, 'tall.png')]
/** A size that fits the letters of the layered images, px. */
const [WIDTH, SQUARE, TALL] = [1600, 1600, 2400]
const EMPTY = { layers: [] }

let agent: Awaited<ReturnType<typeof startAgent>>

beforeAll(async () => {
  for (const [name, bytes] of PHOTOS) writeFileSync(join(folder, name), bytes)
  for (const [path, height] of [
    [black, SQUARE],
    [tall, TALL],
  ] as const) {
    const create = { width: WIDTH, height, channels: 3, background: '#000000' } as const
    writeFileSync(path, await sharp({ create }).png().toBuffer())
  }
  agent = await startAgent([...paths, black, tall])
})
afterAll(() => agent.close())

const json = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as object

/** Renders photos with a layered image by the command line. Returns the path of each image. */
async function byCommand(photos: readonly string[], image: object) {
  const template = join(makeFolder(), 'image.json')
  writeFileSync(template, JSON.stringify(image))
  const reports = await renderReports([template, ...photos, '--out', makeFolder()])
  return reports.map(({ file = '', texts = [] }) => ({ file, texts }))
}

/** A photo takes a minute on a busy machine. */
const TIMEOUT_MS = 1_800_000

let calls = 0
/** Renders photos with a layered image by calls of the tool `make_image`, instead of the command line (`byCommand`). */
async function byAgent(photos: readonly string[], image: object) {
  const made = []
  for (const path of photos) {
    const out = `${++calls}.png`
    const { isError, text, texts } = await agent.call('make_image', { photo: basename(path), out, image })
    if (isError) throw new Error(text)
    made.push({ file: join(agent.root, out), texts })
  }
  return made
}

describe.each([
  ['midground render', byCommand],
  ['make_image over MCP', byAgent],
])('%s', { timeout: TIMEOUT_MS }, (_, images) => {
  it('every photo that other viewers open is rendered with its colors', async () => {
    const made = await images(paths, EMPTY)
    const pixels = await Promise.all(made.map(({ file }) => pixelsOf(file)))
    const [reference] = pixels
    if (!reference) throw new Error('no image')
    const unchanged = await pixelsOf(join(FIXTURES, 'plain.jpg'))
    expect(differenceOf(reference, unchanged), 'two JPEG decoders').toBeLessThan(2)
    for (const [i, [name, , check]] of PHOTOS.entries()) {
      const image = pixels[i]
      if (!image) throw new Error(name)
      check(image, reference)
    }
  })

  it('text of every script fits its area, broken within long words if needed', async () => {
    const image = json('texts-wrap.json') as { layers: { name: string; text: string; area: number[] }[] }
    const [made] = await images([black], image)
    expect(made?.texts.map(({ text }) => text)).toEqual(image.layers.map(({ text }) => text))
    expect(made?.texts.filter(({ outside }) => outside > 0)).toEqual([])
    const pixels = await pixelsOf(made?.file ?? '')
    for (const { name, area } of image.layers) {
      const [x = 0, y = 0, width = 0, height = 0] = area
      const ink = inkIn(pixels, { x, y, width, height }, 0.01)
      expect(ink, `${name} is painted`).not.toBeNull()
      const shares = sharesOf(pixels, ink)
      expect(shares.left, name).toBeGreaterThanOrEqual(x - 0.003)
      expect(shares.right, name).toBeLessThanOrEqual(x + width + 0.003)
      if (['german', 'two lines', 'thai', 'jp3'].includes(name)) expect(ink?.lines, name).toBeGreaterThan(1)
    }
  })

  it('text with letter spacing or on an arc is centered by its painted pixels', async () => {
    const image = json('texts-spacing-arc.json') as { layers: { text: string; position: Record<string, number> }[] }
    const [made] = await images([tall], image)
    const pixels = await pixelsOf(made?.file ?? '')
    const straight = image.layers.filter(({ position }) => (position.vertical ?? 0) < 30)
    expect(straight).toHaveLength(8)
    for (const { text, position } of straight) {
      const { horizontal = 0, vertical = 0 } = position
      const row = { x: horizontal < 50 ? 0 : 0.5, y: vertical / 100 - 0.021, width: 0.5, height: 0.042 }
      const { left, right } = sharesOf(pixels, inkIn(pixels, row))
      expect(Math.abs((left + right) / 2 - horizontal / 100) * WIDTH, `${text} at ${horizontal} %`).toBeLessThan(3)
    }
  })

  it('the letters of a word are painted in one font', async () => {
    const [made] = await images([tall], json('texts-latin-ext.json'))
    expect(made?.texts.map(({ text }) => text)).toContain('Việt Nam Țară Ђорђе')
    // letters that have the same shape in two subsets of a font family
    const pairs = [
      ['Anton', 'Ill', 'Iłł'],
      ['Oswald', 'EHOB', 'ЕНОВ'],
      ['Playfair Display', 'EHOB', 'ЕНОВ'],
      ['Inter', 'EHOB', 'ΕΗΟΒ'],
    ] as const
    const style = { kind: 'text', placement: 'foreground', color: '#ffffff', fontSize: 150 }
    const layers = pairs.flatMap(([fontFamily, ...words], row) =>
      words.map((text, column) => {
        const position = { horizontal: 25 + 50 * column, vertical: 12 + 25 * row }
        return { ...style, text, fontFamily, position }
      }),
    )
    const [compared] = await images([tall], { layers })
    const pixels = await pixelsOf(compared?.file ?? '')
    for (const [row, [family]] of pairs.entries()) {
      const [one, other] = [0, 0.5].map((x) => inkIn(pixels, { x, y: row / 4, width: 0.5, height: 0.24 }))
      expect(one && other, family).toBeTruthy()
      expect(Math.abs((one?.height ?? 0) - (other?.height ?? 99)), family).toBeLessThanOrEqual(2)
      if (family !== 'Anton') expect(Math.abs((one?.width ?? 0) - (other?.width ?? 99)), family).toBeLessThanOrEqual(4)
    }
  })
})

const WORDS = { kind: 'text', text: 'Text', area: [0.1, 0.1, 0.8, 0.3] }

// server/render/readTable.test.ts tests the other tables without a browser
it('midground render and make_image paint the characters and line breaks of every table cell', {
  timeout: TIMEOUT_MS,
}, async () => {
  const found = TABLES.find(({ name }) => name === 'cells of two lines')
  if (!found) throw new Error('no table')
  const { bytes, rows } = found
  const into = makeFolder()
  writeFileSync(join(into, 'table.csv'), bytes)
  for (const [photo = ''] of rows) writeFileSync(join(into, photo), plain)
  writeFileSync(join(into, 'image.json'), JSON.stringify({ layers: [WORDS, WORDS] }))
  const args = ['--csv', join(into, 'table.csv'), '--out', makeFolder(), '--size', '64x48']
  const reports = await renderReports([join(into, 'image.json'), ...args])
  const cells = rows.map(([, ...texts]) => texts)
  expect(reports.map(({ texts = [] }) => texts.map(({ text }) => text))).toEqual(cells)
  const all = [...new Set(TABLES.flatMap((table) => table.rows.flatMap(([, ...texts]) => texts)))]
  const layers = all.map((text) => ({ ...WORDS, text }))
  const { texts } = await agent.call('make_image', { photo: 'plain.jpg', out: 'cells.png', image: { layers } })
  expect(texts.map(({ text }) => text)).toEqual(all)
  expect(texts.map(({ key }) => key)).toEqual(all.map((_, i) => `text${i + 1}`))
})

it('four simultaneous calls on a HEIC photo all get responses, with progress', async () => {
  const answers = await Promise.all(
    ['one', 'two', 'three', 'four'].map((text) =>
      agent.call('make_image', { photo: 'ten-bits.heic', out: `${text}.png`, image: { layers: [{ ...WORDS, text }] } }),
    ),
  )
  expect(answers.map(({ isError, texts }) => [isError, texts[0]?.text])).toEqual(
    ['one', 'two', 'three', 'four'].map((text) => [false, text]),
  )
  for (const { progress } of answers) expect(progress).toContain('Painting the image')
  expect(answers.some(({ progress }) => progress.some((state) => state.startsWith('Waiting for')))).toBe(true)
})

/** Returns the mean difference between the channels of two images, 0 to 255. */
function differenceOf(one: Pixels, other: Pixels): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  return one.data.reduce((sum, value, i) => sum + Math.abs(value - (other.data[i] ?? Number.NaN)), 0) / one.data.length
}
