import type { BufferImageSource } from 'pixi.js'
import { expect, it } from 'vitest'
import { bytesOf, sharedRenderer, sourceOf } from '../../tests/helpers/gpu.ts'
import { COPY_FRAGMENT } from '../copy.ts'
import { createTarget, Pass } from '../lib/pass.ts'
import { BlendPass } from './blend.ts'
import { BLEND_MODES, type BlendMode } from './modes.ts'
import { blendedPixel } from './testing.ts'

const renderer = await sharedRenderer()

const SIDE = 18
const LEVELS = Array.from({ length: SIDE }, (_, i) => Math.round((255 * i) / (SIDE - 1)))

/** Returns unpremultiplied pixels. The backdrop's color varies by column, the layer's by row. */
function straightPixels(alpha: number, isLayer: boolean): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const level = LEVELS[isLayer ? Math.floor(i / SIDE) : i % SIDE] ?? 0
    pixels.set([level, 255 - level, (level * 7) % 256, alpha], 4 * i)
  }
  return pixels
}

const premultiplied = (straight: Uint8ClampedArray) =>
  Uint8Array.from(straight, (byte, i) =>
    i % 4 === 3 ? byte : Math.round((byte * (straight[i - (i % 4) + 3] ?? 0)) / 255),
  )

/** Returns the premultiplied bytes of the layer over the backdrop. */
function blended(mode: BlendMode, backdrop: Uint8Array<ArrayBuffer>, layer: Uint8Array<ArrayBuffer>): Uint8Array {
  const [from, over] = [backdrop, layer].map((bytes) =>
    sourceOf(bytes, { width: SIDE, height: SIDE }, { scaleMode: 'nearest' }),
  ) as [BufferImageSource, BufferImageSource]
  const [target, copy] = [createTarget(SIDE, SIDE, 'rgba8unorm'), createTarget(SIDE, SIDE, 'rgba8unorm')]
  const load = new Pass('load', COPY_FRAGMENT, ['uSource'], {})
  load.draw(renderer, target, { uSource: from }, {})
  const pass = new BlendPass()
  pass.draw(renderer, mode, { target, layer: over, backdrop: copy })
  const bytes = bytesOf(renderer, target)
  for (const each of [load, pass]) each.destroy()
  for (const each of [target, copy]) each.destroy(true)
  return bytes
}

const ALPHAS = [
  [255, 255],
  [255, 128],
  [180, 255],
  [180, 90],
] as const
const CASES = BLEND_MODES.flatMap((mode) => ALPHAS.map(([below, above]) => [mode, below, above] as const))

it.each(CASES)(
  'the blend mode %s matches its CPU reference on a backdrop of alpha %d under a layer of alpha %d',
  (mode, below, above) => {
    const [backdrop, layer] = [premultiplied(straightPixels(below, false)), premultiplied(straightPixels(above, true))]
    const found = blended(mode, backdrop, layer)
    let worst = 0
    for (let i = 0; i < found.length; i += 4) {
      const pixel = (bytes: Uint8Array) =>
        [0, 1, 2, 3].map((c) => (bytes[i + c] ?? 0) / 255) as unknown as readonly [number, number, number, number]
      blendedPixel(mode, pixel(backdrop), pixel(layer)).forEach((value, c) => {
        worst = Math.max(worst, Math.abs(255 * value - (found[i + c] ?? 0)))
      })
    }
    expect(worst).toBeLessThanOrEqual(0.51)
  },
)

// tests only opaque pixels, because with alpha Chromium computes dodge and burn from 8-bit premultiplied colors, up to
// 4 levels off
it.each(BLEND_MODES)(
  "the blend mode %s differs from the canvas's globalCompositeOperation by at most one level",
  (mode) => {
    const [backdrop, layer] = [straightPixels(255, false), straightPixels(255, true)]
    const [below, above] = [backdrop, layer].map((pixels) => {
      const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })
      context?.putImageData(new ImageData(pixels, SIDE), 0, 0)
      return context
    })
    if (!below || !above) throw new Error('no 2D context')
    below.globalCompositeOperation = mode === 'normal' ? 'source-over' : mode
    below.drawImage(above.canvas, 0, 0)
    const { data } = below.getImageData(0, 0, SIDE, SIDE)
    const found = blended(mode, premultiplied(backdrop), premultiplied(layer))
    const worst = data.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (found[i] ?? 0))), 0)
    expect(worst).toBeLessThanOrEqual(1)
  },
)
