/** Measures text as the browser shapes it, and caches layouts. */

import { DEFAULT_FAMILY, type FontWeight } from '#client/kit/fonts/families.ts'
import { availableWeight, findFamily } from '#client/kit/fonts/family.ts'
import { loadedFilesOf } from '#client/kit/fonts/load.ts'
import { graphemesOf } from '#client/kit/i18n/format.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import { layOutText, type ParagraphStyle } from './layout.ts'
import type { Direction, LineMeasure, TextLayout } from './TextLayout.ts'

/**
 * The browser shapes and draws text at this font size (px), and the result is scaled. Advances are therefore the same
 * fraction of an em at every zoom, in the preview and in exports.
 */
export const REFERENCE_PX = 1000

const GENERIC = 'system-ui, sans-serif'
const MAX_CACHED = 200
const layoutCache = new LruMap<string, TextLayout>()

/** Family for text layers whose own family isn't loaded, and for letters that the own family doesn't contain. */
export const FALLBACK_FAMILY = DEFAULT_FAMILY

/**
 * Returns the CSS font: the family, Inter, and the browser's fallback for other scripts. If the family isn't loaded,
 * `FALLBACK_FAMILY` must be passed. Otherwise the text would change if the family loads during an export.
 */
export const fontOf = (family: string, weight: FontWeight): string =>
  `${weight} ${REFERENCE_PX}px ${familiesOf(family)}`

/** Returns the CSS `font-family` list: the family and its fallbacks. */
export const familiesOf = (family: string): string => `${JSON.stringify(family)}, ${FALLBACK_FAMILY}, ${GENERIC}`

/** CSS font for a text layer that could not be painted with its own font or effects. */
export const PLAIN_FONT = `400 ${REFERENCE_PX}px ${GENERIC}`

/** Returns the available font weight (400 or 700) nearest to `weight`. */
export const weightOf = (weight: number): FontWeight => (weight < 550 ? 400 : 700)

/** Returns the font fields for a new family. If the family has no bold face, the weight is regular. */
export function inFamily(name: string, weight: number): { fontFamily: string; fontWeight: number } {
  const family = findFamily(name)
  return { fontFamily: name, fontWeight: family ? availableWeight(family, weightOf(weight)) : weight }
}

/** Returns false in Safari before 18.4, where the canvas ignores `letterSpacing`. */
export const hasLetterSpacing = (): boolean =>
  typeof OffscreenCanvasRenderingContext2D !== 'undefined' &&
  'letterSpacing' in OffscreenCanvasRenderingContext2D.prototype

export interface FontSetup {
  font: string
  letterSpacing: number
}

/**
 * Sets font, letter spacing, kerning and direction of a 2D context. Text is left-aligned on the alphabetic baseline.
 */
export function applyFont(context: OffscreenCanvasRenderingContext2D, script: FontSetup, direction: Direction): void {
  context.font = script.font
  context.letterSpacing = `${script.letterSpacing * REFERENCE_PX}px`
  context.direction = direction
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fontKerning = 'normal'
  context.textRendering = 'geometricPrecision'
}

/**
 * Returns the layout of text in a font family, from the cache if possible. The cache key contains the number of loaded
 * files with the text's letters.
 */
export function cachedLayoutOf(text: string, family: string, weight: FontWeight, setting: ParagraphStyle): TextLayout {
  const { alignment, lineHeight, letterSpacing, curve, isClear } = setting
  const look = [alignment, lineHeight, letterSpacing, curve, isClear]
  const key = JSON.stringify([loadedFilesOf(family, weight, text), family, weight, ...look, text])
  const known = layoutCache.get(key)
  if (known) return known
  const font = fontOf(family, weight)
  const capHeight = measureLine({ font, letterSpacing: 0 }, 'H', 'ltr').inkAscent
  const layout = layOutText(text, capHeight, setting, (line, direction) =>
    measureLine({ font, letterSpacing }, line, direction),
  )
  layoutCache.set(key, layout)
  layoutCache.trim(MAX_CACHED)
  return layout
}

let measureContext: OffscreenCanvasRenderingContext2D | null = null

/** Returns the browser's metrics of a line in px at REFERENCE_PX. Null if there is no 2D context. */
function metricsOf(script: FontSetup, line: string, direction: Direction): TextMetrics | null {
  measureContext ??= new OffscreenCanvas(1, 1).getContext('2d')
  if (!measureContext) return null
  applyFont(measureContext, script, direction)
  return measureContext.measureText(line)
}

/** Measures a line of text, in em. All measures are 0 if there is no 2D context. */
export function measureLine(script: FontSetup, line: string, direction: Direction): LineMeasure {
  const metrics = metricsOf(script, line, direction)
  if (!metrics) return { advance: 0, trailing: 0, inkLeft: 0, inkRight: 0, inkAscent: 0, inkDescent: 0 }
  const trailing = trailingSpacing(script, line, direction)
  return {
    advance: Math.max(0, metrics.width / REFERENCE_PX - trailing),
    trailing,
    inkLeft: metrics.actualBoundingBoxLeft / REFERENCE_PX,
    inkRight: metrics.actualBoundingBoxRight / REFERENCE_PX,
    inkAscent: metrics.actualBoundingBoxAscent / REFERENCE_PX,
    inkDescent: metrics.actualBoundingBoxDescent / REFERENCE_PX,
  }
}

/** Ascent and descent of a font, em. */
export interface FontHeight {
  ascent: number
  descent: number
}

/** Returns the font's ascent and descent as the browser reports them, in em. Both are 0 if there is no 2D context. */
export function fontHeightOf(family: string, weight: FontWeight): FontHeight {
  const metrics = metricsOf({ font: fontOf(family, weight), letterSpacing: 0 }, '', 'ltr')
  if (!metrics) return { ascent: 0, descent: 0 }
  return {
    ascent: metrics.fontBoundingBoxAscent / REFERENCE_PX,
    descent: metrics.fontBoundingBoxDescent / REFERENCE_PX,
  }
}

/** Returns the letter spacing that the browser adds after the last letter, in em. Measured with this letter. */
function trailingSpacing(script: FontSetup, line: string, direction: Direction): number {
  const last = script.letterSpacing === 0 ? undefined : graphemesOf(line).at(-1)
  if (!last) return 0
  const [spaced, plain] = [script, { ...script, letterSpacing: 0 }].map((each) => metricsOf(each, last, direction))
  return spaced && plain ? (spaced.width - plain.width) / REFERENCE_PX : 0
}
