/** The settings of an export: format, size and content. */
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { choice, color, conform, type Fields, flag, number, type Values } from '#client/kit/values/fields.ts'
import { exportScale } from '#client/model/document/backdrop.ts'
import { fileSide, pictureRect, type WithCrop } from '#client/model/document/crop.ts'
import type { ExportFormat } from './formats/format.ts'
import { exportFormats, type FormatId, formatOptions, plainFormat } from './formats/registry.ts'

/**
 * Named frame sizes, px, each with the crop format of the same ratio. A4 has 300 px per inch. The names are translated
 * when shown.
 */
export const NAMED_SIZES = [
  { name: 'Story', size: '1080x1920', width: 1080, height: 1920, format: '9:16' },
  { name: 'Post', size: '1080x1350', width: 1080, height: 1350, format: '4:5' },
  { name: 'Square post', size: '1080x1080', width: 1080, height: 1080, format: '1:1' },
  { name: 'YouTube', size: '1280x720', width: 1280, height: 720, format: '16:9' },
  { name: 'A4', size: '2480x3508', width: 2480, height: 3508, format: '210:297' },
] as const

export const PRESETS = NAMED_SIZES.map(({ size }) => size)

/** Returns the settings for an export of exactly this size (px). Null = the image's own size. */
export function settingsOfSize(size: Size | null): Pick<ExportSettings, 'size'> & Partial<Size> {
  if (!size) return { size: 'original' }
  const { width, height } = size
  return { size: PRESETS.find((preset) => preset === `${width}x${height}`) ?? 'pixels', width, height }
}

/** Every setting of an export with its label, default, range and unit, including the options of all formats. */
export const exportFields = {
  format: choice<FormatId>(
    'File format',
    exportFormats.map(({ id }) => id),
    plainFormat.id,
  ),
  ...formatOptions,
  content: choice('Content', ['picture', 'subject'], 'picture'),
  /** 'subject': exports at the subject's full resolution, even if a smaller background image sets the original size. */
  size: choice('Size', ['original', 'half', 'double', 'own', 'subject', 'pixels', ...PRESETS], 'original'),
  /** Output size in percent of the original size, if `size` is 'own'. */
  scale: number('Scale', { default: 100, min: 5, max: 400, isWhole: true, unit: 'percent' }),
  /** Width of the file's image, px, if `size` is 'pixels'. `height` is the height of this image. */
  width: number('Width', fileSide),
  height: number('Height', fileSide),
  /**
   * How an image fits a frame of exact size. 'crop': the image fills the frame, cut from the image's center. 'fit': the
   * whole image is visible. If the aspect ratios are equal, both options fill the frame.
   */
  fitting: choice('Fitting', ['crop', 'fit'], 'crop'),
  /** Color behind the image for formats without alpha. Also the color of the margins around an opaque image. */
  background: color('Background color', '#ffffff'),
  /** If true, the file contains an HDR photo's gain map, in the formats with `keepsGainMap`. */
  hdr: flag('HDR', true),
  /** If true, the file contains the photo's capture date, author, copyright and resolution, but never its location. */
  details: flag('Keep photo details', true),
  /**
   * 'photo': the colors of a Display P3 photo, with the Display P3 profile. 'srgb': colors clipped to sRGB, for
   * software that ignores profiles.
   */
  colors: choice('Color space', ['photo', 'srgb'], 'photo'),
} as const satisfies Fields

export type ExportSettings = Values<typeof exportFields>

/**
 * Returns settings that export an image of this size as sRGB without the photo's details, with a longer side of about
 * `side` px.
 */
export function settingsWithin({ width, height }: Size, side: number, format: FormatId): ExportSettings {
  const scale = Math.min(100, Math.ceil((100 * side) / Math.max(width, height)))
  return conform(exportFields, { format, size: 'own', scale, colors: 'srgb', details: false })
}

/** Scale and frame of an export, computed by `planPicture`. */
export interface PicturePlan {
  /** Output px per document px. */
  scale: number
  /** The exported rectangle, output px relative to the image. A frame with margins extends beyond the image. */
  frame: Rect
}

/** Returns the exact frame size in the settings, in px. Null = the image determines the size. */
function frameSize({ size, width, height }: Pick<ExportSettings, 'size' | 'width' | 'height'>): Size | null {
  if (size === 'pixels') return { width, height }
  const [across, down] = size.split('x').map(Number)
  return across && down ? { width: across, height: down } : null
}

