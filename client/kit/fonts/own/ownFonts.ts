/**
 * Fonts that the user has brought. Each is named by its bytes: in the document, as a CSS family and in a project file it
 * is `ownId`, so that no two are ever taken for each other, on whatever device.
 */
import { createListeners } from '../../base/listeners.ts'
import type { FontWeight } from '../families.ts'

export interface OwnFont {
  id: string
  /** What it calls itself. */
  name: string
  /** Those that are drawn; the browser thickens 400 where 700 is not. */
  weights: readonly FontWeight[]
  /** The file as it was brought. */
  blob: Blob
}

const MARK = /^f[0-9a-f]{39}$/

/** `sha256` of the file's bytes, hex. */
export const ownId = (sha256: string): string => `f${sha256.slice(0, 39)}`
export const isOwnId = (family: string): boolean => MARK.test(family)

const known = new Map<string, OwnFont>()
const listeners = createListeners()
let listed: readonly OwnFont[] = []

/** Those to choose from, the newest first; the same list until it changes. */
export const ownFonts = (): readonly OwnFont[] => listed

/** Also one that has been taken off the list: what is set in it stays so for this visit. */
export const findOwnFont = (id: string): OwnFont | null => known.get(id) ?? null

export const onOwnFonts = listeners.subscribe

export function listFont(font: OwnFont): void {
  known.set(font.id, font)
  listed = [font, ...listed.filter(({ id }) => id !== font.id)]
  listeners.tell()
}

export function unlistFont(id: string): void {
  listed = listed.filter((font) => font.id !== id)
  listeners.tell()
}
