import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { Verdict } from '#server/contract/guard.ts'
import { timeSinceFirstPaint } from '../../../kit/base/firstPaint.ts'
import { Spinner } from '../../../kit/ui/feedback/Spinner.tsx'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount } from '../state/AccountContext.tsx'
import { checkAccess } from './checkAccess.ts'
import styles from './Guard.module.css'

interface GuardProps {
  path: string
  /** Fetch the page's code while the guard waits. */
  preload?: () => Promise<unknown>
  /** Placeholder with 'Loading...'; a spinner by default. */
  outline?: ReactNode
  children: ReactNode
}

/** Shows its page to those who may see it, 'Loading...' until that is known, and sends the others on. */
export function Guard({ path, preload, outline, children }: GuardProps) {
  const account = useAccount()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  // What stands in the page before the app is this guard's own 'Loading...'.
  const [shownFor] = useState(timeSinceFirstPaint)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void preload?.() // a chunk that does not come shows its error where it is needed
    void checkAccess({ account, path, search: location.search, signal, shownFor: shownFor ?? 0, ownProjects }).then(
      (found) => {
        if (found === '/') {
          account.remember(path + location.search)
          account.openSignIn(path + location.search) // over the home page: a visitor sees at once what is missing
        }
        if (found) startTransition(() => setVerdict(found)) // 'Loading...' stays until the page has been rendered
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
