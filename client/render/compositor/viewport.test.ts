import { expect, it, vi } from 'vitest'
import {
  alignToPixels,
  createViewport,
  deviceAlignedBox,
  fitView,
  panBy,
  toCss,
  toDocument,
  visibleRegion,
  zoomAt,
} from './viewport.ts'

const canvas = { width: 1000, height: 600 }
const photo = { width: 4000, height: 3000 }

it('fitView shows the whole document with a margin', () => {
  const view = fitView(canvas, photo)
  expect(view.zoom).toBeCloseTo((600 - 40) / 3000)
  expect(toCss(view, { x: 2000, y: 1500 })).toEqual({ x: 500, y: 300 })
})

it("zooming doesn't move the document point under the cursor", () => {
  const view = fitView(canvas, photo)
  const at = { x: 400, y: 250 }
  const before = toDocument(view, at)
  const after = toDocument(zoomAt(view, at, 1, photo), at)
  expect(after.x).toBeCloseTo(before.x)
  expect(after.y).toBeCloseTo(before.y)
})

it('visibleRegion returns the part of the document that the canvas shows', () => {
  expect(visibleRegion({ zoom: 1, origin: { x: 100, y: -50 }, canvas }, photo)).toEqual({
    x: 100,
    y: 0,
    width: 1000,
    height: 550,
  })
  expect(visibleRegion({ zoom: 1, origin: { x: 5000, y: 0 }, canvas }, photo)).toBeNull()
})

it.each([1, 4])(
  "panning at %d times the fitted zoom stops when the image's corner reaches the canvas's center",
  (times) => {
    const fitted = fitView(canvas, photo)
    const view = panBy({ ...fitted, zoom: times * fitted.zoom }, { x: 1e6, y: -1e6 }, photo)
    expect(toCss(view, { x: 0, y: photo.height })).toEqual({ x: expect.closeTo(500), y: expect.closeTo(300) })
  },
)

it('the zoom is limited to the range from a quarter of the fitted zoom to 32 (3,200%)', () => {
  const view = fitView(canvas, photo)
  expect(zoomAt(view, { x: 0, y: 0 }, 1e9, photo).zoom).toBe(32)
  expect(zoomAt(view, { x: 0, y: 0 }, 0, photo).zoom).toBeCloseTo(view.zoom / 4)
})

it('fitView leaves a smaller margin around the document on a small canvas', () => {
  expect(fitView({ width: 390, height: 120 }, photo).zoom).toBeCloseTo((120 - 10) / 3000)
})

it.each([0.123, 0.4375, 0.51, 1 / 3, 2, 2.7])(
  'alignToPixels at the scale %d excludes pixels whose center is outside the document',
  (scale) => {
    const document = { width: 641, height: 479 }
    for (const seen of [
      { x: 0, y: 0, ...document },
      { x: 100.3, y: 50.7, width: 540.7, height: 428.3 },
      { x: 100.3, y: 50.7, width: 300, height: 200 },
    ]) {
      const { x, y, width, height } = alignToPixels(seen, scale, document)
      const half = 0.5 / scale + 1e-9
      expect(x + width - half).toBeLessThanOrEqual(document.width)
      expect(y + height - half).toBeLessThanOrEqual(document.height)
      for (const edge of [x, y, x + width, y + height]) expect(edge * scale).toBeCloseTo(Math.round(edge * scale), 6)
      // the aligned area covers the visible area except for at most half a pixel
      expect(x).toBeLessThanOrEqual(seen.x)
      expect(x + width + half).toBeGreaterThanOrEqual(seen.x + seen.width)
      expect(y + height + half).toBeGreaterThanOrEqual(seen.y + seen.height)
    }
  },
)

it.each([1, 2])('deviceAlignedBox ends at whole device pixels (pixel ratio %i)', (ratio) => {
  const shown = { x: 0, y: 108, width: 1728, height: 972 }
  for (const width of [780, 901, 1010]) {
    const view = fitView({ width, height: 600 }, shown)
    const box = deviceAlignedBox(view, shown, ratio)
    for (const edge of [box.x, box.y, box.x + box.width, box.y + box.height])
      expect(edge * ratio).toBeCloseTo(Math.round(edge * ratio), 6)
    expect(Math.abs(box.height - shown.height * view.zoom)).toBeLessThan(1 / ratio)
  }
})

it('resizing the canvas calls the onResize listeners', () => {
  const viewport = createViewport()
  const listener = vi.fn()
  const stop = viewport.onResize(listener)
  viewport.set({ ...viewport.get(), zoom: 2 })
  expect(listener).not.toHaveBeenCalled()
  for (let i = 0; i < 2; i++) viewport.set({ ...viewport.get(), canvas: { width: 10, height: 20 } })
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  viewport.set({ ...viewport.get(), canvas: { width: 10, height: 30 } })
  expect(listener).toHaveBeenCalledTimes(1)
})
