/** Every command by its name: type, choose, run. Opens by Mod+K and from the menu. */
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { COARSE } from '../../../kit/ui/useMedia.ts'
import { useCommands } from '../CommandContext.tsx'
import { runCommand } from '../command.ts'
import type { AnyCommand } from '../registry.ts'
import styles from './CommandPalette.module.css'
import { CommandSearch } from './CommandSearch.tsx'

export function CommandPalette() {
  const commands = useCommands()
  const { ui } = commands.workspace.session
  const isOpen = useSnapshot(ui).dialog === 'commands'
  const opener = useRef<Element | null>(null)
  const chosen = useRef<AnyCommand | null>(null)

  function close(command: AnyCommand | null) {
    chosen.current = command
    ui.dialog = null
  }

  return (
    <Dialog.Root
      open={isOpen}
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
            opener.current = document.activeElement
            if (!matchMedia(COARSE).matches || !(event.currentTarget instanceof HTMLElement)) return
            event.preventDefault() // the search field would call up the keyboard, over the list
            event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
            // Not before: a command may put the focus elsewhere, and where the focus is may matter to it.
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
