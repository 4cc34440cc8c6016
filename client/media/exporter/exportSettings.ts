/** What users can choose for an export: format, size and content. */
import { choice, color, type Fields, number, type Values } from '#client/kit/base/fields.ts'
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import type { ExportFormat } from './formats/format.ts'
import { exportFormats, type FormatId, formatOptions, plainFormat } from './formats/registry.ts'

/** What people post, px. */
export const PRESETS = ['1280x720', '1080x1080', '1080x1350', '1080x1920'] as const

export const exportFields = {
  format: choice<FormatId>(
    'Format',
    exportFormats.map(({ id }) => id),
    plainFormat.id,
  ),
  ...formatOptions,
  content: choice('Content', ['picture', 'subject'], 'picture'),
  size: choice('Size', ['original', 'half', 'double', 'own', 'pixels', ...PRESETS], 'original'),
  /** For 'own'. */
  scale: number('Scale', { default: 100, min: 5, max: 400, isWhole: true, unit: 'percent' }),
  /** For 'pixels'. */
  width: number('Width', { default: 1080, min: 1, max: 32_767, isWhole: true, unit: 'px' }),
  height: number('Height', { default: 1080, min: 1, max: 32_767, isWhole: true, unit: 'px' }),
  /** For presets and 'pixels': the frame is filled, or all is shown. */
  fitting: choice('Fitting', ['crop', 'fit'], 'crop'),
  /** Behind the picture where nothing may be transparent: formats without alpha, and the margins of an opaque picture. */
  background: color('Background colour', '#ffffff'),
} as const satisfies Fields

export type ExportSettings = Values<typeof exportFields>

export interface PicturePlan {
  /** Output px per document px. */
  scale: number
  /** The part that is exported, output px: beyond the canvas where there are margins. */
  frame: Rect
}

/** The exact size that was asked for; null where the size follows from the picture. */
function frameSize({ size, width, height }: Pick<ExportSettings, 'size' | 'width' | 'height'>): Size | null {
  if (size === 'pixels') return { width, height }
  const [across, down] = size.split('x').map(Number)
  return across && down ? { width: across, height: down } : null
}

const factorOf = ({ size, scale }: ExportSettings): number =>
  size === 'half' ? 0.5 : size === 'double' ? 2 : size === 'own' ? scale / 100 : 1

/** `content`: the part of the document to show, document px. `natural`: output px per document px of a plain export. */
export function planPicture(settings: ExportSettings, content: Rect, natural: number): PicturePlan {
  const preset = frameSize(settings)
  if (!preset) {
    const scale = natural * factorOf(settings)
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    const [x, y] = [Math.round(content.x * scale), Math.round(content.y * scale)]
    return { scale, frame: { x, y, width: side(content.width), height: side(content.height) } }
  }
  const [across, down] = [preset.width / content.width, preset.height / content.height]
  const scale = settings.fitting === 'crop' ? Math.max(across, down) : Math.min(across, down)
  const startOf = (at: number, length: number, room: number) => Math.round((at + length / 2) * scale - room / 2)
  const x = startOf(content.x, content.width, preset.width)
  const y = startOf(content.y, content.height, preset.height)
  return { scale, frame: { x, y, ...preset } }
}

/** Whether the size is a frame of its own, which the picture fills or fits into. */
export const isPreset = (size: ExportSettings['size']): boolean => frameSize({ size, width: 1, height: 1 }) !== null

/** Nothing of the frame is seen through when all of it is covered. */
export const hasMargins = ({ size, fitting }: ExportSettings): boolean => isPreset(size) && fitting === 'fit'

/** 48 MP at twice the size; a file beyond that is of no use to anybody. */
const MAX_PIXELS = 200_000_000

/** Whether a picture of this size, px, has too many pixels or a side that the format cannot record. */
export const isTooLarge = ({ maxSide }: Pick<ExportFormat, 'maxSide'>, { width, height }: Size): boolean =>
  Math.max(width, height) > maxSide || width * height > MAX_PIXELS
