/**
 * Rewrites an ordinary HEIC like iOS 18: brand `tmap`, a tone-mapped rendition derived from the photo and a gain map,
 * and auxiliary images that belong to both renditions.
 */
import { concatBytes } from '#client/kit/base/bytes.ts'
import { exifBlock } from '#client/media/importer/fixtures/files.ts'
import { ascii, type Box, latin, parseBoxes, uint16, uint32, viewOf, writeBoxes } from './isoBoxes.ts'

export interface Features {
  /** Adds `tmap` to the compatible brands. */
  brand?: boolean
  /** Adds a `tmap` item, derived from the photo and the gain map, and the group that makes it an alternative. */
  toneMap?: boolean
  /** Auxiliary images refer to two images: the photo, and the `tmap` item or the thumbnail. */
  sharedAuxiliaries?: boolean
  /** Rotation by quarter turns to the left (`irot`). */
  quarterTurns?: 1 | 2 | 3
  /** Orientation of an added EXIF item, which describes the photo. */
  exifOrientation?: number
  /** Number of additional auxiliary images, as in portrait mode. Each is a copy of the gain map's item. */
  moreAuxiliaries?: number
}

/** Apple's gain map with ITU-R BT.2100 curve parameters. Decoders without `tmap` support skip it. */
const TONE_MAP = new Uint8Array(62)
const GAIN_MAP_KIND: Box = {
  type: 'auxC',
  body: concatBytes([uint32(0), ascii('urn:com:apple:photo:2020:aux:hdrgainmap\0')]),
}

export function asRecentPhone(file: Uint8Array, features: Features): Uint8Array<ArrayBuffer> {
  const boxes = parseBoxes(file)
  const meta = parseMeta(boxOf(boxes, 'meta'))
  const ids = [...meta.items.keys()]
  const nextId = () => {
    const id = Math.max(...ids) + 1
    ids.push(id)
    return id
  }
  const firstAuxiliary = () => meta.references.find(({ type }) => type === 'auxl')?.from ?? meta.primary
  const gainMap = firstAuxiliary()

  for (let n = 0; n < (features.moreAuxiliaries ?? 0); n++) {
    const copy = nextId()
    meta.addItem(copy, meta.items.get(gainMap) ?? 'hvc1', meta.locations.get(gainMap))
    meta.properties.set(copy, meta.properties.get(gainMap) ?? [])
    if (gainMap === meta.primary) meta.addProperty(copy, GAIN_MAP_KIND)
    meta.references.push({ type: 'auxl', from: copy, to: [meta.primary] })
  }
  let second = meta.references.find(({ type }) => type === 'thmb')?.from ?? meta.primary
  if (features.toneMap) {
    second = nextId()
    meta.addItem(second, 'tmap', TONE_MAP)
    meta.properties.set(second, (meta.properties.get(meta.primary) ?? []).slice(0, 1))
    meta.references.push({ type: 'dimg', from: second, to: [meta.primary, firstAuxiliary()] })
    meta.groups.push({ type: 'altr', id: nextId(), members: [second, meta.primary] })
  }
  if (features.sharedAuxiliaries)
    for (const reference of meta.references) if (reference.type === 'auxl') reference.to.push(second)

  if (features.exifOrientation) {
    const exif = nextId()
    meta.addItem(
      exif,
      'Exif',
      concatBytes([uint32(6), ascii('Exif\0\0'), Uint8Array.from(exifBlock(features.exifOrientation))]),
    )
    meta.references.push({ type: 'cdsc', from: exif, to: [meta.primary] })
  }
  if (features.quarterTurns)
    meta.addProperty(meta.primary, { type: 'irot', body: Uint8Array.of(features.quarterTurns) })
  const ftyp = boxOf(boxes, 'ftyp')
  if (features.brand) ftyp.body = concatBytes([ftyp.body, ascii('tmap')])
  return assemble(boxes, meta, file)
}

