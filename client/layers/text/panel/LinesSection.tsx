import { t } from '../../../kit/i18n/translate.ts'
import { Section } from '../../../kit/ui/controls/Section.tsx'
import { FieldChoice } from '../../controls/FieldChoice.tsx'
import { FieldSlider } from '../../controls/FieldSlider.tsx'
import { hasLetterSpacing } from '../paint/measure.ts'
import { type TextLayer, textFields } from '../schema.ts'

const SIDES = { left: 'Left', center: 'Centre', right: 'Right' } as const

/** Controls of alignment, line height, letter spacing and curve. */
export function LinesSection({ layer }: { layer: TextLayer }) {
  const at = { path: layer.id, record: layer }
  return (
    <Section title={t('Lines')}>
      <FieldChoice {...at} name="alignment" field={textFields.alignment} texts={SIDES} />
      <FieldSlider {...at} name="lineHeight" field={textFields.lineHeight} />
      {hasLetterSpacing() && <FieldSlider {...at} name="letterSpacing" field={textFields.letterSpacing} />}
      <FieldSlider {...at} name="curve" field={textFields.curve} />
    </Section>
  )
}
