import { Eraser, Pencil } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { setterOf } from '#client/kit/base/immutable.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { useSession } from '#client/model/session/session.ts'
import { PLACEMENTS } from '../cards/LayerFields.tsx'
import { SettingSlider, useSetting } from '../controls/SettingSlider.tsx'
import { pointFields } from './schema.ts'

const TOOLS = [
  { value: 'pencil', label: 'Pencil', icon: Pencil },
  { value: 'eraser', label: 'Eraser', icon: Eraser },
] as const

/** Controls of the pencil and the eraser. These settings are outside the document, so they have no undo steps. */
export function BrushFields() {
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
