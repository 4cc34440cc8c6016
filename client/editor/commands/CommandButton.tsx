import type { ComponentProps } from 'react'
import { IconButton } from '../../kit/ui/controls/IconButton.tsx'
import { useCommands } from './CommandContext.tsx'
import { commandName, runCommand } from './command.ts'
import { type CommandId, commandOf } from './registry.ts'

interface Props extends Omit<Partial<ComponentProps<typeof IconButton>>, 'id' | 'shortcut' | 'onClick'> {
  id: CommandId
}

/**
 * A button for a command, with its icon, name and shortcut. The caller decides when it is disabled, and may override
 * the label.
 */
export function CommandButton({ id, ...rest }: Props) {
  const context = useCommands()
  const command = commandOf(id)
  return (
    <IconButton
      label={commandName(command)}
      icon={command.icon}
      shortcut={command.keys[0]}
      onClick={() => runCommand(command, context)}
      {...rest}
    />
  )
}
