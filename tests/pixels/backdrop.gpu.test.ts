import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { type Backdrop, colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { difference, noise, putBitmap, sharedRenderer } from '../helpers/gpu.ts'
import { paintedPicture } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 120, height: 90 }

const renderer = await sharedRenderer()

const painted = (session: Session, rows = Number.POSITIVE_INFINITY) => paintedPicture(renderer, session, { rows })

const put = (session: Session, backdrop: Backdrop) =>
  session.history.transact('Backdrop', () => {
    session.doc.backdrop = backdrop
  })

const change = (session: Session, values: Partial<SubjectLayer>) =>
  session.history.transact('Subject', () => {
    Object.assign(layerOfKind(session.doc, 'subject') as SubjectLayer, values)
  })

async function imageOf(session: Session, { width, height }: Size, values: object = {}) {
  const next = noise(5)
  const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : next()))
  return { rgba, backdrop: imageBackdrop(await putBitmap(session.assets, rgba, { width, height }), values) }
}

const coverageOf = ({ doc, assets }: Session) => assets.matte(doc.separation!.matte)!.coverage

/** Returns the largest color difference and the number of the pixels that `when` selects. */
function colors(a: ArrayLike<number>, b: ArrayLike<number>, when: (i: number) => boolean) {
  let [count, largest] = [0, 0]
  for (let i = 0; i < a.length / 4; i++) {
    if (!when(i)) continue
    count++
    for (let c = 0; c < 3; c++) largest = Math.max(largest, Math.abs(a[i * 4 + c]! - b[i * 4 + c]!))
  }
  return { count, largest }
}

it("removing the background leaves the photo's colors with the matte as alpha", async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  put(session, { type: 'transparent' })
  const { pixels, opaque } = await painted(session)
  const coverage = coverageOf(session)
  expect(opaque).toBe(false)
  expect([0, SIZE.width - 1, pixels.length / 4 - 1].map((i) => pixels[i * 4 + 3])).toEqual([0, 0, 0])
  expect(Math.max(...coverage.map((value, i) => Math.abs(value - pixels[i * 4 + 3]!)))).toBe(0)
  expect(colors(pixels, rgba, (i) => coverage[i] === 255).largest).toBe(0)
})

it.each([
  ['#3a7fc4', 100, 255],
  ['#D0021B', 40, 102],
])('a background has exactly the color %s with opacity %d %%', async (color, opacity, alpha) => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  put(session, colorBackdrop({ color, opacity }))
  const { pixels } = await painted(session)
  const coverage = coverageOf(session)
  const hex = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  coverage.forEach((value, i) => {
    if (value === 0) expect([...pixels.subarray(i * 4, i * 4 + 4)]).toEqual([...hex, alpha])
  })
  expect(colors(pixels, rgba, (i) => coverage[i] === 255).largest).toBe(0)
})

it.each([
  [90, (x: number, _y: number) => x / SIZE.width],
  [180, (_x: number, y: number) => y / SIZE.height],
  [0, (_x: number, y: number) => 1 - y / SIZE.height],
  [45, (x: number, y: number) => (x + SIZE.height - y) / (SIZE.width + SIZE.height)],
])('a gradient background of %d° is equal in strips and as a whole', async (angle, along) => {
  const { session } = await sceneOf({ size: SIZE })
  put(session, colorBackdrop({ color: '#ff2000', gradient: { color: '#00a0ff', angle } }))
  const { pixels, opaque } = await painted(session)
  const coverage = coverageOf(session)
  expect(opaque).toBe(true)
  let off = 0
  coverage.forEach((value, i) => {
    const t = along((i % SIZE.width) + 0.5, Math.floor(i / SIZE.width) + 0.5)
    const away = [255 * (1 - t), 32 + (160 - 32) * t, 255 * t].map((code, c) => Math.abs(code - pixels[i * 4 + c]!))
    if (value === 0) off = Math.max(off, ...away)
  })
  expect(off).toBeLessThanOrEqual(0.75)
  expect(difference((await painted(session, 17)).pixels, pixels).count).toBe(0)
})

