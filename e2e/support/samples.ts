/** Photos for tests: the product's sample photos and generated images. */
import { join } from 'node:path'
import { PNG } from 'pngjs'

export const sample = (file: string) => join(import.meta.dirname, '../../client/editor/samples', file)

/** Makes a PNG for a file input. `colorAt(i)` returns the unpremultiplied RGBA of pixel i. */
export function pngFile(name: string, width: number, height: number, colorAt: (i: number) => ArrayLike<number>) {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set(colorAt(i), 4 * i)
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png) }
}
