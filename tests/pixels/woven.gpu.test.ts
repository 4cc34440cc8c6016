/** Paints text with some letters in front of the subject: image, strips, preview, PSD and motion. */
import { readPsd } from 'ag-psd'
import { expect, it, vi } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import type { LayerValues } from '#client/layers/registry.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { paintScene } from '#client/media/exporter/motion/exportMotion.ts'
import { planMotion } from '#client/media/exporter/motion/planMotion.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { atEnd, difference, sharedRenderer, target } from '../helpers/gpu.ts'
import { graphicsOf, painted, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 240, height: 160 }
const { signal } = new AbortController()
const renderer = await sharedRenderer()
await loadFont('Inter', 700)

/** Letters over the whole width. The subject, a disc in the middle, hides the second and the third letter. */
const WORD = { text: 'HHHH', fontSize: 90, color: '#00ff00', placement: 'background' } as const

async function sessionOf(values: LayerValues): Promise<Session> {
  return (await sceneOf({ size: SIZE, texts: [{ ...WORD, ...values }] })).session
}

/** Returns the number of pure green pixels, which only the letters have, in the left and right half of the image. */
function greenIn(pixels: Uint8Array): [left: number, right: number] {
  const counts: [number, number] = [0, 0]
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i] === 0 && pixels[i + 1] === 255 && pixels[i + 2] === 0)
      counts[(i / 4) % SIZE.width < SIZE.width / 2 ? 0 : 1]++
  return counts
}

const paint = async (values: LayerValues, how = {}) => painted(renderer, await sessionOf(values), how)

it('only the letters in front are painted over the subject', async () => {
  const [behind, second, all] = [await paint({}), await paint({ front: '2' }), await paint({ front: '1-4' })]
  const [left, right] = greenIn(behind)
  expect(greenIn(second)[0], 'the second letter is complete').toBe(greenIn(all)[0])
  expect(greenIn(second)[0]).toBeGreaterThan(left + 200)
  expect(greenIn(second)[1], 'the third letter is behind').toBe(right)
})

it('text with all letters in front looks like text in front of the subject', async () => {
  expect(await paint({ front: '1-4' })).toEqual(await paint({ placement: 'foreground' }))
})

it('text in front of the subject looks the same whichever letters are in front', async () => {
  expect(await paint({ placement: 'foreground', front: '2' })).toEqual(await paint({ placement: 'foreground' }))
})

it.each<[string, LayerValues]>([
  ['plain', {}],
  ['blended and translucent', { blendMode: 'multiply', opacity: 70 }],
  ['glowing', { glow: { enabled: true, color: '#ff0000', intensity: 20 } }],
])('strips of %s woven text equal the whole image', async (_, values) => {
  const session = await sessionOf({ front: '2,4', ...values })
  expect(await painted(renderer, session, { rows: 37 })).toEqual(await painted(renderer, session))
})

it('the preview of woven text equals the export', async () => {
  const session = await sessionOf({ front: '2,4' })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  const shown = Float32Array.from(renderer.extract.pixels(preview.texture).pixels)
  expect(difference(shown, Float32Array.from(await painted(renderer, session))).largest).toBeLessThanOrEqual(1)
})

it('the preview repaints a letter that moves in front', async () => {
  const session = await sessionOf({})
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  const layer = Object.values(session.doc.layers).find(({ kind }) => kind === 'text')
  session.history.transact('Test', () => Object.assign(layer ?? {}, { front: '2' }))
  await preview.settle()
  const shown = new Uint8Array(renderer.extract.pixels(preview.texture).pixels)
  expect(greenIn(shown)).toEqual(greenIn(await paint({ front: '2' })))
})

/**
 * `paintFront` paints the scene with these letters of the word in front, and returns the update's pending work, if any.
 * `pixels` reads the painted pixels.
 */
