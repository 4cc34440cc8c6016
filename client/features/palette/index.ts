import { Search } from 'lucide-react'
import { defineCommands, opensDialog } from '#client/editor/commands/command.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { CommandPalette } from './CommandPalette.tsx'

/** The command palette, which finds commands by name and runs them. Begin with `entries.ts`. */
export const palette = defineFeature({
  id: 'palette',
  commands: defineCommands('Help', [
    [
      'commands',
      'Search commands',
      Search,
      ['Mod+K'],
      [],
      opensDialog('commands'),
      { keepsGesture: true, worksWhileTyping: true },
    ],
  ]),
  slots: { page: CommandPalette },
  menu: ['commands'],
})
