/** The tools without gestures: the eyedropper, the focus of the lens, and the playing motion. */
import { converted } from '#client/kit/base/color-space/colorSpace.ts'
import { hexOf } from '#client/kit/base/color-space/cssColor.ts'
import { clampField, defaults, type Hex } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { depthsOf } from '#client/render/planes.ts'
import { paintOrder } from '#client/render/stackOrder.ts'
import { hitDistance } from './targets.ts'
import type { Tool, ToolContext, ToolEntry } from './tool.ts'

/** Creates a tool that calls `onPress` with the position of a press (document px), and `onEscape` for Escape. */
function createPressTool({ viewport }: ToolContext, onPress: (at: Point) => void, onEscape: () => void): Tool {
  return {
    down({ at }) {
      onPress(toDocument(viewport.get(), at))
      return false
    },
    move() {},
    up() {},
    cancel() {},
    key(name) {
      if (name !== 'Escape') return false
      onEscape()
      return true
    },
    cursor: () => 'crosshair',
  }
}

/** The tool of the Motion panel. While the motion plays, pointers edit nothing. Escape closes the panel. */
export const MOTION_PREVIEW: ToolEntry = {
  create(context) {
    const close = () => {
      context.session.ui.tab = null
    }
    return { ...createPressTool(context, () => {}, close), cursor: () => 'default' }
  },
}

/** The eyedropper. A click passes the photo's colour at that point to the control that requested a colour. */
export const PICK: ToolEntry = {
  isOn: ({ colorPick }) => colorPick !== null,
  create(context) {
    const { ui } = context.session
    const end = () => {
      const pick = ui.colorPick
      ui.colorPick = null
      pick?.onEnd()
    }
    const press = (at: Point) => {
      const color = colorAt(context.session, at)
      if (!color) return
      ui.colorPick?.onPick(color)
      end()
    }
    return createPressTool(context, press, end)
  },
}

/**
 * Returns the colour of the original photo at a point (document px) as sRGB, clipped to the sRGB gamut. Null outside
 * the photo and where the photo is fully transparent.
 */
function colorAt({ doc, assets }: Session, { x, y }: Point): Hex | null {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo || x < 0 || y < 0 || x >= photo.width || y >= photo.height) return null
  const dot = { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0, alpha = 0] = createPixelReader(photo.bitmap, dot)(dot).data
  if (alpha === 0) return null
  const codes = [red / 255, green / 255, blue / 255] as const
  return hexOf(converted(codes, colorSpaceOf(photo.bitmap), 'srgb').map((value) => 255 * value))
}

/** The tool of the Tune tab while the user sets the focus of the lens blur. Escape closes the tool. */
export const FOCUS: ToolEntry = {
  isOn: ({ lens }) => lens.isFocusing,
  create(context) {
    const end = () => {
      context.session.ui.lens.isFocusing = false
    }
    return createPressTool(context, (at) => focusOn(context, at), end)
  },
}

/** Focuses the lens on the frontmost layer at a point, document px. */
function focusOn({ session, kinds }: ToolContext, at: Point) {
  const snapshot = snapshotOf(session)
  const order = paintOrder(snapshot, kinds)
  // hits also the background, which has no transform
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
    doc.lens = { ...defaults(lensFields), ...doc.lens, focus: clampField(lensFields.focus, 100 * depth) }
  })
}
