import type { Graphics } from 'pixi.js'
import { resizeCursor } from '#client/editor/tools/targets.ts'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { FrameHandle } from '#client/model/document/cropEdits.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { ToolOverlay } from '#client/render/compositor/Stage.tsx'
import { turnedToCss, type View } from '#client/render/compositor/viewport.ts'
import { isCropOpen } from './cropState.ts'

/** Opacity of the shade over the area outside the crop. */
const SHADE = 0.62
/** Length and thickness of the grips at corners and edges, in CSS px. */
const MARK = { length: 22, width: 4 }

/**
 * Returns a function that returns the overlay of the crop frame: a shade outside the frame, rule-of-thirds lines and
 * grips. The function returns null while the Crop panel is closed or no photo is open. It returns the same object until
 * the frame changes.
 */
export function createCropOverlay(session: Session): () => ToolOverlay | null {
  let known: { key: string; overlay: ToolOverlay } | null = null
  return () => {
    if (!isCropOpen(session.ui) || !session.doc.photo) return null
    const frame = pictureRect(snapshotOf(session))
    const key = `${frame.x} ${frame.y} ${frame.width} ${frame.height}`
    if (known?.key !== key) known = { key, overlay: (graphics, view) => drawFrame(graphics, view, frame) }
    return known.overlay
  }
}

/** Returns the crop's frame on the screen, in CSS px from the canvas's corner. `frame`: px of the turned canvas. */
export const frameOnScreen = (view: View, frame: Rect): Rect => ({
  ...turnedToCss(view, frame),
  width: frame.width * view.zoom,
  height: frame.height * view.zoom,
})

function drawFrame(graphics: Graphics, view: View, frame: Rect): void {
  const { x, y, width, height } = frameOnScreen(view, frame)
  const [right, bottom] = [x + width, y + height]
  const { canvas } = view
  graphics.rect(0, 0, canvas.width, Math.max(0, y))
  graphics.rect(0, bottom, canvas.width, Math.max(0, canvas.height - bottom))
  graphics.rect(0, y, Math.max(0, x), height)
  graphics.rect(right, y, Math.max(0, canvas.width - right), height)
  graphics.fill({ color: 0x000000, alpha: SHADE })
  for (const share of [1 / 3, 2 / 3]) {
    graphics.moveTo(x + share * width, y).lineTo(x + share * width, bottom)
    graphics.moveTo(x, y + share * height).lineTo(right, y + share * height)
  }
  graphics.stroke({ width: 1, color: 0xffffff, alpha: 0.45 })
  graphics.rect(x, y, width, height).stroke({ width: 1.5, color: 0xffffff })
  drawMarks(graphics, { x, y, width, height })
}

/** Draws thick lines outside the corners and at the middle of each edge. */
function drawMarks(graphics: Graphics, { x, y, width, height }: Rect): void {
  const length = Math.min(MARK.length, width / 3, height / 3)
  const out = MARK.width / 2
  for (const [cornerX, side] of [
    [x - out, 1],
    [x + width + out, -1],
  ] as const)
    for (const [cornerY, down] of [
      [y - out, 1],
      [y + height + out, -1],
    ] as const)
      graphics
        .moveTo(cornerX + side * length, cornerY)
        .lineTo(cornerX, cornerY)
        .lineTo(cornerX, cornerY + down * length)
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  for (const edge of [y - out, y + height + out])
    graphics.moveTo(middleX - length / 2, edge).lineTo(middleX + length / 2, edge)
  for (const edge of [x - out, x + width + out])
    graphics.moveTo(edge, middleY - length / 2).lineTo(edge, middleY + length / 2)
  graphics.stroke({ width: MARK.width, color: 0xffffff, cap: 'square' })
}

/**
 * Returns the part of the frame that a drag from a point moves. -1 or 1 per axis is an edge, both axes are a corner,
 * and (0, 0) is the whole frame. Null outside the frame and its grips. `tolerance`: half the width of a grip. Lengths
 * are CSS px.
 */
export function frameHandleAt(frame: Rect, { x, y }: Point, tolerance: number): FrameHandle | null {
  const across = sideAt(x - frame.x, frame.width, tolerance)
  const down = sideAt(y - frame.y, frame.height, tolerance)
  return across === null || down === null ? null : { x: across, y: down }
}

/**
 * Returns the part of the frame at the position `at` along an axis: -1 or 1 for an edge, 0 between the edges, null
 * outside. A grip covers at most a third of `length`, so that the user can still move a small frame.
 */
function sideAt(at: number, length: number, tolerance: number): -1 | 0 | 1 | null {
  const inner = Math.min(tolerance, length / 3)
  if (at < -tolerance || at > length + tolerance) return null
  if (at < inner) return -1
  return at > length - inner ? 1 : 0
}

export function cursorOf(grip: FrameHandle | null): string {
  if (!grip) return 'default'
  return grip.x === 0 && grip.y === 0 ? 'move' : resizeCursor(grip, 0)
}
