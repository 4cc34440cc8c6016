/** The worker that divides a photo between its subject and one object: up to 400 ms of work for 12 megapixels. */
import { type PartitionRequest, partOf } from './partition.ts'

/** Each message is answered with the part or null. */
self.onmessage = ({ data: request }: MessageEvent<PartitionRequest>) => {
  const part = partOf(request)
  self.postMessage(part, { transfer: part ? [part.coverage.buffer] : [] })
}
