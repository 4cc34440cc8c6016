/** Suggested headings. Each has text, a font and effects in the photo's colors. */
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { distance, okLab } from '#client/kit/pixels/color-space/okLab.ts'
import { conform, type Hex } from '#client/kit/values/fields.ts'
import type { Placement } from '#client/model/document/document.ts'
import type { PhotoColors } from '../../colors/photoColors.ts'
import { contrastWith, LEAST_CONTRAST, luminanceOf } from '../contrast.ts'
import { hasLatin, type TextValues, textFields, withAutomaticColors } from '../schema.ts'
import { HARD, type PaintParts, paintOf } from '../styles/presetStyles.ts'

export interface StarterColors {
  /** The photo's color with the highest OKLab chroma, or a fixed color if the photo has no vivid color. */
  accent: Hex
  light: Hex
  dark: Hex
  /** The color of a heading without an outline: `dark` on a light background, otherwise `light`. */
  title: Hex
  /** The color of a glow. This is `accent`, or a fixed color if the background is similar to `accent`. */
  neon: Hex
}

export interface Starter {
  name: string
  /** English text, translated when the layer is added. */
  words: string
  font: string
  weight?: 700
  isUpperCase?: true
  /** True if the look depends on the font, which contains only Latin letters. */
  isOnlyLatin?: true
  /**
   * `canvas`: the text is behind the subject and as wide as the canvas, at the height where the subject hides the
   * least. `beside`: the text is smaller and in front of the subject.
   */
  size: 'canvas' | 'beside'
  paint(colors: StarterColors): PaintParts
}

/** Returns the heading's placement: behind or in front of the subject. */
export const placementOf = ({ size }: Starter): Placement => (size === 'canvas' ? 'background' : 'foreground')

const FALLBACK: StarterColors = {
  accent: '#ff3d68',
  light: '#ffffff',
  dark: '#161616',
  title: '#ffffff',
  neon: '#ff2fd0',
}

const starter = (
  name: string,
  words: string,
  look: Omit<Starter, 'name' | 'words' | 'paint'>,
  paint: Starter['paint'],
): Starter => ({ name, words, ...look, paint })

/** The headings in the order of the panel. */
export const STARTERS: readonly Starter[] = [
  starter('Headline', 'Your title', { font: 'Anton', isUpperCase: true, size: 'canvas' }, ({ title }) => ({
    color: title,
  })),
  starter('Thumbnail', 'Watch this', { font: 'Archivo Black', isUpperCase: true, size: 'beside' }, (colors) => ({
    color: colors.light,
    stroke: { color: colors.dark, width: 6 },
    dropShadow: { ...HARD, color: colors.accent, horizontal: 5, vertical: 5 },
  })),
  starter('Neon sign', 'Tonight', { font: 'Righteous', size: 'canvas' }, ({ neon }) => ({
    color: '#ffffff',
    stroke: { color: neon, width: 2 },
    glow: { color: neon, intensity: 40 },
  })),
  starter('Handwritten', 'With love', { font: 'Pacifico', isOnlyLatin: true, size: 'beside' }, ({ light, dark }) => ({
    color: light,
    dropShadow: { color: dark, opacity: 70, blur: 8, horizontal: 0, vertical: 4 },
  })),
  starter(
    'Magazine',
    'The story',
    { font: 'Playfair Display', weight: 700, isOnlyLatin: true, size: 'canvas' },
    ({ title, accent }) => ({
      color: title,
      gradient: accent,
    }),
  ),
  starter('Label', 'New', { font: 'Bebas Neue', isUpperCase: true, size: 'beside' }, ({ light, dark, accent }) => ({
    color: light,
    stroke: { color: separates(accent, light) ? accent : dark, width: 9 },
    dropShadow: { color: dark, opacity: 60, blur: 6, horizontal: 0, vertical: 4 },
  })),
]

