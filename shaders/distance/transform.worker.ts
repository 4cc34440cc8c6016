/** The worker that computes distance fields. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import type { CoverageTexels } from './encoding.ts'
import { asHalf } from './half.ts'
import { signedDistances } from './transform.ts'

const methods = {
  /**
   * Returns the distance field of a coverage as integers, or as half floats if `isHalf`. `range`: range of the field,
   * texels.
   */
  computeField(
    coverage: CoverageTexels,
    range: number,
    isHalf: boolean,
  ): Int16Array<ArrayBuffer> | Uint16Array<ArrayBuffer> {
    const integers = signedDistances(coverage, range)
    const field = isHalf ? asHalf(integers, range) : integers
    return transfer(field, [field.buffer])
  },
}

export type DistanceWorker = typeof methods

exposeMethods(methods)
