/** The strip of templates on the empty canvas. Its code loads after the empty editor is painted. */
import { LayoutTemplate, X } from 'lucide-react'
import dropZone from '#client/editor/canvas/DropZone.module.css'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import styles from '#client/editor/shell/Templates.module.css'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { COARSE, useMedia } from '#client/kit/ui/hooks.ts'
import { TemplateTiles, tilesOf, useOwnTemplates } from './TemplateTiles.tsx'
import { createApplier } from './templateFlows.ts'
import { templateState } from './templateState.ts'

/** The templates on the empty canvas. Clicking a template chooses it for the next photo. */
export default function TemplateStrip() {
  const { session, flow } = useWorkspace()
  const own = useOwnTemplates()
  const { choosePhoto } = useCommands()
  const use = (id: string) => {
    void flow(createApplier).use(id) // `use` never rejects
    if (templateState(session).pending === id) choosePhoto()
  }
  return (
    <section className={styles.start} aria-label={t('Templates')}>
      <p className={styles.caption}>{t('Start with a template')}</p>
      <TemplateTiles own={own} isStrip onUse={use} />
    </section>
  )
}

/** Scrolls to the headline, because on a low screen the user may have scrolled down to the templates. */
const show = (headline: HTMLElement | null) => headline?.scrollIntoView({ block: 'nearest' })

/** The empty canvas's headline while a template is chosen for the next photo. A button cancels the choice. */
export function ChosenTemplate({ id }: { id: string }) {
  const { session } = useWorkspace()
  const chosen = tilesOf(useOwnTemplates()).find((tile) => tile.id === id)
  const isTouch = useMedia(COARSE)
  if (!chosen) return null
  const { name, thumbnail, isLent } = chosen
  return (
    <>
      {thumbnail ? (
        <img className={styles.chosen} src={thumbnail} alt="" />
      ) : (
        <span className={dropZone.disc}>
          <LayoutTemplate aria-hidden />
        </span>
      )}
      <h1 ref={show} className={dropZone.title}>
        {isTouch ? t('Upload a photo to use {name}', { name }) : t('Drop a photo to use {name}', { name })}
      </h1>
      {isLent && <p className={dropZone.hint}>{t('This design and its text come from a link.')}</p>}
      <IconButton
        label={t('Don’t use a template')}
        icon={X}
        onClick={() => {
          templateState(session).pending = null
        }}
      />
    </>
  )
}
