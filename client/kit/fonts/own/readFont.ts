/**
 * Reads the name of a font file. The bytes are untrusted, so every offset is checked. The browser's own sanitiser
 * decides whether the font can be drawn. Tables: OpenType 1.9, "otff" and "name".
 */
import { viewOf } from '#client/kit/bytes/bytes.ts'

export interface FontFacts {
  /** The font's name. Null if the file has no readable name. A WOFF2 file's name table is compressed and unreadable. */
  name: string | null
}

const SFNT_VERSIONS = new Set(['\0\u0001\0\0', 'OTTO', 'true'])
const WOFF2 = 'wOF2'
/** Maximum numbers of tables and names, and of bytes per name. Only hostile files have more. */
const MAX_TABLES = 200
const MAX_NAMES = 2000
const MAX_NAME_BYTES = 1000

/**
 * Reads the name of a font file. Returns null when the bytes do not begin like a TrueType, OpenType or WOFF2 file.
 * Ignores damaged parts. Never throws. Doesn't return a name for a WOFF2 font, because its tables are compressed.
 */
export function readFont(bytes: Uint8Array<ArrayBuffer>): FontFacts | null {
  const view = viewOf(bytes)
  const version = tagAt(view, 0)
  if (version === WOFF2) return { name: null }
  if (!SFNT_VERSIONS.has(version)) return null
  return { name: nameOf(tablesOf(view).get('name')) }
}

function tagAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
}

function tablesOf(view: DataView): ReadonlyMap<string, DataView> {
  const tables = new Map<string, DataView>()
  const count = Math.min(u16(view, 4), MAX_TABLES)
  for (let i = 0; i < count; i++) {
    const at = 12 + 16 * i
    const table = subview(view, u32(view, at + 8), u32(view, at + 12))
    if (table) tables.set(tagAt(view, at), table)
  }
  return tables
}

const [FULL_NAME, FAMILY] = [4, 1]
const ENGLISH = 0x409

/** Returns the font's full name. Without a full name, returns the family name. Prefers English names. */
function nameOf(table: DataView | undefined): string | null {
  if (!table) return null
  const texts = subview(table, u16(table, 4), table.byteLength - u16(table, 4))
  const names = Array.from({ length: Math.min(u16(table, 2), MAX_NAMES) }, (_, i) => {
    const at = 6 + 12 * i
    const [platform, language, id] = [u16(table, at), u16(table, at + 4), u16(table, at + 6)]
    const rank = (id === FULL_NAME ? 4 : 0) + (platform === 1 ? 0 : 2) + (language === ENGLISH ? 1 : 0)
    return { id, rank, platform, text: texts && subview(texts, u16(table, at + 10), u16(table, at + 8)) }
  })
  const ranked = names
    .filter(({ id, text }) => (id === FULL_NAME || id === FAMILY) && text && text.byteLength <= MAX_NAME_BYTES)
    .sort((a, b) => b.rank - a.rank)
  for (const { text, platform } of ranked) {
    const name = text && decoded(text, platform)
    if (name) return name
  }
  return null
}

/** Decodes a name record: Macintosh names as ASCII, all others as UTF-16. */
const decoded = (text: DataView, platform: number): string =>
  new TextDecoder(platform === 1 ? 'ascii' : 'utf-16be').decode(text).replace(/\p{C}/gu, '').trim()

const subview = (view: DataView, start: number, length: number): DataView | null =>
  length >= 0 && start + length <= view.byteLength ? new DataView(view.buffer, view.byteOffset + start, length) : null

/** Returns the big-endian integer at an offset, or 0 outside the file. */
const u16 = (view: DataView, at: number): number => (at + 2 <= view.byteLength ? view.getUint16(at) : 0)
const u32 = (view: DataView, at: number): number => (at + 4 <= view.byteLength ? view.getUint32(at) : 0)
