import { createContext, use } from 'react'
import type { CommandContext } from './command.ts'

/** What the commands of this screen work on. */
export const CommandsOn = createContext<CommandContext | null>(null)

export function useCommands(): CommandContext {
  const context = use(CommandsOn)
  if (!context) throw new Error('no commands: this must be rendered inside the editor screen')
  return context
}
