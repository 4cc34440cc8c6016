/**
 * Reads metadata of a HEIC file's primary image from its boxes (ISO/IEC 14496-12 and 23008-12), without a decoder. The
 * decoder libraries lose the colour profile and the EXIF orientation.
 */
import { viewOf } from '#client/kit/base/bytes.ts'
import type { Cicp } from '#client/kit/base/color-space/colorSpace.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { type Orientation, readTiffOrientation } from '../../file/fileParts.ts'
import { isFullRange } from './hevcRange.ts'

/** Metadata of a HEIC file's primary image. Width and height are upright, in px. */
export interface HeicMeta extends Size {
  hasAlpha: boolean
  /** True: channel values are 0..255. False: limited range, 16..235. */
  isFullRange: boolean
  /** ICC profile. Null if the file has no profile. */
  profile: Uint8Array | null
  /** Code points of a `colr` box of type `nclx`. Null if the file has no such box. */
  cicp: Cicp | null
  /**
   * EXIF orientation of an image without rotation and mirroring boxes. Otherwise 1, because such boxes take precedence.
   */
  orientation: Orientation
  /** Id of the auxiliary image with an iPhone's gain map. Null if the file has no such image. */
  gainMapItem: number | null
}

const ALPHA_KINDS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']
const GAIN_MAP_KIND = 'urn:com:apple:photo:2020:aux:hdrgainmap'

interface Box {
  type: string
  /** Content of the box without its header. */
  body: DataView
}

/** Reads the metadata. Returns null if the boxes are damaged. A decoder may still be able to read such a file. */
export function readMeta(bytes: Uint8Array): HeicMeta | null {
  try {
    return readMetaBox(viewOf(bytes))
  } catch (error) {
    if (error instanceof RangeError) return null // a length in the file exceeds the file's size
    throw error
  }
}

function readMetaBox(file: DataView): HeicMeta | null {
  const meta = find(boxesIn(file), 'meta')
  if (!meta) return null
  const items = [...boxesIn(meta, 4)]
  const properties = find(items, 'iprp')
  const primary = primaryItem(find(items, 'pitm'))
  if (!properties || primary === null) return null

  const all = [...boxesIn(find(boxesIn(properties), 'ipco') ?? properties)]
  const references = find(items, 'iref')
  const auxiliary = itemsReferringTo(primary, 'auxl', references)
  const propertiesOf = associations(properties, all, new Set([primary, ...auxiliary]))
  const own = propertiesOf(primary)
  const size = find(own, 'ispe')
  if (!size) return null
  const [width, height] = [size.getUint32(4), size.getUint32(8)]
  const [rotation, mirroring] = [find(own, 'irot'), find(own, 'imir')]
  const orientation =
    rotation || mirroring ? 1 : exifOrientation(file, items, itemsReferringTo(primary, 'cdsc', references))
  const isTurned = ((rotation?.getUint8(0) ?? 0) & 1) === 1 || orientation > 4
  const kindOf = (item: number) => text(find(propertiesOf(item), 'auxC'), 4)
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    hasAlpha: auxiliary.some((item) => ALPHA_KINDS.includes(kindOf(item))),
    isFullRange: rangeOf(own) ?? rangeOf(all) ?? true,
    cicp: cicpOf(own) ?? cicpOf(all),
    profile: profileOf(own) ?? profileOf(all), // in a grid image, sometimes only the tiles have a profile
    orientation,
    gainMapItem: auxiliary.find((item) => kindOf(item) === GAIN_MAP_KIND) ?? null,
  }
}

/** Maximum number of boxes in one box. Photos from phones have a few hundred properties. */
const MAX_BOXES = 4096

/** Yields the boxes in a box. @throws RangeError for a damaged size, and for too many boxes */
function* boxesIn(view: DataView, from = 0): Generator<Box, void> {
  let count = 0
  for (let at = from; at + 8 <= view.byteLength; ) {
    if (count++ === MAX_BOXES) throw new RangeError('too many boxes')
    const short = view.getUint32(at)
    const header = short === 1 ? 16 : 8
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? view.byteLength - at : short
    if (size < header) throw new RangeError(`box of ${size} bytes`)
    // in a truncated file, the last box is cut
    const length = Math.min(size, view.byteLength - at) - header
    yield { type: fourCc(view, at + 4), body: slice(view, at + header, length) }
    at += size
  }
}

