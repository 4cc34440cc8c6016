/**
 * Metadata of a gain map: HDR = (SDR + offsetSdr) · 2^(gain · weight) − offsetHdr in linear light, per channel (ISO
 * 21496-1). The map stores ((gain − min) / (max − min))^gamma, 0..1.
 */
import { viewOf } from '#client/kit/bytes/bytes.ts'
import { numberIn, numbersIn } from './xmp.ts'

/** One value per channel: red, green, blue. */
export type Channels = readonly [number, number, number]

/** The parameters for turning the SDR image into the HDR image with a gain map. */
export interface GainMapMetadata {
  /** Minimum gain of the map, stops. */
  min: Channels
  /** Maximum gain of the map, stops. */
  max: Channels
  gamma: Channels
  /** Offset in linear light, where SDR white is 1. */
  offsetSdr: Channels
  offsetHdr: Channels
  /** Maximum display headroom, stops, for showing the SDR image without any gain. */
  capacityMin: number
  /** Minimum display headroom, stops, for applying the whole gain. */
  capacityMax: number
}

export const equalChannels = (value: number): Channels => [value, value, value]

/** Maximum absolute gain, stops: a factor of 65,536. */
const MAX_STOPS = 16

/** Returns the metadata if all values are possible, otherwise null. */
export function plausible(metadata: GainMapMetadata): GainMapMetadata | null {
  const { min, max, gamma, offsetSdr, offsetHdr, capacityMin, capacityMax } = metadata
  const isStops = (value: number) => Math.abs(value) <= MAX_STOPS // false for NaN
  const isOffset = (value: number) => Math.abs(value) <= 1
  const isPossible =
    [...min, ...max, capacityMin, capacityMax].every(isStops) &&
    [...offsetSdr, ...offsetHdr].every(isOffset) &&
    gamma.every((value) => value >= 0.01 && value <= 100) &&
    max.every((value, c) => value >= (min[c] as number)) &&
    capacityMax > capacityMin
  return isPossible ? metadata : null
}

/** Name of the APP2 segment (ISO 21496-1, annex C). */
export const ISO_NAME = 'urn:iso:std:iso:ts:21496:-1\0'
const [MULTICHANNEL, BASE_COLOR_SPACE, BASE_IS_HDR, COMMON_DENOMINATOR] = [0x80, 0x40, 0x04, 0x08]

/**
 * Reads the binary form (ISO 21496-1, C.2) without the segment's name. Returns null if the map has a different version,
 * an HDR base, colored gains in a different color space, or impossible values (`plausible`).
 * @throws RangeError when bytes are missing
 */
export function readIso(bytes: Uint8Array): GainMapMetadata | null {
  const view = viewOf(bytes)
  const flags = view.getUint8(4)
  const isColored = (flags & MULTICHANNEL) !== 0
  if (view.getUint16(0) !== 0 || flags & BASE_IS_HDR || (isColored && !(flags & BASE_COLOR_SPACE))) return null
  let at = 5
  const next = (isSigned = false) => {
    at += 4
    return isSigned ? view.getInt32(at - 4) : view.getUint32(at - 4)
  }
  const common = flags & COMMON_DENOMINATOR ? next() : null
  const fraction = (isSigned = false) => next(isSigned) / (common ?? next())
  const [capacityMin, capacityMax] = [fraction(), fraction()]
  const channels = Array.from({ length: isColored ? 3 : 1 }, () => ({
    min: fraction(true),
    max: fraction(true),
    gamma: fraction(),
    offsetSdr: fraction(true),
    offsetHdr: fraction(true),
  }))
  const of = (name: 'min' | 'max' | 'gamma' | 'offsetSdr' | 'offsetHdr'): Channels => {
    const [red = Number.NaN, green = red, blue = red] = channels.map((channel) => channel[name])
    return [red, green, blue]
  }
  return plausible({
    ...{ min: of('min'), max: of('max'), gamma: of('gamma'), offsetSdr: of('offsetSdr'), offsetHdr: of('offsetHdr') },
    ...{ capacityMin, capacityMax },
  })
}

