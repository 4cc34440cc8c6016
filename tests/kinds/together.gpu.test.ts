/**
 * Paints a layer of every kind on every background. Strips must equal the whole image, and the preview must equal the
 * smaller export.
 */
import { afterAll, expect, it } from 'vitest'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { areaScaled, type Picture, ssim } from '../../e2e/support/pixels.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { openStage, SIZE } from './stage.ts'
import { fitted, type PaintedKind, samplesOf, transformOf } from './testedKind.ts'

/** Returns an image of soft waves, because noise would mostly test the downscaling. */
const soft = () =>
  Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, i) => {
    const [x, y] = [(i >> 2) % SIZE.width, Math.floor((i >> 2) / SIZE.width)]
    const waves = [Math.sin(x / 9), Math.sin(y / 13), Math.sin((x + y) / 17)]
    return i % 4 === 3 ? 255 : 128 + 100 * (waves[i % 4] ?? 0)
  })

const renderer = await sharedRenderer()
const stage = await openStage(renderer, soft())
await loadFont('Inter', 700)
afterAll(() => stage.destroy())

/** Composites unpremultiplied RGBA over gray, because a comparison must include visible transparency. */
const overGray = ({ data, ...size }: Picture): Picture => ({
  ...size,
  data: Uint8Array.from(data, (byte, i) => {
    const alpha = (data[i - (i % 4) + 3] ?? 0) / 255
    return i % 4 === 3 ? 255 : Math.round(byte * alpha + 128 * (1 - alpha))
  }),
})

/** Returns a document with a layer of every kind, with all effects or with defaults. Defaults are much faster. */
function crowded(backdrop: Backdrop, sample: 'everything switched on' | 'its defaults' = 'everything switched on') {
  const asked = Object.entries(paintedKinds) as [string, PaintedKind][]
  const layers = asked.map(([name, kind], i): LayerBase => {
    const layer = { ...stage.sampleOf(kind, samplesOf(kind)[sample] ?? {}), id: name as LayerId }
    const doc = stage.documentOf(layer)
    const small = fitted(kind, layer, doc, 0.35)
    const x = SIZE.width * (0.2 + 0.6 * ((i % 3) / 2))
    transformOf(kind)?.moveTo(small, { x, y: SIZE.height * (0.2 + 0.3 * Math.floor(i / 3)) }, doc)
    return small
  })
  const doc = stage.documentOf(layers[0] as LayerBase)
  return {
    ...doc,
    backdrop,
    layers: Object.fromEntries(layers.map((layer) => [layer.id, layer])),
    order: layers.map(({ id }) => id),
  }
}

/** Paints the document in strips of each height with one painter, because creating a painter takes long. */
async function paintings(doc: DocumentSnapshot, heights: readonly number[], scale?: number): Promise<Picture[]> {
  const report = (error: string) => expect.unreachable(error)
  const parts = { doc, renderer, assets: stage.assets, kinds: paintedKinds, report }
  const painter = createPainter(scale ? { ...parts, scale } : parts)
  const { width, height } = painter.size
  const pictures: Picture[] = []
  for (const rows of heights) {
    const data = new Uint8Array(width * height * 4)
    for (let y = 0; y < height; y += rows)
      data.set(await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) }), y * width * 4)
    pictures.push({ width, height, data })
  }
  painter.destroy()
  return pictures
}

const painted = async (doc: DocumentSnapshot, scale?: number) =>
  (await paintings(doc, [Number.POSITIVE_INFINITY], scale))[0]!

/** Backgrounds by name. Only the first is tested with all effects. */
const BACKDROPS: Record<string, () => Backdrop> = {
  'the photo': () => ({ type: 'original' }),
  nothing: () => ({ type: 'transparent' }),
  'a color': () => colorBackdrop({ color: '#2060c0' }),
  'a gradient': () => colorBackdrop({ color: '#2060c0', gradient: { color: '#ffd040', angle: 30 } }),
  'a floor': () => colorBackdrop({ color: '#2060c0', floor: { color: '#ffd040', horizon: 60 } }),
  'an image of another shape': () => {
    const [asset] = stage.others.values()
    if (!asset) throw new Error('the stage has no picture')
    return imageBackdrop({ asset, ...SIZE, width: 180, hasAlpha: false })
  },
}

it.each(Object.keys(BACKDROPS))(
  'all layer kinds together on %s look the same in strips, in the preview and in the export',
  async (name) => {
    // all effects are tested once, because the background doesn't affect the layers above
    const isFull = name === 'the photo'
    const doc: DocumentSnapshot = crowded(BACKDROPS[name]!(), isFull ? 'everything switched on' : 'its defaults')
    const rows = isFull ? 25 : 77
    const [whole, inStrips] = await paintings(doc, [Number.POSITIVE_INFINITY, rows])
    if (!whole || !inStrips) throw new Error('nothing was painted')
    expect(difference(inStrips.data, whole.data).count).toBe(0)
    const preview = await painted(doc, 0.5)
    const likeness = ssim(overGray(preview), areaScaled(overGray(whole), preview.width, preview.height))
    console.info(`every kind on ${name}: preview against export SSIM ${likeness.toFixed(4)}`)
    expect(likeness).toBeGreaterThanOrEqual(0.98)
  },
)

it('a layer of each kind changes the image', async () => {
  const crowd = crowded({ type: 'transparent' })
  // a subject without effects, because painting its outline would take seconds
  const subject = { ...stage.sampleOf(paintedKinds.subject, {}), id: 'subject' as LayerId }
  const doc: DocumentSnapshot = { ...crowd, layers: { ...crowd.layers, [subject.id]: subject } }
  const whole = await painted(doc, 0.5)
  for (const id of doc.order.filter((id) => !['background', 'subject'].includes(id))) {
    const { [id]: _, ...layers } = doc.layers
    const without = await painted({ ...doc, layers, order: doc.order.filter((other) => other !== id) }, 0.5)
    expect(difference(without.data, whole.data).count, id).toBeGreaterThan(50)
  }
})
