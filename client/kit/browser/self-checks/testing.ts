/** Reads textures, and simulates browser faults. Each function that simulates a fault returns an undo function. */
import { stopAll } from '../../async/listeners.ts'

/** Returns the RGBA bytes of a texture uploaded from the image, top row first. @throws Error without WebGL 2 */
export function texelsOf(picture: ImageBitmap | HTMLImageElement): Uint8Array {
  const { width, height } = picture
  const canvas = document.createElement('canvas') // WebKitGTK has WebGL only on canvas elements
  const gl = canvas.getContext('webgl2')
  if (!gl) throw new Error('no WebGL2')
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  const texture = gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  const pixels = new Uint8Array(width * height * 4)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return pixels
}

type Undo = () => void

function replace<T, K extends keyof T & string>(owner: T, name: K, make: (original: T[K]) => T[K]): Undo {
  const original = owner[name]
  owner[name] = make(original)
  return () => {
    owner[name] = original
  }
}

/** Makes `createImageBitmap` always premultiply alpha, like WebKit. Returns a function that undoes this. */
export const premultiplyBitmaps = (): Undo =>
  replace(globalThis, 'createImageBitmap', (original) => {
    const multiplied = (source: ImageBitmapSource, ...rest: unknown[]) => {
      const options = rest.length === 1 || rest.length === 5 ? rest.pop() : {}
      const asked = { ...(options as ImageBitmapOptions), premultiplyAlpha: 'premultiply' }
      return Reflect.apply(original, globalThis, [source, ...rest, asked]) as Promise<ImageBitmap>
    }
    return multiplied
  })

/** Flips the lowest bit of every 397th byte, as fingerprinting protection does. */
function addNoise(bytes: Uint8Array | Uint8ClampedArray): void {
  for (let i = 0; i < bytes.length; i += 397) bytes[i] = (bytes[i] ?? 0) ^ 1
}

/**
 * Adds noise to pixels that `readPixels` and `getBufferSubData` of WebGL return. Returns a function that undoes this.
 */
export function addNoiseToTextures(): Undo {
  const undo = (['readPixels', 'getBufferSubData'] as const).map((name) =>
    replace(
      WebGL2RenderingContext.prototype,
      name,
      (original) =>
        function read(this: WebGL2RenderingContext, ...args: unknown[]) {
          Reflect.apply(original, this, args)
          for (const into of args) if (into instanceof Uint8Array) addNoise(into)
        },
    ),
  )
  return stopAll(undo)
}

/** Adds noise to the pixels that `getImageData` of an OffscreenCanvas returns. Returns a function that undoes this. */
export const addNoiseToCanvases = (): Undo =>
  replace(
    OffscreenCanvasRenderingContext2D.prototype,
    'getImageData',
    (original) =>
      function getImageData(this: OffscreenCanvasRenderingContext2D, ...args: unknown[]) {
        const image = Reflect.apply(original, this, args) as ImageData
        addNoise(image.data)
        return image
      },
  )

/** Adds noise to the pixels that `OffscreenCanvas.convertToBlob` encodes. Returns a function that undoes this. */
export const addNoiseToFiles = (): Undo =>
  replace(
    OffscreenCanvas.prototype,
    'convertToBlob',
    (original) =>
      function convertToBlob(this: OffscreenCanvas, ...args: unknown[]) {
        const context = this.getContext('2d')
        if (context) {
          const image = context.getImageData(0, 0, this.width, this.height)
          addNoise(image.data)
          context.putImageData(image, 0, 0)
        }
        return Reflect.apply(original, this, args) as Promise<Blob>
      },
  )
