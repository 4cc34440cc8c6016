/** The root component: providers of account, dialogs and notices around the routes. */
import { Direction } from 'radix-ui'
import { lazy, Suspense, useEffect } from 'react'
import { nextPaint } from '../../kit/base/idle.ts'
import { useLanguage } from '../../kit/i18n/language.ts'
import { directionOf } from '../../kit/i18n/languages.ts'
import { t } from '../../kit/i18n/translate.ts'
import { ToastHost } from '../../kit/ui/overlays/ToastHost.tsx'
import { TooltipProvider } from '../../kit/ui/overlays/Tooltip.tsx'
import { FloatingUpgrade } from '../../site/account/plan/FloatingUpgrade.tsx'
import { AccountContext } from '../../site/account/state/AccountContext.tsx'
import type { Account } from '../../site/account/state/account.ts'
import { type Notices, NoticesContext } from '../../site/account/state/NoticesContext.tsx'
import { watchForUpdates } from '../offline/offline.ts'
import { Routes } from '../routes/Routes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Loaded after the first paint: no dialog can open before the user can press something. */
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
  useEffect(() => watchForUpdates(() => notices.toasts.show(newVersion())), [notices])

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
