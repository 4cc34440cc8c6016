import { useMedia } from '#client/kit/ui/hooks.ts'
import { mayAddLayers, mayRemove } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { groupOf } from '../tools/group.ts'
import { SELECT } from '../tools/select.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/**
 * Media query for phones in both orientations, where the rail is too small for its second group. If the rail is at the
 * bottom, it has room for all tools from 660 CSS px.
 */
const PHONE = '(max-width: 659.98px), (max-height: 599.98px) and (pointer: coarse)'

/**
 * Hook that returns true if the canvas bar shows the rail's second group. This is the case on phones while no layer is
 * selected and no tool is active.
 */
export function usePhotoTools(doc: DocumentSnapshot, ui: Ui): boolean {
  const isPhone = useMedia(PHONE)
  const { panels } = useWorkspace()
  if (!isPhone || !mayAddLayers({ doc, ui }) || panels.toolOf(ui) !== SELECT) return false
  return !groupOf(doc, kinds, changeableSelection(ui))?.members.some(({ id }) => mayRemove({ doc }, id))
}
