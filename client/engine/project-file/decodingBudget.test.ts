import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deflate } from '#client/kit/bytes/deflate.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { limitDecoding, STICKER_LIMITS } from './decodingBudget.ts'
import { readProjectFile, writeProjectFile } from './file.ts'
import type { AssetEntry, Project } from './project.ts'
import { fullProject } from './testing.ts'

const { project } = await fullProject()
const PART = 'a'.repeat(64)

type Entry = Partial<AssetEntry>
const entry = (i: number, change: Entry): AssetEntry =>
  ({ kind: 'bitmap', id: `asset${i}`, part: PART, width: 5000, height: 10_000, cut: null, ...change }) as AssetEntry

/** Returns a project with these assets. To make its document use them, text layers contain their ids. */
function projectWith(assets: readonly AssetEntry[]): Project {
  const { document } = project
  const text = Object.values(document.layers).find(({ kind }) => kind === 'text')
  const layers = assets.map(({ id }, i) => ({ ...text, id: `name${i}`, kind: 'text', name: id }))
  const order = [...document.order, ...layers.map(({ id }) => id)]
  const all = { ...document.layers, ...Object.fromEntries(layers.map((layer) => [layer.id, layer])) }
  return { ...project, document: { ...document, layers: all, order } as never, assets: [...project.assets, ...assets] }
}

const many = (count: number, change: (i: number) => Entry = () => ({})) =>
  projectWith(Array.from({ length: count }, (_, i) => entry(i, change(i))))
/** Returns a project with four images of maximum size, and `count` stickers of maximum size. */
const withStickers = (count: number) =>
  many(4 + count, (i) => (i < 4 ? {} : { width: 2000, height: STICKER_LIMITS.maxPixels / 2000 }))
const resultOf = (project: Project, parts = new Map<string, Uint8Array>()) => {
  const limited = limitDecoding(project, parts)
  return limited.ok ? limited.value.assets.length - 3 : limited.error
}
const hash = (i: number) => String(i).padStart(64, '0')

it.each([
  ['three of the largest images', many(3), 3],
  ['four of the largest images and 24 of the largest stickers', withStickers(24), 28],
  ['four of the largest images and 26 of the largest stickers', withStickers(26), 'images-too-large'],
  ['198 large images that share a part', many(198), 'images-too-large'],
  ['seven of the largest images', many(7, (i) => ({ part: hash(i) })), 'images-too-large'],
  ['many small images', many(150, () => ({ width: 100, height: 100 })), 150],
  ['the mattes of 16 objects', many(16, (i) => ({ kind: 'matte', part: hash(i) })), 16],
  ['too many mattes', many(40, (i) => ({ kind: 'matte', part: hash(i) })), 'images-too-large'],
  ['objects that share a matte', many(40, () => ({ kind: 'matte' })), 40],
  ['an image with sides of 100,000 px', many(1, () => ({ width: 1e5, height: 1e5 })), 'images-too-large'],
])('when opening %s, limitDecoding enforces the pixel limit', (_, project, expected) => {
  expect(resultOf(project)).toBe(expected)
})

it('limitDecoding drops unused assets and fonts', () => {
  const [font] = project.fonts
  const unused = { ...many(198), document: project.document, fonts: [font!, font!, { name: 'x', part: PART }] }
  expect(limitDecoding(unused, new Map())).toEqual({ ok: true, value: project })
})

it.each(['rgba16.png', 'grey.jpg', 'lossy.webp', 'four-corners.heic'])(
  'an asset file %s whose header contradicts the declared size is rejected',
  (name) => {
    const file = readFileSync(new URL(`../../media/importer/fixtures/${name}`, import.meta.url))
    const parts = new Map([[PART, new Uint8Array(file)]])
    const withSize = (width: number, height: number) => many(1, () => ({ width, height }))
    expect(resultOf(withSize(1, 1), parts)).toBe('damaged')
    expect(resultOf(name.endsWith('heic') ? withSize(64, 96) : withSize(16, 32), parts)).toBe(1)
  },
)

it('a project file of 300 kB that would decode to gigabytes is rejected', async () => {
  const matte = await deflate(new Uint8Array(50_000_000).fill(255), 'deflate-raw')
  const part = await sha256(matte)
  const bomb = many(190, (i) => ({ kind: 'matte', id: `m${i}` as AssetId, part, width: 25_000, height: 2000 - i }))
  const file = await writeProjectFile(bomb, new Map([[part, new Blob([matte])]]))
  expect(file.size).toBeLessThan(320_000)
  expect(await readProjectFile(file)).toEqual({ ok: false, error: 'images-too-large' })
})
