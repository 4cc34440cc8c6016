import { DialogHost } from '../../kit/ui/overlays/DialogHost.tsx'
import type { Dialogs } from '../../kit/ui/overlays/dialogs.ts'
import { AccountDialogs } from '../../site/account/menu/AccountDialogs.tsx'

/** All dialogs of the app: those of the account, and the questions that flows ask. */
export default function AppDialogs({ dialogs }: { dialogs: Dialogs }) {
  return (
    <>
      <AccountDialogs />
      <DialogHost dialogs={dialogs} />
    </>
  )
}
