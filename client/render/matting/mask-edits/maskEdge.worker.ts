/** The worker that applies edge settings, one tile per message. */
import { adjustTile, type EdgeTask } from './maskEdge.ts'

self.onmessage = ({ data: task }: MessageEvent<EdgeTask>) => {
  const tile = adjustTile(task)
  self.postMessage(tile, { transfer: [tile.buffer] })
}
