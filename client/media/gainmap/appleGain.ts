/**
 * Apple's gain maps before ISO 21496-1: HDR = SDR · (1 + (headroom − 1) · gain), where the transfer function of Rec.
 * 709 decodes the gain ("Applying Apple HDR effect to your photos", Apple developer documentation).
 */
import { viewOf } from '#client/kit/bytes/bytes.ts'
import { equalChannels, type GainMapMetadata, plausible } from './metadata.ts'
import { latinText, numberIn } from './xmp.ts'

/**
 * Returns metadata with the range of the gain map's gains, or null for an impossible headroom. `headroom`: linear, > 1.
 */
export function appleMetadata(headroom: number): GainMapMetadata | null {
  const stops = Math.log2(headroom)
  const [zero, one] = [equalChannels(0), equalChannels(1)]
  const metadata = { min: zero, max: equalChannels(stops), gamma: one, offsetSdr: zero, offsetHdr: zero }
  return headroom > 1 ? plausible({ ...metadata, capacityMin: 0, capacityMax: stops }) : null
}

/** Returns the gain in stops of a stored value. `code`: 0..1. */
export function gainOfAppleCode(code: number, headroom: number): number {
  const linear = code < 0.081 ? code / 4.5 : ((code + 0.099) / 1.099) ** (1 / 0.45)
  return Math.log2(1 + (headroom - 1) * linear)
}

const MAKER_NOTE = 'Apple iOS\0\0\x01MM'
const [HDR_HEADROOM, HDR_GAIN] = [0x21, 0x30]

/**
 * Returns the linear headroom of an iPhone's photo, or null if the file contains none. Reads XMP, or the maker note of
 * a JPEG or HEIC.
 */
export function appleHeadroom(file: Uint8Array): number | null {
  const text = latinText(file)
  const at = text.lastIndexOf('HDRGainMapHeadroom')
  const named = at < 0 ? null : numberIn(text.slice(at - 1, at + 100), 'HDRGainMapHeadroom')
  if (named !== null) return named
  const note = text.indexOf(MAKER_NOTE)
  if (note < 0) return null
  const view = viewOf(file.subarray(note))
  const values = new Map<number, number>()
  const count = view.getUint16(MAKER_NOTE.length)
  for (let i = 0, entry = MAKER_NOTE.length + 2; i < count && entry + 12 <= view.byteLength; i++, entry += 12) {
    const [tag, place] = [view.getUint16(entry), view.getUint32(entry + 8)]
    if (tag !== HDR_HEADROOM && tag !== HDR_GAIN) continue
    values.set(tag, view.getInt32(place) / view.getInt32(place + 4))
  }
  const [bright, gain] = [values.get(HDR_HEADROOM), values.get(HDR_GAIN)]
  return bright === undefined || gain === undefined ? null : 2 ** Math.max(0, stopsOf(bright, gain))
}

/**
 * Returns the headroom in stops, by Apple's formula. `bright`, `gain`: values of the tags 33 and 48 of the maker note.
 */
function stopsOf(bright: number, gain: number): number {
  if (bright < 1) return gain <= 0.01 ? 1.8 - 20 * gain : 1.5 + 0.101 * (1 - gain)
  return gain <= 0.01 ? 3 - 70 * gain : 2 + 0.303 * (1 - gain)
}
