/** Simulates browser faults, so that tests prove that checks detect them. Each function returns an undo function. */

type Undo = () => void

function replace<T, K extends keyof T & string>(owner: T, name: K, make: (original: T[K]) => T[K]): Undo {
  const original = owner[name]
  owner[name] = make(original)
  return () => {
    owner[name] = original
  }
}

/** Makes `createImageBitmap` always premultiply alpha, as WebKit does. */
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

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** Adds noise to pixels that `readPixels` and `getBufferSubData` of WebGL return. */
export function addNoiseToTextures(): Undo {
  const gl = WebGL2RenderingContext.prototype
  const undo = [
    replace(
      gl,
      'readPixels',
      (original) =>
        function readPixels(this: WebGL2RenderingContext, ...args: unknown[]) {
          Reflect.apply(original, this, args)
          if (isBytes(args[6])) addNoise(args[6])
        },
    ),
    replace(
      gl,
      'getBufferSubData',
      (original) =>
        function getBufferSubData(this: WebGL2RenderingContext, ...args: unknown[]) {
          Reflect.apply(original, this, args)
          if (isBytes(args[2])) addNoise(args[2])
        },
    ),
  ]
  return () => {
    for (const one of undo) one()
  }
}

/** Adds noise to the pixels that `getImageData` of an OffscreenCanvas returns. */
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

/** Adds noise to the pixels that `OffscreenCanvas.convertToBlob` encodes. */
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
