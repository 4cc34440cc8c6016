/** Compares the thumbnails of woven text with the canvas: layers panel, template tiles and projects. */
import { expect, it } from 'vitest'
import { documentThumbnail } from '#client/editor/workspace/documentThumbnail.ts'
import { applyTemplateTo } from '#client/engine/template/applyTemplateTo.ts'
import { paintTemplate } from '#client/engine/template/paintTemplate.ts'
import { createDeferred } from '#client/kit/async/deferred.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import type { LayerValues } from '#client/layers/registry.ts'
import { assignDocument } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { paintLayerThumbnail } from '#client/render/compositor/layerThumbnail.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

/** At this size, a thumbnail has the photo's resolution. */
const SIZE = { width: 240, height: 160 }
const renderer = await sharedRenderer()
await loadFont('Inter', 700)

/** Returns a session with four letters. The subject, a disc in the middle, hides the second and the third letter. */
async function sessionOf(values: LayerValues): Promise<Session> {
  const word = { text: 'HHHH', fontSize: 90, color: '#00ff00', placement: 'background', ...values } as const
  return (await sceneOf({ size: SIZE, texts: [word] })).session
}

async function pixelsOf(url: string | null): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(await (await fetch(url ?? '')).blob())
  expect([bitmap.width, bitmap.height]).toEqual([SIZE.width, SIZE.height])
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data
}

/** Side of the compared blocks, px. JPEG compression changes single pixels, but hardly changes the mean of a block. */
const BLOCK = 8

/** Returns the mean greenness of each block, row-major. Only the letters are green; the photo is noise. */
function greenness(pixels: ArrayLike<number>): number[] {
  const means = Array<number>((SIZE.width * SIZE.height) / BLOCK ** 2).fill(0)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]]
    const [column, row] = [Math.floor((i % SIZE.width) / BLOCK), Math.floor(i / SIZE.width / BLOCK)]
    means[row * (SIZE.width / BLOCK) + column]! += (green - (red + blue) / 2) / BLOCK ** 2
  }
  return means
}

/** Returns the largest difference between two images' blocks, in 8-bit levels. */
function largestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [a, b] = [greenness(one), greenness(other)]
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!)))
}

const MAX_DIFFERENCE = 20

it('the thumbnail of a project shows the same letters in front as the canvas', async () => {
  const [session, behind] = [await sessionOf({ front: '2' }), await sessionOf({})]
  const stage = createDeferred<StageHandle>()
  stage.set({ renderer, preview: previewOf(renderer, session, SIZE) } as StageHandle)
  const thumbnail = await pixelsOf(await documentThumbnail({ stage, session }))
  expect(largestDifference(thumbnail, await painted(renderer, session))).toBeLessThan(MAX_DIFFERENCE)
  expect(largestDifference(thumbnail, await painted(renderer, behind))).toBeGreaterThan(5 * MAX_DIFFERENCE)
})

it('the tile of a template shows the same letters in front as the applied template', async () => {
  const session = await sessionOf({ front: 'auto' })
  const doc = snapshotOf(session)
  const photo = { photo: doc.photo, separation: doc.separation }
  const url = await paintTemplate(
    { document: doc },
    session.assets,
    async (each, scale = 1) =>
      createPainter({ doc: each, renderer, assets: session.assets, kinds: paintedKinds, report: console.warn, scale }),
    mutableCopy(photo) as typeof session.doc,
  )
  const { document } = await applyTemplateTo({ document: doc }, doc, session.assets, async () => null)
  session.history.transact('Use template', () => assignDocument(session.doc, document))
  expect(Object.values(document.layers).find(({ kind }) => kind === 'text')).toMatchObject({ front: '2-3' })
  expect(largestDifference(await pixelsOf(url), await painted(renderer, session))).toBeLessThan(MAX_DIFFERENCE)
})

it('the thumbnail of a woven text layer in the layers panel shows all its letters', async () => {
  const [woven, whole] = [await sessionOf({ front: '2,4' }), await sessionOf({})]
  const paint = (session: Session) => {
    const doc = snapshotOf(session)
    const layer = doc.order.find((id) => doc.layers[id]?.kind === 'text')!
    const task = { doc, layer, side: 72, signal: new AbortController().signal }
    return paintLayerThumbnail({ renderer, assets: session.assets, kinds: paintedKinds }, task)
  }
  const [one, other] = [await paint(woven), await paint(whole)]
  expect(one?.data.some((byte) => byte > 0)).toBe(true)
  expect(one).toEqual(other)
})
