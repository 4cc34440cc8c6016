/**
 * Inline script of the page's head. It runs before the first paint, so it imports no framework; scripts/pages inlines
 * it.
 */
import { isPro, plan } from '#server/contract/entitlements.ts'
import { firstLanguage } from '../../kit/i18n/firstLanguage.ts'
import { storedTheme } from '../../kit/ui/theme/storedTheme.ts'
import { createCachedAccountStore } from '../../site/account/state/cachedAccount.ts'
import { startAfterFirstPaint } from './startAfterFirstPaint.ts'

const { dataset } = document.documentElement
const theme = storedTheme()
if (theme) dataset.theme = theme
const known = createCachedAccountStore().read()
if (known) {
  dataset.known = ''
  if (known.config?.billing !== 'off' && isPro(plan(known.profile, Date.now()))) dataset.pays = ''
}
// The prerendered HTML is in English. A secret link (#…) opens another page at the same address.
const isShown = firstLanguage() === 'en' && !location.hash
if (!isShown) dataset.prerendered = 'hidden'
startAfterFirstPaint(isShown)
