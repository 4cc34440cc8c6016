import { useSnapshot } from 'valtio'
import { defaults, type Hex } from '../../../kit/base/fields.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { ColorField } from '../../../kit/ui/controls/ColorField.tsx'
import { Switch } from '../../../kit/ui/controls/Switch.tsx'
import { FieldColor, FieldSlider } from '../../../layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '../../../layers/controls/useField.ts'
import { type ColorBackdrop, colorBackdropFields, gradientFields, recolored } from '../../../model/document/backdrop.ts'
import { useSession } from '../../../model/session/session.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './tabs.module.css'

/** The colour of the background. Hidden while there is a background image (spec §2). */
export function ColorSide() {
  const { session } = useWorkspace()
  const { doc } = session
  const { backdrop } = useSnapshot(doc)
  const events = useHistoryEvents<Hex>(t(colorBackdropFields.color.label), 'backdrop.color', (color) => {
    doc.backdrop = recolored(doc.backdrop, color)
  })
  if (backdrop.type === 'image')
    return (
      <p className={styles.hint}>{t('Your background is an image. To choose a colour, click Reset Background.')}</p>
    )
  const living = doc.backdrop
  return (
    <>
      <ColorField
        {...events}
        label={t(colorBackdropFields.color.label)}
        value={backdrop.type === 'color' ? backdrop.color : null}
      />
      {backdrop.type === 'color' && living.type === 'color' && (
        <>
          <GradientFields backdrop={living} />
          <FieldSlider path="backdrop" record={living} name="opacity" field={colorBackdropFields.opacity} />
        </>
      )}
    </>
  )
}

/** The gradient to a second colour. `backdrop` is the record in the document (a valtio proxy), not a snapshot. */
function GradientFields({ backdrop }: { backdrop: ColorBackdrop }) {
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
