import { switchedTool } from '#client/editor/tools/switchedTool.ts'
import { TOLERANCE } from '#client/editor/tools/targets.ts'
import type { ToolContext } from '#client/editor/tools/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { letterFinder } from '#client/layers/text/weave.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { flipLetter, selectedText } from './weaveText.ts'

export const WEAVE_ID = 'weave-letters'

/**
 * The tool that moves a clicked letter of the selected text in front of or behind the subject. The user must switch the
 * tool on. Otherwise clicks and double-clicks select and edit text.
 */
export const WEAVE = switchedTool(WEAVE_ID, flipAt)

function flipAt({ session, viewport }: ToolContext, at: Point) {
  const layer = selectedText(session)
  const letter = layer && letterFinder(layer, snapshotOf(session))(at, TOLERANCE.fine.select / viewport.get().zoom)
  if (layer && letter !== null) flipLetter(session, layer.id, letter)
}
