/** Crumbs beside the subject and pinholes in it: what is too small to be meant is put right. */
import type { Size } from '../../../kit/base/geometry.ts'
import { dilated, labelled } from './components.ts'
import { type Belief, believed, type Touch } from './matteRows.ts'
import { above, type Plane, type Region } from './plane.ts'

/** Shares of the subject's area. */
const LARGEST_CRUMB = 0.003
const LARGEST_HOLE = 0.003
/** A hole that is surely one is the photo's own: between an arm and the body, say. */
const SURE_HOLE = 0.1
/** Its soft rim goes with a speck, grid px. */
const RIM = 2
const SURE = 12
const NEVER = -20

/** What to add and what to take away, on the grid; together they leave the rest as it is. */
export function tidying(belief: Belief, grid: Size): Touch[] {
  const map = believed(belief, grid)
  const subject = above(map, 0.5)
  const area = subject.inside.reduce((sum, own) => sum + own, 0)
  const crumbs = specks(subject, LARGEST_CRUMB * area)
  const holes = specks(inverted(subject), LARGEST_HOLE * area, map)
  return [touch(holes, true), touch(crumbs, false)].flatMap((one) => one ?? [])
}

const inverted = (region: Region): Region => ({ ...region, inside: region.inside.map((own) => 1 - own) })

/** Parts smaller than `most` px that lie within the photo; with `map` only those that are nowhere sure. */
function specks(region: Region, most: number, map?: Plane): Region {
  const { width, height } = region
  const { labels, areas } = labelled(region)
  const isKept = areas.map((area) => area < most)
  const drop = (at: number) => {
    const label = labels[at] ?? 0
    if (label > 0) isKept[label - 1] = false
  }
  for (let at = 0; at < labels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isAtEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1
    if (map && (isAtEdge || (map.values[at] ?? 0) < SURE_HOLE)) drop(at)
  }
  return { width, height, inside: Uint8Array.from(labels, (label) => Number(label > 0 && isKept[label - 1])) }
}

function touch(specks: Region, adds: boolean): Touch | null {
  if (!specks.inside.includes(1)) return null
  const { width, height, inside } = dilated(specks, RIM)
  return { adds, logits: { width, height, values: Float32Array.from(inside, (own) => (own ? SURE : NEVER)) } }
}
