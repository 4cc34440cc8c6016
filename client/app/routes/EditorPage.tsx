/** The editor with what the app knows: the account's say in its flows, and how to speak to the user. */
import { useEffect, useMemo } from 'react'
import Editor from '../../editor/shell/Editor.tsx'
import { hasGraphics } from '../../kit/base/self-checks/graphics.ts'
import { t } from '../../kit/i18n/translate.ts'
import { AccountCorner } from '../../site/account/menu/AccountCorner.tsx'
import { ProBadge } from '../../site/account/plan/ProBadge.tsx'
import { useAccount } from '../../site/account/state/AccountContext.tsx'
import { editorAccount } from '../../site/account/state/editorAccount.ts'
import { useNotices } from '../../site/account/state/NoticesContext.tsx'
import { NoGraphics } from '../../site/pages/NoGraphics.tsx'
import { keepOffline } from '../offline/offline.ts'
import { editorNotices } from './editorNotices.ts'
import { Page } from './Page.tsx'
import { usePageTitle } from './usePageTitle.ts'

export default function EditorPage() {
  if (hasGraphics()) return <Workplace />
  return (
    <Page title={t('Editor')}>
      <NoGraphics />
    </Page>
  )
}

function Workplace() {
  usePageTitle(t('Editor'))
  const account = useAccount()
  const notices = useNotices()
  // The editor makes a new workspace for new ones: they must stay the same.
  const say = useMemo(() => editorNotices(notices), [notices])
  const ask = useMemo(() => editorAccount(account), [account])
  useForgetPayment()
  useEffect(() => void keepOffline(), [])
  return <Editor notices={say} account={ask} proBadge={<ProBadge />} accountCorner={<AccountCorner />} />
}

/** Back from paying, once let in: a reload is an ordinary visit again. */
function useForgetPayment() {
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has('from')) return
    url.searchParams.delete('from')
    history.replaceState(history.state, '', url)
  }, [])
}