function find(boxes: Iterable<Box>, type: string): DataView | undefined {
  for (const box of boxes) if (box.type === type) return box.body
  return undefined
}

/**
 * Returns true if the boxes with the image's data end within the file (ISO/IEC 14496-12, 4.2). Other boxes may be cut.
 */
export function isHeicComplete(bytes: Uint8Array): boolean {
  const file = viewOf(bytes)
  let at = 0
  for (let count = 0; count < MAX_BOXES; count++) {
    if (at + 16 > file.byteLength) return true
    const size = file.getUint32(at) === 1 ? Number(file.getBigUint64(at + 8)) : file.getUint32(at)
    if (size < 8) return true // size 0 means that the box extends to the end of the file
    if (['meta', 'mdat', 'idat'].includes(fourCc(file, at + 4)) && at + size > file.byteLength) return false
    at += size
  }
  return false
}

function primaryItem(box: DataView | undefined): number | null {
  if (!box) return null
  return box.getUint8(0) === 0 ? box.getUint16(4) : box.getUint32(4)
}

/** Maximum number of items with properties. A photo of 50 MP in tiles of 512 px has about 200 items. */
const MAX_ITEMS = 2 ** 16
/** Maximum number of items that refer to an image, and of images that one item refers to. */
const MAX_REFERENCES = 64

/**
 * Returns a function that lists the properties of an item (`ipma`, ISO/IEC 23008-12, 9.3.2). `wanted`: all items for
 * which the function will be called.
 */
function associations(iprp: DataView, all: readonly Box[], wanted: ReadonlySet<number>): (item: number) => Box[] {
  const table = find(boxesIn(iprp), 'ipma')
  const indices = new Map<number, number[]>()
  if (table) {
    const hasWideItems = table.getUint8(0) > 0
    const indexBytes = (table.getUint8(3) & 1) === 1 ? 2 : 1
    const entries = table.getUint32(4)
    if (entries > MAX_ITEMS) throw new RangeError(`${entries} items`)
    let at = 8
    for (let entry = 0; entry < entries; entry++) {
      const item = hasWideItems ? table.getUint32(at) : table.getUint16(at)
      at += hasWideItems ? 4 : 2
      const count = table.getUint8(at++)
      const indexAt = (i: number) =>
        indexBytes === 2 ? table.getUint16(at + 2 * i) & 0x7fff : table.getUint8(at + i) & 0x7f
      if (wanted.has(item) && !indices.has(item))
        indices.set(
          item,
          Array.from({ length: count }, (_, i) => indexAt(i)),
        )
      at += count * indexBytes
    }
  }
  return (item) => (indices.get(item) ?? []).flatMap((index) => all[index - 1] ?? [])
}

/** Returns the items that refer to `target`. `kind`: 'auxl' for auxiliary items such as alpha, 'cdsc' for metadata. */
function itemsReferringTo(target: number, kind: 'auxl' | 'cdsc', iref: DataView | undefined): number[] {
  if (!iref) return []
  const idBytes = iref.getUint8(0) === 0 ? 2 : 4
  const idAt = (view: DataView, at: number) => (idBytes === 2 ? view.getUint16(at) : view.getUint32(at))
  const found: number[] = []
  for (const { type, body } of boxesIn(iref, 4)) {
    if (type !== kind) continue
    const count = Math.min(MAX_REFERENCES, body.getUint16(idBytes))
    for (let i = 0; i < count; i++)
      if (idAt(body, idBytes + 2 + i * idBytes) === target) {
        found.push(idAt(body, 0))
        break
      }
    if (found.length > MAX_REFERENCES) throw new RangeError(`too many references of type ${kind}`)
  }
  return found
}

/**
 * Returns the orientation in the EXIF item among the items `metadata`. Returns 1 if there is no such item or its
 * location is damaged.
 */
