/**
 * Reads and writes the Exif fields that exports preserve (Exif 2.32, CIPA DC-008). Never reads the GPS directory, so an
 * export can't contain the photo's location. Ignores damaged fields.
 */
import { concatBytes, latin, textOf, uint16, uint32, viewOf } from '#client/kit/bytes/bytes.ts'

/** Details of a photo that exports preserve. Absent = the photo's file doesn't have the field. */
export interface PhotoDetails {
  /** Capture date in local time, as in Exif: 'YYYY:MM:DD hh:mm:ss'. */
  date?: string
  /** UTC offset of `date`, such as '+02:00'. */
  offset?: string
  author?: string
  copyright?: string
  /** Resolution, px per inch. */
  resolution?: number
}

const TAGS = { orientation: 0x0112, xResolution: 0x011a, yResolution: 0x011b, unit: 0x0128, dateTime: 0x0132 }
const MORE_TAGS = { artist: 0x013b, copyright: 0x8298, exif: 0x8769, version: 0x9000, original: 0x9003 }
/** Tags of the UTC offsets of DateTime and DateTimeOriginal. */
const OFFSETS = { dateTime: 0x9010, original: 0x9011 }
const [ASCII, SHORT, LONG, RATIONAL, UNDEFINED] = [2, 3, 4, 5, 7]
/** Values of the tag ResolutionUnit. */
const [INCH, CENTIMETER] = [2, 3]
/** Value of the tag Orientation for an upright image. */
const UPRIGHT = 1
export const CM_PER_INCH = 2.54
/** Maximum number of characters of text. */
const MAX_TEXT = 1000
/** Range of a meaningful resolution, px per inch. */
const [MIN_RESOLUTION, MAX_RESOLUTION] = [1, 30_000]

const DATE = /^\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}$/
const OFFSET = /^[+-]\d{2}:\d{2}$/

/** Returns the fields with valid values only. */
export function validDetails({ date, offset, author, copyright, resolution }: PhotoDetails): PhotoDetails {
  const [writer, rights] = [author, copyright].map((text) => plainText(text ?? ''))
  const isResolution = resolution !== undefined && resolution >= MIN_RESOLUTION && resolution <= MAX_RESOLUTION
  const hasDate = date !== undefined && DATE.test(date) && !date.startsWith('0000')
  return {
    ...(hasDate && { date, ...(offset && OFFSET.test(offset) && { offset }) }),
    ...(writer && { author: writer }),
    ...(rights && { copyright: rights }),
    ...(isResolution && { resolution }),
  }
}

/** Returns text in one line without control characters. */
const plainText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)

/**
 * Returns the details in a TIFF block of either byte order, with or without the prefix 'Exif\0\0'. The result is empty
 * if the block is damaged.
 */
export function readExif(block: Uint8Array): PhotoDetails {
  const start = textOf(block.subarray(0, 4)) === 'Exif' ? 6 : 0
  const tiff = block.subarray(start)
  const order = textOf(tiff.subarray(0, 2))
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return {}
  const reader = new TiffReader(tiff, order === 'II')
  const main = reader.directory(reader.long(4))
  const exif = reader.directory(reader.number(main.get(MORE_TAGS.exif)))
  const unit = reader.number(main.get(TAGS.unit)) ?? INCH
  const density = reader.number(main.get(TAGS.xResolution))
  const factor = unit === INCH ? 1 : unit === CENTIMETER ? CM_PER_INCH : 0
  const original = reader.text(exif.get(MORE_TAGS.original))
  return validDetails({
    date: original || reader.text(main.get(TAGS.dateTime)),
    offset: reader.text(exif.get(original ? OFFSETS.original : OFFSETS.dateTime)),
    author: reader.text(main.get(MORE_TAGS.artist)),
    copyright: reader.text(main.get(MORE_TAGS.copyright)).replace('\0', ' '),
    resolution: (density ?? 0) * factor,
  })
}

interface Entry {
  type: number
  count: number
  /** Offset of the entry's value, or of the field with the value's offset, bytes. */
  at: number
}

class TiffReader {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly little: boolean

  constructor(bytes: Uint8Array, little: boolean) {
    this.bytes = bytes
    this.view = viewOf(bytes)
    this.little = little
  }

  long(at: number): number | null {
    return at + 4 <= this.bytes.length ? this.view.getUint32(at, this.little) : null
  }

