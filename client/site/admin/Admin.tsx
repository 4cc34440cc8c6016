import { type ReactNode, useState } from 'react'
import type { AdminState, Api, ListedChange } from '#client/kit/api/api.ts'
import { formatBytes, formatDate, formatNumber } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useAnswer } from '../account/state/contexts.ts'
import { Accounts } from './Accounts.tsx'
import styles from './Admin.module.css'

/** The administration page. Admins can find and change accounts, and see the state of the installation. */
export default function Admin() {
  const [changes, setChanges] = useState(0)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('Administration')}</h1>
      <Accounts onChange={() => setChanges((count) => count + 1)} />
      <Changes key={changes} />
      <State />
    </div>
  )
}

/** Maximum number of backups in the list. */
const BACKUPS = 10

/** The state of the installation: storage, email queue, jobs, backups and version. */
function State() {
  const [answer] = useAnswer(fetchState)
  if (!answer) return null
  if (!answer.ok)
    return (
      <p className={styles.note} role="alert">
        {answer.error.message}
      </p>
    )
  return <Facts state={answer.value} />
}

const fetchState = (api: Api) => api.adminState()

function Facts({ state }: { state: AdminState }) {
  const { database, disk, trial_images: images, mail, jobs, backups } = state
  const [free, size] = [formatBytes(disk.free), formatBytes(disk.size)]
  return (
    <>
      <Group title={t('Server')}>
        <Fact name={t('Version')}>{state.version}</Fact>
        <Fact name={t('Accounts')}>{formatNumber(state.accounts)}</Fact>
        {database !== null && <Fact name={t('Database')}>{formatBytes(database)}</Fact>}
        <Fact name={t('Free disk space')}>{t('{part} of {whole}', { part: free, whole: size })}</Fact>
        <Fact name={t('Trial images')}>
          {t('{part} of {whole}', { part: formatBytes(images.bytes), whole: formatBytes(images.room) })}
        </Fact>
      </Group>
      <Group title={t('Email queue')} empty={t('This server doesn’t send email.')}>
        {mail && (
          <>
            <Fact name={t('Queued')}>{formatNumber(mail.waiting)}</Fact>
            <Fact name={t('Delayed after 3 attempts')}>{formatNumber(mail.stuck)}</Fact>
            <Fact name={t('Failed in the last 30 days')}>{formatNumber(mail.failed)}</Fact>
          </>
        )}
      </Group>
      <Group title={t('Jobs')} empty={t('No job has run yet.')}>
        {jobs.length > 0 &&
          jobs.map(({ name, last_done_at }) => (
            <Fact key={name} name={name}>
              {last_done_at === null ? t('Never completed') : formatTime(last_done_at)}
            </Fact>
          ))}
      </Group>
      <Group title={t('Backups')} empty={t('This machine doesn’t have backups.')}>
        {backups.length > 0 &&
          backups.slice(0, BACKUPS).map(({ name, bytes, made_at }) => (
            <Fact key={name} name={name}>
              {[made_at && formatTime(made_at), formatBytes(bytes)].filter(Boolean).join(' · ')}
            </Fact>
          ))}
      </Group>
    </>
  )
}

/** The most recent account changes, newest first. */
function Changes() {
  const [answer] = useAnswer(fetchChanges)
  if (!answer?.ok) return null
  const { changes } = answer.value
  return (
    <Group title={t('Account changes')} empty={t('No account has been changed yet.')}>
      {changes.length > 0 &&
        changes.map((change) => (
          <Fact key={change.id} name={change.account}>
            {[actionText(change), change.admin ?? t('Command line'), formatTime(change.at)].join(' · ')}
          </Fact>
        ))}
    </Group>
  )
}

const fetchChanges = (api: Api) => api.adminChanges()

function actionText({ action, amount }: ListedChange): string {
  switch (action) {
    case 'disable':
      return t('Disabled')
    case 'enable':
      return t('Enabled')
    case 'credits':
      return t('Credits set to {amount}', { amount })
    case 'grant-pro':
      return t('{days, plural, =0 {Pro ended} one {# day of Pro} other {# days of Pro}}', { days: amount })
    case 'admin':
      return t('Made an administrator')
    case 'user':
      return t('No longer an administrator')
    case 'second-factor-off':
      return t('Two-step sign-in turned off')
    case 'reset-link':
      return t('Password reset link created')
    case 'delete':
      return t('Account deleted')
  }
}

const formatTime = (iso: string) => formatDate(Date.parse(iso), { dateStyle: 'medium', timeStyle: 'short' })

/** A list of facts with a title. `empty`: text if the list is empty. */
const Group = ({ title, empty, children }: { title: string; empty?: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2 className={styles.heading}>{title}</h2>
    {children ? <ul className={styles.list}>{children}</ul> : <p className={styles.note}>{empty}</p>}
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <li className={styles.fact}>
    <span className={styles.name}>{name}</span>
    <span className={styles.note}>{children}</span>
  </li>
)
