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
  return emojiParts(text).map((part) => (part.isEmoji ? <EmojiImage key={part.start} emoji={part.text} /> : part.text))
}

/**
 * The image of an emoji, or the character itself if there is no image, for example offline. `size`: side in CSS px, for
 * an image that screen readers skip. Without `size`, the image is part of a line of text.
 */
export function EmojiImage({ emoji, size }: { emoji: string; size?: number }) {
  const [missing, setMissing] = useState<string | null>(null) // the picker reuses its cells for other emoji
  const [alt, side] = size ? ['', size] : [emoji, undefined]
  if (missing !== emoji)
    return (
      <img
        src={emojiUrl(emoji)}
        alt={alt}
        width={side}
        height={side}
        className={size ? undefined : styles.art}
        draggable={false}
        onError={() => setMissing(emoji)}
      />
    )
  if (!size) return emoji
  return (
    <span aria-hidden style={{ fontSize: 0.8 * size, lineHeight: 1 }}>
      {emoji}
    </span>
  )
}
