/** The file types and sizes of motions. */
import { choice, type Fields, type Values } from '#client/kit/base/fields.ts'
import type { ExportFormat } from '../formats/format.ts'
import { webp } from '../formats/registry.ts'
import type { Clip, FrameEncoder } from './frameEncoder.ts'

export interface MotionFormat extends Pick<ExportFormat, 'label' | 'extension' | 'needs'> {
  readonly id: string
  /** Longest side of the picture, px. */
  readonly maxSide: number
  readonly maxFps: number
  /** True: the browser's video encoder writes the file. Pages without HTTPS lack this encoder. */
  readonly isVideo: boolean
  /** Resolves with an encoder, or with null if this browser can't write the file. */
  open(clip: Clip): Promise<FrameEncoder | null>
}

/** Maximum side of a video, px, as in 4K UHD. */
const VIDEO_SIDE = 3840

const video = (id: 'mp4' | 'webm', label: string): MotionFormat => ({
  id,
  label,
  extension: id,
  maxSide: VIDEO_SIDE,
  maxFps: 60,
  isVideo: true,
  needs: ['exactReadback', 'exactCanvas'],
  open: async (clip) => (await import('./encodeVideo.ts')).openVideo(id, clip),
})

/** Every file type of motions, in the order of the panel. */
export const motionFormats: readonly MotionFormat[] = [
  video('mp4', 'MP4'),
  video('webm', 'WebM'),
  {
    id: 'gif',
    label: 'GIF',
    extension: 'gif',
    maxSide: 720,
    maxFps: 30, // delays are multiples of 10 ms, and browsers slow down delays below 20 ms
    isVideo: false,
    needs: ['exactReadback', 'exactCanvas'],
    open: async (clip) => (await import('./encodeGif.ts')).openGif(clip),
  },
  {
    id: 'webp',
    label: 'WebP',
    extension: 'webp',
    maxSide: 1920,
    maxFps: 60,
    isVideo: false,
    needs: webp.needs,
    async open(clip) {
      if (!(await webp.isSupported?.())) return null
      return (await import('./encodeAnimatedWebp.ts')).openAnimatedWebp(clip)
    },
  },
]

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

export function motionFormatOf({ format }: Pick<MotionFile, 'format'>): MotionFormat {
  const found = motionFormats.find(({ id }) => id === format)
  if (!found) throw new RangeError(`no motion format '${format}'`)
  return found
}

/** Resolves with the ids of the formats in which this browser can write a small test frame. */
export async function supportedMotionFormats(): Promise<string[]> {
  const ids: string[] = []
  for (const format of motionFormats) {
    const encoder = await format.open({ size: { width: 320, height: 320 }, fps: 30 }).catch(() => null)
    encoder?.cancel()
    if (encoder) ids.push(format.id)
  }
  return ids
}
