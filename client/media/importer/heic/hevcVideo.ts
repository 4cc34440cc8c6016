/**
 * Reads depth, range and color of an HEVC image. Range and color are near the end of the sequence parameter set (ITU-T
 * H.265, 7.3.2.2 and E.2.1), so this module parses everything before them.
 */
const SEQUENCE_PARAMETER_SET = 33
/** Maximum number of parameter sets in the configuration. Encoders write one. */
const MAX_UNITS = 64
const EXTENDED_ASPECT_RATIO = 255

/** Facts about an HEVC image from its decoder configuration. */
export interface HevcVideo {
  /** Bits per luma or chroma sample, whichever is larger. */
  depth: number
  /** Chroma format (ITU-T H.265, table 6-1): 0 = gray, 1 = 4:2:0, 2 = 4:2:2, 3 = 4:4:4. */
  chroma: number
  /** If true, the video has full range. If false, it has limited range, or the file doesn't say. */
  isFullRange: boolean
  /** Code points of ITU-T H.273: primaries, transfer function and matrix. Null if the file doesn't have them. */
  codes: { primaries: number; transfer: number; matrix: number } | null
}

/**
 * Reads the body of an `hvcC` box (ISO/IEC 14496-15, 8.3.2.1).
 * @throws RangeError for damaged data
 */
export function readHevcVideo(decoderConfiguration: DataView): HevcVideo {
  const unit = findUnit(decoderConfiguration, SEQUENCE_PARAMETER_SET)
  const usability = unit && readUsabilityOf(new Bits(withoutEmulation(unit)))
  return {
    depth: 8 + Math.max(decoderConfiguration.getUint8(17) & 7, decoderConfiguration.getUint8(18) & 7),
    chroma: decoderConfiguration.getUint8(16) & 3,
    ...(usability ?? NOT_SPECIFIED),
  }
}

type Usability = Pick<HevcVideo, 'isFullRange' | 'codes'>

const NOT_SPECIFIED: Usability = { isFullRange: false, codes: null }

function findUnit(view: DataView, type: number): Uint8Array | null {
  let at = 23
  for (let arrays = view.getUint8(22); arrays > 0; arrays--) {
    const arrayType = view.getUint8(at) & 63
    const units = view.getUint16(at + 1)
    at += 3
    for (let i = 0; i < Math.min(units, MAX_UNITS); i++) {
      const length = view.getUint16(at)
      if (arrayType === type) return new Uint8Array(view.buffer, view.byteOffset + at + 2, length)
      at += 2 + length
    }
  }
  return null
}

/**
 * Removes emulation prevention bytes (the third byte of 00 00 03), which prevent false start codes (ITU-T H.265,
 * 7.4.2).
 */
const withoutEmulation = (unit: Uint8Array) =>
  unit.filter((byte, i) => !(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0))

/** Reads bits. Throws a RangeError at the end of the data. A loop over a damaged count therefore ends early. */
class Bits {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Reads an unsigned integer of `count` bits, u(n). */
  read(count: number): number {
    let value = 0
    for (let at = this.#at; at < this.#at + count; at++) {
      const byte = this.#bytes[at >> 3]
      if (byte === undefined) throw new RangeError('bits behind the end')
      value = 2 * value + ((byte >> (7 - (at & 7))) & 1)
    }
    this.#at += count
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  skip(count: number) {
    this.#at += count
    if (this.#at > 8 * this.#bytes.length) throw new RangeError('bits behind the end')
  }

  /** Reads an Exp-Golomb code, ue(v). A signed code, se(v), has the same length. */
  golomb(): number {
    let zeros = 0
    while (zeros < 32 && this.read(1) === 0) zeros++
    return 2 ** zeros - 1 + this.read(zeros)
  }

  golombs(count: number) {
    for (let i = 0; i < count; i++) this.golomb()
  }
}

function readUsabilityOf(bits: Bits): Usability {
  bits.skip(16 + 4) // skips the unit header and the id of the video parameter set
  const subLayers = bits.read(3)
  bits.skip(1)
  skipProfiles(bits, subLayers)
  bits.golomb() // skips the id of the sequence parameter set
  if (bits.golomb() === 3) bits.skip(1) // skips the flag for separate planes of 4:4:4
  bits.golombs(2) // skips width and height
  if (bits.flag()) bits.golombs(4) // skips the conformance window
  bits.golombs(2) // skips the bit depths
  const orderBits = bits.golomb() + 4
  bits.golombs(3 * (bits.flag() ? subLayers + 1 : 1))
  bits.golombs(6) // skips block sizes and depths
  if (bits.flag() && bits.flag()) skipScalingLists(bits)
  bits.skip(2)
  if (bits.flag()) skipPcm(bits)
  if (!skipReferenceSets(bits)) return NOT_SPECIFIED
  if (bits.flag()) for (let n = bits.golomb(); n > 0; n--) bits.skip(orderBits + 1)
  bits.skip(2)
  return bits.flag() ? readUsability(bits) : NOT_SPECIFIED
}

function readUsability(bits: Bits): Usability {
  if (bits.flag() && bits.read(8) === EXTENDED_ASPECT_RATIO) bits.skip(32)
  if (bits.flag()) bits.skip(1) // skips the overscan flag
  if (!bits.flag()) return NOT_SPECIFIED
  bits.skip(3) // skips the video format
  const isFullRange = bits.flag()
  if (!bits.flag()) return { isFullRange, codes: null }
  return { isFullRange, codes: { primaries: bits.read(8), transfer: bits.read(8), matrix: bits.read(8) } }
}

function skipProfiles(bits: Bits, subLayers: number) {
  bits.skip(88 + 8)
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.flag(), level: bits.flag() }))
  if (subLayers > 0) bits.skip(2 * (8 - subLayers))
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0))
}

function skipScalingLists(bits: Bits) {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (bits.flag()) bits.golombs((size > 1 ? 1 : 0) + Math.min(64, 1 << (4 + 2 * size)))
      else bits.golomb()
    }
  }
}

function skipPcm(bits: Bits) {
  bits.skip(8)
  bits.golombs(2)
  bits.skip(1)
}

/**
 * Skips the reference picture sets. Returns false if a set is predicted from another set, which occurs only in videos.
 */
function skipReferenceSets(bits: Bits): boolean {
  const sets = bits.golomb()
  for (let set = 0; set < sets; set++) {
    if (set > 0 && bits.flag()) return false
    const pictures = bits.golomb() + bits.golomb()
    for (let i = 0; i < pictures; i++) {
      bits.golomb()
      bits.skip(1)
    }
  }
  return true
}
