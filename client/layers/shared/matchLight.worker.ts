/** The worker that fits the light of a subject to its background: up to 400 ms of work. */
import type { Rgb } from '#shaders/lib/color.ts'
import type { ColorSpace } from '../../kit/base/color-space/colorSpace.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { TuneSet } from '../../model/document/tune.ts'
import { type LightStatistics, matchedLight } from './matchLight.ts'

/** The message to the worker: the arguments of `matchedLight`. It is answered with the values. */
export interface LightRequest {
  subject: readonly Rgb[]
  own: Immutable<TuneSet>
  background: LightStatistics
  share: number
  space: ColorSpace
}

self.onmessage = ({ data: { subject, own, background, share, space } }: MessageEvent<LightRequest>) => {
  self.postMessage(matchedLight(subject, own, background, { share, space }))
}
