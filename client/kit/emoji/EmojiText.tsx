import { useState } from 'react'
import { graphemesOf } from '../i18n/format.ts'
import styles from './EmojiText.module.css'
import { emojiUrl } from './emojiImages.ts'

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}/u

/** A part of a string: one emoji, or the characters between two emoji. */
interface Part {
  /** Offset in the text, in UTF-16 code units. */
  start: number
  text: string
  isEmoji: boolean
}

/** Splits text into parts in order. A part is a single emoji, or the characters between two emoji. */
export function emojiParts(text: string): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const character of graphemesOf(text)) {
    const isEmoji = EMOJI.test(character)
    const last = parts.at(-1)
    if (last && !isEmoji && !last.isEmoji) last.text += character
    else parts.push({ start, text: character, isEmoji })
    start += character.length
  }
  return parts
}

/** Text with our own emoji images, as on the canvas, because some systems have no emoji font. */
export function EmojiText({ text }: { text: string }) {
  return emojiParts(text).map((part) => (part.isEmoji ? <Art key={part.start} emoji={part.text} /> : part.text))
}

/** The image of an emoji in a line of text, or the character itself if there is no image. */
function Art({ emoji }: { emoji: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return emoji
  return (
    <img className={styles.art} src={emojiUrl(emoji)} alt={emoji} draggable={false} onError={() => setMissing(true)} />
  )
}
