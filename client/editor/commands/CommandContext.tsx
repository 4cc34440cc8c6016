import { createContext, use } from 'react'
import type { CommandContext } from './command.ts'

/** What the commands of this screen work on; null outside the editor. */
export const CommandsOn = createContext<CommandContext | null>(null)

/** Returns the context of the commands. @throws Error outside the editor screen */
export function useCommands(): CommandContext {
  const context = use(CommandsOn)
  if (!context) throw new Error('no commands: this must be rendered inside the editor screen')
  return context
}
