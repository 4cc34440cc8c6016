/** The worker that converts one picture from the space of its profile to Display P3. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { profileConversion } from '#client/kit/base/color-space/convertPixels.ts'
import { readIccProfile } from '#client/kit/base/color-space/iccProfile.ts'

const methods = {
  /** `rgba`: straight alpha. `profile`: the ICC profile of the pixels. @throws for a profile without a matrix */
  convert(rgba: Uint8ClampedArray<ArrayBuffer>, profile: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
    const known = readIccProfile(profile)
    if (!known) throw new Error('no matrix profile')
    profileConversion(known, 'display-p3')(rgba)
    return transfer(rgba, [rgba.buffer])
  },
}

export type ProfileWorker = typeof methods

exposeMethods(methods)
