import type { MouseEvent, ReactElement } from 'react'
import { useSnapshot } from 'valtio'
import { ContextEntries, ContextMenu } from '#client/kit/ui/overlays/ContextMenu.tsx'
import { kinds } from '#client/layers/registry.ts'
import { snapshotOf, useDocument } from '#client/model/session/session.ts'
import { isSelected, select } from '#client/model/session/ui/selection.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { contextMenu } from '../commands/menus.ts'
import { layersAt, TOLERANCE } from '../tools/targets.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * The context menu of the canvas (right click, long press or menu key). Its commands apply to the layer under the
 * pointer, or to the canvas. Opening the menu cancels the running gesture. The menu is disabled without a photo, and
 * while a tool that doesn't select layers is active.
 */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const workspace = useWorkspace()
  const { session, tools, panels } = workspace
  const ui = useSnapshot(session.ui)
  const { photo } = useDocument()
  return (
    <ContextMenu
      entries={<Entries key={ui.selection.join()} />}
      isDisabled={!photo || !panels.toolOf(ui as Ui).selects}
      onContextMenu={(event) => pick(workspace, event)}
      onOpenChange={(isOpen) => {
        if (isOpen) tools.cancel()
      }}
    >
      {children}
    </ContextMenu>
  )
}

/** The entries for one selection. They are rendered when the menu opens, so that their disabled state is up to date. */
function Entries() {
  return <ContextEntries groups={contextMenu(useCommands())} />
}

/** Before the menu opens, selects the layer under the pointer. The menu key doesn't change the selection. */
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
