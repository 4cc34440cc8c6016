/** Emoji images: one SVG each from our own server, so that an emoji looks the same on every system. */
import { EMOJI_REVISION } from './revision.ts'

const FOLDER = `/emoji/${EMOJI_REVISION}`

/** What the picker lists, in frimousse's shape. */
export const EMOJI_LIST_URL = `${FOLDER}/emoji.json`

/** Files are named by code points, without U+FE0F (the variation selector for colour). */
export function emojiUrl(emoji: string): string {
  const points = [...emoji].map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return `${FOLDER}/${points.filter((point) => point !== 'fe0f').join('-')}.svg`
}

const loaded = new Map<string, HTMLImageElement>()
const pending = new Map<string, Promise<HTMLImageElement | null>>()

/** The image, if it is loaded. */
export const loadedEmoji = (emoji: string): HTMLImageElement | null => loaded.get(emoji) ?? null

/** Null when the image cannot be fetched; the next call fetches it again. */
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
