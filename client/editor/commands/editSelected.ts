import { NARROW } from '#client/kit/ui/hooks.ts'
import { kindOf, kinds } from '#client/layers/registry.ts'
import { editInPanel } from '#client/layers/text/editInPanel.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { placedOf } from '../tools/targets.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The parts of the workspace that these functions need. */
type Editing = Pick<Workspace, 'session' | 'panels'>

/**
 * Opens the panel of the selected layer. For a text layer, also starts editing. Characters that the user types before
 * the text field has the focus are inserted into the field. Does nothing if no single layer is selected or no panel
 * exists for its kind.
 */
export function editSelected(workspace: Editing): void {
  const { session } = workspace
  const { layer, panel } = selected(workspace)
  if (!layer || !panel) return
  session.ui.panel = panel.id
  if (kindOf(layer.kind).isTextEditable) editInPanel(session, layer.id)
}

/**
 * Starts editing the selected layer's text on the canvas, and closes the panel on narrow screens. If the text isn't
 * displayed or the layer has no text, opens the layer's panel.
 */
export function editOnCanvas(workspace: Editing): void {
  const { session } = workspace
  const { ui } = session
  const { layer } = selected(workspace)
  if (!layer || ui.typing === layer.id) return
  if (kindOf(layer.kind).isTextEditable && placedOf(snapshotOf(session), kinds, layer.id)) {
    // closes the panel, because the panel and the on-screen keyboard would cover the photo
    if (matchMedia(NARROW).matches) ui.panel = null
    ui.typing = layer.id
  } else editSelected(workspace)
}

function selected({ session: { doc, ui }, panels }: Editing) {
  const id = selectedLayer(ui)
  const layer = id ? doc.layers[id] : undefined
  return { layer, panel: layer && panels.ofKind(layer.kind) }
}
