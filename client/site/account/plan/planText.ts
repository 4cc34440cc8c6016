import { formatDate, formatPrice } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { FOREVER_MS, type Plan } from '#server/contract/plans/entitlements.ts'
import { TRIAL_DAYS } from '#server/contract/plans/limits.ts'
import { PRICES, type PriceKey } from '#server/contract/plans/plans.ts'
import { DAY_MS } from '#server/contract/time.ts'

/** Formats a time (ms since 1970) as a long date in the interface language. */
export const formatLongDate = (ms: number): string => formatDate(ms, { dateStyle: 'long' })

/**
 * Returns the status line of the account menu, and the date when the trial or the paid period ends. `date` is null if
 * there is no such date.
 */
export function planText(plan: Plan): { status: string; date: string | null } {
  switch (plan.tier) {
    case 'visitor':
      return { status: '', date: null }
    case 'free':
      return { status: freeWords(plan.credits), date: null }
    case 'trial':
      return { status: t('Pro Trial Active'), date: t('Expires on {date}', { date: formatLongDate(plan.until) }) }
    case 'pro':
      return {
        status: t('Pro Plan Active'),
        date: plan.until < FOREVER_MS ? t('Paid until {date}', { date: formatLongDate(plan.until) }) : null,
      }
  }
}

/**
 * Returns labels and values of the payments that an order leads to: due today and, with a trial, the first charge.
 * `now`: ms since 1970.
 */
export function paymentLines(key: PriceKey, hasTrial: boolean, now: number): { label: string; value: string }[] {
  const { cents } = PRICES[key]
  const dueToday = { label: t('Due today'), value: formatPrice(hasTrial ? 0 : cents) }
  if (!hasTrial) return [dueToday]
  const date = formatLongDate(now + TRIAL_DAYS * DAY_MS)
  return [dueToday, { label: t('First charge'), value: t('{price} on {date}', { price: formatPrice(cents), date }) }]
}

/**
 * Returns the number of days until a trial ends, as text. A day that has begun counts as a whole day. `now`: ms since
 * 1970.
 */
export const trialDaysText = (until: number, now: number): string =>
  t('{days, plural, one {Trial: # day left} other {Trial: # days left}}', {
    days: Math.max(0, Math.ceil((until - now) / DAY_MS)),
  })

/**
 * Returns advice for a free account without credits whose file was not downloaded. Null for other accounts. The advice
 * mentions other devices, because on this device the user can download such a file again without seeing the advice.
 * `operatorEmail`: contact address, or null.
 */
export function lostCreditText(plan: Plan, operatorEmail: string | null): string | null {
  if (plan.tier !== 'free' || plan.credits > 0) return null
  if (operatorEmail === null)
    return t(
      'Used a credit but didn’t get your file? If you used another device, download it again there at no cost. Otherwise, contact the site administrator.',
    )
  return t(
    'Used a credit but didn’t get your file? If you used another device, download it again there at no cost. Otherwise, email {email}.',
    { email: operatorEmail },
  )
}

const freeWords = (credits: number): string =>
  credits > 0
    ? t('{credits, plural, one {Free Plan • # credit} other {Free Plan • # credits}}', { credits })
    : t('No credits • Please upgrade')
