import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { ExportButton } from './ExportButton.tsx'

/** The dialog with all options of a download, and the button that opens it. Begin with `ExportDialog.tsx`. */
export const exportDialog = defineFeature({
  id: 'export',
  slots: { download: ExportButton },
})
