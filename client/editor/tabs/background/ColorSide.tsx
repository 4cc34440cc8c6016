import { Pipette } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { Hex } from '../../../kit/base/fields.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { ColorField } from '../../../kit/ui/controls/ColorField.tsx'
import { FieldSlider } from '../../../layers/controls/FieldSlider.tsx'
import { useHistoryEvents } from '../../../layers/controls/useField.ts'
import { colorBackdropFields, recolored } from '../../../model/document/backdrop.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import { GradientFields } from './GradientFields.tsx'
import styles from './tabs.module.css'

/** The colour of the background. Hidden while there is a background image (spec §2). */
export function ColorSide() {
  const { session } = useWorkspace()
  const { doc, ui } = session
  const { backdrop } = useSnapshot(doc)
  const { isPicking } = useSnapshot(ui.background)
  const events = useHistoryEvents<Hex>(t(colorBackdropFields.color.label), 'backdrop.color', (color) => {
    doc.backdrop = recolored(doc.backdrop, color)
  })
  if (backdrop.type === 'image')
    return (
      <p className={styles.hint}>{t('An image is set as the background. Reset the background to choose a colour.')}</p>
    )
  const living = doc.backdrop
  return (
    <>
      <ColorField
        {...events}
        label={t(colorBackdropFields.color.label)}
        value={backdrop.type === 'color' ? backdrop.color : null}
      />
      <Button
        icon={Pipette}
        isWide
        aria-pressed={isPicking}
        onClick={() => {
          ui.background.isPicking = !isPicking
        }}
      >
        {isPicking ? t('Press a colour of the photo') : t('Pick from the photo')}
      </Button>
      {backdrop.type === 'color' && living.type === 'color' && (
        <>
          <GradientFields backdrop={living} />
          <FieldSlider path="backdrop" record={living} name="opacity" field={colorBackdropFields.opacity} />
        </>
      )}
    </>
  )
}
