import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { mayEnterEditor } from '#server/contract/entitlements.ts'
import { STORED_PROJECTS_PATH } from '../account/guard/checkAccess.ts'
import { ownProjects } from '../account/sign-out/ownProjects.ts'
import { useAccount, usePlan } from '../account/state/contexts.ts'
import styles from './StoredProjectsLink.module.css'

/**
 * A link to the projects on this device, for accounts that may not open the editor otherwise. Renders nothing for other
 * accounts and without projects.
 */
export function StoredProjectsLink() {
  const { user } = useSnapshot(useAccount().state)
  const plan = usePlan()
  const isLockedOut = user !== null && !mayEnterEditor(plan)
  const [count, setCount] = useState(0)
  const userId = user?.id
  useEffect(() => {
    let isCurrent = true
    if (userId && isLockedOut)
      void ownProjects.count(userId).then((found) => {
        if (isCurrent) setCount(found)
      })
    return () => {
      isCurrent = false
    }
  }, [userId, isLockedOut])
  if (!isLockedOut || count === 0) return null
  return (
    <p className={styles.kept}>
      {t('You have {count, plural, one {# project} other {# projects}} saved on this device.', {
        count,
      })}{' '}
      <Link href={STORED_PROJECTS_PATH} className={styles.link}>
        {t('Open my projects')}
      </Link>
    </p>
  )
}
