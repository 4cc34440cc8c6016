import { ImageUp, Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { emojiUrl } from '#client/kit/emoji/emojiImages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { Popover } from '#client/kit/ui/overlays/Popover.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useSession } from '#client/model/session/session.ts'
import { addLayer } from '../actions.ts'
import { type AddButtonProps, LayerTab } from '../cards/LayerTab.tsx'
import { PicturePanel } from '../cards/PicturePanel.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { useKindFlows } from '../KindFlowsContext.ts'
import { EmojiPalette } from './EmojiPalette.tsx'
import styles from './EmojiTab.module.css'
import { stickerFields } from './schema.ts'

const Picker = lazy(() => import('./Picker.tsx'))

/** The Emojis tab, which adds emoji from the picker and stickers from the user's images, and lists both. */
export default function EmojiTab() {
  return (
    <LayerTab
      kind="sticker"
      busyReason={t('You can add emojis and stickers once the subject is found.')}
      glyph={({ content, type }) =>
        type === 'emoji' ? <img src={emojiUrl(content)} alt="" width={20} height={20} /> : <ImageUp size={18} />
      }
      panel={StickerPanel}
      palette={<EmojiPalette />}
    >
      {(first, others) => <AddButtons first={first} others={others} />}
    </LayerTab>
  )
}

function AddButtons({ first, others }: Record<'first' | 'others', AddButtonProps>) {
  const session = useSession()
  const { stickers } = useKindFlows()
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
        input={{ accept: 'image/*', label: t('Sticker image'), onChoose: (file) => void stickers.add(file) }}
      >
        {t('Add Sticker')}
      </FileButton>
    </>
  )
}

function StickerPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('sticker', id)
  return layer && <PicturePanel layer={layer} fields={stickerFields} />
}
