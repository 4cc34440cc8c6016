import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect } from 'wouter'
import { timeSinceFirstPaint } from '#client/kit/browser/page.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import type { Verdict } from '#server/contract/pages/guard.ts'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount } from '../state/contexts.ts'
import { checkAccess } from './checkAccess.ts'
import styles from './Guard.module.css'

interface GuardProps {
  path: string
  /** Loads the page's code while access is being checked. */
  preload?: () => Promise<unknown>
  /** Placeholder while access is being checked. By default a spinner. */
  outline?: ReactNode
  children: ReactNode
}

/**
 * Renders its children if the user may open `path`. Otherwise redirects. During the check, renders `outline` or a
 * spinner. Checks again when the account changes.
 */
export function Guard(props: GuardProps) {
  const { seat } = useSnapshot(useAccount().state)
  return <SeatGuard key={seat} {...props} />
}

/** Checks access once. Shows a placeholder during the check. */
function SeatGuard({ path, preload, outline, children }: GuardProps) {
  const account = useAccount()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  // The prerendered HTML already shows the placeholder. Its minimum duration is therefore measured from the first
  // paint.
  const [shownFor] = useState(timeSinceFirstPaint)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void preload?.() // errors are ignored, because the lazy component reports them
    void checkAccess({ account, path, search: location.search, signal, shownFor: shownFor ?? 0, ownProjects }).then(
      (found) => {
        if (found === '/') {
          account.remember(path + location.search)
          // The dialog opens over the home page, so that the visitor can sign in immediately.
          account.openSignIn(path + location.search)
        }
        // the transition shows the placeholder until the page is rendered
        if (found) startTransition(() => setVerdict(found))
      },
    )
    return () => controller.abort()
  }, [account, path, preload, shownFor])

  if (!verdict)
    return (
      outline ?? (
        <div className={styles.wait}>
          <Spinner />
        </div>
      )
    )
  return verdict === 'allow' ? children : <Redirect to={verdict} replace />
}
