/** Encodes strips on a thread of its own. One strip in, one chunk out. */
import { createStripEncoder, type Strip } from './strip.ts'

const encodeStrip = createStripEncoder()

self.onmessage = ({ data }: MessageEvent<Strip>) => {
  const encoded = encodeStrip(data)
  self.postMessage(encoded, { transfer: [encoded.chunk.buffer] })
}
