import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { mayEnterEditor } from '#server/contract/entitlements.ts'
import { STORED_PROJECTS_PATH } from '../account/guard/checkAccess.ts'
import { ownProjects } from '../account/sign-out/ownProjects.ts'
import { useAccount, usePlan } from '../account/state/contexts.ts'
import styles from './StoredProjectsLink.module.css'

/**
 * A link to the projects on this device, for accounts that otherwise may not open the editor. Renders nothing for other
 * accounts or without projects.
 */
export function StoredProjectsLink() {
  const { user } = useSnapshot(useAccount().state)
  const plan = usePlan()
  const lockedOut = user && !mayEnterEditor(plan) ? user.id : null
  const [count] = useLoaded(useCallback(async () => (lockedOut ? ownProjects.count(lockedOut) : 0), [lockedOut]))
  if (!count) return null
  return (
    <p className={styles.kept}>
      {t('You have {count, plural, one {# project} other {# projects}} saved on this device.', { count })}{' '}
      <Link href={STORED_PROJECTS_PATH} className={styles.link}>
        {t('Open my projects')}
      </Link>
    </p>
  )
}
