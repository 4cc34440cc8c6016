/** Twin of the lens blur in double precision. */
import { encodedOf, linearOf } from '#client/kit/base/color-space/colorSpace.ts'
import { unit } from '../lib/color.ts'
import { bilinear, type Picture, pictureOf } from '../lib/testing.ts'
import { planLens, raiseOf } from './plan.ts'

export interface TwinLens {
  /** px */
  radius: number
  blades: number
  /** percent */
  highlights: number
  /** The layer continues beyond its picture with its mirror image; otherwise it is transparent there. */
  isMirrored: boolean
}

/** Raises the highlights of linear light. `highlights`: percent. */
export function raised(light: number, highlights: number): number {
  const [factor, start] = raiseOf(highlights)
  return light + factor * Math.max(0, light - start) ** 2
}

/** The inverse of `raised`. */
export function lowered(light: number, highlights: number): number {
  const [factor, start] = raiseOf(highlights)
  const above = Math.max(0, light - start)
  return Math.min(light, start) + (2 * above) / (1 + Math.sqrt(1 + 4 * factor * above))
}

/** Premultiplied encoded RGBA → premultiplied linear light with raised highlights. */
export const lightOf = (layer: Picture, highlights: number): Picture =>
  pictureOf(layer, 4, (x, y, c) => {
    const at = 4 * (y * layer.width + x)
    const alpha = layer.values[at + 3] ?? 0
    if (c === 3 || alpha <= 0) return alpha
    return raised(linearOf(unit((layer.values[at + c] ?? 0) / alpha)), highlights) * alpha
  })

/** Returns a layer (premultiplied, encoded) as premultiplied linear light with raised highlights, after the blur. */
export function lensLight(layer: Picture, { radius, blades, highlights, isMirrored }: TwinLens) {
  const { side, reach, runs } = planLens(radius, blades)
  const light = lightOf(layer, highlights)
  const mirror = (at: number, length: number) => (at < 0 ? -1 - at : at >= length ? 2 * length - 1 - at : at)
  const read = (x: number, y: number, c: number) => {
    const [column, row] = isMirrored ? [mirror(x, layer.width), mirror(y, layer.height)] : [x, y]
    if (column < 0 || row < 0 || column >= layer.width || row >= layer.height) return 0
    return light.values[4 * (row * layer.width + column) + c] ?? 0
  }
  const room = reach + 2 // texels around the layer
  const size = { width: Math.ceil(layer.width / side) + 2 * room, height: Math.ceil(layer.height / side) + 2 * room }
  const reduced = pictureOf(size, 4, (x, y, c) => {
    let sum = 0
    for (let dy = 0; dy < side; dy++)
      for (let dx = 0; dx < side; dx++) sum += read((x - room) * side + dx, (y - room) * side + dy, c)
    return sum / (side * side)
  })
  const blurred = pictureOf(size, 4, (x, y, c) => {
    let sum = 0
    for (let i = 0; i < runs.length; i += 4)
      for (let j = 0; j < (runs[i + 3] ?? 0); j++) {
        const [column, row] = [x + (runs[i] ?? 0) + j, y + (runs[i + 1] ?? 0)]
        const isInside = column >= 0 && row >= 0 && column < size.width && row < size.height
        sum += isInside ? (reduced.values[4 * (row * size.width + column) + c] ?? 0) * (runs[i + 2] ?? 0) : 0
      }
    return sum
  })
  const px = Array.from({ length: layer.width * layer.height }, (_, i) => {
    const [x, y] = [i % layer.width, Math.floor(i / layer.width)]
    return bilinear(blurred, (x + 0.5) / side + room, (y + 0.5) / side + room)
  })
  return pictureOf(layer, 4, (x, y, c) => px[y * layer.width + x]?.[c] ?? 0)
}

/** Twin of the whole blur: premultiplied encoded RGBA in and out. */
export function lensBlurred(layer: Picture, lens: TwinLens): Picture {
  const { values } = lensLight(layer, lens)
  return pictureOf(layer, 4, (x, y, c) => {
    const at = 4 * (y * layer.width + x)
    const alpha = values[at + 3] ?? 0
    if (c === 3 || alpha <= 0) return alpha
    return encodedOf(lowered((values[at + c] ?? 0) / alpha, lens.highlights)) * alpha
  })
}
