/** Starts the matting worker. This module doesn't import the worker's code. */

import { callOnce, openWorker } from '#client/kit/async/callWorker.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import type { MattingWorker } from './matting.worker.ts'
import type { ObjectPart, PartitionRequest } from './partition/partition.ts'

export const startMattingWorker = () =>
  openWorker<MattingWorker>(
    new Worker(new URL('./matting.worker.ts', import.meta.url), { type: 'module', name: 'matting' }),
  )

/** Type of `dividePhoto`, which runs `partOf` in a worker. */
export type DividePhoto = (request: PartitionRequest, signal: AbortSignal) => Promise<ObjectPart | null>

/**
 * Runs `partOf` in a worker. Resolves with an object's coverage and home. Transfers the coverage of `found`. @throws
 * the reason of `signal`, and an `Error` when the worker fails
 */
export const dividePhoto: DividePhoto = ({ found, subject, ...options }, signal) => {
  const sizeOf = ({ width, height, coverage }: Coverage): Coverage => ({ width, height, coverage })
  const part = { ...sizeOf(found), isPerson: found.isPerson ?? false }
  const request: PartitionRequest = { found: part, subject: subject && sizeOf(subject), ...options }
  return callOnce(startMattingWorker, 'partOf', [request], { signal, transfer: [found.coverage.buffer] })
}
