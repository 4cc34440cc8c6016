import { expect, it } from 'vitest'
import { bitmapOf } from '../../../tests/helpers/gpu.ts'
import { edgeError, mixtureOf } from '../../../tests/helpers/mixture.ts'
import { cutOut } from './pictures.ts'

const SIZE = { width: 200, height: 150 }

async function bytesOf(bitmap: ImageBitmap): Promise<Uint8ClampedArray> {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')! // a 2D canvas would multiply by alpha and divide again
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    gl.getParameter(gl.TEXTURE_BINDING_2D),
    0,
  )
  const bytes = new Uint8Array(bitmap.width * bitmap.height * 4)
  gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return new Uint8ClampedArray(bytes.buffer)
}

it('cuts out by the matte, without the old background in soft edges', async () => {
  const { rgba, front, coverage } = mixtureOf(SIZE)
  const cut = await cutOut(await bitmapOf(rgba.slice(), SIZE.width, SIZE.height), { ...SIZE, coverage })
  const bytes = await bytesOf(cut)
  expect(bytes.filter((_, i) => i % 4 === 3)).toEqual(new Uint8ClampedArray(coverage))
  expect(edgeError(rgba, front, coverage)).toBeGreaterThan(15)
  expect(edgeError(bytes, front, coverage)).toBeLessThan(6) // codes, not weighed by how little is seen
})
