import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { isSelected } from '#client/model/session/ui/selection.ts'
import { removeLayer } from '../actions.ts'
import { LayerCards } from '../cards/LayerCard.tsx'
import { BlendModeField, PanelFields, PlacementField } from '../cards/LayerFields.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { type Points, strokeBounds } from './points.ts'
import styles from './Strokes.module.css'
import { type DrawingLayer, drawingFields } from './schema.ts'

/**
 * The buttons Undo and Clear All, and the list of strokes. The list is collapsed until the user opens it or selects a
 * stroke. Empty if there are no finished strokes.
 */
export function Strokes() {
  const session = useSession()
  const doc = useDocument()
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
        {isOpen && <LayerCards ids={ids} glyph={glyph} panel={StrokePanel} />}
      </Section>
    </>
  )
}

const glyph = (layer: Immutable<LayerBase>) => (
  <StrokeGlyph points={(layer as Immutable<DrawingLayer>).points} /> // safe cast: `ids` contains only strokes
)

function StrokePanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('drawing', id)
  if (!layer) return null
  return (
    <PanelFields>
      <PlacementField layer={id} />
      <FieldList path={id} record={layer} fields={drawingFields} omit={['position']} />
      <BlendModeField layer={id} />
    </PanelFields>
  )
}

/** Maximum number of points in a list icon, which is 20 px wide. */
const SHOWN = 24

function StrokeGlyph({ points }: { points: Points }) {
  const { x, y, width, height } = strokeBounds(points)
  const side = Math.max(width, height, 1)
  const every = Math.max(1, Math.floor(points.length / SHOWN))
  const shown = points.filter((_, i) => i % every === 0 || i === points.length - 1)
  const stroke = Math.max(side / 14, Math.min(points[0]?.size ?? 1, side / 3))
  return (
    <svg
      viewBox={`${x + width / 2 - side / 2} ${y + height / 2 - side / 2} ${side} ${side}`}
      width="20"
      height="20"
      aria-hidden="true"
    >
      <polyline
        points={shown.map((point) => `${point.x},${point.y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
