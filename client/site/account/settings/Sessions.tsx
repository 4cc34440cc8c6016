import { LogOut } from 'lucide-react'
import type { Api, ApiError, SessionEntry } from '#client/kit/api/api.ts'
import { formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import { useRequestSignOut } from '../sign-out/useSignOut.ts'
import { useServerList } from '../state/contexts.ts'
import styles from './SettingsDialog.module.css'

/** The list of the account's sessions. The user can end any session except the current session. */
export function Sessions() {
  const [sessions, end] = useServerList(fetchSessions, (api, id) => api.endSession(id))
  if (sessions?.ok === false) return <LoadingFailed error={sessions.error} />
  return (
    <ul className={styles.list} aria-label={t('Signed-in devices')}>
      {sessions?.value.map((session) => {
        const name = session.browser ?? t('Unknown browser')
        const date = formatDate(Date.parse(session.signed_in_at), { dateStyle: 'medium', timeStyle: 'short' })
        return (
          <li key={session.id} className={styles.item}>
            <span className={styles.words}>
              {name}
              <span className={styles.note}>
                {session.current ? t('This browser') : t('Signed in {date}', { date })}
              </span>
            </span>
            {!session.current && (
              <IconButton
                icon={LogOut}
                label={t('Sign out {browser}', { browser: name })}
                onClick={() => void end(session)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

async function fetchSessions(api: Api): Promise<Result<readonly SessionEntry[], ApiError>> {
  const answer = await api.sessions()
  return answer.ok ? ok(answer.value.sessions) : answer
}

/** The reason why the content of a section couldn't be loaded. */
export const LoadingFailed = ({ error }: { error: ApiError }) => (
  <p className={styles.note} role="alert">
    {error.message}
  </p>
)

/** A button that signs out all browsers, for example if the user has lost a phone. */
export function SignOutEverywhere() {
  const requestSignOut = useRequestSignOut()
  const { isBusy, submit } = useSubmit(() => requestSignOut('everywhere'))
  return (
    <div className={styles.row}>
      <p className={styles.note}>{t('Signs you out of every browser, including this one.')}</p>
      <Button icon={LogOut} isBusy={isBusy} onClick={submit}>
        {t('Sign out everywhere')}
      </Button>
    </div>
  )
}
