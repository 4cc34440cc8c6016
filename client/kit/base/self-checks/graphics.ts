/** Checks that need WebGL 2. Browsers limit the number of contexts, so each check releases its own at once. */
import type { Size } from '../geometry.ts'
import { startReadback } from '../readback.ts'

/** Null where there is no WebGL 2. A page's own canvas: not every engine has WebGL on others. */
export async function withGraphics<T>(use: (gl: WebGL2RenderingContext) => T | Promise<T>): Promise<T | null> {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return null
  try {
    return await use(gl)
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

let known: boolean | null = null

/** Whether the editor can draw at all: it needs WebGL 2 and canvases outside the page. Checked once. */
export function hasGraphics(): boolean {
  if (known === null) {
    const gl = document.createElement('canvas').getContext('webgl2')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    known = gl !== null && typeof OffscreenCanvas !== 'undefined'
  }
  return known
}

/** Content of a texture: raw bytes, or an image uploaded without premultiplication. */
export type Content = Uint8Array | ImageBitmap

/** Uploads `content` and reads the texture back as an export does: RGBA8, row-major. */
export async function throughTexture(gl: WebGL2RenderingContext, size: Size, content: Content): Promise<Uint8Array> {
  const { width, height } = size
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  if (content instanceof ImageBitmap) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, content)
  else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, content)
  return readBound(gl, size)
}

/** Reads the bound texture back: RGBA8, row-major. */
export async function readBound(gl: WebGL2RenderingContext, size: Size): Promise<Uint8Array> {
  const texture: WebGLTexture = gl.getParameter(gl.TEXTURE_BINDING_2D)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  const readback = startReadback(gl, size)
  const bytes = new Uint8Array(readback.length)
  await readback.read(bytes)
  return bytes
}
