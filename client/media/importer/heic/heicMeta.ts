/**
 * Metadata of a HEIC file's primary image, from its boxes (ISO/IEC 14496-12 and 23008-12), without a decoder: size,
 * transparency, range, and the colour profile, which the decoder libraries drop.
 */
import type { Cicp } from '#client/kit/base/color-space/colorSpace.ts'
import type { Size } from '#client/kit/base/geometry.ts'
import { isFullRange } from './hevcRange.ts'

/** Metadata of a HEIC file's primary image; the size is in px. */
export interface HeicMeta extends Size {
  hasAlpha: boolean
  /** True: values 0..255 per channel; false: limited range, 16..235. */
  isFullRange: boolean
  /** ICC profile, `null` when the file names none. */
  profile: Uint8Array | null
  /** Code points of a `colr` box of type `nclx`; null when the file has none. */
  cicp: Cicp | null
}

const ALPHA_KINDS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

interface Box {
  type: string
  /** Content, without the header. */
  body: DataView
}

/** Reads the metadata; null when the boxes are damaged, though a decoder may still read the file. */
export function readMeta(bytes: Uint8Array): HeicMeta | null {
  try {
    return readMetaBox(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
  } catch (error) {
    if (error instanceof RangeError) return null // a length that points outside the file
    throw error
  }
}

function readMetaBox(file: DataView): HeicMeta | null {
  const meta = find(boxesIn(file), 'meta')
  if (!meta) return null
  const items = boxesIn(meta, 4)
  const properties = find(items, 'iprp')
  const primary = primaryItem(find(items, 'pitm'))
  if (!properties || primary === null) return null

  const all = boxesIn(find(boxesIn(properties), 'ipco') ?? properties)
  const propertiesOf = associations(properties, all)
  const own = propertiesOf(primary)
  const size = find(own, 'ispe')
  if (!size) return null
  const [width, height] = [size.getUint32(4), size.getUint32(8)]
  const isTurned = ((find(own, 'irot')?.getUint8(0) ?? 0) & 1) === 1
  const isAlpha = (item: number) => ALPHA_KINDS.includes(text(find(propertiesOf(item), 'auxC'), 4))
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    hasAlpha: auxiliaries(find(items, 'iref'), primary).some(isAlpha),
    isFullRange: rangeOf(own) ?? rangeOf(all) ?? true,
    cicp: cicpOf(own) ?? cicpOf(all),
    profile: profileOf(own) ?? profileOf(all), // a picture put together of tiles may leave it to them
  }
}

function boxesIn(view: DataView, from = 0): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= view.byteLength; ) {
    const short = view.getUint32(at)
    const header = short === 1 ? 16 : 8
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? view.byteLength - at : short
    if (size < header) throw new RangeError(`box of ${size} bytes`)
    // a file cut short still has whole boxes before the cut
    const length = Math.min(size, view.byteLength - at) - header
    boxes.push({ type: fourCc(view, at + 4), body: slice(view, at + header, length) })
    at += size
  }
  return boxes
}

const find = (boxes: readonly Box[], type: string) => boxes.find((box) => box.type === type)?.body

function primaryItem(box: DataView | undefined): number | null {
  if (!box) return null
  return box.getUint8(0) === 0 ? box.getUint16(4) : box.getUint32(4)
}

/** Returns a function that lists the properties of an item (`ipma`, ISO/IEC 23008-12, 9.3.2). */
function associations(iprp: DataView, all: readonly Box[]): (item: number) => Box[] {
  const table = find(boxesIn(iprp), 'ipma')
  const indices = new Map<number, number[]>()
  if (table) {
    const hasWideItems = table.getUint8(0) > 0
    const hasWideIndices = (table.getUint8(3) & 1) === 1
    let at = 8
    for (let entries = table.getUint32(4); entries > 0; entries--) {
      const item = hasWideItems ? table.getUint32(at) : table.getUint16(at)
      at += hasWideItems ? 4 : 2
      const count = table.getUint8(at++)
      const own: number[] = []
      for (let i = 0; i < count; i++, at += hasWideIndices ? 2 : 1)
        own.push(hasWideIndices ? table.getUint16(at) & 0x7fff : table.getUint8(at) & 0x7f)
      indices.set(item, own)
    }
  }
  return (item) => (indices.get(item) ?? []).flatMap((index) => all[index - 1] ?? [])
}

/** Returns the items that are auxiliary to `target` (`iref` of type `auxl`), such as alpha planes. */
function auxiliaries(iref: DataView | undefined, target: number): number[] {
  if (!iref) return []
  const idBytes = iref.getUint8(0) === 0 ? 2 : 4
  const idAt = (view: DataView, at: number) => (idBytes === 2 ? view.getUint16(at) : view.getUint32(at))
  return boxesIn(iref, 4)
    .filter(({ type }) => type === 'auxl')
    .filter(({ body }) => {
      const count = body.getUint16(idBytes)
      return Array.from({ length: count }, (_, i) => idAt(body, idBytes + 2 + i * idBytes)).includes(target)
    })
    .map(({ body }) => idAt(body, 0))
}

/** The `colr` box takes precedence over the video's parameter set. */
function rangeOf(properties: readonly Box[]): boolean | null {
  for (const { type, body } of properties) {
    if (type === 'colr' && fourCc(body, 0) === 'nclx') return body.getUint8(10) >> 7 === 1
  }
  const video = find(properties, 'hvcC')
  return video ? isFullRange(video) : null
}

function cicpOf(properties: readonly Box[]): Cicp | null {
  for (const { type, body } of properties)
    if (type === 'colr' && fourCc(body, 0) === 'nclx')
      return { primaries: body.getUint16(4), transfer: body.getUint16(6) }
  return null
}

function profileOf(properties: readonly Box[]): Uint8Array | null {
  for (const { type, body } of properties) {
    if (type !== 'colr' || !['prof', 'rICC'].includes(fourCc(body, 0))) continue
    return new Uint8Array(body.buffer, body.byteOffset + 4, body.byteLength - 4)
  }
  return null
}

const slice = (view: DataView, at: number, length: number) => new DataView(view.buffer, view.byteOffset + at, length)

const fourCc = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Returns the text from byte `at` to the first zero byte. */
function text(view: DataView | undefined, at: number): string {
  let out = ''
  for (let i = at; view && i < view.byteLength && view.getUint8(i) !== 0; i++)
    out += String.fromCharCode(view.getUint8(i))
  return out
}