it("the floor's color begins at the same horizon in every strip", async () => {
  const { session } = await sceneOf({ size: SIZE })
  put(session, colorBackdrop({ color: '#ff2000', floor: { color: '#00a0ff', horizon: 60 } }))
  const { pixels } = await painted(session)
  const at = (share: number) => [...pixels.subarray(4 * SIZE.width * Math.floor(share * SIZE.height)).subarray(0, 3)]
  const [wall, floor] = [
    [255, 32, 0],
    [0, 160, 255],
  ]
  expect([at(0), at(0.55), at(0.64), at(0.99)]).toEqual([wall, wall, floor, floor])
  expect(difference((await painted(session, 17)).pixels, pixels).count).toBe(0)
})

it.each([
  [192, 108],
  [50, 200],
  [360, 270],
])('a background image of %d × %d sets the canvas size and is painted without changes', async (width, height) => {
  const { session } = await sceneOf({ size: SIZE })
  const { rgba, backdrop } = await imageOf(session, { width, height })
  put(session, backdrop)
  const picture = await painted(session)
  expect([picture.width, picture.height, picture.opaque]).toEqual([width, height, true])
  // The subject is centered on the canvas and scaled to fit, as the photo is.
  const scale = Math.min(width / SIZE.width, height / SIZE.height)
  const radius = (SIZE.height / 3 + 9) * scale
  const isBeside = (i: number) => Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) > radius
  const beside = colors(picture.pixels, rgba, isBeside)
  expect(beside.count).toBeGreaterThan(1000)
  expect(beside.largest).toBe(0)
  const inside = (i: number) => Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) < radius / 2
  expect(colors(picture.pixels, rgba, inside).largest).toBeGreaterThan(50)
})

it('moving a subject by whole pixels copies its pixels exactly', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  put(session, { type: 'transparent' })
  change(session, { foregroundPosition: { x: 25, y: -20 } }) // moves the subject by 30 px to the right and 18 px up
  const { pixels } = await painted(session)
  const coverage = coverageOf(session)
  let seen = 0
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const [u, v] = [x - 30, y + 18]
      const isInside = u >= 0 && u < SIZE.width && v >= 0 && v < SIZE.height
      const from = v * SIZE.width + u
      const alpha = isInside ? coverage[from]! : 0
      const at = (y * SIZE.width + x) * 4
      expect(pixels[at + 3]).toBe(alpha)
      if (alpha < 255) continue
      seen++
      expect([...pixels.subarray(at, at + 3)]).toEqual([...rgba.subarray(from * 4, from * 4 + 3)])
    }
  expect(seen).toBeGreaterThan(1000)
})

it("moving a subject by fractions of a pixel doesn't change the colors at its edge", async () => {
  const { session } = await sceneOf({ size: SIZE })
  const flat = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
  for (let i = 0; i < flat.length; i += 4) flat.set([200, 120, 30, 255], i)
  const { asset } = await putBitmap(session.assets, flat, SIZE)
  session.history.transact('Photo', () => {
    session.doc.photo!.asset = asset
    session.doc.backdrop = { type: 'transparent' }
  })
  change(session, { foregroundPosition: { x: 3.3, y: 1.7 }, foregroundSize: 87 })
  const { pixels } = await painted(session)
  const edge = colors(pixels, flat, (i) => pixels[i * 4 + 3]! > 0 && pixels[i * 4 + 3]! < 255)
  expect(edge.count).toBeGreaterThan(100)
  expect(edge.largest).toBeLessThanOrEqual(4)
})

const EVERYTHING: Partial<SubjectLayer> = {
  foregroundPosition: { x: -12.3, y: 8.1 },
  foregroundSize: 143,
  cutout: { enabled: true, width: 9, color: '#40c060', intensity: 80 },
}

