/** Everything that stands around the pages: who is signed in, dialogs, notices, and the page that goes with the address. */
import { useEffect } from 'react'
import { AccountContext } from '../account/AccountContext.tsx'
import { AccountDialogs } from '../account/AccountDialogs.tsx'
import type { Account } from '../account/account.ts'
import { FloatingUpgrade } from '../account/FloatingUpgrade.tsx'
import { type Notices, NoticesContext } from '../account/NoticesContext.tsx'
import { watchVersions } from '../offline/offline.ts'
import { DialogHost } from '../ui/DialogHost.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Routes } from './Routes.tsx'

/** A version is offered, never forced: where work would be lost the browser asks before it reloads. */
const NEW_VERSION = { title: 'A new version is ready', action: { label: 'Reload', run: () => location.reload() } }

interface Props {
  account: Account
  notices: Notices
}

export function App({ account, notices }: Props) {
  useEffect(() => {
    void account.refresh() // a server that cannot be reached leaves a visitor
    return account.watch()
  }, [account])
  useEffect(() => watchVersions(() => notices.toasts.show({ ...NEW_VERSION, isLasting: true })), [notices])

  return (
    <AccountContext value={account}>
      <NoticesContext value={notices}>
        <TooltipProvider>
          <ErrorBoundary>
            <Routes />
          </ErrorBoundary>
          <FloatingUpgrade />
          <AccountDialogs />
          <DialogHost dialogs={notices.dialogs} />
          <ToastHost toasts={notices.toasts} />
        </TooltipProvider>
      </NoticesContext>
    </AccountContext>
  )
}
