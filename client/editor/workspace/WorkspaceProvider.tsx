import type { ReactNode } from 'react'
import { TooltipProvider } from '../../kit/ui/overlays/Tooltip.tsx'
import { KindFlowsContext } from '../../layers/KindFlowsContext.ts'
import { SessionContext } from '../../model/session/SessionContext.tsx'
import { WorkspaceContext } from './WorkspaceContext.tsx'
import type { Workspace } from './workspace.ts'

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
