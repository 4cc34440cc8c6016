/** Reads the tables of a HEIF file's items: types, data, references and properties (ISO/IEC 23008-12). */
import { type Box, boxesIn, find, fourCc, slice } from './boxes.ts'

/** Maximum number of items with properties. A 50 MP photo in tiles of 512 px has about 200 items. */
const MAX_ITEMS = 2 ** 16
/** Maximum number of items that refer to an image, and of images that one item refers to. */
const MAX_REFERENCES = 1024

/** A reference from one item to others. Its type is 'auxl', 'cdsc', 'dimg' or 'thmb'. */
export interface Reference {
  type: string
  from: number
  to: readonly number[]
}

/** The tables of the box `meta`. */
export interface HeicItems {
  primary: number
  /** Item types by id (`infe`), such as 'hvc1', 'grid', 'tmap' and 'Exif'. */
  types: ReadonlyMap<number, string>
  references: readonly Reference[]
  /** Returns the properties of an item. */
  propertiesOf(item: number): Box[]
  /**
   * Returns the data of an item. Returns null if the file doesn't list the item.
   * @throws RangeError for damaged tables
   */
  dataOf(item: number): DataView | null
  /** The properties of all items in the file. */
  properties: readonly Box[]
}

/**
 * Reads the tables. Returns null if the file has no primary item, or no properties of items.
 * @throws RangeError for damaged tables
 */
export function readItems(file: DataView): HeicItems | null {
  const meta = find(boxesIn(file), 'meta')
  if (!meta) return null
  const boxes = [...boxesIn(meta, 4)]
  const iprp = find(boxes, 'iprp')
  const pitm = find(boxes, 'pitm')
  if (!iprp || !pitm) return null
  const properties = [...boxesIn(find(boxesIn(iprp), 'ipco') ?? iprp)]
  const locations = find(boxes, 'iloc')
  return {
    primary: pitm.getUint8(0) === 0 ? pitm.getUint16(4) : pitm.getUint32(4),
    types: typesIn(find(boxes, 'iinf')),
    references: referencesIn(find(boxes, 'iref')),
    propertiesOf: associations(iprp, properties),
    dataOf: (item) => (locations ? firstExtent(locations, item, file, find(boxes, 'idat')) : null),
    properties,
  }
}

function typesIn(iinf: DataView | undefined): Map<number, string> {
  const types = new Map<number, string>()
  if (!iinf) return types
  for (const { type, body } of boxesIn(iinf, iinf.getUint8(0) === 0 ? 6 : 8)) {
    const isWide = body.getUint8(0) === 3
    if (type !== 'infe' || body.getUint8(0) < 2) continue
    types.set(isWide ? body.getUint32(4) : body.getUint16(4), fourCc(body, isWide ? 10 : 8))
  }
  return types
}

function referencesIn(iref: DataView | undefined): Reference[] {
  if (!iref) return []
  const idBytes = iref.getUint8(0) === 0 ? 2 : 4
  const idAt = (view: DataView, at: number) => (idBytes === 2 ? view.getUint16(at) : view.getUint32(at))
  return Array.from(boxesIn(iref, 4), ({ type, body }) => {
    const count = Math.min(MAX_REFERENCES, body.getUint16(idBytes))
    const to = Array.from({ length: count }, (_, i) => idAt(body, idBytes + 2 + i * idBytes))
    return { type, from: idAt(body, 0), to }
  })
}

/** Returns the items that refer to `target`. `type`: 'auxl' for auxiliary items such as alpha, 'cdsc' for metadata. */
export const itemsReferringTo = ({ references }: HeicItems, target: number, type: string): number[] =>
  references.filter((one) => one.type === type && one.to.includes(target)).map(({ from }) => from)

/** Returns the items that `item` refers to, such as the tiles of a grid ('dimg'). */
export const itemsReferredBy = ({ references }: HeicItems, item: number, type: string): number[] =>
  references.filter((one) => one.type === type && one.from === item).flatMap(({ to }) => to)

/** Returns a function that lists the properties of an item (`ipma`, ISO/IEC 23008-12, 9.3.2). */
function associations(iprp: DataView, all: readonly Box[]): (item: number) => Box[] {
  const table = find(boxesIn(iprp), 'ipma')
  /** Offset of each item's first entry in the table. */
  const entryOf = new Map<number, number>()
  const indexBytes = table && (table.getUint8(3) & 1) === 1 ? 2 : 1
  if (table) {
    const idBytes = table.getUint8(0) > 0 ? 4 : 2
    const entries = table.getUint32(4)
    if (entries > MAX_ITEMS) throw new RangeError(`${entries} items`)
    let at = 8
    for (let entry = 0; entry < entries; entry++) {
      const item = idBytes === 4 ? table.getUint32(at) : table.getUint16(at)
      if (!entryOf.has(item)) entryOf.set(item, at + idBytes)
      at += idBytes + 1 + table.getUint8(at + idBytes) * indexBytes
    }
  }
  return (item) => {
    const at = entryOf.get(item)
    if (!table || at === undefined) return []
    const indices = Array.from({ length: table.getUint8(at) }, (_, i) =>
      indexBytes === 2 ? table.getUint16(at + 1 + 2 * i) & 0x7fff : table.getUint8(at + 1 + i) & 0x7f,
    )
    return indices.flatMap((index) => all[index - 1] ?? [])
  }
}

/**
 * Returns the data of an item's first extent (`iloc`, ISO/IEC 14496-12, 8.11.3). Returns null if the item isn't listed
 * or has no data.
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
