/** Photos of the tests: the product's samples, and generated ones. */
import { join } from 'node:path'
import { PNG } from 'pngjs'

/** Returns the path of one of the product's sample photos. */
export const sample = (file: string) => join(import.meta.dirname, '../../client/editor/samples', file)

/** Returns a generated PNG as the payload of a file input. `colorAt`: unpremultiplied RGBA of pixel i. */
export function pngFile(name: string, width: number, height: number, colorAt: (i: number) => ArrayLike<number>) {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set(colorAt(i), 4 * i)
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png) }
}
