import { Eraser, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { setterOf } from '#client/kit/values/immutable.ts'
import { removeLayer } from '#client/layers/actions.ts'
import { LayerCards } from '#client/layers/cards/LayerCard.tsx'
import { BlendModeField, PanelFields, PLACEMENTS, PlacementField } from '#client/layers/cards/LayerFields.tsx'
import { useMayAdd } from '#client/layers/cards/LayerTab.tsx'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { SettingSlider, useSetting } from '#client/layers/controls/SettingSlider.tsx'
import { type Points, strokeBounds } from '#client/layers/drawing/points.ts'
import { type DrawingLayer, drawingFields, pointFields } from '#client/layers/drawing/schema.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { isSelected } from '#client/model/session/ui/selection.ts'
import styles from './DrawTab.module.css'

export default function DrawTab() {
  const session = useSession()
  const doc = useDocument()
  const ui = useSnapshot(session.ui)
  const hasStrokes = Object.values(doc.layers).some(({ kind }) => kind === 'drawing')
  const { mayAdd: mayDraw, reason } = useMayAdd(t('You can draw once the subject is found.'))
  useEffect(() => {
    session.ui.draw.isOn ||= null // switches drawing on, so that the first drag after opening the tab draws
  }, [session])
  return (
    <>
      <PanelFields>
        <Switch
          label={t('Drawing mode')}
          isOn={ui.draw.isOn === true && mayDraw}
          isDisabled={!mayDraw}
          onChange={setterOf(session.ui.draw, 'isOn')}
        />
        <BrushFields />
        <CompareButton to="photo" isDisabled={!hasStrokes} />
      </PanelFields>
      {reason}
      <Strokes />
    </>
  )
}

const TOOLS = [
  { value: 'pencil', label: 'Pencil', icon: Pencil },
  { value: 'eraser', label: 'Eraser', icon: Eraser },
] as const

/**
 * Controls for the pencil and the eraser. The settings aren't part of the document, so changing them doesn't add an
 * undo step.
 */
function BrushFields() {
  const { draw } = useSession().ui
  const { tool, size, color, placement } = useSnapshot(draw)
  const colorEvents = useSetting(color, setterOf(draw, 'color'))
  return (
    <>
      <Segmented label={t('Tool')} value={tool} options={tLabels(TOOLS)} onChange={setterOf(draw, 'tool')} />
      <SettingSlider field={pointFields.size} value={size} onChange={setterOf(draw, 'size')} />
      {tool === 'pencil' && (
        <>
          <ColorField
            {...colorEvents}
            label={t(pointFields.color.label)}
            value={color}
            initial={pointFields.color.default}
          />
          <Segmented
            label={t('Placement')}
            value={placement}
            options={tLabels(PLACEMENTS)}
            onChange={setterOf(draw, 'placement')}
          />
        </>
      )}
    </>
  )
}

/**
 * The buttons Undo and Clear All, and the list of strokes. The list is collapsed until the user opens it or selects a
 * stroke. Empty if there are no finished strokes.
 */
function Strokes() {
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
