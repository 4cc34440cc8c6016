/** Worker side of the mask's edge: tile by tile, each answered before the next. */
import { type AdjustTask, adjustedTile } from './maskEdge.ts'

self.onmessage = ({ data: task }: MessageEvent<AdjustTask>) => {
  const tile = adjustedTile(task)
  self.postMessage(tile, { transfer: [tile.buffer] })
}
