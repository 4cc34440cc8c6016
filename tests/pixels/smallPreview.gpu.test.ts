/** Compares the preview of a photo with its downscaled export. */
import { expect, it } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { downsampled } from '#shaders/photo/testing.ts'
import { documentOf } from '../helpers/documents.ts'
import { rendered, sharedRenderer } from '../helpers/gpu.ts'
import { realPhoto, syntheticPhoto } from '../helpers/photos.ts'

const WIDTH = 320
const HEIGHT = 240
const WHOLE = { x: 0, y: 0, width: WIDTH, height: HEIGHT }

const renderer = await sharedRenderer()

/** Returns mean and 99th percentile of the differences of preview and downscaled export, in 8-bit levels. */
async function compare(scale: number, edit: (doc: Document) => void, picture = realPhoto(WIDTH, HEIGHT)) {
  const { doc, assets } = await documentOf(await picture)
  edit(doc)
  const snapshot = doc as DocumentSnapshot
  const painter = createPainter({ doc: snapshot, renderer, assets, kinds: paintedKinds, report() {} })
  const full = await painter.paint(WHOLE)
  const scene = new Scene(paintedKinds, { renderer, assets, fonts: liveFonts, report() {} })
  await scene.sync(snapshot, { region: WHOLE, scale, isDraft: false })
  const small = rendered(renderer, scene.root, Math.round(WIDTH * scale), Math.round(HEIGHT * scale))
  const errors = downsampled(full, WIDTH, HEIGHT, 1 / scale)
    .pixels.map((value, i) => Math.abs(value - (small[i] ?? 0)))
    .filter((_, i) => i % 4 < 3)
    .sort()
  scene.destroy()
  painter.destroy()
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  return { mean, p99: errors[Math.floor(errors.length * 0.99)] ?? Number.POSITIVE_INFINITY }
}

function both({ background, foreground }: Document['tune'], set: object) {
  Object.assign(background, set)
  Object.assign(foreground, set)
}

const TONED = { exposure: 20, highlights: -60, shadows: 55 }
const SETS: [string, (doc: Document) => void][] = [
  ['untouched', () => {}],
  ['affine', ({ tune }) => both(tune, { brightness: 112, contrast: 120, saturation: 135 })],
  ['tone', ({ tune }) => both(tune, TONED)],
  ['sharpened', ({ tune }) => both(tune, { sharpness: 40 })],
  ['blurred', ({ tune }) => both(tune, { blur: 6 })],
  ['background blurred', ({ tune }) => Object.assign(tune.background, { blur: 12 })],
  [
    'everything but blur',
    ({ tune }) =>
      both(tune, { ...TONED, brightness: 104, contrast: 112, saturation: 120, fade: 15, sharpness: 40, blacks: 20 }),
  ],
]
/** Scales that give an output of whole pixels. */
const SCALES = [0.2, 0.35, 0.9]

it.each(SCALES.flatMap((scale) => SETS.map(([name, edit]) => [scale, name, edit] as const)))(
  'the preview at scale %d with %s matches the downscaled export (mean ≤ 1 level, p99 ≤ 15)',
  async (scale, _, edit) => {
    const { mean, p99 } = await compare(scale, edit)
    expect(mean).toBeLessThanOrEqual(1)
    expect(p99).toBeLessThanOrEqual(15)
  },
)

it.each(SCALES)('the preview of a blurred grainy photo at scale %d is as bright as the export', async (scale) => {
  const grainy = Promise.resolve(syntheticPhoto(false, WIDTH, HEIGHT))
  const { mean } = await compare(scale, ({ tune }) => both(tune, { blur: 8 }), grainy)
  expect(mean).toBeLessThanOrEqual(0.5)
})
