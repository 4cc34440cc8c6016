import { ImagePlus, Images } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { PhotoInput } from '#client/kit/ui/PhotoInput.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { LayerCards } from '../cards/LayerCard.tsx'
import { PanelFields } from '../cards/LayerFields.tsx'
import { useMayAdd } from '../cards/LayerTab.tsx'
import { useKindFlows } from '../KindFlowsContext.ts'
import { OverlayCard, OverlayPanel } from './OverlayCard.tsx'
import styles from './OverlayTab.module.css'
import { overlaySlotsLeft, unlistedOverlays } from './overlays.ts'

/** The Image Overlay tab with up to two images. The user prepares an image in this tab, then moves it to the editor. */
export default function OverlayTab() {
  const session = useSession()
  const { overlays } = useKindFlows()
  const doc = useDocument()
  const ui = useSnapshot(session.ui)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => overlays.leave(), [overlays])
  const { images, error } = ui.overlay
  const { button, reason } = useMayAdd(t('You can add images once the subject is found.'))
  const left = overlaySlotsLeft({ doc, ui })
  return (
    <>
      <PanelFields>
        <PhotoInput
          ref={input}
          accept="image/*"
          label={t('Overlay image')}
          onChoose={(file) => void overlays.add(file)}
        />
        <Button
          {...button}
          icon={ImagePlus}
          onClick={() => {
            if (left > 0) input.current?.click()
            else void overlays.add(new File([], ''))
          }}
        >
          {t('Add Image ({left} left)', { left })}
        </Button>
        <p className={styles.hint}>{t('To add more images, use stickers. The number of stickers isn’t limited.')}</p>
        {error && (
          <p className={styles.error} role="alert">
            {t(error)}
          </p>
        )}
      </PanelFields>
      {reason}
      {images.map(({ id }) => (
        <OverlayCard key={id} id={id} />
      ))}
      <LayerCards ids={unlistedOverlays({ doc, ui })} glyph={glyph} panel={OverlayPanel} />
    </>
  )
}

const glyph = () => <Images size={20} strokeWidth={1.75} />
