import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { TemplateTiles, useOwnTemplates } from '../tabs/templates/TemplateTiles.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { chooseDesign, OPEN_DOCUMENT, openDocumentName } from './chooseDesign.ts'

/** The choice of the design: the layers of the open photo, own designs and ours. A chosen design is copied. */
export function BatchDesign({ batch }: { batch: Batch }) {
  const workspace = useWorkspace()
  const { session, ownDesigns } = workspace
  const { photo } = useSnapshot(session.doc)
  const { queue, exporting } = useSnapshot(batch.state)
  const own = useOwnTemplates(ownDesigns)
  const openDocument = { id: OPEN_DOCUMENT, name: openDocumentName(), thumbnail: null }

  const name = queue.design && (queue.design.kind === 'ours' ? t(queue.design.name) : queue.design.name)
  return (
    <section className={styles.design} aria-label={t('Designs')}>
      <p className={styles.caption}>{name === null ? t('Choose a design') : t('Design: {name}', { name })}</p>
      <fieldset className={styles.tiles} disabled={exporting !== null}>
        <TemplateTiles
          own={photo ? [openDocument, ...own] : own}
          isStrip
          chosen={queue.design?.id ?? null}
          onUse={(id) => void chooseDesign(batch, workspace, id)} // never rejects
        />
      </fieldset>
    </section>
  )
}
