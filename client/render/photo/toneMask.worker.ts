/** The worker that builds tone masks. A mask is built once per photo, in about 60 ms. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { toneMask } from '#shaders/tune/tone-mask.ts'

const methods = {
  toneMask(...photo: Parameters<typeof toneMask>) {
    const mask = toneMask(...photo)
    return transfer(mask, [mask.plane.buffer])
  },
}

export type ToneMaskWorker = typeof methods

exposeMethods(methods)
