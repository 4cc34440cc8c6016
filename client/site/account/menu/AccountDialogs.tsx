import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { UpgradeDialog } from '../plan/UpgradeDialog.tsx'
import { SignInDialog } from '../sign-in/SignInDialog.tsx'
import { useAccount } from '../state/AccountContext.tsx'

const AboutBrowserDialog = lazy(() => import('../settings/AboutBrowserDialog.tsx'))
const SignOutDialog = lazy(() => import('../sign-out/SignOutDialog.tsx'))
const LanguageDialog = lazy(() => import('../settings/LanguageDialog.tsx'))
const SettingsDialog = lazy(() => import('../settings/SettingsDialog.tsx'))

/** Renders the open dialog of the account. Once per page. */
export function AccountDialogs() {
  const account = useAccount()
  const { dialog } = useSnapshot(account.state)
  const close = () => account.closeDialog()
  return (
    <>
      <SignInDialog returnUrl={dialog?.name === 'sign-in' ? dialog.returnUrl : null} onClose={close} />
      <UpgradeDialog isOpen={dialog?.name === 'upgrade'} onClose={close} />
      {dialog?.name === 'sign-out' && (
        <Suspense>
          <SignOutDialog scope={dialog.where} onClose={close} />
        </Suspense>
      )}
      {dialog?.name === 'settings' && (
        <Suspense>
          <SettingsDialog onClose={close} />
        </Suspense>
      )}
      {dialog?.name === 'browser' && (
        <Suspense>
          <AboutBrowserDialog onClose={close} />
        </Suspense>
      )}
      {dialog?.name === 'language' && (
        <Suspense>
          <LanguageDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}
