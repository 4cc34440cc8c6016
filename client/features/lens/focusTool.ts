import { switchedTool } from '#client/editor/tools/switchedTool.ts'
import { hitDistance } from '#client/editor/tools/targets.ts'
import type { ToolContext } from '#client/editor/tools/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField } from '#client/kit/values/fields.ts'
import { setPart } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { depthsOf } from '#client/render/planes.ts'
import { paintOrder } from '#client/render/stackOrder.ts'

export const FOCUS_ID = 'lens-focus'

/** The tool that sets the focus of the lens blur. It is active while the user has switched it on in the Tune tab. */
export const FOCUS = switchedTool(FOCUS_ID, focusOn)

/** Focuses the lens on the frontmost layer at a point, in document px. */
function focusOn({ session, kinds }: ToolContext, at: Point) {
  const snapshot = snapshotOf(session)
  const order = paintOrder(snapshot, kinds)
  // `order` includes the background, so the lens can also focus on the background
  const hit = order.findLast((id) => hitDistance(snapshot, { kinds, assets: session.assets }, id, at) === 0)
  const depth =
    hit &&
    depthsOf(
      snapshot,
      order.map((id) => ({ id })),
    ).get(hit)
  if (depth === undefined) return
  const { doc, history } = session
  history.transact(t(lensFields.focus.label), () => {
    setPart(doc, 'lens', { focus: clampField(lensFields.focus, 100 * depth) })
  })
}
