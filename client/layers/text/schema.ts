import { containsSome } from '#client/kit/fonts/coverage.ts'
import { FONT_FAMILIES, type FontWeight } from '#client/kit/fonts/families.ts'
import { t } from '#client/kit/i18n/translate.ts'
import {
  choice,
  clampField,
  color,
  type Fields,
  flag,
  group,
  number,
  string,
  type Values,
} from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Half } from '#client/render/halves.ts'
import type { LayerOf } from '#client/render/kind.ts'
import { gradientField } from '../colors/gradient.ts'
import { glowField, opacityField, positionField, rotationField } from '../placement/placed.ts'
import { weightOf } from './paint/measure.ts'

/**
 * Creates a length field of the 3D effect, in document px. `hardMax` exceeds the slider's maximum, because lengths are
 * scaled together with the letters.
 */
const solidLength = (
  label: string,
  [min, max, value]: readonly [number, number, number],
  hardMin = Math.min(min, 0.1),
) => number(label, { default: value, min, max, hardMin, hardMax: 100_000 })

/** The description of `front` in the published JSON schema. */
const FRONT =
  'The letters that stand in front of the subject while the text is behind it, such as "1,3-5", or "auto" so that the words can be read. Counted from 1 without spaces. A word in a script with joined letters (Arabic, Devanagari, …) counts as one letter.'

export const textFields = {
  text: string('Text content', 'new text'),
  /** The letters in front of the subject, if the layer is behind the subject (`front.ts`). */
  front: string('Letters in front', '', 6000, FRONT),
  fontFamily: string('Font', 'Inter', 100),
  // 400 or 700. The panel has a bold toggle instead of a slider.
  fontWeight: number('Weight', { default: 700, min: 400, max: 700, step: 300 }),
  /** Paints the text in capitals. The stored text doesn't change. */
  isUpperCase: flag('All caps', false),
  fontSize: number('Size', { default: 600, min: 12, max: 2000, hardMin: 8, unit: 'px' }),
  alignment: choice('Alignment', ['left', 'center', 'right'], 'center', {
    left: 'Left',
    center: 'Center',
    right: 'Right',
  }),
  /** Distance between baselines, as a multiple of the font size. */
  lineHeight: number('Line height', { default: 1.2, min: 0.5, max: 3, step: 0.05, unit: 'factor' }),
  /** Letter spacing in percent of the font size. */
  letterSpacing: number('Letter spacing', { default: 0, min: -20, max: 100, unit: 'percent' }),
  /** Angle of the arc that the widest line covers. 180 = a semicircle, negative = curved downward. */
  curve: number('Curve', { default: 0, min: -360, max: 360, unit: 'degrees' }),
  color: color('Color', '#ffffff'),
  /**
   * The colors that were chosen automatically (`automaticColors.ts`). If the layer has other colors, the user has set
   * them.
   */
  matched: string('Color', '', 15),
  position: positionField,
  opacity: opacityField,
  rotation: rotationField,
  background: group('Background', {
    enabled: flag('Background box', false),
    color: color('Background color', '#000000'),
    width: number('Width', { default: 600, min: 50, max: 3000, unit: 'px' }),
    height: number('Height', { default: 200, min: 20, max: 1000, unit: 'px' }),
    borderRadius: number('Corner radius', { default: 0, min: 0, max: 50, unit: 'px' }),
    /**
     * If true, the box is as large as the text plus padding (percent of the font size), and `width` and `height` are
     * ignored.
     */
    fitsText: flag('Fit to text', false),
    paddingX: number('Horizontal padding', { default: 25, min: 0, max: 200, unit: 'percent' }),
    paddingY: number('Vertical padding', { default: 0, min: -50, max: 200, unit: 'percent' }),
  }),
  /**
   * A text box at the layer's position in document px. The text is aligned in this box, and scaled down if it is too
   * large.
   */
  frame: group('Text box', {
    enabled: flag('Text box', false),
    width: number('Box width', { default: 600, min: 10, max: 6000, hardMin: 1, hardMax: 100_000, unit: 'px' }),
    height: number('Box height', { default: 200, min: 10, max: 6000, hardMin: 1, hardMax: 100_000, unit: 'px' }),
    /** Adds line breaks where they increase the font size. */
    wraps: flag('Wrap lines', true),
    vertical: choice('Vertical alignment', ['top', 'middle', 'bottom'], 'middle', {
      top: 'Top',
      middle: 'Middle',
      bottom: 'Bottom',
    }),
  }),
  glow: glowField,
  gradient: gradientField,
  /** A stroke around the letters. Its width is in percent of the font size. */
  stroke: group('Stroke', {
    enabled: flag('Stroke', false),
    color: color('Stroke color', '#000000'),
    width: number('Stroke width', { default: 4, min: 0.5, max: 30, step: 0.5, unit: 'percent' }),
  }),
  /** A drop shadow. Lengths are in percent of the font size. */
  dropShadow: group('Drop shadow', {
    enabled: flag('Drop shadow', false),
    color: color('Drop shadow color', '#000000'),
    opacity: number('Drop shadow opacity', { default: 50, min: 0, max: 100, isWhole: true, unit: 'percent' }),
    blur: number('Drop shadow blur', { default: 6, min: 0, max: 20, step: 0.5, unit: 'percent' }),
    horizontal: number('Drop shadow horizontal offset', { default: 3, min: -20, max: 20, step: 0.5, unit: 'percent' }),
    vertical: number('Drop shadow vertical offset', { default: 4, min: -20, max: 20, step: 0.5, unit: 'percent' }),
  }),
  threeDEffect: group('3D', {
    enabled: flag('3D effect', false),
    depth: solidLength('Depth', [1, 100, 30]),
    perspective: solidLength('Perspective', [100, 2000, 900], 1),
    rotateX: number('Rotate X', { default: 14, min: -180, max: 180, unit: 'degrees' }),
    rotateY: number('Rotate Y', { default: -24, min: -180, max: 180, unit: 'degrees' }),
    rotateZ: number('Rotate Z', { default: 0, min: -180, max: 180, unit: 'degrees' }),
    shadowColor: color('Shadow color', '#000000'),
    shadowOpacity: number('Shadow opacity', { default: 0.5, min: 0, max: 1, step: 0.01 }),
    shadowBlur: solidLength('Shadow blur', [0, 50, 20]),
    shadowOffsetX: solidLength('Shadow X', [-50, 50, 12], -100_000),
    shadowOffsetY: solidLength('Shadow Y', [-50, 50, 16], -100_000),
    extrudeColor: color('Extrusion color', '#7a7a8c'),
    lightAngle: number('Light angle', { default: 45, min: 0, max: 360, unit: 'degrees' }),
    lightIntensity: number('Light intensity', { default: 1, min: 0, max: 2, step: 0.05 }),
  }),
} as const satisfies Fields

