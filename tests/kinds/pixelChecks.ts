/** Checks of the pixels that a kind paints. Each returns messages, or an empty list if it passes. */
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { areaScaled, ssim } from '../../e2e/support/pixels.ts'
import { canvasesLeftBy } from '../helpers/canvases.ts'
import { difference } from '../helpers/gpu.ts'
import {
  freshShot,
  inParts,
  nodeOf,
  type Shot,
  SIZE,
  type Stage,
  shoot,
  shotOf,
  shown,
  texturesOf,
  WHOLE,
} from './stage.ts'
import { type PaintedKind, transformOf } from './testedKind.ts'
import { undeclaredInputs } from './undeclaredInputs.ts'

/** Minimum SSIM of a preview at half size. At that size, browsers draw small letters differently. */
const MIN_SSIM = 0.95

type PixelCheck = (stage: Stage, kind: PaintedKind, layer: LayerBase) => Promise<string[]>

export const PIXEL_CHECKS: Readonly<Record<string, PixelCheck>> = {
  async 'paints visible pixels and reports no failure'(stage, kind, layer) {
    stage.reports.length = 0
    const { data } = await freshShot(stage, kind, layer)
    const painted = data.filter((byte, i) => i % 4 === 3 && byte > 0).length
    return [...(painted > 50 ? [] : [`it paints ${painted} px`]), ...stage.reports]
  },

  async 'paints the same bytes in strips, in tiles and as a whole'(stage, kind, layer) {
    const { data } = await freshShot(stage, kind, layer)
    const parts = [
      { width: SIZE.width, height: 41 },
      { width: 131, height: 97 },
    ]
    const complaints: string[] = []
    for (const part of parts) {
      const { count } = difference(await inParts(stage, kind, layer, part), data)
      if (count > 0) complaints.push(`${count} bytes differ in parts of ${part.width} × ${part.height} px`)
    }
    return complaints
  },

  async 'smooths slanted edges'(stage, kind, layer) {
    const rotateTo = transformOf(kind)?.rotateTo
    if (!rotateTo) return []
    const turned = structuredClone(layer)
    rotateTo(turned, 23)
    const { hard, all } = edgesOf(await shotOf(stage, kind, turned))
    return all > 20 && hard > all * 0.2 ? [`${hard} of ${all} edges have no pixel in between`] : []
  },

  async 'looks the same in a half-size preview'(stage, kind, layer) {
    const whole = await freshShot(stage, kind, layer)
    const preview = await shotOf(stage, kind, layer, { scale: 0.5 })
    const expected = areaScaled(whole, preview.width, preview.height)
    const likeness = ssim(overGray(preview), overGray(expected))
    const apart = boxDistance(preview, expected)
    return [
      ...(likeness >= MIN_SSIM ? [] : [`the SSIM of preview and export is ${likeness.toFixed(4)}`]),
      ...(apart <= 1 ? [] : [`the bounding boxes of preview and export differ by ${apart} px`]),
    ]
  },

  async 'changes no pixel outside its area during a gesture, and paints the same bytes after it as without it'(
    stage,
    kind,
    layer,
  ) {
    const moves = gesture(kind, layer, stage.documentOf(layer))
    const node = nodeOf(stage, kind)
    const complaints: string[] = []
    let before = await shoot(stage, node, layer)
    for (const [i, moved] of moves.entries()) {
      const was = node.area
      const after = await shoot(stage, node, moved, { isDraft: true })
      const beyond = differencesBeyond(node.changed ? [node.changed] : [was, node.area], before, after)
      if (beyond > 0) complaints.push(`${beyond} px beyond its area change in step ${i + 1} of a gesture`)
      before = after
    }
    const last = moves.at(-1) ?? layer
    const settled = await shoot(stage, node, last)
    node.destroy()
    const { count } = difference(settled.data, (await freshShot(stage, kind, last)).data)
    return [...complaints, ...(count > 0 ? [`${count} bytes differ after the gesture`] : [])]
  },

  async 'shows the newer of two concurrent updates'(stage, kind, layer) {
    const doc = stage.documentOf(layer)
    const newer = gesture(kind, layer, doc).at(-1) ?? layer
    const frame = { region: WHOLE, scale: 1, isDraft: false }
    const node = nodeOf(stage, kind)
    await Promise.all([
      node.update(layer as never, frame, doc),
      node.update(newer as never, frame, stage.documentOf(newer)),
    ])
    const { count } = difference(shown(stage, node, frame).data, (await freshShot(stage, kind, newer)).data)
    node.destroy()
    return count === 0 ? [] : [`${count} bytes are those of the older update`]
  },

  async 'declares all its inputs'(stage, kind, layer) {
    return undeclaredInputs(stage, kind, layer)
  },

  async 'frees textures, canvases and view when destroyed'(stage, kind, layer) {
    const live = async () => {
      const node = nodeOf(stage, kind)
      await shoot(stage, node, layer)
      for (const moved of gesture(kind, layer, stage.documentOf(layer)))
        await shoot(stage, node, moved, { isDraft: true, scale: 0.5 })
      await shoot(stage, node, layer, { region: { ...WHOLE, height: 40 } })
      node.destroy()
      return node.view.destroyed
    }
    await live() // creates permanent shared objects: texture windows of the photo, and shader programs
    const before = texturesOf(stage)
    let isViewGone = false
    const canvases = await canvasesLeftBy(async () => {
      isViewGone = await live()
    })
    const textures = texturesOf(stage) - before
    return [
      ...(textures > 0 ? [`${textures} textures are left`] : []),
      ...(canvases > 0 ? [`${canvases} canvases keep their pixels`] : []),
      ...(isViewGone ? [] : ['its view is not destroyed']),
    ]
  },
}

