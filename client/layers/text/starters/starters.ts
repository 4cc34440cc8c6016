/** Suggested headings: words, font and effects in the photo's colours. */
import { channelsOf } from '#client/kit/base/color-space/cssColor.ts'
import { conform, type Hex } from '#client/kit/base/fields.ts'
import type { Placement } from '#client/model/document/document.ts'
import { okLab } from '../../shared/dominantColors.ts'
import type { PhotoColors } from '../../shared/photoColors.ts'
import { headingWeight, type TextValues, textFields } from '../schema.ts'

export interface StarterColors {
  /** The photo's colour with the highest OKLab chroma, or a fixed colour. */
  accent: Hex
  light: Hex
  dark: Hex
}

export interface Starter {
  name: string
  /** English, translated when the text is added */
  words: string
  isUpperCase?: true
  placement: Placement
  /**
   * `canvas`: the words fill the canvas' width, where the subject hides least of them. `beside`: the words are smaller.
   */
  size: 'canvas' | 'beside'
  /** Returns the values that differ from the fields' defaults. */
  look(colors: StarterColors): Partial<{ [name in keyof TextValues]: Partial<TextValues[name]> | TextValues[name] }>
}

const FALLBACK: StarterColors = { accent: '#ff3d68', light: '#ffffff', dark: '#161616' }
const on = { enabled: true } as const
const HARD = { ...on, opacity: 100, blur: 0, horizontal: 5, vertical: 5 }

/** Headings in the panel's order. */
export const STARTERS: readonly Starter[] = [
  {
    name: 'Headline',
    words: 'Your title',
    isUpperCase: true,
    placement: 'background',
    size: 'canvas',
    look: ({ light }) => ({ fontFamily: 'Anton', fontWeight: 400, color: light }),
  },
  {
    name: 'Thumbnail',
    words: 'Watch this',
    isUpperCase: true,
    placement: 'foreground',
    size: 'beside',
    look: ({ light, dark, accent }) => ({
      fontFamily: 'Archivo Black',
      fontWeight: 400,
      color: light,
      stroke: { ...on, color: dark, width: 6 },
      dropShadow: { ...HARD, color: accent },
    }),
  },
  {
    name: 'Neon sign',
    words: 'Tonight',
    placement: 'background',
    size: 'canvas',
    look: ({ accent }) => ({
      fontFamily: 'Righteous',
      fontWeight: 400,
      color: '#ffffff',
      stroke: { ...on, color: accent, width: 2 },
      glow: { ...on, color: accent, intensity: 40 },
    }),
  },
  {
    name: 'Handwritten',
    words: 'With love',
    placement: 'foreground',
    size: 'beside',
    look: ({ light, dark }) => ({
      fontFamily: 'Pacifico',
      fontWeight: 400,
      color: light,
      dropShadow: { ...on, color: dark, opacity: 70, blur: 8, horizontal: 0, vertical: 4 },
    }),
  },
  {
    name: 'Magazine',
    words: 'The story',
    placement: 'background',
    size: 'canvas',
    look: ({ light, accent }) => ({
      fontFamily: 'Playfair Display',
      fontWeight: 700,
      color: light,
      gradient: { ...on, color: accent, angle: 180 },
    }),
  },
  {
    name: 'Label',
    words: 'New',
    isUpperCase: true,
    placement: 'foreground',
    size: 'beside',
    look: ({ light, dark, accent }) => ({
      fontFamily: 'Bebas Neue',
      fontWeight: 400,
      color: light,
      stroke: { ...on, color: accent, width: 9 },
      dropShadow: { ...on, color: dark, opacity: 60, blur: 6, horizontal: 0, vertical: 4 },
    }),
  },
]

/** Returns all fields of a heading. Size and position are the defaults. */
export function starterValues(starter: Starter, colors: StarterColors, words: string): TextValues {
  const text = starter.isUpperCase ? words.toLocaleUpperCase() : words
  const values = conform(textFields, { ...starter.look(colors), text })
  return { ...values, fontWeight: headingWeight(text, values.fontWeight) }
}

/**
 * Chooses accent (highest OKLab chroma), light and dark among the photo's colours. A fixed colour replaces a colour
 * that is not vivid, light or dark enough.
 */
export function starterColors({ subject, background }: PhotoColors): StarterColors {
  const all = [...subject, ...background]
  if (all.length === 0) return FALLBACK
  const lab = (hex: Hex) => okLab(channelsOf(hex))
  const vividness = (hex: Hex) => Math.hypot(lab(hex)[1], lab(hex)[2])
  const most = (of: (hex: Hex) => number, among: readonly Hex[]) =>
    among.reduce<Hex | undefined>((best, hex) => (best === undefined || of(hex) > of(best) ? hex : best), undefined)
  const accent = most(vividness, all) ?? FALLBACK.accent
  const lightest = most((hex) => lab(hex)[0], all) ?? FALLBACK.light
  const darkest = most((hex) => -lab(hex)[0], all) ?? FALLBACK.dark
  return {
    accent: vividness(accent) > LEAST_VIVID ? accent : FALLBACK.accent,
    light: lab(lightest)[0] > LEAST_LIGHT ? lightest : FALLBACK.light,
    dark: lab(darkest)[0] < MOST_DARK ? darkest : FALLBACK.dark,
  }
}

/** Limits of chroma and lightness (OKLab) for an accent, a light and a dark colour. */
const LEAST_VIVID = 0.08
const LEAST_LIGHT = 0.85
const MOST_DARK = 0.35
