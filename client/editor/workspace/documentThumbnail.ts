import { jpegThumbnail } from '#client/engine/template/jpegThumbnail.ts'
import type { Deferred } from '#client/kit/async/deferred.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { readTexture } from '#client/render/compositor/painter.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'

/**
 * Resolves with a thumbnail of the document as a data URL (sRGB JPEG, over white), downscaled from the painted preview.
 * Null during a gesture, during the preview of a hovered value and while the crop is being edited. Also null if there
 * is no stage, if the WebGL context is lost, and if the preview shows only a part of the document.
 */
export async function documentThumbnail(workspace: {
  stage: Deferred<StageHandle>
  session: Session
}): Promise<string | null> {
  const { session } = workspace
  const stage = workspace.stage.current
  if (!stage || session.history.isOpen || session.ui.hover || session.viewOf().showsWholeCanvas) return null
  await stage.preview.settle()
  if (workspace.stage.current !== stage) return null // when the user leaves the editor, the renderer is destroyed
  const shown = pictureRect(snapshotOf(session))
  const region = stage.preview.painted?.region
  if (!region || region.width < shown.width - 1 || region.height < shown.height - 1) return null
  // the size is read now, because resizing during the readback replaces the texture
  const { width, height } = stage.preview.texture
  const pixels = await readPixels(stage)
  return pixels && jpegThumbnail(session.doc, onWhite(pixels), { width, height })
}

/**
 * Reads the preview asynchronously. A blocking read would block the page until a large photo is painted. Null if the
 * WebGL context is lost, for example because the user has left the editor.
 */
async function readPixels({ renderer, preview: { texture } }: StageHandle): Promise<Uint8Array | null> {
  if (renderer.context.isLost) return null
  const readback = readTexture(renderer, texture)
  const pixels = new Uint8Array(readback.length)
  try {
    await readback.read(pixels)
  } catch {
    return null // reading fails only if the context is lost
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
