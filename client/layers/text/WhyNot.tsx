import { useSnapshot } from 'valtio'
import { useSession } from '../../session/SessionContext.tsx'
import styles from './list.module.css'

/** Why no text can be added just now. */
export function WhyNot({ id }: { id: string }) {
  const session = useSession()
  const { busy } = useSnapshot(session.ui)
  const { separation } = useSnapshot(session.doc)
  const reason = busy
    ? 'Texts can be added as soon as the subject is found.'
    : separation === null
      ? 'The subject of this photo was not found, so there is nothing to put text behind.'
      : 'The background is removed: there is nothing to put text on.'
  return (
    <p id={id} className={styles.why}>
      {reason}
    </p>
  )
}
