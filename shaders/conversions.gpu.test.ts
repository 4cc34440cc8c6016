import { BufferImageSource } from 'pixi.js'
import { expect, it } from 'vitest'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { bytesOf, sharedRenderer, target } from '../tests/helpers/gpu.ts'
import { randomFrom } from '../tests/helpers/random.ts'
import { createStraightPass, SrgbPicture } from './conversions.ts'
import { halfBits } from './distance/half.ts'

const renderer = await sharedRenderer()

/** Returns an image of premultiplied bytes. */
function pictureOf(pixels: Uint8Array, width: number, height: number) {
  const picture = target(width, height)
  renderer.renderTarget.bind({ target: picture, clear: true })
  const { gl } = renderer
  renderer.texture.bind(picture.source, 0)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  return picture
}

/** Returns the straight bytes of premultiplied half floats, 0..1. */
function straightBytes(premultiplied: readonly number[]) {
  const [width, height] = [premultiplied.length / 4, 1]
  const resource = Uint16Array.from(premultiplied, halfBits)
  const source = new BufferImageSource({
    resource,
    width,
    height,
    format: 'rgba16float',
    alphaMode: 'premultiplied-alpha',
  })
  const output = target(width, height)
  const pass = createStraightPass()
  pass.draw(renderer, output, { uComposite: source }, {})
  pass.destroy()
  return [...bytesOf(renderer, output)]
}

it('dividing by alpha restores every 8-bit color down to alpha 1/255', () => {
  const alphas = Array.from({ length: 37 }, (_, i) => 1 + 7 * i)
  const color = [200, 31, 254]
  const composite = alphas.flatMap((alpha) => [...color.map((byte) => (byte * alpha) / 255 ** 2), alpha / 255])
  expect(straightBytes(composite)).toEqual(alphas.flatMap((alpha) => [...color, alpha]))
})

it('dividing by alpha returns transparent black where alpha is 0', () => {
  expect(straightBytes([0.5, 0.5, 0.5, 0])).toEqual([0, 0, 0, 0])
})

it('every pixel converted from Display P3 equals the CPU reference', () => {
  const [width, height] = [16, 9]
  const random = randomFrom(4)
  const pixels = Uint8Array.from({ length: 4 * width * height }, (_, i) =>
    i % 8 === 7 ? 255 : Math.floor(256 * random()),
  )
  // limits colors to alpha, because the bytes are premultiplied
  for (let i = 0; i < pixels.length; i++) if (i % 4 < 3) pixels[i] = Math.min(pixels[i] ?? 0, pixels[i | 3] ?? 0)
  const picture = pictureOf(pixels, width, height)
  const shown = new SrgbPicture()
  shown.update(renderer, picture)
  const seen = bytesOf(renderer, shown.texture)
  for (let i = 0; i < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(i)
    const straight = [red / alpha || 0, green / alpha || 0, blue / alpha || 0] as const
    for (const [c, value] of converted(straight, 'display-p3', 'srgb').entries())
      expect(Math.abs((seen[i + c] ?? 0) - alpha * value)).toBeLessThan(1)
    expect(seen[i + 3]).toBe(alpha)
  }
  shown.destroy()
  picture.destroy(true)
})
