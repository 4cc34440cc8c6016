/** Tests of effects with large textures, on a simulated GPU with a low texture limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { areaScaled, ssim } from '../../../../e2e/support/pixels.ts'
import { type TextValues, textFields } from '../schema.ts'
import { alphaAt, inkOf, layerOf, type RenderedPixels, TextTestRenderer } from './testing.ts'

/** The simulated texture limit, px. */
const MAX_SIDE = 4096
let studio: TextTestRenderer
const asked: number[] = []
const { getParameter } = WebGL2RenderingContext.prototype

beforeAll(async () => {
  WebGL2RenderingContext.prototype.getParameter = function (name: number) {
    return name === this.MAX_TEXTURE_SIZE ? MAX_SIDE : getParameter.call(this, name)
  }
  studio = await new TextTestRenderer().open()
  const { gl } = studio.renderer
  const { texImage2D } = gl
  gl.texImage2D = (...call: unknown[]) => {
    // texImage2D with nine arguments allocates a texture by width and height. With six arguments it uploads a canvas.
    const { width, height } = call.length > 6 ? { width: call[3], height: call[4] } : (call[5] as OffscreenCanvas)
    asked.push(Number(width), Number(height))
    Reflect.apply(texImage2D, gl, call)
  }
})
afterAll(() => {
  WebGL2RenderingContext.prototype.getParameter = getParameter
  studio.close()
})

/** Paints a document of 12 megapixels around a point at two scales, with one node. */
async function shoot(values: Partial<TextValues>, center: Point, scales: readonly [number, number]) {
  asked.length = 0
  const node = studio.node()
  const at = (scale: number) => {
    const region = { x: center.x - 160 / scale, y: center.y - 120 / scale, width: 320 / scale, height: 240 / scale }
    return studio.paintWith(node, layerOf(values), { size: { width: 4000, height: 3000 }, region, scale })
  }
  const shots = [await at(scales[0]), await at(scales[1])] as const
  return shots
}

it("the shadow of 3D text at 2000 px doesn't exceed the maximum texture size", async () => {
  const threeDEffect = {
    ...defaults(textFields.threeDEffect.fields),
    enabled: true,
    rotateX: 10,
    rotateY: -15,
    shadowColor: '#ff0000' as const,
    shadowOpacity: 1,
    shadowBlur: 45,
    shadowOffsetY: 50,
  }
  // dashes, because their 3D surface is built quickly
  const large = { text: '—'.repeat(12), fontSize: 2000, threeDEffect }
  const foot = { x: 2000, y: 1600 } // a position outside the dashes but inside their shadow
  const [shot, small] = await shoot(large, foot, [1, 0.5])
  expect(Math.max(...asked)).toBeLessThanOrEqual(MAX_SIDE)
  expect(Math.max(...asked), 'the texture of the face is almost as large as allowed').toBeGreaterThan(MAX_SIDE * 0.9)
  expect(studio.renderer.gl.getError()).toBe(0)
  const { pixels, width, height } = shot
  const [data, half] = [areaScaled({ width, height, data: bytes(pixels) }, 160, 120), middleOf(small)]
  expect(ssim(data, half)).toBeGreaterThan(0.95)
  expect(inkOf(shot).count).toBeGreaterThan(2000)
  expect(inkOf(shot).count).toBeLessThan(320 * 240 * 0.98)
})

it("the glow of zoomed-in text doesn't exceed the maximum texture size", async () => {
  const values = {
    text: 'HHHHHHHH',
    fontSize: 300,
    glow: { enabled: true, color: '#00ff00' as const, intensity: 50 },
  }
  const beside = { x: 2000, y: 1370 } // a position between the bottom of the letters and the end of the glow
  const near = MAX_SIDE / 512 // at this scale, the glow is wider than the largest texture
  const shots = await shoot(values, beside, [2, near])
  expect(Math.max(...asked)).toBeLessThanOrEqual(MAX_SIDE)
  expect(studio.renderer.gl.getError()).toBe(0)
  for (const [x, y] of [
    [-7, -5],
    [0, 0],
    [7, 5],
  ] as const) {
    const alpha = alphaAt(shots[0], 160 + 2 * x, 120 + 2 * y)
    expect(alpha).toBeGreaterThan(10)
    expect(Math.abs(alphaAt(shots[1], 160 + near * x, 120 + near * y) - alpha)).toBeLessThanOrEqual(6)
  }
})

const bytes = (pixels: Uint8ClampedArray) => new Uint8Array(pixels)

/**
 * Returns the middle of an image at half scale, which shows the same part as an image at full scale with the same
 * center.
 */
function middleOf({ pixels, width }: RenderedPixels) {
  const data = new Uint8Array(160 * 120 * 4)
  for (let y = 0; y < 120; y++)
    data.set(pixels.subarray(((y + 60) * width + 80) * 4, ((y + 60) * width + 240) * 4), y * 160 * 4)
  return { width: 160, height: 120, data }
}
