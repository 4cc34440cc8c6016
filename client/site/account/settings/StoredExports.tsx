import { Download, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StoredImage } from '#client/kit/api/api.ts'
import { formatBytes, formatDate } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { useAccount, useNotices } from '../state/contexts.ts'
import styles from './SettingsDialog.module.css'

/**
 * Trial exports that are stored on the server, with buttons to download and delete each. `isShared`: the user allows
 * storing exports. Revoking that deletes all of them. Renders nothing without permission or stored exports.
 */
export function StoredExports({ isShared }: { isShared: boolean }) {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [exports, setExports] = useState<readonly StoredImage[]>([])

  useEffect(() => {
    let isHere = true
    if (!isShared) return setExports([])
    void api.trialImages().then((answer) => {
      if (isHere && answer.ok) setExports(answer.value.images)
    })
    return () => {
      isHere = false
    }
  }, [api, isShared])

  const remove = async ({ id }: StoredImage) => {
    const deleted = await api.deleteTrialImage(id)
    if (deleted.ok || deleted.error.code === 'not_found') return setExports((all) => all.filter((one) => one.id !== id))
    toasts.show({ title: t('Error'), description: deleted.error.message, isDestructive: true })
  }
  const fetchFile = ({ id, name }: StoredImage) => {
    const link = document.createElement('a')
    link.href = api.trialImageUrl(id)
    link.download = name ?? 'export.png'
    link.click()
  }
  if (exports.length === 0) return null
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
            <IconButton icon={Download} label={t('Download {name}', { name })} onClick={() => fetchFile(stored)} />
            <IconButton icon={Trash2} label={t('Delete {name}', { name })} onClick={() => void remove(stored)} />
          </li>
        )
      })}
    </ul>
  )
}
