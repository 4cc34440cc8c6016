/** Writes MP4 and WebM with the browser's encoders (WebCodecs). */
import {
  BufferTarget,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { type Clip, type FrameEncoder, pixelsOf } from './frameEncoder.ts'

/**
 * Codecs of each container, in order of preference. The first codec that can encode a test frame is used. MP4 files
 * have only H.264, because many players don't play AV1 and VP9 in MP4 files.
 */
const CODECS = { mp4: ['avc'], webm: ['vp9', 'av1'] } as const satisfies Record<string, VideoCodec[]>

export type Container = keyof typeof CODECS

/** Bits per pixel and frame. A clip of 6 s with 1080 × 1920 px and 30 frames per second is about 5 MB in size. */
const BITS_PER_PIXEL = 0.11

/** Seconds between key frames. */
const KEY_FRAME_INTERVAL = 2

/** Color space of the frames that the encoder gets from `toI420`. */
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/**
 * Opens a video encoder for a container, with the first codec that can encode a test frame of this size. The test is
 * needed because some browsers report codecs that fail later. Resolves with null if no codec succeeds, or if the
 * browser can't encode video.
 */
export async function openVideo(container: Container, clip: Clip): Promise<FrameEncoder | null> {
  if (typeof VideoEncoder === 'undefined') return null
  const { width, height } = clip.size
  const black = new OffscreenCanvas(width, height).getContext('2d')
  for (const codec of CODECS[container]) {
    const trial = openFile(container, codec, clip)
    try {
      if (black) await trial.add(black)
      await trial.finish()
      return openFile(container, codec, clip)
    } catch (reason) {
      console.info(`${codec} in ${container}:`, reason)
      trial.cancel()
    }
  }
  return null
}

function openFile(container: Container, codec: VideoCodec, { size, fps }: Clip): FrameEncoder {
  const { width, height } = size
  const target = new BufferTarget()
  const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const bitrate = Math.round(BITS_PER_PIXEL * width * height * fps)
  const source = new VideoSampleSource({ codec, bitrate, keyFrameInterval: KEY_FRAME_INTERVAL })
  output.addVideoTrack(source, { frameRate: fps })
  const started = output.start()
  let count = 0
  return {
    async add(frame) {
      await started
      const sample = new VideoSample(toI420(pixelsOf(frame), size, new Uint8Array((width * height * 3) / 2)), {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: count++ / fps,
        duration: 1 / fps,
        colorSpace: BT709,
      })
      try {
        await source.add(sample) // waits while the encoder's queue is full
      } finally {
        sample.close()
      }
    },
    async finish() {
      await output.finalize()
      return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: `video/${container}` })
    },
    cancel() {
      output.cancel().catch(() => {}) // the encoder may have failed already
    },
  }
}

/** BT.709 weights of red and blue (ITU-R BT.709-6, 3.2). */
const [RED, BLUE] = [0.2126, 0.0722]
const GREEN = 1 - RED - BLUE
/** Scale factors of luma and chroma in 8-bit limited range (BT.709-6, 4.6). */
const [LUMA, CHROMA] = [219 / 255, 224 / 255]

/**
 * Converts opaque RGBA to I420: BT.709, limited range, chroma averaged over 2 × 2 px. Both sides must be even. Browsers
 * don't convert the frames, because they use different matrices and their files would look different.
 * @returns `into`, which has 1.5 bytes per pixel
 */
export function toI420(rgba: Uint8ClampedArray, { width, height }: Size, into: Uint8Array): Uint8Array {
  const [quarter, half] = [(width * height) / 4, width / 2]
  const [u, v] = [width * height, width * height + quarter]
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      let [red, green, blue] = [0, 0, 0]
      for (let dy = 0; dy < 2; dy++)
        for (let dx = 0; dx < 2; dx++) {
          const at = (y + dy) * width + x + dx
          const [r, g, b] = [rgba[4 * at] as number, rgba[4 * at + 1] as number, rgba[4 * at + 2] as number]
          into[at] = 16.5 + LUMA * (RED * r + GREEN * g + BLUE * b)
          red += r
          green += g
          blue += b
        }
      const luma = RED * red + GREEN * green + BLUE * blue
      const at = (y / 2) * half + x / 2
      into[u + at] = 128.5 + (CHROMA * (blue - luma)) / (8 * (1 - BLUE))
      into[v + at] = 128.5 + (CHROMA * (red - luma)) / (8 * (1 - RED))
    }
  return into
}
