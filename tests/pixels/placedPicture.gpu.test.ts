import { Container, Mesh, type MeshGeometry } from 'pixi.js'
import { expect, it, vi } from 'vitest'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { type Affine, compose, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { AssetStore, type MatteAsset } from '#client/model/assets/store.ts'
import { type Appearance, type PlaceablePicture, PlacedPicture } from '#client/render/photo/PlacedPicture.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { atEnd, difference, noise, putBitmap, rendered, sharedRenderer } from '../helpers/gpu.ts'
import { rasterised } from '../helpers/rasterised.ts'

const CANVAS = { x: 0, y: 0, width: 150, height: 110 }
const SIZE = { width: 60, height: 40 }

const renderer = await sharedRenderer()
const assets = new AssetStore()
const next = noise(9)
const rgba = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, i) => (i % 4 === 3 ? 255 : next()))
const bitmap = assets.bitmap((await putBitmap(assets, rgba, SIZE)).asset)!
atEnd(() => assets.destroy())

/** Creates a placed image, which is destroyed at the end of the test. */
function fresh(): PlacedPicture {
  const picture = new PlacedPicture({ renderer, assets, fonts: liveFonts, report: () => expect.unreachable() })
  atEnd(() => picture.destroy())
  return picture
}

function paint(
  picture: PlacedPicture,
  map: Affine,
  appearance: Appearance,
  { region = CANVAS, isDraft = false, pixels: of = { bitmap } as PlaceablePicture } = {},
) {
  const shown = picture.show(of, map, { region, scale: 1, isDraft }, appearance)
  const root = new Container({ children: [picture.view] })
  root.position.set(-region.x, -region.y)
  const pixels = rendered(renderer, root, region.width, region.height) as Uint8Array
  root.removeChild(picture.view)
  root.destroy()
  return { pixels, map: shown.map }
}

const at = (pixels: ArrayLike<number>, x: number, y: number, { width } = CANVAS as Size) =>
  [0, 1, 2, 3].map((c) => pixels[(y * width + x) * 4 + c])

it('a moved bitmap is copied pixel by pixel', () => {
  const picture = fresh()
  const { pixels } = paint(picture, translationMatrix(20, 30), {})
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) expect(at(pixels, x + 20, y + 30)).toEqual(at(rgba, x, y, SIZE))
  expect(at(pixels, 19, 40)).toEqual([0, 0, 0, 0])
  expect(at(pixels, 20 + SIZE.width, 40)).toEqual([0, 0, 0, 0])
})

it('scaling a bitmap down averages its pixels', () => {
  const picture = fresh()
  const { pixels } = paint(picture, compose(translationMatrix(10, 10), scalingMatrix(0.25)), {})
  const sum = [0, 0, 0]
  for (let y = 8; y < 12; y++)
    for (let x = 16; x < 20; x++) for (let c = 0; c < 3; c++) sum[c]! += rgba[(y * SIZE.width + x) * 4 + c]! / 16
  at(pixels, 14, 12).forEach((value, c) => {
    expect(Math.abs(value! - (c < 3 ? sum[c]! : 255))).toBeLessThanOrEqual(1)
  })
})

it('rounded corners of an image are antialiased', () => {
  const picture = fresh()
  const { pixels } = paint(picture, translationMatrix(20, 30), { radius: 12, opacity: 40 })
  const alpha = (x: number, y: number) => at(pixels, x, y)[3]!
  expect(alpha(21, 31)).toBe(0)
  expect(alpha(50, 50)).toBe(102)
  const along = Array.from({ length: 12 }, (_, i) => alpha(20 + i, 31))
  expect(along.some((value) => value > 0 && value < 102)).toBe(true)
})

it('the glow of an image follows its rounded corners', () => {
  const picture = fresh()
  const glow = { enabled: true, color: '#ff0000', intensity: 20 } as const
  const { pixels } = paint(picture, translationMatrix(40, 30), { radius: 10, glow })
  const [red = 0, green = 0, , alpha = 0] = at(pixels, 36, 50)
  expect(alpha).toBeGreaterThan(20)
  expect(red).toBeGreaterThan(4 * green)
  expect(at(pixels, 70, 50)).toEqual(at(rgba, 30, 20, SIZE))
})