const DENOMINATOR = 1_000_000

/** Returns the binary form without the segment's name. Rounds values to six decimals. */
export function writeIso(metadata: GainMapMetadata): Uint8Array<ArrayBuffer> {
  const { min, max, gamma, offsetSdr, offsetHdr, capacityMin, capacityMax } = metadata
  const lists = [min, max, gamma, offsetSdr, offsetHdr]
  const isColored = lists.some(([red, ...rest]) => rest.some((value) => value !== red))
  const values = [0, 1, 2].slice(0, isColored ? 3 : 1).flatMap((c) => lists.map((list) => list[c] as number))
  const fractions = [capacityMin, capacityMax, ...values]
  // the data begins with two version numbers, both 0
  const view = new DataView(new ArrayBuffer(5 + 8 * fractions.length))
  view.setUint8(4, BASE_COLOR_SPACE | (isColored ? MULTICHANNEL : 0))
  for (const [i, value] of fractions.entries()) {
    view.setInt32(5 + 8 * i, Math.round(value * DENOMINATOR))
    view.setUint32(9 + 8 * i, DENOMINATOR)
  }
  return new Uint8Array(view.buffer)
}

/** Names of the XMP fields in the namespace http://ns.adobe.com/hdr-gain-map/1.0/, with their defaults. */
const XMP_FIELDS = {
  min: ['GainMapMin', 0],
  max: ['GainMapMax', Number.NaN],
  gamma: ['Gamma', 1],
  offsetSdr: ['OffsetSDR', 1 / 64],
  offsetHdr: ['OffsetHDR', 1 / 64],
} as const

/**
 * Reads the fields of the gain map's XMP packet. Missing fields get their defaults. Returns null if HDRCapacityMax or
 * GainMapMax is missing, if a value is implausible, or if the base image is HDR.
 */
export function readHdrgm(xmp: string): GainMapMetadata | null {
  const capacityMax = numberIn(xmp, 'HDRCapacityMax')
  if (capacityMax === null || /BaseRenditionIsHDR\W+True/i.test(xmp)) return null
  const of = (field: keyof typeof XMP_FIELDS): Channels => {
    const [name, missing] = XMP_FIELDS[field]
    const [red = missing, green = red, blue = red] = numbersIn(xmp, name)
    return [red, green, blue]
  }
  return plausible({
    ...{ min: of('min'), max: of('max'), gamma: of('gamma'), offsetSdr: of('offsetSdr'), offsetHdr: of('offsetHdr') },
    ...{ capacityMin: numberIn(xmp, 'HDRCapacityMin') ?? 0, capacityMax },
  })
}

/** Returns the metadata as XMP, for an rdf:Description that declares the prefix `hdrgm`. */
export function writeHdrgm(metadata: GainMapMetadata): { attributes: string; elements: string } {
  const text = (value: number) => String(Math.round(value * DENOMINATOR) / DENOMINATOR)
  const attributes = [`hdrgm:HDRCapacityMin="${text(metadata.capacityMin)}"`, 'hdrgm:BaseRenditionIsHDR="False"']
  attributes.push(`hdrgm:HDRCapacityMax="${text(metadata.capacityMax)}"`)
  const elements: string[] = []
  for (const [field, [name]] of Object.entries(XMP_FIELDS)) {
    const values = metadata[field as keyof typeof XMP_FIELDS].map(text)
    const items = values.map((value) => `<rdf:li>${value}</rdf:li>`).join('')
    if (new Set(values).size === 1) attributes.push(`hdrgm:${name}="${values[0]}"`)
    else elements.push(`<hdrgm:${name}><rdf:Seq>${items}</rdf:Seq></hdrgm:${name}>`)
  }
  return { attributes: attributes.join(' '), elements: elements.join('') }
}
