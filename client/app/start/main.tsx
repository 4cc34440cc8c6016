import '#client/kit/ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi } from '#client/kit/api/api.ts'
import { listenToBackFirst } from '#client/kit/browser/page.ts'
import { keepDesign } from '#client/kit/device-storage/waitingInTab.ts'
import { showLanguage } from '#client/kit/i18n/language.ts'
import { firstLanguage } from '#client/kit/i18n/languages.ts'
import { SMALL } from '#client/kit/ui/hooks.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { createAccount } from '#client/site/account/state/account.ts'
import { RENDER_MARK } from '#server/contract/render.ts'
import { answerFailure } from '../headless/answerFailure.ts'
import { preloadPage } from '../routes/Routes.tsx'
import { App } from './App.tsx'

// This promise is not awaited, because the pages import from this module, and a top-level `await` would deadlock.
if (RENDER_MARK in document.documentElement.dataset)
  void import('../headless/render.ts').catch((error: unknown) => answerFailure(error))
else void start()

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  listenToBackFirst()
  keepDesign()
  // the route reports the same error when it opens the page
  const page = preloadPage(location.pathname).catch(console.warn)
  await showLanguage(firstLanguage()).catch(console.warn) // if the translation cannot be loaded, the page is in English
  await page
  show(root)
}

function show(container: HTMLElement) {
  const notices = { dialogs: createDialogs(), toasts: createToasts(() => !matchMedia(SMALL).matches) }
  const account = createAccount(createApi(), Date.now, notices.toasts.showError)
  // A transition renders in small tasks, so that the browser can paint and handle input between them.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App account={account} notices={notices} />
      </StrictMode>,
    ),
  )
}
