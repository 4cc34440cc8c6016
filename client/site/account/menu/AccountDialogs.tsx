import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { lazyPart } from '../../../kit/ui/lazyPart.tsx'
import { UpgradeDialog } from '../plan/UpgradeDialog.tsx'
import { SignInDialog } from '../sign-in/SignInDialog.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'

const AboutBrowserDialog = lazyPart(() => import('../settings/AboutBrowserDialog.tsx'))
const SignOutDialog = lazyPart(() => import('../sign-out/SignOutDialog.tsx'))
const LanguageDialog = lazyPart(() => import('../settings/LanguageDialog.tsx'))
const SettingsDialog = lazyPart(() => import('../settings/SettingsDialog.tsx'))

/**
 * Renders the account dialog that is open. A page has one instance. If a dialog's code cannot be loaded, the dialog is
 * closed and a toast says so.
 */
export function AccountDialogs() {
  const account = useAccount()
  const { dialog } = useSnapshot(account.state)
  const { toasts } = useNotices()
  const close = () => account.closeDialog()
  const fail = () => {
    close()
    toasts.show({ title: t('Something went wrong. Please try again.'), isDestructive: true })
  }
  return (
    <>
      <SignInDialog returnUrl={dialog?.name === 'sign-in' ? dialog.returnUrl : null} onClose={close} />
      <UpgradeDialog isOpen={dialog?.name === 'upgrade'} onClose={close} />
      {dialog?.name === 'sign-out' && <SignOutDialog scope={dialog.where} onClose={close} onFail={fail} />}
      {dialog?.name === 'settings' && <SettingsDialog onClose={close} onFail={fail} />}
      {dialog?.name === 'browser' && <AboutBrowserDialog onClose={close} onFail={fail} />}
      {dialog?.name === 'language' && <LanguageDialog onClose={close} onFail={fail} />}
    </>
  )
}
