/** Worker that applies edge settings, one tile per call. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { adjustTile, type EdgeTask } from './maskEdge.ts'

const methods = {
  adjustTile(task: EdgeTask): Uint8Array {
    const tile = adjustTile(task)
    return transfer(tile, [tile.buffer])
  },
}

export type MaskEdgeWorker = typeof methods

exposeMethods(methods)
