import { textOf } from '#client/kit/base/bytes.ts'
import { type ColorSpace, spaceOfCicp } from '#client/kit/base/color-space/colorSpace.ts'
import { isPlausible, isWideGamut, readIccProfile, spaceOfProfile } from '#client/kit/base/color-space/iccProfile.ts'
import { wideProfileOfCicp } from '#client/kit/base/color-space/iccProfileOf.ts'
import type { PlainType } from '../../file/sniff.ts'
import { type EmbeddedProfile, findEmbeddedProfile } from './embeddedProfile.ts'

/** The colour space that a photo's file declares. */
export interface PhotoColorSpace {
  /** 'other': no `ColorSpace`, for example Adobe RGB, HDR, grey or CMYK. A file without colour data is sRGB. */
  space: ColorSpace | 'other'
  /** Why the profile can't be used and the photo is read as sRGB, for the console. Null = no problem. */
  note: string | null
  /** The ICC profile of a convertible space that is wider than sRGB. Absent for a `ColorSpace`. */
  wideProfile?: Uint8Array
}

/** Reads the colour space of a photo from its file. Never rejects: photos with a damaged profile are accepted. */
export async function photoColorSpace(type: PlainType, bytes: Uint8Array<ArrayBuffer>): Promise<PhotoColorSpace> {
  try {
    const embedded = await findEmbeddedProfile(type, bytes)
    return embedded ? spaceOf(embedded) : { space: 'srgb', note: null }
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason)
    return { space: 'srgb', note: `the colour profile is damaged: ${why}` }
  }
}

function spaceOf(embedded: EmbeddedProfile): PhotoColorSpace {
  if (embedded.kind === 'cicp') {
    const wideProfile = wideProfileOfCicp(embedded.cicp)
    return { space: spaceOfCicp(embedded.cicp) ?? 'other', note: null, ...(wideProfile && { wideProfile }) }
  }
  const profile = readIccProfile(embedded.bytes)
  const known = profile && spaceOfProfile(profile)
  if (known) return { space: known, note: null }
  if (profile && !isPlausible(profile)) return { space: 'srgb', note: 'the colour profile describes no display' }
  if (profile && isWideGamut(profile)) return { space: 'other', note: null, wideProfile: embedded.bytes }
  if (profile) return { space: 'other', note: null }
  const isProfile = textOf(embedded.bytes.subarray(36, 40)) === 'acsp'
  return isProfile && !claimsRgbMatrix(embedded.bytes)
    ? { space: 'other', note: null }
    : { space: 'srgb', note: 'the colour profile is damaged or no ICC profile' }
}

/** Returns true for an RGB profile with connection space XYZ and without look-up table, so with a matrix. */
const claimsRgbMatrix = (bytes: Uint8Array): boolean =>
  textOf(bytes.subarray(16, 24)) === 'RGB XYZ ' && !textOf(bytes.subarray(128, 1024)).includes('A2B0')
