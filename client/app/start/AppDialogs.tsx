/** All that is asked in a window of its own: the account's dialogs, and questions from anywhere. */

import { DialogHost } from '../../kit/ui/DialogHost.tsx'
import type { Dialogs } from '../../kit/ui/dialogs.ts'
import { AccountDialogs } from '../../site/account/AccountDialogs.tsx'

export default function AppDialogs({ dialogs }: { dialogs: Dialogs }) {
  return (
    <>
      <AccountDialogs />
      <DialogHost dialogs={dialogs} />
    </>
  )
}
