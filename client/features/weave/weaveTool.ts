import { createPressTool } from '#client/editor/canvas/pressTools.ts'
import { TOLERANCE } from '#client/editor/canvas/targets.ts'
import type { ToolContext, ToolEntry } from '#client/editor/canvas/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { letterFinder } from '#client/layers/text/weave.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { flipLetter, selectedText } from './weaveText.ts'

/** id of the tool in `ui.switchedOn` */
export const WEAVE_ID = 'weave-letters'

export const isWeaving = ({ switchedOn }: Pick<Ui, 'switchedOn'>): boolean => switchedOn === WEAVE_ID

/**
 * The tool that moves a clicked letter of the selected text layer through the subject. It is on only while the user has
 * switched it on, so that clicks and double-clicks otherwise select and edit text. Escape closes the tool.
 */
export const WEAVE: ToolEntry = {
  isOn: isWeaving,
  create(context) {
    const end = () => {
      context.session.ui.switchedOn = null
    }
    return createPressTool(context, (at) => flipAt(context, at), end)
  },
}

function flipAt({ session, viewport }: ToolContext, at: Point) {
  const layer = selectedText(session)
  const letter = layer && letterFinder(layer, snapshotOf(session))(at, TOLERANCE.fine.select / viewport.get().zoom)
  if (layer && letter !== null) flipLetter(session, layer.id, letter)
}
