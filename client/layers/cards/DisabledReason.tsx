import { useSnapshot } from 'valtio'
import { useSession } from '../../model/session/SessionContext.tsx'
import styles from './LayerTab.module.css'

/** What a tab says when it cannot add anything just now. */
export interface DisabledReasons {
  /** The photo is still being looked at. */
  busy: string
  /** No subject was found in it. */
  noSubject: string
  noBackground: string
}

export function DisabledReason({ id, reasons }: { id: string; reasons: DisabledReasons }) {
  const session = useSession()
  const { busy } = useSnapshot(session.ui)
  const { separation } = useSnapshot(session.doc)
  const reason = busy ? reasons.busy : separation === null ? reasons.noSubject : reasons.noBackground
  return (
    <p id={id} className={styles.why}>
      {reason}
    </p>
  )
}
