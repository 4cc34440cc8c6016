import type { Size } from '#client/kit/geometry/geometry.ts'

/** Encodes opaque sRGB frames one after another. */
export interface FrameEncoder {
  /** Encodes a frame. Resolves when the encoder accepts the next frame. @throws when the encoder fails */
  add(frame: OffscreenCanvasRenderingContext2D): Promise<void>
  finish(): Promise<Blob>
  /** Discards the file and frees the encoder. */
  cancel(): void
}

export interface Clip {
  /** Size of the frames, px. Both sides are even. */
  size: Size
  /** Frames per second. */
  fps: number
}

/**
 * Returns the duration of the frame `index` in whole ticks, without accumulating rounding errors. `ticksPerSecond`: for
 * example 1000 for ms.
 */
export const ticksOf = (index: number, fps: number, ticksPerSecond: number): number =>
  Math.round(((index + 1) * ticksPerSecond) / fps) - Math.round((index * ticksPerSecond) / fps)

export const pixelsOf = (frame: OffscreenCanvasRenderingContext2D): Uint8ClampedArray<ArrayBuffer> =>
  frame.getImageData(0, 0, frame.canvas.width, frame.canvas.height).data as Uint8ClampedArray<ArrayBuffer>
