import { ImageUp, Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { EmojiImage } from '#client/kit/emoji/EmojiText.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { Popover } from '#client/kit/ui/overlays/Popover.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { type AddButtonProps, LayerTab } from '#client/layers/cards/LayerTab.tsx'
import { PicturePanel } from '#client/layers/cards/PicturePanel.tsx'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { stickerFields } from '#client/layers/sticker/schema.ts'
import { paletteScale } from '#client/layers/sticker/transform.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { useSession } from '#client/model/session/session.ts'
import styles from './EmojiTab.module.css'
import { createStickers, recentEmoji } from './stickers.ts'

const Picker = lazy(() => import('./Picker.tsx'))

/** The Emojis tab, which adds emoji from the picker and stickers from the user's images, and lists both. */
export default function EmojiTab() {
  return (
    <LayerTab
      kind="sticker"
      busyReason={t('You can add emojis and stickers once the subject is found.')}
      glyph={({ content, type }) =>
        type === 'emoji' ? <EmojiImage emoji={content} size={20} /> : <ImageUp size={18} />
      }
      panel={StickerPanel}
      palette={<EmojiPalette />}
    >
      {(first, others) => <AddButtons first={first} others={others} />}
    </LayerTab>
  )
}

function AddButtons({ first, others }: Record<'first' | 'others', AddButtonProps>) {
  const { session, flow } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const pick = (emoji: string) => {
    addLayer(session, 'sticker', { content: emoji, type: 'emoji' })
    setOpen(false)
  }
  return (
    <>
      <Popover
        label={t('Emoji picker')}
        className={styles.popover}
        isOpen={isOpen}
        onToggle={setOpen}
        trigger={
          <Button {...first} icon={Smile}>
            {t('Add Emoji')}
          </Button>
        }
      >
        <Suspense fallback={<Spinner label={t('Loading emojis')} />}>
          <Picker onPick={pick} />
        </Suspense>
      </Popover>
      <FileButton
        {...others}
        icon={ImageUp}
        input={{
          accept: 'image/*',
          label: t('Sticker image'),
          onChoose: (file) => void flow(createStickers).add(file),
        }}
      >
        {t('Add Sticker')}
      </FileButton>
    </>
  )
}

/** Emoji that are common on posters and thumbnails. */
const POPULAR = ['🔥', '⭐', '✨', '❤️', '💯', '👑', '🎉', '🚀', '💥', '😱', '👀', '✅', '❌', '👉', '⚡', '🏆']
const COUNT = 14

function EmojiPalette() {
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
          <EmojiImage emoji={emoji} size={24} />
        </button>
      ))}
    </fieldset>
  )
}

function StickerPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('sticker', id)
  return layer && <PicturePanel layer={layer} fields={stickerFields} />
}
