import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { useSession } from '../../model/session/session.ts'
import { CHOOSE_TAB, openSubjectTool } from '../../model/session/ui/subject.ts'
import styles from './LayerTab.module.css'

/** Texts that explain why a tab cannot add layers. */
export interface DisabledReasons {
  /** while the photo is being segmented */
  busy: string
  /** when the photo has no subject */
  noSubject: string
  noBackground: string
}

/** Shows why a tab cannot add layers at present, with the button that selects a subject where none was found. */
export function DisabledReason({ id, reasons }: { id: string; reasons: DisabledReasons }) {
  const session = useSession()
  const { busy } = useSnapshot(session.ui)
  const { separation } = useSnapshot(session.doc)
  const reason =
    separation === null
      ? busy
        ? reasons.busy
        : reasons.noSubject
      : busy
        ? t('Something else is loading. Please wait.')
        : reasons.noBackground
  return (
    <>
      <p id={id} className={styles.why}>
        {reason}
      </p>
      {separation === null && !busy && (
        <Button onClick={() => openSubjectTool(session.ui, CHOOSE_TAB)}>{t('Select subject')}</Button>
      )}
    </>
  )
}
