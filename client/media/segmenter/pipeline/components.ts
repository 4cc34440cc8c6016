/** Connected parts of a region: pixels that touch by a side belong together. */
import type { Point } from '../../../kit/base/geometry.ts'
import type { Region } from './plane.ts'

/** The largest parts, largest first: at most `most`, none below `share` of the largest. */
export function mainComponents(region: Region, share: number, most: number): Region[] {
  const { width, height } = region
  const { labels, areas } = labelled(region)
  const ranked = areas
    .map((area, i) => ({ area, label: i + 1 }))
    .sort((a, b) => b.area - a.area)
    .slice(0, most)
  return ranked
    .filter(({ area }) => area >= share * (ranked[0]?.area ?? 0))
    .map(({ label }) => ({ width, height, inside: Uint8Array.from(labels, (own) => Number(own === label)) }))
}

/** `labels`: 0 outside, else which part a pixel belongs to, from 1; `areas[label - 1]` counts its pixels. */
export function labelled({ width, height, inside }: Region): { labels: Int32Array; areas: number[] } {
  const labels = new Int32Array(width * height)
  const areas: number[] = []
  const open: number[] = []
  for (let seed = 0; seed < labels.length; seed++) {
    if (!inside[seed] || labels[seed]) continue
    const label = areas.length + 1
    let area = 0
    labels[seed] = label
    open.push(seed)
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      area++
      const x = at % width
      const reach = (next: number) => {
        if (!inside[next] || labels[next]) return
        labels[next] = label
        open.push(next)
      }
      if (x > 0) reach(at - 1)
      if (x < width - 1) reach(at + 1)
      if (at >= width) reach(at - width)
      if (at < labels.length - width) reach(at + width)
    }
    areas.push(area)
  }
  return { labels, areas }
}

/** The connected part of the region that a place lies in; null beside it. */
export function partAt(region: Region, { x, y }: Point): Region | null {
  const { width, height } = region
  if (!(x >= 0 && y >= 0 && x < width && y < height)) return null
  const { labels } = labelled(region)
  const own = labels[Math.floor(y) * width + Math.floor(x)] ?? 0
  return own > 0 ? { width, height, inside: Uint8Array.from(labels, (label) => Number(label === own)) } : null
}

export function union(regions: readonly Region[]): Region {
  const [first] = regions
  if (!first) throw new Error('the union of no regions')
  const inside = first.inside.slice()
  for (const other of regions) for (let i = 0; i < inside.length; i++) if (other.inside[i]) inside[i] = 1
  return { ...first, inside }
}

/** Grown by `steps` pixels, sideways and up and down. */
export function dilated(region: Region, steps: number): Region {
  const { width, height } = region
  let inside = region.inside
  for (let step = 0; step < steps; step++) {
    const grown = inside.slice()
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++)
        if (
          (x > 0 && inside[at - 1]) ||
          (x < width - 1 && inside[at + 1]) ||
          (y > 0 && inside[at - width]) ||
          (y < height - 1 && inside[at + width])
        )
          grown[at] = 1
    inside = grown
  }
  return { width, height, inside }
}

/** Left and top inside, right and bottom just outside; null of an empty region. */
export function boundsOf({
  width,
  inside,
}: Region): { left: number; top: number; right: number; bottom: number } | null {
  let [left, top, right, bottom] = [width, -1, 0, 0]
  for (let at = 0; at < inside.length; at++) {
    if (!inside[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    if (top < 0) top = y
    bottom = y + 1
    if (x < left) left = x
    if (x >= right) right = x + 1
  }
  return top < 0 ? null : { left, top, right, bottom }
}
