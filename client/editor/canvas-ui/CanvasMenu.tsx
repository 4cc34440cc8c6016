import type { MouseEvent, ReactElement } from 'react'
import { useSnapshot } from 'valtio'
import { ContextEntries, ContextMenu } from '../../kit/ui/overlays/ContextMenu.tsx'
import { kinds } from '../../layers/registry.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { isSelected, select } from '../../model/session/ui/selection.ts'
import type { Ui } from '../../model/session/ui/ui.ts'
import { toDocument } from '../../render/compositor/viewport.ts'
import { SELECT } from '../canvas/select.ts'
import { layersAt, TOLERANCE } from '../canvas/targets.ts'
import { useCommands } from '../commands/CommandContext.tsx'
import { contextMenu } from '../commands/menus.ts'
import { toolOf } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'

/** Right click, long press or the menu key on the canvas: what can be done to the layer there, or to the canvas. */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const workspace = useWorkspace()
  const { session, tools } = workspace
  const ui = useSnapshot(session.ui)
  const { photo } = useSnapshot(session.doc)
  return (
    <ContextMenu
      entries={<Entries />}
      // A tool that draws has the long press for itself.
      isDisabled={!photo || toolOf(ui as Ui) !== SELECT}
      onContextMenu={(event) => pick(workspace, event)}
      onOpenChange={(isOpen) => {
        if (isOpen) tools.cancel()
      }}
    >
      {children}
    </ContextMenu>
  )
}

function Entries() {
  const commands = useCommands()
  useSnapshot(commands.workspace.session.ui).selection // the menu follows what is selected
  return <ContextEntries groups={contextMenu(commands)} />
}

/** The menu is about what was pressed: it is selected first. The menu key is about what is selected already. */
function pick({ session, viewport }: Workspace, { nativeEvent, currentTarget, clientX, clientY }: MouseEvent) {
  const { pointerType } = nativeEvent as PointerEvent
  if (nativeEvent.button !== 2 && !nativeEvent.ctrlKey && pointerType !== 'touch' && pointerType !== 'pen') return
  const box = currentTarget.getBoundingClientRect()
  const view = viewport.get()
  const at = toDocument(view, { x: clientX - box.left, y: clientY - box.top })
  const tolerance = TOLERANCE[pointerType === 'touch' ? 'coarse' : 'fine'].select
  const hits = layersAt(snapshotOf(session), { kinds, assets: session.assets }, at, view.zoom, tolerance)
  if (!hits.some((id) => isSelected(session.ui, id))) select(session.ui, ...hits.slice(0, 1))
}
