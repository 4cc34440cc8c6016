import type { Size } from '../../geometry/geometry.ts'
import { startReadback } from '../../pixels/readback.ts'

/**
 * Calls `use` with a new WebGL 2 context, then releases the context, because browsers limit the number of contexts.
 * Returns null if WebGL 2 isn't available. Uses a canvas element, because some browsers have no WebGL on
 * OffscreenCanvas.
 */
export async function withGraphics<T>(use: (gl: WebGL2RenderingContext) => T | Promise<T>): Promise<T | null> {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return null
  try {
    return await use(gl)
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

let known: 'none' | 'software' | 'gpu' | null = null

/**
 * Returns the kind of WebGL 2 in this browser. 'none': WebGL 2 or OffscreenCanvas is missing, and the editor needs
 * both. The check runs once. The check also stores the kind in the page's `data-graphics` attribute, so that CSS can
 * slow down animations. A browser without a GPU composites each frame on the processor cores that the networks need.
 */
export function graphicsKind(): 'none' | 'software' | 'gpu' {
  if (known !== null) return known
  const gl = typeof OffscreenCanvas === 'undefined' ? null : document.createElement('canvas').getContext('webgl2')
  known = gl ? (isSoftware(gl) ? 'software' : 'gpu') : 'none'
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  document.documentElement.dataset.graphics = known
  return known
}

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Returns true when WebGL runs in software, where a worker is many times faster than a shader. */
export function isSoftware(gl: WebGL2RenderingContext): boolean {
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  return SOFTWARE.test(String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER)))
}

/** Content of a texture: RGBA8 bytes, or an image that is uploaded without premultiplied alpha. */
export type Content = Uint8Array | ImageBitmap

/**
 * Uploads `content` to a new RGBA8 texture without color conversion and reads the texture back as an export does.
 * Returns RGBA8 bytes, row-major, row 0 of the upload first.
 */
export async function throughTexture(gl: WebGL2RenderingContext, size: Size, content: Content): Promise<Uint8Array> {
  const { width, height } = size
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  if (content instanceof ImageBitmap) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, content)
  else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, content)
  return readBound(gl, size)
}

/** Reads the bound 2D texture back through a framebuffer. Returns the stored RGBA8 bytes, row-major. */
async function readBound(gl: WebGL2RenderingContext, size: Size): Promise<Uint8Array> {
  const texture: WebGLTexture = gl.getParameter(gl.TEXTURE_BINDING_2D)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  const readback = startReadback(gl, size)
  const bytes = new Uint8Array(readback.length)
  await readback.read(bytes)
  return bytes
}

/**
 * The bytes of the shortest module that needs SIMD: a function that returns `i8x16.popcnt(i8x16.splat(0))` (WebAssembly
 * 2.0, 5.4.7).
 */
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]

/** Returns true when the browser accepts WebAssembly with SIMD instructions. */
export const hasVectors = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(Uint8Array.from(VECTORS))
