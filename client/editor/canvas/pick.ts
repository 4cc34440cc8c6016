/**
 * The eyedropper: a press on the canvas makes the photo's colour under the pointer the background colour and ends the
 * tool.
 */

import type { Hex } from '../../kit/base/fields.ts'
import type { Point } from '../../kit/base/geometry.ts'
import { t } from '../../kit/i18n/translate.ts'
import { createPixelReader } from '../../model/assets/pixels.ts'
import { recolored } from '../../model/document/backdrop.ts'
import type { Session } from '../../model/session/session.ts'
import { toDocument } from '../../render/compositor/viewport.ts'
import type { Tool, ToolContext, ToolEntry } from './tool.ts'

export const PICK: ToolEntry = { create: createPickTool, isPress: true, isOn: ({ background }) => background.isPicking }

function createPickTool({ session, viewport }: ToolContext): Tool {
  const { doc, history, ui } = session
  return {
    down({ at }) {
      const color = colorAt(session, toDocument(viewport.get(), at))
      if (!color) return false
      history.transact(t('Background colour'), () => {
        doc.backdrop = recolored(doc.backdrop, color)
      })
      ui.background.isPicking = false
      return false
    },
    move() {},
    up() {},
    cancel() {},
    key(name) {
      if (name !== 'Escape') return false
      ui.background.isPicking = false
      return true
    },
    cursor: () => 'crosshair',
  }
}

/**
 * Returns the colour of the original photo at a point, document px; null outside the photo and where the photo is fully
 * transparent.
 */
function colorAt({ doc, assets }: Session, { x, y }: Point): Hex | null {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo || x < 0 || y < 0 || x >= photo.width || y >= photo.height) return null
  const dot = { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0, alpha = 0] = createPixelReader(photo.bitmap, dot)(dot).data
  if (alpha === 0) return null
  return `#${[red, green, blue].map((code) => code.toString(16).padStart(2, '0')).join('')}`
}
