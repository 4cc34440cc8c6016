/** Paints a matte on a separate canvas over the editor's canvas. */
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { coveringRect, intersection } from '#client/kit/geometry/rect.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { Coverage, MatteAsset, Revision } from '#client/model/assets/store.ts'
import type { View } from '#client/render/compositor/viewport.ts'

interface MaskPainter {
  /**
   * Paints the visible part of the matte. If the view hasn't changed and `revisions` lists all changes since the last
   * paint, paints only the changed parts.
   */
  paint(matte: MatteAsset | null, view: View, revisions: readonly Revision[]): void
}

/**
 * Creates a painter for a canvas. `look`: 'overlay' tints everything except the subject; 'mask' shows the mask in black
 * and white.
 */
export function createMaskPainter(canvas: HTMLCanvasElement, look: 'overlay' | 'mask'): MaskPainter {
  const context = canvas.getContext('2d')
  let shown: { matte: MatteAsset | null; view: View } | null = null

  function draw(matte: MatteAsset, screen: ScreenView, part: Rect) {
    const pixels = maskPixels(matte, screen, part, look)
    context?.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y)
  }

  return {
    paint(matte, view, revisions) {
      const ratio = Math.min(devicePixelRatio, 2)
      const [width, height] = [Math.round(view.canvas.width * ratio), Math.round(view.canvas.height * ratio)]
      const screen = { scale: view.zoom * ratio, origin: view.origin }
      const all = { x: 0, y: 0, width, height }
      const isSameView = shown?.view === view && canvas.width === width && canvas.height === height
      const before = shown?.matte
      shown = { matte, view }
      if (isSameView && before === matte) return
      const isRevised = isSameView && before === revisions[0]?.before && revisions.at(-1)?.after === matte
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
      if (!matte) {
        context?.clearRect(0, 0, width, height)
        return
      }
      if (!isRevised) {
        draw(matte, screen, all)
        return
      }
      for (const { parts } of revisions)
        for (const part of parts) {
          const seen = intersection(all, onScreen(part, screen))
          if (seen) draw(matte, screen, seen)
        }
    },
  }
}

/** Returns the smallest rectangle of whole device px that contains a part of the photo. */
const onScreen = (part: Rect, { scale, origin }: ScreenView): Rect =>
  coveringRect({ ...part, x: part.x - origin.x, y: part.y - origin.y }, scale)

/** The visible part of the photo. `scale`: device px per photo px. `origin`: the top left corner in photo px. */
interface ScreenView {
  scale: number
  origin: { x: number; y: number }
}

/** Limit for the samples of the mask along each side of a device pixel. */
const MOST_SAMPLES = 4
/** Color (sRGB, 0..255) and opacity (0..1) of the tint over everything except the subject. */
const TINT = { red: 255, green: 36, blue: 72, opacity: 0.55 }

/**
 * Returns pixels (straight RGBA, row-major) for a part of the screen, in device px. Each pixel has the mean coverage of
 * its area. Pixels outside the photo are transparent.
 */
function maskPixels(
  { width, height, coverage }: Coverage,
  { scale, origin }: ScreenView,
  part: Rect,
  look: 'overlay' | 'mask',
): Uint8ClampedArray<ArrayBuffer> {
  const to = new Uint8ClampedArray(4 * part.width * part.height)
  const samples = clamp(Math.round(1 / scale), 1, MOST_SAMPLES)
  const places = (start: number, count: number, from: number, length: number) =>
    Array.from({ length: count * samples }, (_, i) => {
      const place = Math.floor(from + (start + (i + 0.5) / samples) / scale)
      return place >= 0 && place < length ? place : -1
    })
  const columns = Int32Array.from(places(part.x, part.width, origin.x, width))
  const rows = places(part.y, part.height, origin.y, height)
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++) {
      let sum = 0
      let count = 0
      for (let v = 0; v < samples; v++) {
        const row = rows[y * samples + v] ?? -1
        for (let u = 0; u < samples; u++) {
          const column = columns[x * samples + u] ?? -1
          if (row < 0 || column < 0) continue
          sum += coverage[row * width + column] ?? 0
          count++
        }
      }
      if (count === 0) continue
      const value = sum / count
      const i = 4 * (y * part.width + x)
      if (look === 'mask') to.fill(value, i, i + 3)
      else {
        to[i] = TINT.red
        to[i + 1] = TINT.green
        to[i + 2] = TINT.blue
      }
      to[i + 3] = look === 'mask' ? 255 : TINT.opacity * (255 - value)
    }
  return to
}
