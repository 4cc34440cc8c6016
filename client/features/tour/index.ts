import { Compass } from 'lucide-react'
import { defineCommands } from '#client/editor/commands/command.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { startTour, TourSlot } from './TourSlot.tsx'

/** The guided tour through the tabs. It starts by itself on the first visit. Begin with `steps.ts`. */
export const tour = defineFeature({
  id: 'tour',
  commands: defineCommands('Help', [
    ['tour', 'Tour', Compass, [], [], ({ session }) => startTour(session), { words: 'Help, Tutorial' }],
  ]),
  slots: { page: TourSlot },
  bar: [
    {
      command: 'tour',
      of: 'page',
      words: { wide: 20 },
      button: { wide: 130, narrow: 40 },
    },
  ],
})
