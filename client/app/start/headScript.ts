/**
 * Inline script of the page's head. The script doesn't import any framework, because it runs before the first paint.
 */

import { firstLanguage } from '#client/kit/i18n/languages.ts'
import { storedTheme } from '#client/kit/ui/theme/storedTheme.ts'
import { createCachedAccountStore } from '#client/site/account/state/cachedAccount.ts'
import { cameFromPayment } from '#server/contract/pages/guard.ts'
import { isPro, plan } from '#server/contract/plans/entitlements.ts'

/**
 * Maximum time to wait for a paint event, ms. A background tab doesn't paint, and some browsers don't report paints.
 */
const LONGEST_MS = 3000

const { dataset } = document.documentElement
const theme = storedTheme()
if (theme) dataset.theme = theme
const known = createCachedAccountStore().read()
if (known) {
  dataset.known = ''
  const now = Date.now() + (known.clockOffset ?? 0)
  if (known.config?.billing !== 'off' && isPro(plan(known.profile, now))) dataset.pays = ''
}
if (cameFromPayment(location.search)) dataset.payment = ''
// The prerendered HTML is in English. A secret link (#…) opens another page at the same address.
const isShown = firstLanguage() === 'en' && !location.hash
if (!isShown) dataset.prerendered = 'hidden'
startAfterFirstPaint(isShown)

/**
 * Loads the app's script on a prerendered page (scripts/pages) after the prerendered HTML is first painted, at the
 * latest after `LONGEST_MS`. Otherwise a phone with a cached script would run the script before the paint. All other
 * requests start later, so that the first paint has the whole bandwidth. If `isShown` is false, the prerendered HTML is
 * hidden and the script starts at DOMContentLoaded.
 */
function startAfterFirstPaint(isShown: boolean): void {
  if (!isShown || document.visibilityState === 'hidden') addEventListener('DOMContentLoaded', begin)
  else {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    setTimeout(begin, LONGEST_MS)
  }
}

function begin(): void {
  const kept = document.querySelector<HTMLLinkElement>('link[data-app]')
  if (!kept) return // an earlier call has requested the app's script and removed `data-app`
  kept.removeAttribute('data-app')
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = kept.href
  const later = document.querySelector<HTMLTemplateElement>('template[data-later]')
  document.head.append(script, ...(later ? [later.content] : []))
}
