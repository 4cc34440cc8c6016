import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import { type AriaAttributes, useCallback, useEffect, useRef, useState } from 'react'
import { listen } from '#client/kit/async/listeners.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { isComposing } from '#client/kit/browser/keyboard.ts'
import { EmojiImage } from '#client/kit/emoji/EmojiText.tsx'
import { EMOJI_LIST_URL, emojiNamesUrl } from '#client/kit/emoji/emojiImages.ts'
import { foldText } from '#client/kit/i18n/search.ts'
import { language, t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import styles from './Picker.module.css'
import { recentEmoji } from './stickers.ts'

/**
 * The emoji picker: search, groups, skin tones and recent emoji. Loads the emoji data from this site, not from another
 * server.
 */
export default function Picker({ onPick }: { onPick(emoji: string): void }) {
  const { list, load } = useEmojiList()
  if (list === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>{t('Failed to load emojis. Connect to the internet and try again.')}</p>
        <Button onClick={load}>{t('Try again')}</Button>
      </div>
    )
  if (list === null) return <Spinner label={t('Loading emojis')} />
  return <LoadedPicker list={list} onPick={onPick} />
}

type EmojiList = Awaited<ReturnType<NonNullable<Parameters<typeof EmojiPicker.Root>[0]['resolveEmojiData']>>>

/** Hook that returns the list of emoji. If loading fails, loads the list again when the device is online. */
function useEmojiList() {
  const [list, setList] = useState<EmojiList | 'failed' | null>(null)
  const requests = useRef(createLatestTask())
  const load = useCallback(() => {
    setList(null)
    void requests.current.run(async (signal) => {
      const found = await fetchList(signal).catch(() => 'failed' as const)
      if (!signal.aborted) setList(found)
    })
  }, [])
  useEffect(() => {
    const latest = requests.current
    load()
    return () => latest.cancel()
  }, [load])
  const hasFailed = list === 'failed'
  useEffect(() => {
    if (hasFailed) return listen(window, { online: load })
  }, [hasFailed, load])
  return { list, load }
}

function LoadedPicker({ list, onPick }: { list: EmojiList; onPick(emoji: string): void }) {
  const [recent] = useState(recentEmoji.read)
  const pick = (emoji: string) => {
    recentEmoji.add(emoji)
    onPick(emoji)
  }
  return (
    <EmojiPicker.Root
      className={styles.picker}
      columns={8}
      resolveEmojiData={async () => list}
      onEmojiSelect={({ emoji }) => pick(emoji)}
      onKeyDown={(event) => {
        // the library listens on the document, and would pick an emoji when Enter confirms the composed text
        if (isComposing(event.nativeEvent)) event.stopPropagation()
      }}
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
                <EmojiImage emoji={skinToneVariations[at]?.emoji ?? '✋'} size={22} />
              </button>
            )
          }}
        </EmojiPicker.SkinTone>
      </div>
      {recent.length > 0 && (
        <section className={styles.recent} aria-label={t('Recently used')}>
          {recent.map((emoji) => (
            <button key={emoji} type="button" className={styles.emoji} aria-label={emoji} onClick={() => pick(emoji)}>
              <EmojiImage emoji={emoji} size={22} />
            </button>
          ))}
        </section>
      )}
      <EmojiPicker.Viewport className={styles.viewport} role="region" aria-label={t('Emojis')} tabIndex={0}>
        <EmojiPicker.Loading className={styles.note}>{t('Loading…')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note}>
          {({ search }) => t('No emojis found for “{search}”. Try another word.', { search })}
        </EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

/** The name and the search words of each emoji in a language. */
type EmojiNames = Readonly<Partial<Record<string, readonly string[]>>>

async function fetchList(signal: AbortSignal): Promise<EmojiList> {
  const read = async (url: string) => {
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw new Error(`the list of emoji could not be fetched: status ${answer.status}`)
    return answer.json()
  }
  const url = emojiNamesUrl(language())
  const [list, names] = await Promise.all([read(EMOJI_LIST_URL), url ? read(url) : {}])
  return inLanguage(list, names)
}

/**
 * Returns the list with the names of the current language. The search finds the emoji by the words of `names`, with or
 * without accents, and by the English words of the list.
 */
export function inLanguage(list: EmojiList, names: EmojiNames): EmojiList {
  const titles = groupTitles()
  return {
    ...list,
    categories: list.categories.map((group) => ({ ...group, label: titles[group.index] ?? group.label })),
    emojis: list.emojis.map((emoji) => {
      const [label, ...words] = names[emoji.emoji] ?? []
      if (label === undefined) return emoji
      const folded = foldText([label, ...words].join(' '))
      return { ...emoji, label, tags: [...words, folded, emoji.label, ...emoji.tags] }
    }),
  }
}

/** Returns the groups' titles by emojibase's group number. */
const groupTitles = (): Readonly<Record<number, string>> => ({
  0: t('Smileys & emotion'),
  1: t('People & body'),
  3: t('Animals & nature'),
  4: t('Food & drink'),
  5: t('Travel & places'),
  6: t('Activities'),
  7: t('Everyday objects'),
  8: t('Symbols'),
  9: t('Flags'),
})

/** Adds 1 to the ARIA indices. The library counts from 0, but ARIA counts from 1. */
function countFromOne<P extends AriaAttributes>(props: P): P {
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
    <div {...countFromOne(rest)} className={styles.row}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      {...countFromOne(rest)}
      type="button"
      className={cx(styles.emoji, emoji.isActive && styles.active)}
      title={emoji.label}
      lang={emojiNamesUrl(language()) === null ? 'en' : undefined}
    >
      <EmojiImage emoji={emoji.emoji} size={22} />
    </button>
  ),
}
