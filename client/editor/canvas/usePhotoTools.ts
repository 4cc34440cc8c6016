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
 * Media query for phones in both orientations. There the rail must scroll to its second group. From 660 CSS px
 * on, a rail at the bottom has room for all tools.
 */
const PHONE = '(max-width: 659.98px), (max-height: 599.98px) and (pointer: coarse)'

/**
 * Hook that returns true while the canvas bar shows the rail's second group. This is so on a phone, if no layer is
 * selected and no tool is active.
 */
export function usePhotoTools(doc: DocumentSnapshot, ui: Ui): boolean {
  const isPhone = useMedia(PHONE)
  const { panels } = useWorkspace()
  if (!isPhone || !mayAddLayers({ doc, ui }) || panels.toolOf(ui) !== SELECT) return false
  return !groupOf(doc, kinds, changeableSelection(ui))?.members.some(({ id }) => mayRemove({ doc }, id))
}
