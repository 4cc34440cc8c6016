/** All that is asked in a window of its own: the account's dialogs, and questions from anywhere. */
import { AccountDialogs } from '../account/AccountDialogs.tsx'
import { DialogHost } from '../ui/DialogHost.tsx'
import type { Dialogs } from '../ui/dialogs.ts'

export default function AppDialogs({ dialogs }: { dialogs: Dialogs }) {
  return (
    <>
      <AccountDialogs />
      <DialogHost dialogs={dialogs} />
    </>
  )
}
