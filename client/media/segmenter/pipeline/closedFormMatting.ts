/**
 * A matte that the photo's colours agree with, from a map that is sure in places only: closed-form matting with large
 * windows (Levin, Lischinski and Weiss 2008; He, Sun and Tang 2010, "Fast matting using large kernel matting
 * Laplacian matrices"). That Laplacian is what the guided filter takes away from a map, so it is never written down.
 */
import type { Guided } from './guidedFilter.ts'
import { emptyPlane, type Plane } from './plane.ts'

/** How firmly a sure value is held against its surroundings, and how fast that fades towards an unsure one. */
const HOLD = 0.03
const FADE = 4

/**
 * Solves x − filtered(x) + hold · (x − map) = 0 by `steps` conjugate gradients, of which each takes what is sure further
 * along the colours; with none it is the map itself. `pace` is awaited between steps.
 */
export async function settled(map: Plane, photo: Guided, steps: number, pace: () => Promise<void>): Promise<Plane> {
  const hold = map.values.map((value) => HOLD * Math.abs(2 * value - 1) ** FADE)
  const applied = (plane: Plane): Float32Array => {
    const smooth = photo.filtered(plane).values
    for (let i = 0; i < smooth.length; i++) smooth[i] = (1 + (hold[i] ?? 0)) * (plane.values[i] ?? 0) - (smooth[i] ?? 0)
    return smooth
  }
  const x = map.values.slice()
  const rest = applied(map)
  for (let i = 0; i < rest.length; i++) rest[i] = (hold[i] ?? 0) * (x[i] ?? 0) - (rest[i] ?? 0)
  const way = emptyPlane(map)
  let left = 0
  for (let step = 0; step < steps; step++) {
    const before = left
    left = 0
    for (let i = 0; i < rest.length; i++) left += (rest[i] ?? 0) ** 2 / (1 + (hold[i] ?? 0))
    const turn = before > 0 ? left / before : 0
    for (let i = 0; i < rest.length; i++)
      way.values[i] = (rest[i] ?? 0) / (1 + (hold[i] ?? 0)) + turn * (way.values[i] ?? 0)
    const pull = applied(way)
    let along = 0
    for (let i = 0; i < pull.length; i++) along += (way.values[i] ?? 0) * (pull[i] ?? 0)
    if (along <= 0) break // solved, or as near as single precision comes
    const length = left / along
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] ?? 0) + length * (way.values[i] ?? 0)
      rest[i] = (rest[i] ?? 0) - length * (pull[i] ?? 0)
    }
    await pace()
  }
  return { ...map, values: x.map((value) => Math.min(1, Math.max(0, value))) }
}
