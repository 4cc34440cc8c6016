/** This is a separate module, which loads after the first paint. */
import { useSnapshot } from 'valtio'
import { discardWaitingPhoto, isUnclaimed } from '#client/kit/device-storage/sharedFile.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { DialogHost } from '#client/kit/ui/overlays/DialogHost.tsx'
import { UpgradeDialog } from '../plan/UpgradeDialog.tsx'
import { SignInDialog } from '../sign-in/SignInDialog.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'

const AboutBrowserDialog = lazyPart(() => import('../settings/AboutBrowserDialog.tsx'))
const SignOutDialog = lazyPart(() => import('../sign-out/SignOutDialog.tsx'))
const LanguageDialog = lazyPart(() => import('../settings/LanguageDialog.tsx'))
const SettingsDialog = lazyPart(() => import('../settings/SettingsDialog.tsx'))

/**
 * All dialogs of the app: the open account dialog, and questions such as before an upload. Each page must have exactly
 * one instance. If a dialog's code can't be loaded, the dialog is closed and a toast reports the error.
 */
export default function AppDialogs() {
  const account = useAccount()
  const { dialog } = useSnapshot(account.state)
  const { dialogs, toasts } = useNotices()
  const close = () => account.closeDialog()
  /** If the visitor doesn't sign in, discards the chosen photo. Otherwise the photo would open for the next account. */
  const closeSignIn = () => {
    if (!account.state.user) void discardWaitingPhoto(isUnclaimed) // `discardWaitingPhoto` never rejects
    close()
  }
  const fail = () => {
    close()
    toasts.show({ title: t('Something went wrong. Please try again.'), isDestructive: true })
  }
  return (
    <>
      <SignInDialog
        returnUrl={dialog?.name === 'sign-in' ? dialog.returnUrl : null}
        hasPhoto={dialog?.name === 'sign-in' && Boolean(dialog.hasPhoto)}
        isDone={dialog?.name === 'sign-in' && dialog.isSignedIn}
        onClose={closeSignIn}
      />
      <UpgradeDialog
        isOpen={dialog?.name === 'upgrade'}
        reason={dialog?.name === 'upgrade' ? dialog.reason : undefined}
        downloads={dialog?.name === 'upgrade' && dialog.downloads}
        onClose={close}
      />
      {dialog?.name === 'sign-out' && <SignOutDialog scope={dialog.where} onClose={close} onFail={fail} />}
      {dialog?.name === 'settings' && <SettingsDialog onClose={close} onFail={fail} />}
      {dialog?.name === 'browser' && <AboutBrowserDialog onClose={close} onFail={fail} />}
      <DialogHost dialogs={dialogs} />
      {dialog?.name === 'language' && <LanguageDialog onClose={close} onFail={fail} />}
    </>
  )
}