it.each<[string, (session: Session) => Promise<void>]>([
  [
    'a photo on a blurred image that covers the canvas',
    async (session) => {
      const values = { fit: 'cover', blur: 3, opacity: 60, position: { horizontal: 20, vertical: 50 } }
      put(session, (await imageOf(session, { width: 200, height: 99 }, values)).backdrop)
    },
  ],
  [
    'an enhanced photo on a stretched image',
    async (session) => {
      put(session, (await imageOf(session, { width: 60, height: 99 }, { fit: 'stretch' })).backdrop)
      session.history.transact('Tune', () => {
        Object.assign(session.doc.tune.foreground, { blur: 2, exposure: 30, sharpness: 40, fade: 20 })
        Object.assign(session.doc.tune.background, { shadows: 50, blur: 1.5, saturation: 150 })
      })
    },
  ],
])('%s is equal in strips and as a whole', async (_, prepare) => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  await prepare(session)
  change(session, EVERYTHING)
  const whole = await painted(session)
  expect(difference((await painted(session, 16)).pixels, whole.pixels).count).toBe(0)
})

it.each([
  ['cover', 255, 0],
  ['contain', 0, 1],
  ['stretch', 255, 0],
])('a background image is fitted to the photo’s canvas in the mode %s', async (fit, corner) => {
  const { session } = await sceneOf({ size: SIZE })
  put(session, (await imageOf(session, { width: 400, height: 100 }, { fit })).backdrop)
  const { width, height, pixels } = await painted(session)
  expect([width, height]).toEqual([SIZE.width, SIZE.height])
  expect(pixels[3]).toBe(corner)
  expect(pixels[(45 * width + 2) * 4 + 3]).toBe(255)
})

it('the blur of a background image has the same width in document px for every image size', async () => {
  const spread = async (side: number) => {
    const { session } = await sceneOf({ size: { width: 80, height: 80 } })
    const rgba = new Uint8ClampedArray(side * side * 4)
    for (let i = 0; i < rgba.length; i += 4)
      rgba.set((i / 4) % side < side / 2 ? [0, 0, 0, 255] : [255, 255, 255, 255], i)
    put(session, imageBackdrop(await putBitmap(session.assets, rgba, { width: side, height: side }), { blur: 20 }))
    const { pixels, width } = await painted(session)
    const row = Array.from({ length: width }, (_, x) => pixels[x * 4]!)
    const at = (level: number) => row.findIndex((value) => value >= level) / (side / 80)
    return [at(100), at(188), at(230)]
  }
  const [small, large] = [await spread(80), await spread(400)]
  for (const [i, at] of small.entries()) expect(Math.abs(at - large[i]!)).toBeLessThan(1.5)
})

it('the blur of a stretched background image has the same width along both axes', async () => {
  const spread = async (isAcross: boolean) => {
    const { session } = await sceneOf({ size: { width: 80, height: 80 } })
    const size = { width: 320, height: 80 }
    const rgba = new Uint8ClampedArray(size.width * size.height * 4)
    for (let i = 0; i < rgba.length / 4; i++) {
      const isDark = isAcross ? i % size.width < 160 : i < rgba.length / 8
      rgba.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], 4 * i)
    }
    put(session, imageBackdrop(await putBitmap(session.assets, rgba, size), { blur: 6, fit: 'stretch' }))
    const { pixels, width } = await painted(session)
    const line = Array.from({ length: 80 }, (_, i) => pixels[4 * (isAcross ? 5 * width + i : i * width + 5)]!)
    return [60, 100, 188, 230].map((level) => line.findIndex((value) => value >= level))
  }
  const [across, down] = [await spread(true), await spread(false)]
  expect(across[3]! - across[0]!).toBeGreaterThan(8)
  for (const [i, at] of across.entries()) expect(Math.abs(at - down[i]!)).toBeLessThanOrEqual(1)
})
