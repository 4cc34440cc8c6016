import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { colorSpaceOf, inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { paintTemplate, reducePhoto, type SeparatedPhoto } from './paintTemplate.ts'

const renderer = await sharedRenderer()

const NONE = 'none' as AssetId

/** Returns a template made on a 2000 × 1000 px photo with a subject in the lower middle. */
function templateWith(shape: LayerValues): Document {
  const doc = emptyDocument()
  doc.photo = { asset: NONE, name: '', width: 2000, height: 1000, hasAlpha: false }
  doc.separation = { matte: NONE, model: '', box: { x: 700, y: 300, width: 600, height: 700 } }
  newLayer(doc, 'background')
  newLayer(doc, 'subject')
  newLayer(doc, 'shape', shape)
  return doc
}

/** Paints a thumbnail. `at` returns its RGB at a position in fractions of width and height. */
async function paint(doc: Document, assets = new AssetStore(), photo?: SeparatedPhoto) {
  const createSmall: CreatePainter = async (each, scale = 1) =>
    createPainter({ doc: each, renderer, assets, kinds: paintedKinds, report: console.warn, scale })
  const url = await paintTemplate({ document: doc }, assets, createSmall, photo)
  assets.destroy()
  const bitmap = await createImageBitmap(await (await fetch(url)).blob())
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const at = (x: number, y: number) => [
    ...context.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1).data.subarray(0, 3),
  ]
  return { url, size: [bitmap.width, bitmap.height], at }
}

const isGreen = ([red = 0, green = 0, blue = 0]: number[]) => green > red + 60 && green > blue + 60

it('paintTemplate paints layers behind and in front of the figure in the placeholder photo', async () => {
  const square: LayerValues = {
    type: 'square',
    color: '#10c020',
    scale: 800,
    position: { horizontal: 50, vertical: 50 },
  }
  const behind = await paint(templateWith(square))
  expect(behind.url).toMatch(/^data:image\/jpeg;/)
  expect(behind.size).toEqual([320, 160])
  expect(isGreen(behind.at(0.5, 0.45)), 'the head of the figure').toBe(false)
  expect(isGreen(behind.at(0.4, 0.45)), 'next to the head').toBe(true)
  const front = await paint(templateWith({ ...square, placement: 'foreground' }))
  expect(isGreen(front.at(0.5, 0.45))).toBe(true)
})

it('the preview of a cropped, transparent template has a white background', async () => {
  const doc = templateWith({ type: 'square', color: '#10c020', scale: 100, position: { horizontal: 2, vertical: 2 } })
  doc.crop = { ...defaults(cropFields), format: 'free', x: 500, y: 0, width: 1000, height: 1000 }
  doc.backdrop = { type: 'transparent' }
  const { size, at } = await paint(doc)
  expect(size).toEqual([320, 320])
  expect(at(0.05, 0.5).every((value) => value > 250)).toBe(true)
})

it("the preview shows a template behind the subject of the user's photo", async () => {
  const [from, assets] = [new AssetStore(), new AssetStore()]
  const size = { width: 2400, height: 1200 }
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#2040d0'
  context.fillRect(0, 0, size.width, size.height)
  const coverage = new Uint8Array(size.width * size.height).map((_, i) => (i % size.width < 1200 ? 255 : 0))
  const matte = from.put({ kind: 'matte', ...size, coverage })
  const asset = from.put({
    kind: 'bitmap',
    bitmap: inColorSpace(canvas.transferToImageBitmap(), 'display-p3'),
    ...size,
    hasAlpha: false,
    sha256: '',
  })
  const doc = { ...emptyDocument(), photo: { asset, name: '', ...size, hasAlpha: false } }
  doc.separation = separationOf(from, matte, '')
  const photo = (await reducePhoto(doc, from, assets))!
  expect(colorSpaceOf(assets.bitmap(photo.photo!.asset)!.bitmap)).toBe('display-p3')
  expect([photo.photo?.width, photo.separation?.box]).toEqual([960, { x: 0, y: 0, width: 480, height: 480 }])
  const square: LayerValues = {
    type: 'square',
    color: '#10c020',
    scale: 1500,
    position: { horizontal: 50, vertical: 50 },
  }
  const { at } = await paint(templateWith(square), assets, photo)
  expect(isGreen(at(0.6, 0.5)), 'next to the subject').toBe(true)
  expect(at(0.4, 0.5)[2], 'the subject').toBeGreaterThan(180)
  from.destroy()
})
