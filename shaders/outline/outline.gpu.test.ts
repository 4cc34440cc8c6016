import { afterAll, expect, it } from 'vitest'
import { compose, IDENTITY, rotationMatrix, scalingMatrix, translationMatrix } from '#client/kit/geometry/affine.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { drawnOn, sharedRenderer } from '../../tests/helpers/gpu.ts'
import { rasterised } from '../../tests/helpers/rasterised.ts'
import { type CoverageTexels, UNITS_PER_TEXEL } from '../distance/encoding.ts'
import { DistanceFields } from '../distance/field.ts'
import { signedDistances } from '../distance/transform.ts'
import type { Grid } from '../lib/quad.ts'
import { bilinear, type Picture } from '../lib/testing.ts'
import { FAR_EDGE, Outline, type OutlineUniforms, type OutlineView, outlineRange, outlineUniforms } from './outline.ts'

const renderer = await sharedRenderer()
const outline = new Outline()
const fields = new DistanceFields(renderer, false)
afterAll(() => {
  outline.destroy()
  fields.destroy()
})

const disc = (x: number, y: number) => Math.hypot(x - 79.7, y - 60.2) - 30
const matte = rasterised(160, 120, disc)
const photo: Grid = { x: 0, y: 0, width: 160, height: 120, scale: 1 }
const settings = { width: 20, color: '#ff8040', intensity: 80 }

/** Paints the outline. `field`: the part of the padded matte's field to build, on the photo's grid. */
async function painted(view: OutlineView, pad = 0, of = matte): Promise<Uint8Array> {
  const coverage = padCoverage(of, pad)
  const { x, y, width, height } = view.field
  const part = { width, height, bytes: new Uint8Array(width * height) }
  for (let row = 0; row < height; row++) {
    const from = (y + pad + row) * coverage.width + x + pad
    part.bytes.set(coverage.bytes.subarray(from, from + width), row * width)
  }
  const range = outlineRange(settings.width, view)
  const field = await fields.build(part, { range, format: 'integer' })
  outline.show(field, settings, view)
  const bytes = drawnOn(renderer, outline.mesh, view.target)
  outline.hide()
  field.destroy()
  return bytes
}

it.each([
  ['at one texel per pixel', IDENTITY, 1],
  ['at a third of the size', IDENTITY, 1 / 3],
  ['with the subject shrunk and moved', compose(translationMatrix(24.3, 18.4), scalingMatrix(0.7)), 1],
  [
    'with the subject rotated and flipped',
    compose(translationMatrix(150, 20), rotationMatrix(24), scalingMatrix(-0.8, 0.8)),
    1,
  ],
])('the outline matches its CPU reference %s', async (_, subject, scale) => {
  const target = { x: 3, y: 5, width: Math.round(140 * scale), height: Math.round(110 * scale), scale }
  const view = { target, field: photo, subject }
  const bytes = await painted(view)
  const uniforms = outlineUniforms(settings, view)
  const units = signedDistances(matte, outlineRange(settings.width, view))
  let worst = 0
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++)
      outlinePixel({ ...matte, channels: 1, values: units }, uniforms, x, y).forEach((channel, i) => {
        worst = Math.max(worst, Math.abs(255 * channel - (bytes[(y * target.width + x) * 4 + i] ?? 0)))
      })
  // Half a level for the rounding of colors, plus the levels that correspond to 1/64 texel (the rounding of a seed) on
  // an edge one pixel wide.
  expect(worst).toBeLessThan(0.5 + (255 * 0.8) / 64 / Math.min(1, scale) + 0.1)
})

it("the outline's edge is within 0.1 px of the exact mean distance", async () => {
  const view = { target: photo, field: photo, subject: IDENTITY }
  const bytes = await painted(view)
  const repeated = (x: number, y: number) => disc(clamp(x, 0, 159), clamp(y, 0, 119)) // the field's border repeats
  let worst = 0
  for (let y = 0; y < 120; y++)
    for (let x = 0; x < 160; x++) {
      const away = meanOnCircle(x, y, 0.6 * settings.width, repeated)
      const exact = Math.min(Math.max(settings.width + 0.5 - away, 0), 1)
      worst = Math.max(worst, Math.abs((bytes[(y * 160 + x) * 4 + 3] ?? 0) / (255 * 0.8) - exact))
    }
  expect(worst).toBeLessThan(0.1)
})

it('a straight outline has its exact width, and is narrower by at most a tenth around a point', async () => {
  const view = { target: photo, field: photo, subject: IDENTITY }
  const alphaAt = (bytes: Uint8Array, x: number, y: number) => bytes[(y * 160 + x) * 4 + 3]
  const half = await painted(
    view,
    0,
    rasterised(160, 120, (x) => x - 60),
  )
  expect([79, 80, 81].map((x) => alphaAt(half, x, 60))).toEqual([204, 102, 0])
  const dot = await painted(
    view,
    0,
    rasterised(160, 120, (x, y) => Math.hypot(x - 60, y - 60) - 1.5),
  )
  const width = 0.9 * settings.width
  expect(alphaAt(dot, 61 + width, 60)).toBe(204)
})

