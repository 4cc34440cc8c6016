/** The pictures of emoji: one SVG each from our own server, so that an emoji is the same on every system. */
import { EMOJI_REVISION } from './revision.ts'

const FOLDER = `/emoji/${EMOJI_REVISION}`

/** What the picker lists, in frimousse's shape. */
export const EMOJI_LIST_URL = `${FOLDER}/emoji.json`

/** Files are named by code points, without the mark that asks for colour. */
export function emojiUrl(emoji: string): string {
  const points = [...emoji].map((sign) => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return `${FOLDER}/${points.filter((point) => point !== 'fe0f').join('-')}.svg`
}

const ready = new Map<string, HTMLImageElement>()
const coming = new Map<string, Promise<HTMLImageElement | null>>()

/** The picture if it has come already. */
export const readyEmoji = (emoji: string): HTMLImageElement | null => ready.get(emoji) ?? null

/** Null when it does not come; asked again, it is fetched again. */
export function loadEmoji(emoji: string): Promise<HTMLImageElement | null> {
  const known = coming.get(emoji)
  if (known) return known
  const image = new Image()
  image.src = emojiUrl(emoji)
  const loading = image.decode().then(
    () => {
      ready.set(emoji, image)
      return image
    },
    () => {
      coming.delete(emoji)
      return null
    },
  )
  coming.set(emoji, loading)
  return loading
}