async function letterFlipper(texts: readonly LayerValues[]) {
  const { session } = await sceneOf({ size: SIZE, texts })
  const doc = snapshotOf(session)
  const layer = Object.values(doc.layers).find((each) => 'text' in each && each.text === WORD.text)
  const scene = new Scene(paintedKinds, { renderer, assets: session.assets, fonts: liveFonts, report() {} })
  atEnd(() => scene.destroy())
  const [frame, shown] = [
    { region: { x: 0, y: 0, ...SIZE }, scale: 1, isDraft: false },
    target(SIZE.width, SIZE.height),
  ]
  const paintFront = (front: string) => {
    const pending = scene.sync(
      layer ? { ...doc, layers: { ...doc.layers, [layer.id]: { ...layer, front } } } : doc,
      frame,
    )
    scene.paint(shown, true)
    return pending
  }
  return { paintFront, pixels: () => new Uint8Array(renderer.extract.pixels(shown).pixels) }
}

it('moving a letter in front updates the image synchronously without uploading another layer', async () => {
  const links = vi.spyOn(renderer.gl, 'linkProgram')
  const uploads = [vi.spyOn(renderer.gl, 'texImage2D'), vi.spyOn(renderer.gl, 'texSubImage2D')]
  /** Returns the number of uploaded tiles of text, which are canvases. */
  const countTiles = () =>
    uploads.flatMap(({ mock }) => mock.calls).filter((call: unknown[]) => /Canvas/.test(String(call.at(-1)))).length
  const alone = await letterFlipper([WORD])
  await alone.paintFront('2-3')
  expect(alone.paintFront('2-3')).toBeNull()
  const tiles = countTiles()
  expect(tiles).toBeGreaterThan(0)
  const { paintFront, pixels } = await letterFlipper([WORD, { text: 'other', fontSize: 20 }])
  await paintFront('2')
  expect(paintFront('2')).toBeNull()
  const [linked, uploaded] = [links.mock.calls.length, countTiles()]
  expect(uploaded - tiles, 'the other text has tiles, too').toBeGreaterThan(tiles)
  expect(paintFront('2-3'), 'nothing is painted later').toBeNull()
  expect([links.mock.calls.length - linked, countTiles() - uploaded]).toEqual([0, tiles])
  expect(greenIn(pixels())).toEqual(greenIn(await paint({ front: '2-3' })))
})

it('a PSD has a layer for the letters behind and a layer for the letters in front', async () => {
  const session = await sessionOf({ front: '2', opacity: 80 })
  const file = await exportPicture(
    snapshotOf(session),
    conform(exportFields, { format: 'psd' }),
    graphicsOf(renderer, session),
    { signal },
  )
  if (!file.ok) throw new Error(file.error)
  const { children = [] } = readPsd(await file.value.arrayBuffer(), { useImageData: true })
  expect(children.map(({ name }) => name)).toEqual([
    'Background',
    'HHHH, behind the subject',
    'Subject',
    'HHHH, in front of the subject',
  ])
  const widths = children.map(({ imageData }) => imageData?.width ?? 0)
  expect(widths[3]).toBeLessThan((widths[1] ?? 0) / 3)
  expect(children.map(({ opacity }) => Math.round(100 * (opacity ?? 0)))).toEqual([100, 80, 100, 80])
})

it('a motion clip of woven text has a depth plane on each side of the subject', async () => {
  const session = await sessionOf({ front: '2' })
  const doc = snapshotOf(session)
  const plan = planMotion(doc, 'original', { maxSide: 240 })
  const scene = await paintScene({
    doc,
    plan,
    motion: defaults(motionFields),
    graphics: graphicsOf(renderer, session),
    signal,
  })
  const order = scene.planes.map(({ isText, id }) => (isText ? 'text' : (doc.layers[id]?.kind ?? '')))
  expect(order).toEqual(['background', 'text', 'subject', 'text'])
  const [behind, front] = scene.planes.filter(({ isText }) => isText).map(({ id }) => scene.depths.get(id) ?? 0)
  expect(front).toBeLessThan(behind ?? 0)
})
