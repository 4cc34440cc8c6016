import { useSnapshot } from 'valtio'
import { defaults } from '../../../kit/base/fields.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Switch } from '../../../kit/ui/controls/Switch.tsx'
import { FieldColor } from '../../../layers/controls/FieldColor.tsx'
import { FieldSlider } from '../../../layers/controls/FieldSlider.tsx'
import { type ColorBackdrop, gradientFields } from '../../../model/document/backdrop.ts'
import { useSession } from '../../../model/session/SessionContext.tsx'

/** The gradient to a second colour. `backdrop` is the record in the document (a valtio proxy), not a snapshot. */
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
