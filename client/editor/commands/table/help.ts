import { Compass, Keyboard, Search } from 'lucide-react'
import { defineCommands } from '../command.ts'

/** Commands that show help. */
export const helpCommands = defineCommands([
  {
    id: 'commands',
    label: 'Search commands',
    icon: Search,
    keys: ['Mod+K'],
    group: 'Help',
    keepsGesture: true,
    worksWhileTyping: true,
    run({ workspace: { session } }) {
      session.ui.dialog = 'commands'
    },
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keys: ['?'],
    group: 'Help',
    keepsGesture: true,
    run({ workspace: { session } }) {
      session.ui.dialog = 'shortcuts'
    },
  },
  {
    id: 'tour',
    label: 'Tour',
    icon: Compass,
    keys: [],
    group: 'Help',
    run: ({ startTour }) => startTour(),
  },
])
