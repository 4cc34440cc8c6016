/** Worker that computes distance fields from coverage; both are transferred. */
import { type Coverage, MAX_RANGE } from './encoding.ts'
import { asHalf } from './half.ts'
import { distanceTransform } from './transform.ts'

/** Request to the worker. `range`: texels; `isHalf`: half floats instead of integers. */
export interface TransformRequest {
  id: number
  coverage: Coverage
  range: number
  isHalf: boolean
}
/** The field of the request with the same id, texel for texel over its coverage. */
export interface TransformReply {
  id: number
  field: Int16Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
}

self.onmessage = ({ data }: MessageEvent<TransformRequest>) => {
  const range = Math.min(data.range, MAX_RANGE)
  const integers = distanceTransform(data.coverage, range)
  const field = data.isHalf ? asHalf(integers, range) : integers
  self.postMessage({ id: data.id, field } satisfies TransformReply, { transfer: [field.buffer] })
}
