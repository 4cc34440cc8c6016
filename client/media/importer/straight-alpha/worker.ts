/** The worker that decodes one PNG or WebP file to straight RGBA, in sRGB or Display P3. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/base/callWorker.ts'
import { profileColorConversion } from '#client/kit/base/color-space/convertPixels.ts'
import { readIccProfile } from '#client/kit/base/color-space/iccProfile.ts'
import { convertToSrgb } from './convertToSrgb.ts'
import { decodePng } from './png/decodePng.ts'
import type { StraightPixels } from './straightPixels.ts'

/** A whole file. */
export interface DecodeRequest {
  type: 'png' | 'webp'
  bytes: Uint8Array<ArrayBuffer>
  /** The ICC profile of a PNG whose colours are converted to Display P3 at full depth. Absent = to sRGB. */
  profile?: Uint8Array
}

const methods = {
  /** @throws where the decoder cannot read the file */
  async decode(request: DecodeRequest): Promise<StraightPixels> {
    const picture = await decode(request)
    return transfer(picture, [picture.rgba.buffer])
  },
}

export type StraightAlphaWorker = typeof methods

exposeMethods(methods)

async function decode({ type, bytes, profile }: DecodeRequest): Promise<StraightPixels> {
  if (profile) return decodeInDisplayP3(bytes, profile)
  const picture = await read(type, bytes)
  if (picture.colourChunks.length > 0) await convertToSrgb(picture, picture.colourChunks, picture.isGrey)
  const { width, height, rgba } = picture
  return { width, height, rgba }
}

async function decodeInDisplayP3(png: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<StraightPixels> {
  const known = readIccProfile(profile)
  if (!known) throw new Error('no matrix profile')
  const { width, height, rgba } = await decodePng(png, (depth) => profileColorConversion(known, 'display-p3', depth))
  return { width, height, rgba }
}

async function read(type: DecodeRequest['type'], bytes: Uint8Array<ArrayBuffer>) {
  if (type === 'png') return decodePng(bytes)
  const { decodeWebp } = await import('./decodeWebp.ts') // lazy: only these photos need libwebp
  return { ...(await decodeWebp(bytes)), isGrey: false }
}
