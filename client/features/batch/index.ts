import { Images } from 'lucide-react'
import { defineCommands, opensDialog } from '#client/editor/commands/command.ts'
import { ALL_TABS, NOT_BUSY } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { BatchSlot, takeDrop } from './BatchSlot.tsx'

/** Batch edit: several photos with one template. Begin with `batch.ts`. */
export const batch = defineFeature({
  id: 'batch',
  commands: defineCommands('Project', [
    [
      'open-photos',
      'Batch edit',
      Images,
      [],
      [ALL_TABS, NOT_BUSY],
      opensDialog('batch'),
      { words: 'Batch, Folder, Several photos, Queue', isOffered: true },
    ],
  ]),
  slots: { page: BatchSlot },
  takesDrop: takeDrop,
})
