import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { paintStrips } from '../../strips/paintStrips.ts'
import { planStrips } from '../../strips/planStrips.ts'
import { webpWithProfile } from './webpWithProfile.ts'

const TYPE = 'image/webp'

/** Returns true when the browser's canvases encode WebP. Safari's encode a PNG instead. */
export async function canEncodeWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type: TYPE })).type === TYPE
}

/**
 * Encodes a lossy WebP with the browser's own encoder, which needs the whole picture on one canvas. `quality`: 1..100.
 * Fails with 'aborted', 'context-lost', or 'too-large' when the browser cannot create or encode a canvas of that size.
 */
export async function encodeWebp(
  painter: PixelSource,
  quality: number,
  { signal, onProgress }: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  const { size, maxSide, opaque, colorSpace = 'srgb' } = painter
  // The canvas keeps values of any space as they are: it takes them for sRGB, and so does its encoder.
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { alpha: !opaque })
  if (!context) return err('too-large')
  const strips = planStrips(size, maxSide)
  for await (const { strip, rgba } of paintStrips(painter, strips, (bytes) => new Uint8Array(bytes), signal)) {
    if (signal.aborted) return err('aborted')
    if (!rgba) return err('context-lost')
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba.buffer), size.width, strip.rows), 0, strip.y)
    onProgress?.((strip.y + strip.rows) / size.height)
  }
  const file = await canvas.convertToBlob({ type: TYPE, quality: quality / 100 }).catch(() => null)
  if (signal.aborted) return err('aborted')
  if (file?.type !== TYPE) return err('too-large')
  if (colorSpace === 'srgb') return ok(file)
  return ok(webpWithProfile(new Uint8Array(await file.arrayBuffer()), size, iccProfileOf(colorSpace)))
}
