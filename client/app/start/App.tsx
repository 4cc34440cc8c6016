/**
 * The app's root component. Its dialogs load after the first paint, because no dialog can open before the user presses
 * a button.
 */
import { Direction } from 'radix-ui'
import { useEffect, useState } from 'react'
import { nextPaint } from '#client/kit/async/scheduling.ts'
import { deleteExpiredFiles } from '#client/kit/device-storage/sharedFile.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { directionOf } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Boundary, lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { ToastHost } from '#client/kit/ui/overlays/ToastHost.tsx'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { FloatingUpgrade } from '#client/site/account/plan/FloatingUpgrade.tsx'
import type { Account } from '#client/site/account/state/account.ts'
import { AccountContext, NoticesContext, type PageNotices } from '#client/site/account/state/contexts.ts'
import { ErrorPage } from '#client/site/pages/MessagePage.tsx'
import { watchForUpdates } from '../offline/offline.ts'
import { Routes } from '../routes/Routes.tsx'

const AppDialogs = lazyPart(async () => {
  await nextPaint()
  return import('#client/site/account/menu/AppDialogs.tsx')
})

/**
 * The toast that offers a reload. The app never reloads by itself. Before a reload that would lose work, the browser
 * asks the user.
 */
const newVersion = () => ({
  title: t('A new version is available'),
  action: { label: t('Reload'), run: () => location.reload() },
  isLasting: true,
})

interface Props {
  account: Account
  notices: PageNotices
}

/** The root component: providers of account, dialogs and toasts around the routes. */
export function App({ account, notices }: Props) {
  const language = useLanguage() // rerenders all children when the language changes
  useEffect(() => {
    void deleteExpiredFiles() // `deleteExpiredFiles` never rejects
    void account.refresh() // if the server can't be reached, the user is shown as signed out
    return account.watch()
  }, [account])
  useEffect(() => watchForUpdates(() => notices.toasts.show(newVersion())), [notices])

  return (
    <AccountContext value={account}>
      <Direction.Provider dir={directionOf(language)}>
        <NoticesContext value={notices}>
          <TooltipProvider>
            <Boundary fallback={<ErrorPage />}>
              <Routes />
              <Dialogs notices={notices} />
            </Boundary>
            <FloatingUpgrade />
            <ToastHost toasts={notices.toasts} />
          </TooltipProvider>
        </NoticesContext>
      </Direction.Provider>
    </AccountContext>
  )
}

/**
 * The app's dialogs. If their code cannot be loaded, a toast offers to retry. Questions that are already open stay
 * open.
 */
function Dialogs({ notices: { toasts } }: Pick<Props, 'notices'>) {
  const [attempt, setAttempt] = useState(0)
  const fail = () => {
    const action = { label: t('Try again'), run: () => setAttempt((before) => before + 1) }
    toasts.show({ title: t('Something went wrong. Please try again.'), action, isDestructive: true, isLasting: true })
  }
  return <AppDialogs key={attempt} onFail={fail} />
}
