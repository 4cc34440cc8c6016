import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Immutable } from '../../kit/base/immutable.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { Section } from '../../kit/ui/controls/Section.tsx'
import type { LayerBase } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { isSelected } from '../../model/session/ui/selection.ts'
import { removeLayer } from '../actions.ts'
import { LayerCard } from '../cards/LayerCard.tsx'
import StrokePanel from './panel.tsx'
import { StrokeGlyph } from './StrokeGlyph.tsx'
import styles from './Strokes.module.css'
import type { DrawingLayer } from './schema.ts'

/** The list of strokes, collapsed until it is opened or one is selected (spec §2). */
export function Strokes() {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  const [isUnfolded, setUnfolded] = useState(false)
  const live = ui.draw.activeStroke
  const ids = doc.order.filter((id) => doc.layers[id]?.kind === 'drawing' && !live.includes(id))
  const last = ids.at(-1)
  if (!last) return null
  const isOpen = isUnfolded || ids.some((id) => isSelected(ui, id))
  return (
    <>
      <div className={styles.actions}>
        <Button icon={Undo2} isWide onClick={() => removeLayer(session, last)}>
          {t('Undo')}
        </Button>
        <Button icon={Trash2} isWide onClick={() => removeLayer(session, ...ids)}>
          {t('Clear All')}
        </Button>
      </div>
      <Section
        title={t('{n, plural, one {# stroke} other {# strokes}}', { n: ids.length })}
        isOpen={isOpen}
        onToggle={setUnfolded}
      >
        {isOpen &&
          ids.map((id) => {
            const layer: LayerBase | undefined = session.doc.layers[id]
            if (!layer) return null
            return (
              <LayerCard key={id} layer={layer} glyph={glyph}>
                <StrokePanel layer={id} />
              </LayerCard>
            )
          })}
      </Section>
    </>
  )
}

const glyph = (layer: Immutable<LayerBase>) => (
  <StrokeGlyph points={(layer as Immutable<DrawingLayer>).points} /> // its kind was asked
)
