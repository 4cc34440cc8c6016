import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useAccount } from '../state/contexts.ts'
import { ChangeEmail, ChangePassword, DeleteAccount } from './AccountForms.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions, SignOutEverywhere } from './Sessions.tsx'
import styles from './SettingsDialog.module.css'
import { YourData } from './YourData.tsx'

/** The settings dialog. Renders nothing if no user is signed in. */
export default function SettingsDialog({ onClose }: { onClose(): void }) {
  const { state } = useAccount()
  const { user } = useSnapshot(state)
  if (!user) return null
  return (
    <Dialog isOpen onClose={onClose} title={t('Account settings')} description={user.email} size="medium">
      <div className={styles.sections}>
        <Section title={t('Change password')} startsOpen>
          <ChangePassword email={user.email} />
        </Section>
        <Section title={t('Two-step sign-in')}>
          <SecondFactor />
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
