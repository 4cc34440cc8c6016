/** The backdrop, which is the document's rearmost layer, and the canvas size, which depends on the backdrop. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { choice, color, conform, type Fields, group, number, type Values } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'

const opacity = number('Background opacity', { default: 100, min: 0, max: 100, isWhole: true, unit: 'percent' })

/** Settings of a backdrop with a color or a gradient. */
export const colorBackdropFields = {
  color: color('Background color', '#ffffff'),
  opacity,
} as const satisfies Fields

/** The settings of a linear gradient over the whole canvas, from the backdrop's color to a second color. */
export const gradientFields = {
  color: color('Second color', '#4a90e2'),
  /**
   * Direction toward the second color, in degrees clockwise from the top, as in CSS. At 180°, the second color is at
   * the bottom.
   */
  angle: number('Gradient angle', { default: 180, min: 0, max: 360, unit: 'degrees' }),
} as const satisfies Fields

/** Settings of a studio floor in front of a wall. The wall has the color and gradient of the backdrop. */
export const floorFields = {
  color: color('Floor color', '#d9d9d6'),
  /** Distance from the canvas's top to the horizon, in percent of the canvas's height. */
  horizon: number('Horizon', { default: 70, min: 0, max: 100, unit: 'percent' }),
} as const satisfies Fields

export const imageBackdropFields = {
  /**
   * With `canvas`, the canvas gets the image's size. With all other options, the image is fitted to the photo's canvas.
   */
  fit: choice('Fit', ['canvas', 'cover', 'contain', 'stretch'], 'canvas', {
    canvas: 'Resize canvas to image',
    cover: 'Fill',
    contain: 'Fit',
    stretch: 'Stretch',
  }),
  /**
   * Position of the image as in CSS `background-position`, in percent. Of the free space (contain), or of the part that
   * extends beyond the canvas (cover).
   */
  position: group('Position', {
    horizontal: number('Background horizontal position', { default: 50, min: 0, max: 100, step: 0.1, unit: 'percent' }),
    vertical: number('Background vertical position', { default: 50, min: 0, max: 100, step: 0.1, unit: 'percent' }),
  }),
  opacity,
  /** Standard deviation of the Gaussian blur in document px. */
  blur: number('Background blur', { default: 0, min: 0, max: 20, step: 0.1, unit: 'px' }),
} as const satisfies Fields

/** The bitmap of a background image, with its size in px of the decoded file. */
export interface BackdropImage extends Size {
  asset: AssetId
  hasAlpha: boolean
}

/** The second color of a color backdrop, and the gradient's direction. */
export type Gradient = Values<typeof gradientFields>
export type Floor = Values<typeof floorFields>
/** A backdrop with a color or a linear gradient, and optionally a floor. */
export type ColorBackdrop = { type: 'color' } & Values<typeof colorBackdropFields> & {
    /** If absent, one color fills the whole canvas. */
    gradient?: Gradient
    /** If absent, the backdrop has no floor. */
    floor?: Floor
    /** Present if the color replaced a floor. The subject may still have the floor's shadow and place. */
    hadFloor?: true
  }

export type ImageBackdrop = { type: 'image' } & BackdropImage &
  Values<typeof imageBackdropFields> & {
    /** Present if the image is the document's photo, extended by Fill around. */
    isExtended?: true
  }
/**
 * The content of the rearmost layer. 'original': the photo's own background. 'transparent': the background was removed.
 */
export type Backdrop = { type: 'original' } | { type: 'transparent' } | ColorBackdrop | ImageBackdrop

/** Returns a color backdrop. Missing or invalid values are replaced with the fields' defaults. */
export const colorBackdrop = (values: Readonly<Record<string, unknown>> = {}): ColorBackdrop => ({
  ...conform(colorBackdropFields, values),
  ...(values.gradient ? { gradient: conform(gradientFields, values.gradient) } : {}),
  ...(values.floor ? { floor: conform(floorFields, values.floor) } : {}),
  ...(values.hadFloor === true && { hadFloor: true }),
  type: 'color',
})

/** Returns an image backdrop. Missing or invalid values are replaced with the fields' defaults. */
export const imageBackdrop = (
  { asset, width, height, hasAlpha }: BackdropImage,
  values: object = {},
): ImageBackdrop => ({
  ...conform(imageBackdropFields, values),
  ...('isExtended' in values && values.isExtended === true && { isExtended: true }),
  type: 'image',
  asset,
  width,
  height,
  hasAlpha,
})

/** Returns true if the background is the photo that Fill around has extended. */
export const isExtended = ({ backdrop }: { readonly backdrop: Immutable<Backdrop> }): boolean =>
  backdrop.type === 'image' && backdrop.isExtended === true

/** The parts of a document that determine its canvas size. */
export interface WithCanvas {
  readonly photo: (Immutable<Size> & { readonly hasAlpha: boolean }) | null
  readonly backdrop: Immutable<Backdrop>
}

/**
 * Returns true if there is a photo and something is behind the subject: the photo's own background, a color or an
 * image. Returns false if the background was removed.
 */
export const hasBackground = ({ photo, backdrop }: WithCanvas): boolean =>
  photo !== null && backdrop.type !== 'transparent'

/**
 * Returns output px per document px of an export at original size. This is 1, unless a background image with the fit
 * 'canvas' sets the canvas size. In that case, the export has the image's size. The canvas's shorter side then equals
 * the photo's shorter side in document px, so that layers have the same relative size as before.
 */
export function exportScale({ photo, backdrop }: WithCanvas): number {
  if (!photo || backdrop.type !== 'image' || backdrop.fit !== 'canvas') return 1
  return Math.min(backdrop.width, backdrop.height) / Math.min(photo.width, photo.height)
}

/**
 * Returns the canvas size in document px. For a background image with the fit 'canvas', this is the image's size
 * divided by `exportScale`. Otherwise it is the photo's size, or 0 × 0 if there is no photo.
 */
export function canvasSize(doc: WithCanvas): Size {
  const { photo, backdrop } = doc
  if (!photo) return { width: 0, height: 0 }
  if (backdrop.type !== 'image' || backdrop.fit !== 'canvas') return { width: photo.width, height: photo.height }
  const scale = exportScale(doc)
  return { width: backdrop.width / scale, height: backdrop.height / scale }
}

/** Returns true if no pixel of the image can be translucent. Exported files then don't need an alpha channel. */
export function isOpaque({ photo, backdrop }: WithCanvas): boolean {
  if (!photo || backdrop.type === 'transparent') return false
  if (backdrop.type === 'original') return !photo.hasAlpha
  if (backdrop.opacity < 100) return false
  return backdrop.type === 'color' || (!backdrop.hasAlpha && backdrop.fit !== 'contain')
}
