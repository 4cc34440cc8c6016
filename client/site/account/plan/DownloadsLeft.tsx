import { t } from '#client/kit/i18n/translate.ts'
import { usePlan } from '../state/contexts.ts'

/** The number of downloads that a free account has left, below the Download button. Other accounts have no limit. */
export function DownloadsLeft() {
  const plan = usePlan()
  if (plan.tier !== 'free') return null
  return t('{credits, plural, =0 {No downloads left} one {# download left} other {# downloads left}}', {
    credits: plan.credits,
  })
}
