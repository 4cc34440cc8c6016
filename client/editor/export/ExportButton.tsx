import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { defaults } from '../../base/fields.ts'
import { exportFields } from '../../exporter/settings.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { t } from '../../words/words.ts'
import { useWorkspace } from '../WorkspaceContext.tsx'
import { ExportDialog } from './ExportDialog.tsx'

/** Beside Download: every other way out. What was chosen stays chosen while the editor is open. */
export function ExportButton() {
  const { session } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  const [isOpen, setOpen] = useState(false)
  const [settings, setSettings] = useState(() => defaults(exportFields))
  return (
    <>
      <IconButton
        label={t('More download options')}
        icon={ChevronDown}
        look="outline"
        aria-haspopup="dialog"
        disabled={!photo || busy !== null}
        onClick={() => setOpen(true)}
      />
      {isOpen && photo && (
        <ExportDialog
          settings={settings}
          onChange={(change) => setSettings({ ...settings, ...change })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
