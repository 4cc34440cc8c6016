import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Designs.module.css'
import { DesignTiles } from './DesignTiles.tsx'
import { useOwnDesigns } from './useOwnDesigns.ts'

/** The designs on the empty canvas: a press chooses one for the next photo. */
export default function DesignStrip({ onChoose }: { onChoose(): void }) {
  const { session, designs, ownDesigns } = useWorkspace()
  const { pending } = useSnapshot(session.ui).designs
  const own = useOwnDesigns(ownDesigns)
  const use = (id: string) => {
    void designs.use(id) // never rejects
    if (session.ui.designs.pending === id) onChoose()
  }
  return (
    <section className={styles.start} aria-label={t('Designs')}>
      <p className={styles.caption} role="status">
        {pending ? t('The design is used on the photo that you open next.') : t('Start from a design')}
      </p>
      <DesignTiles own={own} isStrip onUse={use} />
    </section>
  )
}
