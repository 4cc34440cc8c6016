import { useEffect, useRef } from 'react'
import { snapshot, subscribe } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { focusField } from '#client/kit/ui/typeAhead.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { useSession } from '#client/model/session/session.ts'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { PanelFields, PlaceFields, PlacementField } from '../cards/LayerFields.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldChoice, FieldColor, FieldSlider, FieldText } from '../controls/fieldControls.tsx'
import { hasLetterSpacing } from './paint/measure.ts'
import { FontField } from './panel/FontField.tsx'
import { ThreeDSection } from './panel/ThreeDSection.tsx'
import styles from './panel.module.css'
import { RESET_FONT_SIZE, type TextLayer, textFields } from './schema.ts'
import { StylesSection } from './styles/StylesSection.tsx'
import { fittedBackground, fittedFontSize } from './transform.ts'

export default function TextPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('text', id)
  const words = useEditing(id)
  if (!layer) return null
  const at = { path: id, record: layer }
  return (
    <div ref={words}>
      <PanelFields>
        <FieldText {...at} name="text" field={textFields.text} hasHiddenLabel placeholder={t('Type your text')} />
        <PlacementField layer={id} />
        <HiddenNotice layer={id} message={t('This text is almost hidden behind the subject.')} />
        <div className={styles.font}>
          <FontField layer={layer} />
          <FitButton layer={layer} />
        </div>
        <FieldSlider {...at} name="fontSize" field={textFields.fontSize} resetTo={RESET_FONT_SIZE} />
        <FieldColor {...at} name="color" field={textFields.color} />
      </PanelFields>
      <StylesSection layer={layer} />
      <Section title={t('Position and opacity')} startsOpen>
        <PlaceFields layer={layer} fields={textFields} offersAnchor />
      </Section>
      <LinesSection layer={layer} />
      <ThreeDSection layer={layer} />
      <FieldSection path={`${id}.gradient`} record={layer.gradient} field={textFields.gradient} />
      <FieldSection path={`${id}.stroke`} record={layer.stroke} field={textFields.stroke} />
      <FieldSection path={`${id}.dropShadow`} record={layer.dropShadow} field={textFields.dropShadow} />
      <FieldSection path={`${id}.glow`} record={layer.glow} field={textFields.glow} />
      <FieldSection
        path={`${id}.background`}
        record={layer.background}
        field={textFields.background}
        onEnable={() => Object.assign(layer.background, fittedBackground(snapshot(layer)))}
      />
    </div>
  )
}

/** Focuses the text input when `ui.editing` has the layer's id (double click, Enter, new text). */
function useEditing(id: LayerId) {
  const { ui } = useSession()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focus = () => {
      if (ui.editing !== id) return
      ui.editing = null
      const words = panel.current?.querySelector('textarea')
      if (words) focusField(words)
    }
    focus()
    return subscribe(ui, focus)
  }, [ui, id])
  return panel
}

/** Button that sets the font size so that the text fills the canvas' width. */
function FitButton({ layer }: { layer: TextLayer }) {
  const { doc, history } = useSession()
  const fit = () => {
    history.transact(t('Fit'), () => {
      layer.fontSize = fittedFontSize(snapshot(layer), pictureRect(doc))
    })
  }
  return (
    <Button onClick={fit} title={t('Resize to 90% of the canvas width')}>
      {t('Fit')}
    </Button>
  )
}

const SIDES = { left: 'Left', center: 'Centre', right: 'Right' } as const

/** Controls of alignment, line height, letter spacing and curve. */
function LinesSection({ layer }: { layer: TextLayer }) {
  const at = { path: layer.id, record: layer }
  return (
    <Section title={t('Paragraph')}>
      <FieldChoice {...at} name="alignment" field={textFields.alignment} texts={SIDES} />
      <FieldSlider {...at} name="lineHeight" field={textFields.lineHeight} />
      {hasLetterSpacing() && <FieldSlider {...at} name="letterSpacing" field={textFields.letterSpacing} />}
      <FieldSlider {...at} name="curve" field={textFields.curve} />
    </Section>
  )
}
