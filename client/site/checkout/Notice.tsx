import type { ReactNode } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { useAccount, useNotices } from '../account/state/contexts.ts'
import styles from './Checkout.module.css'

/** A card in place of an order. It states the reason and the next step. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.words}>{children}</div>
    </section>
  )
}

/**
 * A card in place of an order that asks the user to confirm the email address, because receipts and reminders go there.
 * One button sends the email again. The other asks the server whether the address is confirmed, then calls
 * `onConfirmed`.
 */
export function ConfirmFirst({ email, onConfirmed }: { email: string; onConfirmed(): void }) {
  const account = useAccount()
  const { toasts } = useNotices()
  const sending = useSubmit(async () => {
    const sent = await account.api.sendVerification()
    if (sent.ok) toasts.show({ title: t('Email sent') })
    else toasts.showError(sent.error.message)
  })
  const checking = useSubmit(async () => {
    await account.refresh()
    if (account.state.user?.emailVerified) onConfirmed()
    else toasts.show({ title: t(API_ERRORS.unverified) })
  })
  return (
    <Notice title={t(API_ERRORS.unverified)}>
      <p>{t('We sent a link to {email}. Open it, then come back to this page.', { email })}</p>
      <div className={styles.actions}>
        <Button look="outline" size="large" isBusy={sending.isBusy} onClick={sending.submit}>
          {t('Resend email')}
        </Button>
        <Button look="primary" size="large" isBusy={checking.isBusy} onClick={checking.submit}>
          {t('I’ve confirmed my email')}
        </Button>
      </div>
    </Notice>
  )
}
