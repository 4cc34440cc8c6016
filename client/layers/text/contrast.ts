/** Measures the contrast between a text layer and the pixels under its visible letters, and chooses readable colors. */
import { transformPoint } from '#client/kit/geometry/affine.ts'
import { type Point, type Rect, rotatePoint, type Size, scaledSize } from '#client/kit/geometry/geometry.ts'
import { linearOf } from '#client/kit/pixels/color-space/colorSpace.ts'
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { AssetStore, BitmapAsset, MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { ReducedPixels } from '../colors/reducedPixels.ts'
import { pointsIn, subjectCoverage } from '../occlusion/occlusion.ts'
import { type Ground, LEAST_SEEN } from '../occlusion/readability.ts'
import { seenMap } from '../placement/seen.ts'
import { wordsIn } from './letters.ts'
import { fontOf } from './paint/measure.ts'
import { textEffectsOf } from './paint/paintOptions.ts'
import { paintStyledText, type StyledText } from './paint/styledText.ts'
import { hasAutomaticColors, type TextLayer } from './schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer } from './textSize.ts'
import { paintedBox, textCenter } from './transform.ts'
import { isInFront } from './weave.ts'

/** Minimum contrast of large letters (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 3
/** Longer side of the image that contrasts are measured on, px. */
export const MEASURED_SIDE = 320
/** Longer side of the downscaled photo that best places are chosen on, px. */
const TONES_SIDE = 96
/** Letters are painted on a grid to find sample points. This is the grid's longer side, px. */
const LETTERS_SIDE = 160
/** Number of sample points across and down the box of a 3D text layer. */
const [ACROSS, DOWN] = [40, 16]
/** The contrast is measured so that this fraction of the pixels may have a lower contrast. */
const TENTH = 0.1
/** Minimum width of a stroke that separates the letters from the image, in percent of the font size. */
const LEAST_STROKE = 3

/**
 * Returns for each letter of a text layer the relative luminances (WCAG 2.2, 0..1) of the pixels that surround it.
 * These pixels belong to its stroke, its background box, or the image under the letter that the subject doesn't hide.
 * Letters that the subject hides don't count, unless it hides all of them. 3D text counts as one letter. `behind`: the
 * image without the text, sRGB. `hasShadow`: the luminances include the text's drop shadow. `points`: the result of
 * `letterPoints`, for callers that measure a layer twice.
 */
export function luminancesUnder(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset | null,
  behind: ReducedPixels | null,
  hasShadow = false,
  points: ReturnType<typeof letterPoints> | null = null,
): number[][] {
  const around = coverOf(layer)
  if (around) return [[luminanceOf(around)]]
  const [picture, seen] = [pictureRect(doc), seenMap(doc)]
  const coverageAt = matte ? subjectCoverage(layer, doc, matte) : () => 0
  const [isFront, shadow] = [isInFront(layer, doc), channelsOf(layer.dropShadow.color)]
  const letters: { all: number[]; visible: number[] }[] = []
  for (const { at, shade, letter } of points ?? letterPoints(layer, doc)) {
    const { x, y } = transformPoint(seen, at)
    const shown = { x: (x - picture.x) / picture.width, y: (y - picture.y) / picture.height }
    if (shown.x < 0 || shown.y < 0 || shown.x >= 1 || shown.y >= 1) continue
    const color = colorAt(behind, shown)
    const own = luminance(hasShadow ? color.map((c, i) => c + shade * ((shadow[i] ?? 0) - c)) : color)
    letters[letter] ??= { all: [], visible: [] }
    const { all, visible } = letters[letter]
    all.push(own)
    if (coverageAt(at) < 0.5 || isFront(at)) visible.push(own)
  }
  const seenLetters = letters.filter(({ all, visible }) => visible.length >= LEAST_SEEN * all.length)
  return seenLetters.length > 0
    ? seenLetters.map(({ visible }) => visible)
    : letters.map(({ all }) => all).filter(Boolean)
}

/**
 * Returns the stroke's color if the stroke is wide enough to separate the letters from the image, else the background
 * box's color. Null if there is neither.
 */
export function coverOf({ stroke, background }: Immutable<TextLayer>): Hex | null {
  if (stroke.enabled && stroke.width >= LEAST_STROKE) return stroke.color
  return background.enabled ? background.color : null
}

/**
 * Returns the positions of the letters' pixels in document px, sampled on a grid of at most `LETTERS_SIDE` points on
 * its longer side. For 3D text, and if no pixel is found, returns points in the whole box. `shade`: alpha (0..1) of the
 * drop shadow at that position. `letter`: index of the letter.
 */
export function letterPoints(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
): { at: Point; shade: number; letter: number }[] {
  const box = paintedBox(layer, canvasSize(doc))
  if (!box) return []
  const anywhere = () => pointsIn(box, ACROSS, DOWN).map((at) => ({ at, shade: 0, letter: 0 }))
  if (layer.threeDEffect.enabled) return anywhere()
  const [layout, size, { family, weight }] = [layoutOfLayer(layer), fontSizeOf(layer), faceOf(layer)]
  // the default is never used, because without ink `paintedBox` is null and the function has returned
  const ink = layout.ink ?? { x: 0, y: 0, width: 1, height: 1 }
  const scale = LETTERS_SIDE / Math.max(ink.width, ink.height)
  const [width, height] = [Math.ceil(ink.width * scale), Math.ceil(ink.height * scale)]
  const letters = { layout, font: fontOf(family, weight), fontSize: scale, box: null, stroke: null, gradient: null }
  const alphaOf = (look: Pick<StyledText, 'color' | 'shadow'>) => {
    const context = createContext({ width, height }, { willReadFrequently: true })
    context.translate(-ink.x * scale, -ink.y * scale)
    paintStyledText(context, { ...letters, ...look })
    return context.getImageData(0, 0, width, height).data
  }
  const data = alphaOf({ color: '#000000', shadow: null })
  const { shadow } = textEffectsOf(layer)
  const shades = shadow && alphaOf({ color: '#00000000', shadow })
  const center = textCenter(layer, canvasSize(doc))
  const letterAt = nearestBox(wordsIn(layer).flat())
  const points: ReturnType<typeof letterPoints> = []
  for (let i = 0; i < width * height; i++) {
    if ((data[4 * i + 3] ?? 0) < 128) continue
    const em = { x: ink.x + ((i % width) + 0.5) / scale, y: ink.y + (Math.floor(i / width) + 0.5) / scale }
    const { x, y } = rotatePoint({ x: em.x * size, y: em.y * size }, layer.rotation)
    // in a mirrored composition, letters are mirrored back around their center (ReadableNode.ts)
    const at = { x: center.x + (doc.crop?.isMirrored ? -x : x), y: center.y + y }
    const [across, down] = [(2 * (em.x - ink.x)) / ink.width - 1, (2 * (em.y - ink.y)) / ink.height - 1]
    points.push({ at, shade: (shades?.[4 * i + 3] ?? 0) / 255, letter: letterAt(across, down) })
  }
  return points.length > 0 ? points : anywhere()
}

/**
 * Returns a function that returns the index of the box that is nearest to a point, or the first of several nearest
 * boxes. Fast if successive points are in the same row and near each other.
 */
export function nearestBox(boxes: readonly Rect[]): (x: number, y: number) => number {
  // the distances from the row are the same for all points of a row
  const away = new Float64Array(boxes.length)
  const distanceTo = (x: number, i: number) => {
    const box = boxes[i]
    return box ? Math.hypot(outside(x, box.x, box.width), away[i] ?? 0) : Number.POSITIVE_INFINITY
  }
  let [row, nearest] = [Number.NaN, 0]
  return (x, y) => {
    if (y !== row) for (const [i, box] of boxes.entries()) away[i] = outside(y, box.y, box.height)
    row = y
    // most points are in the same box as the point before, so only boxes that are as near to the row are measured
    let least = distanceTo(x, nearest)
    for (let i = 0; i < away.length; i++) {
      if ((away[i] ?? 0) > least) continue
      const distance = distanceTo(x, i)
      if (distance > least || (distance === least && i >= nearest)) continue
      least = distance
      nearest = i
    }
    return nearest
  }
}

const outside = (at: number, start: number, length: number) => Math.max(start - at, 0, at - start - length)

/** Returns the sRGB color (0..255) of the image over white. Position in fractions of the image. */
function colorAt(behind: ReducedPixels | null, { x, y }: Point): readonly number[] {
  if (!behind) return [255, 255, 255]
  const at = 4 * (Math.floor(y * behind.height) * behind.width + Math.floor(x * behind.width))
  const [red = 0, green = 0, blue = 0, alpha = 0] = behind.pixels.subarray(at, at + 4)
  return [red, green, blue].map((channel) => 255 + (alpha / 255) * (channel - 255))
}

/** Relative luminances of the pixels that surround each letter (`luminancesUnder`). */
type Luminances = readonly (readonly number[])[]

/** Returns the contrast (1..21) that nine tenths of the pixels around all letters reach. */
export function contrastWith(color: Hex, letters: Luminances): number {
  const own = luminanceOf(color)
  const sorted = letters.flatMap((letter) => letter.map((other) => ratio(own, other))).sort((a, b) => a - b)
  return sorted[Math.floor(TENTH * sorted.length)] ?? 1
}

/** Returns the lowest contrast (1..21) of a letter with the mean of its luminances. */
export const meanContrast = (color: Hex, letters: Luminances): number =>
  Math.min(21, ...letters.map((letter) => ratio(luminanceOf(color), meanOf(letter))))

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

/**
 * Returns the first color of `wanted`, white and black whose contrast is at least `LEAST_CONTRAST`, with the mean
 * luminance of each letter and with nine tenths of all pixels. A color must have this contrast with `shaded`, the
 * luminances under the text's drop shadow, because the shadow of dark letters darkens the pixels around them. A color
 * that also has this contrast without the shadow comes first. If there is none, considers the colors that contrast with
 * the mean of each letter in `shaded` and returns the color with the highest contrast. If no color contrasts with each
 * letter, returns the color whose worst letter is the best.
 */
export function readableColor(wanted: readonly Hex[], letters: Luminances, shaded = letters): Hex {
  const all = [...wanted, '#ffffff', '#000000'] as const
  const usableOn = (colors: readonly Hex[], under: Luminances) =>
    colors.filter((color) => meanContrast(color, under) >= LEAST_CONTRAST)
  const readableOn = (colors: readonly Hex[], under: Luminances) =>
    usableOn(colors, under).filter((color) => contrastWith(color, under) >= LEAST_CONTRAST)
  const readable = readableOn(all, shaded)
  const best = readableOn(readable, letters)[0] ?? readable[0] ?? strongest(usableOn(all, shaded), contrastWith, shaded)
  return best ?? strongest(all, meanContrast, shaded) ?? all[0]
}

/** Returns the color with the highest contrast, or undefined if there are no colors. */
function strongest(colors: readonly Hex[], contrast: typeof contrastWith, under: Luminances): Hex | undefined {
  const contrasts = colors.map((color) => contrast(color, under))
  return colors[contrasts.indexOf(Math.max(...contrasts))]
}

/** Relative luminances of a photo's pixels, downscaled, row-major. */
export interface Tones extends Size {
  luminances: readonly number[]
}

/** Returns the tones of a document's photo. Null if there is no photo, or if its pixels can't be read. */
export function tonesOf({ photo }: DocumentSnapshot, assets: AssetStore): Tones | null {
  const asset = photo && assets.bitmap(photo.asset)
  return asset && tonesOfBitmap(asset)
}

const tonesOfBitmap = memoOn(({ bitmap }: BitmapAsset): Tones | null => {
  const { width, height } = scaledSize(bitmap, TONES_SIDE / Math.max(bitmap.width, bitmap.height))
  try {
    const context = createContext({ width, height }, { willReadFrequently: true })
    context.imageSmoothingQuality = 'medium'
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const luminances = Array.from({ length: width * height }, (_, i) => luminance([...data.subarray(4 * i, 4 * i + 3)]))
    return { width, height, luminances }
  } catch {
    return null // the bitmap was closed, or there is no 2D context
  }
})

/** Contrast above which text isn't faint, and contrast below which text can't be read. */
const [CLEARLY, HARDLY] = [3.6, 1.6]

/**
 * Returns the photo under a text layer. Text with automatic colors is regarded as white or black. Null if the text
 * covers the image around it, and if the photo's background is replaced.
 */
export function groundOf(layer: Immutable<TextLayer>, doc: DocumentSnapshot, tones: Tones | null): Ground | null {
  const { photo } = doc
  if (!tones || !photo || coverOf(layer) || doc.backdrop.type !== 'original') return null
  const colors = hasAutomaticColors(layer) ? [1, 0] : [luminanceOf(layer.color)]
  const { width, height, luminances } = tones
  return {
    luminanceAt({ x, y }) {
      const column = clamp(Math.floor((x / photo.width) * width), 0, width - 1)
      const row = clamp(Math.floor((y / photo.height) * height), 0, height - 1)
      return luminances[row * width + column] ?? 1
    },
    faintness(letters) {
      const contrast = Math.max(...colors.map((color) => Math.min(21, ...letters.map((each) => ratio(color, each)))))
      return clamp((CLEARLY - contrast) / (CLEARLY - HARDLY), 0, 1)
    },
  }
}

/** Returns the contrast ratio of two relative luminances (WCAG 2.2). */
const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

export const luminanceOf = (color: Hex): number => luminance(channelsOf(color))

/** Returns the relative luminance (WCAG 2.2, 0..1) of an sRGB color, channels 0..255. */
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * linearOf(red / 255) + 0.7152 * linearOf(green / 255) + 0.0722 * linearOf(blue / 255)
