/** WebGL 2 for the time of a question: contexts are few, and each is given back at once. */
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

/** Whether the editor can draw at all: it needs WebGL 2, and canvases that are on no page. Asked once. */
export function hasGraphics(): boolean {
  if (known === null) {
    const gl = document.createElement('canvas').getContext('webgl2')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    known = gl !== null && typeof OffscreenCanvas !== 'undefined'
  }
  return known
}

/** What goes into a texture: bytes as they are, or a picture with nothing multiplied in. */
export type Content = Uint8Array | ImageBitmap

/** The bytes that a texture has of `content`, RGBA, read as an export reads them. */
export async function throughTexture(gl: WebGL2RenderingContext, size: Size, content: Content): Promise<Uint8Array> {
  const { width, height } = size
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  if (content instanceof ImageBitmap) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, content)
  else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, content)
  return readBound(gl, size)
}

/** Those of the texture that is bound. */
export async function readBound(gl: WebGL2RenderingContext, size: Size): Promise<Uint8Array> {
  const texture: WebGLTexture = gl.getParameter(gl.TEXTURE_BINDING_2D)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  const readback = startReadback(gl, size)
  const bytes = new Uint8Array(readback.length)
  await readback.read(bytes)
  return bytes
}
