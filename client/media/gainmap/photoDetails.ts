/** Reads the details of a photo that exports contain, from Exif, XMP, IPTC and the file's own fields, in this order. */
import { textOf, viewOf } from '#client/kit/bytes/bytes.ts'
import { CM_PER_INCH, decodeText, type PhotoDetails, readExif, validDetails } from '../file/exif.ts'
import { dataOf, partsOf, partsWith } from '../file/fileParts.ts'
import type { PlainType } from '../file/sniff.ts'
import { xmpOf, xmpValue } from './xmp.ts'

/**
 * Returns the details of a file. Each field comes from the first place that has a valid value. An offset is only used
 * with the date of its own place.
 */
export function readDetails(type: PlainType, file: Uint8Array): PhotoDetails {
  const places = [exifOf(type, file), xmpDetails(xmpOf(file, type)), iptcDetails(type, file), ownDetails(type, file)]
  const { offset: _, ...details }: PhotoDetails = Object.assign({}, ...places.toReversed())
  const offset = places.find((one) => one.offset && one.date === details.date)?.offset
  return { ...details, ...(offset && { offset }) }
}

/** Matches the start of the Exif data in a HEIC: the identifier 'Exif', and a TIFF header in either byte order. */
const HEIC_EXIF = /Exif\0\0(?:II\*\0|MM\0\*)/

/** Returns the details in the Exif of a HEIC. `text`: the file with one character per byte. */
export function heicDetails(file: Uint8Array, text: string): PhotoDetails {
  const at = text.search(HEIC_EXIF)
  return at < 0 ? {} : readExif(file.subarray(at, at + MAX_EXIF))
}

/** Maximum number of bytes of Exif, as in a JPEG segment. */
const MAX_EXIF = 65_536

function exifOf(type: PlainType, file: Uint8Array): PhotoDetails {
  if (type !== 'jpeg') return readExif(dataOf(partsOf(type, file), file, type === 'png' ? 'eXIf' : 'EXIF') ?? NOTHING)
  const [part] = partsWith('jpeg', file, 'APP1', 'Exif\0\0')
  return part ? readExif(file.subarray(part.dataFrom, part.dataTo)) : {}
}

const NOTHING = new Uint8Array()

/** Matches a date of XMP (ISO 8601). Groups: date, time, UTC offset. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?/

function xmpDetails(xmp: string): PhotoDetails {
  if (!xmp) return {}
  const dates = ['DateTimeOriginal', 'DateCreated', 'CreateDate'].map((name) => ISO_DATE.exec(xmpValue(xmp, name)))
  const [, day = '', time = '', offset] = dates.find((one) => one !== null) ?? []
  return validDetails({
    date: `${day.replaceAll('-', ':')} ${time.length === 5 ? `${time}:00` : time}`,
    ...(offset && { offset: offset === 'Z' ? '+00:00' : offset }),
    author: xmpText(xmp, 'creator'),
    copyright: xmpText(xmp, 'rights'),
  })
}

/** Returns the text of an attribute or element, or of the first item of a list. */
function xmpText(xmp: string, name: string): string {
  const value = xmpValue(xmp, name)
  return unescaped(value.includes('<') ? (/<[\w:]*li\b[^>]*>([^<]*)</.exec(value)?.[1] ?? '') : value)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')

/** Id of the image resource with IPTC records (Photoshop File Formats Specification). */
const IPTC_RESOURCE = 0x0404
/** Data sets of record 2 (IPTC-IIM 4.2): date and time of creation, author, copyright. */
const [DATE, TIME, BY_LINE, COPYRIGHT] = [55, 60, 80, 116]

function iptcDetails(type: PlainType, file: Uint8Array): PhotoDetails {
  if (type !== 'jpeg') return {}
  const [part] = partsWith('jpeg', file, 'APP13', 'Photoshop 3.0\0')
  const sets = part ? iptcSets(iptcRecords(file.subarray(part.dataFrom, part.dataTo))) : new Map<number, string>()
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(sets.get(DATE) ?? '') ?? []
  const [, hour, minute, second, zone, zoneMinute] =
    /^(\d{2})(\d{2})(\d{2})(?:([+-]\d{2})(\d{2}))?$/.exec(sets.get(TIME) ?? '') ?? []
  return validDetails({
    date: `${year}:${month}:${day} ${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`,
    ...(zone && { offset: `${zone}:${zoneMinute}` }),
    author: sets.get(BY_LINE) ?? '',
    copyright: sets.get(COPYRIGHT) ?? '',
  })
}

/** Returns the IPTC records in the image resources, or an empty array. */
function iptcRecords(resources: Uint8Array): Uint8Array {
  const view = viewOf(resources)
  let at = 0
  while (at + 12 <= resources.length && textOf(resources.subarray(at, at + 4)) === '8BIM') {
    const nameBytes = ((resources[at + 6] ?? 0) + 2) & ~1
    const start = at + 6 + nameBytes + 4
    if (start > resources.length) break
    const size = view.getUint32(start - 4)
    if (view.getUint16(at + 4) === IPTC_RESOURCE) return resources.subarray(start, start + size)
    at = start + size + (size & 1)
  }
  return NOTHING
}

/** Returns the strings of record 2 by data set. */
function iptcSets(records: Uint8Array): Map<number, string> {
  const sets = new Map<number, string>()
  const view = viewOf(records)
  for (let at = 0; at + 5 <= records.length && records[at] === 0x1c; ) {
    const size = view.getUint16(at + 3)
    const data = records.subarray(at + 5, at + 5 + size)
    if (records[at + 1] === 2 && !sets.has(records[at + 2] ?? 0)) sets.set(records[at + 2] ?? 0, decodeText(data))
    at += 5 + size
  }
  return sets
}

/** Units of the density in JFIF: px per inch, px per cm. Unit of pHYs in PNG: px per m. */
const [PER_INCH, PER_CM, PER_METRE] = [1, 2, 1]

/** Returns the details in the file's own fields: JFIF, or pHYs and text chunks of a PNG. */
function ownDetails(type: PlainType, file: Uint8Array): PhotoDetails {
  const view = viewOf(file)
  if (type === 'jpeg' && file.length > 18 && textOf(file.subarray(6, 11)) === 'JFIF\0') {
    const unit = file[13]
    const factor = unit === PER_INCH ? 1 : unit === PER_CM ? CM_PER_INCH : 0
    return validDetails({ resolution: view.getUint16(14) * factor })
  }
  if (type !== 'png') return {}
  const density = dataOf(partsOf(type, file), file, 'pHYs')
  const isMetric = density?.length === 9 && density[8] === PER_METRE
  return validDetails({
    author: pngText(file, 'Author'),
    copyright: pngText(file, 'Copyright'),
    resolution: isMetric ? Math.round(viewOf(density).getUint32(0) * 0.0254 * 100) / 100 : 0,
  })
}

/** Returns the text of an uncompressed iTXt chunk, or ''. */
function pngText(file: Uint8Array, keyword: string): string {
  const [part] = partsWith('png', file, 'iTXt', `${keyword}\0\0\0`)
  if (!part) return ''
  const data = file.subarray(part.dataFrom, part.dataTo)
  const end = data.indexOf(0, data.indexOf(0) + 1) // after the language and the translated keyword
  return end < 0 ? '' : decodeText(data.subarray(end + 1))
}
