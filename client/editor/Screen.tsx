import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { BRAND_NAME } from '../base/brand.ts'
import { WATERMARK_NOTE } from '../flows/messages.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { Canvas } from './Canvas.tsx'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { MiniBar } from './MiniBar.tsx'
import { Panel } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import styles from './Screen.module.css'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { bindShortcuts } from './shortcuts.ts'
import { TopBar } from './TopBar.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { useWorkspace } from './WorkspaceContext.tsx'
import { ZoomBar } from './ZoomBar.tsx'

/** Text of the file input and of the drop zone: what the importer accepts (spec §5). */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.jpg,.jpeg,.png,.webp,.heic,.heif'

interface ScreenProps {
  proBadge: ReactNode
  accountCorner: ReactNode
}

export function Screen({ proBadge, accountCorner }: ScreenProps) {
  const workspace = useWorkspace()
  const { session, uploader } = workspace
  const { photo } = useSnapshot(session.doc)
  const { tab, status, busy } = useSnapshot(session.ui)
  const input = useRef<HTMLInputElement>(null)
  const [areShortcutsShown, showShortcuts] = useState(false)
  const isDropping = useFileDrop((file) => void uploader.upload(file))
  const choose = () => input.current?.click()

  useEffect(() => bindShortcuts(workspace, { showShortcuts: () => showShortcuts(true) }), [workspace])
  useEffect(() => {
    document.title = photo ? `${photo.name} – ${BRAND_NAME}` : BRAND_NAME
    return () => {
      document.title = BRAND_NAME
    }
  }, [photo])

  return (
    <div className={styles.screen} data-open={tab !== null || undefined}>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        className="unseen"
        tabIndex={-1}
        aria-label="Photo"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void uploader.upload(file)
        }}
      />
      <TopBar
        onUpload={choose}
        onShortcuts={() => showShortcuts(true)}
        proBadge={proBadge}
        accountCorner={accountCorner}
      />
      <Rail />
      <Panel />
      <main className={styles.stage} aria-busy={busy !== null}>
        <Canvas watermark />
        {photo ? <p className={styles.note}>{WATERMARK_NOTE}</p> : <EmptyCanvas onChoose={choose} />}
        <MiniBar />
        <ZoomBar />
        <StatusPill status={status && { message: status.text, tone: status.tone, fraction: status.progress }} />
        {isDropping && (
          <div className={styles.drop} aria-hidden>
            Drop your photo anywhere
          </div>
        )}
      </main>
      <ShortcutsDialog isOpen={areShortcutsShown} onClose={() => showShortcuts(false)} />
    </div>
  )
}
