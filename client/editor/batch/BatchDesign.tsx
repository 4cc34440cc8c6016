import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { DesignTiles } from '../designs/DesignTiles.tsx'
import { GALLERY } from '../designs/gallery.ts'
import { useOwnDesigns } from '../designs/useOwnDesigns.ts'
import { leftBehind } from '../flows/leftBehind.ts'
import { openDesignFile } from '../flows/ownDesigns.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'

/** Id of the design that is the open document's layers. */
const OPEN_DOCUMENT = 'open-document'

/** The choice of the design: the layers of the open photo, own designs and ours. A chosen design is copied. */
export function BatchDesign({ batch }: { batch: Batch }) {
  const { session, ownDesigns } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { queue, exporting } = useSnapshot(batch.state)
  const own = useOwnDesigns(ownDesigns)
  const openDocument = { id: OPEN_DOCUMENT, name: t('Layers of the open photo'), thumbnail: null }

  async function choose(id: string) {
    const ours = GALLERY.find((each) => each.id === id)
    if (ours) return batch.chooseDesign({ kind: 'ours', id, name: ours.name }, null)
    if (id !== OPEN_DOCUMENT) {
      const design = await ownDesigns.file(id)
      if (design) await batch.chooseDesign({ kind: 'file', id, name: design.name }, design.file)
      else session.notices.toast({ title: t('This design is not on this device any more.'), isDestructive: true })
      return
    }
    const lost = leftBehind(snapshotOf(session))
    if (lost && !(await session.notices.confirm(lost))) return
    const { name } = openDocument
    await batch.chooseDesign({ kind: 'file', id, name }, await openDesignFile(session, name, Date.now))
  }

  const name = queue.design && (queue.design.kind === 'ours' ? t(queue.design.name) : queue.design.name)
  return (
    <section className={styles.design} aria-label={t('Designs')}>
      <p className={styles.caption}>{name === null ? t('Choose a design') : t('Design: {name}', { name })}</p>
      <fieldset className={styles.tiles} disabled={exporting !== null}>
        <DesignTiles
          own={photo ? [openDocument, ...own] : own}
          isStrip
          chosen={queue.design?.id ?? null}
          onUse={(id) => void choose(id)}
        />
      </fieldset>
    </section>
  )
}
