/** Outlines against known distances: touching discs, a thin stick, a hole. */
import type { WebGLRenderer } from 'pixi.js'
import { IDENTITY } from '#client/kit/base/affine.ts'
import { DistanceFields } from '#shaders/distance/field.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import { rasterised } from '#shaders/lib/rasterised.ts'
import { drawOn, readBytes } from '#shaders/lib/testing.ts'
import { Outline, outlineRange } from '#shaders/outline/outline.ts'
import type { Setting } from '../setting.ts'

const [WIDTH, HEIGHT] = [520, 440]
/** One level of the target's 8 bits. */
const ROUNDING = 0.5 / 255

/** Signed distance to the shape, px: exact outside, correct in sign inside. */
function shape(x: number, y: number): number {
  const head = Math.hypot(x - 240.3, y - 200.7) - 38.4
  const shoulder = Math.hypot(x - 283.8, y - 239.1) - 29.6
  const ring = Math.abs(Math.hypot(x - 141.2, y - 257.4) - 24.2) - 6.1
  const along = Math.min(Math.max(((x - 330) * 60 + (y - 150) * -80) / 10000, 0), 1)
  const stick = Math.hypot(x - 330 - 60 * along, y - 150 + 80 * along) - 2.2
  return Math.min(head, shoulder, ring, stick)
}

/** Measures both algorithms: jump flooding on the GPU and the exact transform on the CPU. */
export async function outlineError(renderer: WebGLRenderer, { isQuick }: Setting) {
  const coverage = rasterised(WIDTH, HEIGHT, shape)
  const grid = { x: 0, y: 0, width: WIDTH, height: HEIGHT, scale: 1 }
  const view = { target: grid, field: grid, subject: IDENTITY }
  const exact = Float64Array.from({ length: WIDTH * HEIGHT }, (_, i) => shape(i % WIDTH, Math.floor(i / WIDTH)))
  const outline = new Outline()
  const target = createTarget(WIDTH, HEIGHT, 'rgba8unorm')
  const seen: string[] = []
  let largest = 0
  for (const onWorker of [true, false]) {
    const fields = new DistanceFields(renderer, onWorker)
    const field = await fields.build(coverage, { range: outlineRange(200, view), format: 'integer' })
    for (const width of isQuick ? [2, 20, 200] : [1, 2, 5, 10, 20, 50, 100, 150, 200]) {
      outline.set(field, { width, color: '#ffffff', intensity: 100 }, view)
      drawOn(renderer, outline.mesh, target, grid)
      const error = largestError(readBytes(renderer, target), exact, width)
      seen.push(`${width} px ${error.toFixed(3)}`)
      largest = Math.max(largest, error)
    }
    outline.hide()
    field.destroy()
    fields.destroy()
    seen.push(onWorker ? '(worker)' : '(shaders)')
  }
  outline.destroy()
  target.destroy(true)
  return { largest, line: `outline's edge against the exact distance, largest error in px: ${seen.join(', ')}` }
}

/** An edge is one px wide, so an error of its coverage equals an error of its position in px. */
function largestError(bytes: Uint8Array, exact: Float64Array, width: number): number {
  let largest = 0
  for (let i = 0; i < exact.length; i++) {
    const distance = exact[i]!
    if (distance < 0.75) continue // covered by the shape itself
    const wanted = Math.min(Math.max(width + 0.5 - distance, 0), 1)
    largest = Math.max(largest, Math.abs(bytes[i * 4 + 3]! / 255 - wanted) - ROUNDING)
  }
  return largest
}
