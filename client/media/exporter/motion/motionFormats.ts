/** The file types and sizes of motions. */
import { choice, type Fields, type Values } from '#client/kit/values/fields.ts'
import type { ExportFormat } from '../formats/format.ts'
import type { Clip, FrameEncoder } from './frameEncoder.ts'

/** The largest frames of a motion. */
export interface FrameLimits {
  /** Maximum length of the longer side, px. */
  readonly maxSide: number
  /** Maximum length of the longer side if the size is 'original', px. Absent = `maxSide`. */
  readonly maxOriginalSide?: number
  /** Maximum number of macroblocks (16 × 16 px, counted at the edges too) per frame. Absent = no limit. */
  readonly maxMacroblocks?: number
}

export interface MotionFormat extends Pick<ExportFormat, 'label' | 'extension' | 'needs'>, FrameLimits {
  readonly id: string
  readonly maxFps: number
  /** Maximum number of macroblocks per second. Absent = no limit. */
  readonly maxMacroblocksPerSecond?: number
  /** If true, the browser's video encoder writes the file. Only pages with HTTPS have this encoder. */
  readonly isVideo: boolean
  /** Resolves with an encoder, or with null if this browser can't write the file. */
  open(clip: Clip): Promise<FrameEncoder | null>
}

type Limits = Omit<MotionFormat, 'id' | 'label' | 'extension' | 'needs' | 'open'>

/**
 * Limits of videos: the longer side of 4K UHD, and H.264 level 5.2 (ITU-T H.264, table A-1). Encoders and players of
 * phones and computers support this level. WebM has the same limits, so that both videos have the same size.
 */
const VIDEO: Limits = {
  maxSide: 3840,
  maxMacroblocks: 36_864,
  maxMacroblocksPerSecond: 2_073_600,
  maxFps: 60,
  isVideo: true,
}
/**
 * Limits of GIFs. Delays are multiples of 10 ms, and browsers slow down delays below 20 ms. A GIF stores every pixel of
 * every frame, so its original size is smaller.
 */
const GIF: Limits = { maxSide: 1920, maxOriginalSide: 720, maxFps: 30, isVideo: false }

const format = (label: string, limits: Limits, open: MotionFormat['open']): MotionFormat => {
  const id = label.toLowerCase()
  return { id, label, extension: id, ...limits, needs: ['exactReadback', 'exactCanvas'], open }
}

/** Every file type of motions, in the order of the panel. */
export const motionFormats: readonly MotionFormat[] = [
  format('MP4', VIDEO, async (clip) => (await import('./encodeVideo.ts')).openVideo('mp4', clip)),
  format('WebM', VIDEO, async (clip) => (await import('./encodeVideo.ts')).openVideo('webm', clip)),
  format('GIF', GIF, async (clip) => (await import('./encodeGif.ts')).openGif(clip)),
]

/** Returns the largest frames of a format at this number of frames per second. */
export const motionLimits = (format: MotionFormat, fps: number): FrameLimits => {
  const { maxMacroblocks = Number.POSITIVE_INFINITY, maxMacroblocksPerSecond = Number.POSITIVE_INFINITY } = format
  const rate = Math.min(fps, format.maxFps)
  return { ...format, maxMacroblocks: Math.min(maxMacroblocks, Math.floor(maxMacroblocksPerSecond / rate)) }
}

export const motionFileFields = {
  format: choice(
    'File format',
    motionFormats.map(({ id }) => id),
    'mp4',
  ),
  size: choice('Size', ['original', '1080x1920', '1080x1350', '1080x1080', '1920x1080'], 'original'),
  fps: choice('Frames per second', ['24', '30', '60'], '30'),
} as const satisfies Fields

/** The settings of a motion's file. `size`: 'original', or width and height such as '1080x1920', px. */
export interface MotionFile extends Omit<Values<typeof motionFileFields>, 'size'> {
  size: string
}

/** Returns the format of a motion's file. @throws RangeError for an unknown format */
export function motionFormatOf({ format }: Pick<MotionFile, 'format'>): MotionFormat {
  const found = motionFormats.find(({ id }) => id === format)
  if (!found) throw new RangeError(`no motion format '${format}'`)
  return found
}

/** Resolves with the ids of the formats that this browser can write, tested with a small frame. */
export async function supportedMotionFormats(): Promise<string[]> {
  const ids: string[] = []
  for (const format of motionFormats) {
    const encoder = await format.open({ size: { width: 320, height: 320 }, fps: 30 }).catch(() => null)
    encoder?.cancel()
    if (encoder) ids.push(format.id)
  }
  return ids
}
