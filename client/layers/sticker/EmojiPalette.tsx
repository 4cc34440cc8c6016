import { useState } from 'react'
import { recentList } from '#client/kit/device-storage/recentList.ts'
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

export function EmojiPalette() {
  const session = useSession()
  const [shown] = useState(() => [...new Set([...recentEmoji.read(), ...POPULAR])].slice(0, COUNT))
  return (
    <fieldset className={styles.palette} aria-label={t('Add an emoji')}>
      {shown.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          aria-label={emoji}
          onClick={() => {
            recentEmoji.add(emoji)
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

/** The emoji that the user has added most recently, at most as many as fit in a row of the picker. */
export const recentEmoji = recentList('midground.recent-emoji', 8)