/** Returns the layer after two moves, a resize and a rotation with its handles, or an empty list without handles. */
function gesture(kind: PaintedKind, layer: LayerBase, doc: DocumentSnapshot): LayerBase[] {
  const transform = transformOf(kind)
  if (!transform) return []
  const step = (before: LayerBase, act: (copy: LayerBase) => void) => {
    const copy = structuredClone(before)
    act(copy)
    return copy
  }
  const { x, y } = transform.placed(layer, doc).center
  const moved = step(layer, (copy) => transform.moveTo(copy, { x: x + 7.3, y: y - 4.6 }, doc))
  const sized = step(moved, (copy) => transform.scaleBy?.(copy, 0.83, moved))
  const turned = step(sized, (copy) => transform.rotateTo?.(copy, 41))
  return [moved, step(moved, (copy) => transform.moveTo(copy, { x: x + 20.1, y }, doc)), sized, turned]
}

/** Returns the number of different pixels outside all areas. An undefined area contains all pixels. */
function differencesBeyond(areas: readonly (Rect | null | undefined)[], before: Shot, after: Shot): number {
  if (areas.includes(undefined)) return 0
  let count = 0
  for (let i = 0; i < after.data.length; i += 4) {
    if (isSamePx(before.data, after.data, i)) continue
    const [x, y] = [(i / 4) % after.width, Math.floor(i / 4 / after.width)]
    if (!areas.some((area) => area && contains(expandRect(area, 1), { x, y, width: 1, height: 1 }))) count++
  }
  return count
}

const isSamePx = (a: Uint8Array, b: Uint8Array, at: number) =>
  a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2] && a[at + 3] === b[at + 3]

/** Counts the edges between empty and full pixels along the rows, and the edges without a soft pixel in between. */
function edgesOf({ data, width, height }: Shot) {
  const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0
  const full = 0.97 * data.reduce((most, byte, i) => (i % 4 === 3 ? Math.max(most, byte) : most), 0)
  let [hard, all] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0, since = Number.POSITIVE_INFINITY, last = 0; x < width; x++) {
      const now = alpha(x, y) <= 2 ? -1 : alpha(x, y) >= full ? 1 : 0
      since++
      if (now === 0) continue
      if (now === -last && since <= 4) {
        all++
        if (since === 1) hard++
      }
      last = now
      since = 0
    }
  return { hard, all }
}

/** Composites the image over gray, because a comparison must include transparency. */
const overGray = ({ width, height, data }: Shot) => ({
  width,
  height,
  data: data.map((byte, i) => (i % 4 === 3 ? 255 : Math.round(byte + 128 * (1 - (data[i - (i % 4) + 3] ?? 0) / 255)))),
})

/** Returns the largest distance in px between the bounding boxes of clearly visible pixels. */
function boxDistance(a: Shot, b: typeof a): number {
  const [first, second] = [boxOf(a), boxOf(b)]
  return Math.max(...first.map((side, i) => Math.abs(side - (second[i] ?? 0))))
}

function boxOf({ width, height, data }: Shot) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((data[(y * width + x) * 4 + 3] ?? 0) > 64) {
        ;[left, right] = [Math.min(left, x), Math.max(right, x)]
        ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
      }
  return [left, top, right, bottom]
}
