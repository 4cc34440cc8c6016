/** The worker that decodes one PNG or WebP file to straight RGBA, or converts the colours of one image. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { profileColorConversion, profileConversion } from '#client/kit/base/color-space/convertPixels.ts'
import { type IccProfile, readIccProfile } from '#client/kit/base/color-space/iccProfile.ts'
import type { StraightPixels } from '../../file/applyOrientation.ts'
import { convertToSrgb } from './convertToSrgb.ts'
import { decodePng } from './png/decodePng.ts'

/** A whole file for the decoder. */
export interface DecodeRequest {
  type: 'png' | 'webp'
  bytes: Uint8Array<ArrayBuffer>
  /** Decodes a file. @throws if the decoder cannot read the file */
  profile?: Uint8Array
}

const methods = {
  /** Converts `rgba` (straight alpha, in the space of the ICC `profile`). @throws for a profile without a matrix */
  async decode(request: DecodeRequest): Promise<StraightPixels> {
    const { width, height, rgba } = await decode(request)
    return transfer({ width, height, rgba }, [rgba.buffer])
  },
  /** `rgba`: straight alpha. `profile`: the ICC profile of the pixels. @throws for a profile without a matrix */
  convertToDisplayP3(rgba: Uint8ClampedArray<ArrayBuffer>, profile: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
    profileConversion(matrixProfile(profile), 'display-p3')(rgba)
    return transfer(rgba, [rgba.buffer])
  },
}

export type StraightAlphaWorker = typeof methods

exposeMethods(methods)

async function decode({ type, bytes, profile }: DecodeRequest): Promise<StraightPixels> {
  if (profile) {
    const known = matrixProfile(profile)
    return decodePng(bytes, (depth) => profileColorConversion(known, 'display-p3', depth))
  }
  const decoder = type === 'png' ? decodePng : (await import('./decodeWebp.ts')).decodeWebp // libwebp is large
  const picture = await decoder(bytes)
  if (picture.colourChunks.length > 0) await convertToSrgb(picture, picture.colourChunks, picture.isGrey)
  return picture
}

function matrixProfile(profile: Uint8Array): IccProfile {
  const known = readIccProfile(profile)
  if (!known) throw new Error('no matrix profile')
  return known
}
