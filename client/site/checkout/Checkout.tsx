import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useSearchParams } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { Button, LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useOnline, useSubmit } from '#client/kit/ui/hooks.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { useProjectLink } from '../account/guard/useEditorLink.ts'
import { useBillingStanding } from '../account/plan/billing.ts'
import { useAccount, useNotices, usePlan } from '../account/state/contexts.ts'
import styles from './Checkout.module.css'
import { Order, useCheckout } from './Order.tsx'
import { checkoutCase } from './summary.ts'

/**
 * The checkout page. It shows the order before the payment provider's page opens, or the reason why the user can't
 * order. A link leads back to the project that the user has left.
 */
export default function Checkout() {
  const back = useProjectLink()
  return (
    <>
      {back && (
        <p className={styles.back}>
          <Link {...back}>
            <ArrowLeft strokeWidth={1.75} aria-hidden />
            {t('Back to your project')}
          </Link>
        </p>
      )}
      <CheckoutCard />
    </>
  )
}

function CheckoutCard() {
  const account = useAccount()
  const { config, user, standing: accountStanding } = useSnapshot(account.state)
  const { standing, isUnreachable, askAgain } = useBillingStanding()
  const isOnline = useOnline()
  const plan = usePlan()
  const [query] = useSearchParams()
  const [isUnverified, setUnverified] = useState(false)
  if (accountStanding === 'signed-out')
    return (
      <Notice title={t(API_ERRORS.signed_out)}>
        <Button look="primary" size="large" onClick={() => account.openSignIn(location.pathname + location.search)}>
          {t('Sign in')}
        </Button>
      </Notice>
    )
  // the account is known, so a missing configuration is a failed request
  if (!config || ((!user || !standing) && (isUnreachable || !isOnline)))
    return (
      <Notice title={t('You are offline')}>
        <p role="alert">{t('Checkout needs an internet connection. It continues when you’re back online.')}</p>
        <Button look="primary" size="large" onClick={() => void account.refresh().then(askAgain)}>
          {t('Try again')}
        </Button>
      </Notice>
    )
  if (!user || !standing)
    return (
      <div className={styles.wait}>
        <Spinner />
      </div>
    )

  const priceId = query.get('priceId')
  const found = checkoutCase({
    plan,
    priceId,
    prices: config.prices,
    billing: config.billing,
    awaitsConfirmation: isUnverified || (config.requireVerifiedEmail && !user.emailVerified),
    trialAvailable: standing.trial_available,
    isEnding: standing.cancel_at !== null,
    now: account.now(),
  })
  switch (found.kind) {
    case 'order':
      return <Order order={found} priceId={priceId ?? ''} onUnverified={() => setUnverified(true)} />
    case 'unverified':
      return <ConfirmFirst email={user.email} onConfirmed={() => setUnverified(false)} />
    case 'notice':
      return (
        <Notice title={found.title}>
          <p>{found.text}</p>
          {found.next === 'portal' && <PortalButton priceId={priceId ?? ''} />}
          {found.next === 'editor' && <PageLink href={EDITOR_PATH} text={t('Open the editor')} />}
          {found.next === 'plans' && <PageLink href="/pricing" text={t('See plans')} />}
        </Notice>
      )
  }
}

const PageLink = ({ href, text }: { href: string; text: string }) => (
  <Link href={href} asChild>
    <LinkButton look="primary" size="large">
      {text}
    </LinkButton>
  </Link>
)

/** A button that opens the billing portal. Shown to subscribers, because they must not check out a second time. */
function PortalButton({ priceId }: { priceId: string }) {
  const { isBusy, submit, error } = useCheckout(priceId)
  return (
    <>
      {error && <p role="alert">{error}</p>}
      <Button look="primary" size="large" isBusy={isBusy} onClick={submit}>
        {t('Open the billing portal')}
      </Button>
    </>
  )
}

/** A card that replaces the order, with the reason and the next step. */
function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.words}>{children}</div>
    </section>
  )
}

/**
 * Asks the user to confirm the email address before ordering, because receipts and reminders are sent to this address.
 */
function ConfirmFirst({ email, onConfirmed }: { email: string; onConfirmed(): void }) {
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
