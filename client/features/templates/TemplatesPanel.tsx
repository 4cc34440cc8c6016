import { FileDown, FolderOpen, Pencil, Save, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { commandName, runCommand } from '#client/editor/commands/command.ts'
import styles from '#client/editor/shell/Templates.module.css'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { PROJECT_EXTENSION } from '#client/engine/project-file/file.ts'
import { MAX_NAME_LENGTH } from '#client/engine/project-file/project.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { RenameInput } from '#client/kit/ui/controls/RenameInput.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import { useDocument } from '#client/model/session/session.ts'
import { isAnalyzed } from '#client/model/session/ui/subject.ts'
import { TemplateTiles, useOwnTemplates } from './TemplateTiles.tsx'
import { TemplateWords } from './TemplateWords.tsx'
import { createApplier, createLibrary } from './templateFlows.ts'
import type { OwnTemplate } from './templateLibrary.ts'
import { templateState } from './templateState.ts'

/**
 * The gallery of the user's and built-in templates. The user can also save, rename, delete, export and import
 * their own templates. The buttons for the open document are below the tiles.
 */
export default function TemplatesPanel() {
  const { session, flow } = useWorkspace()
  const [templateApplier, templateLibrary] = [flow(createApplier), flow(createLibrary)]
  const { photo, separation } = useDocument()
  const ui = useSnapshot(session.ui)
  const { pending } = useSnapshot(templateState(session))
  const isBusy = ui.busy !== null
  const own = useOwnTemplates()
  const stored = own.filter(({ isLent }) => !isLent)
  const matte = separation?.matte
  useEffect(() => {
    if (matte) void templateApplier.prepare() // `prepare` never rejects
  }, [templateApplier, matte])
  const context = useCommands()
  const [renaming, setRenaming] = useState<string | null>(null)
  return (
    <div className={styles.panel}>
      {pending && photo && !isAnalyzed({ photo, separation }, ui) && (
        <p className={styles.note}>{t('The template will be applied once the subject is found.')}</p>
      )}
      <TemplateTiles own={own} onUse={(id) => void templateApplier.use(id)}>
        <TemplateWords />
      </TemplateTiles>
      {photo && (
        <div className={styles.actions}>
          {context.commands.offered.map((command) => (
            <Button
              key={command.id}
              size="small"
              icon={command.icon}
              disabled={isBusy}
              onClick={() => runCommand(command, context)}
            >
              {commandName(command)}
            </Button>
          ))}
          <Button
            size="small"
            icon={Save}
            disabled={isBusy}
            // opens the name field of the saved template
            onClick={() => void templateLibrary.save().then((saved) => saved && setRenaming(saved))}
          >
            {t('Save as template')}
          </Button>
        </div>
      )}
      <section className={styles.section} aria-label={t('Your templates')}>
        <h3 className={styles.caption}>{t('Your templates')}</h3>
        <ul className={styles.own}>
          {stored.map((template) => (
            <li key={template.id}>
              <OwnRow template={template} isRenaming={renaming === template.id} onRename={setRenaming} />
            </li>
          ))}
        </ul>
        <FileButton
          icon={FolderOpen}
          isWide
          input={{
            label: t('Template file'),
            accept: PROJECT_EXTENSION,
            onChoose: (file) => void templateLibrary.importFile(file),
          }}
        >
          {t('Import template')}
        </FileButton>
        <p className={styles.note}>
          {t('Your templates are saved on this device, for your account, without the photo.')}
        </p>
      </section>
    </div>
  )
}

interface RowProps {
  template: OwnTemplate
  isRenaming: boolean
  /** Called when renaming starts or ends. `id`: the template that is being renamed, or null. */
  onRename(id: string | null): void
}

function OwnRow({ template: { id, name }, isRenaming, onRename }: RowProps) {
  const templateLibrary = useWorkspace().flow(createLibrary)
  return (
    <div className={styles.row} data-template tabIndex={-1}>
      {isRenaming ? (
        <RenameInput
          label={t('Template name')}
          name={name}
          maxLength={MAX_NAME_LENGTH}
          className={undefined}
          home="[data-template]"
          onEnd={(next) => {
            onRename(null)
            if (next !== null && next !== name) void templateLibrary.rename(id, next)
          }}
        />
      ) : (
        <span className={styles.name} title={name}>
          {name}
        </span>
      )}
      <IconButton label={t('Rename {name}', { name })} icon={Pencil} onClick={() => onRename(id)} />
      <IconButton
        label={t('Export {name}', { name })}
        icon={FileDown}
        onClick={() => void templateLibrary.exportFile(id)}
      />
      <IconButton label={t('Delete {name}', { name })} icon={Trash2} onClick={() => void templateLibrary.remove(id)} />
    </div>
  )
}
