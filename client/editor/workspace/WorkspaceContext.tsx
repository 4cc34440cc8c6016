import { createContext, use } from 'react'
import type { Workspace } from './workspace.ts'

/** The parts of the open editor; null outside of the editor. */
export const WorkspaceContext = createContext<Workspace | null>(null)

/** Returns the workspace. @throws Error outside of the editor */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('useWorkspace outside the editor')
  return workspace
}
