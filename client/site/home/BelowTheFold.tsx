/** The sections of the home page below the first screen. This is a separate file, which loads after the first paint. */
import { ArrowRight, CloudOff, Cpu, FileDown, ImageUp } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { Badge, FormerPrice, formatOffer, OFFERS } from '../account/plan/offer.tsx'
import { UPGRADE_NOTE } from '../account/plan/UpgradeDialog.tsx'
import { useAccount } from '../account/state/contexts.ts'
import { Gallery } from '../gallery/Gallery.tsx'
import { Demos } from './demos/Demos.tsx'
import plansStyles from './Plans.module.css'
import privacyStyles from './Privacy.module.css'

export default function BelowTheFold() {
  return (
    <>
      <Demos />
      <Gallery />
      <Privacy />
      <Plans />
    </>
  )
}

const STEPS = [
  { icon: ImageUp, title: 'Opened in your browser', text: 'Your browser opens the file. It isn’t uploaded.' },
  {
    icon: Cpu,
    title: 'Background removed in your browser',
    text: 'The AI model runs in your browser, so your photo isn’t sent to a server.',
  },
  {
    icon: FileDown,
    title: 'Exported in your browser',
    text: 'The PNG is created on your device, without location data.',
  },
] as const

/** The section about privacy. It says that photos stay on the device, except trial exports. */
function Privacy() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  return (
    <section className={privacyStyles.privacy} aria-labelledby="privacy">
      <div className={privacyStyles.claim}>
        <CloudOff className={privacyStyles.sign} strokeWidth={1.5} aria-hidden />
        <h2 id="privacy" className={privacyStyles.title}>
          {t('Your photos are edited on your device')}
        </h2>
        {stored?.on && (
          <p className={privacyStyles.except}>
            {t(
              'One exception: during a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}}. The checkout tells you before the trial starts, and you can turn it off.',
              { days: stored.days },
            )}
          </p>
        )}
      </div>
      <ol className={privacyStyles.steps}>
        {STEPS.map(({ icon: Glyph, title, text }) => (
          <li key={title} className={privacyStyles.step}>
            <Glyph className={privacyStyles.icon} strokeWidth={1.75} aria-hidden />
            <h3 className={privacyStyles.name}>{t(title)}</h3>
            <p className={privacyStyles.text}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A summary of the plans with a link to the pricing page. Renders nothing if the server has no billing. */
function Plans() {
  const { config } = useSnapshot(useAccount().state)
  if (config?.billing === 'off') return null
  return (
    <section className={plansStyles.plans} aria-labelledby="plans">
      <div className={plansStyles.head}>
        <h2 id="plans" className={plansStyles.title}>
          {t('Every feature in every plan')}
        </h2>
        <p className={plansStyles.note}>{t(UPGRADE_NOTE)}</p>
      </div>
      <ul className={plansStyles.list}>
        {OFFERS.map((offer) => ({ ...offer, ...formatOffer(offer) })).map(
          ({ id, name, price, per, was, badge, highlighted }) => (
            <li key={id} className={cx(plansStyles.plan, highlighted && plansStyles.highlighted)}>
              <span className={plansStyles.name}>
                {name}
                {badge && <Badge>{badge}</Badge>}
              </span>
              <span className={plansStyles.price}>
                <span className={plansStyles.amount}>{price}</span> {per || t('free trial')} <FormerPrice was={was} />
              </span>
            </li>
          ),
        )}
      </ul>
      <Link href="/pricing" asChild>
        <LinkButton look="outline" size="large" icon={ArrowRight}>
          {t('See plans')}
        </LinkButton>
      </Link>
    </section>
  )
}
