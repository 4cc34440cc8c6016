import { channelsOf, hexOf } from '#client/kit/base/color-space/cssColor.ts'
import { conform, type Hex, type Values } from '#client/kit/base/fields.ts'
import { type TextValues, textFields } from '../schema.ts'

const { fields } = textFields.threeDEffect
export type ThreeDEffect = Values<typeof fields>

/** A preset of the 3D effect. Lengths are em. Wall colours derive from the text's colour. */
export interface Preset {
  name: string
  /** degrees */
  turn: readonly [x: number, y: number, z: number]
  /** em */
  depth: number
  /** Perspective distance as a multiple of the text's width. */
  perspective: number
  /** Brightness of the walls relative to the text's colour, 0..1. */
  shade: number
  /** opacity 0..1, lengths in em */
  shadow: { opacity: number; blur: number; x: number; y: number }
  /** angle in degrees (0 = from above), intensity 1 = neutral */
  light: { angle: number; intensity: number }
}

/** Presets of the 3D effect in the panel's order. */
export const PRESETS = [
  {
    name: 'Lift',
    turn: [0, 0, 0],
    depth: 0.25,
    perspective: 0.9,
    shade: 0.5,
    shadow: { opacity: 0.45, blur: 0.08, x: 0, y: 0.06 },
    light: { angle: 0, intensity: 1 },
  },
  {
    name: 'Left',
    turn: [12, -24, 0],
    depth: 0.14,
    perspective: 1.6,
    shade: 0.45,
    shadow: { opacity: 0.4, blur: 0.08, x: 0.04, y: 0.05 },
    light: { angle: 45, intensity: 1 },
  },
  {
    name: 'Right',
    turn: [12, 24, 0],
    depth: 0.14,
    perspective: 1.6,
    shade: 0.45,
    shadow: { opacity: 0.4, blur: 0.08, x: -0.04, y: 0.05 },
    light: { angle: 315, intensity: 1 },
  },
  {
    name: 'Floor',
    turn: [52, 0, 0],
    depth: 0.12,
    perspective: 1.4,
    shade: 0.4,
    shadow: { opacity: 0.5, blur: 0.06, x: 0, y: 0.04 },
    light: { angle: 0, intensity: 0.7 },
  },
  {
    name: 'Tower',
    turn: [-30, 0, 0],
    depth: 0.22,
    perspective: 1.4,
    shade: 0.4,
    shadow: { opacity: 0.35, blur: 0.08, x: 0, y: 0.05 },
    light: { angle: 180, intensity: 1 },
  },
  {
    name: 'Poster',
    turn: [20, -26, -8],
    depth: 0.2,
    perspective: 1.6,
    shade: 0.35,
    shadow: { opacity: 0.45, blur: 0.08, x: 0.05, y: 0.06 },
    light: { angle: 60, intensity: 1.2 },
  },
] as const satisfies readonly Preset[]

/** Preset of a new 3D text, and of the effect when first enabled. */
export const FIRST_PRESET: Preset = PRESETS[1]

/** Minimum width for the perspective of short texts, em. */
const MIN_WIDTH = 2

/**
 * Returns all fields of the enabled effect for a text of this font size (document px) and colour. `width`: of the
 * laid-out text without its background box, document px. The perspective grows with `width`.
 */
export function presetEffect(
  preset: Preset,
  { fontSize, color }: Pick<TextValues, 'fontSize' | 'color'>,
  width: number,
): ThreeDEffect {
  const [rotateX, rotateY, rotateZ] = preset.turn
  const px = (em: number) => Math.round(em * fontSize)
  return conform(fields, {
    enabled: true,
    depth: px(preset.depth),
    perspective: Math.round(preset.perspective * Math.max(width, MIN_WIDTH * fontSize)),
    rotateX,
    rotateY,
    rotateZ,
    shadowColor: '#000000',
    shadowOpacity: preset.shadow.opacity,
    shadowBlur: px(preset.shadow.blur),
    shadowOffsetX: px(preset.shadow.x),
    shadowOffsetY: px(preset.shadow.y),
    extrudeColor: shaded(color, preset.shade),
    lightAngle: preset.light.angle,
    lightIntensity: preset.light.intensity,
  })
}

/** Minimum channel value of walls, 0..255, so that the walls of black text are visible. */
const DARKEST = 46

const shaded = (color: Hex, left: number): Hex =>
  hexOf(channelsOf(color).map((value) => Math.max(0, DARKEST + (value - DARKEST) * left)))
