/** Reads the color space that a file declares with an ICC profile or code points (CICP). Doesn't decode pixels. */
import { concatBytes, textOf } from '#client/kit/bytes/bytes.ts'
import { inflate } from '#client/kit/bytes/deflate.ts'
import { type Cicp, type ColorSpace, spaceOfCicp } from '#client/kit/pixels/color-space/colorSpace.ts'
import {
  isPlausible,
  isWideGamut,
  MAX_PROFILE_BYTES,
  readIccProfile,
  spaceOfProfile,
} from '#client/kit/pixels/color-space/iccProfile.ts'
import { wideProfileOfCicp } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { dataOf, partsOf, partsWith } from '../../file/fileParts.ts'
import type { PlainType } from '../../file/sniff.ts'

/** The color space that a photo's file declares. */
export interface PhotoColorSpace {
  /** 'other': not a `ColorSpace`, for example Adobe RGB, HDR, gray or CMYK. A file without color data is sRGB. */
  space: ColorSpace | 'other'
  /**
   * The reason why the profile can't be used and the photo is read as sRGB, for the console. Null if there is no
   * problem.
   */
  note: string | null
  /** The ICC profile if its space is wider than sRGB and can be converted. Absent if `space` is a `ColorSpace`. */
  wideProfile?: Uint8Array
}

/**
 * Reads the color space of a photo from its file. Never rejects, because photos with a damaged profile are accepted.
 */
export async function photoColorSpace(type: PlainType, bytes: Uint8Array<ArrayBuffer>): Promise<PhotoColorSpace> {
  try {
    const embedded = await findEmbeddedProfile(type, bytes)
    return embedded ? spaceOf(embedded) : { space: 'srgb', note: null }
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason)
    return { space: 'srgb', note: `the color profile is damaged: ${why}` }
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
  if (profile && !isPlausible(profile)) return { space: 'srgb', note: 'the color profile describes no display' }
  if (profile && isWideGamut(profile)) return { space: 'other', note: null, wideProfile: embedded.bytes }
  if (profile) return { space: 'other', note: null }
  const isProfile = textOf(embedded.bytes.subarray(36, 40)) === 'acsp'
  return isProfile && !claimsRgbMatrix(embedded.bytes)
    ? { space: 'other', note: null }
    : { space: 'srgb', note: 'the color profile is damaged or no ICC profile' }
}

/**
 * Returns true for an RGB profile with connection space XYZ and without a look-up table. Such a profile must contain a
 * matrix.
 */
const claimsRgbMatrix = (bytes: Uint8Array): boolean =>
  textOf(bytes.subarray(16, 24)) === 'RGB XYZ ' && !textOf(bytes.subarray(128, 1024)).includes('A2B0')

/** The color space data of a file. In a PNG, code points take precedence over a profile (PNG spec, 4.3). */
export type EmbeddedProfile = { kind: 'cicp'; cicp: Cicp } | { kind: 'icc'; bytes: Uint8Array }

/**
 * Returns the ICC profile or the color space code points of a file. Returns null if the file has neither, which means
 * sRGB.
 * @throws Error when the data is damaged
 */