/** Offsets in `iloc` are absolute, so the growth of the boxes is measured before the offsets are shifted. */
function assemble(boxes: Box[], meta: Meta, file: Uint8Array): Uint8Array<ArrayBuffer> {
  const metaBox = boxOf(boxes, 'meta')
  const isFront = boxes.indexOf(metaBox) < boxes.findIndex(({ type }) => type === 'mdat')
  metaBox.body = meta.write(0, 0)
  const grown = writeBoxes(boxes).length - file.length
  metaBox.body = meta.write(isFront ? grown : 0, file.length + grown + 8)
  const appended = [...meta.locations.values()].filter((location) => location instanceof Uint8Array)
  return writeBoxes([...boxes, { type: 'mdat', body: concatBytes(appended) }])
}

interface Reference {
  type: string
  from: number
  to: number[]
}
/** The extents in the old file, or data that is appended to the new file. */
type Location = Extent[] | Uint8Array
interface Extent {
  offset: number
  length: number
  /** 0 = in the file, 1 = in `idat`. */
  method: number
}

interface Meta {
  primary: number
  /** Item types by id. */
  items: Map<number, string>
  locations: Map<number, Location>
  references: Reference[]
  /** Indices into `ipco`, with their essential bit. */
  properties: Map<number, number[]>
  groups: { type: string; id: number; members: number[] }[]
  addItem(id: number, type: string, location: Location | undefined): void
  addProperty(item: number, box: Box): void
  /** `shift`: added to offsets into the old file. `appendedAt`: offset of the new data. */
  write(shift: number, appendedAt: number): Uint8Array
}

function parseMeta(box: Box): Meta {
  const children = parseBoxes(box.body.subarray(4))
  const names = itemNames(boxOf(children, 'iinf'))
  const iprp = parseBoxes(boxOf(children, 'iprp').body)
  const pitm = viewOf(boxOf(children, 'pitm').body)
  const meta: Meta = {
    primary: pitm.getUint8(0) === 0 ? pitm.getUint16(4) : pitm.getUint32(4),
    items: new Map([...names].map(([id, entry]) => [id, entry.type])),
    locations: locations(boxOf(children, 'iloc')),
    references: references(children.find(({ type }) => type === 'iref')),
    properties: properties(boxOf(iprp, 'ipma')),
    groups: [],
    addItem(id, type, location) {
      meta.items.set(id, type)
      meta.locations.set(id, location ?? [])
      const entry = concatBytes([uint32(0x02000001), uint16(id, 0), ascii(`${type}\0`)]) // version 2 with the hidden flag
      names.set(id, { type, body: entry })
    },
    addProperty(item, box) {
      const ipco = boxOf(iprp, 'ipco')
      ipco.body = concatBytes([ipco.body, writeBoxes([box])])
      const essential = 0x8000
      meta.properties.set(item, [...(meta.properties.get(item) ?? []), essential | parseBoxes(ipco.body).length])
    },
    write(shift, appendedAt) {
      const replaced: Record<string, Uint8Array> = {
        iinf: concatBytes([
          uint32(0),
          uint16(names.size),
          writeBoxes([...names.values()].map(({ body }) => infe(body))),
        ]),
        iloc: writeLocations(meta.locations, shift, appendedAt),
        iref: concatBytes([uint32(0), writeBoxes(meta.references.map(writeReference))]),
        iprp: writeBoxes(iprp.map((b) => (b.type === 'ipma' ? { ...b, body: writeProperties(meta.properties) } : b))),
      }
      const out = children.map((child) => ({ ...child, body: replaced[child.type] ?? child.body }))
      if (!children.some(({ type }) => type === 'iref') && meta.references.length > 0)
        out.push({ type: 'iref', body: replaced.iref ?? new Uint8Array(0) })
      const groups = meta.groups.map(({ type, id, members }) => ({
        type,
        body: uint32(0, id, members.length, ...members),
      }))
      if (groups.length > 0) out.push({ type: 'grpl', body: writeBoxes(groups) })
      return concatBytes([box.body.subarray(0, 4), writeBoxes(out)])
    },
  }
  return meta
}

const infe = (body: Uint8Array): Box => ({ type: 'infe', body })

function itemNames({ body }: Box): Map<number, { type: string; body: Uint8Array }> {
  const start = body[0] === 0 ? 6 : 8
  return new Map(
    parseBoxes(body.subarray(start)).map((entry) => {
      const view = viewOf(entry.body)
      const isWide = view.getUint8(0) === 3
      const id = isWide ? view.getUint32(4) : view.getUint16(4)
      const at = isWide ? 10 : 8
      return [id, { type: latin(entry.body.subarray(at, at + 4)), body: entry.body }]
    }),
  )
}

