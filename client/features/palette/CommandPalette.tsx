import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { type Command, runCommand } from '#client/editor/commands/command.ts'
import { useEditorDialog } from '#client/editor/workspace/WorkspaceContext.tsx'
import { leaveEscapeToField } from '#client/kit/browser/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { COARSE, useFocusReturn } from '#client/kit/ui/hooks.ts'
import styles from './CommandPalette.module.css'
import { CommandSearch } from './CommandSearch.tsx'

/** The command palette (Mod+K): finds commands by name and runs them. */
export function CommandPalette() {
  const commands = useCommands()
  const dialog = useEditorDialog('commands')
  const focus = useFocusReturn()
  const chosen = useRef<Command | null>(null)

  function close(command: Command | null) {
    chosen.current = command
    dialog.close()
  }

  return (
    <Dialog.Root
      open={dialog.isOpen}
      onOpenChange={(next) => {
        if (!next) close(null)
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember()
            if (!matchMedia(COARSE).matches || !(event.currentTarget instanceof HTMLElement)) return
            // prevents focusing the search field, because the on-screen keyboard would then cover the list
            event.preventDefault()
            event.currentTarget.focus()
          }}
          onEscapeKeyDown={leaveEscapeToField}
          onCloseAutoFocus={(event) => {
            focus.restore(event)
            // runs the command after the dialog has returned the focus, because the command may move or use the focus
            if (chosen.current) runCommand(chosen.current, commands)
            chosen.current = null
          }}
        >
          <Dialog.Title className="unseen">{t('Commands')}</Dialog.Title>
          <CommandSearch onChoose={close} onClose={() => close(null)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