it('the outline has no notch between two tufts', async () => {
  const view = { target: photo, field: photo, subject: IDENTITY }
  const tufts = rasterised(160, 120, (x, y) => Math.min(Math.hypot(x - 60, y - 70), Math.hypot(x - 90, y - 70)) - 8)
  const bytes = await painted(view, 0, tufts)
  const uniforms = outlineUniforms(settings, view)
  const values = signedDistances(tufts, outlineRange(settings.width, view))
  /** Returns how much lower the outline's upper edge is between the tufts than above a tuft, px. */
  const notch = (alphaAt: (x: number, y: number) => number) => {
    const [between = 0, above = 0] = [75, 60].map((x) => [...Array(120).keys()].findIndex((y) => alphaAt(x, y) > 0.4))
    return between - above
  }
  const field = { ...tufts, channels: 1, values }
  expect(notch((x, y) => outlinePixel(field, { ...uniforms, uAround: 0 }, x, y)[3] ?? 0)).toBe(5)
  expect(notch((x, y) => (bytes[(y * 160 + x) * 4 + 3] ?? 0) / 255)).toBe(0)
})

it("a moved subject has an outline where the photo's edge had cut the subject off", async () => {
  const cut = {
    target: photo,
    field: { ...photo, x: -30, y: -30, width: 220, height: 180 },
    subject: translationMatrix(0, 40),
  }
  const bytes = await painted(cut, 30)
  const alphaAt = (x: number, y: number) => bytes[(y * 160 + x) * 4 + 3]
  expect(alphaAt(80, 119)).toBe(204) // a point inside the disc, which covers the rows 30..160 after the move by 40
  expect(alphaAt(80, 40)).toBe(0)
})

it("the outline isn't painted outside the rectangle given in `edges`", async () => {
  const view: OutlineView = {
    target: photo,
    field: { ...photo, x: -30, y: -30, width: 220, height: 180 },
    subject: translationMatrix(0, 40.4),
    edges: [-FAR_EDGE, 20, FAR_EDGE, FAR_EDGE],
  }
  const bytes = await painted(view, 30)
  const alphaAt = (x: number, y: number) => bytes[(y * 160 + x) * 4 + 3]
  expect(alphaAt(80, 59)).toBe(0)
  expect(alphaAt(80, 61)).toBe(204)
  expect(alphaAt(80, 60), 'a pixel that is only partly inside').toBe(0)
})

/** CPU reference of outline.frag: returns the pixel at the target's texel (x, y), premultiplied RGBA, 0..1. */
function outlinePixel(field: Picture, uniforms: OutlineUniforms, x: number, y: number): number[] {
  const { uTarget, uFieldOrigin, uShift, uAlong, uDown, uStep, uWidth, uAround, uInk } = uniforms
  const [pxX, pxY] = [x + 0.5 + uTarget[0], y + 0.5 + uTarget[1]]
  const atX = pxX * uAlong[0] + pxY * uDown[0] + uShift[0] - uFieldOrigin[0]
  const atY = pxX * uAlong[1] + pxY * uDown[1] + uShift[1] - uFieldOrigin[1]
  const distanceAt = (byX: number, byY: number) => {
    const [units = 0] = bilinear(field, atX + byX * uAround * uStep, atY + byY * uAround * uStep)
    return units / (UNITS_PER_TEXEL * uStep)
  }
  const here = distanceAt(0, 0)
  const away = Math.abs(here - uWidth) < uAround + 0.5 ? meanOnCircle(0, 0, 1, distanceAt) : here
  const covered = Math.min(Math.max(uWidth + 0.5 - away, 0), 1)
  return uInk.map((channel) => channel * covered)
}

/** Returns the mean of eight values on a circle around (x, y). */
function meanOnCircle(x: number, y: number, radius: number, valueAt: (x: number, y: number) => number): number {
  const angles = Array.from({ length: 8 }, (_, i) => (i * Math.PI) / 4)
  return angles.reduce((sum, at) => sum + valueAt(x + radius * Math.cos(at), y + radius * Math.sin(at)) / 8, 0)
}

/**
 * Returns the coverage with `by` empty texels added on each side. Without this padding, the contour is missing where
 * the photo's border cuts a subject off. With the padding, the outline of a moved subject also follows the photo's
 * border.
 */
function padCoverage({ width, height, bytes }: CoverageTexels, by: number): CoverageTexels {
  const wide = width + 2 * by
  const padded = new Uint8Array(wide * (height + 2 * by))
  for (let y = 0; y < height; y++) padded.set(bytes.subarray(y * width, (y + 1) * width), (y + by) * wide + by)
  return { width: wide, height: height + 2 * by, bytes: padded }
}
