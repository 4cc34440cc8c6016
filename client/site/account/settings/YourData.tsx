import { Download, Trash2 } from 'lucide-react'
import type { Api, StoredImage } from '#client/kit/api/api.ts'
import { download, saveFile } from '#client/kit/browser/page.ts'
import { formatBytes, formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { useSubmit } from '#client/kit/ui/hooks.ts'
import { useAccount, useNotices, useServerList } from '../state/contexts.ts'
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
  const { consent, choose } = useTrialImages()
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
  const { api } = useAccount()
  const [exports, remove] = useServerList(fetchExports, (api, id) => api.deleteTrialImage(id))
  if (!exports?.length) return null
  return (
    <ul className={styles.list} aria-label={t('Stored exports')}>
      {exports.map((stored) => {
        const name = stored.name ?? t('Export')
        const date = formatDate(Date.parse(stored.delete_after), { dateStyle: 'medium' })
        return (
          <li key={stored.id} className={styles.item}>
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.note}>
                {t('{size}, stored until {date}', { size: formatBytes(stored.bytes), date })}
              </span>
            </span>
            <IconButton
              icon={Download}
              label={t('Download {name}', { name })}
              onClick={() => download(api.trialImageUrl(stored.id), stored.name ?? 'export.png')}
            />
            <IconButton icon={Trash2} label={t('Delete {name}', { name })} onClick={() => void remove(stored)} />
          </li>
        )
      })}
    </ul>
  )
}

async function fetchExports(api: Api): Promise<readonly StoredImage[]> {
  const answer = await api.trialImages()
  return answer.ok ? answer.value.images : []
}

/** A button that downloads everything that the server stores about the account, as a JSON file. */
function ExportData() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const { isBusy, submit } = useSubmit(async () => {
    const everything = await api.exportAccount()
    if (!everything.ok) return toasts.showError(everything.error.message)
    saveFile(
      new Blob([JSON.stringify(everything.value, null, 2)], { type: 'application/json' }),
      'midground-account.json',
    )
  })
  return (
    <div className={styles.row}>
      <p className={styles.note}>{t('Download all the data we store about your account as a JSON file.')}</p>
      <Button icon={Download} isBusy={isBusy} onClick={submit}>
        {t('Export my data')}
      </Button>
    </div>
  )
}
