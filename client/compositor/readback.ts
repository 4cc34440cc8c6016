/** Reading a render texture back without stalling: the copy runs on the GPU while the caller does something else. */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'

/** Bytes as they lie in the texture, top row first, RGBA8. Rejects when the context is lost. */
export async function readPixels(renderer: WebGLRenderer, texture: RenderTexture): Promise<Uint8Array<ArrayBuffer>> {
  const { gl } = renderer
  const { width, height } = texture
  renderer.renderTarget.bind({ target: texture, clear: false })
  const buffer = gl.createBuffer()
  if (!buffer) throw new Error('the WebGL context was lost')
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
  gl.bufferData(gl.PIXEL_PACK_BUFFER, width * height * 4, gl.STREAM_READ)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0)
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
  try {
    await finished(gl)
    const pixels = new Uint8Array(width * height * 4)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    return pixels
  } finally {
    gl.deleteBuffer(buffer)
  }
}

/** Resolves when every command sent so far has run. */
function finished(gl: WebGL2RenderingContext): Promise<void> {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return new Promise((resolve, reject) => {
    const poll = () => {
      if (!sync || gl.isContextLost()) return reject(new Error('the WebGL context was lost'))
      const state = gl.clientWaitSync(sync, 0, 0)
      if (state === gl.TIMEOUT_EXPIRED) return void setTimeout(poll, 1)
      gl.deleteSync(sync)
      resolve()
    }
    poll()
  })
}
