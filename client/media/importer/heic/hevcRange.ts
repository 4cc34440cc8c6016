/**
 * Detects whether an HEVC image has full range (0..255) or limited range (16..235). The flag is near the end of the
 * sequence parameter set (ITU-T H.265, 7.3.2.2 and E.2.1), so this module parses everything before the flag.
 */
const SEQUENCE_PARAMETER_SET = 33
/** Maximum number of parameter sets in the configuration. Encoders write one. */
const MAX_UNITS = 64
const EXTENDED_ASPECT_RATIO = 255

/**
 * Returns true for full range. Returns false for limited range, and if the range isn't specified.
 * `decoderConfiguration`: the body of an `hvcC` box (ISO/IEC 14496-15, 8.3.2.1).
 */
export function isFullRange(decoderConfiguration: DataView): boolean {
  const unit = findUnit(decoderConfiguration, SEQUENCE_PARAMETER_SET)
  return unit !== null && readFullRangeFlag(new Bits(withoutEmulation(unit)))
}

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

function readFullRangeFlag(bits: Bits): boolean {
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
  if (!skipReferenceSets(bits)) return false
  if (bits.flag()) for (let n = bits.golomb(); n > 0; n--) bits.skip(orderBits + 1)
  bits.skip(2)
  return bits.flag() && readUsability(bits)
}

function readUsability(bits: Bits): boolean {
  if (bits.flag() && bits.read(8) === EXTENDED_ASPECT_RATIO) bits.skip(32)
  if (bits.flag()) bits.skip(1) // skips the overscan flag
  if (!bits.flag()) return false
  bits.skip(3) // skips the video format
  return bits.flag()
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
