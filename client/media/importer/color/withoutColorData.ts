/** Removes the colour space data of a file, so that every engine decodes its values without conversion. */
import { concatBytes } from '#client/kit/base/bytes.ts'
import { chunksOf, SIGNATURE } from '#client/kit/base/png/chunks.ts'
import { viewBytes } from '../byteView.ts'
import type { ImageType } from '../sniff.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Returns a copy of the file without its ICC profile and other colour space data; pixels and EXIF are unchanged. */
export function withoutColorData(type: Exclude<ImageType, 'heic'>, file: Bytes): Bytes {
  return REMOVERS[type](file)
}

const REMOVERS = { jpeg: fromJpeg, png: fromPng, webp: fromWebp }

const [APP2, SOS] = [0xe2, 0xda]
const ICC_MARKER = 'ICC_PROFILE\0'

/** Leaves out the APP2 segments of a profile (ICC.1:2022, B.4). */
function fromJpeg(file: Bytes): Bytes {
  const { bytes, view } = viewBytes(file)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== SOS) {
    const isFillByte = bytes[at + 1] === 0xff
    const end = isFillByte ? at + 1 : at + 2 + view.getUint16(at + 2)
    const isProfile = bytes[at + 1] === APP2 && startsWith(bytes.subarray(at + 4, end), ICC_MARKER)
    if (!isProfile) kept.push(bytes.subarray(at, end))
    at = end
  }
  return concatBytes([...kept, bytes.subarray(at)])
}

const startsWith = (bytes: Uint8Array, text: string) => String.fromCharCode(...bytes.subarray(0, text.length)) === text

/** The chunks that define a colour space (PNG spec, 4.3). */
const COLOR_CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])

function fromPng(file: Bytes): Bytes {
  const kept = [...chunksOf(file)].filter(({ name }) => !COLOR_CHUNKS.has(name))
  return concatBytes([SIGNATURE, ...kept.map(({ from, to }) => file.subarray(from, to))])
}

/** Flag of VP8X: the file has a profile (RFC 9649, 2.7.1). */
const PROFILE_FLAG = 0x20

/** Renames the chunk of the profile to a name that decoders skip, and clears its flag. */
function fromWebp(file: Bytes): Bytes {
  const out = file.slice()
  const { view, fourCc } = viewBytes(out)
  for (let at = 12; at + 8 <= out.length; ) {
    const size = view.getUint32(at + 4, true)
    if (fourCc(at) === 'VP8X') out[at + 8] = (out[at + 8] ?? 0) & ~PROFILE_FLAG
    if (fourCc(at) === 'ICCP')
      out.set(
        Array.from('skip', (character) => character.charCodeAt(0)),
        at,
      )
    at += 8 + size + (size & 1)
  }
  return out
}
