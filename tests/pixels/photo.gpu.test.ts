import { Container, Graphics } from 'pixi.js'
import { expect, it } from 'vitest'
import { conform } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import type { Frame, LayerNode, NodeContext } from '#client/render/kind.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { edgeColours } from '../helpers/edges.ts'
import { bitmapOf, difference, noise, rendered, sharedRenderer, straightBytes } from '../helpers/gpu.ts'

const WIDTH = 61
const HEIGHT = 47

/** Stands for any layer between background and subject. */
const barKind = {
  kind: 'bar',
  slot: 'placed' as const,
  createNode: (): LayerNode<never> => ({
    view: new Container({ children: [new Graphics().rect(20, 10, 20, 20).fill('#ff00ff')] }),
    update() {},
    destroy() {},
  }),
}
const kinds = { ...paintedKinds, bar: barKind }

const renderer = await sharedRenderer()

const contextOf = (assets: AssetStore): NodeContext => ({ renderer, assets, fonts: liveFonts, report() {} })

function photoBytes(hasAlpha: boolean, seed = 7) {
  const next = noise(seed)
  const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 && !hasAlpha ? 255 : next()
  if (hasAlpha) for (let i = 3; i < rgba.length; i += 20) rgba[i] = i % 40 === 3 ? 0 : 255
  return rgba
}

/** Returns columns of full, partial and no coverage. */
function matteBytes() {
  const coverage = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < coverage.length; i++) coverage[i] = [0, 255, 255, 90, 200, 1, 254, 0][i % 8] ?? 0
  return coverage
}

async function documentOf(rgba: Uint8ClampedArray<ArrayBuffer>, hasAlpha: boolean, order: string[]) {
  const assets = new AssetStore()
  const bitmap = await bitmapOf(rgba.slice(), WIDTH, HEIGHT)
  const size = { width: WIDTH, height: HEIGHT }
  const photo = assets.put({ kind: 'bitmap', bitmap, ...size, hasAlpha, sha256: '' })
  const matte = assets.put({ kind: 'matte', ...size, coverage: matteBytes() })
  const doc: Document = emptyDocument()
  doc.photo = { asset: photo, name: 'a.png', ...size, hasAlpha }
  doc.separation = separationOf(assets, matte, 'test')
  for (const kind of order) {
    const id = kind as LayerId
    const fields = kind === 'subject' ? paintedKinds.subject.fields : {}
    const layer: LayerBase = { ...conform(fields, {}), id, kind, placement: 'background' }
    doc.layers[id] = layer
    doc.order.push(id)
  }
  return { assets, doc: doc as DocumentSnapshot }
}

const whole: Frame = { region: { x: 0, y: 0, width: WIDTH, height: HEIGHT }, scale: 1, isDraft: false }

async function paint(doc: DocumentSnapshot, assets: AssetStore, frame: Frame, isFloat: boolean) {
  const scene = new Scene(kinds, contextOf(assets))
  await scene.sync(doc, frame)
  const { region, scale } = frame
  const pixels = rendered(
    renderer,
    scene.root,
    Math.round(region.width * scale),
    Math.round(region.height * scale),
    isFloat ? 'rgba16float' : 'rgba8unorm',
  )
  scene.destroy()
  return pixels
}

it.each([
  ['background alone', ['background']],
  ['background and subject', ['background', 'subject']],
])('an unedited opaque photo is painted losslessly: %s', async (_, order) => {
  const rgba = photoBytes(false)
  const { doc, assets } = await documentOf(rgba, false, order)
  expect(difference(await paint(doc, assets, whole, false), rgba)).toEqual({ count: 0, largest: 0 })
  assets.destroy()
})

it.each([
  ['background alone', ['background']],
  ['background and subject', ['background', 'subject']],
])('an unedited photo with alpha is painted losslessly, including colours under alpha 0: %s', async (_, order) => {
  const rgba = photoBytes(true)
  const { doc, assets } = await documentOf(rgba, true, order)
  const pixels = straightBytes((await paint(doc, assets, whole, true)) as Float32Array)
  expect(difference(pixels, rgba)).toEqual({ count: 0, largest: 0 })
  assets.destroy()
})

it('a layer is painted over the background and under the subject', async () => {
  const rgba = photoBytes(false)
  const { doc, assets } = await documentOf(rgba, false, ['background', 'subject', 'bar'])
  const pixels = await paint(doc, assets, whole, false)
  const coverage = matteBytes()
  const { foreground: front } = edgeColours(rgba, coverage, { width: WIDTH, height: HEIGHT })
  for (let y = 10; y < 30; y++)
    for (let x = 20; x < 40; x++) {
      const at = y * WIDTH + x
      const share = (coverage[at] ?? 0) / 255
      ;[255, 0, 255].forEach((bar, channel) => {
        const expected = (front[at * 4 + channel] ?? 0) * share + bar * (1 - share)
        expect(Math.abs((pixels[at * 4 + channel] ?? 0) - expected)).toBeLessThanOrEqual(1)
      })
    }
  assets.destroy()
})

it('a subject over its own translucent photo adds nothing', async () => {
  const rgba = photoBytes(true)
  const { doc, assets } = await documentOf(rgba, true, ['background', 'subject', 'bar'])
  const pixels = straightBytes((await paint(doc, assets, whole, true)) as Float32Array)
  for (let y = 31; y < HEIGHT; y++)
    for (let at = y * WIDTH * 4; at < (y + 1) * WIDTH * 4; at += 4) {
      expect(Math.abs((pixels[at + 3] ?? 0) - (rgba[at + 3] ?? 0))).toBeLessThanOrEqual(1)
      if ((rgba[at + 3] ?? 0) < 64) continue
      for (let c = 0; c < 3; c++) expect(Math.abs((pixels[at + c] ?? 0) - (rgba[at + c] ?? 0))).toBeLessThanOrEqual(1)
    }
  assets.destroy()
})
