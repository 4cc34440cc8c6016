import { Download, Trash2 } from 'lucide-react'
import type { Api, ApiError, StoredImage } from '#client/kit/api/api.ts'
import { formatBytes, formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { type PageNotices, useAccount, useNotices, useServerList } from '../state/contexts.ts'
import { LoadingFailed } from './Sessions.tsx'
import styles from './SettingsDialog.module.css'
import { useTrialImages } from './TrialImages.tsx'

/** Settings for the user's data: stored trial exports, and a download of all account data. */
export const YourData = () => (
  <>
    <SharedExports />
    <ExportData />
  </>
)

function SharedExports() {
  const { consent, error, choose } = useTrialImages()
  if (error) return <LoadingFailed error={error} />
  if (!consent?.offered) return null
  return (
    <div className={styles.shared}>
      <Switch label={t('Share my trial exports')} isOn={consent.consented} onChange={(isOn) => void choose(isOn)} />
      <p className={styles.note}>
        {t(
          'During a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}} to improve the product. If you turn this off, we store nothing.',
          { days: consent.days },
        )}
      </p>
      {/* shown only with permission, because revoking it deletes the stored exports */}
      {consent.consented && <StoredExports />}
    </div>
  )
}

/**
 * The trial exports stored on the server. The user can download and delete each export. Renders nothing if there are
 * none.
 */
function StoredExports() {
  const [exports, remove] = useServerList(fetchExports, (api, id) => api.deleteTrialImage(id))
  if (exports?.ok === false) return <LoadingFailed error={exports.error} />
  if (!exports?.value.length) return null
  return (
    <ul className={styles.list} aria-label={t('Stored exports')}>
      {exports.value.map((stored) => (
        <StoredExport key={stored.id} stored={stored} onDelete={() => void remove(stored)} />
      ))}
    </ul>
  )
}

function StoredExport({ stored, onDelete }: { stored: StoredImage; onDelete: () => void }) {
  const { api } = useAccount()
  const notices = useNotices()
  const name = stored.name ?? t('Export')
  const date = formatDate(Date.parse(stored.delete_after), { dateStyle: 'medium' })
  const { isBusy, submit } = useSubmit(() =>
    saveAnswer(api.trialImage(stored.id), stored.name ?? 'export.png', notices),
  )
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>
          {t('{size}, stored until {date}', { size: formatBytes(stored.bytes), date })}
        </span>
      </span>
      <IconButton
        icon={Download}
        label={t('Download {name}', { name })}
        aria-busy={isBusy || undefined}
        onClick={submit}
      />
      <IconButton icon={Trash2} label={t('Delete {name}', { name })} onClick={onDelete} />
    </li>
  )
}

async function fetchExports(api: Api): Promise<Result<readonly StoredImage[], ApiError>> {
  const answer = await api.trialImages()
  return answer.ok ? ok(answer.value.images) : answer
}

/** A button that downloads everything that the server stores about the account, as a JSON file. */
function ExportData() {
  const { api } = useAccount()
  const notices = useNotices()
  const { isBusy, submit } = useSubmit(() => saveAnswer(fetchEverything(api), 'midground-account.json', notices))
  return (
    <div className={styles.row}>
      <p className={styles.note}>{t('Download all the data we store about your account as a JSON file.')}</p>
      <Button icon={Download} isBusy={isBusy} onClick={submit}>
        {t('Export my data')}
      </Button>
    </div>
  )
}

async function fetchEverything(api: Api): Promise<Result<Blob, ApiError>> {
  const everything = await api.exportAccount()
  if (!everything.ok) return everything
  return ok(new Blob([JSON.stringify(everything.value, null, 2)], { type: 'application/json' }))
}

/**
 * Saves a file from the server, or opens the share sheet in browsers that discard downloads. A toast reports errors.
 * Never rejects.
 */
async function saveAnswer(
  answer: Promise<Result<Blob, ApiError>>,
  name: string,
  { dialogs, toasts }: PageNotices,
): Promise<void> {
  const file = await answer
  if (!file.ok) return void toasts.showError(file.error.message)
  try {
    // loaded on demand, because most users never save a file from the settings
    const { browserDeliveryTargets, deliverFile } = await import('#client/editor/flows/exports.ts')
    const saved = await deliverFile(browserDeliveryTargets(), { notices: dialogs }, { file: file.value, name })
    if (!saved.ok && 'text' in saved.error) toasts.showError(t(saved.error.text))
  } catch (error) {
    console.error(error)
    toasts.showError(t(API_ERRORS.internal))
  }
}
