import '../ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createAccount } from '../account/account.ts'
import { createApi } from '../api/api.ts'
import { hearBackFirst } from '../base/back.ts'
import { createDialogs } from '../ui/dialogs.ts'
import { createToasts } from '../ui/toasts.ts'
import { firstLanguage } from '../words/firstLanguage.ts'
import { showLanguage } from '../words/language.ts'
import { t } from '../words/words.ts'
import { App } from './App.tsx'
import { loadFirst } from './Routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
hearBackFirst()

const page = loadFirst(location.pathname).catch(console.warn) // the page says so itself
await showLanguage(firstLanguage()).catch(console.warn) // no network: English is in the code
void page.then(() => show(root)) // not awaited: its module imports from this one, which would wait for itself

function show(container: HTMLElement) {
  const notices = { dialogs: createDialogs(), toasts: createToasts() }
  const account = createAccount(createApi(), Date.now, (description) =>
    notices.toasts.show({ title: t('Error'), description, isDestructive: true }),
  )
  // In small pieces, between which the browser shows the page's first picture and hears who touches it.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App account={account} notices={notices} />
      </StrictMode>,
    ),
  )
}
