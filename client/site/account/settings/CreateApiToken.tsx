import { useEffect, useRef, useState } from 'react'
import { API_TOKEN_NAME_MAX } from '#server/contract/limits.ts'
import type { ApiToken } from '../../../kit/api/api.ts'
import { err } from '../../../kit/base/result.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { TextField } from '../../../kit/ui/controls/TextField.tsx'
import { useAccount } from '../state/AccountContext.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import own from './SecondFactor.module.css'
import { SecretActions } from './SecretActions.tsx'
import styles from './SettingsDialog.module.css'

/** Form that creates an API token, and the token itself, which is shown once. */
export function CreateApiToken({ onCreated }: { onCreated(token: ApiToken): void }) {
  const { api } = useAccount()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState<string | null>(null)

  const create = async (password: string) => {
    const created = await api.createApiToken(name.trim(), password)
    if (!created.ok) return err(created.error.message)
    const { token, ...listed } = created.value
    onCreated(listed)
    setName('')
    setSecret(token)
    return created
  }
  if (secret !== null) return <NewToken secret={secret} onDone={() => setSecret(null)} />
  return (
    <PasswordForm action={t('Create token')} isComplete={name.trim() !== ''} onSubmit={create}>
      <p className={styles.note}>
        {t(
          'With a token, your own programs can have pictures rendered by this server. The photos that they send reach the server, and each picture costs what a download costs. A new password revokes all tokens.',
        )}
      </p>
      <TextField
        label={t('Name of the token')}
        autoComplete="off"
        maxLength={API_TOKEN_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </PasswordForm>
  )
}

function NewToken({ secret, onDone }: { secret: string; onDone(): void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), []) // the button that had the focus is gone
  return (
    <div className={styles.form}>
      <p role="status">{t('Copy the token now. It is not shown again.')}</p>
      <TextField
        ref={field}
        label={t('New token')}
        className={own.secret}
        dir="ltr"
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <SecretActions
        secret={secret}
        byHand={t('Select the token and copy it by hand.')}
        onRefused={() => field.current?.select()}
        onDone={onDone}
      />
    </div>
  )
}
