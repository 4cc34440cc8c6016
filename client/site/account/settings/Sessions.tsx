import { LogOut } from 'lucide-react'
import type { Api, SessionEntry } from '#client/kit/api/api.ts'
import { formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { useRequestSignOut } from '../sign-out/useSignOut.ts'
import { useServerList } from '../state/contexts.ts'
import styles from './SettingsDialog.module.css'

/** The list of the account's sessions. The user can end any session except the current session. */
export function Sessions() {
  const [sessions, end] = useServerList(fetchSessions, (api, id) => api.endSession(id))
  return (
    <ul className={styles.list} aria-label={t('Signed-in devices')}>
      {sessions?.map((session) => {
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

async function fetchSessions(api: Api): Promise<readonly SessionEntry[]> {
  const answer = await api.sessions()
  return answer.ok ? answer.value.sessions : []
}

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
