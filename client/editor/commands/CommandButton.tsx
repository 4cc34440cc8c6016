import { type ComponentProps, createContext } from 'react'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { useRequired } from '#client/kit/ui/hooks.ts'
import { type CommandContext, commandName, runCommand } from './command.ts'

/** The context of the commands on this screen. Null outside the editor. */
export const CommandsOn = createContext<CommandContext | null>(null)

/** Returns the context of the commands. @throws Error outside the editor */
export const useCommands = (): CommandContext => useRequired(CommandsOn)

interface Props extends Omit<Partial<ComponentProps<typeof IconButton>>, 'id' | 'shortcut' | 'onClick'> {
  id: string
}

/**
 * A button for a command, with the command's icon, name and shortcut. The caller decides whether the button is
 * disabled, and may pass another label.
 */
export function CommandButton({ id, ...rest }: Props) {
  const context = useCommands()
  const command = context.commands.of(id)
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
