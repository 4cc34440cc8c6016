import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import { channelsOf, hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { conform, type Hex, type Values } from '#client/kit/values/fields.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { centerInPicture, seenBox, seenMap } from '../../placement/seen.ts'
import { type TextLayer, type TextValues, textFields } from '../schema.ts'
import { fontSizeOf, textSize } from '../textSize.ts'
import { fittedFontSize, paintedBox, setFontSize, textTransform } from '../transform.ts'

const { fields } = textFields.threeDEffect
export type ThreeDEffect = Values<typeof fields>

/** A preset of the 3D effect. Lengths are em. The color of the sides is derived from the text's color. */
export interface Preset {
  name: string
  /** Rotation about each axis, degrees. */
  turn: readonly [x: number, y: number, z: number]
  /** Depth of the extrusion, em. */
  depth: number
  /** Perspective distance as a multiple of the text's width. */
  perspective: number
  /** Brightness of the sides, 0..1, as a fraction of the brightness of the text's color. */
  shade: number
  /** Opacity (0..1), then blur, x and y in em. */
  shadow: readonly [opacity: number, blur: number, x: number, y: number]
  /** Angle in degrees (0 = from above) and intensity (1 = neutral). */
  light: readonly [angle: number, intensity: number]
}

const preset = (
  name: string,
  turn: Preset['turn'],
  [depth, perspective, shade]: readonly [number, number, number],
  shadow: Preset['shadow'],
  light: Preset['light'],
): Preset => ({ name, turn, depth, perspective, shade, shadow, light })

/** The presets in the order of the panel. Columns: angles, [depth, perspective, shade], shadow, light. */
export const PRESETS = [
  preset('Raised', [0, 0, 0], [0.25, 0.9, 0.5], [0.45, 0.08, 0, 0.06], [0, 1]),
  preset('Left', [12, -24, 0], [0.14, 1.6, 0.45], [0.4, 0.08, 0.04, 0.05], [45, 1]),
  preset('Right', [12, 24, 0], [0.14, 1.6, 0.45], [0.4, 0.08, -0.04, 0.05], [315, 1]),
  preset('Floor', [52, 0, 0], [0.12, 1.4, 0.4], [0.5, 0.06, 0, 0.04], [0, 0.7]),
  preset('Tower', [-30, 0, 0], [0.22, 1.4, 0.4], [0.35, 0.08, 0, 0.05], [180, 1]),
  preset('Poster', [20, -26, -8], [0.2, 1.6, 0.35], [0.45, 0.08, 0.05, 0.06], [60, 1.2]),
] as const

/** The preset for new 3D text, and for text whose 3D effect the user enables for the first time. */
export const FIRST_PRESET: Preset = PRESETS[1]

/** Minimum text width for computing the perspective, em. */
const MIN_WIDTH = 2

/**
 * Returns all fields of the enabled effect for a text layer with this font size (document px) and color. `width`: width
 * of the text without its background box, in document px. The perspective increases with `width`.
 */
export function presetEffect(
  preset: Preset,
  { fontSize, color }: Pick<TextValues, 'fontSize' | 'color'>,
  width: number,
): ThreeDEffect {
  const [rotateX, rotateY, rotateZ] = preset.turn
  const [shadowOpacity, shadowBlur, shadowX, shadowY] = preset.shadow
  const [lightAngle, lightIntensity] = preset.light
  const px = (em: number) => Math.round(em * fontSize)
  return conform(fields, {
    enabled: true,
    depth: px(preset.depth),
    perspective: Math.round(preset.perspective * Math.max(width, MIN_WIDTH * fontSize)),
    rotateX,
    rotateY,
    rotateZ,
    shadowColor: '#000000',
    shadowOpacity,
    shadowBlur: px(shadowBlur),
    shadowOffsetX: px(shadowX),
    shadowOffsetY: px(shadowY),
    extrudeColor: shaded(color, preset.shade),
    lightAngle,
    lightIntensity,
  })
}

/**
 * Applies a preset. If the text layer was inside the visible image, it stays inside: it moves, and scales down if it is
 * too wide. Must be called within an undo step. `now` returns the current document.
 */
export function applyPreset(layer: TextLayer, preset: Preset, now: () => DocumentSnapshot): void {
  const isInside = () => {
    const box = paintedBox(layer, canvasSize(now()))
    return box !== null && contains(expandRect(pictureRect(now()), 1), seenBox(box, seenMap(now())))
  }
  const wasInside = isInside()
  const { color } = layer
  const effect = presetEffect(preset, { color, fontSize: fontSizeOf(layer) }, textSize(layer).width)
  Object.assign(layer.threeDEffect, effect)
  if (!wasInside || isInside()) return
  setFontSize(layer, Math.min(layer.fontSize, fittedFontSize(layer, pictureRect(now()))))
  const [box, { center }] = [paintedBox(layer, canvasSize(now())), textTransform.placed(layer, now())]
  if (!box) return
  const to = centerInPicture(box, now())
  textTransform.moveTo(layer, { x: center.x + to.x - box.center.x, y: center.y + to.y - box.center.y }, now())
}

/** Minimum channel value of the sides, 0..255. It makes the sides of black text visible. */
const DARKEST = 46

const shaded = (color: Hex, left: number): Hex =>
  hexOf(channelsOf(color).map((value) => Math.max(0, DARKEST + (value - DARKEST) * left)))
