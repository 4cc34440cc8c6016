import { useEffect } from 'react'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { keepDesign, takeDesign } from '#client/kit/device-storage/waitingInTab.ts'

/** Opens the design link that the page was loaded with, and links that the user later pastes into the address bar. */
export function OpenDesign() {
  const workspace = useWorkspace()
  useEffect(() => {
    const open = () => {
      keepDesign()
      const code = takeDesign()
      if (code !== null) void import('./designLinks.ts').then(({ openDesign }) => openDesign(workspace, code))
    }
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [workspace])
  return null
}
