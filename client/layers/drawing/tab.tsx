import { Eraser, Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { setterOf } from '#client/kit/values/immutable.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { PanelFields, PLACEMENTS } from '../cards/LayerFields.tsx'
import { useMayAdd } from '../cards/LayerTab.tsx'
import { CompareButton } from '../controls/CompareButton.tsx'
import { SettingSlider, useSetting } from '../controls/SettingSlider.tsx'
import { Strokes } from './Strokes.tsx'
import { pointFields } from './schema.ts'

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
