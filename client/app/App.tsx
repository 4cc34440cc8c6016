/** Everything that stands around the pages: who is signed in, dialogs, notices, and the page that goes with the address. */
import { Direction } from 'radix-ui'
import { lazy, Suspense, useEffect } from 'react'
import { AccountContext } from '../account/AccountContext.tsx'
import type { Account } from '../account/account.ts'
import { FloatingUpgrade } from '../account/FloatingUpgrade.tsx'
import { type Notices, NoticesContext } from '../account/NoticesContext.tsx'
import { nextPaint } from '../base/idle.ts'
import { watchVersions } from '../offline/offline.ts'
import { ToastHost } from '../ui/ToastHost.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { useLanguage } from '../words/language.ts'
import { directionOf } from '../words/languages.ts'
import { t } from '../words/words.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Routes } from './Routes.tsx'

/** They come right after the first page: nothing is asked before there is something to press. */
const AppDialogs = lazy(() => nextPaint().then(() => import('./AppDialogs.tsx')))

/** A version is offered, never forced: where work would be lost the browser asks before it reloads. */
const newVersion = () => ({
  title: t('A new version is ready'),
  action: { label: t('Reload'), run: () => location.reload() },
  isLasting: true,
})

interface Props {
  account: Account
  notices: Notices
}

export function App({ account, notices }: Props) {
  const language = useLanguage() // whatever shows words renders again below
  useEffect(() => {
    void account.refresh() // a server that cannot be reached leaves a visitor
    return account.watch()
  }, [account])
  useEffect(() => watchVersions(() => notices.toasts.show(newVersion())), [notices])

  return (
    <AccountContext value={account}>
      <Direction.Provider dir={directionOf(language)}>
        <NoticesContext value={notices}>
          <TooltipProvider>
            <ErrorBoundary>
              <Routes />
              <Suspense>
                <AppDialogs dialogs={notices.dialogs} />
              </Suspense>
            </ErrorBoundary>
            <FloatingUpgrade />
            <ToastHost toasts={notices.toasts} />
          </TooltipProvider>
        </NoticesContext>
      </Direction.Provider>
    </AccountContext>
  )
}
