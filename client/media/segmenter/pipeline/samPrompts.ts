/** What SAM is asked, from what U2-NetP saw. */
import { boundsOf, dilated, mainComponents, union } from './components.ts'
import { deepestPoints } from './distanceTransform.ts'
import { COARSENESS, uncropped } from './letterbox.ts'
import { above, logit, type Plane, type Region } from './plane.ts'

/** In the frame's pixels. A box is its two corners. */
export interface PromptPoint {
  x: number
  y: number
  kind: 'out' | 'in' | 'box-start' | 'box-end'
}

export interface Prompt {
  points: readonly PromptPoint[]
  /** 256 × 256 logits of a first guess, or null. */
  mask: Float32Array | null
}

const SURE = 0.8
const MAYBE = 0.1
const CLICKS = 12

/** `base`: U2-NetP's map on the grid. Boxes with and without points and mask per main part; single clicks all over it. */
export function promptsFor(base: Plane): Prompt[] {
  const parts = mainComponents(above(base, 0.5), 0.1, 4)
  const whole = parts.length > 1 ? [union(parts)] : []
  const clicks = spreadPoints(dilated(above(base, MAYBE), 2), CLICKS)
  return [
    ...[...parts, ...whole].flatMap((part) => promptsOf(part, base)),
    ...clicks.map(({ x, y }): Prompt => ({ points: [{ ...inFrame(x, y), kind: 'in' }], mask: null })),
  ]
}

function promptsOf(part: Region, base: Plane): Prompt[] {
  const bounds = boundsOf(part)
  if (!bounds) return []
  const box: PromptPoint[] = [
    { ...inFrame(bounds.left, bounds.top), kind: 'box-start' },
    { ...inFrame(bounds.right, bounds.bottom), kind: 'box-end' },
  ]
  const sure = { ...part, inside: part.inside.map((own, i) => Number(own && (base.values[i] ?? 0) > SURE)) }
  const found = deepestPoints(sure, 3)
  const deepest = found.length > 0 ? found : deepestPoints(part, 3)
  const points = deepest.map(({ x, y }): PromptPoint => ({ ...inFrame(x + 0.5, y + 0.5), kind: 'in' }))
  return [
    { points: box, mask: null },
    { points: [...box, ...points], mask: null },
    { points: [...box, ...points], mask: guessOf(part, base) },
  ]
}

/** What was seen of this part; other parts count as hardly anything. */
function guessOf(part: Region, base: Plane): Float32Array {
  const near = dilated(part, 3).inside
  const values = base.values.map((value, i) => logit(near[i] ? value : Math.min(value, MAYBE)))
  return uncropped({ ...base, values }, logit(0))
}

/** About `count` points of a staggered lattice inside a region. */
export function spreadPoints(region: Region, count: number): { x: number; y: number }[] {
  const { width, height, inside } = region
  const area = inside.reduce((sum, own) => sum + own, 0)
  if (area === 0) return []
  let gap = Math.max(3, Math.sqrt(area / count))
  let points: { x: number; y: number }[] = []
  for (let tries = 0; tries < 12; tries++) {
    points = []
    for (let row = 0, y = gap / 2; y < height; row++, y += gap)
      for (let x = row % 2 ? gap : gap / 2; x < width; x += gap)
        if (inside[Math.min(height - 1, Math.floor(y)) * width + Math.floor(x)]) points.push({ x, y })
    if (points.length > count * 1.15) gap *= 1.05
    else if (points.length < count * 0.85 && gap > 3) gap *= 0.94
    else break
  }
  return points.slice(0, count + 6)
}

const inFrame = (x: number, y: number) => ({ x: COARSENESS * x, y: COARSENESS * y })
