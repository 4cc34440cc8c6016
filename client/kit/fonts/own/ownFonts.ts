/**
 * The user's imported fonts. The hash of a font's bytes identifies the font: `ownId` is the font's name in the
 * document, in CSS and in project files. So different fonts never have the same name, on any device.
 */
import { createListeners } from '../../async/listeners.ts'
import { t } from '../../i18n/translate.ts'
import type { FontWeight } from '../families.ts'

export interface OwnFont {
  id: string
  /** The font's full name, read from the file. */
  name: string
  /** The weights in the file. If 700 is missing, the browser synthesizes bold from 400. */
  weights: readonly FontWeight[]
  blob: Blob
}

/** A font file that is saved with the projects that use it. */
export type SavedFont = Pick<OwnFont, 'id' | 'name' | 'blob'>

const OWN_ID = /^f[0-9a-f]{39}$/

/** Returns a font's id: "f" and the first 39 hex digits of the file's SHA-256. */
export const ownId = (sha256: string): string => `f${sha256.slice(0, 39)}`
/** Returns true when a family name has the form of an imported font's id. */
export const isOwnId = (family: string): boolean => OWN_ID.test(family)

const known = new Map<string, OwnFont>()
const rejected = new Map<string, SavedFont>()
const listeners = createListeners()
let listed: readonly OwnFont[] = []

/** Returns the imported fonts, newest first. Returns the same array until the list changes. */
export const ownFonts = (): readonly OwnFont[] => listed

/**
 * Returns the imported font with this id, or null if the font is not on this device. Also returns removed fonts,
 * because text still uses a removed font until the page is closed.
 */
export const findOwnFont = (id: string): OwnFont | null => known.get(id) ?? null

/** Stores a font of an opened project that this browser rejects, so that saving the project preserves the font. */
export const storeRejectedFont = (font: SavedFont): unknown => rejected.set(font.id, font)

/** Returns the imported or rejected font with this id, or null if there is neither. */
export const findSavedFont = (id: string): SavedFont | null => known.get(id) ?? rejected.get(id) ?? null

/** Calls `listener` whenever the list of imported fonts changes. Returns a function that removes the listener. */
export const onOwnFonts = listeners.subscribe

/** Adds an imported font to the list. If the font is already listed, moves it to the front. */
export function listFont(font: OwnFont): void {
  known.set(font.id, font)
  listed = [font, ...listed.filter(({ id }) => id !== font.id)]
  listeners.emit()
}

/** Forgets all fonts, because they belong to another account. */
export function forgetFonts(): void {
  known.clear()
  rejected.clear()
  listed = []
  listeners.emit()
}

/** Removes an imported font from the list. `findOwnFont` still finds the font. */
export function unlistFont(id: string): void {
  listed = listed.filter((font) => font.id !== id)
  listeners.emit()
}

/** Returns the display name of a family. A font that was imported on another device gets a translated placeholder. */
export function familyLabel(name: string): string {
  if (!isOwnId(name)) return name
  return findOwnFont(name)?.name ?? t('Missing font')
}
