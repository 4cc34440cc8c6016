import { createContext, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useRequired } from '#client/kit/ui/hooks.ts'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { PaintReducedContext } from '#client/layers/PaintReducedContext.ts'
import { SessionContext } from '#client/model/session/session.ts'
import type { Workspace } from './workspace.ts'

/** The workspace. Null outside the editor. */
export const WorkspaceContext = createContext<Workspace | null>(null)

/** Hook that returns the workspace. @throws Error outside the editor */
export const useWorkspace = (): Workspace => useRequired(WorkspaceContext)

/** Hook that returns whether a dialog of the editor is open, and a function that closes the dialog. */
export function useEditorDialog(name: string) {
  const { ui } = useWorkspace().session
  const close = () => {
    ui.dialog = null
  }
  return { isOpen: useSnapshot(ui).dialog === name, close }
}

export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return (
    <WorkspaceContext value={workspace}>
      <SessionContext value={workspace.session}>
        <PaintReducedContext value={workspace.paintReduced}>
          <TooltipProvider>{children}</TooltipProvider>
        </PaintReducedContext>
      </SessionContext>
    </WorkspaceContext>
  )
}
