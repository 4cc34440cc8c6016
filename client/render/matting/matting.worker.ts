/** Worker that applies edge settings to tiles and separates an object from the subject. */

import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { adjustTile, type EdgeTask } from './mask-edits/maskEdge.ts'
import { type ObjectPart, type PartitionRequest, partOf } from './partition/partition.ts'

const methods = {
  adjustTile(task: EdgeTask): Uint8Array {
    const tile = adjustTile(task)
    return transfer(tile, [tile.buffer])
  },
  /** Computes an object's part of the photo, which takes up to 2 s for 12 megapixels. */
  partOf(request: PartitionRequest): ObjectPart | null {
    const part = partOf(request)
    return part && transfer(part, [part.coverage.buffer])
  },
}

export type MattingWorker = typeof methods

exposeMethods(methods)
