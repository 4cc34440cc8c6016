import { Check, Eraser, ImagePlus, Images, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { PhotoInput } from '#client/kit/ui/PhotoInput.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { LayerCards } from '#client/layers/cards/LayerCard.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { useMayAdd } from '#client/layers/cards/LayerTab.tsx'
import { PicturePanel } from '#client/layers/cards/PicturePanel.tsx'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { overlayFields } from '#client/layers/overlay/schema.ts'
import { useDocument } from '#client/model/session/session.ts'
import { isSelected, select } from '#client/model/session/ui/selection.ts'
import styles from './OverlayTab.module.css'
import { isCut, overlaySlotsLeft, overlayState, unlistedOverlays } from './overlayState.ts'
import { createOverlayFlow } from './overlays.ts'

/** The Image Overlay tab with up to two images. The user prepares an image in this tab, then moves it to the editor. */
export default function OverlayTab() {
  const { session, flow } = useWorkspace()
  const overlays = flow(createOverlayFlow)
  const doc = useDocument()
  const shown = useSnapshot(overlayState(session))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => overlays.leave(), [overlays])
  const { button, reason } = useMayAdd(t('You can add images once the subject is found.'))
  const left = overlaySlotsLeft(doc, shown)
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
        <p className={styles.hint}>{t('To add more images, use stickers. You can add any number of stickers.')}</p>
        {shown.error && (
          <p className={styles.error} role="alert">
            {t(shown.error)}
          </p>
        )}
      </PanelFields>
      {reason}
      {shown.images.map(({ id }) => (
        <OverlayCard key={id} id={id} />
      ))}
      <LayerCards ids={unlistedOverlays(doc, shown)} glyph={glyph} panel={OverlayPanel} />
    </>
  )
}

const glyph = () => <Images size={20} strokeWidth={1.75} />

/**
 * The card of an overlay image. `id`: an id in `overlayState`. Until the user moves the image to the editor, the
 * image is pending and has no layer. Afterwards the card shows the layer's settings.
 */
function OverlayCard({ id }: { id: string }) {
  const { session, flow } = useWorkspace()
  const overlays = flow(createOverlayFlow)
  const doc = useDocument()
  const ui = useSnapshot(session.ui)
  const image = useSnapshot(overlayState(session)).images.find((one) => one.id === id)
  if (!image) return null
  const { name, previewUrl, cutUrl, originalSize, isProcessing } = image
  const layer = image.layer && doc.layers[image.layer] ? image.layer : null
  const isProcessed = isCut(image, doc)
  return (
    <section className={styles.card} aria-label={name} data-open={(layer && isSelected(ui, layer)) || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.title} onClick={() => select(session.ui, ...(layer ? [layer] : []))}>
          <img className={styles.thumbnail} src={(isProcessed && cutUrl) || previewUrl} alt="" />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.about}>
              {t('{width} × {height} px', {
                width: String(originalSize.width),
                height: String(originalSize.height),
              })}
            </span>
          </span>
        </button>
      </div>
      <div className={styles.actions}>
        <Button
          icon={isProcessed ? Check : Eraser}
          isBusy={isProcessing}
          disabled={isProcessing || isProcessed}
          onClick={() => void overlays.removeBackground(id)}
        >
          {isProcessed ? t('Background removed') : t('Remove background')}
        </Button>
        {!layer && (
          <Button
            look="primary"
            icon={SquareArrowOutUpRight}
            disabled={isProcessing}
            onClick={() => overlays.moveToEditor(id)}
          >
            {t('Move to Editor')}
          </Button>
        )}
        <Button icon={Trash2} onClick={() => overlays.remove(id)}>
          {t('Delete')}
        </Button>
      </div>
      {layer && <OverlayPanel layer={layer} />}
    </section>
  )
}

function OverlayPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('overlay', id)
  if (!layer) return null
  return (
    <PicturePanel layer={layer} fields={overlayFields}>
      <FieldSlider path={id} record={layer} name="borderRadius" field={overlayFields.borderRadius} />
    </PicturePanel>
  )
}
