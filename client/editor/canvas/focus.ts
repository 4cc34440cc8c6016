/** The tool that sets the focus of the lens blur. A click focuses on the layer under the pointer. */
import { clamp, defaults } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { distanceToBox } from '#client/render/compositor/handles.ts'
import { depthsOf } from '#client/render/planes.ts'
import { paintOrder } from '#client/render/stackOrder.ts'
import { transformOf } from './targets.ts'
import { createPressTool, type ToolContext, type ToolEntry } from './tool.ts'

/** The tool of the Tune tab while the user sets the focus. Escape ends the tool. */
export const FOCUS: ToolEntry = {
  isOn: ({ lens }) => lens.isFocusing,
  create: (context) =>
    createPressTool(
      context.viewport,
      (at) => focusOn(context, at),
      () => {
        context.session.ui.lens.isFocusing = false
      },
    ),
}

/** Focuses the lens on the frontmost layer at a point, document px. */
function focusOn({ session, kinds }: ToolContext, at: Point) {
  const snapshot = snapshotOf(session)
  const order = paintOrder(snapshot, kinds)
  const isHit = (id: LayerId) => {
    const layer = snapshot.layers[id]
    const transform = layer && transformOf(kinds, layer.kind)
    if (!layer || !transform) return layer !== undefined // a layer without a transform is the background
    const distance =
      transform.hit?.(layer, at, snapshot, session.assets) ?? distanceToBox(transform.placed(layer, snapshot), at)
    return distance === 0
  }
  const hit = order.findLast(isHit)
  const depth =
    hit &&
    depthsOf(
      snapshot,
      order.map((id) => ({ id })),
    ).get(hit)
  if (depth === undefined) return
  const { doc, history } = session
  history.transact(t(lensFields.focus.label), () => {
    doc.lens = { ...defaults(lensFields), ...doc.lens, focus: clamp(lensFields.focus, 100 * depth) }
  })
}
