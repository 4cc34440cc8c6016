import { useState } from 'react'
import { emojiUrl } from '#client/kit/emoji/emojiImages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { useSession } from '#client/model/session/session.ts'
import { addLayer } from '../actions.ts'
import styles from './EmojiTab.module.css'
import { paletteScale } from './transform.ts'

/** Emoji that are common on posters and thumbnails. */
const POPULAR = ['🔥', '⭐', '✨', '❤️', '💯', '👑', '🎉', '🚀', '💥', '😱', '👀', '✅', '❌', '👉', '⚡', '🏆']
const COUNT = 14

/** Recent and popular emoji as buttons that add the emoji. */
export function EmojiPalette() {
  const session = useSession()
  const [shown] = useState(() => [...new Set([...readRecentEmoji(), ...POPULAR])].slice(0, COUNT))
  return (
    <fieldset className={styles.palette} aria-label={t('Add an emoji')}>
      {shown.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          aria-label={emoji}
          onClick={() => {
            addRecentEmoji(emoji)
            addLayer(session, 'sticker', {
              content: emoji,
              type: 'emoji',
              scale: paletteScale(pictureRect(session.doc)),
            })
          }}
        >
          <img src={emojiUrl(emoji)} alt="" width={24} height={24} draggable={false} />
        </button>
      ))}
    </fieldset>
  )
}

/** Key of the recently used emoji in local storage. */
const KEY = 'midground.recent-emoji'
/** number of stored emoji: one row of the picker */
const MAX_RECENT = 8

/** Returns the recently used emoji, newest first; empty when the stored value is missing or invalid. */
export function readRecentEmoji(storage: Pick<Storage, 'getItem'> = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return [] // storage is forbidden, or its content is invalid
  }
}

/** Stores an emoji as the most recently used one. */
export function addRecentEmoji(emoji: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  const recent = [emoji, ...readRecentEmoji(storage).filter((other) => other !== emoji)].slice(0, MAX_RECENT)
  try {
    storage.setItem(KEY, JSON.stringify(recent))
  } catch {
    // Storage is forbidden or full. The picker works without it.
  }
}