/** Returns true if a stroke in the first color separates letters in the second color from the image. */
const separates = (stroke: Hex, letters: Hex): boolean =>
  contrastWith(letters, [[luminanceOf(stroke)]]) >= LEAST_CONTRAST

/** Returns true if the heading's font has letters for this text. */
export const suits = ({ isOnlyLatin }: Starter, words: string): boolean => !isOnlyLatin || hasLatin(words)

/** Returns all fields of a heading. Size and position are the defaults. */
export function starterValues(starter: Starter, colors: StarterColors, words: string): TextValues {
  const { font, weight: fontWeight = 400, isUpperCase = false } = starter
  const look = { ...paintOf(starter.paint(colors)), text: words, isUpperCase, fontFamily: font, fontWeight }
  return withAutomaticColors(conform(textFields, look))
}

/**
 * Returns the colors for headings: accent (highest OKLab chroma), light, dark, title and glow. A fixed color is used if
 * the photo has no color that is vivid, light or dark enough. `backdrop`: the color that replaces the photo's
 * background; null for an image, undefined for the photo's own background.
 */
export function starterColors({ subject, background }: PhotoColors, backdrop?: Hex | null): StarterColors {
  const all = [...subject, ...background]
  if (all.length === 0) return FALLBACK
  const lab = (hex: Hex) => okLab(channelsOf(hex))
  const vividness = (hex: Hex) => Math.hypot(lab(hex)[1], lab(hex)[2])
  const most = (of: (hex: Hex) => number, among: readonly Hex[]) =>
    among.reduce<Hex | undefined>((best, hex) => (best === undefined || of(hex) > of(best) ? hex : best), undefined)
  const accent = most(vividness, all) ?? FALLBACK.accent
  const lightest = most((hex) => lab(hex)[0], all) ?? FALLBACK.light
  const darkest = most((hex) => -lab(hex)[0], all) ?? FALLBACK.dark
  const light = lab(lightest)[0] > LEAST_LIGHT ? lightest : FALLBACK.light
  const dark = lab(darkest)[0] < MOST_DARK ? darkest : FALLBACK.dark
  const mostFrequent = (backdrop === undefined ? background[0] : backdrop) ?? dark
  return {
    accent: vividness(accent) > LEAST_VIVID ? accent : FALLBACK.accent,
    light,
    dark,
    title: lab(light)[0] - lab(mostFrequent)[0] > LEAST_DIFFERENCE ? light : dark,
    neon: neonOn(backdrop ? [backdrop] : backdrop === null ? [] : background.slice(0, AROUND), accent),
  }
}

/**
 * Returns `accent` if it clearly glows on the colors `around`. Otherwise returns the fixed color that differs most from
 * them.
 */
function neonOn(around: readonly Hex[], accent: Hex): Hex {
  const contrast = (hex: Hex) =>
    Math.min(...around.map((other) => distance(okLab(channelsOf(hex)), okLab(channelsOf(other)))))
  const [, a, b] = okLab(channelsOf(accent))
  if (Math.hypot(a, b) > LEAST_NEON && contrast(accent) > LEAST_GLOW) return accent
  return NEONS.reduce((best, hex) => (contrast(hex) > contrast(best) ? hex : best))
}

/** Fixed colors for a glow. */
const NEONS: readonly [Hex, ...Hex[]] = [FALLBACK.neon, '#00c8ff']
/** A glow must differ from this number of the most frequent background colors. */
const AROUND = 2
/** Minimum OKLab chroma of a glow, and its minimum OKLab distance from the background. */
const [LEAST_NEON, LEAST_GLOW] = [0.15, 0.35]

/**
 * Minimum OKLab chroma of an accent color. The next two constants are the minimum lightness of a light color and the
 * maximum lightness of a dark color.
 */
const LEAST_VIVID = 0.08
const LEAST_LIGHT = 0.85
const MOST_DARK = 0.35
/** Minimum difference in lightness (OKLab) between a light heading and the background. */
const LEAST_DIFFERENCE = 0.25
