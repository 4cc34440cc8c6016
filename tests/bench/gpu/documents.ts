/** Sessions with a photo, as the editor creates them. */
import { sparseCopy } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { TuneSet } from '#client/model/document/document.ts'
import { createSession, type Session } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { SILENT } from '../../helpers/session.ts'

/** Ten enhancements with values that change the photo. */
export const ALL_TEN: Partial<TuneSet> = {
  brightness: 104,
  contrast: 112,
  saturation: 120,
  fade: 15,
  exposure: 20,
  highlights: -60,
  shadows: 55,
  sharpness: 40,
  blur: 6,
  blacks: 20,
}

/** Returns a session with this photo. `coverage`: null for a photo that isn't segmented. */
export function sessionOf(bitmap: ImageBitmap, coverage: Uint8Array<ArrayBuffer> | null = null): Session {
  const session = createSession(SILENT) // not `isStrict`, because benchmarks change layers outside undo steps
  open(session, bitmap, coverage)
  return session
}

/** Opens the photo in the session. `file`: its source file, if the session will be saved. */
export function open(
  session: Session,
  bitmap: ImageBitmap,
  coverage: Uint8Array<ArrayBuffer> | null,
  file: Blob | null = null,
): void {
  const { width, height }: Size = bitmap
  const source = file && { source: { blob: file, cut: null } }
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: '', ...source })
  const matte = coverage && session.assets.put({ kind: 'matte', width, height, coverage })
  session.history.restart(() => {
    session.doc.photo = { asset, name: 'photo.jpg', width, height, hasAlpha: false }
    newLayer(session.doc, 'background')
    if (!matte) return
    session.doc.separation = separationOf(session.assets, matte, 'bench')
    newLayer(session.doc, 'subject')
  })
}

/** Lifts `count` discs out of the background, in two rows of four, and moves them. `isFilled`: fills their holes. */
export function liftObjects({ doc, assets }: Session, count: number, isFilled = true): void {
  const { width, height } = doc.photo!
  const radius = Math.round(height / 12)
  for (let i = 0; i < count; i++) {
    const isUpper = i % 8 < 4
    const [x, y] = [Math.round(((0.5 + (i % 4)) / 4) * width), Math.round((isUpper ? 0.12 : 0.85) * height)]
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
    const coverage = new Uint8Array(width * height)
    for (let v = box.y; v < box.y + box.height; v++)
      for (let u = box.x; u < box.x + box.width; u++)
        coverage[v * width + u] = Math.max(0, Math.min(255, 128 + 60 * (radius - Math.hypot(u - x, v - y))))
    // stored sparsely, as the editor stores mattes
    const matte = assets.put({ kind: 'matte', width, height, coverage: sparseCopy(coverage) })
    newLayer(doc, 'object', {
      lifted: { matte, box, home: 'background' },
      placement: i % 2 ? 'foreground' : 'background',
      position: { x: 4, y: isUpper ? 30 : -30 },
      fill: { enabled: isFilled, seed: 0, strokes: [] },
    })
  }
}

/**
 * Draws head and shoulders with strands of hair and a soft edge, in white on a transparent canvas. The alpha is the
 * coverage.
 */
export function portrait({ width, height }: Size): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const unit = height / 800
  context.translate(width / 2, 0)
  context.scale(unit, unit)
  context.fillStyle = context.strokeStyle = '#fff'
  context.beginPath()
  context.ellipse(0, 300, 95, 120, 0, 0, 7)
  context.fill()
  context.beginPath()
  context.moveTo(-60, 380)
  context.bezierCurveTo(-230, 430, -235, 600, -240, 800)
  context.lineTo(240, 800)
  context.bezierCurveTo(235, 600, 230, 430, 60, 380)
  context.fill()
  for (let i = 0; i < 60; i++) {
    const angle = -Math.PI * (i / 60)
    const [x, y] = [85 * Math.cos(angle), 290 + 110 * Math.sin(angle)]
    context.lineWidth = 1 + (i % 3) / 2
    context.beginPath()
    context.moveTo(x, y)
    context.quadraticCurveTo(1.3 * x + 9, 1.2 * y - 60, 1.5 * x + (i % 7) * 4, y - 40 + (i % 5) * 9)
    context.stroke()
  }
  return canvas
}

export function coverageOf(canvas: OffscreenCanvas): Uint8Array<ArrayBuffer> {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  const coverage = new Uint8Array(width * height)
  for (let i = 0; i < coverage.length; i++) coverage[i] = data[i * 4 + 3]!
  return coverage
}
