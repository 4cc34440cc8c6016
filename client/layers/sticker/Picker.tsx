import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import { type AriaAttributes, useState } from 'react'
import { EMOJI_LIST_URL, emojiUrl } from '../../kit/emoji/emojiImages.ts'
import { t } from '../../kit/i18n/translate.ts'
import { cx } from '../../kit/ui/cx.ts'
import styles from './Picker.module.css'
import { addRecentEmoji, readRecentEmoji } from './recentEmoji.ts'

/** Emoji by search, by group, in every skin tone; the ones used last stand on top. Its data comes from our own server. */
export default function Picker({ onPick }: { onPick(emoji: string): void }) {
  const [recent] = useState(readRecentEmoji)
  const pick = (emoji: string) => {
    addRecentEmoji(emoji)
    onPick(emoji)
  }
  return (
    <EmojiPicker.Root
      className={styles.picker}
      columns={8}
      resolveEmojiData={list}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <div className={styles.head}>
        <EmojiPicker.Search
          className={styles.search}
          placeholder={t('Search emojis...')}
          aria-label={t('Search emojis')}
          autoFocus
        />
        <EmojiPicker.SkinTone emoji="✋">
          {({ skinTone, setSkinTone, skinToneVariations }) => {
            const at = skinToneVariations.findIndex((variation) => variation.skinTone === skinTone)
            const next = skinToneVariations[(at + 1) % skinToneVariations.length]
            return (
              <button
                type="button"
                className={styles.tone}
                aria-label={t('Skin tone')}
                title={t('Skin tone')}
                onClick={() => next && setSkinTone(next.skinTone)}
              >
                <Art emoji={skinToneVariations[at]?.emoji ?? '✋'} />
              </button>
            )
          }}
        </EmojiPicker.SkinTone>
      </div>
      {recent.length > 0 && (
        <section className={styles.recent} aria-label={t('Recently used')}>
          {recent.map((emoji) => (
            <button key={emoji} type="button" className={styles.emoji} aria-label={emoji} onClick={() => pick(emoji)}>
              <Art emoji={emoji} />
            </button>
          ))}
        </section>
      )}
      <EmojiPicker.Viewport className={styles.viewport}>
        <EmojiPicker.Loading className={styles.note}>{t('Loading…')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note}>
          {({ search }) => t('No emoji for “{search}”. Try another word.', { search })}
        </EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

const list: NonNullable<Parameters<typeof EmojiPicker.Root>[0]['resolveEmojiData']> = async (_, { signal }) => {
  const answer = await fetch(EMOJI_LIST_URL, { ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`the list of emoji did not come: ${answer.status}`)
  return answer.json()
}

function Art({ emoji }: { emoji: string }) {
  return <img src={emojiUrl(emoji)} alt="" width={22} height={22} loading="lazy" draggable={false} />
}

/** The library counts rows and columns from 0, ARIA from 1. */
function counted<P extends AriaAttributes>(props: P): P {
  const [row, column] = [props['aria-rowindex'], props['aria-colindex']]
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  }
}

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className={styles.category}>
      {category.label}
    </div>
  ),
  Row: ({ children, ...rest }) => (
    <div {...counted(rest)} className={styles.row}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      {...counted(rest)}
      type="button"
      className={cx(styles.emoji, emoji.isActive && styles.active)}
      title={emoji.label}
    >
      <Art emoji={emoji.emoji} />
    </button>
  ),
}
