import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import { ChangeEmail, ChangePassword, DeleteAccount } from './AccountForms.tsx'
import { SecondFactor, type SetupStep } from './SecondFactor.tsx'
import { Sessions, SignOutEverywhere } from './Sessions.tsx'
import styles from './SettingsDialog.module.css'
import { YourData } from './YourData.tsx'

/** The settings dialog. Renders nothing if no user is signed in. */
export default function SettingsDialog({ onClose }: { onClose(): void }) {
  const { state } = useAccount()
  const { user } = useSnapshot(state)
  return user && <Settings key={user.id} email={user.email} onClose={onClose} />
}

function Settings({ email, onClose }: { email: string; onClose(): void }) {
  const { dialogs } = useNotices()
  // stored here, because a closed section forgets its content
  const [setup, setSetup] = useState<SetupStep>({ name: 'password' })
  const close = async () => {
    const question = {
      title: t('Have you saved your recovery codes?'),
      text: t('You won’t see them again.'),
      confirm: t('Close'),
    }
    if (setup.name !== 'codes' || (await dialogs.confirm(question))) onClose()
  }
  return (
    <Dialog isOpen onClose={() => void close()} title={t('Account settings')} description={email} size="medium">
      <div className={styles.sections}>
        <Section title={t('Change password')} startsOpen>
          <ChangePassword email={email} />
        </Section>
        <Section title={t('Two-step sign-in')}>
          <SecondFactor setup={setup} onSetup={setSetup} />
        </Section>
        <Section title={t('Email address')}>
          <ChangeEmail />
        </Section>
        <Section title={t('Devices')}>
          <Sessions />
          <SignOutEverywhere />
        </Section>
        <Section title={t('Your data')}>
          <YourData />
        </Section>
        <Section title={t('Delete account')}>
          <DeleteAccount onDone={onClose} />
        </Section>
      </div>
    </Dialog>
  )
}