/** Names of the 3D effect's fields in document px. */
export const SOLID_LENGTHS = ['depth', 'perspective', 'shadowBlur', 'shadowOffsetX', 'shadowOffsetY'] as const

export type TextValues = Values<typeof textFields>
export type TextLayer = LayerOf<'text', typeof textFields>

/** The fields that determine the color of the letters. */
export type TextColors = Pick<TextValues, 'color' | 'gradient' | 'matched'>

const colorNames = ({ color, gradient }: Immutable<TextColors>): string =>
  gradient.enabled ? `${color} ${gradient.color}` : color

/** Returns the values with their current colors marked as chosen automatically. */
export const withAutomaticColors = <T extends Immutable<TextColors>>(values: T): T => ({
  ...values,
  matched: colorNames(values),
})

/** Returns true if the user hasn't set the color of the letters. */
export const hasAutomaticColors = (values: Immutable<TextColors>): boolean => values.matched === colorNames(values)

/**
 * A text layer as the scene paints it. This type is never stored. `isFlat`: the user is typing, so 3D text faces the
 * viewer. `half`: only the letters of this half are painted.
 */
export type ShownText = TextLayer & { isFlat?: boolean; half?: Half }

/** A font family, a weight, and the text whose letters are needed. */
export type Face = readonly [family: string, weight: FontWeight, words: string]

/** Returns the font face for painting a text layer. */
export const faceFor = (values: Pick<TextValues, 'text' | 'fontFamily' | 'fontWeight' | 'isUpperCase'>): Face => [
  values.fontFamily,
  paintedWeight(values),
  casedWords(values, values.text),
]

/** Returns text in the painted letter case. */
export const casedWords = ({ isUpperCase }: Pick<TextValues, 'isUpperCase'>, words: string): string =>
  isUpperCase ? words.toLocaleUpperCase(capitalsLanguage(words)) : words

/** Matches letters of Kurdish and Romanian, which are also written with "ş". Turkish text rarely has them. */
const OTHER_LETTERS = /[êîțţă]/iu

/**
 * Returns the language (BCP 47) whose rules convert the text to capitals. This is Turkish if the text has Turkish
 * letters, because their "i" becomes "İ". Otherwise it is Greek, whose rules change only Greek letters. The language
 * depends only on the text, so that every device paints the same capitals.
 */
export const capitalsLanguage = (words: string): 'tr' | 'el' =>
  /[ıİğĞ]/.test(words) || (/[şŞ]/.test(words) && !OTHER_LETTERS.test(words)) ? 'tr' : 'el'

/** Font size in document px that a double-click on the label sets. New text layers start with the field's default. */
export const RESET_FONT_SIZE = 16

/**
 * Returns the font weight for painting a text layer. Fonts with a single weight are heavy at weight 400. If such a font
 * doesn't contain the text's letters, the fallback font gets weight 700, so that it looks equally heavy.
 */
export function paintedWeight({
  text,
  fontFamily,
  fontWeight,
}: Pick<TextValues, 'text' | 'fontFamily' | 'fontWeight'>): FontWeight {
  const heavy = FONT_FAMILIES.find(({ name, weights }) => name === fontFamily && weights.length === 1)
  const letters = heavy ? text.replace(/\P{L}/gu, '') : ''
  return heavy && letters !== '' && !containsSome(heavy.id, letters) ? 700 : weightOf(fontWeight)
}

/** Returns true if the text has Latin letters, which the built-in fonts contain. */
export const hasLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/** Maximum length of a text layer's name, UTF-16 code units. */
const MAX_NAME = 80

/** Returns the name of a text layer in lists: its text on one line. */
export function nameOfText(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim()
  const name =
    words.length > MAX_NAME
      ? `${words
          .slice(0, MAX_NAME)
          .replace(/\p{Surrogate}$/u, '')
          .trim()}…`
      : words
  return name || t('Empty text')
}

type Effect = TextValues['threeDEffect']

/** A 3D effect, and the painted font size (document px) that its lengths fit. */
export interface Solid {
  effect: Immutable<Effect>
  fontSize: number
}

/** Sets the lengths of an enabled 3D effect to the lengths of `start`, scaled to `fontSize`. */
export function scaleSolid(effect: Effect, start: Solid, fontSize: number): void {
  if (!start.effect.enabled) return
  const by = fontSize / start.fontSize
  for (const name of SOLID_LENGTHS) {
    const length = by === 1 ? start.effect[name] : Math.round(by * start.effect[name] * 10) / 10
    effect[name] = clampField(textFields.threeDEffect.fields[name], length)
  }
}
