import { useSnapshot } from 'valtio'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { SettingSlider, useSetting } from '#client/layers/controls/SettingSlider.tsx'
import { type ExportSettings, exportFields } from '#client/media/exporter/exportSettings.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import styles from '../export/ExportDialog.module.css'
import { COLORS, CONTENTS, sizeOptions } from '../export/exportTexts.ts'
import { FormatFields, useUnsupportedFormats } from '../export/FormatFields.tsx'
import { TemplateTiles, useOwnTemplates } from '../tabs/templates/TemplateTiles.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import batchStyles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { chooseTemplate, OPEN_DOCUMENT, openDocumentName } from './chooseTemplate.ts'

/** Format, content and size of all exported images: the fields of the export dialog. */
export function BatchSettings({ batch }: { batch: Batch }) {
  useSnapshot(batch.state)
  const unsupported = useUnsupportedFormats()
  const settings = batch.settings()
  const { format, content, size, scale, background, colors } = settings
  const onChange = (change: Partial<ExportSettings>) => void batch.changeSettings(change)
  const backgroundEvents = useSetting(background, (next) => onChange({ background: next }))
  const hasFrame = size.includes('x')
  return (
    <Section title={t('Export settings')}>
      <div className={styles.fields}>
        <FormatFields settings={settings} onChange={onChange} unsupported={unsupported} />
        <Segmented
          label={t('Content')}
          value={content}
          options={tLabels(CONTENTS)}
          onChange={(content) => onChange({ content })}
        />
        <Select label={t('Size')} value={size} options={sizeOptions(false)} onChange={(size) => onChange({ size })} />
        {size === 'own' && (
          <SettingSlider field={exportFields.scale} value={scale} onChange={(scale) => onChange({ scale })} />
        )}
        <Select
          label={t('Colour space')}
          value={colors}
          options={tLabels(COLORS)}
          onChange={(colors) => onChange({ colors })}
        />
        {(hasFrame || !formatOf(format).keepsAlpha) && (
          <ColorField
            {...backgroundEvents}
            label={hasFrame ? t('Margin colour') : t('Background colour')}
            value={background}
            initial={exportFields.background.default}
          />
        )}
      </div>
    </Section>
  )
}

/**
 * The choice of the template: the layers of the open photo, the user's templates and the built-in ones. The batch gets
 * a copy.
 */
export function BatchTemplate({ batch }: { batch: Batch }) {
  const workspace = useWorkspace()
  const { session, templateLibrary } = workspace
  const { photo } = useSnapshot(session.doc)
  const { record, exporting } = useSnapshot(batch.state)
  const own = useOwnTemplates(templateLibrary)
  const openDocument = { id: OPEN_DOCUMENT, name: openDocumentName(), thumbnail: null }

  const name = record.design && (record.design.kind === 'ours' ? t(record.design.name) : record.design.name)
  return (
    <section className={batchStyles.template} aria-label={t('Templates')}>
      <p className={batchStyles.caption}>{name === null ? t('Choose a template') : t('Template: {name}', { name })}</p>
      <fieldset className={batchStyles.tiles} disabled={exporting !== null}>
        <TemplateTiles
          own={photo ? [openDocument, ...own] : own}
          isStrip
          chosen={record.design?.id ?? null}
          onUse={(id) => void chooseTemplate(batch, workspace, id)} // never rejects
        />
      </fieldset>
    </section>
  )
}
