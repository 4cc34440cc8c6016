import { type Point, type Size, scaledSize } from '#client/kit/geometry/geometry.ts'
import { componentAt } from './pipeline/components.ts'
import { distanceMaxima, distanceTransform } from './pipeline/distanceTransform.ts'
import type { BinaryMask } from './pipeline/plane.ts'
import type { PromptPoint, SelectionInput } from './segmentationTypes.ts'

/** Longer side of the reduced mask for finding the parts of the subject, px. */
const SIDE = 128
/** Radius of a part's core, as a fraction of the depth of its deepest point. The core is a circle around this point. */
const CORE = 0.75

/**
 * Converts a click at `at` (photo px) to the points of a prompt. If the click removes (`adds` is false), a second point
 * protects the core of the clicked part of the mask. There is only one point if the click is inside this core or
 * outside the mask. `mask`: the current matte, or null.
 */
export function pointsOf(at: Point, adds: boolean, mask: (Size & { coverage: Uint8Array }) | null): PromptPoint[] {
  const click: PromptPoint = { ...at, kind: 'in' }
  if (adds || !mask) return [click]
  const scale = Math.min(1, SIDE / Math.max(mask.width, mask.height))
  const part = componentAt(shrunk(mask, scale), { x: at.x * scale, y: at.y * scale })
  const [core] = part ? distanceMaxima(part, 1) : []
  if (!part || !core) return [click]
  const depth = distanceTransform(part)[core.y * part.width + core.x] ?? 0
  const away = Math.hypot(core.x + 0.5 - at.x * scale, core.y + 0.5 - at.y * scale)
  if (away < CORE * depth) return [click]
  return [click, { x: (core.x + 0.5) / scale, y: (core.y + 0.5) / scale, kind: 'out' }]
}

/**
 * Returns the points of a click that selects only a part of an object, such as the garment of a person: the clicked
 * point twice.
 */
export const pointsOfPart = (at: Point): PromptPoint[] => [
  { ...at, kind: 'in' },
  { ...at, kind: 'in' },
]

/** Returns the points of a choice for SAM's prompt, and whether the choice has the points of `pointsOfPart`. */
export function promptOf({ points }: SelectionInput): { points: SelectionInput['points']; isPart: boolean } {
  const [first, second] = points
  const isPart = first?.kind === 'in' && second?.kind === 'in' && first.x === second.x && first.y === second.y
  return { points: isPart ? points.slice(0, 1) : points, isPart }
}

/** Returns the positive points of a choice, multiplied by `scale`. Returns an empty list for a box. */
export const clickedPoints = ({ points }: SelectionInput, scale: number): Point[] =>
  points.filter(({ kind }) => kind === 'in').map(({ x, y }) => ({ x: x * scale, y: y * scale }))

function shrunk({ width, height, coverage }: Size & { coverage: Uint8Array }, scale: number): BinaryMask {
  const size = scaledSize({ width, height }, scale)
  const inside = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [u, v] = [Math.floor((x + 0.5) / scale), Math.floor((y + 0.5) / scale)]
      inside[y * size.width + x] = Number(
        (coverage[Math.min(height - 1, v) * width + Math.min(width - 1, u)] ?? 0) > 127,
      )
    }
  return { ...size, inside }
}
