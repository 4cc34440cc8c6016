import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { Verdict } from '#server/contract/guard.ts'
import { timeSinceFirstPaint } from '../../../kit/base/page.ts'
import { Spinner } from '../../../kit/ui/feedback/Progress.tsx'
import { ownProjects } from '../sign-out/ownProjects.ts'
import { useAccount } from '../state/contexts.ts'
import { checkAccess } from './checkAccess.ts'
import styles from './Guard.module.css'

interface GuardProps {
  path: string
  /** Starts to load the page's code while the guard waits. */
  preload?: () => Promise<unknown>
  /** Placeholder while the guard waits; a spinner by default. */
  outline?: ReactNode
  children: ReactNode
}

/**
 * Renders its children for users who may see the page at `path`. Shows a placeholder until that is known and redirects
 * all others.
 */
export function Guard({ path, preload, outline, children }: GuardProps) {
  const account = useAccount()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  // The prerendered HTML already contains this guard's placeholder; the time for which it has been visible counts.
  const [shownFor] = useState(timeSinceFirstPaint)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void preload?.() // a chunk that fails to load reports its error where it is rendered
    void checkAccess({ account, path, search: location.search, signal, shownFor: shownFor ?? 0, ownProjects }).then(
      (found) => {
        if (found === '/') {
          account.remember(path + location.search)
          account.openSignIn(path + location.search) // opens over the home page, so that the visitor can sign in at once
        }
        // A transition keeps the placeholder until the page has been rendered.
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
