/** Uploads of one- and two-byte texels: their rows are not padded to four bytes, which WebGL expects unless told. */
import type { TextureSource, WebGLRenderer } from 'pixi.js'

/** Uploads now what Pixi would upload at first use. */
export function uploadTight(renderer: WebGLRenderer, source: TextureSource): void {
  const { gl } = renderer
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  renderer.texture.initSource(source)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4) // the default, which Pixi relies on by never setting it
}
