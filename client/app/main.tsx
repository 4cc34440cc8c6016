import '../ui/base.css'
import { StrictMode } from 'react'
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

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
hearBackFirst()
await showLanguage(firstLanguage()).catch(console.warn) // no network: English is in the code
const notices = { dialogs: createDialogs(), toasts: createToasts() }
const account = createAccount(createApi(), Date.now, (description) =>
  notices.toasts.show({ title: t('Error'), description, isDestructive: true }),
)
createRoot(root).render(
  <StrictMode>
    <App account={account} notices={notices} />
  </StrictMode>,
)
