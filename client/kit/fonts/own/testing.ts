/** Builds font files for tests, and simulates the browser's font loading. */
import { onTestFinished, vi } from 'vitest'
import { listFont, ownId, unlistFont } from './ownFonts.ts'

/**
 * Lists an imported font until the test ends, and returns its id. Simulates the browser's font loading in Node.
 * `digit` makes the id unique. `fetchFile` responds to requests for built-in fonts.
 */
export function listTestFont(digit: string, fetchFile: () => Promise<Response>): string {
  const id = ownId(digit.repeat(64))
  listFont({ id, name: 'Own', weights: [400], blob: new Blob() })
  onTestFinished(() => unlistFont(id))
  vi.stubGlobal(
    'FontFace',
    class {
      load = async () => this
    },
  )
  vi.stubGlobal('document', { fonts: new Set() })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', fetchFile)
  return id
}

export interface Named {
  platform: number
  language: number
  id: number
  text: string
}

const u16 = (value: number) => [(value >> 8) & 255, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const utf16 = (text: string) => Array.from({ length: text.length }, (_, i) => u16(text.charCodeAt(i))).flat()

/** Builds a test font with a name table but no glyphs. `readFont` doesn't need glyphs. */
export function sfnt(names: readonly Named[]): Uint8Array<ArrayBuffer> {
  const tables: [string, number[]][] = [['name', nameTable(names)]]
  let offset = 12 + 16 * tables.length
  const directory = tables.flatMap(([tag, bytes]) => {
    const entry = [...latin(tag), ...u32(0), ...u32(offset), ...u32(bytes.length)]
    offset += bytes.length
    return entry
  })
  const head = [0, 1, 0, 0, ...u16(tables.length), ...u16(0), ...u16(0), ...u16(0)]
  return new Uint8Array([...head, ...directory, ...tables.flatMap(([, bytes]) => bytes)])
}

function nameTable(names: readonly Named[]): number[] {
  const texts: number[] = []
  const records = names.flatMap(({ platform, language, id, text }) => {
    const bytes = platform === 1 ? latin(text) : utf16(text)
    const at = texts.length
    texts.push(...bytes)
    return [platform, 1, language, id, bytes.length, at].flatMap(u16)
  })
  return [...u16(0), ...u16(names.length), ...u16(6 + records.length), ...records, ...texts]
}
