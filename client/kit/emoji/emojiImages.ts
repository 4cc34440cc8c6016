/** Loads emoji images from our own server, one SVG per emoji, so that emoji look the same on all systems. */
import type { Language } from '../i18n/languages.ts'

/** Name of the folder with the emoji images: a hash of the packages with the images (scripts/emoji/build.mjs). */
export const EMOJI_REVISION = '24a934d4ca6402d0'
const FOLDER = `/emoji/${EMOJI_REVISION}`

/** URL of the emoji list that the picker loads, in the JSON format of frimousse. Names and search words are English. */
export const EMOJI_LIST_URL = `${FOLDER}/emoji.json`

/** Returns the URL of the emojis' names in a language. Null for English, and for Arabic, which has no names. */
export const emojiNamesUrl = (language: Language): string | null =>
  language === 'en' || language === 'ar' ? null : `${FOLDER}/emoji-${language}.json`

/**
 * Returns the root-relative URL of an emoji's SVG in the current revision. The file might not exist. File names are
 * code points without U+FE0F (the variation selector for color).
 */
export function emojiUrl(emoji: string): string {
  const points = [...emoji].map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return `${FOLDER}/${points.filter((point) => point !== 'fe0f').join('-')}.svg`
}

const loaded = new Map<string, HTMLImageElement>()
const pending = new Map<string, Promise<HTMLImageElement | null>>()

/** Returns the image of an emoji if the image is loaded, otherwise null. */
export const loadedEmoji = (emoji: string): HTMLImageElement | null => loaded.get(emoji) ?? null

/**
 * Loads and decodes the emoji's image. Concurrent and later calls share one request. Resolves with null if loading
 * fails, and the next call tries again.
 */
export function loadEmoji(emoji: string): Promise<HTMLImageElement | null> {
  const known = pending.get(emoji)
  if (known) return known
  const image = new Image()
  image.src = emojiUrl(emoji)
  const loading = image.decode().then(
    () => {
      loaded.set(emoji, image)
      return image
    },
    () => {
      pending.delete(emoji)
      return null
    },
  )
  pending.set(emoji, loading)
  return loading
}
