import { Eraser, Pencil } from 'lucide-react'
import { useSnapshot } from 'valtio'
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
  const colorEvents = useSetting(color, (next) => {
    draw.color = next
  })
  return (
    <>
      <Segmented
        label={t('Tool')}
        value={tool}
        options={tLabels(TOOLS)}
        onChange={(next) => {
          draw.tool = next
        }}
      />
      <SettingSlider
        field={pointFields.size}
        value={size}
        onChange={(next) => {
          draw.size = next
        }}
      />
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
            onChange={(next) => {
              draw.placement = next
            }}
          />
        </>
      )}
    </>
  )
}
