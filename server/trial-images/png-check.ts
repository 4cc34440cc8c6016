/**
 * Validates the chunks of a PNG stream: the signature, the size in IHDR, every CRC, and that nothing follows IEND.
 * Pixels are never decoded, so a decompression bomb does no harm. Format: https://www.w3.org/TR/png-3/#5Chunk-layout
 */
import { crc32 } from 'node:zlib'
import { TRIAL_IMAGE_MAX_AREA, TRIAL_IMAGE_MAX_SIDE } from '../contract/limits.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const IHDR_BYTES = 13
/** Encoders write chunks of 8 kB and more; a file of empty chunks would take seconds to check. */
const MAX_CHUNKS = 16_384

/** The bytes are no valid PNG within the limits. */
export class NotPngError extends Error {
  override readonly name = 'NotPngError'
}

/**
 * Checks a PNG file that arrives in pieces: its chunks, their checksums, the header, and the size, at most
 * TRIAL_IMAGE_MAX_SIDE px per side and TRIAL_IMAGE_MAX_AREA px². Pixels are not decoded. `feed` and `finish` throw
 * NotPngError at the first violation. `width` and `height` (px) are known once IHDR was read; `bytes` counts what was
 * fed.
 */
export class PngCheck {
  width = 0
  height = 0
  bytes = 0
  /** What we wait for, and how many bytes of it are still to come. */
  #state: 'signature' | 'head' | 'data' | 'crc' | 'end' = 'signature'
  #missing = SIGNATURE.length
  #held: Buffer[] = []
  #type = ''
  #crc = 0
  #seenData = false
  #chunks = 0

  /** Checks the next piece of the file. */
  feed(piece: Buffer): void {
    this.bytes += piece.length
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + this.#missing)
      this.#take(part)
      at += part.length
    }
  }

  /** Checks that the file is complete; to be called after the last piece. */
  finish(): void {
    if (this.#state !== 'end') throw new NotPngError('the file ends early')
  }

  #take(part: Buffer): void {
    if (this.#state === 'end') throw new NotPngError('there is more after the end')
    this.#missing -= part.length
    const isHeader = this.#state === 'data' && this.#type === 'IHDR'
    if (this.#state === 'data') this.#crc = crc32(part, this.#crc)
    // only a few bytes are ever held: of a chunk's data nothing but IHDR's
    if (this.#state !== 'data' || isHeader) this.#held.push(part)
    if (this.#missing > 0) return
    const whole = Buffer.concat(this.#held)
    this.#held = []
    this.#next(whole)
  }

  #next(whole: Buffer): void {
    if (this.#state === 'signature') this.#checkSignature(whole)
    else if (this.#state === 'head') this.#openChunk(whole.readUInt32BE(0), whole.toString('latin1', 4, 8))
    else if (this.#state === 'data') this.#closeData(whole)
    else this.#closeChunk(whole.readUInt32BE(0))
  }

  #checkSignature(signature: Buffer): void {
    if (!signature.equals(SIGNATURE)) throw new NotPngError('no signature')
    this.#expect('head', 8)
  }

  #openChunk(length: number, type: string): void {
    const isFirst = this.#chunks === 0
    this.#chunks += 1
    if (this.#chunks > MAX_CHUNKS) throw new NotPngError('too many chunks')
    if (!/^[A-Za-z]{4}$/.test(type) || length > 0x7fffffff) throw new NotPngError('a broken chunk')
    if (isFirst !== (type === 'IHDR') || (type === 'IHDR' && length !== IHDR_BYTES)) throw new NotPngError('no header')
    if (type === 'IEND' && length !== 0) throw new NotPngError('a broken end')
    if (type === 'IDAT') this.#seenData = true
    this.#type = type
    this.#crc = crc32(Buffer.from(type, 'latin1'))
    this.#expect(length === 0 ? 'crc' : 'data', length === 0 ? 4 : length)
  }

  #closeData(data: Buffer): void {
    if (this.#type === 'IHDR') this.#readHeader(data)
    this.#expect('crc', 4)
  }

  #closeChunk(checksum: number): void {
    if (checksum !== this.#crc) throw new NotPngError('a checksum is wrong')
    if (this.#type === 'IEND' && !this.#seenData) throw new NotPngError('no picture inside')
    this.#expect(this.#type === 'IEND' ? 'end' : 'head', this.#type === 'IEND' ? 1 : 8)
  }

  #readHeader(header: Buffer): void {
    this.width = header.readUInt32BE(0)
    this.height = header.readUInt32BE(4)
    const sides = [this.width, this.height]
    if (
      sides.some((side) => side < 1 || side > TRIAL_IMAGE_MAX_SIDE) ||
      this.width * this.height > TRIAL_IMAGE_MAX_AREA
    )
      throw new NotPngError('the picture is too large')
    const [depth = 0, colour = 0, compression, filter, interlace = 2] = header.subarray(8)
    const depths: Record<number, number[]> = {
      0: [1, 2, 4, 8, 16],
      2: [8, 16],
      3: [1, 2, 4, 8],
      4: [8, 16],
      6: [8, 16],
    }
    if (!depths[colour]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
      throw new NotPngError('a broken header')
  }

  #expect(state: 'head' | 'data' | 'crc' | 'end', bytes: number): void {
    this.#state = state
    this.#missing = bytes
  }
}
