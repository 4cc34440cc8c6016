/** The eyedropper, and a base for tools without gestures. */
import { invert, transformPoint } from '#client/kit/geometry/affine.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { createPixelReader } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import type { Tool, ToolContext, ToolEntry } from './tool.ts'

/**
 * Creates a tool without gestures. `onPress` is called with the pressed position (document px), and `onEscape` on
 * Escape. A finger presses with a tap, so that a pinch only zooms.
 */
export function createPressTool({ viewport }: ToolContext, onPress: (at: Point) => void, onEscape: () => void): Tool {
  let pressed: Point | null = null
  return {
    down({ at, type }) {
      pressed = toDocument(viewport.get(), at)
      if (type !== 'touch') onPress(pressed)
      return false
    },
    tap() {
      if (pressed) onPress(pressed)
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

/**
 * The eyedropper. A click passes the original photo's sRGB color at this position to the control that has requested a
 * color, and closes the tool. A click outside the photo or on a transparent pixel does nothing. Escape closes the tool
 * without a color.
 */
export const PICK: ToolEntry = {
  isOn: ({ colorPick }) => colorPick !== null,
  fadesSelection: true,
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
 * Returns the color of the original photo at a position (document px) as sRGB, clipped to the sRGB gamut. Null outside
 * the photo and where the photo is fully transparent.
 */
function colorAt(session: Session, at: Point): Hex | null {
  const { doc, assets } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const { x, y } = transformPoint(invert(containedMap(snapshotOf(session))), at)
  if (!photo || x < 0 || y < 0 || x >= photo.width || y >= photo.height) return null
  const dot = { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0, alpha = 0] = createPixelReader(photo.bitmap, dot)(dot).data
  if (alpha === 0) return null
  const codes = [red / 255, green / 255, blue / 255] as const
  return hexOf(converted(codes, colorSpaceOf(photo.bitmap), 'srgb').map((value) => 255 * value))
}
