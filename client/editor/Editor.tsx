/** The editor page. Entering makes a workspace, leaving drops it: that is how the editor's state is reset (spec §2). */
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { addLayer, mayAddLayers } from '../layers/actions.ts'
import { SessionContext } from '../session/SessionContext.tsx'
import type { Notices } from '../session/session.ts'
import { Canvas } from './Canvas.tsx'
import { WorkspaceContext } from './WorkspaceContext.tsx'
import { createWorkspace, type EditorAccount, type Workspace } from './workspace.ts'

interface EditorProps {
  notices: Notices
  account: EditorAccount
}

export default function Editor({ notices, account }: EditorProps) {
  const [workspace, setWorkspace] = useState<Workspace | null>(null)
  useEffect(() => {
    const made = createWorkspace(notices, account)
    setWorkspace(made)
    const hooks =
      import.meta.env.DEV || __TEST_HOOKS__
        ? import('./testHooks.ts').then(({ installTestHooks }) => installTestHooks(made))
        : null
    return () => {
      setWorkspace(null)
      made.dispose()
      void hooks?.then((remove) => remove())
    }
  }, [notices, account])
  if (!workspace) return null
  return (
    <WorkspaceContext value={workspace}>
      <SessionContext value={workspace.session}>
        <Bare workspace={workspace} />
      </SessionContext>
    </WorkspaceContext>
  )
}

function Bare({ workspace }: { workspace: Workspace }) {
  const { session, uploader, downloader } = workspace
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  return (
    <div>
      <input type="file" accept=".heic" onChange={(e) => e.target.files?.[0] && void uploader.upload(e.target.files[0])} />
      <button type="button" disabled={!mayAddLayers({ doc, ui } as never)} onClick={() => addLayer(session, 'text', { text: 'HELLO', fontSize: 200 })}>Add Text</button>
      <button type="button" onClick={() => void downloader.download()}>Download</button>
      <p role="status">{ui.status?.text} {ui.status?.progress}</p>
      <div style={{ position: 'absolute', inset: '100px 0 0 0' }}>
        <Canvas watermark />
      </div>
    </div>
  )
}
