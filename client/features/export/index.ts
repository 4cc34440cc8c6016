import { FileDown } from 'lucide-react'
import { defineCommands, opensDialog } from '#client/editor/commands/command.ts'
import { NOT_BUSY, PHOTO } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { ExportButton } from './ExportButton.tsx'

/** The dialog with all options of a download, and the button that opens it. Begin with `ExportDialog.tsx`. */
export const exportDialog = defineFeature({
  id: 'export',
  commands: defineCommands('Project', [
    [
      'export',
      'More download options',
      FileDown,
      [],
      [PHOTO, NOT_BUSY],
      opensDialog('export'),
      { words: 'Export, Resize, Share, Copy image, JPEG, WebP, PNG, PDF, PSD' },
    ],
  ]),
  slots: { download: ExportButton },
})
