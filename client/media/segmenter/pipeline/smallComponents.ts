/**
 * Edits a mask by its connected components: small islands, small holes, lost parts, gaps, and components without a click.
 */
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { okLab } from '#client/kit/pixels/color-space/okLab.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateDiamond } from '#client/kit/pixels/morphology.ts'
import { INSIDE_LOGIT, type LogitEdit, type MaskEstimate, OUTSIDE_LOGIT, probabilityMap } from './maskEstimate.ts'
import { type RgbPlanes, resizeRgb } from './networkInputs.ts'
import { areaOf, type BinaryMask, logit, type Plane, pixelAt, thresholdPlane } from './plane.ts'

/** Maximum areas of small islands and small holes, as fractions of the subject's area. */
const MAX_ISLAND_FRACTION = 0.003
const MAX_HOLE_FRACTION = 0.003
/**
 * Probability below which a pixel is certainly background. A hole that contains such a pixel, such as the gap between
 * arm and body, isn't filled.
 */
const CERTAIN_BACKGROUND = 0.1
/** An edit extends this far beyond a component, to cover its soft rim, grid px. */
const EDIT_DILATION = 2

/**
 * Returns edits that fill small holes and remove small islands, after the estimate's own `edits`. There is at most one
 * edit for all holes and one for all islands. Small means less than 0.3% of the subject's area. Doesn't fill a hole
 * that touches the photo's edge or contains certain background. `grid`: size of the mask grid.
 */
export function removeSmallComponents(estimate: MaskEstimate, grid: Size): LogitEdit[] {
  const map = probabilityMap(estimate, grid)
  const subject = thresholdPlane(map, 0.5)
  const area = areaOf(subject)
  const islands = componentsBelow(MAX_ISLAND_FRACTION * area, subject)
  const holes = componentsBelow(MAX_HOLE_FRACTION * area, complement(subject), map)
  return [logitEdit(holes, true), logitEdit(islands, false)].flatMap((one) => one ?? [])
}

const complement = (mask: BinaryMask): BinaryMask => ({ ...mask, inside: mask.inside.map((pixel) => 1 - pixel) })

/**
 * Returns the components of `mask` with an area below `maxArea` px. `map`: foreground probabilities. With `map`, omits
 * components that touch the photo's edge or contain a pixel below CERTAIN_BACKGROUND.
 */
function componentsBelow(maxArea: number, mask: BinaryMask, map?: Plane): BinaryMask {
  const { width, height } = mask
  const { labels, areas } = labelComponents(mask)
  const isSmall = areas.map((area) => area < maxArea)
  const reject = (at: number) => {
    const label = labels[at] ?? 0
    if (label > 0) isSmall[label - 1] = false
  }
  for (let at = 0; at < labels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isAtEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1
    if (map && (isAtEdge || (map.values[at] ?? 0) < CERTAIN_BACKGROUND)) reject(at)
  }
  return { width, height, inside: new Uint8Array(labels.map((label) => Number(label > 0 && isSmall[label - 1]))) }
}

/** Saliency above which a pixel may belong to a lost part. */
const MIN_SALIENCY = 0.4
/** Minimum area of a lost part, as a fraction of the subject's area. */
const MIN_PART_FRACTION = 0.005
/** Minimum mean logit of SAM's masks in a lost part. Below this value, SAM is certain that the part is background. */
const MIN_SAM_LOGIT = -7
/**
 * A part has at most the first fraction of its rim in the subject if it sticks out, and at least the second fraction if
 * the subject encloses it. With a fraction between them, it is a strip along the outline, and SAM's outline is better.
 */
const SUBJECT_IN_RIM = { out: 1 / 3, enclosed: 0.8 }
/** Width of a part's rim, grid px. */
const RIM = 2
/** An edit extends this far beyond a lost part, grid px. */
const PART_DILATION = 1
/** Amount that is added to the saliency's logits in a lost part. */
const PART_LOGIT = 1

/**
 * Returns an edit that restores parts of the subject that SAM's masks lost, or an empty list. Such a part sticks out of
 * the subject, is apart from it, or is enclosed by it, and SAM isn't certain that it is background. `saliency`:
 * weighted mean of the saliency maps, 0..1, on the mask grid. Comparison: docs/decisions/0018.
 */
