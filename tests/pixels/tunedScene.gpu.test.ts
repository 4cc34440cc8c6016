import { expect, it, vi } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { windowsOf } from '#client/render/windows/windows.ts'
import { documentOf } from '../helpers/documents.ts'
import { atEnd, difference, rendered, sharedRenderer } from '../helpers/gpu.ts'
import { realPhoto, syntheticPhoto } from '../helpers/photos.ts'

const renderer = await sharedRenderer()
/** Area of the real photo. */
const WHOLE = { x: 0, y: 0, width: 160, height: 120 }

/** Creates a scene with the document's assets. It is destroyed at the end of the test. */
function openScene(assets: AssetStore): Scene {
  const scene = new Scene(paintedKinds, { renderer, assets, fonts: liveFonts, report() {} })
  atEnd(() => scene.destroy())
  return scene
}

/**
 * Sets all enhancements of the background, and some enhancements of the subject to other values. Both have blur and
 * sharpness.
 */
function tuneAll({ tune }: Document) {
  Object.assign(tune.background, { brightness: 108, contrast: 90, saturation: 130, fade: 12, exposure: -20 })
  Object.assign(tune.background, { highlights: -40, shadows: 60, sharpness: 70, blur: 7.3, blacks: 30 })
  Object.assign(tune.background, { vignette: -70, vignetteSize: 20, vignetteSoftness: 60 })
  Object.assign(tune.foreground, { exposure: 25, shadows: -30, sharpness: 50, blur: 1.4, saturation: 80, vignette: 50 })
}

/** Switches off enhancements that need a tone mask, because the mask would put the whole photo on the GPU. */
const NO_TONE = { exposure: 0, highlights: 0, shadows: 0 }

async function inStrips(doc: Document, assets: AssetStore, { x, y, width, height }: Rect = WHOLE, rows = height) {
  const painter = createPainter({ doc: doc as DocumentSnapshot, renderer, assets, kinds: paintedKinds, report() {} })
  const bytes = new Uint8Array(width * height * 4)
  for (let at = 0; at < height; at += rows) {
    const strip = await painter.paint({ x, y: y + at, width, height: Math.min(rows, height - at) })
    bytes.set(strip, at * width * 4)
  }
  painter.destroy()
  return bytes
}

it.each([
  ['an opaque photo', false],
  ['a photo with alpha', true],
])('%s with enhancements has the same bytes in strips and as a whole', async (_, hasAlpha) => {
  const { doc, assets } = await documentOf(syntheticPhoto(hasAlpha, 150, 121))
  tuneAll(doc)
  const region = { x: 0, y: 0, width: 150, height: 121 }
  const whole = await inStrips(doc, assets, region)
  for (const rows of [64, 17]) expect(difference(await inStrips(doc, assets, region, rows), whole).count).toBe(0)
})

it('an enhanced large photo has the same bytes whichever part of the photo is uploaded to the GPU', async () => {
  const { doc, assets } = await documentOf(syntheticPhoto(true, 2200, 1950))
  tuneAll(doc)
  for (const set of Object.values(doc.tune)) Object.assign(set, NO_TONE)
  const region = { x: 700, y: 900, width: 400, height: 48 }
  const whole = await inStrips(doc, assets, region)
  expect(windowsOf(renderer, assets).memory().texels, 'only parts of the photo are uploaded').toBeLessThan(2200 * 1950)
  for (const rows of [16, 5]) expect(difference(await inStrips(doc, assets, region, rows), whole).count).toBe(0)
})

it("a vignette in a preview at half scale equals the export's vignette", async () => {
  const photo = syntheticPhoto(false, 160, 120)
  photo.rgba.forEach((_, i, rgba) => {
    rgba[i] = i % 4 === 3 ? 255 : 180
  })
  const { doc, assets } = await documentOf(photo)
  for (const set of [doc.tune.background, doc.tune.foreground]) Object.assign(set, { vignette: -80, vignetteSize: 30 })
  const whole = await inStrips(doc, assets, WHOLE, 17)
  const scene = openScene(assets)
  await scene.sync(doc as DocumentSnapshot, { region: WHOLE, scale: 0.5, isDraft: false })
  const preview = rendered(renderer, scene.root, 80, 60)
  const meanOf = (x: number, y: number) => {
    const at = (2 * y * 160 + 2 * x) * 4
    const four = [at, at + 4, at + 640, at + 644].map((i) => whole[i] ?? 0)
    return four.reduce((sum, value) => sum + value, 0) / 4
  }
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < 80; x++)
      expect(Math.abs((preview[(y * 80 + x) * 4] ?? 0) - meanOf(x, y))).toBeLessThanOrEqual(1.5)
  expect([meanOf(0, 0) < 90, Math.round(meanOf(40, 30))]).toEqual([true, 180])
})

