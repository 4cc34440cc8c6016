import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { isPro, mayEnterEditor } from '#server/contract/plans/entitlements.ts'
import { DEFAULT_FREE_CREDITS, FREE_IMAGES } from '#server/contract/plans/limits.ts'
import type { PlanOffer, PriceKey } from '#server/contract/plans/plans.ts'
import { STORED_PROJECTS_PATH } from '../account/guard/checkAccess.ts'
import { useProjectLink } from '../account/guard/useEditorLink.ts'
import { useBillingStanding } from '../account/plan/billing.ts'
import { checkoutPath, OFFERS } from '../account/plan/offer.tsx'
import { UPGRADE_NOTE } from '../account/plan/UpgradeDialog.tsx'
import { ownProjects } from '../account/sign-out/ownProjects.ts'
import { useAccount, useNotices, usePlan } from '../account/state/contexts.ts'
import { Gallery, imageUrl } from '../gallery/Gallery.tsx'
import { cardAction } from './actions.ts'
import { CurrentPlan } from './CurrentPlan.tsx'
import { PlanCard } from './PlanCard.tsx'
import styles from './Pricing.module.css'
import { Questions } from './Questions.tsx'

export default function Pricing() {
  const account = useAccount()
  const { dialogs, toasts } = useNotices()
  const { config } = useSnapshot(account.state)
  const { standing, askAgain } = useBillingStanding()
  const plan = usePlan()
  const [, navigate] = useLocation()

  const keyOf = (priceId: string | null | undefined): PriceKey | null =>
    (['monthly', 'yearly'] as const).find((key) => config?.prices[key] === priceId) ?? null
  /** Opens the billing portal, where subscribers switch plans. They can't switch plans in the checkout. */
  const openPortal = async (priceId: string) => {
    const answer = await account.api.checkout(priceId)
    if (answer.ok) return location.assign(answer.value.url)
    toasts.showError(answer.error.message)
  }
  const choose = async (offer: PlanOffer) => {
    // without the refresh, the page would ask a signed-in user to sign in
    if (account.state.standing === 'unknown') await account.refresh()
    const { standing: whose, config } = account.state
    const path = checkoutPath(offer.priceKey, config)
    if (whose === 'signed-in' && isPro(account.plan()))
      return openPortal(config?.prices[offer.priceKey] ?? offer.priceKey)
    if (whose === 'signed-in') return navigate(path)
    await dialogs.alert(t(API_ERRORS.signed_out))
    account.openSignIn(path)
  }
  const sells = config?.billing !== 'off'
  return (
    <div className={styles.pricing}>
      <header className={styles.head}>
        <h1 className={styles.title}>{sells ? t('Every feature in every plan') : t('Everything is free')}</h1>
        <p className={styles.note}>{sells ? t(UPGRADE_NOTE) : t('Full size, no watermark. No card needed.')}</p>
      </header>
      <CurrentPlan standing={standing} onChange={askAgain} />
      <ProjectsLink />
      <ul className={styles.cards}>
        {!sells && <Result template="poster" />}
        {(sells ? OFFERS : OFFERS.filter(({ highlighted }) => highlighted)).map((offer) => (
          <PlanCard
            key={offer.id}
            offer={offer}
            isSold={sells}
            action={
              sells
                ? cardAction(offer, {
                    plan,
                    current: keyOf(standing?.price_id),
                    isEnding: Boolean(standing?.cancel_at),
                    trialAvailable: standing?.trial_available ?? true,
                  })
                : { label: t('Open the editor') }
            }
            onChoose={() => (sells ? void choose(offer) : navigate('/custom-editor'))}
          />
        ))}
        {!sells && <Result template="event" />}
      </ul>
      {sells && <FreeAccount credits={config?.freeCredits ?? DEFAULT_FREE_CREDITS} />}
      {config?.billing === 'sandbox' && <p className={styles.sandbox}>{t('Test mode: you won’t be charged.')}</p>}
      <Gallery className={styles.gallery} />
      <Questions />
    </div>
  )
}

/** An image of a template, next to the only card if the server has no billing. */
const Result = ({ template }: { template: string }) => (
  <li className={styles.result} aria-hidden>
    <img src={imageUrl(template)} alt="" width={512} height={640} loading="lazy" />
  </li>
)

/**
 * A note about the limits of a free account, which has no plan. The card named "Free" is the trial, not this account.
 */
const FreeAccount = ({ credits }: { credits: number }) => (
  <p className={styles.free}>
    {t(
      'No plan? With a free account you can edit {images, plural, one {# photo} other {# photos}} with every tool and download {credits, plural, one {# image} other {# images}}. No credit card required.',
      { images: FREE_IMAGES, credits },
    )}
  </p>
)

/** A link to the project that the user left for this page, or else to the projects on this device. */
function ProjectsLink() {
  const back = useProjectLink()
  if (!back) return <StoredProjectsLink />
  return (
    <p className={styles.kept}>
      <Link {...back} className={styles.link}>
        {t('Back to your project')}
      </Link>
    </p>
  )
}

/**
 * A link to the projects on this device, for accounts that can't open the editor. Renders nothing for other
 * accounts, or if there are no projects.
 */
function StoredProjectsLink() {
  const { user } = useSnapshot(useAccount().state)
  const plan = usePlan()
  const lockedOut = user && !mayEnterEditor(plan) ? user.id : null
  const [count] = useLoaded(useCallback(async () => (lockedOut ? ownProjects.count(lockedOut) : 0), [lockedOut]))
  if (!count) return null
  return (
    <p className={styles.kept}>
      {t('You have {count, plural, one {# project} other {# projects}} saved on this device.', { count })}{' '}
      <Link href={STORED_PROJECTS_PATH} className={styles.link}>
        {t('Open my projects')}
      </Link>
    </p>
  )
}
