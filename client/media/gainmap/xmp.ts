/** Writes XMP packets, and reads single values without an XML parser. Doesn't read values from a damaged packet. */
import { jpegSegment } from '#client/kit/bytes/bytes.ts'
import { decodeText } from '../file/exif.ts'
import { partsWith } from '../file/fileParts.ts'
import type { PlainType } from '../file/sniff.ts'

/**
 * The name of the file part that contains XMP (XMP specification, part 3), and the bytes before the packet in that
 * part.
 */
const PLACES: Record<PlainType, { part: string; before: string }> = {
  jpeg: { part: 'APP1', before: 'http://ns.adobe.com/xap/1.0/\0' },
  png: { part: 'iTXt', before: 'XML:com.adobe.xmp\0\0\0\0\0' }, // the packet is not compressed and has no language
  webp: { part: 'XMP ', before: '' },
}

/** Returns the XMP packet of a file, or ''. */
export function xmpOf(file: Uint8Array, type: PlainType = 'jpeg'): string {
  const { part, before } = PLACES[type]
  const [packet] = partsWith(type, file, part, before)
  return packet ? decodeText(file.subarray(packet.dataFrom, packet.dataTo)) : ''
}

/**
 * Returns the data of a file part with an XMP packet. The packet contains one rdf:Description. `attributes`: its
 * namespaces and attributes. `elements`: its content.
 */
export function xmpData(type: PlainType, attributes: string, elements = ''): Uint8Array<ArrayBuffer> {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`
  return new TextEncoder().encode(PLACES[type].before + packet)
}

/** Returns the APP1 segment of a JPEG with an XMP packet. */
export const xmpSegment = (attributes: string, elements?: string): Uint8Array<ArrayBuffer> =>
  jpegSegment(0xe1, '', xmpData('jpeg', attributes, elements))

/** Decodes bytes as Latin-1, with one character per byte. */
export const latinText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** Returns the first number of an attribute or element. Returns null if the number is absent or invalid. */
export const numberIn = (xmp: string, name: string): number | null => numbersIn(xmp, name)[0] ?? null

/**
 * Returns the numbers of an attribute, an element, or a list of up to three items. Returns an empty list if any item is
 * not a number.
 */
export function numbersIn(xmp: string, name: string): number[] {
  const text = xmpValue(xmp, name)
  const items = text.includes('<') ? [...text.matchAll(/<[\w:]*li>([^<]*)</g)].map(([, item = '']) => item) : [text]
  const numbers = items.slice(0, 3).map((item) => (item.trim() === '' ? Number.NaN : Number(item)))
  return numbers.every(Number.isFinite) ? numbers : []
}

/** Returns the first tag that contains a string, or ''. Reads each character once, however often the text occurs. */
export function tagWith(xmp: string, text: string): string {
  const at = xmp.indexOf(text)
  const from = at < 0 ? -1 : xmp.lastIndexOf('<', at)
  const end = from < 0 ? -1 : xmp.indexOf('>', at)
  return end < 0 ? '' : xmp.slice(from, end + 1)
}

/** Returns the content of the first attribute or element with this local name, or ''. */
export function xmpValue(xmp: string, name: string): string {
  const at = xmp.indexOf(`:${name}`)
  if (at < 0) return ''
  const rest = xmp.slice(at + 1 + name.length, at + 1 + name.length + MAX_TEXT)
  const attribute = /^\s*=\s*(["'])([^"']*)\1/.exec(rest)
  if (attribute) return attribute[2] ?? ''
  const end = rest.indexOf(`:${name}>`)
  return rest.startsWith('>') && end > 0 ? rest.slice(1, rest.lastIndexOf('</', end)) : ''
}

/** Maximum number of characters of a value. */
const MAX_TEXT = 1000
