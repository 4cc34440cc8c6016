/** Builds tone masks off the main thread: about 60 ms of work, once per photo. */
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { toneMask } from '#shaders/tune/tone-mask.ts'

/** A message to the worker, answered with the tone mask. */
export interface MaskRequest {
  /** Straight RGBA bytes of a reduced photo, row-major. */
  rgba: Uint8Array<ArrayBuffer>
  width: number
  height: number
  space: ColorSpace
}

self.addEventListener('message', ({ data: { rgba, width, height, space } }: MessageEvent<MaskRequest>) => {
  const mask = toneMask(rgba, width, height, space)
  self.postMessage(mask, { transfer: [mask.plane.buffer] })
})
