import type { ComponentProps } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { useRequired } from '#client/kit/ui/hooks.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { useCommands, useDisabledReason } from '../commands/CommandButton.tsx'
import { commandName, runCommand } from '../commands/command.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { BarButton } from './BarButton.tsx'
import styles from './MiniBar.module.css'

/**
 * A button with a command's icon and name, or only the icon. `label`: the accessible name, if it differs. While the
 * command is disabled, tooltip and toast show the reason.
 */
export function NamedCommand({
  id,
  label,
  isNamed = true,
  ...rest
}: { id: string; label?: string } & Pick<
  ComponentProps<typeof BarButton>,
  'hint' | 'look' | 'aria-pressed' | 'isNamed'
>) {
  const context = useCommands()
  const command = context.commands.of(id)
  const name = commandName(command)
  const reason = useDisabledReason(command)
  return (
    <BarButton
      {...rest}
      {...(reason !== null && { hint: t(reason), 'aria-disabled': true })}
      label={label ?? name}
      words={isNamed && name}
      isNamed
      icon={command.icon}
      shortcut={command.keys[0]}
      onClick={() => {
        if (reason === null) runCommand(command, context)
        else context.workspace.session.notices.toast({ title: t(reason) }) // touch screens don't show tooltips
      }}
    />
  )
}

/** The canvas bar with tools for the photo, shown while no layer is selected (`usePhotoTools`). */
export function PhotoBar({ ui }: { ui: Ui }) {
  const { rail } = useRequired(FeaturesContext)
  return (
    <div className={styles.bar} data-docked data-corner role="toolbar" aria-label={t('Photo')}>
      {rail.map(({ command, isOpen }) => (
        <NamedCommand key={command} id={command} aria-pressed={isOpen(ui)} />
      ))}
    </div>
  )
}
