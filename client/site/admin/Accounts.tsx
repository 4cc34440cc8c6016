import { Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListedAccount } from '#client/kit/api/api.ts'
import { formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { profileFromJson } from '#server/contract/plans/entitlements.ts'
import { planText } from '../account/plan/planText.ts'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Admin.module.css'
import { ChangeAccountDialog } from './ChangeAccountDialog.tsx'

/** Accounts are searched after the admin has stopped typing for this time, ms. */
const TYPING_MS = 250

/**
 * The newest accounts whose email address contains the typed text. Each has a button that opens a dialog to change the
 * account. `onChange` is called after a change.
 */
export function Accounts({ onChange }: { onChange(): void }) {
  const [search, setSearch] = useState('')
  const { found, error, replace } = useAccounts(search)
  const [chosen, setChosen] = useState<ListedAccount | null>(null)
  const finish = (changed: ListedAccount) => {
    replace(changed)
    onChange()
  }
  return (
    <section className={styles.section} aria-label={t('Accounts')}>
      <h2 className={styles.heading}>{t('Accounts')}</h2>
      <TextField
        label={t('Search by email address')}
        type="search"
        value={search}
        error={error}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found?.accounts.length === 0 && <EmptyState icon={Users} text={t('No account found')} />}
      <ul className={styles.list} aria-label={t('Accounts')}>
        {found?.accounts.map((account) => (
          <Row key={account.id} account={account} onChange={() => setChosen(account)} />
        ))}
      </ul>
      {found?.more && (
        <p className={styles.note}>{t('Only the newest matches are shown. Type more of the address.')}</p>
      )}
      {chosen && <ChangeAccountDialog account={chosen} onDone={finish} onClose={() => setChosen(null)} />}
    </section>
  )
}

function Row({ account, onChange }: { account: ListedAccount; onChange(): void }) {
  const { email, created_at, disabled, admin, profile } = account
  const { plan } = useAccount()
  const { status, date } = planText(plan(profileFromJson(profile)))
  const joined = t('Joined {date}', { date: formatDate(Date.parse(created_at), { dateStyle: 'medium' }) })
  const facts = [disabled && t('Disabled'), admin && t('Administrator'), status, date, joined].filter(Boolean)
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <bdi className={styles.name}>{email}</bdi>
        <span className={styles.note}>{facts.join(' · ')}</span>
      </span>
      <Button size="small" aria-label={t('Edit account {email}', { email })} onClick={onChange}>
        {t('Change')}
      </Button>
    </li>
  )
}

/** Hook that searches accounts while the admin types. `replace` shows the new state of a changed account. */
function useAccounts(search: string) {
  const { api, refresh } = useAccount()
  const [found, setFound] = useState<{ accounts: readonly ListedAccount[]; more: boolean } | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const answer = await api.adminAccounts(search)
      if (!isCurrent) return
      if (answer.ok) setFound(answer.value)
      // `not_found`: the admin role was removed or the session has ended
      else if (answer.error.code === 'not_found') void refresh()
      setError(answer.ok ? null : answer.error.message)
    }
    const timer = setTimeout(() => void ask(), search === '' ? 0 : TYPING_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, refresh, search])
  const replace = (changed: ListedAccount) =>
    setFound((all) => all && { ...all, accounts: all.accounts.map((one) => (one.id === changed.id ? changed : one)) })
  return { found, error, replace }
}
