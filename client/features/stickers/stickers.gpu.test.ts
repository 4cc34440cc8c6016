/** Tests that image stickers have limited sizes, so that every saved project can be opened again. */
import { expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { Projects } from '#client/editor/flows/projects.ts'
import { imageOf } from '#client/editor/flows/testing.ts'
import { readProjectFile } from '#client/engine/project-file/file.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { colorChunks, withChunks } from '#client/kit/pixels/png/chunks.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { ok } from '#client/kit/values/result.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { StickerLayer } from '#client/layers/sticker/schema.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { createContext, pixelsOf } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { quietSession } from '../../../tests/helpers/session.ts'
import { createStickers } from './stickers.ts'

const LARGEST = { width: 5000, height: 10_000 }
let files = 0

/** Returns a simulated image without pixels. Each image has another file. */
function unpainted({ width, height } = LARGEST) {
  const { image } = imageOf(`${files++}.png`, [width, height])
  return { ...image, blob: new Blob([image.name]) }
}

/** Opens a photo of maximum size without a subject. `said` contains the titles of alerts and toasts. */
function largeSession() {
  const said: string[] = []
  const session = quietSession({
    alert: async (text) => void said.push(text),
    toast: ({ title }) => void said.push(title),
  })
  const photo = { ...LARGEST, asset: put(session), name: 'p.png', hasAlpha: false }
  session.history.restart(() => {
    session.doc.photo = photo
  })
  session.ui.subject.missingIn = photo.asset
  addLayer(session, 'background')
  const save = vi.fn<(blob: Blob) => void>()
  const deps = { session, announcer: createAnnouncer(session), importImage: async () => ok(unpainted()) }
  const autosave = { adopt() {}, current: () => null }
  const projects = new Projects({ ...deps, autosave, targets: { save }, now: () => 1 } as never)
  return { session, said, deps, projects, saved: () => save.mock.calls[0]?.[0] }
}

function put({ assets }: Session): AssetId {
  const { blob, ...image } = unpainted()
  return assets.put({ kind: 'bitmap', ...image, source: { blob, cut: null } })
}

const stickersOf = ({ doc }: Session) =>
  Object.values(doc.layers).filter((layer): layer is StickerLayer => layer.kind === 'sticker')

it('a project with the largest photo, background, overlays and 25 stickers is saved and can be opened again', async () => {
  const { session, said, deps, projects, saved } = largeSession()
  session.history.transact('Background', () => {
    session.doc.backdrop = imageBackdrop({ ...LARGEST, asset: put(session), hasAlpha: false })
  })
  for (let i = 0; i < 2; i++) addLayer(session, 'overlay', { content: put(session), ...LARGEST })
  const stickers = createStickers({ ...deps, importImage: async () => ok(unpainted({ width: 2000, height: 2000 })) })
  for (let i = 0; i < 26; i++) await stickers.add(new File([], 'a.png'))
  expect(stickersOf(session)).toHaveLength(25)
  expect(said).toEqual(['Your stickers are too large'])
  await projects.saveFile()
  expect(await readProjectFile(saved()!)).toMatchObject({ ok: true })
})

it('a project that could not be opened again is not saved, and a message gives the reason', async () => {
  const { session, said, projects, saved } = largeSession()
  for (let i = 0; i < 6; i++) addLayer(session, 'sticker', { content: put(session), type: 'image' })
  await projects.saveFile()
  expect([saved(), said]).toEqual([undefined, ['Failed to save project']])
})

it.each<[ColorSpace, number]>([
  ['srgb', 255],
  ['srgb', 128],
  ['display-p3', 255],
  ['display-p3', 128],
])(
  'a %s sticker of 6 megapixels and alpha %i is downscaled to 4 megapixels with the same color',
  async (space, alpha) => {
    const { session, deps } = largeSession()
    const context = createContext({ width: 3000, height: 2000 })
    context.fillStyle = `rgb(220 40 90 / ${alpha / 255})`
    context.fillRect(0, 0, 3000, 2000)
    const png = await context.canvas.convertToBlob()
    const file = space === 'srgb' ? png : withChunks(png, colorChunks(space))
    await createStickers({ ...deps, importImage }).add(new File([file], 'a.png', { type: file.type }))
    const [sticker] = stickersOf(session)
    expect(sticker?.ratio).toBeCloseTo(1.5, 2)
    const asset = session.assets.bitmap(sticker!.content as AssetId)!
    expect(asset).toMatchObject({ width: 2449, height: 1632, hasAlpha: alpha < 255 })
    expect(colorSpaceOf(asset.bitmap)).toBe(space)
    const [red, green, blue, opacity] = pixelsOf(asset.bitmap).data
    expect([red, green, blue, opacity]).toEqual([220, 40, 90, alpha].map((value) => expect.closeTo(value, -0.5)))
  },
)
