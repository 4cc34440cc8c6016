/** Worker that divides a photo between its subject and one object (up to 400 ms for 12 megapixels). */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { type Part, type PartitionRequest, partOf } from './partition.ts'

const methods = {
  partOf(request: PartitionRequest): Part | null {
    const part = partOf(request)
    return part && transfer(part, [part.coverage.buffer])
  },
}

export type PartitionWorker = typeof methods

exposeMethods(methods)
