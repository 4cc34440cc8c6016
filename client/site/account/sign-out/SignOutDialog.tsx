import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useSignOut } from './useSignOut.ts'

interface Props {
  /** Whether the user signs out on this device or on all devices. */
  scope: 'here' | 'everywhere'
  onClose(): void
}

/**
 * The dialog before signing out on this device or on all devices. The user can also remove the account's projects from
 * this device.
 */
export default function SignOutDialog({ scope, onClose }: Props) {
  const signOut = useSignOut()
  const [removesProjects, setRemovesProjects] = useState(false)
  const { isBusy, submit } = useSubmit(() => signOut(scope, { removesProjects }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Sign out?')}
      description={t(
        'Your projects stay on this device. They open only when you sign in to this account. If other people use this device, remove your projects.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" icon={LogOut} isBusy={isBusy} onClick={submit}>
            {scope === 'everywhere' ? t('Sign out everywhere') : t('Sign Out')}
          </Button>
        </>
      }
    >
      <Switch
        label={t('Remove my projects from this device')}
        isOn={removesProjects}
        onChange={setRemovesProjects}
        isDisabled={isBusy}
      />
    </Dialog>
  )
}