it('during a drag, an image moves by whole pixels and is at most 1 px off', () => {
  const picture = fresh()
  paint(picture, translationMatrix(20, 30), {})
  for (const by of [0.3, 7.7, 12.49]) {
    const { map, pixels } = paint(picture, translationMatrix(20 + by, 30 - by), {}, { isDraft: true })
    expect(Number.isInteger(Math.round(map.e * 1e6) / 1e6)).toBe(true)
    expect(Math.abs(map.e - 20 - by)).toBeLessThan(1)
    expect(at(pixels, Math.round(map.e) + 5, Math.round(map.f) + 5)).toEqual(at(rgba, 5, 5, SIZE))
  }
})

/** Returns a brightened disc that is cut out of an image. */
function brightened(matte: MatteAsset, brightness: number): PlaceablePicture {
  const branch = { role: 'SUBJECT', set: { ...defaults(tuneFields), brightness } } as const
  return { branch: { photo: bitmap, matte, branch, isOverItself: false } }
}

it('of several photos shown one after another, only the last one uses GPU memory', async () => {
  const own = new AssetStore()
  const picture = new PlacedPicture({ renderer, assets: own, fonts: liveFonts, report: () => expect.unreachable() })
  const branch = { role: 'WHOLE', set: { ...defaults(tuneFields), brightness: 3, blur: 4 } } as const
  const counts: number[] = []
  for (let n = 0; n < 4; n++) {
    const photo = own.bitmap((await putBitmap(own, rgba, SIZE)).asset)!
    paint(
      picture,
      translationMatrix(20, 30),
      {},
      { pixels: { branch: { photo, matte: null, branch, isOverItself: false } } },
    )
    own.collect(new Set([photo.id]))
    counts.push(renderer.texture.managedTextures.filter(Boolean).length) // a destroyed texture leaves null
  }
  expect(counts.slice(1)).toEqual(counts.slice(1).map(() => counts[1]))
  picture.destroy()
  own.destroy()
})

it('during a gesture, a frame does not create a texture and differs from the final frame by at most one level', () => {
  const coverage = rasterised(SIZE.width, SIZE.height, (x, y) => Math.hypot(x - 30, y - 20) - 17.3).bytes
  const matte = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage }))!
  const picture = fresh()
  const map = compose(translationMatrix(20, 30), scalingMatrix(0.5))
  const paintAt = (brightness: number, isDraft: boolean) =>
    paint(picture, map, {}, { pixels: brightened(matte, brightness), isDraft }).pixels
  paintAt(100, false)
  paintAt(110, true) // creates the `PhotoBranch` for direct painting, which later steps reuse
  for (const brightness of [120, 130]) {
    const create = vi.spyOn(renderer.gl, 'createTexture')
    picture.show(brightened(matte, brightness), map, { region: CANVAS, scale: 1, isDraft: true })
    expect(create).not.toHaveBeenCalled()
    create.mockRestore()
    const pixels = paintAt(brightness, true)
    expect(at(pixels, 35, 40)[3]).toBe(255)
    expect(difference(pixels, paintAt(brightness, false)).largest).toBeLessThanOrEqual(1)
  }
})

/** Returns the area of the visible meshes, document px². */
function coveredPx(view: Container): number {
  if (!view.visible) return 0
  const inside = view.children.reduce((sum, child) => sum + coveredPx(child), 0)
  if (!(view instanceof Mesh)) return inside
  const { indices, positions } = view.geometry as MeshGeometry
  const corner = (i: number) =>
    view.worldTransform.apply({ x: positions[2 * indices[i]!]!, y: positions[2 * indices[i]! + 1]! })
  let area = inside
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)]
    area += Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
  }
  return area
}

it("while the subject's look changes, each repaint covers little more than the subject", () => {
  const isBust = (x: number, y: number) => (y < 26 ? Math.abs(x - 30) < 4 : true)
  const coverage = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isBust(i % SIZE.width, Math.floor(i / SIZE.width)) ? 255 : 0,
  )
  const matte = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage }))!
  const picture = fresh()
  const paintAt = (brightness: number, isDraft: boolean) =>
    paint(picture, translationMatrix(20, 30), {}, { pixels: brightened(matte, brightness), isDraft }).pixels
  paintAt(100, false)
  paintAt(110, true) // creates the `PhotoBranch` for direct painting, which later steps reuse
  const step = paintAt(120, true)
  const covered = coverage.reduce((sum, value) => sum + Number(value > 0), 0)
  expect(coveredPx(picture.view)).toBeGreaterThanOrEqual(covered)
  expect(coveredPx(picture.view)).toBeLessThan(1.3 * covered) // the area of the bounding box is twice as large
  expect(step).toEqual(paintAt(120, false))
})