  /** Returns the entries of the directory at an offset by tag. Ignores entries beyond the block's end. */
  directory(at: number | null): Map<number, Entry> {
    const entries = new Map<number, Entry>()
    if (at === null || at + 2 > this.bytes.length) return entries
    const count = this.view.getUint16(at, this.little)
    for (let i = 0, entry = at + 2; i < count && entry + 12 <= this.bytes.length; i++, entry += 12)
      entries.set(this.view.getUint16(entry, this.little), {
        type: this.view.getUint16(entry + 2, this.little),
        count: this.view.getUint32(entry + 4, this.little),
        at: entry + 8,
      })
    return entries
  }

  number(entry: Entry | undefined): number | null {
    if (!entry) return null
    if (entry.type === SHORT) return this.view.getUint16(entry.at, this.little)
    if (entry.type === LONG) return this.long(entry.at)
    if (entry.type !== RATIONAL) return null
    const at = this.long(entry.at) ?? 0
    const [numerator, denominator] = [this.long(at), this.long(at + 4)]
    return numerator !== null && denominator ? numerator / denominator : null
  }

  /** Returns the text of an entry, or '' if there is none. Exif has ASCII, but many programs write UTF-8 or Latin-1. */
  text(entry: Entry | undefined): string {
    if (entry?.type !== ASCII) return ''
    const at = entry.count <= 4 ? entry.at : (this.long(entry.at) ?? this.bytes.length)
    return decodeText(this.bytes.subarray(at, at + Math.min(entry.count, 4 * MAX_TEXT))).replace(/\0+$/, '')
  }
}

/** Decodes UTF-8, or Latin-1 if the bytes aren't valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

interface Field {
  tag: number
  type: number
  count: number
  data: readonly number[]
}

const textField = (tag: number, text: string): Field => {
  const data = [...new TextEncoder().encode(text), 0]
  return { tag, type: ASCII, count: data.length, data }
}
const resolutionField = (tag: number, resolution: number): Field => ({
  ...{ tag, type: RATIONAL, count: 1 },
  data: [...uint32(Math.round(resolution * 1000)), ...uint32(1000)],
})
const shortField = (tag: number, value: number): Field => ({ tag, type: SHORT, count: 1, data: uint16(value) })
const longField = (tag: number, value: number): Field => ({ tag, type: LONG, count: 1, data: uint32(value) })

/** Offset of the first directory, after the TIFF header. */
const HEADER_BYTES = 8

/**
 * Returns a big-endian TIFF block with the details and the orientation, without the prefix 'Exif\0\0'. Returns null if
 * there are no details and the image is upright.
 */
export function exifBlock(
  { date, offset, author, copyright, resolution }: PhotoDetails,
  orientation = UPRIGHT,
): Uint8Array<ArrayBuffer> | null {
  const main = orientation === UPRIGHT ? [] : [shortField(TAGS.orientation, orientation)]
  if (resolution)
    main.push(
      resolutionField(TAGS.xResolution, resolution),
      resolutionField(TAGS.yResolution, resolution),
      shortField(TAGS.unit, INCH),
    )
  if (author) main.push(textField(MORE_TAGS.artist, author))
  if (copyright) main.push(textField(MORE_TAGS.copyright, copyright))
  if (main.length === 0 && !date) return null
  const version: Field = { tag: MORE_TAGS.version, type: UNDEFINED, count: 4, data: latin('0232') }
  const exif = date
    ? [version, textField(MORE_TAGS.original, date), ...(offset ? [textField(OFFSETS.original, offset)] : [])]
    : []
  const pointer = (at: number) => (date ? [longField(MORE_TAGS.exif, at)] : [])
  const length = directoryOf([...main, ...pointer(0)], HEADER_BYTES).length
  return concatBytes([
    Uint8Array.from([...latin('MM'), 0, 42, ...uint32(HEADER_BYTES)]),
    directoryOf([...main, ...pointer(HEADER_BYTES + length)], HEADER_BYTES),
    ...(date ? [directoryOf(exif, HEADER_BYTES + length)] : []),
  ])
}

/**
 * Returns a directory, followed by the values that don't fit into its entries. `fields`: sorted by tag. `at`: the
 * directory's offset, bytes.
 */
function directoryOf(fields: readonly Field[], at: number): Uint8Array<ArrayBuffer> {
  const values: number[] = []
  const valuesAt = at + 2 + 12 * fields.length + 4
  const entries = fields.flatMap(({ tag, type, count, data }) => {
    const entry = [...uint16(tag), ...uint16(type), ...uint32(count)]
    if (data.length <= 4) return [...entry, ...data, ...new Array<number>(4 - data.length).fill(0)]
    const place = uint32(valuesAt + values.length)
    values.push(...data, ...(data.length % 2 ? [0] : []))
    return [...entry, ...place]
  })
  return Uint8Array.from([...uint16(fields.length), ...entries, ...uint32(0), ...values])
}
