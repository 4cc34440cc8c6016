/** Runs before anything is painted: it stands in the page's head, built into it by scripts/pages, and imports no framework. */
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
// The first picture is in English, and of the page itself: a secret link opens another one at its address.
const isShown = firstLanguage() === 'en' && !location.hash
if (!isShown) dataset.prerendered = 'hidden'
startAfterFirstPaint(isShown)
