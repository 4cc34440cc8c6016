/** The worker that decodes one PNG or WebP file to straight RGBA, or converts the colors of one image. */
import { transfer } from 'comlink'
import { exposeMethods } from '#client/kit/async/callWorker.ts'
import { rowBands } from '#client/kit/geometry/rect.ts'
import { profileColorConversion, profileConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { type IccProfile, readIccProfile } from '#client/kit/pixels/color-space/iccProfile.ts'
import { writePng } from '#client/kit/pixels/png/writePng.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { StraightPixels } from '../../file/applyOrientation.ts'
import { decodePng } from './png/decodePng.ts'

/** A whole file for the decoder. */
export interface DecodeRequest {
  type: 'png' | 'webp'
  bytes: Uint8Array<ArrayBuffer>
  /**
   * ICC profile of a PNG whose colors are converted to Display P3 at full depth. If absent, colors are converted to
   * sRGB.
   */
  profile?: Uint8Array
}

const methods = {
  /** Decodes a file. @throws if the decoder cannot read the file */
  async decode(request: DecodeRequest): Promise<StraightPixels> {
    const { width, height, rgba } = await decode(request)
    return transfer({ width, height, rgba }, [rgba.buffer])
  },
  /**
   * Converts pixels to Display P3. `rgba`: straight alpha. `profile`: the ICC profile of the pixels.
   * @throws if the profile has no matrix
   */
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
  // libwebp is large, so it is loaded only when needed
  const decoder = type === 'png' ? decodePng : (await import('./decodeWebp.ts')).decodeWebp
  const picture = await decoder(bytes)
  if (picture.colorChunks.length > 0) await convertToSrgb(picture, picture.colorChunks, picture.isGray)
  return picture
}

function matrixProfile(profile: Uint8Array): IccProfile {
  const known = readIccProfile(profile)
  if (!known) throw new Error('the ICC profile is damaged or not a matrix profile')
  return known
}

/**
 * Converts the colors of `rgba` to sRGB in place. Doesn't change alpha. The browser's color management is exact only
 * for opaque pixels. This function therefore lets the browser convert images without alpha, in bands that are small
 * enough for any canvas. `colorChunks`: PNG chunks that define the color space. `isGray`: the browser receives a gray
 * image, because a profile with one channel requires a gray image.
 */
async function convertToSrgb(
  { rgba, ...size }: StraightPixels,
  colorChunks: readonly Uint8Array<ArrayBuffer>[],
  isGray: boolean,
): Promise<void> {
  for (const { y, ...band } of rowBands(size)) {
    const part = rgba.subarray(4 * band.width * y, 4 * band.width * (y + band.height))
    const file = await writePng(band, dropAlpha(part, isGray ? 1 : 3), {
      channels: isGray ? 1 : 3,
      extra: colorChunks,
    })
    const bitmap = await createImageBitmap(file)
    const { data } = pixelsOf(bitmap)
    bitmap.close()
    for (let i = 3; i < part.length; i += 4) data[i] = part[i] as number
    part.set(data)
  }
}

/** Returns the first `channels` samples of each pixel. */
function dropAlpha(rgba: Uint8ClampedArray, channels: number): Uint8Array {
  const out = new Uint8Array((rgba.length / 4) * channels)
  for (let i = 0, at = 0; i < rgba.length; i += 4) for (let c = 0; c < channels; c++) out[at++] = rgba[i + c] as number
  return out
}