export const findEmbeddedProfile = async (
  type: PlainType,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<EmbeddedProfile | null> => FINDERS[type](bytes)

const FINDERS = { jpeg: inJpeg, png: inPng, webp: inWebp }

const icc = (bytes: Uint8Array): EmbeddedProfile => ({ kind: 'icc', bytes })

const ICC_MARKER = 'ICC_PROFILE\0'
/** Allowed color models of a profile, by the image's number of components. A gray image may have an RGB profile. */
const MODELS: Readonly<Record<number, readonly string[]>> = { 1: ['GRAY', 'RGB '], 3: ['RGB ', 'Lab '], 4: ['CMYK'] }

/** Returns the APP2 segments that contain a profile. */
const profileSegments = (file: Uint8Array) => partsWith('jpeg', file, 'APP2', ICC_MARKER)

/**
 * Returns the profile in the numbered APP2 segments before the first scan (ICC.1:2022, B.4), or null if there is none.
 */
function inJpeg(file: Uint8Array<ArrayBuffer>): EmbeddedProfile | null {
  const parts: Uint8Array[] = []
  let count = 0
  for (const { dataFrom, dataTo } of profileSegments(file)) {
    const body = file.subarray(dataFrom, dataTo)
    const [number = 0, of = 0] = body
    if (number === 0 || number > of || (count > 0 && of !== count))
      throw new Error('its segments contradict each other')
    count = of
    parts[number - 1] = body.subarray(2)
  }
  if (count === 0) return null
  const whole = Array.from({ length: count }, (_, i) => parts[i])
  const present = whole.flatMap((part) => part ?? [])
  if (present.length < count) throw new Error(`${count - present.length} of its ${count} segments are missing`)
  const profile = concatBytes(firstBytes(present, MAX_PROFILE_BYTES + 1)) // the rest of a longer profile is not read
  const model = textOf(profile.subarray(16, 20))
  const components = dataOf(partsOf('jpeg', file), file, 'SOF')?.[5] ?? 0
  if (MODELS[components]?.includes(model) === false)
    throw new Error(`it is of ${model}, not of ${components} components`)
  return icc(profile)
}

/** Returns the first `count` bytes of the joined parts, as parts. */
function firstBytes(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let rest = count
  return parts.map((part) => {
    const first = part.subarray(0, rest)
    rest -= first.length
    return first
  })
}

async function inPng(file: Uint8Array<ArrayBuffer>): Promise<EmbeddedProfile | null> {
  const parts = partsOf('png', file)
  const [primaries, transfer, matrix, isFullRange] = dataOf(parts, file, 'cICP') ?? []
  if (primaries !== undefined && transfer !== undefined && matrix === 0 && isFullRange === 1)
    return { kind: 'cicp', cicp: { primaries, transfer } }
  const iccp = dataOf(parts, file, 'iCCP')
  if (!iccp) return null
  const nameEnd = iccp.indexOf(0)
  if (nameEnd < 0 || nameEnd > 79) throw new Error('its name does not end within 79 bytes')
  // skips the byte after the name, which is the compression method
  return icc(await inflate(iccp.subarray(nameEnd + 2), MAX_PROFILE_BYTES, 'deflate'))
}

/** Returns the profile in the ICCP chunk (RFC 9649, 2.7.1.4), or null if there is none. */
function inWebp(file: Uint8Array<ArrayBuffer>): EmbeddedProfile | null {
  const profile = dataOf(partsOf('webp', file), file, 'ICCP')
  return profile && icc(profile)
}

/** The chunks that define the color space of a PNG (PNG spec, 4.3). */
const COLOR_CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])
/** Flag in the VP8X chunk: the file has a profile (RFC 9649, 2.7.1). */
const PROFILE_FLAG = 0x20

/**
 * Returns a copy of the file without its ICC profile and other color space data. Every browser then decodes the stored
 * values. Pixels and EXIF do not change.
 */
export function withoutColorData(type: PlainType, file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (type === 'webp') return webpWithoutProfile(file)
  const removed =
    type === 'jpeg' ? profileSegments(file) : partsOf('png', file).parts.filter(({ name }) => COLOR_CHUNKS.has(name))
  const kept = removed.map(({ from }, i) => file.subarray(removed[i - 1]?.to ?? 0, from))
  return concatBytes([...kept, file.subarray(removed.at(-1)?.to ?? 0)])
}

/** Renames the profile's chunk to a name that decoders skip, and clears the profile flag. */
function webpWithoutProfile(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const out = file.slice()
  for (const { name, from, dataFrom } of partsOf('webp', file).parts) {
    if (name === 'VP8X') out[dataFrom] = (out[dataFrom] ?? 0) & ~PROFILE_FLAG
    if (name === 'ICCP') out.set(new TextEncoder().encode('skip'), from)
  }
  return out
}