it('a tile of the maximum size can be painted with the margin that the blur needs', async () => {
  const { doc, assets } = await documentOf(syntheticPhoto(false, 5200, 40))
  tuneAll(doc)
  for (const set of Object.values(doc.tune)) Object.assign(set, NO_TONE, { blur: 20, sharpness: 100 })
  const { getParameter } = renderer.gl
  renderer.gl.getParameter = (name: number) =>
    name === renderer.gl.MAX_TEXTURE_SIZE ? 4096 : getParameter.call(renderer.gl, name)
  const painter = createPainter({ doc: doc as DocumentSnapshot, renderer, assets, kinds: paintedKinds, report() {} })
  const width = painter.maxSide
  const pixels = await painter.paint({ x: (5200 - width) / 2, y: 0, width, height: 8 })
  renderer.gl.getParameter = getParameter
  expect(pixels.length).toBe(width * 8 * 4)
  painter.destroy()
})

it('equal enhancements of subject and background give the pixels of the enhanced whole photo', async () => {
  const { doc, assets } = await documentOf(await realPhoto())
  const set = { exposure: 15, shadows: 40, blur: 4, sharpness: 30 }
  Object.assign(doc.tune.background, set)
  Object.assign(doc.tune.foreground, set)
  const both = await inStrips(doc, assets)
  Object.assign(doc.tune.image, set)
  doc.separation = null
  expect(difference(await inStrips(doc, assets), both).count).toBe(0)
})

it('equally blurred subject and background look like one blurred photo if no layer is between them', async () => {
  const { doc, assets } = await documentOf(await realPhoto())
  Object.assign(doc.tune.background, { blur: 5 })
  Object.assign(doc.tune.foreground, { blur: 5 })
  const whole = await inStrips(doc, assets)
  // The blur mixes linear light, and the edge mixes encoded values, so a few levels differ. This invisible difference
  // of `fade` makes the painter paint subject and background separately.
  doc.tune.foreground.fade = 0.0001
  const joined = await inStrips(doc, assets)
  expect(difference(joined, whole).largest).toBeLessThanOrEqual(6)
})

it('moving a layer does not repaint the photo', async () => {
  const { doc, assets } = await documentOf(await realPhoto())
  tuneAll(doc)
  const text = newLayer(doc, 'text', { text: 'A', fontSize: 60 })
  const scene = openScene(assets)
  const frame = { region: WHOLE, scale: 1, isDraft: false }
  const base: DocumentSnapshot = structuredClone(doc)
  await scene.sync(base, frame)
  const moved = structuredClone(doc.layers[text]) as object
  const next = { ...base, layers: { ...base.layers, [text]: { ...moved, rotation: 30 } } } as DocumentSnapshot
  expect(await drawsDuring(() => scene.sync(next, frame))).toBe(0)
})

it('moving a slider of a blurred, sharpened photo takes one draw call for the subject and one for the background', async () => {
  const { doc, assets } = await documentOf(await realPhoto())
  tuneAll(doc)
  const scene = openScene(assets)
  const frame = { region: WHOLE, scale: 1, isDraft: false }
  await scene.sync(structuredClone(doc) as DocumentSnapshot, frame)
  rendered(renderer, scene.root, 160, 120)
  doc.tune.background.exposure = 7
  doc.tune.foreground.exposure = 8
  const paint = async () => {
    await scene.sync(structuredClone(doc) as DocumentSnapshot, frame)
    rendered(renderer, scene.root, 160, 120)
  }
  expect(await drawsDuring(paint)).toBe(2)
})

/** Returns the number of draw calls during `work`. */
async function drawsDuring(work: () => unknown): Promise<number> {
  const draws = [vi.spyOn(renderer.gl, 'drawElements'), vi.spyOn(renderer.gl, 'drawArrays')]
  await work()
  const count = draws.flatMap(({ mock }) => mock.calls).length
  for (const spy of draws) spy.mockRestore()
  return count
}
