import { BufferImageSource } from 'pixi.js'
import { describe, expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import type { TuneSet } from '#client/model/document/document.ts'
import { windowsOf } from '#client/render/windows/windows.ts'
import { PhotoBlur } from '#shaders/blur/blur.ts'
import type { BlurRole } from '#shaders/blur/passes.ts'
import { MIN_SIGMA } from '#shaders/blur/plan.ts'
import { type PhotoInput, PhotoPass } from '#shaders/photo/photo.ts'
import { photoReference } from '#shaders/photo/testing.ts'
import { ENHANCEMENTS, type EnhancementName, rowOf, tuneFields } from '#shaders/tune/enhancements.ts'
import { LumaLowPass } from '#shaders/tune/luma-low-pass.ts'
import { needsLow, tuneUniforms } from '#shaders/tune/steps.ts'
import { toneMask } from '#shaders/tune/tone-mask.ts'
import { dither } from '#shaders/tune/tune.reference.ts'
import { ALL_TEN } from '../bench/gpu/documents.ts'
import { difference, putBitmap, rendered, sharedRenderer } from '../helpers/gpu.ts'
import { type Picture, realPhoto, syntheticPhoto } from '../helpers/photos.ts'

const renderer = await sharedRenderer()

const set = (some: Partial<TuneSet>): TuneSet => ({ ...defaults(tuneFields), ...some })
const EVERYTHING = set({ ...ALL_TEN, blur: 0 })

const CLOSE = { color: expect.toSatisfy(isClose), alpha: expect.toSatisfy(isClose) }
/** Returns true for an error of at most 0.05 8-bit levels. */
function isClose(error: number) {
  return error <= 0.05
}

/** Runs only the pass, one output pixel per photo pixel. Returns premultiplied floats, 0 to 1. Dithers on request. */
async function painted(
  { rgba, width, height, coverage }: Picture,
  settings: TuneSet,
  role: BlurRole,
  { isDraft = false, isPlain = true } = {},
) {
  const assets = new AssetStore()
  const hasAlpha = rgba.some((v, i) => i % 4 === 3 && v < 255)
  const photo = assets.bitmap((await putBitmap(assets, rgba, { width, height }, hasAlpha)).asset)!
  const matte = assets.matte(assets.put({ kind: 'matte', width, height, coverage }))!
  const region = { x: 0, y: 0, width, height }
  const windows = windowsOf(renderer, assets)
  const [photoWindow, matteWindow] = [windows.lease(photo, region, 1), windows.lease(matte, region, 1)]
  const tune = tuneUniforms(settings)
  const [blur, low] = [new PhotoBlur(renderer), new LumaLowPass(renderer)]
  const blurred =
    settings.blur >= MIN_SIGMA
      ? blur.update({ photo: photoWindow, matte: matteWindow, hasAlpha, role, sigma: settings.blur })
      : null
  const isWeighted = hasAlpha || (blurred !== null && role === 'SUBJECT')
  const plane = toneMask(rgba, width, height)
  const mask = new BufferImageSource({
    resource: plane.plane,
    width: plane.width,
    height: plane.height,
    format: 'rg32float',
    alphaMode: 'no-premultiply-alpha',
  })
  const input: PhotoInput = {
    width,
    height,
    photo: photoWindow,
    hasAlpha,
    role,
    matte: matteWindow,
    blurred,
    tune,
    low: needsLow(tune)
      ? low.update({ photo: photoWindow, blurred, longSide: Math.max(width, height), isWeighted })
      : null,
    mask,
    grid: { x: 0, y: 0, scale: 1 },
    isEraser: false,
    isDraft,
    isPlain,
  }
  const pass = new PhotoPass(renderer)
  pass.show(input)
  pass.mesh.state.blend = false
  const pixels = rendered(renderer, pass.mesh, width, height, 'rgba32float')
  pass.destroy()
  blur.destroy()
  low.destroy()
  mask.destroy()
  photoWindow.release()
  matteWindow.release()
  assets.destroy()
  return pixels
}

/** Returns the largest difference between the pass and its reference over visible pixels, in 8-bit levels. */
async function distance(picture: Picture, settings: TuneSet, role: BlurRole, options = {}) {
  const pixels = await painted(picture, settings, role, options)
  const reference = photoReference({ ...picture, role, settings })
  let color = 0
  let alpha = 0
  for (let i = 0; i < reference.length; i += 4) {
    const a = pixels[i + 3] ?? 0
    alpha = Math.max(alpha, Math.abs(a - (reference[i + 3] ?? 0)) * 255)
    if (a < 1 / 64) continue
    for (let c = 0; c < 3; c++)
      color = Math.max(color, Math.abs((pixels[i + c] ?? 0) / a - (reference[i + c] ?? 0)) * 255)
  }
  return { color, alpha }
}

const CASES: [string, TuneSet][] = [
  ['neutral', set({})],
  ['affine', set({ brightness: 112, contrast: 120, saturation: 135 })],
  ['a narrow blur', set({ blur: 2 })],
  ['everything but blur', EVERYTHING],
  ['everything', { ...EVERYTHING, blur: 7 }],
]
const ROLES: BlurRole[] = ['WHOLE', 'BEHIND', 'SUBJECT']

it.each(CASES)('an enhanced photo (%s) matches its CPU reference within 0.05 levels', async (_, settings) => {
  for (const photo of [await realPhoto(), syntheticPhoto(true)])
    for (const role of ROLES) expect(await distance(photo, settings, role)).toEqual(CLOSE)
})

describe.each(Object.keys(ENHANCEMENTS) as EnhancementName[])('the enhancement %s', (name) => {
  const { field, example = {} } = rowOf(name)
  const ends = [field.min, field.max].filter((value) => value !== field.default)
  const at = (value: number) => set({ ...example, [name]: value })

  it('the enhancement changes pixels at both ends of its slider', async () => {
    const photo = await realPhoto()
    const before = await painted(photo, at(field.default), 'WHOLE')
    for (const end of ends) expect(difference(await painted(photo, at(end), 'WHOLE'), before).count).toBeGreaterThan(0)
  })

  it('the enhancement matches its CPU reference in opaque and translucent areas', async () => {
    for (const photo of [syntheticPhoto(false), syntheticPhoto(true)])
      for (const role of ROLES) for (const end of ends) expect(await distance(photo, at(end), role)).toEqual(CLOSE)
  })
})

it('a photo enhanced by the generic shader program matches its CPU reference', async () => {
  const photo = syntheticPhoto(false)
  for (const settings of [EVERYTHING, set({}), set({ exposure: 40 })])
    expect(await distance(photo, settings, 'WHOLE', { isDraft: true })).toEqual(CLOSE)
})

it("neutral enhancements don't change a pixel in either shader program", async () => {
  const { rgba } = syntheticPhoto(false)
  for (const isDraft of [true, false]) {
    const pixels = await painted(syntheticPhoto(false), set({}), 'WHOLE', { isDraft, isPlain: false })
    const bytes = pixels.map((v) => Math.round(v * 255))
    expect(difference(bytes, rgba).count).toBe(0)
  }
})

it('dithering changes a pixel by less than half a level, in the same way in each render', async () => {
  const photo = syntheticPhoto(false)
  const settings = set({ fade: 30 })
  const pixels = await painted(photo, settings, 'WHOLE', { isPlain: false })
  const reference = photoReference({ ...photo, role: 'WHOLE', settings })
  for (let i = 0; i < reference.length; i += 4) {
    const place = i / 4
    const noise = dither(place % photo.width, Math.floor(place / photo.width))
    for (let c = 0; c < 3; c++) expect((pixels[i + c] ?? 0) - (reference[i + c] ?? 0)).toBeCloseTo(noise, 5)
  }
})

it("sharpening doesn't draw a line along the edge of the photo's transparent area", async () => {
  const photo = syntheticPhoto(false)
  photo.coverage.forEach((matte, i) => {
    photo.rgba.set(matte > 127 ? [180, 180, 180, 255] : [0, 0, 0, 0], i * 4)
  })
  const pixels = await painted(photo, set({ sharpness: 100 }), 'WHOLE')
  photo.coverage.forEach((matte, i) => {
    if (matte > 127) expect((pixels[i * 4] ?? 0) * 255).toBeCloseTo(180, 1)
  })
})

it('the blurred background does not contain any colors of the subject', async () => {
  const photo = syntheticPhoto(false)
  photo.coverage = photo.coverage.map((matte) => (matte > 127 ? 255 : 0))
  photo.coverage.forEach((matte, i) => {
    photo.rgba.set(matte ? [255, 0, 0, 255] : [0, 0, 200, 255], i * 4)
  })
  const pixels = await painted(photo, set({ blur: 6 }), 'BEHIND')
  const blur = await painted(photo, set({ blur: 6 }), 'WHOLE')
  let leaked = 0
  let leakedWithout = 0
  photo.coverage.forEach((matte, i) => {
    if (matte > 0) return
    leaked = Math.max(leaked, (pixels[i * 4] ?? 0) * 255)
    leakedWithout = Math.max(leakedWithout, (blur[i * 4] ?? 0) * 255)
  })
  expect(leakedWithout).toBeGreaterThan(100)
  expect(leaked).toBeLessThan(0.5)
})
