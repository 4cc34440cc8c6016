import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import styles from '#client/editor/export-fields/ExportDialog.module.css'
import { sizeOptions } from '#client/editor/export-fields/exportTexts.ts'
import {
  DetailsField,
  FormatFields,
  PictureFields,
  useUnsupportedFormats,
} from '#client/editor/export-fields/FormatFields.tsx'
import { MotionFileFields } from '#client/editor/export-fields/MotionFileFields.tsx'
import { documentThumbnail } from '#client/editor/workspace/documentThumbnail.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { ExportSettings } from '#client/media/exporter/exportSettings.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import {
  type MotionFile,
  motionFileFields,
  supportedMotionFormats,
} from '#client/media/exporter/motion/motionFormats.ts'
import { useDocument } from '#client/model/session/session.ts'
import { NOT_LISTED, TemplateTiles, useOwnTemplates } from '../templates/TemplateTiles.tsx'
import { createLibrary } from '../templates/templateFlows.ts'
import { templateState } from '../templates/templateState.ts'
import batchStyles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { chooseTemplate, firstTemplate, isOpenDesign, OPEN_DOCUMENT, openDocumentName } from './chooseTemplate.ts'
import type { BatchSettings } from './createBatchRenderer.ts'
import { needsTemplate } from './progressTexts.ts'
import { type BatchState, settingsOf } from './state.ts'

const TYPES = [
  { value: 'image', label: 'Image' },
  { value: 'motion', label: 'Motion' },
] as const

/** The export settings of the batch. The user exports images, or videos with the template's camera movement. */
export function BatchExportSettings({ batch }: { batch: Batch }) {
  const { record }: BatchState = useSnapshot(batch.state)
  const settings = settingsOf(record)
  const { motion } = settings
  // the batch itself shows write errors
  const write = (next: MotionFile | undefined) => void batch.changeSettings({ motion: next })
  return (
    <Section title={t('Export settings')}>
      <div className={styles.fields}>
        <Segmented
          label={t('Type')}
          value={motion ? 'motion' : 'image'}
          options={tLabels(TYPES)}
          onChange={(type) => write(type === 'motion' ? defaults(motionFileFields) : undefined)}
        />
        {motion ? <MotionFields file={motion} onChange={write} /> : <ImageFields batch={batch} settings={settings} />}
      </div>
    </Section>
  )
}

function MotionFields({ file, onChange }: { file: MotionFile; onChange(file: MotionFile): void }) {
  const [supported, setSupported] = useState<readonly string[] | null>(null)
  useEffect(() => {
    supportedMotionFormats().then(setSupported, console.error)
  }, [])
  const [first] = supported ?? []
  const isWritable = !supported || supported.includes(file.format)
  useEffect(() => {
    if (!isWritable && first) onChange({ ...file, format: first })
  })
  return <MotionFileFields file={file} supported={supported} onChange={(change) => onChange({ ...file, ...change })} />
}

/** Format, content and size of the images, as in the export dialog. */
function ImageFields({ batch, settings }: { batch: Batch; settings: BatchSettings }) {
  const unsupported = useUnsupportedFormats()
  const { format, size } = settings
  const onChange = (change: Partial<ExportSettings>) => void batch.changeSettings(change)
  const background = size.includes('x') ? 'margins' : formatOf(format).keepsAlpha ? null : 'background'
  return (
    <>
      <FormatFields settings={settings} onChange={onChange} unsupported={unsupported} />
      <PictureFields
        settings={settings}
        onChange={onChange}
        size={size}
        sizes={sizeOptions(false)}
        hasContent
        hasColors
        background={background}
      >
        {formatOf(format).keepsDetails && <DetailsField settings={settings} onChange={onChange} />}
      </PictureFields>
    </>
  )
}

/**
 * The template picker of the batch. The batch gets a copy of the chosen template. If none is chosen yet, the batch gets
 * the first template (`firstTemplate`) as soon as the editor isn't busy.
 */
export function TemplatePicker({ batch }: { batch: Batch }) {
  const workspace = useWorkspace()
  const { session, flow } = workspace
  const doc = useDocument()
  const { busy } = useSnapshot(session.ui)
  const state: BatchState = useSnapshot(batch.state)
  const { record, exporting } = state
  const { design } = record
  const own = useOwnTemplates()
  const { last } = useSnapshot(templateState(session))
  const first = busy === null ? firstTemplate(state, doc, last, own === NOT_LISTED ? null : own) : null
  // `chooseTemplate` never rejects
  const choose = (to: Pick<Batch, 'chooseTemplate'>, id: string) =>
    void chooseTemplate(to, session, flow(createLibrary), id)
  const begin = useLatest((id: string) => {
    const unlessChosen: Batch['chooseTemplate'] = async (...chosen) => {
      // packing takes time, and the user may have chosen another template or added photos by then
      const { items, adding } = batch.state
      const isUnchanged = batch.state.record.design === design && (!design || items.length + adding === 0)
      if (isUnchanged) await batch.chooseTemplate(...chosen)
    }
    choose({ chooseTemplate: unlessChosen }, id)
  })
  useEffect(() => {
    if (first) begin.current(first)
  }, [first, begin])
  const [thumbnail, setThumbnail] = useState<string | null>(null)
  useEffect(() => {
    documentThumbnail(workspace).then(setThumbnail, console.warn)
  }, [workspace])
  const openDocument = { id: OPEN_DOCUMENT, name: openDocumentName(), thumbnail }

  const isOpenDocument = isOpenDesign(design, doc)
  const name = design && (design.kind === 'ours' ? t(design.name) : isOpenDocument ? openDocument.name : design.name)
  return (
    <section className={batchStyles.template} data-next={needsTemplate(state) || undefined} aria-label={t('Templates')}>
      <p className={batchStyles.caption}>{name === null ? t('Choose a template') : t('Template: {name}', { name })}</p>
      <fieldset className={batchStyles.tiles} disabled={exporting !== null}>
        <TemplateTiles
          own={doc.photo ? [openDocument, ...own] : own}
          isStrip
          chosen={design && (isOpenDocument || design.id !== OPEN_DOCUMENT) ? design.id : null}
          onUse={(id) => choose(batch, id)}
        />
      </fieldset>
    </section>
  )
}
