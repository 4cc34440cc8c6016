import { jpegThumbnail } from '#client/engine/template/jpegThumbnail.ts'
import type { Deferred } from '#client/kit/async/deferred.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { readTexture } from '#client/render/compositor/painter.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'

/**
 * Returns a thumbnail of the document as a data URL (sRGB JPEG, over white), reduced from the painted preview. Null
 * during a gesture, while the crop is edited, without a stage, or while the preview shows only a part of the document.
 */
export async function documentThumbnail(workspace: {
  stage: Deferred<StageHandle>
  session: Session
}): Promise<string | null> {
  const { session } = workspace
  const stage = workspace.stage.current
  if (!stage || session.history.isOpen || session.ui.hover || session.viewOf().showsWholeCanvas) return null
  await stage.preview.settle()
  if (workspace.stage.current !== stage) return null // the user has left the editor, which destroyed the renderer
  const shown = pictureRect(snapshotOf(session))
  const region = stage.preview.painted?.region
  if (!region || region.width < shown.width - 1 || region.height < shown.height - 1) return null
  const { width, height } = stage.preview.texture // a resize during the readback replaces the texture
  const pixels = await readPixels(stage)
  return pixels && jpegThumbnail(session.doc, onWhite(pixels), { width, height })
}

/**
 * Reads the preview asynchronously, because a blocking read would stop the page until a large photo is painted. Null
 * when the context is lost, for instance when the user has left the editor.
 */
async function readPixels({ renderer, preview: { texture } }: StageHandle): Promise<Uint8Array | null> {
  if (renderer.context.isLost) return null
  const readback = readTexture(renderer, texture)
  const pixels = new Uint8Array(readback.length)
  try {
    await readback.read(pixels)
  } catch {
    return null // this call throws only for a lost context
  }
  return pixels
}

/** Composites premultiplied RGBA over white. Returns opaque RGBA. */
function onWhite(pixels: ArrayLike<number>): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels.length)
  for (let i = 0; i < pixels.length; i += 4) {
    const room = 255 - (pixels[i + 3] ?? 255)
    for (let c = 0; c < 3; c++) out[i + c] = (pixels[i + c] ?? 0) + room
    out[i + 3] = 255
  }
  return out
}
