import { useSnapshot } from 'valtio'
import { SettingSlider } from '../../controls/SettingSlider.tsx'
import { mendFields } from '../../document/mend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { t } from '../../words/words.ts'

const { size, hardness, isSnapping } = mendFields.strokes.fields

/** What the next stroke is made with; no part of the document, so no step of history. */
export function BrushFields() {
  const { subject } = useSession().ui
  const brush = useSnapshot(subject)
  return (
    <>
      <SettingSlider
        field={size}
        value={brush.size}
        onChange={(next) => {
          subject.size = next
        }}
      />
      <SettingSlider
        field={hardness}
        value={brush.hardness}
        onChange={(next) => {
          subject.hardness = next
        }}
      />
      <Switch
        label={t(isSnapping.label)}
        isOn={brush.isSnapping}
        onChange={(next) => {
          subject.isSnapping = next
        }}
      />
    </>
  )
}
