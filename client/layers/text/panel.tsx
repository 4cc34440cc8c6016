import { Contrast } from 'lucide-react'
import { useCallback, useState } from 'react'
import { snapshot, useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { RememberedSection, Section } from '#client/kit/ui/controls/Section.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import notice from '../cards/HiddenNotice.module.css'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { PanelFields, PlaceFields, PlacementField } from '../cards/LayerFields.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldColor, FieldSlider } from '../controls/fieldControls.tsx'
import { useWhenFree } from '../controls/useField.ts'
import { usePaintReduced } from '../PaintReducedContext.ts'
import { colorsForFaint } from './automaticColors.ts'
import { hasLetterSpacing } from './paint/measure.ts'
import { FontField } from './panel/FontField.tsx'
import { SizeField } from './panel/SizeField.tsx'
import { ThreeDPresets, ThreeDSection } from './panel/ThreeDSection.tsx'
import styles from './panel.module.css'
import { isPlaceholder, unboxPlaceholder } from './placeholder.ts'
import { type TextColors, type TextLayer, textFields } from './schema.ts'
import { StylesSection } from './styles/StylesSection.tsx'
import { enclosingFrame, fittedBackground } from './textSize.ts'
import { fitIntoPicture } from './transform.ts'
import { WordsField } from './WordsField.tsx'

const { alignment, isUpperCase, lineHeight, letterSpacing } = textFields
const PARAGRAPH = { alignment, isUpperCase, lineHeight, letterSpacing }

export default function TextPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('text', id)
  // stored on mount, so that the presets don't move while the panel is open
  const [was3D] = useState(layer?.threeDEffect.enabled ?? false)
  if (!layer) return null
  const at = { path: id, record: layer }
  return (
    <div>
      <PanelFields>
        <WordsField layer={layer} />
        <PlacementField layer={id} />
        <HiddenNotice layer={id} message={t('This text is almost hidden behind the subject.')} />
        {was3D && <ThreeDPresets layer={layer} />}
        <div className={styles.font}>
          <FontField layer={layer} />
          <FitButton layer={layer} />
        </div>
        <SizeField layer={layer} />
        <FieldColor {...at} name="color" field={textFields.color} chipsSection="text-swatches" />
        <FaintNotice layer={layer} />
        <FieldSlider {...at} name="curve" field={textFields.curve} />
      </PanelFields>
      <StylesSection layer={layer} />
      <RememberedSection title={t('More')} name="text-more">
        <MoreFields layer={layer} hasPresets={!was3D} />
      </RememberedSection>
    </div>
  )
}

/** Settings of a text layer that are rarely used. */
function MoreFields({ layer, hasPresets }: { layer: TextLayer; hasPresets: boolean }) {
  const { id } = layer
  const at = { path: id, record: layer }
  return (
    <div className={styles.more}>
      <Section title={t('Position and opacity')} startsOpen>
        <PlaceFields layer={layer} fields={textFields} />
      </Section>
      <Section title={t('Paragraph')}>
        <FieldList {...at} fields={PARAGRAPH} omit={hasLetterSpacing() ? [] : ['letterSpacing']} />
      </Section>
      <ThreeDSection layer={layer} hasPresets={hasPresets} />
      <FieldSection path={`${id}.gradient`} record={layer.gradient} field={textFields.gradient} />
      <FieldSection path={`${id}.stroke`} record={layer.stroke} field={textFields.stroke} />
      <FieldSection path={`${id}.dropShadow`} record={layer.dropShadow} field={textFields.dropShadow} />
      <FieldSection path={`${id}.glow`} record={layer.glow} field={textFields.glow} />
      <BackgroundSection layer={layer} />
      <FieldSection
        path={`${id}.frame`}
        record={layer.frame}
        field={textFields.frame}
        onEnable={() => Object.assign(layer.frame, enclosingFrame(snapshot(layer)))}
      />
    </div>
  )
}

/** Controls for the background box. If the box fits the text, it has a padding instead of width and height. */
function BackgroundSection({ layer }: { layer: TextLayer }) {
  const { background } = textFields
  const at = { path: `${layer.id}.background`, record: layer.background }
  const { fitsText } = useSnapshot(layer.background)
  const omit = fitsText ? (['width', 'height'] as const) : (['paddingX', 'paddingY'] as const)
  return (
    <FieldSection
      {...at}
      field={background}
      onEnable={() => Object.assign(layer.background, fittedBackground(snapshot(layer)))}
    >
      <FieldList {...at} fields={background.fields} omit={['enabled', ...omit]} />
    </FieldSection>
  )
}

/** Button that makes the text as wide as 90% of the image and moves it into the image. */
function FitButton({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const now = () => snapshotOf(session)
  const fit = () =>
    session.history.transact(t('Fit'), () => {
      if (isPlaceholder(layer, now())) unboxPlaceholder(layer, now())
      fitIntoPicture(layer, now)
    })
  return (
    <Button onClick={fit} title={t('Resize to 90% of the image width')}>
      {t('Fit')}
    </Button>
  )
}

/**
 * A notice that the color the user has set is hard to read on the image, with a button that chooses a readable color.
 * During a gesture, the notice neither appears nor disappears, because the controls below it would move.
 */
function FaintNotice({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const paintReduced = usePaintReduced()
  const [readable, setReadable] = useState<TextColors | null>(null)
  const update = useCallback(
    async (signal: AbortSignal, whenFree: () => Promise<void>) => {
      const colors = await colorsForFaint(snapshotOf(session), layer.id, session.assets, paintReduced)
      await whenFree() // a gesture may have started in the meantime
      if (!signal.aborted) setReadable(colors)
    },
    [session, layer.id, paintReduced],
  )
  useWhenFree(update)
  return (
    <div role="status" className={readable ? notice.notice : 'unseen'}>
      {readable && (
        <>
          <Contrast className={notice.icon} strokeWidth={1.75} aria-hidden />
          <span className={notice.words}>{t('This color is hard to read here.')}</span>
          <Button
            size="small"
            look="outline"
            onClick={() => session.history.transact(t('Readable color'), () => Object.assign(layer, readable))}
          >
            {t('Readable color')}
          </Button>
        </>
      )}
    </div>
  )
}
