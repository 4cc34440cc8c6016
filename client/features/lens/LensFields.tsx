import { Focus } from 'lucide-react'
import { useSwitchedTool } from '#client/editor/tools/switchedTool.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { DocumentSlider } from '#client/layers/controls/fieldControls.tsx'
import { activeLens, lensFields } from '#client/model/document/lens.ts'
import { useDocument } from '#client/model/session/session.ts'
import { FOCUS_ID } from './focusTool.ts'
import styles from './LensFields.module.css'

/**
 * Controls of the lens blur, which blurs layers that are far from the focus. The user sets the focus with a click on
 * the photo.
 */
export default function LensSection() {
  const isNarrow = useMedia(NARROW)
  return <LensFields key={isNarrow ? 'narrow' : 'wide'} startsOpen={!isNarrow} />
}

function LensFields({ startsOpen }: { startsOpen: boolean }) {
  const shown = useDocument()
  const [isFocusing, toggle] = useSwitchedTool(FOCUS_ID)
  const isBlurred = activeLens(shown) !== null
  return (
    <Section title={t('Lens blur')} startsOpen={startsOpen}>
      {shown.separation ? (
        <>
          <DocumentSlider part="lens" name="strength" field={lensFields.strength} />
          <Button icon={Focus} isWide aria-pressed={isFocusing} disabled={!isBlurred} onClick={toggle}>
            {t('Choose the focus point')}
          </Button>
          {(['focus', 'blades', 'highlights'] as const).map((name) => (
            <DocumentSlider key={name} part="lens" name={name} field={lensFields[name]} isDisabled={!isBlurred} />
          ))}
        </>
      ) : (
        <p className={styles.hint}>{t('To use the lens blur, select the subject first.')}</p>
      )}
    </Section>
  )
}
