import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useAccount } from '../state/contexts.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ExportData } from './ExportData.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions, SignOutEverywhere } from './Sessions.tsx'
import styles from './SettingsDialog.module.css'
import { StoredExports } from './StoredExports.tsx'
import { useTrialImages } from './TrialImages.tsx'

/**
 * Dialog with the account's settings: password, two-step sign-in, email address, devices, data, deletion. Renders
 * nothing when no user is signed in.
 */
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
          <SharedExports />
          <ExportData />
        </Section>
        <Section title={t('Delete account')}>
          <DeleteAccount onDone={onClose} />
        </Section>
      </div>
    </Dialog>
  )
}

function SharedExports() {
  const { consent, choose } = useTrialImages()
  if (!consent?.offered) return null
  return (
    <div className={styles.shared}>
      <Switch label={t('Share my trial exports')} isOn={consent.consented} onChange={(isOn) => void choose(isOn)} />
      <p className={styles.note}>
        {t(
          'During a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}} to improve the product. If you turn this off, we store nothing.',
          { days: consent.days },
        )}
      </p>
      <StoredExports isShared={consent.consented} />
    </div>
  )
}
