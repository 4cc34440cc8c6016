import { RenderTexture } from 'pixi.js'
import { expect, it, onTestFinished } from 'vitest'
import { type Asset, AssetStore } from '#client/model/assets/store.ts'
import { downsampled } from '#shaders/photo/testing.ts'
import { bitmapOf, bytesOf, difference, noise, putBitmap, sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { type WindowLease, windowsOf } from './windows.ts'

const renderer = await sharedRenderer()

const WIDTH = 2300
const HEIGHT = 2000 // because WIDTH × HEIGHT exceeds WHOLE_TEXELS, the image is not loaded completely

const WHOLE = { x: 0, y: 0, width: WIDTH, height: HEIGHT }

/** The pixels of all photos in these tests, which must not be changed. */
const rgba = Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, noise(3))

function openStore() {
  const assets = new AssetStore()
  onTestFinished(() => assets.destroy())
  return { assets, windows: windowsOf(renderer, assets) }
}

async function openPhoto() {
  const store = openStore()
  const { asset } = await putBitmap(store.assets, rgba, WHOLE, true)
  return { ...store, asset: store.assets.bitmap(asset) as Asset }
}

const pixelsOf = (lease: WindowLease) => bytesOf(renderer, new RenderTexture({ source: lease.source }))

it('a leased texture contains the straight-alpha pixels of the requested part', async () => {
  const { asset, windows } = await openPhoto()
  const lease = windows.lease(asset, { x: 0, y: 900, width: WIDTH, height: 100 }, 1)
  const { pixelWidth, pixelHeight } = lease.source
  expect(lease.origin).toEqual({ x: 0, y: 832 })
  expect(pixelWidth).toBe(WIDTH)
  const from = lease.origin.y * WIDTH * 4
  expect(difference(pixelsOf(lease), rgba.subarray(from, from + pixelWidth * pixelHeight * 4)).count).toBe(0)
  expect(windows.memory().texels).toBeLessThan(WIDTH * 256)
  lease.release()
})

it('each texel of a reduced image is the average of its pixels, weighted by alpha', async () => {
  const { asset, windows } = await openPhoto()
  const lease = windows.lease(asset, WHOLE, 0.25)
  expect(lease.texel).toBe(4)
  const reference = downsampled(rgba, WIDTH, HEIGHT, 4)
  expect(difference(pixelsOf(lease), reference.pixels).largest).toBeLessThanOrEqual(0.51)
  lease.release()
})

it('at a scale of 0.4, a texture has 0.4 times the size of its image', async () => {
  const { asset, windows } = await openPhoto()
  const lease = windows.lease(asset, WHOLE, 0.4)
  const reference = downsampled(rgba, WIDTH, HEIGHT, 2.5)
  expect([lease.source.pixelWidth, lease.source.pixelHeight]).toEqual([reference.width, reference.height])
  expect(difference(pixelsOf(lease), reference.pixels).largest).toBeLessThanOrEqual(0.52)
  lease.release()
})

it.each([0.25, 0.4])('a texture leased for a blur is averaged in linear light at a scale of %f', async (scale) => {
  const { asset, windows } = await openPhoto()
  const [shown, lease] = [windows.lease(asset, WHOLE, scale), windows.lease(asset, WHOLE, scale, { isForBlur: true })]
  const reference = downsampled(rgba, WIDTH, HEIGHT, 1 / scale, { isLinear: true })
  expect(difference(pixelsOf(lease), reference.pixels).largest).toBeLessThanOrEqual(0.52)
  expect(shown.source).not.toBe(lease.source)
  for (const each of [shown, lease]) each.release()
})

it('a new strip reuses the texture of a released strip', async () => {
  const { assets, asset, windows } = await openPhoto()
  const strip = (y: number) => windows.lease(asset, { x: 0, y, width: WIDTH, height: 256 }, 1)
  const first = strip(512)
  const again = strip(520)
  expect(again.source).toBe(first.source)
  again.release()
  const second = strip(768)
  first.release()
  const third = strip(1024)
  expect(third.source).toBe(first.source)
  second.release()
  third.release()
  expect(windows.memory().windows).toBe(2)
  assets.destroy()
  expect(windows.memory().windows).toBe(0)
})

it.each([1, 0.25, 0.4])("a leased texture shows a matte's changes at a scale of %f", async (scale) => {
  const { assets, windows } = openStore()
  const coverage = Uint8Array.from({ length: WIDTH * HEIGHT }, noise(5))
  const before = assets.derive({ kind: 'matte', width: WIDTH, height: HEIGHT, coverage })
  const lease = windows.lease(before, WHOLE, scale)
  const parts = [
    { x: 256, y: 512, width: 256, height: 256 },
    { x: 2048, y: 1792, width: WIDTH - 2048, height: HEIGHT - 1792 },
  ]
  for (const { x, y, width, height } of parts)
    for (let row = y; row < y + height; row++) coverage.fill(row % 256, row * WIDTH + x, row * WIDTH + x + width)
  const after = assets.derive({ kind: 'matte', width: WIDTH, height: HEIGHT, coverage }, { before, parts })
  const revised = windows.lease(after, WHOLE, scale)
  expect(revised.source).toBe(lease.source)
  const held = pixelsOf(revised)
  for (const each of [lease, revised]) each.release()
  const fresh = openStore()
  const anew = fresh.assets.derive({ kind: 'matte', width: WIDTH, height: HEIGHT, coverage })
  const reference = fresh.windows.lease(anew, WHOLE, scale)
  expect(difference(held, pixelsOf(reference)).count).toBe(0)
  reference.release()
})

it("replacing an asset's pixels creates a new texture with the new pixels", async () => {
  const { assets, asset, windows } = await openPhoto()
  const whole = { x: 0, y: 0, width: WIDTH, height: 100 }
  const bitmap = await bitmapOf(rgba, WIDTH, HEIGHT)
  assets.restore([{ ...asset, bitmap, sha256: 'another file' } as Asset])
  expect(() => windows.lease(asset, whole, 1)).toThrow('was freed')
  expect(windows.memory().windows).toBe(0)
  const lease = windows.lease(assets.bitmap(asset.id) as Asset, whole, 1)
  const { pixelWidth, pixelHeight } = lease.source
  expect(difference(pixelsOf(lease), rgba.subarray(0, pixelWidth * pixelHeight * 4)).count).toBe(0)
  lease.release()
})

it('a matte can change while its finer texture has been freed by the memory limit', () => {
  const { assets, windows } = openStore()
  const matteOf = (width: number, height: number) =>
    assets.derive({ kind: 'matte', width, height, coverage: new Uint8Array(width * height) })
  const before = matteOf(WIDTH, HEIGHT)
  windows.lease(before, WHOLE, 0.4).release()
  for (let n = 0; n < 4; n++) windows.lease(matteOf(2000, 2000), { x: 0, y: 0, width: 2000, height: 2000 }, 1).release()
  const { windows: count } = windows.memory()
  expect(count, 'the finer texture has been freed').toBe(5)
  const coverage = new Uint8Array(WIDTH * HEIGHT).fill(255)
  const after = assets.derive({ kind: 'matte', width: WIDTH, height: HEIGHT, coverage }, { before, parts: [WHOLE] })
  const lease = windows.lease(after, WHOLE, 0.4)
  expect(pixelsOf(lease)[0]).toBe(255)
  lease.release()
})
