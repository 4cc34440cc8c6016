import { createContext, type ReactNode, use } from 'react'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { KindFlowsContext } from '#client/layers/KindFlowsContext.ts'
import { SessionContext } from '#client/model/session/session.ts'
import type { Workspace } from './workspace.ts'

/** The parts of the open editor; null outside of the editor. */
export const WorkspaceContext = createContext<Workspace | null>(null)

/** Returns the workspace. @throws Error outside of the editor */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('useWorkspace outside the editor')
  return workspace
}

/** Provides an open editor's parts to the components of its screen. */
export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return (
    <WorkspaceContext value={workspace}>
      <SessionContext value={workspace.session}>
        <KindFlowsContext value={workspace}>
          <TooltipProvider>{children}</TooltipProvider>
        </KindFlowsContext>
      </SessionContext>
    </WorkspaceContext>
  )
}