/** Parses `iloc` (ISO/IEC 14496-12, 8.11.3), versions 0 to 2 with any field widths. */
function locations({ body }: Box): Map<number, Location> {
  const view = viewOf(body)
  const version = view.getUint8(0)
  let at = 6
  const read = (bytes: number) => {
    at += bytes
    return bytes === 0
      ? 0
      : bytes === 2
        ? view.getUint16(at - 2)
        : bytes === 4
          ? view.getUint32(at - 4)
          : Number(view.getBigUint64(at - 8))
  }
  const [offsetBytes, lengthBytes] = [view.getUint8(4) >> 4, view.getUint8(4) & 15]
  const [baseBytes, indexBytes] = [view.getUint8(5) >> 4, version > 0 ? view.getUint8(5) & 15 : 0]
  const found = new Map<number, Location>()
  for (let items = read(version < 2 ? 2 : 4); items > 0; items--) {
    const id = read(version < 2 ? 2 : 4)
    const method = version > 0 ? read(2) & 15 : 0
    read(2)
    const base = read(baseBytes)
    const extents = Array.from({ length: read(2) }, () => {
      read(indexBytes)
      return { offset: base + read(offsetBytes), length: read(lengthBytes), method }
    })
    found.set(id, extents)
  }
  return found
}

/** Writes version 1 with offsets and lengths of 4 bytes. */
function writeLocations(all: Map<number, Location>, shift: number, appendedAt: number): Uint8Array {
  let end = appendedAt
  const entries = [...all].map(([id, location]) => {
    const isAppended = location instanceof Uint8Array
    const extents = isAppended ? [{ offset: end, length: location.length, method: 0 }] : location
    const moved = isAppended ? 0 : shift
    if (isAppended) end += location.length
    return concatBytes([
      uint16(id, extents[0]?.method ?? 0, 0, extents.length),
      ...extents.map(({ offset, length, method }) => uint32(method === 0 ? offset + moved : offset, length)),
    ])
  })
  return concatBytes([uint32(0x01000000), uint16(0x4400, all.size), ...entries])
}

function references(box: Box | undefined): Reference[] {
  if (!box) return []
  const { body } = box
  const isWide = body[0] !== 0
  return parseBoxes(body.subarray(4)).map(({ type, body: list }) => {
    const view = viewOf(list)
    const ids = Array.from({ length: isWide ? view.getUint16(4) : view.getUint16(2) }, (_, i) =>
      isWide ? view.getUint32(6 + 4 * i) : view.getUint16(4 + 2 * i),
    )
    return { type, from: isWide ? view.getUint32(0) : view.getUint16(0), to: ids }
  })
}

const writeReference = ({ type, from, to }: Reference): Box => ({ type, body: uint16(from, to.length, ...to) })

function properties({ body }: Box): Map<number, number[]> {
  const view = viewOf(body)
  const [isWideItem, isWideIndex] = [view.getUint8(0) > 0, (view.getUint8(3) & 1) === 1]
  const found = new Map<number, number[]>()
  let at = 8
  for (let entries = view.getUint32(4); entries > 0; entries--) {
    const id = isWideItem ? view.getUint32(at) : view.getUint16(at)
    at += isWideItem ? 4 : 2
    const indices = Array.from({ length: view.getUint8(at++) }, () => {
      const narrow = view.getUint8(at)
      const value = isWideIndex ? view.getUint16(at) : ((narrow & 0x80) << 8) | (narrow & 0x7f)
      at += isWideIndex ? 2 : 1
      return value
    })
    found.set(id, indices)
  }
  return found
}

/** Writes version 0 with 15-bit indices. */
const writeProperties = (all: Map<number, number[]>): Uint8Array =>
  concatBytes([
    uint32(1, all.size),
    ...[...all].map(([id, list]) => concatBytes([uint16(id), Uint8Array.of(list.length), uint16(...list)])),
  ])

function boxOf(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((one) => one.type === type)
  if (!box) throw new Error(`no box ${type}`)
  return box
}
