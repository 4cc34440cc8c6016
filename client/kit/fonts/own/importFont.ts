/** Imports fonts from files and stores them on the device. */
import { withoutExtension } from '#server/contract/tables/safeStem.ts'
import { readBytes } from '../../bytes/bytes.ts'
import { sha256 } from '../../bytes/sha256.ts'
import { deviceOwner, onDeviceOwner } from '../../device-storage/deviceOwner.ts'
import { t } from '../../i18n/translate.ts'
import { err, ok, type Result } from '../../values/result.ts'
import { findOwnFont, forgetFonts, listFont, type OwnFont, ownFonts, ownId, unlistFont } from './ownFonts.ts'
import { readFont } from './readFont.ts'

/**
 * Reason why a font file is rejected. 'not-a-font': not TTF, OTF or WOFF2. 'damaged': the browser cannot draw the font
 * or read its bytes. 'too-large': more than MAX_FONT_BYTES. 'too-many': more than MAX_FONTS fonts.
 */
export type OwnFontError = 'not-a-font' | 'damaged' | 'too-large' | 'too-many'

/** Persistent storage of imported fonts, each for the accounts that imported it. No method rejects. */
export interface FontStore {
  /** Resolves with the fonts of an account (null: signed out). */
  list(owner: string | null): Promise<OwnFont[]>
  /** Stores the font for an account. Resolves with false when storing fails. */
  put(font: OwnFont, owner: string | null): Promise<boolean>
  remove(id: string, owner: string | null): Promise<void>
}

/** Maximum size of a font file in bytes. The largest Chinese fonts are smaller. */
export const MAX_FONT_BYTES = 24e6
const MAX_FONTS = 30
const MAX_NAME = 60

let store: FontStore | null = null

/**
 * Lists the account's fonts from the store. After this call, `importFont` saves fonts in the store. When another
 * account signs in, lists the fonts of that account instead. Never rejects.
 */
export async function connectFontStore(kept: FontStore): Promise<void> {
  if (!store)
    onDeviceOwner(() => {
      forgetFonts()
      void listStoredFonts() // `listStoredFonts` never rejects
    })
  store = kept
  await listStoredFonts()
}

async function listStoredFonts(): Promise<void> {
  const owner = deviceOwner()
  const fonts = (await store?.list(owner)) ?? []
  if (owner === deviceOwner()) for (const font of fonts) if (!findOwnFont(font.id)) listFont(font)
}

/** Returns true when the file's name ends in .ttf, .otf or .woff2. */
export const isFontFile = ({ name }: { name: string }): boolean => /\.(?:ttf|otf|woff2)$/i.test(name)

export interface ImportedFont {
  font: OwnFont
  /** Whether the font is saved for the next visit. */
  isKept: boolean
}

/**
 * Adds a TTF, OTF or WOFF2 file to the user's imported fonts and stores the file on the device. Fails with an
 * OwnFontError if the file isn't a font, is damaged or too large, or the list is full. After an error, the list is
 * unchanged.
 */
export async function importFont(file: File): Promise<Result<ImportedFont, OwnFontError>> {
  if (file.size > MAX_FONT_BYTES) return err('too-large')
  const checked = await checkFont(file, withoutExtension(file.name))
  if (!checked.ok) return checked
  const font = checked.value
  if (ownFonts().length >= MAX_FONTS && !ownFonts().some(({ id }) => id === font.id)) return err('too-many')
  listFont(font)
  return ok({ font, isKept: (await store?.put(font, deviceOwner())) ?? false })
}

/**
 * Removes a font from the list and from the store. Text with this font still uses the font until the page is closed.
 * Never rejects. If the store can't delete the font, the next visit lists it again.
 */
export async function removeFont(id: string): Promise<void> {
  unlistFont(id)
  await store?.remove(id, deviceOwner())
}

/**
 * Reads and checks a font file without listing it. `otherwise`: the name for a font without a name. Errors as in
 * `importFont`.
 */
export async function checkFont(
  blob: Blob,
  otherwise: string,
): Promise<Result<OwnFont, 'not-a-font' | 'damaged' | 'too-large'>> {
  if (blob.size > MAX_FONT_BYTES) return err('too-large')
  const bytes = await readBytes(blob)
  if (!bytes) return err('damaged')
  const facts = readFont(bytes)
  if (!facts) return err('not-a-font')
  const id = ownId(await sha256(bytes))
  const weights = await weightsOf(`${id} weights`, bytes)
  if (!weights) return err('damaged')
  const name = (facts.name ?? otherwise).slice(0, MAX_NAME)
  return ok({ id, name, weights, blob: new Blob([bytes]) })
}

/**
 * Returns the weights in a font file: 400, and also 700 if the font draws heavier letters at a higher weight. Draws
 * letters to compare the weights, because the tables of a WOFF2 file are compressed. Returns null if the browser's font
 * sanitiser rejects the file. `name`: an unused family name.
 */
async function weightsOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<OwnFont['weights'] | null> {
  const face = new FontFace(name, bytes, { weight: '400 700' })
  try {
    document.fonts.add(await face.load())
    const [regular, heavy] = [inkIn(name, 400), inkIn(name, HEAVY)]
    return Math.abs(heavy - regular) > LEAST_CHANGE * regular ? [400, 700] : [400]
  } catch {
    return null
  } finally {
    document.fonts.delete(face)
  }
}

/** The heaviest weight that browsers never make bold synthetically. */
const HEAVY = 599

/** Minimum difference in ink (sum of alpha) between two weights, as a fraction of the regular weight's ink. */
const LEAST_CHANGE = 0.02

/** Letters of many scripts. Only letters that the font contains can show its weights. */
const LETTERS = 'HambgЖΩאبगกカ字한'

/** Returns the sum of the alpha bytes of the letters that the family contains, in one weight. */
function inkIn(family: string, weight: number): number {
  const context = new OffscreenCanvas(400, 100).getContext('2d')
  if (!context) return 0
  // if the family lacks a letter, the two fallback fonts draw the letter with different widths
  const widthBeside = (letter: string, fallback: string) => {
    context.font = `${weight} 50px ${JSON.stringify(family)}, ${fallback}`
    return context.measureText(letter).width
  }
  const own = [...LETTERS].filter((each) => widthBeside(each, 'monospace') === widthBeside(each, 'serif'))
  context.fillText(own.join(''), 10, 70)
  const { data } = context.getImageData(0, 0, 400, 100)
  return data.reduce((sum, byte, i) => (i % 4 === 3 ? sum + byte : sum), 0)
}

/** Returns the error message for a failed font import: the cause and the next step. */
export const fontErrorText = (error: OwnFontError, { name }: { name: string }): string => ERROR_TEXTS[error](name)

const ERROR_TEXTS: Readonly<Record<OwnFontError, (name: string) => string>> = {
  'not-a-font': (name) => t('“{name}” isn’t a TTF, OTF or WOFF2 font. Choose another file.', { name }),
  damaged: (name) => t('“{name}” is damaged. Choose another file.', { name }),
  'too-large': (name) =>
    t('“{name}” is too large. Choose a font file of up to {n} MB.', { name, n: MAX_FONT_BYTES / 1e6 }),
  'too-many': () => t('You’ve reached the limit of {n} fonts. Remove one first.', { n: MAX_FONTS }),
}
