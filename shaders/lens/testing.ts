/** CPU reference of the lens blur in double precision. */
import { encodedOf, linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { clampToUnit } from '#client/kit/values/numbers.ts'
import { bilinear, type Picture, pictureOf } from '../lib/testing.ts'
import { LEAST_SEEN, planLens, raiseOf } from './plan.ts'

export interface TwinLens {
  /** Blur radius, px. */
  radius: number
  blades: number
  /** Strength of the raised highlights, percent. */
  highlights: number
  /**
   * If true, the layer's mirror image continues the layer beyond its edges. Otherwise the layer is transparent there.
   */
  isMirrored: boolean
  /** Blurred layers in front, premultiplied. `isMirrored` applies to them too. */
  fronts?: readonly Pick<Front, 'layer' | 'radius'>[]
}

interface Front {
  layer: Picture
  /** Blur radius, px. */
  radius: number
}

/** Raises the highlights of linear light. `highlights`: percent. */
export function raised(light: number, highlights: number): number {
  const [factor, start] = raiseOf(highlights)
  return light + factor * Math.max(0, light - start) ** 2
}

/** Inverts `raised`. */
export function lowered(light: number, highlights: number): number {
  const [factor, start] = raiseOf(highlights)
  const above = Math.max(0, light - start)
  return Math.min(light, start) + (2 * above) / (1 + Math.sqrt(1 + 4 * factor * above))
}

/** Converts premultiplied encoded RGBA to premultiplied linear light with raised highlights. */
export const lightOf = (layer: Picture, highlights: number): Picture =>
  pictureOf(layer, 4, (x, y, c) => {
    const at = 4 * (y * layer.width + x)
    const alpha = layer.values[at + 3] ?? 0
    if (c === 3 || alpha <= 0) return alpha
    return raised(linearOf(clampToUnit((layer.values[at + c] ?? 0) / alpha)), highlights) * alpha
  })

/** Returns a layer as linear light, averaged over squares of `side` px, with a margin of `room` texels. */
function reducedLight(layer: Picture, { radius, blades, highlights, isMirrored }: TwinLens) {
  const { side, reach, runs } = planLens(radius, blades)
  const light = lightOf(layer, highlights)
  const mirror = (at: number, length: number) => (at < 0 ? -1 - at : at >= length ? 2 * length - 1 - at : at)
  const read = (x: number, y: number, c: number) => {
    const [column, row] = isMirrored ? [mirror(x, layer.width), mirror(y, layer.height)] : [x, y]
    if (column < 0 || row < 0 || column >= layer.width || row >= layer.height) return 0
    return light.values[4 * (row * layer.width + column) + c] ?? 0
  }
  const room = reach + 2
  const size = { width: Math.ceil(layer.width / side) + 2 * room, height: Math.ceil(layer.height / side) + 2 * room }
  const reduced = pictureOf(size, 4, (x, y, c) => {
    let sum = 0
    for (let dy = 0; dy < side; dy++)
      for (let dx = 0; dx < side; dx++) sum += read((x - room) * side + dx, (y - room) * side + dy, c)
    return sum / (side * side)
  })
  return { reduced, side, runs, room }
}

/** Returns the blurred layer in premultiplied linear light with raised highlights. `layer`: premultiplied, encoded. */
export function lensLight(layer: Picture, lens: TwinLens) {
  const { reduced, side, runs, room } = reducedLight(layer, lens)
  const fronts = (lens.fronts ?? []).map((front) => {
    const { reduced, side, room } = reducedLight(front.layer, { ...lens, radius: front.radius })
    return { reduced, side, room, ratio: front.radius / lens.radius }
  })
  /** Returns the fraction (0..1) of a texel's light that passes the layers in front to a point of the aperture. */
  const passed = (x: number, y: number, dx: number, dy: number) =>
    fronts.reduce((share, front) => {
      const at = (texel: number, offset: number) =>
        ((texel - room + 0.5 + offset * front.ratio) * side) / front.side + front.room
      return share * (1 - (bilinear(front.reduced, at(x, dx), at(y, dy))[3] ?? 0))
    }, 1)
  const blurred = new Float64Array(reduced.values.length)
  for (let y = 0; y < reduced.height; y++)
    for (let x = 0; x < reduced.width; x++) {
      let total = 0
      const [sum, seen] = [new Float64Array(4), new Float64Array(4)]
      for (let i = 0; i < runs.length; i += 4)
        for (let j = 0; j < (runs[i + 3] ?? 0); j++) {
          const [dx, dy, weight] = [(runs[i] ?? 0) + j, runs[i + 1] ?? 0, runs[i + 2] ?? 0]
          const [column, row] = [x + dx, y + dy]
          const isInside = column >= 0 && row >= 0 && column < reduced.width && row < reduced.height
          const share = fronts.length > 0 ? weight * passed(x, y, dx, dy) : weight
          total += share
          for (let c = 0; c < 4 && isInside; c++) {
            const light = reduced.values[4 * (row * reduced.width + column) + c] ?? 0
            sum[c] = (sum[c] ?? 0) + weight * light
            seen[c] = (seen[c] ?? 0) + share * light
          }
        }
      blurred.set(total < LEAST_SEEN ? sum : seen.map((value) => value / total), 4 * (y * reduced.width + x))
    }
  const picture = { ...reduced, values: blurred }
  const px = Array.from({ length: layer.width * layer.height }, (_, i) => {
    const [x, y] = [i % layer.width, Math.floor(i / layer.width)]
    return bilinear(picture, (x + 0.5) / side + room, (y + 0.5) / side + room)
  })
  return pictureOf(layer, 4, (x, y, c) => px[y * layer.width + x]?.[c] ?? 0)
}

/** CPU reference of the whole blur: premultiplied encoded RGBA in and out. */
export function lensBlurred(layer: Picture, lens: TwinLens): Picture {
  const { values } = lensLight(layer, lens)
  return pictureOf(layer, 4, (x, y, c) => {
    const at = 4 * (y * layer.width + x)
    const alpha = values[at + 3] ?? 0
    if (c === 3 || alpha <= 0) return alpha
    return encodedOf(lowered((values[at + c] ?? 0) / alpha, lens.highlights)) * alpha
  })
}
