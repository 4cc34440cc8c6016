/** Decodes the PSD of a real scene with another library and composites its layers. */
import { type Layer, readPsd } from 'ag-psd'
import { expect, it } from 'vitest'
import { conform } from '#client/kit/values/fields.ts'
import { newLayer } from '#client/layers/registry.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { type Backdrop, colorBackdrop } from '#client/model/document/backdrop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { difference, sharedRenderer } from '../helpers/gpu.ts'
import { graphicsOf, painted } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 190, height: 143 }
const { signal } = new AbortController()

const renderer = await sharedRenderer()

async function psdOf(session: Session, settings: object = {}) {
  const values = conform(exportFields, { format: 'psd', ...settings })
  const file = await exportPicture(snapshotOf(session), values, graphicsOf(renderer, session), { signal })
  if (!file.ok) throw new Error(file.error)
  return readPsd(await file.value.arrayBuffer(), { useImageData: true })
}

const byName = (layers: readonly Layer[] | undefined, name: string): Layer => {
  const found = layers?.find((layer) => layer.name === name)
  if (!found) throw new Error(`no layer '${name}' among ${layers?.map((layer) => layer.name).join()}`)
  return found
}

/** Composites the visible layers source-over in floats. Returns unpremultiplied RGBA. */
function flattened(layers: readonly Layer[]): Float32Array {
  const sum = new Float32Array(4 * SIZE.width * SIZE.height) // premultiplied RGBA of the composite
  for (const { imageData, mask, left = 0, top = 0, opacity = 1, hidden } of layers) {
    if (!imageData || hidden) continue
    for (let y = 0; y < imageData.height; y++)
      for (let x = 0; x < imageData.width; x++) {
        const i = 4 * (y * imageData.width + x)
        const to = 4 * ((y + top) * SIZE.width + x + left)
        const covered = mask?.imageData ? (mask.imageData.data[i] as number) / 255 : 1
        const alpha = ((imageData.data[i + 3] as number) / 255) * opacity * covered
        for (let c = 0; c < 4; c++) {
          const value = c === 3 ? alpha : ((imageData.data[i + c] as number) / 255) * alpha
          sum[to + c] = value + (sum[to + c] as number) * (1 - alpha)
        }
      }
  }
  return sum
}

const premultiplied = (rgba: Uint8Array) =>
  Float32Array.from(rgba, (value, i) =>
    i % 4 === 3 ? value / 255 : (value * (rgba[i - (i % 4) + 3] as number)) / 255 ** 2,
  )

const BACKDROPS: [string, Backdrop][] = [
  ['its own background', { type: 'original' }],
  ['no background', { type: 'transparent' }],
  ['a translucent color', colorBackdrop({ color: '#20a060', opacity: 40 })],
]

it.each(BACKDROPS)(
  'a PSD contains every layer with name, position, opacity and visibility, on %s',
  async (_, backdrop) => {
    const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
    session.history.transact('Test', () => {
      session.doc.backdrop = backdrop
      const id = newLayer(session.doc, 'text', { text: 'Hidden', fontSize: 20, placement: 'foreground' })
      const hidden = session.doc.layers[id]
      if (hidden) Object.assign(hidden, { isHidden: true, name: 'Naïve שלום' })
    })
    const picture = await painted(renderer, session)
    const { children: layers = [], imageData } = await psdOf(session)
    const names = ['Behind', 'Subject', 'שלום new', 'box', 'Naïve שלום']
    expect(layers.map(({ name }) => name)).toEqual(backdrop.type === 'transparent' ? names : ['Background', ...names])
    expect(byName(layers, 'שלום new').opacity).toBeCloseTo(0.6, 2)
    expect(byName(layers, 'Naïve שלום').hidden).toBe(true)
    expect(byName(layers, 'Naïve שלום').imageData?.data.some((value) => value > 0)).toBe(true)
    expect(layers.filter(({ hidden }) => hidden)).toHaveLength(1)
    const subject = byName(layers, 'Subject')
    expect(subject.mask?.imageData?.data.some((value) => value === 255)).toBe(true)
    expect(subject.imageData?.data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true)
    const [left, right] = [subject.left ?? 0, subject.right ?? 0]
    expect(Math.abs(left + right - SIZE.width), 'the disc lies in the middle').toBeLessThanOrEqual(2)
    expect(right - left).toBeLessThan(SIZE.width * 0.7)

    const merged = premultiplied(new Uint8Array(imageData?.data ?? []))
    const expected = premultiplied(picture)
    expect(difference(merged, expected).largest, 'merged picture').toBeLessThanOrEqual(1.01 / 255)
    expect(difference(flattened(layers), expected).largest, 'layers over one another').toBeLessThanOrEqual(2.5 / 255)
  },
)

