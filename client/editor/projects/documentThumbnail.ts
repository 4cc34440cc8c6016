/** A small picture of the whole document, off the preview that is painted already: nothing is painted for it. */

import type { Deferred } from '../../kit/base/deferred.ts'
import { canvasSize } from '../../model/document/backdrop.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import type { StageHandle } from '../../render/compositor/Stage.tsx'

/** Longer side, px. */
const SIDE = 320

/** A JPEG as a data URL, on white where the picture is translucent. Null while only a part of the document is shown. */
export async function documentThumbnail(workspace: {
  stage: Deferred<StageHandle>
  session: Session
}): Promise<string | null> {
  const { session } = workspace
  const stage = workspace.stage.current
  if (!stage || session.history.isOpen || session.ui.hover) return null
  await stage.preview.settle()
  if (workspace.stage.current !== stage) return null // the editor was left meanwhile, and the renderer with it
  const canvas = canvasSize(snapshotOf(session))
  const region = stage.preview.painted?.region
  if (!region || region.width < canvas.width - 1 || region.height < canvas.height - 1) return null
  const { pixels, width, height } = stage.renderer.extract.pixels(stage.preview.texture)
  const picture = await createImageBitmap(new ImageData(onWhite(pixels), width, height))
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const small = document.createElement('canvas')
  small.width = Math.max(1, Math.round(width * scale))
  small.height = Math.max(1, Math.round(height * scale))
  const context = small.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, 0, 0, small.width, small.height)
  picture.close()
  return small.toDataURL('image/jpeg', 0.8)
}

/** Premultiplied RGBA over white. */
function onWhite(pixels: ArrayLike<number>): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels.length)
  for (let i = 0; i < pixels.length; i += 4) {
    const room = 255 - (pixels[i + 3] ?? 255)
    for (let c = 0; c < 3; c++) out[i + c] = (pixels[i + c] ?? 0) + room
    out[i + 3] = 255
  }
  return out
}
