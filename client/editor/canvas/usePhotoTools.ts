import { useMedia } from '#client/kit/ui/hooks.ts'
import { mayAddLayers, mayRemove } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import { snapshotOf, useSessionValue } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import { groupOf } from '../tools/group.ts'
import { SELECT } from '../tools/select.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/**
 * Media query for phones in both orientations, where the rail is too small for its second group. If the rail is at the
 * bottom, it has room for all tools from 660 CSS px.
 */
const PHONE = '(max-width: 659.98px), (max-height: 599.98px) and (pointer: coarse)'

/**
 * Hook that returns true if the canvas bar shows the rail's second group. This is the case on phones while no removable
 * layer is selected and no tool other than the select tool is active.
 */
export function usePhotoTools(): boolean {
  const isPhone = useMedia(PHONE)
  const { panels } = useWorkspace()
  return useSessionValue((session) => {
    const { ui } = session
    const doc = snapshotOf(session)
    if (!isPhone || !mayAddLayers({ doc, ui }) || panels.toolOf(ui) !== SELECT) return false
    return !groupOf(doc, kinds, changeableSelection(ui))?.members.some(({ id }) => mayRemove({ doc }, id))
  })
}
