import { Check, Eraser, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { isSelected, select } from '#client/model/session/ui/selection.ts'
import { PicturePanel } from '../cards/PicturePanel.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldSlider } from '../controls/fieldControls.tsx'
import { useKindFlows } from '../KindFlowsContext.ts'
import styles from './OverlayTab.module.css'
import { overlayFields } from './schema.ts'

/**
 * The card of an overlay image. `id`: an id in `ui.overlay.images`. Until the user moves the image to the editor, the
 * image is pending and has no layer. Afterwards the card shows the layer's settings.
 */
export function OverlayCard({ id }: { id: string }) {
  const session = useSession()
  const { overlays } = useKindFlows()
  const { layers } = useDocument()
  const ui = useSnapshot(session.ui)
  const image = ui.overlay.images.find((one) => one.id === id)
  if (!image) return null
  const { name, previewUrl, originalSize, isProcessed, isProcessing } = image
  const layer = image.layer && layers[image.layer] ? image.layer : null
  return (
    <section className={styles.card} aria-label={name} data-open={(layer && isSelected(ui, layer)) || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.title} onClick={() => select(session.ui, ...(layer ? [layer] : []))}>
          <img className={styles.thumbnail} src={previewUrl} alt="" />
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

export function OverlayPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('overlay', id)
  if (!layer) return null
  return (
    <PicturePanel layer={layer} fields={overlayFields}>
      <FieldSlider path={id} record={layer} name="borderRadius" field={overlayFields.borderRadius} />
    </PicturePanel>
  )
}
