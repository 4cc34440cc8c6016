import { Copy, RotateCcw, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { EmojiText } from '#client/kit/emoji/EmojiText.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { select, selectedLayer } from '#client/model/session/ui/selection.ts'
import { duplicateLayer, hasSides, isErased, mayDuplicate, placeLayer, removeLayer } from '../actions.ts'
import { describeLayer, lettersInFront } from '../naming.ts'
import { kindOf } from '../registry.ts'
import styles from './LayerCard.module.css'
import { BehindSubject, InFrontOfSubject } from './placementIcons.ts'

interface Props {
  layer: LayerBase
  /** Renders the layer's symbol, about 20 px high. */
  glyph(layer: Immutable<LayerBase>): ReactNode
  children: ReactNode
}

/** A layer in the list of a tab: name, actions, and the layer's controls while the layer is selected. */
function LayerCard({ layer, glyph, children }: Props) {
  const session = useSession()
  const { id } = layer
  const now = useSnapshot(layer)
  const { selection } = useSnapshot(session.ui)
  const isOpen = selectedLayer({ selection }) === id
  // deferred, so that the list responds to the click before the controls render
  const isFilled = useDeferredValue(isOpen, false) && isOpen
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFilled) card.current?.scrollIntoView({ block: 'start' })
  }, [isFilled])

  // computed from the current document, because default names contain numbers that change when layers are removed
  const { name: described, about } = describeLayer(now, snapshotOf(session))
  const name = now.name ?? described
  const isBehind = now.placement === 'background'
  const isPlaced = hasSides(now, snapshotOf(session))
  const isRestorable = isErased(now, snapshotOf(session))
  // The canvas bar already has the card's actions if the selected layer can be moved on the canvas.
  const isBarShown = isOpen && !now.isHidden && !now.isLocked && kindOf(now.kind).transform !== undefined
  return (
    <section ref={card} className={styles.card} aria-label={name} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          onClick={() => {
            select(session.ui, ...(isOpen ? [] : [id]))
          }}
        >
          <span className={styles.glyph} aria-hidden>
            {glyph(now)}
          </span>
          <span className={styles.words}>
            <span className={styles.name}>
              <EmojiText text={name} />
            </span>
            <span className={styles.about}>
              {[about, isPlaced && (lettersInFront(now) ?? (isBehind ? t('behind') : t('in front')))]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
        {!isBarShown && (
          <>
            {isPlaced && (
              <IconButton
                size="small"
                label={isBehind ? t('Move in front of subject') : t('Move behind subject')}
                icon={isBehind ? InFrontOfSubject : BehindSubject}
                onClick={() => placeLayer(session, id, isBehind ? 'foreground' : 'background')}
              />
            )}
            {!isRestorable && mayDuplicate(session, id) && (
              <IconButton size="small" label={t('Duplicate')} icon={Copy} onClick={() => duplicateLayer(session, id)} />
            )}
            <IconButton
              size="small"
              label={isRestorable ? t('Restore') : t('Delete')}
              icon={isRestorable ? RotateCcw : Trash2}
              onClick={() => removeLayer(session, id)}
            />
          </>
        )}
      </div>
      {isOpen && !isFilled && <div className={styles.filling} />}
      {isFilled && children}
    </section>
  )
}

interface CardsProps {
  ids: readonly LayerId[]
  glyph(layer: Immutable<LayerBase>): ReactNode
  panel: ComponentType<{ layer: LayerId }>
}

export function LayerCards({ ids, glyph, panel: Panel }: CardsProps) {
  const { doc } = useSession()
  return ids.map((id) => {
    const layer: LayerBase | undefined = doc.layers[id]
    return (
      layer && (
        <LayerCard key={id} layer={layer} glyph={glyph}>
          <Panel layer={id} />
        </LayerCard>
      )
    )
  })
}
