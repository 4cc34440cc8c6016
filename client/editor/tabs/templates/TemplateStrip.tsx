/** The strip of templates on the empty canvas. Its code is loaded after the empty editor has been painted. */
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './Templates.module.css'
import { TemplateTiles, useOwnTemplates } from './TemplateTiles.tsx'

/** The templates on the empty canvas. A press chooses a template for the next photo. */
export default function TemplateStrip({ onChoose }: { onChoose(): void }) {
  const { session, templateApplier, templateLibrary } = useWorkspace()
  const { pending } = useSnapshot(session.ui).templates
  const own = useOwnTemplates(templateLibrary)
  const use = (id: string) => {
    void templateApplier.use(id) // the promise never rejects
    if (session.ui.templates.pending === id) onChoose()
  }
  return (
    <section className={styles.start} aria-label={t('Templates')}>
      <p className={styles.caption} role="status">
        {pending ? t('Template selected. Upload a photo to use it.') : t('Start with a template')}
      </p>
      <TemplateTiles own={own} isStrip onUse={use} />
    </section>
  )
}
