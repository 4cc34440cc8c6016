/** Loaded after the first paint, because no dialog can open before the user can press something. */
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
import { NoticesContext, type PageNotices } from '../../site/account/state/NoticesContext.tsx'
import { watchForUpdates } from '../offline/offline.ts'
import { Routes } from '../routes/Routes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const AppDialogs = lazy(() => nextPaint().then(() => import('./AppDialogs.tsx')))

/** The toast that offers a reload. The app never reloads by itself; the browser asks first where work would be lost. */
const newVersion = () => ({
  title: t('A new version is ready'),
  action: { label: t('Reload'), run: () => location.reload() },
  isLasting: true,
})

interface Props {
  account: Account
  notices: PageNotices
}

/** The root component: providers of account, dialogs and toasts around the routes. */
export function App({ account, notices }: Props) {
  const language = useLanguage() // all children render again when the language changes
  useEffect(() => {
    void account.refresh() // if the server cannot be reached, the user is signed out on this page
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
