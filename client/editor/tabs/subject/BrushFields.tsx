import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Switch } from '../../../kit/ui/controls/Switch.tsx'
import { SettingSlider } from '../../../layers/controls/SettingSlider.tsx'
import { maskEditFields } from '../../../model/document/maskEdits.ts'
import { useSession } from '../../../model/session/session.ts'

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

/** Controls of the mask's brush. The settings are not part of the document, so a change is not an undo step. */
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
