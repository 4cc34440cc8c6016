import type { Size } from '../geometry/geometry.ts'

/**
 * Labels the 4-connected components of a mask (row-major, 0 = outside). `labels`: 0 = outside the mask, otherwise the
 * component's number, starting at 1. `areas[label - 1]`: number of pixels of the component.
 */
export function labelComponents({ width, height, inside }: Size & { inside: Uint8Array }): {
  labels: Int32Array
  areas: number[]
} {
  const labels = new Int32Array(width * height)
  const areas: number[] = []
  const stack: number[] = []
  for (let seed = 0; seed < labels.length; seed++) {
    if (!inside[seed] || labels[seed]) continue
    const label = areas.length + 1
    let area = 0
    labels[seed] = label
    stack.push(seed)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      area++
      const x = at % width
      const visit = (next: number) => {
        if (!inside[next] || labels[next]) return
        labels[next] = label
        stack.push(next)
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at < labels.length - width) visit(at + width)
    }
    areas.push(area)
  }
  return { labels, areas }
}
