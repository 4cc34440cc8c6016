import type { Point, Rect } from '#client/kit/base/geometry.ts'
import type { Guide } from '#client/render/compositor/Selection.tsx'
import { type Axis, endOf, gapSnaps, lengthOf } from './gaps.ts'

interface Snapped {
  /** Offset to the snapped position per axis, plane px. */
  by: Point
  guides: Guide[]
}

interface Candidate {
  by: number
  guides: Guide[]
}

/**
 * Snaps a moved box to the edges and the centre of the image, other layers and the subject, and to equal gaps. `reach`
 * is the maximum distance per axis, px. All lengths are plane px, the displayed axes. Returns the offset and the guides
 * of all matching lines.
 */
export function snapToGuides(box: Rect, others: readonly Rect[], picture: Rect, reach: number): Snapped {
  const x = nearest(box, others, picture, 'x', reach)
  const y = nearest(box, others, picture, 'y', reach)
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: [...(x?.guides ?? []), ...(y?.guides ?? [])] }
}

function nearest(box: Rect, others: readonly Rect[], picture: Rect, axis: Axis, reach: number): Candidate | undefined {
  const lines = [picture, ...others].flatMap((other) => lineSnaps(box, other, axis, other === picture))
  const near = [...lines, ...gapSnaps(box, others, axis)].filter(({ by }) => Math.abs(by) <= reach)
  const [best] = near.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))
  if (!best) return undefined
  const agreeing = near.filter(({ by }) => Math.abs(by - best.by) < SAME_PX)
  return { by: best.by, guides: agreeing.flatMap(({ guides }) => guides) }
}

/** Lines closer than this count as equal, plane px. */
const SAME_PX = 1e-6

const SHARES = [0, 0.5, 1]

/**
 * Returns the snap candidates for one other box: edge on the same edge, and centre on centre. For layers, also left on
 * right and right on left.
 */
function lineSnaps(box: Rect, other: Rect, axis: Axis, isCanvas: boolean): Candidate[] {
  const at = (rect: Rect, share: number) => rect[axis] + share * lengthOf(rect, axis)
  const pairs = SHARES.flatMap((own) => SHARES.map((theirs) => [own, theirs] as const)).filter(
    ([own, theirs]) => own === theirs || (!isCanvas && own !== 0.5 && theirs !== 0.5),
  )
  return pairs.map(([own, theirs]) => {
    const line = at(other, theirs)
    const guide: Guide = { type: 'line', axis, at: line, ...(isCanvas ? {} : spanOf(box, other, axis)) }
    return { by: line - at(box, own), guides: [guide] }
  })
}

/** Returns the range that both boxes cover along the line, for the guide. */
function spanOf(a: Rect, b: Rect, axis: Axis): { from: number; to: number } {
  const across = axis === 'x' ? 'y' : 'x'
  return { from: Math.min(a[across], b[across]), to: Math.max(endOf(a, across), endOf(b, across)) }
}
