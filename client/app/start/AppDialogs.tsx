/** All that is asked in a window of its own: the account's dialogs, and questions from anywhere. */

import { DialogHost } from '../../kit/ui/overlays/DialogHost.tsx'
import type { Dialogs } from '../../kit/ui/overlays/dialogs.ts'
import { AccountDialogs } from '../../site/account/menu/AccountDialogs.tsx'

export default function AppDialogs({ dialogs }: { dialogs: Dialogs }) {
  return (
    <>
      <AccountDialogs />
      <DialogHost dialogs={dialogs} />
    </>
  )
}
