import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import {
  type Backdrop,
  canvasSize,
  colorBackdrop,
  exportScale,
  hasBackground,
  imageBackdrop,
  isOpaque,
} from './backdrop.ts'
import { emptyDocument } from './document.ts'

const image = (width: number, height: number, values: object = {}, hasAlpha = false) =>
  imageBackdrop({ asset: 'i' as AssetId, width, height, hasAlpha }, values)

function documentOn(backdrop: Backdrop, { width = 3000, height = 4000, hasAlpha = false } = {}) {
  const doc = emptyDocument()
  doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', width, height, hasAlpha }
  doc.backdrop = backdrop
  return doc
}

it.each<[string, Backdrop]>([
  ['the photo', { type: 'original' }],
  ['nothing', { type: 'transparent' }],
  ['a color', colorBackdrop({ color: '#ff0000' })],
  ['an image that fills the photo’s canvas', image(1920, 1080, { fit: 'cover' })],
])('the canvas has the photo’s size with %s as background', (_, backdrop) => {
  const doc = documentOn(backdrop)
  expect(canvasSize(doc)).toEqual({ width: 3000, height: 4000 })
  expect(exportScale(doc)).toBe(1)
})

it.each([
  [1920, 1080],
  [333, 7001],
  [8000, 6000],
])("an export over a background image has the image's size of %d × %d px", (w, h) => {
  const doc = documentOn(image(w, h))
  const { width, height } = canvasSize(doc)
  expect(Math.min(width, height)).toBeCloseTo(3000, 9)
  expect([Math.round(width * exportScale(doc)), Math.round(height * exportScale(doc))]).toEqual([w, h])
})

it('a document without a photo has a 0 × 0 px canvas', () => {
  expect(canvasSize(emptyDocument())).toEqual({ width: 0, height: 0 })
  expect(hasBackground(emptyDocument())).toBe(false)
})

it('hasBackground is false only for a transparent background', () => {
  expect(hasBackground(documentOn({ type: 'transparent' }))).toBe(false)
  for (const backdrop of [{ type: 'original' } as const, colorBackdrop({ opacity: 0 }), image(4, 4)])
    expect(hasBackground(documentOn(backdrop))).toBe(true)
})

it.each<[string, Backdrop, boolean]>([
  ['true for the photo', { type: 'original' }, true],
  ['false for a removed background', { type: 'transparent' }, false],
  ['true for a color', colorBackdrop(), true],
  ['false for a translucent color', colorBackdrop({ opacity: 99 }), false],
  ['true for an image', image(4, 4), true],
  ['false for an image with alpha', image(4, 4, {}, true), false],
  ['false for a translucent image', image(4, 4, { opacity: 50 }), false],
  ['false for an image that leaves a part of the canvas uncovered', image(4, 4, { fit: 'contain' }), false],
  ['true for an image that covers the canvas', image(4, 4, { fit: 'cover' }), true],
])('isOpaque is %s', (_, backdrop, expected) => {
  expect(isOpaque(documentOn(backdrop))).toBe(expected)
})

it('isOpaque is false for a transparent photo with its original background', () => {
  expect(isOpaque(documentOn({ type: 'original' }, { hasAlpha: true }))).toBe(false)
  expect(isOpaque(documentOn(colorBackdrop(), { hasAlpha: true }))).toBe(true)
})

it('colorBackdrop and imageBackdrop replace invalid values with valid values', () => {
  expect(colorBackdrop({ color: 'red', opacity: 300 })).toEqual({ type: 'color', color: '#ffffff', opacity: 100 })
  expect(colorBackdrop({ gradient: { color: 7, angle: 400 } }).gradient).toEqual({ color: '#4a90e2', angle: 360 })
  expect(image(4, 4, { fit: 'tile', blur: -1, position: { vertical: 120 } })).toMatchObject({
    fit: 'canvas',
    blur: 0,
    position: { horizontal: 50, vertical: 100 },
  })
})
