import { useEffect, useMemo, useState } from 'react'
import Editor from '#client/editor/shell/Editor.tsx'
import { features } from '#client/features/registry.ts'
import { graphicsKind, hasVectors } from '#client/kit/browser/self-checks/graphics.ts'
import { forgetWork, interruptedWork } from '#client/kit/device-storage/waitingInTab.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useLatest } from '#client/kit/ui/hooks.ts'
import type { Notices } from '#client/model/session/session.ts'
import { AccountCorner } from '#client/site/account/menu/AccountCorner.tsx'
import { DownloadsLeft, ProBadge } from '#client/site/account/plan/ProBadge.tsx'
import { planText } from '#client/site/account/plan/planText.ts'
import { type PageNotices, useAccount, useNotices, usePlan } from '#client/site/account/state/contexts.ts'
import { editorAccount } from '#client/site/account/state/editorAccount.ts'
import { NoGraphics } from '#client/site/pages/MessagePage.tsx'
import { cameFromPayment } from '#server/contract/pages/guard.ts'
import { isPro } from '#server/contract/plans/entitlements.ts'
import { enableOffline } from '../offline/offline.ts'
import { Page } from './Page.tsx'

/**
 * The editor page, which connects the editor with the account, the dialogs and the toasts of the app. If the browser
 * lacks WebGL 2, OffscreenCanvas or WebAssembly SIMD, the page says that the browser can't run the editor.
 */
export default function EditorPage() {
  if (graphicsKind() !== 'none' && hasVectors()) return <Workplace />
  return (
    <Page title={t('Editor')}>
      <NoGraphics />
    </Page>
  )
}

function Workplace() {
  const account = useAccount()
  const notices = useNotices()
  // memoized, because the editor creates a new workspace when this object changes
  const say = useMemo(() => editorNotices(notices), [notices])
  useEffect(() => say.end, [say])
  const ask = useMemo(() => editorAccount(account), [account])
  const [interrupted] = useState(() => interruptedWork(location.search))
  useEffect(forgetWork, []) // not while rendering, because React may discard a first render and render again
  useWelcomePayer(notices)
  useEffect(() => void enableOffline(), [])
  return (
    <Editor
      notices={say}
      account={ask}
      features={features}
      interrupted={interrupted}
      proBadge={<ProBadge />}
      accountCorner={<AccountCorner />}
      downloadsLeft={<DownloadsLeft />}
    />
  )
}

/**
 * Shows the plan in a toast after a payment, if the payment is known already. Removes `from=payment` from the address,
 * because the route guard has used the parameter.
 */
function useWelcomePayer({ toasts }: PageNotices) {
  const plan = useLatest(usePlan())
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has('from')) return
    const { status, date } = planText(plan.current)
    if (cameFromPayment(url.search) && isPro(plan.current))
      toasts.show({ title: status, ...(date && { description: date }) })
    url.searchParams.delete('from')
    history.replaceState(history.state, '', url)
  }, [toasts, plan])
}

/**
 * Adapts the app's dialogs and toasts to the interface that the editor uses for its messages. `end` dismisses the
 * editor's toasts, except lasting failures, because they report lost work.
 */
function editorNotices({ dialogs, toasts }: PageNotices): Notices & { end(): void } {
  const shown: number[] = []
  return {
    alert: dialogs.alert,
    confirm: dialogs.confirm,
    toast(toast) {
      const id = toasts.show(toast)
      if (!toast.isLasting || !toast.isDestructive) shown.push(id)
    },
    end: () => shown.forEach(toasts.dismiss),
  }
}
