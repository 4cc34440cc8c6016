/** A text's words and the box behind them, as they are painted. */
import type { Hex } from '../../../base/fields.ts'
import type { Rect } from '../../../base/geometry.ts'
import { union } from '../../../base/rect.ts'
import type { Context } from '../../drawn/drawing.ts'
import type { TextLayout } from './layout.ts'
import { prepare, REFERENCE_PX } from './measure.ts'

export interface Box {
  color: Hex
  /** Document px. */
  width: number
  height: number
  radius: number
}

export interface Words {
  layout: TextLayout
  /** CSS font at REFERENCE_PX. */
  font: string
  color: Hex
  /** Document px per em. */
  fontSize: number
  box: Box | null
}

/** Unturned, document px about the centre; null when there is nothing to paint. */
export function extentOfWords({ layout, fontSize, box }: Words): Rect | null {
  const ink = layout.ink && {
    x: layout.ink.x * fontSize,
    y: layout.ink.y * fontSize,
    width: layout.ink.width * fontSize,
    height: layout.ink.height * fontSize,
  }
  if (!box) return ink
  const { width, height } = box
  const frame = { x: -width / 2, y: -height / 2, width, height }
  return ink ? union(ink, frame) : frame
}

export function paintWords(context: Context, { layout, font, color, fontSize, box }: Words): void {
  if (box) {
    const { width, height, radius } = box
    context.fillStyle = box.color
    context.beginPath()
    context.roundRect(-width / 2, -height / 2, width, height, Math.min(radius, width / 2, height / 2))
    context.fill()
  }
  context.scale(fontSize / REFERENCE_PX, fontSize / REFERENCE_PX)
  context.fillStyle = color
  for (const line of layout.lines) {
    prepare(context, { font, letterSpacing: layout.letterSpacing }, line.direction)
    context.fillText(line.text, line.x * REFERENCE_PX, line.baseline * REFERENCE_PX)
  }
}

/** The box alone: the words stand in space instead. */
export const wordless = (words: Words): Words => ({ ...words, layout: { ...words.layout, lines: [], ink: null } })
