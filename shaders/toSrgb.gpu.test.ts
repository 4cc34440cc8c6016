import { expect, it } from 'vitest'
import { converted } from '#client/kit/base/color-space/colorSpace.ts'
import { bytesOf, sharedRenderer, target } from '../tests/helpers/gpu.ts'
import { randomFrom } from '../tests/helpers/random.ts'
import { SrgbPicture } from './toSrgb.ts'

const renderer = await sharedRenderer()

it('converts every pixel like its reference, and keeps alpha', () => {
  const [width, height] = [16, 9]
  const random = randomFrom(4)
  const pixels = Uint8Array.from({ length: 4 * width * height }, (_, i) =>
    i % 8 === 7 ? 255 : Math.floor(256 * random()),
  )
  for (let i = 0; i < pixels.length; i++) {
    const alpha = pixels[i | 3] ?? 0
    if (i % 4 < 3) pixels[i] = Math.min(pixels[i] ?? 0, alpha) // premultiplied
  }
  const picture = target(width, height)
  renderer.renderTarget.bind({ target: picture, clear: true })
  const { gl } = renderer
  renderer.texture.bind(picture.source, 0)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
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
