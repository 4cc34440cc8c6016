import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { defaults } from '#client/kit/values/fields.ts'
import { chosenSize, type ExportSettings, exportFields, settingsOfSize } from '#client/media/exporter/exportSettings.ts'
import { useDocument } from '#client/model/session/session.ts'
import { ExportDialog } from './ExportDialog.tsx'

/**
 * The export settings of a new editor. The export uses 'fit', which never crops, because the user crops on the canvas.
 */
const INITIAL = { ...defaults(exportFields), fitting: 'fit' } as const

/**
 * The button next to Download that opens the export dialog. The button remembers the settings while the editor is open.
 */
export function ExportButton() {
  const { session } = useWorkspace()
  const { photo } = useDocument()
  const { busy, dialog } = useSnapshot(session.ui)
  const [settings, setSettings] = useState<ExportSettings>(INITIAL)
  const [applied, setApplied] = useState<Size | null>(null)
  const doc = useDocument()
  const hasSubject = doc.separation !== null
  // "Subject only" stays chosen for the next photo with a subject
  const usable = useMemo(
    () => (hasSubject ? settings : { ...settings, content: 'picture' as const }),
    [settings, hasSubject],
  )
  const size = chosenSize(doc)
  if (dialog === 'export' && (size?.width !== applied?.width || size?.height !== applied?.height)) {
    setApplied(size)
    setSettings({ ...settings, ...settingsOfSize(size) })
  }
  return (
    <>
      <IconButton
        label={t('More download options')}
        icon={ChevronDown}
        look="outline"
        aria-haspopup="dialog"
        disabled={!photo || busy !== null}
        onClick={() => {
          session.ui.dialog = 'export'
        }}
      />
      {dialog === 'export' && photo && (
        <ExportDialog
          settings={usable}
          onChange={(change) => setSettings({ ...settings, ...change })}
          onClose={() => {
            session.ui.dialog = null
          }}
        />
      )}
    </>
  )
}