export function restoreParts(estimate: MaskEstimate, saliency: Plane): LogitEdit[] {
  const { logits } = estimate
  if (!logits) return []
  const subject = thresholdPlane(probabilityMap(estimate, saliency), 0.5)
  const inside = Uint8Array.from(saliency.values, (v, i) => Number(v >= MIN_SALIENCY && !subject.inside[i]))
  const { labels, areas } = labelComponents({ ...saliency, inside })
  const samSums = areas.map(() => 0)
  for (const [i, label] of labels.entries())
    if (label > 0) samSums[label - 1] = (samSums[label - 1] ?? 0) + (logits.values[i] ?? 0)
  const minArea = MIN_PART_FRACTION * areaOf(subject)
  const lost = new Uint8Array(labels.length)
  for (const [at, area] of areas.entries()) {
    if (area < minArea || (samSums[at] ?? 0) < MIN_SAM_LOGIT * area) continue
    const part = Uint8Array.from(labels, (label) => Number(label === at + 1))
    const inRim = subjectInRim(part, subject)
    if (inRim > SUBJECT_IN_RIM.out && inRim < SUBJECT_IN_RIM.enclosed) continue
    for (const [i, own] of part.entries()) if (own) lost[i] = 1
  }
  if (!lost.includes(1)) return []
  const edited = dilateDiamond(lost, saliency, PART_DILATION)
  const values = saliency.values.map((value, i) => (edited[i] ? logit(value) + PART_LOGIT : OUTSIDE_LOGIT))
  return [{ adds: true, logits: { ...saliency, values } }]
}

/** Returns the fraction of a part's rim that is in the subject. */
function subjectInRim(part: Uint8Array, subject: BinaryMask): number {
  const rim = dilateDiamond(part, subject, RIM).map((grown, i) => grown & ~(part[i] ?? 0))
  return rim.reduce((sum, own, i) => sum + (own & (subject.inside[i] ?? 0)), 0) / rim.reduce((sum, own) => sum + own, 0)
}

/** Minimum area of a gap: as a fraction of the subject's area, and in grid px. */
const MIN_GAP = { fraction: 0.0005, area: 10 }
/** Probability below which a pixel is background that gaps are compared with. */
const MAX_BACKGROUND = 0.05
/**
 * A gap's pixel has the color of at least `count` background pixels within `radius` (a square). Compares every
 * `step`-th pixel per axis. Grid px.
 */
const ALIKE = { radius: 28, step: 2, count: 10 }
/** Weights of the axes of OKLab: lightness, a and b. Within one surface, the lightness varies most. */
const AXES = [0.7, 2, 2]
/** Maximum difference of colors that are alike, and minimum difference of a gap from the subject around it. */
const [MAX_ALIKE, MIN_DIFFERENT] = [0.035, 0.12]
/** Minimum fraction of a gap's rim that is subject. */
const MIN_ENCLOSED = 0.9
/** Maximum distance from a gap to the compared pixels around it, grid px. The rim is not compared. */
const AROUND = 4
/** Minimum amounts by which logits are lower in a gap than around it. */
const MIN_DROP = { saliency: 1.5, sam: 1 }

/**
 * Returns an edit that opens gaps in the subject, such as between leaves, or an empty list. A gap has the colors of the
 * nearby background, but not those of the subject around it, and U2-NetP and SAM are less certain of the gap than of
 * the subject around it. By contrast, they are certain of a white shirt in front of a white wall. `saliency`: weighted
 * mean of the saliency maps, 0..1, on the mask grid. `rgb`: the photo, of any size. Comparison: docs/decisions/0018.
 */
