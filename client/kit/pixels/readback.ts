import type { Size } from '../geometry/geometry.ts'

/**
 * A pending readback of RGBA8 pixels in the order of `startReadback`. The GPU copies the pixels without blocking this
 * thread. The framebuffer may be redrawn during the copy.
 */
export interface Readback {
  /** Size of the pixels in bytes. The array for `read` must have this length. */
  readonly length: number
  /** Writes the pixels into `into`. May be called once. Rejects when the context is lost. */
  read(into: Uint8Array<ArrayBuffer>): Promise<void>
}

/**
 * Starts to copy the bound framebuffer into a pixel buffer, as RGBA8 with row 0 of the framebuffer first and unchanged
 * alpha.
 * @throws Error when the context is lost
 */
export function startReadback(gl: WebGL2RenderingContext, { width, height }: Size): Readback {
  const length = width * height * 4
  const buffer = gl.createBuffer()
  if (!buffer) throw new Error('the WebGL context was lost')
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
  gl.bufferData(gl.PIXEL_PACK_BUFFER, length, gl.STREAM_READ)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0)
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return {
    length,
    async read(into) {
      try {
        await signalled(gl, sync)
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
        gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, into)
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
      } finally {
        gl.deleteBuffer(buffer)
        gl.deleteSync(sync)
      }
    },
  }
}

/** Resolves when the GPU has executed all commands before the fence. Rejects when the context is lost. */
function signalled(gl: WebGL2RenderingContext, sync: WebGLSync | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const poll = () => {
      if (!sync || gl.isContextLost()) return reject(new Error('the WebGL context was lost'))
      const state = gl.clientWaitSync(sync, 0, 0)
      if (state === gl.TIMEOUT_EXPIRED) return void setTimeout(poll, 1)
      resolve()
    }
    poll()
  })
}
