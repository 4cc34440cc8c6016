import { useSnapshot } from 'valtio'
import { defaults } from '../../base/fields.ts'
import { FieldColor } from '../../controls/FieldColor.tsx'
import { FieldSlider } from '../../controls/FieldSlider.tsx'
import { type ColorBackdrop, gradientFields } from '../../document/backdrop.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { t } from '../../words/words.ts'

/** A second colour that the background's leads to. `backdrop`: the living record. */
export function GradientFields({ backdrop }: { backdrop: ColorBackdrop }) {
  const { history } = useSession()
  const isOn = useSnapshot(backdrop).gradient !== undefined
  const at = isOn && backdrop.gradient && { path: 'backdrop.gradient', record: backdrop.gradient }
  return (
    <>
      <Switch
        label={t('Gradient')}
        isOn={isOn}
        onChange={(next) =>
          history.transact(t('Gradient'), () => {
            if (next) backdrop.gradient = defaults(gradientFields)
            else delete backdrop.gradient
          })
        }
      />
      {at && <FieldColor {...at} name="color" field={gradientFields.color} />}
      {at && <FieldSlider {...at} name="angle" field={gradientFields.angle} />}
    </>
  )
}