const factorOf = ({ size, scale }: ExportSettings): number =>
  size === 'half' ? 0.5 : size === 'double' ? 2 : size === 'own' ? scale / 100 : 1

/**
 * Computes scale and frame of an export. `content`: the part to show. `picture`: the whole image (document px).
 * `natural` and `subject`: output px per document px at the original size and at the subject's resolution.
 */
export function planPicture(
  settings: ExportSettings,
  content: Rect,
  natural: number,
  subject = natural,
  picture = content,
): PicturePlan {
  const preset = frameSize(settings)
  if (!preset) {
    const scale = settings.size === 'subject' ? subject : natural * factorOf(settings)
    const across = spanOf([content.x, content.width], [picture.x, picture.width], scale)
    const down = spanOf([content.y, content.height], [picture.y, picture.height], scale)
    return { scale, frame: { x: across.start, y: down.start, width: across.length, height: down.length } }
  }
  const [across, down] = [preset.width / content.width, preset.height / content.height]
  const fills = settings.fitting === 'crop' || hasRatioOf(preset, content)
  const scale = fills ? Math.max(across, down) : Math.min(across, down)
  const startOf = (at: number, length: number, room: number) => Math.round((at + length / 2) * scale - room / 2)
  const x = startOf(content.x, content.width, preset.width)
  const y = startOf(content.y, content.height, preset.height)
  return { scale, frame: { x, y, ...preset } }
}

/** Maximum rounding error of a side length multiplied by a scale, px. */
const ROUNDING = 1e-6

/**
 * Returns start and length, in whole output px, of `content` along one axis, clipped to `picture`. `content` and
 * `picture`: start and length in document px. `scale`: output px per document px.
 */
function spanOf(content: readonly [number, number], picture: readonly [number, number], scale: number) {
  const end = Math.ceil((content[0] + content[1]) * scale - ROUNDING)
  const last = Math.max(1, Math.round((picture[0] + picture[1]) * scale))
  const start = Math.min(Math.floor(content[0] * scale + ROUNDING), last - 1)
  return { start, length: Math.max(1, Math.min(end, last) - start) }
}

/** Returns true if the image has the frame's aspect ratio. Allows for rounding of the image's sides to whole pixels. */
const hasRatioOf = (frame: Size, { width, height }: Size): boolean =>
  Math.abs(width - (height * frame.width) / frame.height) <= 1

/** Returns true if an image of this size leaves margins in the frame. */
export function hasMargins(settings: ExportSettings, picture: Size): boolean {
  const frame = frameSize(settings)
  return frame !== null && settings.fitting === 'fit' && !hasRatioOf(frame, picture)
}

/**
 * Returns the file size in px that the user or a template chose. Returns null if no size was chosen, or if the image
 * has a different aspect ratio.
 */
export function chosenSize(doc: WithCrop): Size | null {
  const { fileWidth: width, fileHeight: height } = doc.crop ?? {}
  return width && height && hasRatioOf({ width, height }, pictureRect(doc)) ? { width, height } : null
}

/**
 * Returns the settings with the document's chosen file size if this size is larger than the original size, and the
 * whole image would be exported at its original size. Otherwise returns the settings unchanged.
 */
export function enlarged(settings: ExportSettings, doc: WithCrop): ExportSettings {
  const size = chosenSize(doc)
  const isSmall = size !== null && size.width > pictureRect(doc).width * exportScale(doc)
  return isSmall && settings.size === 'original' && settings.content === 'picture'
    ? { ...settings, ...settingsOfSize(size) }
    : settings
}

/**
 * Returns the aspect ratio (width / height) of the exported file if the image has another ratio and is therefore
 * cropped or gets margins. Otherwise returns null. Ignores differences from rounding to px.
 */
export function differingFrameRatio(settings: ExportSettings, picture: Size): number | null {
  const frame = frameSize(settings)
  return frame && !hasRatioOf(frame, picture) ? frame.width / frame.height : null
}

/** Maximum number of px of an export, which permits twice the size of a 48 MP photo (192 MP). */
export const MAX_PIXELS = 200_000_000

/** Returns true if an image of this size (px) has too many pixels, or a side that the format cannot store. */
export const isTooLarge = ({ maxSide }: Pick<ExportFormat, 'maxSide'>, { width, height }: Size): boolean =>
  Math.max(width, height) > maxSide || width * height > MAX_PIXELS
