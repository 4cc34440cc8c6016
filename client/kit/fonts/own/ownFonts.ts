/**
 * Fonts that the user has imported. A font is identified by the hash of its bytes: `ownId` is its name in the document, in
 * CSS and in project files, so two fonts are never confused, on any device.
 */
import { createListeners } from '../../base/listeners.ts'
import type { FontWeight } from '../families.ts'

export interface OwnFont {
  id: string
  /** The font's full name, as the file says. */
  name: string
  /** The weights in the file. The browser synthesises bold from 400 where 700 is missing. */
  weights: readonly FontWeight[]
  /** The imported file. */
  blob: Blob
}

const OWN_ID = /^f[0-9a-f]{39}$/

/** `sha256` of the file's bytes, hex. */
export const ownId = (sha256: string): string => `f${sha256.slice(0, 39)}`
export const isOwnId = (family: string): boolean => OWN_ID.test(family)

const known = new Map<string, OwnFont>()
const listeners = createListeners()
let listed: readonly OwnFont[] = []

/** The fonts to choose from, the newest first. The same array until it changes. */
export const ownFonts = (): readonly OwnFont[] => listed

/** Finds removed fonts too: text that uses one keeps it for this visit. */
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
