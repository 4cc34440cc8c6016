import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { fontOf } from './paint/measure.ts'
import { casedWords, type TextLayer } from './schema.ts'
import { faceOf } from './textSize.ts'

/** ISO 15924 codes of the scripts that a report names. */
const SCRIPTS = (
  'Adlm Arab Armn Bali Beng Bopo Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Java Kana Khmr ' +
  'Knda Laoo Latn Mlym Mong Mymr Nkoo Olck Orya Sinh Sund Syrc Taml Telu Tfng Thaa Thai Tibt Yiii'
).split(' ')
const EMOJI = /\p{Emoji_Presentation}/u
/** A code point that no font contains. Browsers draw it like every character that is missing in all fonts. */
const UNKNOWN = '\u{ffffd}'

/**
 * Returns the scripts in a document's visible text layers that no font on this device supports. Their letters would
 * appear as empty boxes. The fonts of the text layers must be loaded. Each script is an ISO 15924 code such as "Khmr"
 * ("Zsye" for emoji). If a character's script isn't in `SCRIPTS`, returns its code point, such as "U+16A0".
 */
export function missingScripts({ order, layers }: DocumentSnapshot): string[] {
  const scripts = order.flatMap((id) => {
    const layer = layers[id]
    return layer?.kind === 'text' && !layer.isHidden ? missingIn(layer as TextLayer) : []
  })
  return [...new Set(scripts)]
}

function missingIn(layer: TextLayer): string[] {
  const { family, weight } = faceOf(layer)
  const draw = drawingIn(fontOf(family, weight))
  if (!draw) return []
  const missing = draw(UNKNOWN)
  const letters = new Set(casedWords(layer, layer.text).match(/[\p{L}\p{N}\p{Emoji_Presentation}]/gu))
  return [...letters].filter((letter) => draw(letter) === missing).map(scriptOf)
}

/**
 * Returns a function that draws a character in a font and returns its pixels as a string. Null if there is no 2D
 * context.
 */
function drawingIn(font: string): ((character: string) => string) | null {
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })
  if (!context) return null
  return (character) => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, SIDE, SIDE)
    context.font = font
    context.scale(SCALE, SCALE)
    context.fillText(character, SIDE / SCALE / 4, (3 * SIDE) / SCALE / 4)
    return context.getImageData(0, 0, SIDE, SIDE).data.join()
  }
}

/** Side of the canvas in px, and the scale that fits a character of 1,000 px into the canvas. */
const [SIDE, SCALE] = [32, 0.02]

function scriptOf(letter: string): string {
  if (EMOJI.test(letter)) return 'Zsye'
  const code = SCRIPTS.find((each) => new RegExp(`\\p{Script=${each}}`, 'u').test(letter))
  return code ?? `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`
}

/** Returns the name of a script from `missingScripts`, such as "Khmer". `locale`: a BCP 47 language. */
export const scriptName = (script: string, locale: string): string =>
  (script.startsWith('U+') ? undefined : new Intl.DisplayNames(locale, { type: 'script' }).of(script)) ?? script
