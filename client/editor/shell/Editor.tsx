/** The editor page. Entering makes a workspace, leaving drops it: that is how the editor's state is reset (spec §2). */

import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { TooltipProvider } from '../../kit/ui/overlays/Tooltip.tsx'
import { KindFlowsContext } from '../../layers/KindFlowsContext.ts'
import { SessionContext } from '../../model/session/SessionContext.tsx'
import type { Notices } from '../../model/session/session.ts'
import { toolOf } from '../tabs/tabs.ts'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import { createWorkspace, type EditorAccount, type Workspace } from '../workspace/workspace.ts'
import { EditorOutline } from './EditorOutline.tsx'
import { Screen } from './Screen.tsx'

export interface EditorProps {
  notices: Notices
  account: EditorAccount
  /** What the account shows in the top bar. */
  proBadge: ReactNode
  accountCorner: ReactNode
}

export default function Editor({ notices, account, proBadge, accountCorner }: EditorProps) {
  const [workspace, setWorkspace] = useState<Workspace | null>(null)
  const [isEntered, setEntered] = useState(true) // tests leave and enter again
  useEffect(() => {
    if (!isEntered) return
    const made = createWorkspace(notices, account, toolOf)
    startTransition(() => setWorkspace(made)) // in small pieces: a phone renders the whole editor for a while
    return () => {
      setWorkspace(null)
      made.dispose()
    }
  }, [notices, account, isEntered])
  useEffect(() => {
    if (!(import.meta.env.DEV || __TEST_HOOKS__) || !workspace) return
    // Not before the screen stands: whoever finds the hooks may use the editor.
    const hooks = import('../workspace/testHooks.ts').then(({ installTestHooks }) =>
      installTestHooks(workspace, setEntered),
    )
    return () => void hooks.then((remove) => remove())
  }, [workspace])
  if (!workspace) return <EditorOutline />
  return (
    <WorkspaceContext value={workspace}>
      <SessionContext value={workspace.session}>
        <KindFlowsContext value={workspace}>
          <TooltipProvider>
            <Screen proBadge={proBadge} accountCorner={accountCorner} />
          </TooltipProvider>
        </KindFlowsContext>
      </SessionContext>
    </WorkspaceContext>
  )
}
