import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatBytes, formatList } from '../../../kit/i18n/format.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { BrowserCapabilities } from '../../../kit/ui/feedback/BrowserCapabilities.tsx'
import { Spinner } from '../../../kit/ui/feedback/Progress.tsx'
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx'
import { MANIFEST_URL, type Role, type SegmentModel, totalBytes } from '../../../media/segmenter/modelManifest.ts'
import { fetchManifest } from '../../../media/segmenter/worker/modelFiles.ts'
import { useSession } from '../../../model/session/session.ts'
import styles from './AboutSeparation.module.css'

/** The task of each role of a network; English, translated when shown. */
const TASKS: Record<Role, string> = {
  general: 'finds the subject',
  person: 'finds people',
  encoder: 'describes the photo',
  decoder: 'outlines what is pointed at',
}

/** Button and dialog about the networks that find the subject: author, licence, size, and what the browser can do. */
export function AboutSeparation() {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button look="ghost" size="small" icon={Info} onClick={() => open(true)}>
        {t('About the separation')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => open(false)}
        title={t('About the separation')}
        description={t('Nothing leaves your device: the networks run in your browser.')}
        size="medium"
      >
        {isOpen && (
          <>
            <Networks />
            <h3 className={styles.heading}>{t('What this browser can do')}</h3>
            <BrowserCapabilities />
          </>
        )}
      </Dialog>
    </>
  )
}

function Networks() {
  const { separation } = useSnapshot(useSession().doc)
  const [models, setModels] = useState<readonly SegmentModel[] | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    fetchManifest(new URL(MANIFEST_URL, location.href).href).then(
      (found) => {
        if (!isGone) setModels(found)
      },
      () => {
        if (!isGone) setModels('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  if (models === null) return <Spinner label={t('Loading the list')} />
  if (models === 'failed') return <p role="alert">{t('The list of networks could not be loaded.')}</p>
  return (
    <>
      {separation && (
        <p>
          {separation.chosen
            ? t('This photo’s subject was found with {model} and what you pointed at.', { model: separation.model })
            : t('This photo’s subject was found with {model}.', { model: separation.model })}
        </p>
      )}
      <ul className={styles.list}>
        {models.map((model) => (
          <li key={model.id} className={styles.model}>
            <span className={styles.name}>{model.id}</span>
            <span className={styles.facts}>
              {formatList(
                model.roles.map((role) => t(TASKS[role])),
                'unit',
              )}
              ; {formatBytes(totalBytes(model))}
            </span>
            <span className={styles.facts}>
              {model.author}. <a href={model.link}>{model.licence}</a>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
