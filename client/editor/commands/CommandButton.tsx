import { type ComponentProps, createContext } from 'react'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { useRequired } from '#client/kit/ui/hooks.ts'
import { useSessionValue } from '#client/model/session/session.ts'
import { type Command, type CommandContext, commandName, disabledReason, runCommand } from './command.ts'

/** The context for commands. Null outside the editor. */
export const CommandsOn = createContext<CommandContext | null>(null)

/** Hook that returns the context for commands. @throws Error outside the editor */
export const useCommands = (): CommandContext => useRequired(CommandsOn)

/**
 * Hook that returns the reason why a command is disabled, in English. Null if the command is enabled. Rerenders the
 * component when the reason changes.
 */
export function useDisabledReason(command: Pick<Command, 'needs'>): string | null {
  const context = useCommands()
  return useSessionValue(() => disabledReason(command, context))
}

interface Props extends Omit<Partial<ComponentProps<typeof IconButton>>, 'id' | 'shortcut' | 'onClick'> {
  id: string
}

/**
 * A button with a command's icon, name and shortcut. The caller decides whether it is disabled, and may override the
 * label.
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
