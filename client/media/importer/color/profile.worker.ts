/** The worker that converts one picture from the space of its profile to Display P3. */
import { profileConversion } from '#client/kit/base/color-space/convertPixels.ts'
import { readIccProfile } from '#client/kit/base/color-space/iccProfile.ts'

/** The worker's input: pixels and the profile of their colour space. */
export interface ProfileRequest {
  /** RGBA, straight alpha. */
  rgba: Uint8ClampedArray<ArrayBuffer>
  /** ICC profile of the pixels. */
  profile: Uint8Array
}

self.onmessage = ({ data: { rgba, profile } }: MessageEvent<ProfileRequest>) => {
  const known = readIccProfile(profile)
  if (!known) throw new Error('no matrix profile')
  profileConversion(known, 'display-p3')(rgba)
  self.postMessage(rgba, { transfer: [rgba.buffer] })
}
