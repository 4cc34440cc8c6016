import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { commandName, runCommand } from '../commands/command.ts'
import { PHOTO } from '../commands/requirements.ts'
import { NOT_READ } from '../flows/messages.ts'
import { Slot } from '../host/Slot.tsx'
import type { Sample } from '../samples/samples.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './DropZone.module.css'
import { DropZone } from './DropZone.tsx'

/** The empty canvas: a drop area, buttons, and four sample photos. */
export function EmptyCanvas() {
  const { session, uploader, panels } = useWorkspace()
  const { busy } = useSnapshot(session.ui)
  const isBusy = busy !== null
  const isNarrow = useMedia(NARROW) // on wide screens, the Open project button is in the top bar
  const commands = useCommands()
  const withoutPhoto = commands.commands.offered.filter(({ needs }) => !needs.includes(PHOTO))
  const [isFetching, setFetching] = useState<string | null>(null)

  async function trySample({ url, file }: Sample) {
    setFetching(file)
    await uploader.uploadFetched(async (signal) => {
      try {
        const blob = await (await fetch(url, { signal })).blob()
        return new File([blob], file, { type: blob.type })
      } catch {
        const description = t('The sample photo didn’t load. Check your connection, or upload a photo.')
        if (!signal.aborted) session.notices.toast({ title: t(NOT_READ), description, isDestructive: true })
        return null
      }
    }) // `uploadFetched` never rejects
    setFetching(null)
  }

  return (
    <DropZone
      footer={<Slot name="emptyFoot" />}
      frame={(sample, className, picture) => (
        <button
          type="button"
          className={className}
          disabled={isBusy || isFetching !== null}
          aria-busy={isFetching === sample.file || undefined}
          onClick={() => void trySample(sample)}
        >
          {picture}
        </button>
      )}
    >
      <div className={styles.lead} role="status">
        <Slot name="emptyLead" />
      </div>
      <div className={styles.actions}>
        <Button look="primary" size="large" disabled={isBusy} onClick={commands.choosePhoto}>
          {t('Select an image')}
        </Button>
        {isNarrow && (
          <Button look="ghost" icon={FolderOpen} disabled={isBusy} onClick={commands.chooseProject}>
            {t('Open project')}
          </Button>
        )}
        {commands.tabs === panels.tabs &&
          withoutPhoto.map((command) => (
            <Button
              key={command.id}
              look="ghost"
              icon={command.icon}
              disabled={isBusy}
              onClick={() => runCommand(command, commands)}
            >
              {commandName(command)}
            </Button>
          ))}
      </div>
      <Slot name="emptyList" />
    </DropZone>
  )
}
