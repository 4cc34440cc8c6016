/** Finds the colour space data of a file: an ICC profile, or code points. No pixels are decoded. */

import { concatBytes } from '#client/kit/base/bytes.ts'
import type { Cicp } from '#client/kit/base/color-space/colorSpace.ts'
import { MAX_PROFILE_BYTES } from '#client/kit/base/color-space/iccProfile.ts'
import { chunksOf } from '#client/kit/base/png/chunks.ts'
import { type ByteView, viewBytes } from '../byteView.ts'
import { readMeta } from '../heic/heicMeta.ts'
import type { ImageType } from '../sniff.ts'

/**
 * In a PNG, code points take precedence over a profile (PNG spec, 4.3); in a HEIC, the profile is the more exact one.
 */
export type EmbeddedProfile = { kind: 'cicp'; cicp: Cicp } | { kind: 'icc'; bytes: Uint8Array }

/**
 * Returns the ICC profile of a file, or the code points of its colour space; null = neither, which means sRGB. Of both,
 * a PNG gives the code points and a HEIC the profile. @throws Error when the data is damaged
 */
export async function findEmbeddedProfile(
  type: ImageType,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<EmbeddedProfile | null> {
  switch (type) {
    case 'jpeg':
      return inJpeg(viewBytes(bytes))
    case 'png':
      return inPng(bytes)
    case 'webp':
      return inWebp(viewBytes(bytes))
    case 'heic':
      return inHeic(bytes)
  }
}

const icc = (bytes: Uint8Array): EmbeddedProfile => ({ kind: 'icc', bytes })

const [APP2, SOS] = [0xe2, 0xda]
const ICC_MARKER = 'ICC_PROFILE\0'
/** Colour model of a profile by the number of a picture's components. A grey picture may have a profile of RGB. */
const MODELS: Readonly<Record<number, readonly string[]>> = { 1: ['GRAY', 'RGB '], 3: ['RGB ', 'Lab '], 4: ['CMYK'] }
/** Markers of frames (ITU-T T.81, table B.1), C0 to CF, without tables and extensions. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Joins the numbered APP2 segments before the first scan (ICC.1:2022, B.4). */
function inJpeg({ bytes, view }: ByteView): EmbeddedProfile | null {
  const parts: Uint8Array[] = []
  let [count, components] = [0, 0]
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === SOS) break
    if (marker === 0xff) {
      at++ // fill byte before a marker
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    const body = bytes.subarray(at + 4, end)
    if (isFrame(marker)) components = body[5] ?? 0
    if (marker === APP2 && String.fromCharCode(...body.subarray(0, ICC_MARKER.length)) === ICC_MARKER) {
      const [number = 0, of = 0] = body.subarray(ICC_MARKER.length)
      if (number === 0 || number > of || (count > 0 && of !== count)) throw new Error('its segments contradict')
      count = of
      parts[number - 1] = body.subarray(ICC_MARKER.length + 2)
    }
    at = end
  }
  if (count === 0) return null
  const whole = Array.from({ length: count }, (_, i) => parts[i])
  const present = whole.flatMap((part) => part ?? [])
  if (present.length < count) throw new Error(`${count - present.length} of its ${count} segments are missing`)
  const profile = concatBytes(present)
  const model = String.fromCharCode(...profile.subarray(16, 20))
  if (MODELS[components]?.includes(model) === false)
    throw new Error(`it is of ${model}, not of ${components} components`)
  return icc(profile)
}

async function inPng(file: Uint8Array<ArrayBuffer>): Promise<EmbeddedProfile | null> {
  const chunks = [...chunksOf(file)]
  const dataOf = (wanted: string) => chunks.find(({ name }) => name === wanted)?.data
  const [primaries, transfer, matrix, isFullRange] = dataOf('cICP') ?? []
  if (primaries !== undefined && transfer !== undefined && matrix === 0 && isFullRange === 1)
    return { kind: 'cicp', cicp: { primaries, transfer } }
  const iccp = dataOf('iCCP')
  if (!iccp) return null
  const nameEnd = iccp.indexOf(0)
  if (nameEnd < 0 || nameEnd > 79) throw new Error('its name does not end')
  return icc(await inflated(iccp.subarray(nameEnd + 2))) // after the compression method
}

/** RFC 9649, 2.7.1.4. */
function inWebp({ bytes, view, fourCc }: ByteView): EmbeddedProfile | null {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'ICCP') return icc(bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size & 1)
  }
  return null
}

function inHeic(bytes: Uint8Array): EmbeddedProfile | null {
  const meta = readMeta(bytes)
  if (meta?.profile) return icc(meta.profile)
  return meta?.cicp ? { kind: 'cicp', cicp: meta.cicp } : null
}

/** Inflates a zlib stream. @throws Error above the maximum size of a profile: a few bytes may inflate to gigabytes */
async function inflated(compressed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return concatBytes(parts)
    bytes += value.length
    parts.push(value)
    if (bytes > MAX_PROFILE_BYTES) {
      await reader.cancel()
      throw new Error(`it has more than ${MAX_PROFILE_BYTES} bytes`)
    }
  }
}