it('a PSD hides the layer Subject if no layer is between the subject and the photo', async () => {
  const { session } = await sceneOf({ size: SIZE })
  const { children: layers = [] } = await psdOf(session)
  expect(layers.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Background', false],
    ['Subject', true],
  ])
})

it('a PSD hides unmoved objects, and cuts moved objects out of the subject or background', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  const { assets, doc } = session
  const lift = (name: string, left: number, home: 'subject' | 'background', x: number) => {
    const coverage = new Uint8Array(SIZE.width * SIZE.height)
    const box = { x: left, y: Math.round(SIZE.height / 2) - 10, width: 20, height: 20 }
    for (let y = box.y; y < box.y + 20; y++) coverage.fill(255, y * SIZE.width + left, y * SIZE.width + left + 20)
    const lifted = { matte: assets.put({ kind: 'matte', ...SIZE, coverage }), home, box }
    const placement = home === 'subject' ? 'foreground' : 'background'
    const id = newLayer(doc, 'object', { lifted, position: { x, y: 0 }, placement })
    Object.assign(doc.layers[id]!, { name })
    doc.order.splice(1, 0, doc.order.pop()!) // moves the layer below the text layers
  }
  session.history.transact('Lift', () => {
    lift('still', 4, 'background', 0)
    lift('hat', Math.round(SIZE.width / 2) - 10, 'subject', 30)
  })
  const picture = await painted(renderer, session)
  const { children: layers = [] } = await psdOf(session)
  expect(layers.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['still'])
  expect(byName(layers, 'still').imageData?.data.some((value) => value > 0)).toBe(true)
  expect(difference(flattened(layers), premultiplied(picture)).largest).toBeLessThanOrEqual(2.5 / 255)
})

it.each(['3D text', 'object with a shadow'])(
  'compositing the layers of a PSD with a translucent %s gives the merged image',
  async (kind) => {
    const { session } = await sceneOf({ size: SIZE })
    const { assets, doc } = session
    session.history.transact('Test', () => {
      if (kind === '3D text') {
        const effects = { threeDEffect: { enabled: true, depth: 60 }, background: { enabled: true, color: '#c02020' } }
        newLayer(doc, 'text', { text: 'Wide', fontSize: 60, placement: 'foreground', opacity: 50, ...effects })
        return
      }
      const box = { x: 60, y: 50, width: 50, height: 40 }
      const coverage = new Uint8Array(SIZE.width * SIZE.height)
      for (let y = box.y; y < 90; y++) coverage.fill(255, y * SIZE.width + 60, y * SIZE.width + 110)
      const lifted = { matte: assets.put({ kind: 'matte', ...SIZE, coverage }), home: 'background', box }
      const shadow = { enabled: true, distance: 5, blur: 5, opacity: 90 }
      newLayer(doc, 'object', { lifted, position: { x: 40, y: 0 }, placement: 'foreground', opacity: 50, shadow })
    })
    const picture = await painted(renderer, session)
    const { children: layers = [] } = await psdOf(session)
    expect(difference(flattened(layers), premultiplied(picture)).largest).toBeLessThanOrEqual(2.5 / 255)
  },
)

it('a PSD crops every layer to the exported frame and its margins', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  const {
    width,
    height,
    children: layers = [],
  } = await psdOf(session, { size: 'pixels', width: 300, height: 300, fitting: 'fit' })
  expect([width, height]).toEqual([300, 300])
  expect(layers[0]).toMatchObject({ name: 'Background color', left: 0, top: 0, right: 300, bottom: 300 })
  const background = byName(layers, 'Background')
  expect([background.left, background.right]).toEqual([0, 300])
  expect(background.top).toBeGreaterThan(30)
})