function exifOrientation(file: DataView, items: readonly Box[], metadata: readonly number[]): Orientation {
  const [names, locations] = [find(items, 'iinf'), find(items, 'iloc')]
  if (!names || !locations || metadata.length === 0) return 1
  try {
    for (const { body } of boxesIn(names, names.getUint8(0) === 0 ? 6 : 8)) {
      const isWide = body.getUint8(0) === 3
      const id = isWide ? body.getUint32(4) : body.getUint16(4)
      if (!metadata.includes(id) || fourCc(body, isWide ? 10 : 8) !== 'Exif') continue
      const exif = firstExtent(locations, id, file, find(items, 'idat'))
      // the TIFF block begins after a length field and that number of bytes (ISO/IEC 23008-12, A.2.1)
      const tiff = exif && 4 + exif.getUint32(0)
      return exif && tiff ? readTiffOrientation(bytesOf(slice(exif, tiff, exif.byteLength - tiff))) : 1
    }
    return 1
  } catch (error) {
    if (error instanceof RangeError) return 1
    throw error
  }
}

/**
 * Returns the data of an item's first extent (`iloc`, ISO/IEC 14496-12, 8.11.3), or null if `iloc` doesn't list the
 * item.
 */
function firstExtent(iloc: DataView, item: number, file: DataView, idat: DataView | undefined): DataView | null {
  const version = iloc.getUint8(0)
  const widths = iloc.getUint16(4)
  const [offsetBytes, lengthBytes, baseBytes] = [widths >> 12, (widths >> 8) & 15, (widths >> 4) & 15]
  const indexBytes = version > 0 ? widths & 15 : 0
  let at = 6
  const read = (bytes: number): number => {
    at += bytes
    if (bytes === 8) return Number(iloc.getBigUint64(at - 8))
    return bytes === 4 ? iloc.getUint32(at - 4) : bytes === 2 ? iloc.getUint16(at - 2) : 0
  }
  for (let items = Math.min(MAX_ITEMS, read(version < 2 ? 2 : 4)); items > 0; items--) {
    const id = read(version < 2 ? 2 : 4)
    const source = version > 0 && (read(2) & 15) === 1 ? idat : file
    read(2)
    const base = read(baseBytes)
    const extents = read(2)
    if (id === item && source && extents > 0) {
      read(indexBytes)
      return slice(source, base + read(offsetBytes), read(lengthBytes))
    }
    at += extents * (indexBytes + offsetBytes + lengthBytes)
  }
  return null
}

/**
 * Returns true for full range, false for limited range, and null if unknown. The `colr` box takes precedence over the
 * HEVC parameter set.
 */
function rangeOf(properties: readonly Box[]): boolean | null {
  const codes = colorOf(properties, 'nclx')
  if (codes) return codes.getUint8(10) >> 7 === 1
  const video = find(properties, 'hvcC')
  return video ? isFullRange(video) : null
}

function cicpOf(properties: readonly Box[]): Cicp | null {
  const codes = colorOf(properties, 'nclx')
  return codes ? { primaries: codes.getUint16(4), transfer: codes.getUint16(6) } : null
}

function profileOf(properties: readonly Box[]): Uint8Array | null {
  const profile = colorOf(properties, 'prof', 'rICC')
  return profile ? bytesOf(slice(profile, 4, profile.byteLength - 4)) : null
}

/** Returns the content of the first `colr` box with one of these colour types. */
const colorOf = (properties: readonly Box[], ...types: readonly string[]): DataView | undefined =>
  properties.find(({ type, body }) => type === 'colr' && types.includes(fourCc(body, 0)))?.body

/** Returns a part of a view. @throws RangeError for a part outside the view */
function slice(view: DataView, at: number, length: number): DataView {
  if (at + length > view.byteLength) throw new RangeError(`${length} bytes from ${at} of ${view.byteLength}`)
  return new DataView(view.buffer, view.byteOffset + at, length)
}

const bytesOf = (view: DataView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

const fourCc = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Maximum length of a text. The longest text that is compared has 44 bytes. */
const MAX_TEXT = 64

/** Returns the text from byte `at` to the first zero byte. */
function text(view: DataView | undefined, at: number): string {
  let out = ''
  for (let i = at; view && i < Math.min(view.byteLength, at + MAX_TEXT) && view.getUint8(i) !== 0; i++)
    out += String.fromCharCode(view.getUint8(i))
  return out
}
