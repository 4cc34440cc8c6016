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
import { type Clip, type FrameEncoder, pixelsOf } from './frameEncoder.ts'
import { toI420 } from './yuv.ts'

/** Codecs of each container, in order of preference. The first codec that can encode a frame is used. */
const CODECS = { mp4: ['avc', 'av1', 'vp9'], webm: ['vp9', 'av1'] } as const satisfies Record<string, VideoCodec[]>

export type Container = keyof typeof CODECS

/** Bits per px and frame. A clip of 6 s, 1080 × 1920 px and 30 frames per second has about 5 MB. */
const BITS_PER_PIXEL = 0.11

/** Seconds between key frames. */
const KEY_FRAME_INTERVAL = 2

/** Colour space of the frames that the encoder gets from `toI420`. */
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/**
 * Opens a video encoder for a container. Some browsers report codecs that fail later, so each codec first encodes one
 * frame. Resolves with null if no codec can encode a clip of this size.
 */
export async function openVideo(container: Container, clip: Clip): Promise<FrameEncoder | null> {
  if (typeof VideoEncoder === 'undefined') return null
  const { width, height } = clip.size
  const black = new OffscreenCanvas(width, height).getContext('2d')
  for (const codec of CODECS[container]) {
    const trial = new VideoFile(container, codec, clip)
    try {
      if (black) await trial.add(black)
      await trial.finish()
      return new VideoFile(container, codec, clip)
    } catch (reason) {
      console.info(`${codec} in ${container}:`, reason)
      trial.cancel()
    }
  }
  return null
}

class VideoFile implements FrameEncoder {
  readonly #clip: Clip
  readonly #target = new BufferTarget()
  readonly #output: Output<Mp4OutputFormat | WebMOutputFormat, BufferTarget>
  readonly #source: VideoSampleSource
  readonly #started: Promise<void>
  readonly #type: string
  #count = 0

  constructor(container: Container, codec: VideoCodec, clip: Clip) {
    const { width, height } = clip.size
    this.#clip = clip
    this.#type = `video/${container}`
    const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    this.#output = new Output({ format, target: this.#target })
    const bitrate = Math.round(BITS_PER_PIXEL * width * height * clip.fps)
    this.#source = new VideoSampleSource({ codec, bitrate, keyFrameInterval: KEY_FRAME_INTERVAL })
    this.#output.addVideoTrack(this.#source, { frameRate: clip.fps })
    this.#started = this.#output.start()
  }

  async add(frame: OffscreenCanvasRenderingContext2D): Promise<void> {
    await this.#started
    const { size, fps } = this.#clip
    const { width: codedWidth, height: codedHeight } = size
    const sample = new VideoSample(toI420(pixelsOf(frame), size, new Uint8Array((codedWidth * codedHeight * 3) / 2)), {
      format: 'I420',
      codedWidth,
      codedHeight,
      timestamp: this.#count++ / fps,
      duration: 1 / fps,
      colorSpace: BT709,
    })
    try {
      await this.#source.add(sample) // waits while the encoder's queue is full
    } finally {
      sample.close()
    }
  }

  async finish(): Promise<Blob> {
    await this.#output.finalize()
    return new Blob([this.#target.buffer ?? new ArrayBuffer(0)], { type: this.#type })
  }

  cancel(): void {
    this.#output.cancel().catch(() => {}) // the encoder may have failed already
  }
}
