import { useSyncExternalStore } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './CandidateMasks.module.css'
import { MaskThumbnail } from './MaskThumbnail.tsx'

/** Maximum number of suggestions. */
const MOST = 9

/**
 * Thumbnails of candidate masks. A click on a thumbnail selects its mask as the subject, or lifts its object. `status`:
 * shown during the search.
 */
export function CandidateMasks({ status }: { status: string }) {
  const { subjectSelector, session } = useWorkspace()
  const { candidates } = useSyncExternalStore(subjectSelector.subscribe, subjectSelector.get)
  if (candidates === 'searching' || candidates === null)
    return (
      <div className={styles.wait}>
        <Spinner label={null} />
        <span role="status">{status}</span>
      </div>
    )
  if (candidates === 'failed')
    return (
      <div className={styles.wait}>
        <span role="status">{t('Failed to load suggestions.')}</span>
        <Button size="small" onClick={() => void subjectSelector.findCandidates()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (candidates.length === 0) return null
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  return (
    <section className={styles.group} aria-label={t('Suggestions')}>
      <h3 className={styles.title}>{t('Suggestions')}</h3>
      <ul className={styles.list}>
        {candidates.slice(0, MOST).map(({ number, mask }) => (
          <li key={number}>
            <button
              type="button"
              className={styles.one}
              aria-label={t('Suggestion {number}', { number: number + 1 })}
              onClick={() => subjectSelector.begin(number)}
            >
              {photo && <MaskThumbnail photo={photo.bitmap} mask={mask} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
