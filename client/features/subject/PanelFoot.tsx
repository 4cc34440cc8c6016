import { Check, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes, formatList } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { BrowserCapabilities } from '#client/kit/ui/feedback/BrowserCapabilities.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { fetchManifest, MANIFEST_URL, type Role, totalBytes } from '#client/media/segmenter/modelManifest.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { closeSubjectTool } from './modes.ts'
import styles from './panels.module.css'

/**
 * The footer of the panels Select subject and Edit mask: `children`, the Done button, and information about the
 * networks.
 */
export function PanelFoot({ children }: { children?: ReactNode }) {
  const { ui } = useSession()
  return (
    <>
      <div className={styles.foot}>
        {children}
        <Button look="primary" icon={Check} isWide onClick={() => closeSubjectTool(ui)}>
          {t('Done')}
        </Button>
      </div>
      <div className={styles.about}>
        <AboutSeparation />
      </div>
    </>
  )
}

/** Descriptions of a network's task by role, in English. They are translated when they are shown. */
const TASKS: Record<Role, string> = {
  general: 'finds the subject',
  person: 'finds people',
  encoder: 'analyzes the photo',
  decoder: 'outlines the object you click',
}

/**
 * A button that opens a dialog about the networks that find the subject: author, license and size. The dialog also
 * lists the browser features that the networks use.
 */
function AboutSeparation() {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button look="ghost" size="small" icon={Info} onClick={() => open(true)}>
        {t('About subject detection')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => open(false)}
        title={t('About subject detection')}
        description={t('The AI models run in your browser. Your photo isn’t uploaded.')}
        size="medium"
      >
        {isOpen && (
          <>
            <Networks />
            <h3 className={styles.heading}>{t('Browser features')}</h3>
            <BrowserCapabilities />
          </>
        )}
      </Dialog>
    </>
  )
}

const fetchModels = () => fetchManifest(new URL(MANIFEST_URL, location.href).href).catch(() => 'failed' as const)

function Networks() {
  const { separation } = useDocument()
  const [models] = useLoaded(fetchModels)
  if (models === null) return <Spinner label={t('Loading models')} />
  if (models === 'failed') return <p role="alert">{t('Failed to load the list of models. Please try again.')}</p>
  return (
    <>
      {separation && (
        <p>
          {separation.chosen
            ? t('The subject was found with {model} and your clicks.', { model: separation.model })
            : t('The subject was found with {model}.', { model: separation.model })}
        </p>
      )}
      <ul className={styles.models}>
        {models.map((model) => (
          <li key={model.id} className={styles.model}>
            <span className={styles.modelName}>{model.id}</span>
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
