import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApiToken } from '../../../kit/api/api.ts'
import { formatDate } from '../../../kit/i18n/format.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { IconButton } from '../../../kit/ui/controls/IconButton.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import { CreateApiToken } from './CreateApiToken.tsx'
import styles from './SettingsDialog.module.css'

/** Lists the account's API tokens, revokes single ones and creates new ones. */
export function ApiTokens() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [tokens, setTokens] = useState<readonly ApiToken[] | null>(null)
  const [error, setError] = useState<string | null>(null)

  useEffect(() => {
    let isHere = true
    void api.apiTokens().then((answer) => {
      if (!isHere) return
      if (answer.ok) setTokens(answer.value.tokens)
      else setError(answer.error.message)
    })
    return () => {
      isHere = false
    }
  }, [api])

  const revoke = async ({ id }: ApiToken) => {
    const revoked = await api.revokeApiToken(id)
    // one that is gone already was revoked from elsewhere
    if (revoked.ok || revoked.error.code === 'not_found')
      return setTokens((all) => (all ?? []).filter((one) => one.id !== id))
    toasts.show({ title: t('Error'), description: revoked.error.message, isDestructive: true })
  }
  if (error)
    return (
      <p className={styles.note} role="alert">
        {error}
      </p>
    )
  if (!tokens) return <p className={styles.note}>{t('Loading...')}</p>
  return (
    <>
      {tokens.length > 0 && (
        <ul className={styles.list} aria-label={t('API tokens')}>
          {tokens.map((token) => (
            <li key={token.id} className={styles.item}>
              <span className={styles.words}>
                <span className={styles.name}>{token.name}</span>
                <span className={styles.note}>{usageText(token)}</span>
              </span>
              <IconButton
                icon={Trash2}
                label={t('Revoke {name}', { name: token.name })}
                onClick={() => void revoke(token)}
              />
            </li>
          ))}
        </ul>
      )}
      <CreateApiToken onCreated={(token) => setTokens((all) => [token, ...(all ?? [])])} />
    </>
  )
}

function usageText({ created_at, last_used_at }: ApiToken): string {
  const dateOf = (time: string) => formatDate(Date.parse(time), { dateStyle: 'medium' })
  const created = dateOf(created_at)
  return last_used_at === null
    ? t('Created {created}, never used', { created })
    : t('Created {created}, last used {used}', { created, used: dateOf(last_used_at) })
}
