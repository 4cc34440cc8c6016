/** Uploads of one- and two-byte texels: their rows are not padded to four bytes, which WebGL expects unless told. */
import type { TextureSource, WebGLRenderer } from 'pixi.js'

/** Uploads a texture of one- or two-byte texels now, with rows that are not padded to four bytes. */
export function uploadTight(renderer: WebGLRenderer, source: TextureSource): void {
  const { gl } = renderer
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  renderer.texture.initSource(source)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4) // the default, which Pixi relies on by never setting it
}