export function openGaps(estimate: MaskEstimate, saliency: Plane, rgb: RgbPlanes): LogitEdit[] {
  const { logits } = estimate
  if (!logits) return []
  const map = probabilityMap(estimate, saliency)
  const subject = thresholdPlane(map, 0.5)
  const colors = weightedColors(resizeRgb(rgb, saliency))
  const { labels, areas } = labelComponents({ ...saliency, inside: likeBackground(map, colors) })
  const minArea = Math.max(MIN_GAP.area, MIN_GAP.fraction * areaOf(subject))
  const values = new Float32Array(labels.length).fill(OUTSIDE_LOGIT)
  for (const [at, area] of areas.entries()) {
    if (area < minArea) continue
    const gap = Uint8Array.from(labels, (label) => Number(label === at + 1))
    if (subjectInRim(gap, subject) < MIN_ENCLOSED) continue
    const rim = dilateDiamond(gap, saliency, RIM)
    const around = dilateDiamond(gap, saliency, AROUND).map((own, i) => own & (subject.inside[i] ?? 0) & ~(rim[i] ?? 0))
    const means = (channel: Float32Array) => [around, gap].map((part) => meanIn(part, channel)) as [number, number]
    const drop = ([outside, inside]: [number, number]) => outside - inside
    const [outer, inner] = means(saliency.values)
    if (logit(outer) - logit(inner) < MIN_DROP.saliency || drop(means(logits.values)) < MIN_DROP.sam) continue
    if (Math.hypot(...colors.map((axis) => drop(means(axis)))) < MIN_DIFFERENT) continue
    // in the rim, the matting step finds the edge
    for (const [i, own] of rim.entries()) if (own) values[i] = gap[i] ? INSIDE_LOGIT : Math.max(values[i] ?? 0, 0)
  }
  const { width, height } = saliency
  return values.some((value) => value > OUTSIDE_LOGIT) ? [{ adds: false, logits: { width, height, values } }] : []
}

/** Returns the mean of the channel over a part, or 0 for an empty part. */
function meanIn(part: Uint8Array, channel: Float32Array): number {
  const sum = part.reduce((sum, own, i) => sum + own * (channel[i] ?? 0), 0)
  return (
    sum /
    Math.max(
      1,
      part.reduce((sum, own) => sum + own, 0),
    )
  )
}

/** Returns the photo's colors as three channels. The distance of two colors is the weighted difference in OKLab. */
function weightedColors([red, green, blue]: RgbPlanes): Float32Array[] {
  const code = ({ values }: Plane, i: number) => 255 * (values[i] ?? 0)
  const lab = Array.from(red.values, (_, i) => okLab([code(red, i), code(green, i), code(blue, i)]))
  return AXES.map((weight, axis) => Float32Array.from(lab, (color) => weight * (color[axis] ?? 0)))
}

/** Returns the subject's pixels that have the color of the background near them (`ALIKE`). */
function likeBackground({ width, height, values }: Plane, colors: readonly Float32Array[]): Uint8Array {
  const [lightness = values, a = values, b = values] = colors
  const { radius, step, count } = ALIKE
  const isAlike = (x: number, y: number) => {
    const i = y * width + x
    let found = 0
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v += step)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u += step) {
        const j = v * width + u
        if ((values[j] ?? 0) >= MAX_BACKGROUND) continue
        const dl = (lightness[i] ?? 0) - (lightness[j] ?? 0)
        const da = (a[i] ?? 0) - (a[j] ?? 0)
        const db = (b[i] ?? 0) - (b[j] ?? 0)
        if (dl * dl + da * da + db * db < MAX_ALIKE * MAX_ALIKE && ++found >= count) return true
      }
    return false
  }
  return Uint8Array.from(values, (value, i) => Number(value > 0.5 && isAlike(i % width, Math.floor(i / width))))
}

function logitEdit(components: BinaryMask, adds: boolean): LogitEdit | null {
  if (!components.inside.includes(1)) return null
  const { width, height } = components
  const inside = dilateDiamond(components.inside, components, EDIT_DILATION)
  return {
    adds,
    logits: { width, height, values: new Float32Array(inside).map((own) => (own ? INSIDE_LOGIT : OUTSIDE_LOGIT)) },
  }
}

/**
 * Returns the logits without the connected components (logit > 0) that don't contain any of the points (grid px). Moves
 * points outside the grid to the grid's edge. Returns `logits` itself if no point is in a component.
 */
export function keepComponentsAt(logits: Plane, points: readonly Point[]): Plane {
  const { labels } = labelComponents(thresholdPlane(logits, 0))
  const keptLabels = new Set(points.map((point) => labels[pixelAt(point, logits)] ?? 0))
  keptLabels.delete(0)
  if (keptLabels.size === 0) return logits
  const values = logits.values.map((value, i) => (keptLabels.has(labels[i] ?? 0) || value <= 0 ? value : OUTSIDE_LOGIT))
  return { ...logits, values }
}
